//! The curves of a measurement: their reports, and the facts on their scenarios that a chart needs.

use serde::{Deserialize, Serialize};

use crate::scenario::{Bounds, BuiltScenario, Scenario};
use crate::sweep::{LoadUnit, Report};

/// A curve of a chart, apart from its points.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ShownCurve {
    /// The name in the legend; empty for an only curve of messages to one node.
    pub name: String,
    /// M, the mean length of a message \[flits\].
    pub length: f64,
    /// Bounds on the load, the lowest first.
    pub bounds: Vec<ShownBound>,
}

/// An upper bound on the load.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShownBound {
    /// The resource that limits the load: `bisection`.
    pub name: String,
    /// λ [messages/node/cycle].
    pub rate: f64,
}

/// A curve with its reports, ascending by load.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Series {
    /// Everything but the reports.
    pub curve: ShownCurve,
    /// The reports.
    pub reports: Vec<Report>,
}

/// The largest network whose bounds a chart shows \[nodes\]: more would take too long while a user waits.
const MOST_NODES: u32 = 1024;

impl ShownCurve {
    /// The curve of a scenario.
    pub fn new(name: String, scenario: &Scenario, built: &BuiltScenario) -> Self {
        Self {
            name,
            length: built.design.length.mean(),
            bounds: ShownBound::all(scenario, built),
        }
    }

    /// The factor from λ [messages/node/cycle] to a unit; `None` if the unit needs a bound and there is none.
    pub(super) fn factor(&self, unit: LoadUnit) -> Option<f64> {
        match unit {
            LoadUnit::Messages => Some(1.0),
            LoadUnit::Flits => Some(self.length),
            LoadUnit::Bound => self.bounds.first().map(|bound| 1.0 / bound.rate),
        }
    }
}

impl ShownBound {
    /// The bounds of a scenario, the lowest first; of equal ones only the first. None for packets, whose loads have no
    /// unit of flits, and where they are unknown.
    fn all(scenario: &Scenario, built: &BuiltScenario) -> Vec<Self> {
        if built.packet.is_some() || built.topology.nodes() > MOST_NODES {
            return Vec::new();
        }
        let bounds = Bounds::of(scenario, built).map_or(Vec::new(), |bounds| bounds.all);
        let mut all: Vec<Self> = Vec::new();
        for bound in bounds {
            let is_new = all
                .last()
                .is_none_or(|last| bound.rate > last.rate * (1.0 + 1e-9));
            if is_new {
                let name = bound.kind.id().replace('-', " ");
                all.push(Self {
                    name,
                    rate: bound.rate,
                });
            }
        }
        all
    }
}

impl Series {
    /// Whether messages go to several nodes.
    pub(super) fn has_multicasts(&self) -> bool {
        let mut reports = self.reports.iter();
        reports.any(|report| report.measures.multicast_latency.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(link: &str) -> ShownCurve {
        let scenario = Scenario::from_link(link).scenario;
        let built = scenario.build().expect("a valid scenario");
        ShownCurve::new(String::new(), &scenario, &built)
    }

    #[test]
    fn bounds_ascend_and_the_lowest_is_the_unit() {
        let transpose = curve("t=mesh:8x8&vc=2&M=8&tr=transpose");
        assert_eq!(transpose.bounds[0].name, "channel load");
        assert!(transpose.bounds.is_sorted_by(|a, b| a.rate < b.rate));
        let factor = transpose.factor(LoadUnit::Bound).expect("a bound");
        // `flitscope bounds` prints .01786.
        assert!((1.0 / factor - 0.017_857).abs() < 1e-6, "{factor}");
        assert_eq!(transpose.factor(LoadUnit::Flits), Some(8.0));
        assert_eq!(curve("t=mesh:8x8&md=3").factor(LoadUnit::Bound), None);
        assert_eq!(curve("t=hypercube:3&mu=1").bounds, []);
    }
}
