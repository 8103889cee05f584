//! Time on the page: the buttons for it, and the time line.

pub mod event_marks;
pub mod time_line;
pub mod transport;
