//! The course of one message cycle by cycle, the arrivals of a multicast's copies, and the marks of
//! events on a time line.

mod arrivals;
mod arrivals_chart;
mod diagram;
mod event_marks;
mod export;
mod journey;
mod sheet;
mod summary;

pub use arrivals::{Arrivals, Timeline};
pub use arrivals_chart::{ArrivalChart, arrivals_csv, arrivals_json, arrivals_key};
pub use diagram::{ShownJourney, space_time, space_time_key};
pub use event_marks::{MARKS_WIDTH, mark, marks as event_marks};
pub use export::{space_time_csv, space_time_json};
pub use journey::{Journey, Row, Wait, WaitKind};
pub use sheet::{Area, Sheet};
pub use summary::{ACCOUNT, account};
