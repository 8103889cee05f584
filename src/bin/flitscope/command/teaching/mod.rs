//! Commands for teaching: lessons, receipts, example scripts, and the examples of the page.

pub(super) mod examples;
pub(super) mod grade;
pub(super) mod lesson;
mod package;
pub(super) mod scripts;
