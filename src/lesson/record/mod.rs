//! Records of a student's work on lessons: progress stored by the browser, and receipts that can be
//! replayed.

pub(super) mod grade;
mod named_values;
pub(super) mod progress;
pub(super) mod receipt;
pub(super) mod students;
pub(super) mod suspended;
pub(super) mod table;
pub(super) mod xapi;
