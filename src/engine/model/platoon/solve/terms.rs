//! The case for which the equations are solved, and the solution from which steps begin.

use super::lengths::Lengths;
use crate::model::platoon::Effect;

/// There is no solution, or it was not found.
#[derive(Debug)]
pub(in crate::model::platoon) struct Unsettled {
    /// The highest utilization of a lane in the last step.
    pub(in crate::model::platoon) busiest: f64,
    /// Whether the steps led to impossible values.
    pub(in crate::model::platoon) diverged: bool,
}

/// A solution at one load, from which those of other loads are soon reached.
#[derive(Debug, Clone)]
pub(in crate::model::platoon) struct Knot {
    pub(in crate::model::platoon) rate: f64,
    pub(super) values: Vec<f64>,
}

/// The case for which the equations are solved.
#[derive(Debug, Clone, Copy)]
pub(in crate::model::platoon) struct Terms {
    /// The distribution of M.
    pub(in crate::model::platoon) lengths: Lengths,
    /// Whether memory is longer than one message \[37\] to \[48\].
    pub(in crate::model::platoon) lasts: bool,
    /// B − 1 \[flits\]: by how much a lane takes up delays \[50\].
    pub(in crate::model::platoon) slack: f64,
    /// An effect that is left out.
    pub(in crate::model::platoon) without: Option<Effect>,
}
