//! All paths that a routing function allows between two nodes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::header::Header;
use super::states::States;
use super::{Candidates, Hop, RoutingFunction, VcSet, VirtualChannel};
use crate::topology::sorted::order_of;
use crate::topology::{ChannelId, Network, NodeId};

/// The paths between two nodes.
#[derive(Debug, Clone, PartialEq)]
pub struct Routes {
    /// The nodes of the path over the first candidates, including both ends; empty if failed links
    /// leave no path.
    pub path: Vec<NodeId>,
    /// The number of distinct paths over all candidates.
    pub paths: PathCount,
    /// The channels on any of these paths, each with the fraction of the paths that cross it. Paths
    /// via a random node are counted once per such node.
    pub shares: Vec<(ChannelId, f64)>,
    /// The hops at which a header is routed, in the order of the paths.
    pub hops: Vec<Hop>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PathCount {
    Exactly(u64),
    /// A number above `u64::MAX`, to about fifteen digits.
    About(f64),
    /// Infinitely many: some paths go around a cycle before they arrive, which only happens with
    /// user-written functions.
    Endless,
}

impl PathCount {
    fn new(exact: Option<u64>, rounded: f64) -> Self {
        exact.map_or(Self::About(rounded), Self::Exactly)
    }

    /// The number, if it is exact.
    pub fn exact(self) -> Option<u64> {
        match self {
            Self::Exactly(count) => Some(count),
            Self::About(_) | Self::Endless => None,
        }
    }
}

impl fmt::Display for PathCount {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Exactly(count) => write!(f, "{count}"),
            Self::About(count) => write!(f, "more than 2^64 − 1, about {count:.2e}"),
            Self::Endless => f.write_str("infinitely many, because some go round and round"),
        }
    }
}

/// Enumerates the routes of a routing function from one node to another.
///
/// Paths are counted stop by stop, since offers depend only on the stop.
pub fn routes(
    network: &Network,
    routing: &dyn RoutingFunction,
    from: NodeId,
    to: NodeId,
) -> Routes {
    if routing.legs() > 1 {
        return via_all(network, routing, from, to);
    }
    let of_leg = routes_of_leg(network, routing, Hop::new(from, to, 0));
    of_leg.map_or_else(
        || with_cycles(network, routing, from, to),
        |routes| Routes {
            path: path(network, routing, from, to),
            ..routes
        },
    )
}

/// Enumerates the routes of a function with two legs through one intermediate node.
pub fn routes_by(network: &Network, routing: &dyn RoutingFunction, legs: &[Hop]) -> Option<Routes> {
    let legs = legs
        .iter()
        .map(|&start| routes_of_leg(network, routing, start));
    let legs: Vec<_> = legs.collect::<Option<_>>()?;
    let exact = |all: Option<u64>, leg: &Routes| all?.checked_mul(leg.paths.exact()?);
    let about = |leg: &Routes| match leg.paths {
        PathCount::Exactly(count) => count as f64,
        PathCount::About(count) => count,
        PathCount::Endless => f64::INFINITY,
    };
    Some(Routes {
        path: Vec::new(),
        paths: PathCount::new(
            legs.iter().fold(Some(1), exact),
            legs.iter().map(about).product(),
        ),
        shares: legs.iter().flat_map(|leg| leg.shares.clone()).collect(),
        hops: legs.iter().flat_map(|leg| leg.hops.clone()).collect(),
    })
}

/// The legs of the routes from one node to another through an intermediate node; `None` if the function has no such
/// routes.
pub fn legs_through(
    network: &Network,
    routing: &dyn RoutingFunction,
    [from, by, to]: [NodeId; 3],
) -> Option<Vec<Hop>> {
    let last = routing.legs() - 1;
    let first = (by != from).then(|| Hop::new(from, by, 0));
    let second = (by != to).then(|| Hop::new(by, to, last));
    let legs: Vec<_> = first.into_iter().chain(second).collect();
    let arrives = legs.iter().all(|&leg| routing.reaches(network, leg));
    (last > 0 && routing.goes_by(from, by, to) && arrives).then_some(legs)
}

