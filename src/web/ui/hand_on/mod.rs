//! Handing the page on: embedded in another page, or by a link.

pub mod height;
pub mod host;
mod record;
pub mod share;
