//! Handing the page on: embedded in a page of somebody else.

pub mod height;
pub mod host;
