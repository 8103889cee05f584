//! Measure: the curve of the scenario on the stage beside others, as far as it needs no browser.
//!
//! [`State::update`] is the only way to change a measurement. It returns what the page has to do: start and stop workers,
//! store points and show messages.

mod chart;
mod curve;
mod state;
#[cfg(test)]
mod tests;
mod theory;
mod words;

pub use chart::{Chart, Models, Places};
pub use curve::{ComparedCurves, MeasuredCurve, compared_with};
pub use state::{Action, Effect, State};
pub use theory::Theories;
