//! Time controls: the transport buttons and the time line.

pub mod event_marks;
pub mod time_line;
pub mod transport;
