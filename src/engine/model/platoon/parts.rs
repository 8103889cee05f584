//! Results of the model: latency, and the terms of the equations as means over all nodes or over the
//! lanes of a dimension.

use super::Platoon;
use super::solve::Solution;
use crate::model::{Latency, Part};

impl Platoon {
    /// The mean over messages of a value of their sources.
    fn mean(&self, values: impl IntoIterator<Item = f64>) -> f64 {
        let sources = self.flows.members.iter().zip(&self.flows.rate);
        let weights = sources
            .take(self.flows.sources())
            .map(|(members, rate)| members * rate);
        let sum: f64 = weights
            .clone()
            .zip(values)
            .map(|(weight, value)| weight * value)
            .sum();
        sum / weights.sum::<f64>()
    }

    /// The share of time for which the busiest lane is held.
    pub(super) fn most_held(&self, rate: f64, found: &Solution) -> f64 {
        let lanes = self.flows.rate[self.flows.sources()..].iter();
        let held = lanes
            .zip(&found.held)
            .map(|(lane, held)| rate * lane * held);
        held.fold(0.0, f64::max)
    }

    pub(super) fn latency(&self, rate: f64, found: &Solution) -> Latency {
        let wait = self.mean(found.wait.iter().copied());
        let service = self.mean(found.service.iter().map(|[mean, _]| *mean));
        let passed = self.mean(found.passed.iter().copied());
        let network = service + passed - 1.0 + self.flows.hops; // [21], [34]
        let mut parts = vec![
            Part::new(
                "T_net",
                "network latency, from the head of the source queue",
                "cycles",
                network,
            ),
            Part::new("W_0", "wait in the source queue", "cycles", wait),
            Part::new(
                "S",
                "time of a message in its injection channel",
                "cycles",
                service,
            ),
            Part::new(
                "ρ_S",
                "utilization of the busiest source, after a message that waited",
                "",
                found.busiest,
            ),
            Part::new(
                "ρ_H",
                "share of time for which the busiest lane is held",
                "",
                self.most_held(rate, found),
            ),
            Part::new(
                "H",
                "time for which a lane is held, mean over the messages on all lanes",
                "cycles",
                self.mean_over_lanes(|_| true, &found.held),
            ),
            Part::new(
                "b",
                "share of worms that enter a lane right behind another",
                "",
                self.mean_over_lanes(|_| true, &found.platoons),
            ),
        ];
        if self.flows.is_shared {
            let stretch = self.mean(found.stretch.iter().copied());
            parts.push(Part::new(
                "U",
                "time that sharing channels adds to a message",
                "cycles",
                stretch,
            ));
        }
        self.add_by_dimension(found, &mut parts);
        Latency {
            total: network + wait,
            parts,
            iterations: found.iterations,
        }
    }

    /// Means over the lanes of each dimension, and waits from the source or a dimension into another.
    fn add_by_dimension(&self, found: &Solution, parts: &mut Vec<Part>) {
        let flows = &self.flows;
        let last = flows.dimension.iter().max().copied().unwrap_or(0);
        for dimension in 0..=last {
            let here = |lane: usize| flows.dimension[lane] == dimension;
            parts.push(Part::new(
                format!("H_{dimension}"),
                format!("time for which a lane of dimension {dimension} is held"),
                "cycles",
                self.mean_over_lanes(here, &found.held),
            ));
            parts.push(Part::new(
                format!("b_{dimension}"),
                format!("share of worms that enter a lane of dimension {dimension} behind another"),
                "",
                self.mean_over_lanes(here, &found.platoons),
            ));
        }
        for (kind, name) in self.kinds() {
            for dimension in 0..=last {
                if let Some(wait) = self.mean_wait(kind, dimension, found) {
                    let from = match kind {
                        None => "S".to_owned(),
                        Some(from) => from.to_string(),
                    };
                    parts.push(Part::new(
                        format!("w_{from},{dimension}"),
                        format!("wait of a header from {name} for a lane of dimension {dimension}"),
                        "cycles",
                        wait,
                    ));
                }
            }
        }
    }

    /// Sources, and the lanes of each dimension, with their names.
    fn kinds(&self) -> Vec<(Option<u8>, String)> {
        let last = self.flows.dimension.iter().max().copied().unwrap_or(0);
        let of_lanes =
            (0..=last).map(|dimension| (Some(dimension), format!("dimension {dimension}")));
        let source = (None, "the source".to_owned());
        [source].into_iter().chain(of_lanes).collect()
    }

    /// The mean over the worms in some lanes.
    fn mean_over_lanes(&self, is_meant: impl Fn(usize) -> bool, values: &[f64]) -> f64 {
        let flows = &self.flows;
        let [mut sum, mut weights] = [0.0; 2];
        for lane in (0..flows.lanes()).filter(|&lane| is_meant(lane)) {
            let port = flows.sources() + lane;
            let weight = flows.members[port] * flows.rate[port];
            sum += weight * values[lane];
            weights += weight;
        }
        sum / weights
    }

    /// The mean wait from sources, or from lanes of a dimension, into lanes of another; `None` if none go there.
    fn mean_wait(&self, kind: Option<u8>, dimension: u8, found: &Solution) -> Option<f64> {
        let flows = &self.flows;
        let [mut sum, mut weights] = [0.0; 2];
        let lanes = (0..flows.lanes()).filter(|&lane| flows.dimension[lane] == dimension);
        for lane in lanes {
            let members = flows.members[flows.sources() + lane];
            for place in flows.inputs_of(lane) {
                let input = flows.inputs[place];
                let from = input.port.checked_sub(flows.sources());
                if from.map(|lane| flows.dimension[lane]) == kind {
                    let weight = members * input.rate;
                    sum += weight * found.input_wait[place];
                    weights += weight;
                }
            }
        }
        (weights > 0.0).then(|| sum / weights)
    }
}
