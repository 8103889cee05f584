//! What the marks of a diagram mean, besides the curves that its legend names.

use super::{Diagram, Frame, Kind, Mark, Trace};

/// A mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiagramKey {
    /// The only model there is.
    Model,
    /// Network latency, of the only simulation there is.
    Network,
    /// Latency from generation, likewise.
    Latency,
    /// A paper's print beside them.
    Print,
    /// Messages to one node beside multicasts.
    Unicasts,
    /// A whisker.
    Interval,
    /// A point that is not filled.
    Hollow,
    /// A dashed upright.
    Saturation,
    /// A load without latency.
    Cross,
    /// The band of the strip of errors.
    Agreement,
}

impl DiagramKey {
    /// In the order of a legend.
    const ALL: [Self; 10] = [
        Self::Model,
        Self::Network,
        Self::Latency,
        Self::Print,
        Self::Unicasts,
        Self::Interval,
        Self::Hollow,
        Self::Saturation,
        Self::Cross,
        Self::Agreement,
    ];

    /// As style sheets name it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::Network => "network",
            Self::Latency => "latency",
            Self::Print => "print",
            Self::Unicasts => "unicasts",
            Self::Interval => "interval",
            Self::Hollow => "hollow",
            Self::Saturation => "saturation",
            Self::Cross => "cross",
            Self::Agreement => "agreement",
        }
    }

    /// The mark of an id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.id() == id)
    }

    /// What it means.
    pub fn label(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::Network => "network latency ± 95 %",
            Self::Latency => "latency with source queue",
            Self::Print => "printed simulation",
            Self::Unicasts => "thin line, small mark: messages to one node",
            Self::Interval => "95 % confidence interval",
            Self::Hollow => "not steady, or beyond the axis",
            Self::Saturation => "model saturates",
            Self::Cross => "simulation saturated or deadlocked",
            Self::Agreement => "within 5 % of the simulation",
        }
    }
}

impl Diagram {
    /// The marks that occur in a frame.
    pub fn keys(&self, frame: &Frame) -> Vec<DiagramKey> {
        let is_there = |key: &DiagramKey| self.has_key(*key, frame);
        DiagramKey::ALL.into_iter().filter(is_there).collect()
    }

    fn has_key(&self, key: DiagramKey, frame: &Frame) -> bool {
        let traces = || self.shown().map(|(_, trace)| trace);
        let is_seen = |x: f64| frame.pixel_of(x).is_some();
        let simulated = || traces().filter(|trace| trace.kind == Kind::Simulation);
        let is_hollow = |mark: &Mark| !mark.is_steady || !frame.y.holds(mark.y);
        match key {
            DiagramKey::Model
            | DiagramKey::Network
            | DiagramKey::Latency
            | DiagramKey::Print
            | DiagramKey::Unicasts => {
                let mut of_key = traces().filter(|trace| trace.key == Some(key));
                of_key.any(|trace| self.drawn(trace, frame).next().is_some())
            }
            // A mark that means itself a mean with its interval says so.
            DiagramKey::Interval => {
                let named = simulated().filter(|trace| trace.key.is_none());
                let mut marks = named.flat_map(|trace| &trace.marks);
                marks.any(|mark| mark.half_width.is_some())
            }
            DiagramKey::Hollow => simulated().any(|trace| self.drawn(trace, frame).any(is_hollow)),
            DiagramKey::Saturation => {
                let mut models = traces().filter(|trace| trace.kind == Kind::Model);
                models.any(|trace| trace.saturation.is_some_and(is_seen))
            }
            DiagramKey::Cross => {
                let mut crosses = traces().flat_map(|trace| &trace.crosses);
                crosses.any(|&x| is_seen(x))
            }
            DiagramKey::Agreement => frame.strip.is_some(),
        }
    }

    /// The points of a trace that are drawn.
    fn drawn<'a>(
        &'a self,
        trace: &'a Trace,
        frame: &'a Frame,
    ) -> impl Iterator<Item = &'a Mark> + use<'a> {
        let marks = trace.marks.iter();
        marks.filter(move |mark| self.is_drawn(trace, mark, frame))
    }
}
