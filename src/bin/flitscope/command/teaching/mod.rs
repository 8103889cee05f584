//! What a teacher asks for: lessons and receipts of them, scripts to begin with, examples.

pub(super) mod examples;
pub(super) mod grade;
pub(super) mod lesson;
pub(super) mod scripts;
