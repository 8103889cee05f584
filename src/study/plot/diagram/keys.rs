//! The meaning of the marks of a diagram other than the curves named in its legend.

/// A kind of mark that a legend explains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiagramKey {
    /// The curve of the only model.
    Model,
    /// A published model of the same latency, beside it.
    Published,
    /// The level of the latency of a message that meets no other.
    ZeroLoad,
    /// The line on which everything offered is accepted.
    Offered,
    /// Accepted throughput of the only simulation.
    Accepted,
    /// Network latency of the only simulation.
    Network,
    /// Latency from generation of the only simulation.
    Latency,
    /// Values printed in a paper.
    Print,
    /// Messages to one node, in a run with multicasts.
    Unicasts,
    /// A whisker: a confidence interval.
    Interval,
    Hollow,
    /// A dashed vertical line: the saturation of a model.
    Saturation,
    /// An arrow at the upper edge: a load at which a simulation saturated or deadlocked.
    Beyond,
    /// An arrow at the lower edge: a load at which a simulation deadlocked, so that throughput falls.
    Fallen,
    /// A dotted vertical line with a name: a bound on the load.
    Bound,
    /// The same in the color of one of several curves.
    BoundOfCurve,
    /// The band of agreement in the strip of errors.
    Agreement,
}

impl DiagramKey {
    /// All marks in the order of a legend.
    pub(super) const ALL: [Self; 17] = [
        Self::Model,
        Self::Published,
        Self::ZeroLoad,
        Self::Offered,
        Self::Accepted,
        Self::Network,
        Self::Latency,
        Self::Print,
        Self::Unicasts,
        Self::Interval,
        Self::Hollow,
        Self::Saturation,
        Self::Beyond,
        Self::Fallen,
        Self::Bound,
        Self::BoundOfCurve,
        Self::Agreement,
    ];

    /// Whether it is the curve of a model.
    pub(super) fn is_model(self) -> bool {
        matches!(self, Self::Model | Self::Published)
    }

    /// The identifier in style sheets.
    pub fn id(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::Published => "published-model",
            Self::ZeroLoad => "zero-load",
            Self::Offered => "offered",
            Self::Accepted => "accepted",
            Self::Network => "network",
            Self::Latency => "latency",
            Self::Print => "print",
            Self::Unicasts => "unicasts",
            Self::Interval => "interval",
            Self::Hollow => "hollow",
            Self::Saturation => "saturation",
            Self::Beyond => "beyond",
            Self::Fallen => "fallen",
            Self::Bound => "bound",
            Self::BoundOfCurve => "bound-of-curve",
            Self::Agreement => "agreement",
        }
    }

    /// The mark with this identifier.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.id() == id)
    }

    /// The meaning of the mark.
    pub fn label(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::Published => "published model",
            Self::ZeroLoad => "zero-load latency",
            Self::Offered => "accepted = offered",
            Self::Accepted => "accepted throughput",
            Self::Network => "latency without source queue ± 95 %",
            Self::Latency => "latency with source queue ± 95 %",
            Self::Print => "printed simulation",
            Self::Unicasts => "thin line, small mark: messages to one node",
            Self::Interval => "95 % confidence interval",
            Self::Hollow => "not steady, or beyond the axis",
            Self::Saturation => "model saturates",
            Self::Fallen => "deadlocked: throughput falls",
            Self::Beyond => "saturated or deadlocked: no mean",
            Self::Bound => "upper bound on the load",
            Self::BoundOfCurve => "upper bound on the load of the curve in its color",
            Self::Agreement => "within 5 % of the simulation",
        }
    }
}
