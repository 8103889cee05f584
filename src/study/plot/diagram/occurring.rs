//! The marks that occur in a diagram, and so have to be explained.

use super::{Diagram, DiagramKey, Frame, Kind, Mark, Trace};

impl Diagram {
    /// The marks that occur in a frame.
    pub fn keys(&self, frame: &Frame) -> Vec<DiagramKey> {
        let is_there = |key: &DiagramKey| self.has_key(*key, frame);
        DiagramKey::ALL.into_iter().filter(is_there).collect()
    }

    fn has_key(&self, key: DiagramKey, frame: &Frame) -> bool {
        let traces = || self.shown().map(|(_, trace)| trace);
        let is_visible = |x: f64| frame.pixel_of(x).is_some();
        let simulated = || traces().filter(|trace| trace.kind == Kind::Simulation);
        let is_hollow = |mark: &Mark| !mark.is_steady || !frame.y.holds(mark.y);
        match key {
            DiagramKey::Model
            | DiagramKey::Published
            | DiagramKey::ZeroLoad
            | DiagramKey::Offered
            | DiagramKey::Accepted
            | DiagramKey::Network
            | DiagramKey::Latency
            | DiagramKey::Print
            | DiagramKey::Unicasts => {
                let mut of_key = traces().filter(|trace| trace.key == Some(key));
                of_key.any(|trace| drawn(trace, frame).next().is_some())
            }
            // Traces with a key mention the interval in their own label.
            DiagramKey::Interval => {
                let named = simulated().filter(|trace| trace.key.is_none());
                let mut marks = named.flat_map(|trace| &trace.marks);
                marks.any(|mark| mark.half_width.is_some())
            }
            DiagramKey::Hollow => simulated().any(|trace| drawn(trace, frame).any(is_hollow)),
            DiagramKey::Saturation => {
                let mut models = traces().filter(|trace| trace.kind == Kind::Model);
                models.any(|trace| trace.saturation.is_some_and(is_visible))
            }
            DiagramKey::Beyond | DiagramKey::Fallen => {
                let falls = key == DiagramKey::Fallen;
                let of_key = traces().filter(|trace| trace.falls == falls);
                let mut loads = of_key.flat_map(|trace| &trace.beyond);
                loads.any(|&x| is_visible(x))
            }
            DiagramKey::Bound | DiagramKey::BoundOfCurve => {
                let mut bounds = traces().filter(|trace| trace.key == Some(key));
                bounds.any(|trace| trace.saturation.is_some_and(is_visible))
            }
            DiagramKey::Agreement => frame.strip.is_some(),
        }
    }
}

/// Returns the points of a trace that are drawn.
fn drawn<'a>(trace: &'a Trace, frame: &'a Frame) -> impl Iterator<Item = &'a Mark> {
    let marks = trace.marks.iter();
    marks.filter(move |mark| trace.draws(mark, frame))
}
