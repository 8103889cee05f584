//! Snapshots in words: what a thing does, what it waits for, and what has changed.

mod asks;
mod chain_words;
mod deadlock;
mod describe;
mod fate;
mod message_names;
mod narrate;
mod not_started;
mod phase;
mod progress;
mod startup;
pub(in crate::scene) mod wait_chain;
mod way_ahead;
mod words;

pub use asks::{Ask, Granted, asks};
pub use describe::{Line, Teller, Telling};
pub use fate::fate_in_words;
pub use message_names::MessageNames;
pub use narrate::{Change, changes, narrate};
pub use not_started::{NotStarted, Stage, not_started};
pub use phase::Phase;
pub use progress::Bill;
pub use startup::{Readying, Work, readying};
pub use wait_chain::{Chain, ChainEnd, chain, header_at};
pub use way_ahead::way_ahead;
pub use words::time_after;

#[cfg(test)]
pub(in crate::scene) use startup::tests::broadcast;
pub(in crate::scene) use words::count;