/// Enumerates the routes through an intermediate node, with the path over first candidates; `None` if the function has
/// no such routes, or some go around a cycle.
pub fn routes_through(
    network: &Network,
    routing: &dyn RoutingFunction,
    nodes: [NodeId; 3],
) -> Option<Routes> {
    let legs = legs_through(network, routing, nodes)?;
    Some(Routes {
        path: TwoLegs::new(network, routing, nodes).nodes,
        ..routes_by(network, routing, &legs)?
    })
}

/// The routes of one leg, without the path over first candidates; `None` if some go around a cycle.
fn routes_of_leg(network: &Network, routing: &dyn RoutingFunction, start: Hop) -> Option<Routes> {
    let mut tree = Tree::from(network, routing, start)?;
    let last = tree.stops.len() - 1;
    // The number of paths from the source to each stop.
    let mut coming = vec![0.0; tree.stops.len()];
    coming[last] = 1.0;
    let mut shares = Vec::new();
    let all = tree.stops[last].ahead;
    for index in (0..tree.stops.len()).rev() {
        for (channel, next) in std::mem::take(&mut tree.stops[index].next) {
            let through = coming[index] * tree.stops[next].ahead;
            if through > 0.0 {
                shares.push((channel, through / all));
            }
            coming[next] += coming[index];
        }
    }
    let hops = tree.stops.iter().rev().flat_map(|stop| &stop.hops);
    Some(Routes {
        path: Vec::new(),
        paths: PathCount::new(tree.stops[last].paths, all),
        shares,
        hops: hops.filter(|hop| hop.here != start.to).copied().collect(),
    })
}

/// The nodes of the path over the first candidates, including both ends; empty if there is no path.
/// For functions with two legs, the path whose random node is the source, if there is one. If the
/// first candidates do not arrive but others do, a shortest path over any candidates.
pub fn path(
    network: &Network,
    routing: &dyn RoutingFunction,
    from: NodeId,
    to: NodeId,
) -> Vec<NodeId> {
    if routing.legs() > 1 {
        return TwoLegs::first(network, routing, from, to).nodes;
    }
    let mut path = vec![from];
    leg(network, routing, to, 0, &mut path);
    path
}

/// A path with two legs.
struct TwoLegs {
    /// Empty if there is no path.
    nodes: Vec<NodeId>,
    /// The node at which the first leg ends, and the number of hops to it.
    by: NodeId,
    turns_after: usize,
}

impl TwoLegs {
    fn new(network: &Network, routing: &dyn RoutingFunction, [from, by, to]: [NodeId; 3]) -> Self {
        let mut nodes = vec![from];
        leg(network, routing, by, 0, &mut nodes);
        let turns_after = nodes.len().saturating_sub(1);
        leg(network, routing, to, 1, &mut nodes);
        Self {
            nodes,
            by,
            turns_after,
        }
    }

    /// The path via the source or, failing that, via the next node that yields a path.
    fn first(network: &Network, routing: &dyn RoutingFunction, from: NodeId, to: NodeId) -> Self {
        let all = routing.intermediates(network, from, to);
        let is_source = |&nth: &u32| routing.intermediate(from, to, nth) == from;
        let source = (0..all).find(is_source).unwrap_or(0);
        let order = (source..all).chain(0..source);
        let nodes = order.map(|nth| routing.intermediate(from, to, nth));
        let mut paths = nodes.map(|by| Self::new(network, routing, [from, by, to]));
        let found = paths.find(|path| !path.nodes.is_empty());
        found.unwrap_or(Self {
            nodes: Vec::new(),
            by: from,
            turns_after: 0,
        })
    }

    fn hops(&self, to: NodeId) -> Vec<Hop> {
        let asks = self.nodes.iter().zip(0..).filter(|(here, _)| **here != to);
        let hops = asks.map(|(&here, crossed)| {
            if crossed < self.turns_after {
                Hop::new(here, self.by, 0)
            } else {
                Hop::new(here, to, 1)
            }
        });
        hops.collect()
    }
}

