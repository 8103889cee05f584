//! Time on the page: the clock of the simulation and the buttons for it.

pub mod event_marks;
pub mod transport;
