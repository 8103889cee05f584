//! Queries about the routing function and deadlock.

use std::convert::Infallible;

use rhai::Array;

use super::network::{ends, nodes};
use super::{Group, List, Outcome, Pair, Run, Text, query, value, values};
use crate::run::SceneRun;
use engine::routing::states::States;
use engine::routing::{self, Candidates, Delivery, Header, Hop, RoutingFunction, VcSet};
use engine::topology::{ChannelId, NodeId};

/// The most virtual channels that the query `min_vcs` tries.
const MOST_TRIED: i64 = 6;

pub(super) const GROUP: Group = Group {
    name: "Routing and deadlock",
    queries: &[
        query(
            "paths(\"0\", \"2\")",
            "How many paths the routing function allows between two nodes.",
            Pair(|run, from, to| {
                let (from, to) = terminals(run, from, to)?;
                let found = routing::routes(&run.built().design.network, run.routing(), from, to);
                match found
                    .paths
                    .exact()
                    .and_then(|count| i64::try_from(count).ok())
                {
                    Some(count) => value(count),
                    None => value(found.paths.to_string()),
                }
            }),
        ),
        query(
            "route(\"0\", \"2\")",
            "The nodes of the path that the routing function prefers.",
            Pair(|run, from, to| {
                let (from, to) = terminals(run, from, to)?;
                let path = routing::path(&run.built().design.network, run.routing(), from, to);
                values(path.iter().map(|&node| run.label(node)))
            }),
        ),
        query(
            "next(\"0\", \"2\")",
            "The nodes to which the routing function may send a header on.",
            Pair(|run, from, to| {
                let (here, to) = ends(run, from, to)?;
                values(offered(run, here, to).iter().map(|&node| run.label(node)))
            }),
        ),
        query(
            "allowed([\"0\", \"1\"])",
            "Whether a message may take a path, given by its nodes.",
            List(|run, path| value(allowed(run, path)?)),
        ),
        query(
            "reaches(\"0\", \"2\")",
            "Whether messages find a path from one node to another.",
            Pair(|run, from, to| {
                let (from, to) = terminals(run, from, to)?;
                value(reaches(run, from, to))
            }),
        ),
        query(
            "deadlock_free()",
            "Whether messages can never deadlock; nothing where that is not decided.",
            Run(|run| {
                let is_free = run.deadlock()?.deadlock_free;
                value(is_free)
            }),
        ),
        query(
            "delivers()",
            "Whether every message arrives, whichever path it takes of those that the routing function allows.",
            Run(|run| value(delivery(run).is_certain())),
        ),
        query(
            "most_hops()",
            "The most hops of a message; nothing if some message need not arrive.",
            Run(|run| {
                let hops = delivery(run).most_hops;
                value(hops)
            }),
        ),
        query(
            "fully_adaptive()",
            "Whether a message may take every channel that leads nearer, wherever it is.",
            Run(|run| value(is_fully_adaptive(run))),
        ),
        query(
            "same_channels(\"dimension-order\")",
            "Whether messages may take the same channels everywhere as under another routing function.",
            Text(|run, id| value(is_same(run, id)?)),
        ),
        query(
            "dependencies()",
            "Dependencies between virtual channels in the channel dependency graph.",
            Run(|run| value(run.deadlock()?.dependencies)),
        ),
        query(
            "dependency_cycle()",
            "The channels of a shortest cycle in the channel dependency graph.",
            Run(|run| {
                let cycle = run.deadlock()?.cycle.iter();
                values(cycle.map(|lane| run.channel_name(lane.channel)))
            }),
        ),
        query(
            "min_vcs()",
            "The fewest virtual channels with which messages can never deadlock, up to 6; nothing where that is not decided.",
            Run(|run| value(min_vcs(run))),
        ),
        query(
            "channel_load()",
            "Messages over the busiest channel for each one that a node sends, under the traffic pattern.",
            Run(|run| {
                let load = run.bounds()?.channel_load;
                value(load.map(|load| load.max))
            }),
        ),
        query(
            "bound()",
            "The load [messages/node/cycle] that cannot be exceeded here, by ports, bisection, mean distance or channel load.",
            Run(|run| {
                let bounds = run.bounds()?;
                value(bounds.all.first().map(|bound| bound.rate))
            }),
        ),
    ],
};

fn delivery(run: &SceneRun) -> Delivery {
    let built = run.built();
    Delivery::of(&*built.topology, &built.design.network, run.routing())
}

fn terminals(run: &SceneRun, from: &str, to: &str) -> Outcome<(NodeId, NodeId)> {
    let topology = &run.built().topology;
    topology.terminal("from", from)?;
    topology.terminal("to", to)?;
    ends(run, from, to)
}

/// Whether some path from one terminal to another arrives.
fn reaches(run: &SceneRun, from: NodeId, to: NodeId) -> bool {
    let design = &run.built().design;
    let has_path = || !routing::path(&design.network, run.routing(), from, to).is_empty();
    design.delivers(from, to) && (run.routing().always_arrives() || has_path())
}