/// Extends a path over the first candidates of one leg; falls back to [`shortest`] if these do not
/// arrive.
fn leg(
    network: &Network,
    routing: &dyn RoutingFunction,
    to: NodeId,
    leg: u8,
    path: &mut Vec<NodeId>,
) {
    let start = path.len();
    let mut candidates = Candidates::default();
    let mut came = None;
    // A longer path has visited some state twice.
    let states = if routing.asks_arrival() {
        network.channels() as usize * usize::from(VcSet::MOST)
    } else {
        network.nodes() as usize
    };
    let most = start + states;
    while let Some(&here) = path.last()
        && here != to
    {
        candidates.clear();
        let hop = Hop {
            came,
            ..Hop::new(here, to, leg)
        };
        routing.candidates(network, hop, &mut candidates);
        let first = candidates.as_slice().iter().flat_map(|offer| offer.lanes());
        let first = first.into_iter().next();
        let Some(first) = first.filter(|_| path.len() <= most) else {
            return shortest(network, routing, to, leg, start, path);
        };
        path.push(network.to(first.channel));
        came = routing.asks_arrival().then_some(first);
    }
}

/// Extends the first `start` nodes of a path by a shortest path over any candidates; clears it if
/// none arrives.
fn shortest(
    network: &Network,
    routing: &dyn RoutingFunction,
    to: NodeId,
    leg: u8,
    start: usize,
    path: &mut Vec<NodeId>,
) {
    path.truncate(start);
    let from = path[start - 1];
    let states = States::to(network, routing, to, leg);
    let arrives = |state: usize| {
        let mut lanes = states.lanes(state);
        lanes.any(|(lane, _)| states.after(network, lane).is_none())
    };
    let start = states.start(from);
    match start.and_then(|start| states.shortest(network, start, arrives)) {
        Some(nodes) => {
            path.extend(&nodes[1..]);
            path.push(to);
        }
        None => path.clear(),
    }
}

/// The routes of a function with cycles: every channel over which some path arrives, with equal
/// shares.
fn with_cycles(
    network: &Network,
    routing: &dyn RoutingFunction,
    from: NodeId,
    to: NodeId,
) -> Routes {
    let start = Hop::new(from, to, 0);
    let mut states = States::new(VcSet::MOST);
    let starts = std::iter::once(start);
    states.follow(network, routing, starts);
    let hops = (0..states.len()).map(|state| states.hop(state));
    let hops: Vec<_> = hops.filter(|&hop| routing.reaches(network, hop)).collect();
    let lanes = (0..states.len()).flat_map(|state| states.lanes(state));
    let leads = |lane: VirtualChannel| {
        let here = network.to(lane.channel);
        here == to || routing.reaches(network, Hop::new(here, to, 0).over(lane))
    };
    let channels = lanes.filter(|&(lane, _)| leads(lane));
    let channels: BTreeSet<_> = channels.map(|(lane, _)| lane.channel).collect();
    let path = path(network, routing, from, to);
    Routes {
        paths: if path.is_empty() {
            PathCount::Exactly(0)
        } else {
            PathCount::Endless
        },
        path,
        shares: channels.into_iter().map(|channel| (channel, 1.0)).collect(),
        hops,
    }
}

/// The number of distinct paths in a list.
fn distinct(paths: &[Vec<NodeId>]) -> u64 {
    let digest = |path: &Vec<NodeId>| {
        let bytes = path.iter().flat_map(|node| node.0.to_le_bytes());
        xxhash_rust::xxh3::xxh3_64(&bytes.collect::<Vec<_>>())
    };
    // Paths with equal digests are compared in full.
    let order: Vec<_> = order_of(paths.iter().map(digest)).collect();
    let alike = order.chunk_by(|&a, &b| digest(&paths[a]) == digest(&paths[b]));
    let firsts = alike.map(|group| {
        let is_first = |at: usize| {
            !group[..at]
                .iter()
                .any(|&one| paths[one] == paths[group[at]])
        };
        (0..group.len()).filter(|&at| is_first(at)).count() as u64
    });
    firsts.sum()
}

