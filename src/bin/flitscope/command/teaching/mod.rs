//! Commands for teaching: lessons, receipts, example scripts, and the examples of the page.

pub(super) mod examples;
pub(super) mod grade;
pub(super) mod lesson;
pub(super) mod scripts;
