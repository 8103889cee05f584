//! Changes the network of a scenario and drops settings that the new network does not support.

use crate::scenario::{Scenario, error::ScenarioError};
use engine::catalog::{BuildError, sentence};
use engine::topology;
use engine::{multicast, routing};

/// Settings that only some networks support, the most dispensable first.
#[derive(Debug, Clone, Copy)]
enum Setting {
    /// Replication in routers, for which the network may have no trees.
    Replication,
    /// The multicast algorithm, which may not be defined on the network.
    Algorithm,
    /// Random multicasts, which may have more destinations than the network has other nodes.
    Destinations,
    /// The routing function, which may not be defined on the network.
    Routing,
    /// Failed links, which name nodes.
    Faults,
    Messages,
}

const PARTS: [Setting; 6] = {
    use Setting::{Algorithm, Destinations, Faults, Messages, Replication, Routing};
    [
        Replication,
        Algorithm,
        Destinations,
        Routing,
        Faults,
        Messages,
    ]
};

impl Scenario {
    /// Sets the network, drops as few unsupported settings as possible and returns sentences that
    /// name the dropped ones, if any. If `network` is invalid, or no choice of settings to drop
    /// makes the scenario valid, the scenario stays unchanged and the error says why.
    pub fn change_network(&mut self, network: &str) -> Result<Option<String>, ScenarioError> {
        let usual = usual_routing(network);
        let parts = PARTS.into_iter().filter(|&part| self.has(part, usual));
        let parts: Vec<_> = parts.collect();
        let mut refused = None;
        for lost in 0..=parts.len() as u32 {
            for set in (0_u32..1 << parts.len()).filter(|set| set.count_ones() == lost) {
                let mut changed = self.clone();
                for (bit, &part) in parts.iter().enumerate() {
                    if set >> bit & 1 == 1 {
                        changed.give_up(part, usual);
                    }
                }
                match changed.set("network", network) {
                    Ok(()) => {
                        let given_up = self.given_up(&changed);
                        *self = changed;
                        return Ok(given_up);
                    }
                    // The script may well be defined there once it is compiled.
                    Err(error) if error.problem == BuildError::NotCompiled => return Err(error),
                    Err(error) => refused = Some(error),
                }
            }
        }
        Err(refused.expect("giving up nothing was tried"))
    }

    fn has(&self, part: Setting, usual: &str) -> bool {
        match part {
            Setting::Replication => self.traffic.multicast.router_copies,
            Setting::Algorithm => self.traffic.multicast.algorithm.is_some(),
            Setting::Destinations => self.traffic.multicast.destinations.is_some(),
            Setting::Routing => self.routing != usual,
            Setting::Faults => !self.faults.is_empty(),
            Setting::Messages => !self.messages.is_empty(),
        }
    }

    fn give_up(&mut self, part: Setting, usual: &str) {
        let multicast = &mut self.traffic.multicast;
        match part {
            Setting::Replication => multicast.router_copies = false,
            Setting::Algorithm => multicast.algorithm = None,
            Setting::Destinations => {
                // The fraction has no meaning without destinations.
                multicast.fraction = crate::scenario::multicast::Multicast::default().fraction;
                multicast.destinations = None;
            }
            Setting::Routing => usual.clone_into(&mut self.routing),
            Setting::Faults => self.faults.clear(),
            Setting::Messages => self.messages.clear(),
        }
    }

    fn given_up(&self, after: &Self) -> Option<String> {
        let network = topology::name_in_a_sentence(&after.network);
        let mut sentences = Vec::new();
        if after.routing != self.routing {
            sentences.push(sentence(&format!(
                "{} is not defined on {network}; the routing function is {} now",
                routing::name_in_a_sentence(&self.routing),
                routing::name_in_a_sentence(&after.routing),
            )));
        }
        let (multicast, left) = (&self.traffic.multicast, &after.traffic.multicast);
        if let (Some(algorithm), None) = (&multicast.algorithm, &left.algorithm) {
            let algorithm = multicast::name_of(algorithm);
            sentences.push(format!(
                "“{algorithm}” is not defined on {network}; multicasts use its default algorithm now."
            ));
        }
        if multicast.router_copies && !left.router_copies {
            sentences.push(format!(
                "Routers have no multicast trees on {network}; nodes forward multicasts now."
            ));
        }
        if let (Some(count), None) = (multicast.destinations, left.destinations) {
            sentences.push(sentence(&format!(
                "{network} has fewer than {count} other nodes; random messages go to one node now"
            )));
        }
        let lost = [
            (self.messages.len() > after.messages.len()).then_some("messages sent by hand"),
            (self.faults.len() > after.faults.len()).then_some("failed links"),
        ];
        let lost: Vec<_> = lost.into_iter().flatten().collect();
        if !lost.is_empty() {
            sentences.push(format!(
                "The {} name nodes of the previous network and were removed.",
                lost.join(" and the ")
            ));
        }
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }
}

