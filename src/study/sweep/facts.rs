//! Facts about a network that is shown: its size and distances, its bisection, its latency without load, and the loads
//! beyond which no router helps.

use std::fmt::Write;

use crate::scenario::{Bounds, BuiltScenario, Scenario};
use engine::routing::written;
use engine::sim::Switching;
use engine::topology::{Bisection, ChannelId, Network, NodeId};
use engine::traffic;

/// A fact, and how its value comes about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    pub name: &'static str,
    /// Its value, with the unit.
    pub value: String,
    /// How the value comes about.
    pub how: String,
}

/// The highest load that a bound allows under a traffic pattern.
#[derive(Debug, Clone, PartialEq)]
pub struct Limit {
    /// The name of the pattern.
    pub pattern: &'static str,
    /// λ [messages/node/cycle, or unit of time], and the reason; a sentence where there is no bound.
    pub bound: Result<(f64, String), String>,
}

/// The largest network whose bounds are computed while a page waits for them \[nodes\].
pub const MOST_NODES_WITH_BOUNDS: u32 = 1024;

/// The facts about the network of a scenario, with its routing, switching and lengths. Bounds under its traffic are
/// left out in networks of more than [`MOST_NODES_WITH_BOUNDS`] nodes.
pub fn facts(scenario: &Scenario, built: &BuiltScenario) -> Vec<Fact> {
    let (topology, network) = (&*built.topology, &built.design.network);
    let fact = |name, value: String, how: &str| Fact {
        name,
        value,
        how: how.to_owned(),
    };
    let (nodes, terminals) = (topology.nodes(), network.terminals().count());
    let switches = nodes - terminals;
    let channels = network.channels();
    let (least, most) = network.degrees();
    let degree = if least == most {
        most.to_string()
    } else {
        format!("{least} to {most}")
    };
    let mut all = vec![
        if switches == 0 {
            fact("Nodes", nodes.to_string(), "each sends and receives")
        } else {
            let value = format!("{terminals} terminals, {switches} switches");
            fact("Nodes", value, "switches neither send nor receive")
        },
        fact(
            "Links",
            links(network).to_string(),
            &format!("{channels} channels: a link in both directions has two"),
        ),
        fact("Degree", degree, "channels that leave a node"),
        fact(
            "Diameter",
            topology.diameter().to_string(),
            "channels on the shortest path between the two nodes farthest apart",
        ),
        fact(
            "Mean distance",
            format!("{:.3}", topology.mean_distance()),
            "channels on a shortest path, over all pairs of two different terminals",
        ),
        fact(
            "Bisection",
            Bisection::of(topology, network).in_words(),
            "fewest channels in one direction between two halves of the terminals, which differ by at most one",
        ),
    ];
    if nodes <= MOST_NODES_WITH_BOUNDS
        && built.packet.is_none()
        && let Ok(bounds) = Bounds::of(scenario, built)
        && let Some(latency) = zero_load(&bounds, scenario, built, senders(scenario, built))
    {
        all.push(fact(
            "Latency without load",
            format!("{latency:.1} cycles"),
            &of_zero_load(built),
        ));
    }
    all
}

/// The number of links: a channel with one that leads back is half of a link.
pub fn links(network: &Network) -> u32 {
    let leads_back = |&channel: &ChannelId| {
        let back = network.between(network.to(channel), network.from(channel));
        back.is_some()
    };
    let two_way = network.channel_ids().filter(leads_back).count() as u32;
    network.channels() - two_way / 2
}

/// How the latency without load comes about.
fn of_zero_load(built: &BuiltScenario) -> String {
    let design = &built.design;
    let mut how = match design.switching {
        Switching::StoreAndForward => "hops times the length of a message",
        _ => "hops of the header, and the flits behind it",
    }
    .to_owned();
    // Writing to a text cannot fail.
    let _ = write!(how, ": messages of {} flits", design.length.mean());
    how
}

