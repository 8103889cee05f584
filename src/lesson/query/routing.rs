//! Queries about the routing function and deadlock.

use rhai::{Array, Dynamic};

use super::network::{ends, nodes};
use super::{Group, Outcome, give, list, query, whole};
use crate::run::SceneRun;
use engine::routing::{self, Candidates, Delivery, Header, Hop, RoutingFunction, VcSet};
use engine::topology::ChannelId;

/// The most virtual channels that the query `min_vcs` tries.
const MOST_TRIED: i64 = 6;

pub(super) const GROUP: Group = Group {
    name: "Routing and deadlock",
    queries: &[
        query(
            "paths(\"0\", \"2\")",
            "How many paths the routing function allows between two nodes.",
            |registrar, name| {
                registrar.pair(name, |run, from, to| {
                    let (from, to) = ends(run, from, to)?;
                    let found =
                        routing::routes(&run.built().design.network, run.routing(), from, to);
                    match found
                        .paths
                        .exact()
                        .and_then(|count| i64::try_from(count).ok())
                    {
                        Some(count) => Ok(Dynamic::from(count)),
                        None => Ok(Dynamic::from(found.paths.to_string())),
                    }
                });
            },
        ),
        query(
            "route(\"0\", \"2\")",
            "The nodes of the path that the routing function prefers.",
            |registrar, name| {
                registrar.pair(name, |run, from, to| {
                    let (from, to) = ends(run, from, to)?;
                    let path = routing::path(&run.built().design.network, run.routing(), from, to);
                    Ok(list(path.iter().map(|&node| run.label(node))))
                });
            },
        ),
        query(
            "next(\"0\", \"2\")",
            "The nodes to which the routing function may send a header on.",
            |registrar, name| {
                registrar.pair(name, |run, from, to| {
                    let (here, to) = ends(run, from, to)?;
                    Ok(list(
                        offered(run, here, to).iter().map(|&node| run.label(node)),
                    ))
                });
            },
        ),
        query(
            "allowed([\"0\", \"1\"])",
            "Whether a message may take a path, given by its nodes.",
            |registrar, name| {
                let run = registrar.run();
                registrar
                    .engine
                    .register_fn(name, move |path: Array| give(allowed(&run(), path)));
            },
        ),
        query(
            "reaches(\"0\", \"2\")",
            "Whether messages find a path from one node to another.",
            |registrar, name| {
                registrar.pair(name, |run, from, to| {
                    let (from, to) = ends(run, from, to)?;
                    Ok(run.built().design.delivers(from, to))
                });
            },
        ),
        query(
            "deadlock_free()",
            "Whether messages can never deadlock; nothing where that is not decided.",
            |registrar, name| {
                registrar.none(name, |run| {
                    let is_free = run.deadlock()?.deadlock_free;
                    Ok(is_free.map_or(Dynamic::UNIT, Into::into))
                });
            },
        ),
        query(
            "delivers()",
            "Whether every message arrives, whichever path it takes of those that the routing function allows.",
            |registrar, name| {
                registrar.none(name, |run| Ok(delivery(run).is_certain()));
            },
        ),
        query(
            "most_hops()",
            "The most hops of a message; nothing if some message need not arrive.",
            |registrar, name| {
                registrar.none(name, |run| {
                    let hops = delivery(run).most_hops;
                    Ok(hops.map_or(Dynamic::UNIT, |hops| i64::from(hops).into()))
                });
            },
        ),
        query(
            "fully_adaptive()",
            "Whether a message may take every channel that leads nearer, wherever it is.",
            |registrar, name| {
                registrar.none(name, |run| Ok(is_fully_adaptive(run)));
            },
        ),
        query(
            "same_channels(\"dimension-order\")",
            "Whether messages may take the same channels everywhere as under another routing function.",
            |registrar, name| {
                let run = registrar.run();
                registrar
                    .engine
                    .register_fn(name, move |id: &str| give(is_same(&run(), id)));
            },
        ),
        query(
            "dependencies()",
            "Dependencies between virtual channels in the channel dependency graph.",
            |registrar, name| {
                registrar.none(name, |run| Ok(whole(run.deadlock()?.dependencies)));
            },
        ),
        query(
            "dependency_cycle()",
            "The channels of a shortest cycle in the channel dependency graph.",
            |registrar, name| {
                registrar.none(name, |run| {
                    let cycle = run.deadlock()?.cycle.iter();
                    Ok(list(cycle.map(|lane| run.channel_name(lane.channel))))
                });
            },
        ),
        query(
            "min_vcs()",
            "The fewest virtual channels with which messages can never deadlock, up to 6.",
            |registrar, name| {
                registrar.none(name, |run| {
                    let free = (1..=MOST_TRIED).find(|&vcs| {
                        let mut scenario = run.scenario().clone();
                        scenario.vcs = vcs;
                        let run = SceneRun::new(&scenario, &scenario);
                        run.is_ok_and(|run| {
                            run.deadlock()
                                .is_ok_and(|report| report.deadlock_free == Some(true))
                        })
                    });
                    Ok(free.map_or(Dynamic::UNIT, Into::into))
                });
            },
        ),
        query(
            "channel_load()",
            "Messages over the busiest channel for each one that a node sends, under the traffic pattern.",
            |registrar, name| {
                registrar.none(name, |run| {
                    let load = run.bounds()?.channel_load;
                    Ok(load.map_or(Dynamic::UNIT, |load| load.max.into()))
                });
            },
        ),
        query(
            "bound()",
            "The load [messages/node/cycle] that cannot be exceeded here, by ports, bisection, mean distance or channel load.",
            |registrar, name| {
                registrar.none(name, |run| {
                    let bounds = run.bounds()?;
                    Ok(bounds
                        .all
                        .first()
                        .map_or(Dynamic::UNIT, |bound| bound.rate.into()))
                });
            },
        ),
    ],
};

fn delivery(run: &SceneRun) -> Delivery {
    let built = run.built();
    Delivery::of(&*built.topology, &built.design.network, run.routing())
}

/// Returns the first hop for every pair of different nodes.
fn hops(run: &SceneRun) -> impl Iterator<Item = Hop> {
    let topology = &*run.built().topology;
    let pairs = topology.node_ids().flat_map({
        let all = topology.node_ids().collect::<Vec<_>>();
        move |here| all.clone().into_iter().map(move |to| (here, to))
    });
    let pairs = pairs.filter(|(here, to)| here != to);
    pairs.map(|(here, to)| Hop::new(here, to, 0))
}

/// Returns the channels offered to a message that starts at this hop, in ascending order.
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
    hops(run).all(|hop| {
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
    Ok(hops(run).all(|hop| channels(run, run.routing(), hop) == channels(run, &*other, hop)))
}

fn offered(
    run: &SceneRun,
    here: engine::topology::NodeId,
    to: engine::topology::NodeId,
) -> Vec<engine::topology::NodeId> {
    let network = &run.built().design.network;
    let mut nodes = Vec::new();
    for offer in Header::new(network, run.routing(), Hop::new(here, to, 0)).offers() {
        let node = network.to(offer.channel);
        if !nodes.contains(&node) {
            nodes.push(node);
        }
    }
    nodes
}

fn allowed(run: &SceneRun, path: Array) -> Outcome<bool> {
    let path = nodes(run, &path.into())?;
    let Some(&to) = path.last() else {
        return Ok(false);
    };
    let network = &run.built().design.network;
    let mut header = Header::new(network, run.routing(), Hop::new(path[0], to, 0));
    Ok(path.len() > 1 && path[1..].iter().all(|&next| header.go_to(next)))
}
