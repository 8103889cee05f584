//! A student's work on lessons ([`work::Work`]) and the forms that it takes: a line that the browser, a link or a platform
//! stores, receipts, and what grading makes of them.

pub(super) mod grade;
pub(super) mod progress;
mod receipt;
pub(super) mod students;
pub(super) mod table;
mod text;
pub(super) mod work;
pub(super) mod xapi;
