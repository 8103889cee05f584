//! Curves of models, points of simulations and of print, over any quantity.

/// A chart of several traces, with what simulations and models differ by underneath.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Diagram {
    /// What is varied.
    pub x: Scale,
    /// What is found.
    pub y: Scale,
    /// In the order of the legend; a trace keeps its color, stroke and glyph when others hide.
    pub traces: Vec<Trace>,
    /// Whether the strip of errors stands underneath: model minus simulation in percent of the
    /// simulation, with its interval, for every trace that is [`of`](Trace::of) a model's.
    pub has_strip: bool,
}

/// An axis.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Scale {
    /// Quantity and unit, as it stands at the axis.
    pub label: String,
    /// Whether equal factors are equally far apart.
    pub is_log: bool,
}

/// One line of the legend.
#[derive(Debug, Clone, PartialEq)]
pub struct Trace {
    /// As the legend writes it.
    pub name: String,
    /// Where it comes from, which decides how it is drawn.
    pub kind: Kind,
    /// By ascending x.
    pub marks: Vec<Mark>,
    /// Where a model, drawn over the load, has its asymptote.
    pub saturation: Option<f64>,
    /// The trace of the model that a simulation is held against.
    pub of: Option<usize>,
    /// Whether it is left out of the picture, but not of the legend.
    pub is_hidden: bool,
}

/// Where numbers come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A closed form: a line.
    Model,
    /// Ours: discs with whiskers of 95 %, hollow where they are not steady.
    Simulation,
    /// A paper's: diamonds.
    Printed,
}

/// A point of a trace.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mark {
    /// Where on the axis.
    pub x: f64,
    /// What is there.
    pub y: f64,
    /// Half the width of its 95 % interval, of a simulation.
    pub half_width: Option<f64>,
    /// Whether it is a mean over a steady state, and does not depend on when one looks.
    pub is_steady: bool,
}
