//! Measurements: loads distributed over workers, and the resulting points and curves.

mod axes;
pub mod chart;
mod chart_subject;
mod charts;
pub mod comparison;
mod ending;
mod exports;
mod legend;
pub mod measurement;
mod offered;
pub mod panel;
mod present;
mod reader;
mod terms;
mod why;
