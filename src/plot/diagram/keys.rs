//! What the marks of a diagram mean, besides the curves that its legend names.

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
    pub(super) const ALL: [Self; 10] = [
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
