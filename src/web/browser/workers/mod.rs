//! Workers of the page: those that simulate, kept ready and shared out, and the one of lessons.

pub mod lesson_worker;
mod messages;
pub mod pool;
pub mod report_file;
pub mod waiting;
pub mod worker;
