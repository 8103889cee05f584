//! Measurements: loads distributed over workers, and the resulting points and curves.

pub mod chart;
pub mod chart_program;
pub mod comparison;
mod exports;
mod legend;
pub mod measurement;
pub mod panel;
mod routing_comparison;
mod why;
