//! Deadlock analysis of routing functions, with a proof of the answer either way.
//!
//! A message waits for any of the lanes that it is offered, messages may have any length, and any
//! node may send to any other. A deadlock is a set of messages ([`Configuration`]) such that each
//! holds consecutive lanes that the function allows for its destination, no header is at its
//! destination, and every lane offered to a header is held by a message of the set.
//!
//! A dead end, where a header is offered nothing, is no deadlock: the message in it waits for no
//! other. Whether every message arrives is another question ([`Delivery`](super::Delivery)), and of a
//! function that serves only some pairs of nodes only those are judged ([`Served`](super::Served)).
//!
//! The function is evaluated once in every reachable state of a header (`flows`). The analysis then
//! proceeds in this order:
//!
//! 1. A *knot* (`knot`) is a deadlock of messages that hold one lane each; `cycle` finds a small one.
//! 2. If *peeling* (`peel`) removes every lane, there is no deadlock, and the order of removal is the
//!    proof: [`Escapes`].
//! 3. A search (`bodies`) looks for deadlocks of messages that hold several lanes each.
//! 4. Otherwise the question remains undecided: it is co-NP-complete in general (Di Ianni 1998).
//!
//! In a large network only some destinations can be examined together. The first are those of the
//! messages that make a cycle of dependencies (`along`): if a header has one lane to wait for, these
//! messages alone are a deadlock.
//!
//! If a lane has room for a whole message, a blocked message holds only one lane. The first two
//! steps are then decisive.

mod along;
mod bodies;
mod configuration;
mod cycle;
mod flows;
mod knot;
mod lanes;
mod peel;
mod walks;
mod words;

use super::dependency::Analysis;
use super::{Candidate, RoutingFunction, VirtualChannel};
use crate::topology::{ChannelId, Network, NodeId};
use flows::Flows;

pub use configuration::{Configuration, Stuck};
pub use words::{proved, verdict};

/// The result of the deadlock analysis of a routing function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// Messages cannot deadlock because the dependencies form no cycle (Dally & Seitz 1987).
    Acyclic,
    /// Messages cannot deadlock, although dependencies form cycles.
    Free(Escapes),
    Deadlock(Configuration),
    /// Neither a proof nor a deadlock was found.
    Undecided(Undecided),
}

impl Decision {
    /// Whether messages can never deadlock; `None` if this is undecided.
    pub fn is_free(&self) -> Option<bool> {
        match self {
            Self::Acyclic | Self::Free(_) => Some(true),
            Self::Deadlock(_) => Some(false),
            Self::Undecided(_) => None,
        }
    }
}

/// The reason why a question remained undecided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undecided {
    /// Peeling left lanes that might be held in a deadlock, and a search found no deadlock.
    Searched {
        /// The number of lanes left.
        lanes: u32,
        /// The number of messages that the search placed.
        steps: u32,
    },
    /// The network is too large to examine all destinations; messages to the ones examined form no
    /// knot.
    Large {
        /// The number of destinations examined.
        destinations: u32,
    },
}

/// The maximum number of header states that are examined together.
const MOST_STATES: u64 = 1 << 21;

/// The capacity of a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Room {
    /// Fewer flits than the longest message.
    Flits,
    Message,
}

/// A proof of freedom from deadlock: the escape lane of each header.
///
/// Among the lanes offered to it, a header may always wait for the one with the lowest round. A
/// message that holds a lane then waits, wherever it has moved since, only for escapes of lower
/// rounds than that lane's, so waiting for escapes forms no cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Escapes {
    rounds: Vec<u32>,
    vcs: u8,
}

impl Escapes {
    /// The round in which peeling removed a lane.
    pub fn round(&self, lane: VirtualChannel) -> u32 {
        self.rounds[lane.channel.0 as usize * usize::from(self.vcs) + usize::from(lane.vc)]
    }

    /// The number of rounds; the first contains the lanes behind which no header is blocked.
    pub fn rounds(&self) -> u32 {
        self.rounds.iter().max().map_or(0, |last| last + 1)
    }

    /// All virtual channels of the network, by round.
    pub fn by_round(&self) -> Vec<Vec<VirtualChannel>> {
        let mut rounds = vec![Vec::new(); self.rounds() as usize];
        for (place, &round) in self.rounds.iter().enumerate() {
            let vcs = usize::from(self.vcs);
            let channel = ChannelId((place / vcs) as u32);
            let vc = (place % vcs) as u8;
            rounds[round as usize].push(VirtualChannel { channel, vc });
        }
        rounds
    }

    /// The escape among the lanes offered to a header; ties within a round go to the lowest lane.
    pub fn among(&self, offers: &[Candidate]) -> Option<VirtualChannel> {
        let lanes = offers.iter().flat_map(|offer| offer.lanes());
        lanes.min_by_key(|&lane| (self.round(lane), lane))
    }
}