/// The default routing function of a network.
fn usual_routing(network: &str) -> &'static str {
    let topology = topology::from_spec(network);
    topology.map_or("dimension-order", |topology| routing::usual(&*topology))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_settings_that_the_new_network_does_not_support_are_dropped() {
        for (link, network, kept, notice) in [
            (
                "t=mesh:8x8&lam=0.1",
                "torus:8 × 8",
                "t=torus:8x8&lam=0.1",
                None,
            ),
            (
                "t=hypercube:3&vc=1&lam=0.01&beta=1&mr=1",
                "mesh:4x4",
                "t=mesh:4x4&vc=1&lam=0.01&beta=1",
                Some("Routers have no multicast trees on Mesh 4×4; nodes forward multicasts now."),
            ),
            (
                "t=mesh:8x8&r=label",
                "torus:8x8",
                "t=torus:8x8",
                Some(
                    "“Label (Hamiltonian)” is not defined on Torus 8×8; the routing function is “Dimension order” now.",
                ),
            ),
            (
                "t=mesh:8x8&r=duato&msg=0:7,7>0,0",
                "mesh:4x4",
                "t=mesh:4x4&r=duato",
                Some(
                    "The messages sent by hand name nodes of the previous network and were \
                      removed.",
                ),
            ),
            (
                "t=torus:4x4&fail=0,0>3,0&msg=0:3,3>0,0",
                "mesh:4x4",
                "t=mesh:4x4&msg=0:3,3>0,0",
                Some("The failed links name nodes of the previous network and were removed."),
            ),
            (
                "t=mesh:8x8&mc=dual-path&md=10&mf=0.5",
                "torus:8x8",
                "t=torus:8x8&md=10&mf=0.5",
                Some(
                    "“Dual path” is not defined on Torus 8×8; multicasts use its default algorithm \
                      now.",
                ),
            ),
            (
                "t=mesh:8x8&mc=dual-path&md=10&mf=0.5",
                "mesh:3x3",
                "t=mesh:3x3&mc=dual-path",
                Some("Mesh 3×3 has fewer than 10 other nodes; random messages go to one node now."),
            ),
            (
                "t=mesh:8x8&r=label&mc=dual-path&md=9",
                "torus:3",
                "t=torus:3",
                Some(
                    "“Label (Hamiltonian)” is not defined on Torus k = 3; the routing function is “Dimension \
                     order” now. “Dual path” is not defined on Torus k = 3; multicasts use its default \
                     algorithm now. Torus k = 3 has fewer than 9 other nodes; random messages go to one node now.",
                ),
            ),
            (
                "t=mesh:8x8&r=west-first&fail=0,0>1,0&msg=0:7,7>0,0",
                "hypercube:3",
                "t=hypercube:3",
                Some(
                    "“West first” is not defined on Hypercube n = 3; the routing function is “Dimension \
                     order” now. The \
                     messages sent by hand and the failed links name nodes of the previous network \
                     and were removed.",
                ),
            ),
        ] {
            let mut scenario = Scenario::from_link(link).scenario;
            assert_eq!(scenario.to_link(), link);
            let given_up = scenario.change_network(network);
            assert_eq!(given_up, Ok(notice.map(str::to_owned)), "{link}");
            assert_eq!(scenario.to_link(), kept);
        }
    }

    #[test]
    fn an_invalid_network_changes_nothing() {
        let link = "t=mesh:8x8&r=label&fail=0,0>1,0&msg=0:7,7>0,0";
        let mut scenario = Scenario::from_link(link).scenario;
        let refused = scenario
            .change_network("mesh:0x4")
            .expect_err("there is no such mesh");
        assert!(
            refused.reason().starts_with("Radices k must be "),
            "{refused}"
        );
        assert_eq!(scenario.to_link(), link);
    }
}
