//! The curves of a measurement: their reports, and the facts on their scenarios that a chart needs.

use serde::{Deserialize, Serialize};

use crate::scenario::{BoundKind, Bounds, BuiltScenario, Scenario};
use crate::sweep::{LoadUnit, MOST_NODES_WITH_BOUNDS, Report, capacity, senders, zero_load};
use engine::{multicast, routing};

/// A curve of a chart, apart from its points.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ShownCurve {
    /// The name in the legend; empty for an only curve of messages to one node.
    pub name: String,
    /// The routing function or multicast algorithm that is measured, given for a single curve, too.
    pub title: String,
    /// M, the mean length of a message \[flits\].
    pub length: f64,
    /// The fraction of the nodes that send.
    pub senders: f64,
    /// λ at the capacity of the network [messages/node/cycle], if it is known.
    pub capacity: Option<f64>,
    /// Bounds on the load, the lowest first.
    pub bounds: Vec<ShownBound>,
    /// The mean latency of messages that meet no other \[cycles\], if it is known.
    pub zero_load: Option<f64>,
}

/// An upper bound on the load.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShownBound {
    /// The resource that limits the load: `bisection`.
    pub name: String,
    /// λ [messages/node/cycle].
    pub rate: f64,
    /// Whether it depends on the routing function.
    pub is_of_routing: bool,
}

/// A curve with its reports, ascending by load.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Series {
    pub curve: ShownCurve,
    pub reports: Vec<Report>,
}

impl ShownCurve {
    /// The curve of a scenario.
    pub fn new(name: String, scenario: &Scenario, built: &BuiltScenario) -> Self {
        // Loads of packets have no unit of flits.
        let is_known = built.packet.is_none() && built.topology.nodes() <= MOST_NODES_WITH_BOUNDS;
        let bounds = is_known.then(|| Bounds::of(scenario, built).ok()).flatten();
        let senders = senders(scenario, built);
        let capacity = capacity(built);
        let algorithm = built.multicast.as_ref();
        let title = match algorithm.filter(|_| built.design.draws_several()) {
            Some(algorithm) => multicast::name_of(algorithm),
            None if built.packet.is_some() => "packets".to_owned(),
            None => routing::title_of(&scenario.routing),
        };
        Self {
            name,
            title,
            capacity: (capacity.is_finite() && capacity > 0.0).then_some(capacity),
            length: built.design.length.mean(),
            senders,
            zero_load: bounds
                .as_ref()
                .and_then(|bounds| zero_load(bounds, scenario, built, senders)),
            bounds: bounds.map_or(Vec::new(), ShownBound::all),
        }
    }

    /// The factor from λ [messages/node/cycle] to a unit; `None` if the unit needs a bound and there is none.
    pub(super) fn factor(&self, unit: LoadUnit) -> Option<f64> {
        match unit {
            LoadUnit::Capacity => self.capacity.map(|capacity| 100.0 / capacity),
            LoadUnit::Messages => Some(1.0),
            LoadUnit::Flits => Some(self.length),
            LoadUnit::Bound => self.network_bound().map(|bound| 1.0 / bound.rate),
        }
    }

    /// The lowest bound that holds for every routing function: the unit of loads, so that functions can be compared.
    pub(super) fn network_bound(&self) -> Option<&ShownBound> {
        self.bounds.iter().find(|bound| !bound.is_of_routing)
    }
}

impl ShownCurve {
    /// The name where there is nothing else to tell it by.
    pub(super) fn titled(&self) -> &str {
        if self.name.is_empty() {
            &self.title
        } else {
            &self.name
        }
    }
}

impl ShownBound {
    /// The bounds, the lowest first; of equal ones only the first.
    fn all(bounds: Bounds) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for bound in bounds.all {
            let is_of_routing = bound.kind == BoundKind::ChannelLoad;
            let is_new = all.iter().all(|other| {
                other.is_of_routing != is_of_routing || bound.rate > other.rate * (1.0 + 1e-9)
            });
            if is_new {
                let name = bound.kind.id().replace('-', " ");
                all.push(Self {
                    name,
                    rate: bound.rate,
                    is_of_routing,
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
    fn the_unit_of_the_load_is_a_bound_that_does_not_depend_on_the_routing_function() {
        let transpose = curve("t=mesh:8x8&vc=2&M=8&tr=transpose");
        assert_eq!(transpose.bounds[0].name, "channel load");
        // `flitscope bounds` prints .01786.
        assert!((transpose.bounds[0].rate - 0.017_857).abs() < 1e-6);
        assert!(transpose.bounds.is_sorted_by(|a, b| a.rate <= b.rate));
        assert!((transpose.senders - 56.0 / 64.0).abs() < 1e-12);
        let factor = transpose.factor(LoadUnit::Bound);
        assert_eq!(
            curve("t=mesh:8x8&vc=2&M=8&tr=transpose&r=west-first").factor(LoadUnit::Bound),
            factor
        );
        assert!(
            factor.is_some_and(|factor| 1.0 / factor > 0.018),
            "{factor:?}"
        );
        assert_eq!(transpose.factor(LoadUnit::Flits), Some(8.0));
        assert_eq!(curve("t=mesh:8x8&md=3").factor(LoadUnit::Bound), None);
        assert_eq!(curve("t=hypercube:3&mu=1").bounds, []);
    }

    #[test]
    fn the_zero_load_latency_is_that_of_a_message_alone() {
        // d̄ + M − 1 with the mean distance of the literature.
        for (link, hops) in [
            ("t=torus:4x4&M=16", 32.0 / 15.0),
            ("t=mesh:4x4&M=16", 8.0 / 3.0),
            ("t=hypercube:4&r=duato&vc=2&M=16", 32.0 / 15.0),
            // Tornado traffic always crosses three channels of a ring of eight; Valiant's detours have twice the
            // mean distance of a ring with all pairs, 2 · 2.
            ("t=ring:8&M=16&tr=tornado", 3.0),
            ("t=ring:8&M=16&r=valiant&vc=4&tr=tornado", 4.0),
        ] {
            let known = curve(link).zero_load.expect(link);
            assert!((known - (hops + 15.0)).abs() < 1e-9, "{link}: {known}");
        }
        let forwarded = curve("t=mesh:4x4&M=16&sw=store-and-forward").zero_load;
        assert!(forwarded.is_some_and(|known| (known - 8.0 / 3.0 * 16.0).abs() < 1e-9));
        assert_eq!(curve("t=hypercube:3&mu=1").zero_load, None);
    }
}