fn min_vcs(run: &SceneRun) -> Option<i64> {
    for vcs in 1..=MOST_TRIED {
        let mut scenario = run.scenario().clone();
        scenario.vcs = vcs;
        // Some functions are not defined with few virtual channels.
        let Ok(run) = SceneRun::new(&scenario, &scenario) else {
            continue;
        };
        match run.deadlock().ok()?.deadlock_free {
            Some(true) => return Some(vcs),
            Some(false) => {}
            // Fewer may be enough.
            None => return None,
        }
    }
    None
}

/// Visits every state of a header that messages between terminals can reach.
fn all_states(run: &SceneRun, mut visit: impl FnMut(Hop) -> bool) -> bool {
    let (network, function) = (&run.built().design.network, run.routing());
    let mut states = States::new(VcSet::MOST);
    (0..function.legs()).all(|leg| {
        function.ends(network, leg).all(|to| {
            let starts = function.starts(network, to, leg);
            let asks = function.asks_arrival();
            let Ok(()) = states.explore::<Infallible>(network, starts, asks, |hop, out| {
                function.candidates(network, hop, out);
                Ok(())
            });
            (0..states.len()).all(|state| visit(states.hop(state)))
        })
    })
}

/// Returns the channels offered to a message at this hop, in ascending order.
fn channels(run: &SceneRun, function: &dyn RoutingFunction, hop: Hop) -> Vec<ChannelId> {
    let mut candidates = Candidates::default();
    function.candidates(&run.built().design.network, hop, &mut candidates);
    let channels = candidates.as_slice().iter().map(|offer| offer.channel);
    let channels: std::collections::BTreeSet<_> = channels.collect();
    channels.into_iter().collect()
}

fn is_fully_adaptive(run: &SceneRun) -> bool {
    let built = run.built();
    let (topology, network) = (&built.topology, &built.design.network);
    let paths = topology.shortest_paths();
    all_states(run, |hop| {
        let offered = channels(run, run.routing(), hop);
        let mut is_offered = true;
        paths.ports(hop.here, hop.to, |port, _| {
            let channel = network.channel(hop.here, port);
            is_offered &= offered.contains(&channel);
        });
        is_offered
    })
}

fn is_same(run: &SceneRun, id: &str) -> Outcome<bool> {
    let (topology, scripts) = (&*run.built().topology, &run.scenario().scripts);
    let other = routing::from_id_with(id, topology, VcSet::MOST, scripts)?;
    let are_alike = run.routing().legs() == other.legs();
    Ok(are_alike
        && all_states(run, |hop| {
            channels(run, run.routing(), hop) == channels(run, &*other, hop)
        }))
}

/// Returns the nodes to which a header may be sent on, on either leg that can start here.
fn offered(run: &SceneRun, here: NodeId, to: NodeId) -> Vec<NodeId> {
    let (network, function) = (&run.built().design.network, run.routing());
    let mut nodes = Vec::new();
    for start in starts(run, here, to) {
        for offer in Header::new(network, function, start).offers() {
            let node = network.to(offer.channel);
            if !nodes.contains(&node) {
                nodes.push(node);
            }
        }
    }
    nodes
}

/// Returns the first hops of a message: one or, through intermediate nodes, one for each.
fn starts(run: &SceneRun, from: NodeId, to: NodeId) -> Vec<Hop> {
    let (network, function) = (&run.built().design.network, run.routing());
    if function.legs() == 1 {
        return vec![Hop::new(from, to, 0)];
    }
    let direct = function
        .weighs_load()
        .then(|| Hop::new(from, to, function.legs() - 1));
    let through = (0..network.nodes()).filter_map(|by| {
        let legs = routing::legs_through(network, function, [from, NodeId(by), to])?;
        legs.first().copied()
    });
    direct.into_iter().chain(through).collect()
}

fn allowed(run: &SceneRun, path: Array) -> Outcome<bool> {
    let path = nodes(run, &path.into())?;
    let (Some(&from), Some(&to)) = (path.first(), path.last()) else {
        return Ok(false);
    };
    if path.len() < 2 || from == to {
        return Ok(false);
    }
    let (network, function) = (&run.built().design.network, run.routing());
    let goes = |start: Hop, path: &[NodeId]| {
        let mut header = Header::new(network, function, start);
        path[1..].iter().all(|&next| header.go_to(next)) && header.is_there()
    };
    let last = function.legs() - 1;
    if last == 0 || function.weighs_load() && goes(Hop::new(from, to, last), &path) {
        return Ok(goes(Hop::new(from, to, last), &path));
    }
    // The node at which the second leg begins may be any of the path.
    Ok((0..path.len()).any(|at| {
        let legs = routing::legs_through(network, function, [from, path[at], to]);
        legs.is_some_and(|legs| {
            legs.into_iter().all(|leg| {
                let part = if leg.leg < last {
                    &path[..=at]
                } else {
                    &path[at..]
                };
                goes(leg, part)
            })
        })
    }))
}
