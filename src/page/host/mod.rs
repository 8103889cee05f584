//! Messages between an embedded page and the page that embeds it, the host.
//!
//! Both sides send objects with the key `flitscope`, whose value is the [`VERSION`] of the messages; objects without
//! it belong to other scripts and are ignored. A host sends [`Request`]s, and the page answers each with an *answer* or
//! an *error* that repeats its `id`. The page sends [events](Event) unasked. The guide documents every message.

mod connection;
mod event;
mod request;

pub use connection::Connection;
pub use event::{Answer, Event, Lesson, Record, Seen, error};
pub use request::{Command, Keeping, Query, Rejected, Request};

/// The version of the messages. A change that breaks a host increases it.
pub const VERSION: u64 = 1;
