//! Whether messages can deadlock, with a proof of the answer either way.
//!
//! Messages wait for any lane that they are offered, may have any length, and any node may send to any
//! other. A deadlock is a set of messages, each holding lanes one behind the other that the function allows
//! for its destination, none at its destination, and every lane that is offered to a header held
//! by a message of the set ([`Configuration`]).
//!
//! What is offered is asked once in every state that a header can be in (`flows`). Then, in
//! this order,
//!
//! 1. a dead end, where a header is offered nothing, is a deadlock of one message;
//! 2. a *knot* (`knot`) is a deadlock of messages that hold one lane each (`cycle` finds a small one);
//! 3. where *peeling* (`peel`) leaves nothing, there is no deadlock, and the order in which lanes went is
//!    the proof: [`Escapes`];
//! 4. messages that hold several lanes each are searched for (`bodies`);
//! 5. else it is not decided: to decide it always is co-NP-complete (Di Ianni 1998).
//!
//! Where a lane has room for a whole message, a message that is blocked holds only one: the first two
//! steps then decide.

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
use flows::{Flows, StateId};
use walks::Held;

pub use configuration::{Configuration, Stuck};
pub use words::{proved, verdict};

/// What is known of a routing function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Nothing can deadlock, because no dependencies form a cycle (Dally & Seitz 1987).
    Acyclic,
    /// Nothing can deadlock, although dependencies form cycles.
    Free(Escapes),
    /// These messages do.
    Deadlock(Configuration),
    /// Neither was found.
    Undecided(Undecided),
}

impl Answer {
    /// Whether messages can never deadlock; `None` where that is not known.
    pub fn is_free(&self) -> Option<bool> {
        match self {
            Self::Acyclic | Self::Free(_) => Some(true),
            Self::Deadlock(_) => Some(false),
            Self::Undecided(_) => None,
        }
    }
}

/// What was tried where nothing was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undecided {
    /// Lanes that might be held in a deadlock are left, and a search of so many steps found none.
    Searched {
        /// Lanes that are left.
        lanes: u32,
        /// Messages that the search put somewhere.
        steps: u32,
    },
    /// The network is too large to look at all destinations; those to so many have no knot.
    Large {
        /// Destinations that were looked at.
        destinations: u32,
    },
}

/// The most states of headers that are looked at together.
const MOST_STATES: u64 = 1 << 21;

/// How much a lane has room for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Room {
    /// Fewer flits than a message may have.
    Flits,
    /// A whole message.
    Message,
}

/// To which lane each header escapes: the proof that nothing can deadlock.
///
/// Of the lanes that are offered to it a header may always wait for the one of the lowest round. A message that holds a
/// lane then waits, wherever it has gone from there, only for escapes of lower rounds than that
/// lane's, so that no cycle of waiting for escapes can close.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Escapes {
    rounds: Vec<u32>,
    vcs: u8,
}

impl Escapes {
    /// The round of a lane.
    pub fn round(&self, lane: VirtualChannel) -> u32 {
        self.rounds[lane.channel.0 as usize * usize::from(self.vcs) + usize::from(lane.vc)]
    }

    /// How many rounds there are, of which the first is that of lanes behind which nobody is held up.
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

    /// The escape among the lanes that a header waits for; of several of the same round the first.
    pub fn among(&self, offers: &[Candidate]) -> Option<VirtualChannel> {
        let lanes = offers.iter().flat_map(|offer| offer.lanes());
        lanes.min_by_key(|&lane| (self.round(lane), lane))
    }
}

/// Decides it for messages between all nodes, with what the dependency graph says of them.
pub fn judge(
    analysis: &Analysis,
    network: &Network,
    routing: &dyn RoutingFunction,
    vcs: u8,
    room: Room,
) -> Answer {
    if analysis.cycle.is_none() && analysis.dead_ends == 0 {
        return Answer::Acyclic;
    }
    decide(network, routing, vcs, room)
}

/// Decides it for messages between all nodes over channels of `vcs` virtual channels each.
///
/// # Complexity
/// O(N²·d) decisions of the function for N nodes of degree d, kept; then some rounds over them.
pub fn decide(network: &Network, routing: &dyn RoutingFunction, vcs: u8, room: Room) -> Answer {
    let all: Vec<_> = network.terminals().iter().collect();
    let keys = if routing.asks_arrival() {
        u64::from(network.channels()) * u64::from(vcs)
    } else {
        u64::from(network.nodes())
    };
    let most = (MOST_STATES / (keys * u64::from(routing.legs())).max(1)).max(1) as usize;
    if all.len() > most {
        return of_some(network, routing, vcs, &all[..most]);
    }
    let flows = Flows::to(network, routing, vcs, &all);
    if let Some(found) = lost(&flows).or_else(|| knotted(&flows)) {
        return Answer::Deadlock(found);
    }
    let peeled = peel::peel(&flows, flows.lanes(), vcs, room);
    if peeled.left.is_empty() {
        let rounds = peeled.rounds;
        return Answer::Free(Escapes { rounds, vcs });
    }
    match bodies::search(&flows, routing, &peeled.left) {
        Some(found) => Answer::Deadlock(found),
        None => Answer::Undecided(Undecided::Searched {
            lanes: peeled.left.len(),
            steps: bodies::MOST_STEPS,
        }),
    }
}

/// Of a large network: messages to some nodes alone.
fn of_some(network: &Network, routing: &dyn RoutingFunction, vcs: u8, to: &[NodeId]) -> Answer {
    let flows = Flows::to(network, routing, vcs, to);
    let found = lost(&flows).or_else(|| knotted(&flows));
    found.map_or_else(
        || {
            Answer::Undecided(Undecided::Large {
                destinations: to.len() as u32,
            })
        },
        Answer::Deadlock,
    )
}

/// A message that is offered nothing any more.
fn lost(flows: &Flows) -> Option<Configuration> {
    let alone = |first: StateId, lanes: Vec<VirtualChannel>, last: StateId| {
        let held = Held {
            first,
            lanes,
            last,
            group: 0,
        };
        Some(Configuration {
            messages: vec![held.message(flows)?],
        })
    };
    let end = flows.dead_ends().next()?;
    if flows.is_start(end) {
        return alone(end, Vec::new(), end);
    }
    // Some lane leads there.
    let lanes = flows.lanes_offered();
    let mut states = flows.states(flows.flow(end)).iter().copied();
    states.find_map(|state| {
        let mut by = None;
        flows.each_next(state, &lanes, |channel, vcs, next| {
            if next == flows::Next::State(end) {
                let vc = vcs.0.trailing_zeros() as u8;
                by = Some(VirtualChannel { channel, vc });
            }
        });
        alone(state, vec![by?], end)
    })
}

fn knotted(flows: &Flows) -> Option<Configuration> {
    let knot = knot::greatest(flows, flows.lanes());
    if knot.is_empty() {
        return None;
    }
    cycle::within(flows, &knot)
}