/// Decides whether messages between all nodes can deadlock, given the analysis of their dependency
/// graph.
pub fn judge(
    analysis: &Analysis,
    network: &Network,
    routing: &dyn RoutingFunction,
    vcs: u8,
    room: Room,
) -> Decision {
    match &analysis.cycle {
        None => Decision::Acyclic,
        Some(cycle) => decide_from(cycle, network, routing, vcs, room, MOST_STATES),
    }
}

/// Decides whether messages between all nodes can deadlock, for `vcs` virtual channels per channel.
///
/// # Complexity
/// O(N²·d) calls of the function for N nodes of degree d, whose results are stored, followed by
/// several passes over them.
pub fn decide(network: &Network, routing: &dyn RoutingFunction, vcs: u8, room: Room) -> Decision {
    decide_from(&[], network, routing, vcs, room, MOST_STATES)
}

/// Decides the same, and examines at most `most_states` states of headers together, the first of
/// which are those of the messages that make a cycle of dependencies.
fn decide_from(
    cycle: &[VirtualChannel],
    network: &Network,
    routing: &dyn RoutingFunction,
    vcs: u8,
    room: Room,
    most_states: u64,
) -> Decision {
    let all: Vec<_> = network.terminals().iter().collect();
    let keys = if routing.asks_arrival() {
        u64::from(network.channels()) * u64::from(vcs)
    } else {
        u64::from(network.nodes())
    };
    let most = (most_states / (keys * u64::from(routing.legs())).max(1)).max(1) as usize;
    if all.len() > most {
        return of_some(cycle, network, routing, vcs, &all, most);
    }
    let flows = Flows::to(network, routing, vcs, &all);
    if let Some(found) = knotted(&flows) {
        return Decision::Deadlock(found);
    }
    let peeled = peel::peel(&flows, flows.lanes(), vcs, room);
    if peeled.left.is_empty() {
        let rounds = peeled.rounds;
        return Decision::Free(Escapes { rounds, vcs });
    }
    match bodies::search(&flows, routing, &peeled.left) {
        Some(found) => Decision::Deadlock(found),
        None => Decision::Undecided(Undecided::Searched {
            lanes: peeled.left.len(),
            steps: bodies::MOST_STEPS,
        }),
    }
}

/// Examines only messages to some of the nodes `all`, for large networks: to those whose messages
/// make the given cycle of dependencies and then, if these show no deadlock, to `most` nodes.
fn of_some(
    cycle: &[VirtualChannel],
    network: &Network,
    routing: &dyn RoutingFunction,
    vcs: u8,
    all: &[NodeId],
    most: usize,
) -> Decision {
    let knot_to = |to: &[NodeId]| knotted(&Flows::to(network, routing, vcs, to));
    let mut some = along::destinations(network, routing, vcs, cycle, most);
    let mut found = knot_to(&some);
    if found.is_none() && some.len() < most {
        let others = all.iter().filter(|to| some.binary_search(to).is_err());
        let others: Vec<_> = others.take(most - some.len()).copied().collect();
        some.extend(others);
        some.sort_unstable();
        found = knot_to(&some);
    }
    found.map_or_else(
        || {
            Decision::Undecided(Undecided::Large {
                destinations: some.len() as u32,
            })
        },
        Decision::Deadlock,
    )
}

fn knotted(flows: &Flows) -> Option<Configuration> {
    let knot = knot::greatest(flows, flows.lanes());
    if knot.is_empty() {
        return None;
    }
    cycle::within(flows, &knot)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routing;
    use crate::routing::dependency::Graph;
    use crate::topology;

    /// Where only a few destinations can be examined, the cycle of dependencies says which.
    #[test]
    fn a_cycle_of_single_next_hops_is_a_deadlock_however_few_destinations_are_examined() {
        for (spec, id, vcs) in [
            ("torus-uni:24", "dimension-order", 1),
            ("torus:9x9", "shortest", 1),
            ("torus:9x9", "shortest", 3),
            ("ring:40", "shortest", 2),
            ("torus:5x5", "valiant", 1),
        ] {
            let topology = topology::from_spec(spec).expect("a network");
            let network = Network::new(&*topology);
            let vcs_and_no_dateline = routing::Vcs {
                count: vcs,
                dateline: false,
            };
            let function = routing::from_id(id, &*topology, vcs_and_no_dateline);
            let function = function.expect("it is defined there");
            let graph = Graph::of(&network, &*function, vcs).expect("the network is small");
            let cycle = graph.analyze().cycle.expect("rings without a dateline");
            let few = u64::from(network.nodes()) * cycle.len() as u64 * 2;
            let found = decide_from(&cycle, &network, &*function, vcs, Room::Flits, few);
            let Decision::Deadlock(found) = found else {
                panic!("{spec}, {id}: {found:?}");
            };
            assert!(found.is_deadlock(&network, &*function), "{spec}, {id}");
        }
    }
}