/// The limit of every traffic pattern that is defined on the network and needs no settings; none in networks of more
/// than [`MOST_NODES_WITH_BOUNDS`] nodes.
pub fn limits(scenario: &Scenario, built: &BuiltScenario) -> Vec<Limit> {
    if built.topology.nodes() > MOST_NODES_WITH_BOUNDS {
        return Vec::new();
    }
    let patterns = traffic::FAMILIES.iter().filter_map(|family| {
        let mut under = scenario.clone();
        family.entry.id.clone_into(&mut under.traffic.pattern);
        // Patterns that are not defined on the network are left out.
        under.check_pattern_in_page(&*built.topology).ok()?;
        let bound = Bounds::of(&under, built).and_then(|bounds| {
            let lowest = bounds.lowest().ok_or("nothing limits the load")?;
            Ok((lowest.rate, lowest.why.clone()))
        });
        Some(Limit {
            pattern: family.entry.name(),
            bound,
        })
    });
    patterns.collect()
}

/// The fraction of the nodes that send; 1 for a pattern that does not suit the network, which is then not simulated.
pub fn senders(scenario: &Scenario, built: &BuiltScenario) -> f64 {
    let terminals = built.design.network.terminals();
    let Ok(pattern) = scenario.pattern(&*built.topology) else {
        return 1.0;
    };
    let mut random = traffic::streams(scenario.seed, 1).remove(0);
    let sends = |&node: &NodeId| pattern.destination(node, &mut random).is_some();
    let all = (0..terminals.count()).map(|nth| terminals.nth(nth));
    let sending = all.filter(sends).count();
    sending as f64 / f64::from(terminals.count())
}

/// The latency of a message that meets no other ([`Switching::latency_alone`]), over d̄ channels on average. `None` where
/// d̄ is not known.
pub fn zero_load(
    bounds: &Bounds,
    scenario: &Scenario,
    built: &BuiltScenario,
    senders: f64,
) -> Option<f64> {
    let design = &built.design;
    let network = &design.network;
    let hops = match bounds.channel_load {
        Some(load) => {
            let sources = senders * f64::from(network.terminals().count());
            load.mean * f64::from(network.channels()) / sources
        }
        // Adaptive functions take a shortest path while nothing is in the way; of one's own nobody knows.
        None if written::script_of(&scenario.routing).is_none() => bounds.mean_distance,
        None => return None,
    };
    let timing = design.timing;
    let [r, i, e] = [timing.router, timing.injection, timing.ejection].map(f64::from);
    let m = design.length.mean();
    Some(match design.switching {
        Switching::Wormhole | Switching::VirtualCutThrough => hops * (1.0 + r) + m - 1.0 + i + e,
        Switching::StoreAndForward => hops * (m + r) + i + e,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(link: &str) -> (Vec<Fact>, Vec<Limit>) {
        let scenario = Scenario::from_link(link).scenario;
        let built = scenario.build().expect(link);
        (facts(&scenario, &built), limits(&scenario, &built))
    }

    #[test]
    fn the_facts_of_a_torus_are_those_of_the_literature() {
        let (facts, limits) = known("t=torus:8x8&M=16");
        let value = |name| {
            let fact = facts.iter().find(|fact| fact.name == name);
            fact.expect(name).value.clone()
        };
        assert_eq!(value("Nodes"), "64");
        assert_eq!(value("Links"), "128");
        assert_eq!(value("Degree"), "4");
        assert_eq!(value("Diameter"), "8");
        // N·k/4 per dimension over the N − 1 others.
        assert_eq!(
            value("Mean distance"),
            format!("{:.3}", 2.0 * 2.0 * 64.0 / 63.0)
        );
        assert!(value("Bisection").starts_with("16 channels"));
        assert_eq!(
            value("Latency without load"),
            format!("{:.1} cycles", 256.0 / 63.0 + 15.0)
        );
        let uniform = limits.iter().find(|limit| limit.pattern == "Uniform");
        let (rate, _) = uniform
            .expect("every network has it")
            .bound
            .clone()
            .expect("a bound");
        assert!(rate > 0.0 && rate < 1.0 / 16.0 + 1e-12, "{rate}");
    }

    #[test]
    fn switches_are_counted_apart_and_large_networks_have_no_bounds() {
        let (facts, limits) = known("t=fat-tree:2,3&r=up-down");
        assert!(facts[0].value.contains("terminals"), "{facts:?}");
        assert!(!limits.is_empty());
        let (facts, limits) = known("t=mesh:40x40&dl=0");
        assert!(limits.is_empty());
        assert!(facts.iter().all(|fact| fact.name != "Latency without load"));
    }
}
