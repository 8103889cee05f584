//! What the marks of a diagram mean, besides the curves that its legend names.

use super::{Diagram, Frame, Kind};

/// A mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiagramKey {
    /// A whisker.
    Interval,
    /// A point that is not filled.
    Hollow,
    /// A dashed upright.
    Saturation,
    /// The band of the strip of errors.
    Agreement,
}

impl DiagramKey {
    /// What it means.
    pub fn label(self) -> &'static str {
        match self {
            Self::Interval => "95 % confidence interval",
            Self::Hollow => "not steady, or beyond the axis",
            Self::Saturation => "the model saturates",
            Self::Agreement => "within 5 % of the simulation",
        }
    }
}

impl Diagram {
    /// The marks that occur in a frame.
    pub fn keys(&self, frame: &Frame) -> Vec<DiagramKey> {
        let simulated = || {
            self.shown()
                .filter(|(_, trace)| trace.kind == Kind::Simulation)
        };
        let marks = || simulated().flat_map(|(_, trace)| &trace.marks);
        let is_seen = |x: f64| frame.pixel_of(x).is_some();
        let is_hollow = |steady: bool, y: f64| !steady || !frame.y.holds(y);
        let mut models = self.shown().filter(|(_, trace)| trace.kind == Kind::Model);
        let mut keys = Vec::new();
        let mut add = |is_there: bool, key| keys.extend(is_there.then_some(key));
        add(
            marks().any(|mark| mark.half_width.is_some()),
            DiagramKey::Interval,
        );
        add(
            marks().any(|mark| is_seen(mark.x) && is_hollow(mark.is_steady, mark.y)),
            DiagramKey::Hollow,
        );
        add(
            models.any(|(_, trace)| trace.saturation.is_some_and(is_seen)),
            DiagramKey::Saturation,
        );
        add(frame.strip.is_some(), DiagramKey::Agreement);
        keys
    }
}