/// The paths via each possible intermediate node, for a function with two legs of one path each.
fn via_all(network: &Network, routing: &dyn RoutingFunction, from: NodeId, to: NodeId) -> Routes {
    let mut found: Vec<Vec<NodeId>> = Vec::new();
    let mut crossed = vec![0_u32; network.channels() as usize];
    let all = routing.intermediates(network, from, to);
    for by in (0..all).map(|nth| routing.intermediate(from, to, nth)) {
        let TwoLegs { nodes, .. } = TwoLegs::new(network, routing, [from, by, to]);
        for hop in nodes.windows(2) {
            let channel = network.between(hop[0], hop[1]);
            crossed[channel.expect("paths lead over channels").0 as usize] += 1;
        }
        if !nodes.is_empty() {
            found.push(nodes);
        }
    }
    let all = f64::from(found.len() as u32);
    let shares = network.channel_ids().zip(&crossed).filter(|(_, n)| **n > 0);
    let shares = shares.map(|(channel, &n)| (channel, f64::from(n) / all));
    let first = TwoLegs::first(network, routing, from, to);
    let hops = first.hops(to);
    let shares = shares.collect();
    Routes {
        path: first.nodes,
        paths: PathCount::Exactly(distinct(&found)),
        shares,
        hops,
    }
}

/// The stops of one leg, in reverse order: successors first.
struct Tree {
    stops: Vec<Stop>,
}

struct Stop {
    /// The possible states of the header after paths that are identical up to here.
    hops: Vec<Hop>,
    /// Channels to the next stops, each with the index of the stop.
    next: Vec<(ChannelId, usize)>,
    /// The number of paths from here; `None` if it overflows.
    paths: Option<u64>,
    /// The number of paths from here, rounded.
    ahead: f64,
}

/// A stop whose channels are being explored.
struct Open<'a> {
    header: Header<'a>,
    branches: Vec<(ChannelId, VcSet)>,
    followed: usize,
    next: Vec<(ChannelId, usize)>,
}

impl<'a> Open<'a> {
    fn at(header: Header<'a>) -> Self {
        Self {
            branches: header.branches(),
            header,
            followed: 0,
            next: Vec::new(),
        }
    }
}

impl Tree {
    /// Explores a leg from its first hop; `None` if the function has a cycle.
    ///
    /// Paths are distinguished by channels, not by virtual channels. For a function that asks how a
    /// header arrived, a stop is therefore the last channel with all virtual channels on which one
    /// path can cross it; otherwise a stop is a node.
    fn from(network: &Network, routing: &dyn RoutingFunction, first: Hop) -> Option<Self> {
        let mut place: BTreeMap<(u32, u16), Option<usize>> = BTreeMap::new();
        let key = |channel: ChannelId, vcs: VcSet| {
            if routing.asks_arrival() && network.to(channel) != first.to {
                (channel.0, vcs.0)
            } else {
                (network.to(channel).0, 0)
            }
        };
        let mut stops: Vec<Stop> = Vec::new();
        let mut open = vec![Open::at(Header::new(network, routing, first))];
        // Unless arrival matters, a path that returns to the source is a cycle.
        if !routing.asks_arrival() {
            place.insert((first.here.0, 0), None);
        }
        while let Some(stop) = open.last_mut() {
            if let Some(&(channel, vcs)) = stop.branches.get(stop.followed) {
                match place.get(&key(channel, vcs)) {
                    Some(Some(index)) => {
                        stop.next.push((channel, *index));
                        stop.followed += 1;
                    }
                    Some(None) => return None,
                    None => {
                        place.insert(key(channel, vcs), None);
                        let header = stop.header.behind(channel, vcs);
                        open.push(Open::at(header));
                    }
                }
                continue;
            }
            let stop = open.pop().expect("the loop's condition");
            let is_end = u64::from(stop.header.is_there());
            let after = stop.next.iter().map(|&(_, place)| &stops[place]);
            let done = Stop {
                paths: after
                    .clone()
                    .try_fold(is_end, |sum, stop| sum.checked_add(stop.paths?)),
                ahead: is_end as f64 + after.map(|stop| stop.ahead).sum::<f64>(),
                hops: stop.header.hops().to_vec(),
                next: stop.next,
            };
            if let Some(before) = open.last_mut() {
                let (channel, vcs) = before.branches[before.followed];
                place.insert(key(channel, vcs), Some(stops.len()));
                before.next.push((channel, stops.len()));
                before.followed += 1;
            }
            stops.push(done);
        }
        Some(Self { stops })
    }
}
