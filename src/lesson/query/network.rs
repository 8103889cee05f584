//! Queries about the network.

use rhai::Dynamic;

use super::{Group, Message, Outcome, Pair, Run, Text, TextAndNumber, query, value, values};
use crate::error::LessonError;
use crate::run::SceneRun;
use engine::catalog::quoted;
use engine::topology::{PathLabels, Terminals, disjoint_paths};

pub(super) const GROUP: Group = Group {
    name: "The network",
    queries: &[
        query(
            "nodes()",
            "How many nodes there are.",
            Run(|run| value(run.built().topology.nodes())),
        ),
        query(
            "terminals()",
            "How many nodes send and receive: all but the switches.",
            Run(|run| value(Terminals::of(&*run.built().topology).count())),
        ),
        query(
            "switches()",
            "How many switches there are, which neither send nor receive.",
            Run(|run| {
                let topology = &run.built().topology;
                let switches = topology.node_ids().filter(|&node| topology.is_switch(node));
                value(switches.count())
            }),
        ),
        query(
            "channels()",
            "How many channels there are, each direction counted.",
            Run(|run| value(run.built().design.network.channels())),
        ),
        query(
            "degree()",
            "The most channels that leave a node.",
            Run(|run| value(run.built().design.network.degrees().1)),
        ),
        query(
            "diameter()",
            "The largest distance [hops].",
            Run(|run| value(run.built().topology.diameter())),
        ),
        query(
            "mean_distance()",
            "The mean distance of two different nodes [hops].",
            Run(|run| value(run.built().topology.mean_distance())),
        ),
        query(
            "bisection()",
            "Channels from one half of the terminals to the other, the fewest of any division; nothing where that is not proved.",
            Run(|run| {
                let bisection = &run.bounds()?.bisection;
                let proved = bisection.is_smallest.then_some(bisection.channels);
                value(proved)
            }),
        ),
        query(
            "distance(\"0\", \"2\")",
            "Hops on a shortest path between two nodes.",
            Pair(|run, from, to| {
                let (from, to) = (run.node("from", from)?, run.node("to", to)?);
                value(run.built().topology.distance(from, to))
            }),
        ),
        query(
            "all_nodes()",
            "All nodes, as a list.",
            Run(|run| {
                let nodes = run.built().topology.node_ids();
                values(nodes.map(|node| run.label(node)))
            }),
        ),
        query(
            "all_channels()",
            "All channels, as a list.",
            Run(|run| {
                let channels = run.built().design.network.channel_ids();
                values(channels.map(|channel| run.channel_name(channel)))
            }),
        ),
        query(
            "neighbors(\"0\")",
            "The nodes to which channels of a node lead.",
            Text(|run, node| {
                let node = run.node("node", node)?;
                let network = &run.built().design.network;
                values(
                    network
                        .channels_of(node)
                        .map(|channel| run.label(network.to(channel))),
                )
            }),
        ),
        query(
            "at_distance(\"0\", 2)",
            "The nodes that are so many hops away from a node.",
            TextAndNumber(|run, node, hops| {
                let from = run.node("node", node)?;
                let topology = &run.built().topology;
                let far = topology
                    .node_ids()
                    .filter(|&to| i64::from(topology.distance(from, to)) == hops);
                values(far.map(|node| run.label(node)))
            }),
        ),
        query(
            "address(\"0\")",
            "A node as the literature writes it: `(3,2)`, `0110`.",
            Text(|run, node| value(run.built().topology.address(run.node("node", node)?))),
        ),
        query(
            "label(\"0\")",
            "The number of a node along the Hamiltonian path by which label-based algorithms go.",
            Text(|run, node| {
                let node = run.node("node", node)?;
                value(labels(run)?.of_nodes()[node.0 as usize])
            }),
        ),
        query(
            "labeled(0)",
            "The nodes that have a number along the Hamiltonian path.",
            Message(|run, number| {
                let topology = &run.built().topology;
                let labels = labels(run)?;
                let found = topology.node_ids();
                let found =
                    found.filter(|node| i64::from(labels.of_nodes()[node.0 as usize]) == number);
                values(found.map(|node| run.label(node)))
            }),
        ),
        query(
            "disjoint(\"0\", \"2\")",
            "How many paths between two nodes share no node and no failed link.",
            Pair(|run, from, to| {
                let (from, to) = ends(run, from, to)?;
                let design = &run.built().design;
                value(disjoint_paths(&design.network, from, to, &design.faults).len())
            }),
        ),
        query(
            "connected(\"0\", \"2\")",
            "Whether links that have not failed join two nodes.",
            Pair(|run, from, to| {
                let (from, to) = ends(run, from, to)?;
                let design = &run.built().design;
                value(!disjoint_paths(&design.network, from, to, &design.faults).is_empty())
            }),
        ),
        query(
            "failed()",
            "Links that have failed.",
            Run(|run| value(run.scenario().faults.len())),
        ),
    ],
};

pub(super) fn ends(
    run: &SceneRun,
    from: &str,
    to: &str,
) -> Outcome<(engine::topology::NodeId, engine::topology::NodeId)> {
    let (one, other) = (run.node("from", from)?, run.node("to", to)?);
    if one == other {
        return Err(LessonError::new(format!(
            "from and to must be two different nodes, not {} twice",
            quoted(from)
        )));
    }
    Ok((one, other))
}

fn labels(run: &SceneRun) -> Outcome<PathLabels> {
    let labels = run.built().topology.path_labels();
    labels.ok_or_else(|| {
        let network = &run.scenario().network;
        LessonError::new(format!(
            "{network} has no Hamiltonian labels; meshes and mesh-hypercubes do"
        ))
    })
}

/// Parses a list of nodes.
pub(super) fn nodes(run: &SceneRun, list: &Dynamic) -> Outcome<Vec<engine::topology::NodeId>> {
    let names = super::texts(list)
        .ok_or_else(|| LessonError::new("nodes must be a list such as [\"0\", \"1\"]"))?;
    let nodes = names.iter().map(|name| run.node("node", name));
    nodes.collect()
}
