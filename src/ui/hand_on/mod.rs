//! Handing the page on: embedded in another page.

pub mod height;
pub mod host;
mod record;
