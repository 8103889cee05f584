//! One message drawn cycle by cycle, when the copies of a multicast arrive, and the strip of
//! cycles in which something happened.

mod arrivals;
mod diagram;
mod event_marks;
mod journey;
mod summary;

pub use arrivals::{Arrivals, Timeline};
pub use diagram::{Caption, Diagram, Foot, Kind, Outline, Sheet};
pub use event_marks::{MARKS_WIDTH, mark, marks as event_marks};
pub use journey::{Journey, Row, Wait, WaitKind};
pub use summary::{ACCOUNT, account};
