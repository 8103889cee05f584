//! Experiment: a plot of any models and simulations, as far as it needs no browser.
//!
//! [`State::update`] is the only way to change it. It returns what the page has to do: start and stop workers, store points
//! and curves, and write the address.

mod state;
#[cfg(test)]
pub(crate) mod storage;
#[cfg(test)]
mod tests;

use study::scenario::Scenario;
use study::sweep::Report;

pub use state::{Action, Effect, State, Step};

/// The progress of simulations.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Stage {
    #[default]
    Idle,
    /// Workers are running; the value is the share done, from 0 to 1.
    Running(f64),
    /// All points have been simulated.
    Done,
    /// The user canceled the simulations.
    Canceled,
    /// They failed, for the given reason.
    Failed(String),
}

/// The points that the browser stores.
pub trait Kept {
    /// The report of exactly this scenario.
    fn get(&self, scenario: &Scenario) -> Option<Report>;

    /// The reports of a scenario at all loads, ascending.
    fn of_subject(&self, scenario: &Scenario) -> Vec<Report>;
}
