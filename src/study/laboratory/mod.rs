//! The laboratory: any model over any of its parameters, with simulations of the same scenario.
//!
//! An [`Experiment`] describes a plot and can be written as a link. [`Experiment::find`] evaluates
//! the models, reads the simulation results, and combines both in a
//! [`Diagram`](crate::plot::Diagram) with a sentence on everything missing from it. A caller
//! simulates the scenarios that [`Experiment::missing`] lists, in any order, and collects the reports
//! in [`Results`]. Plotting never fails: a note says why something cannot be plotted.

mod address;
mod evaluate;
mod experiment;
mod file;
mod findings;
mod grid;
mod linked;
mod naming;
mod points;
mod presets;
mod quantity;
mod reported;
mod saturated;
mod table;
mod unit;

pub use address::{Opened, link_of, newcomers};
pub use experiment::{
    Abscissa, Curve, Experiment, Found, Load, MOST_CURVES, MOST_POINTS, MOST_SIMULATED, Ordinate,
    Simulation, Subject, Varied,
};
pub use file::{to_csv, to_json};
pub use findings::{Findings, Note};
pub use points::Results;
pub use presets::{PRESETS, Preset};
pub use quantity::Quantity;
pub use saturated::SaturatedCurve;
