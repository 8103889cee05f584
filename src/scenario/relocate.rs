//! Another network for the same scenario, and what has to be given up for it.

use super::Scenario;

/// What only some networks have a meaning for.
#[derive(Debug, Clone, Copy)]
enum Part {
    /// The routing function, which may not be defined on it.
    Routing,
    /// Messages, which name nodes.
    Messages,
    /// Failed links, which name nodes.
    Faults,
}

/// What may be given up, the least first.
const LOSSES: &[&[Part]] = {
    use Part::{Faults, Messages, Routing};
    &[
        &[],
        &[Routing],
        &[Faults],
        &[Messages],
        &[Routing, Faults],
        &[Routing, Messages],
        &[Messages, Faults],
        &[Routing, Messages, Faults],
    ]
};

impl Scenario {
    /// Sets the network to what was typed for it, giving up what has no meaning there: says in
    /// sentences what that was, if anything. If it is no network, or the rest does not fit
    /// either, the scenario stays as it is and the sentence says why.
    pub fn relocate(&mut self, network: &str) -> Result<Option<String>, String> {
        let mut refused = String::new();
        for parts in LOSSES {
            let mut changed = self.clone();
            parts.iter().for_each(|part| changed.give_up(*part));
            match changed.set("network", network) {
                Ok(()) => {
                    let given_up = self.given_up(&changed);
                    *self = changed;
                    return Ok(given_up);
                }
                Err(sentence) => refused = sentence,
            }
        }
        Err(refused)
    }

    fn give_up(&mut self, part: Part) {
        match part {
            Part::Routing => self.routing = super::default_routing(),
            Part::Messages => self.messages.clear(),
            Part::Faults => self.faults.clear(),
        }
    }

    fn given_up(&self, after: &Self) -> Option<String> {
        let mut sentences = Vec::new();
        if after.routing != self.routing {
            sentences.push(format!(
                "{} is not defined on {}; routing is {} now.",
                self.routing, after.network, after.routing
            ));
        }
        let lost = [
            (self.messages.len() > after.messages.len()).then_some("messages sent by hand"),
            (self.faults.len() > after.faults.len()).then_some("failed links"),
        ];
        let lost: Vec<_> = lost.into_iter().flatten().collect();
        if !lost.is_empty() {
            sentences.push(format!(
                "The {} name nodes of the other network and were removed.",
                lost.join(" and the ")
            ));
        }
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_has_no_meaning_on_the_other_network_is_given_up() {
        for (link, network, kept, told) in [
            (
                "t=mesh:8x8&lam=0.1",
                "torus:8 × 8",
                "t=torus:8x8&lam=0.1",
                None,
            ),
            (
                "t=mesh:8x8&r=label",
                "torus:8x8",
                "t=torus:8x8",
                Some("label is not defined on torus:8x8; routing is dimension-order now."),
            ),
            (
                "t=mesh:8x8&r=duato&msg=0:7,7>0,0",
                "mesh:4x4",
                "t=mesh:4x4&r=duato",
                Some("The messages sent by hand name nodes of the other network and were removed."),
            ),
            (
                "t=torus:4x4&fail=0,0>3,0&msg=0:3,3>0,0",
                "mesh:4x4",
                "t=mesh:4x4&msg=0:3,3>0,0",
                Some("The failed links name nodes of the other network and were removed."),
            ),
            (
                "t=mesh:8x8&r=west-first&fail=0,0>1,0&msg=0:7,7>0,0",
                "hypercube:3",
                "t=hypercube:3",
                Some(
                    "west-first is not defined on hypercube:3; routing is dimension-order now. The \
                     messages sent by hand and the failed links name nodes of the other network \
                     and were removed.",
                ),
            ),
        ] {
            let mut scenario = Scenario::from_link(link).scenario;
            assert_eq!(scenario.to_link(), link);
            let given_up = scenario.relocate(network);
            assert_eq!(given_up, Ok(told.map(str::to_owned)), "{link}");
            assert_eq!(scenario.to_link(), kept);
        }
    }

    #[test]
    fn where_that_is_no_network_everything_stays() {
        let link = "t=mesh:8x8&r=label&fail=0,0>1,0&msg=0:7,7>0,0";
        let mut scenario = Scenario::from_link(link).scenario;
        let refused = scenario
            .relocate("mesh:0x4")
            .expect_err("there is no such mesh");
        assert!(refused.starts_with("Radices k must be "), "{refused}");
        assert_eq!(scenario.to_link(), link);
    }
}
