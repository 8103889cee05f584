//! The content of a chart on the page.

use flitscope::paper::PrintedTable;
use flitscope::plot::ShownCurve;
use flitscope::sweep::{ChartAxes, Measured};

/// The content of a chart and its tables.
#[derive(Debug, Clone, Default)]
pub struct ChartSubject {
    /// The settings that all curves have in common.
    pub title: String,
    /// The quantity and the unit of the load.
    pub axes: ChartAxes,
    /// The model as its id and `key=value` words; empty if there is none.
    pub model: String,
    /// A published model beside it, in the same way.
    pub beside: String,
    /// The printed table of a paper, if there is one.
    pub print: Option<&'static PrintedTable>,
    /// The labels of the curves in points, and their names and bounds.
    pub curves: Vec<(String, ShownCurve)>,
    /// The place of the scenario's own curve.
    pub own: usize,
    /// The present load of the scenario [messages/node/cycle], if it is marked.
    pub present: Option<f64>,
    pub measured: Vec<Measured>,
}

impl ChartSubject {
    /// Whether there are several curves.
    pub fn has_curves(&self) -> bool {
        self.curves.len() > 1
    }

    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.model.is_empty() && self.print.is_none() && self.measured.is_empty()
    }
}
