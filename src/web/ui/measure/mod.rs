//! Measurements: loads distributed over workers, and the resulting points and curves.

mod axes;
pub mod chart;
pub mod comparison;
mod exports;
mod legend;
mod measurement;
mod numbers;
mod offered;
pub mod panel;
mod present;
mod reader;
mod shown;
mod terms;
mod theory;
mod why;
