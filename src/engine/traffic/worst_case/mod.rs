//! Worst-case traffic: the permutation that loads one channel more than any permutation loads any
//! channel (Towles & Dally 2002).
//!
//! Under a function whose paths do not depend on the traffic, the load of a channel is the sum over all
//! messages of γ_c(s, d), the expected number of times that a message from s to d crosses it. So the
//! permutation that loads a channel most is an assignment of maximum weight, for each channel by itself,
//! and every matrix of traffic in which no terminal sends or receives more than one unit is a mean of
//! permutations (Birkhoff), so none loads a channel more. A terminal that is its own destination sends
//! nothing here.
//!
//! Channels are tried in descending order of an upper bound, until no other can have a higher load. Of
//! channels with the same load, the lowest one counts.

mod crossings;
mod matching;

use super::permutation::{PREFIX, permutation};
use super::{Pattern, PatternFamily};
use crate::catalog::{BuildError, Entry, Family};
use crate::routing::RoutingFunction;
use crate::topology::{ChannelId, Network, NodeId, Topology};
use crate::traffic::TEXTS;

/// The id of the pattern.
pub const ID: &str = "worst-case";

/// The largest network whose worst case is found \[terminals\].
pub const MOST_TERMINALS: u32 = 512;

pub(super) const FAMILY: PatternFamily = Family {
    entry: Entry::new(TEXTS, ID, &[]),
    build: |_, _| {
        Err(BuildError::Unfit {
            place: String::new(),
            reason: "traffic.pattern worst-case needs a routing function".to_owned(),
        })
    },
};

/// The permutation that loads one channel most.
#[derive(Debug, Clone, PartialEq)]
pub struct WorstCase {
    pub channel: ChannelId,
    /// γ_max, messages over this channel per message that each terminal sends.
    pub load: f64,
    /// Messages over the busiest channel per message that each terminal sends, if every other terminal is
    /// equally likely as its destination.
    pub uniform: f64,
    /// The number of terminals whose messages can cross the channel.
    pub crossing: u32,
    /// The destination of each terminal by index; a terminal that is its own destination sends nothing.
    pub to: Vec<u32>,
}

impl WorstCase {
    /// Finds the worst case of a routing function that is not adaptive, on a network of 2 to
    /// [`MOST_TERMINALS`] terminals.
    ///
    /// # Errors
    /// Refuses functions with so many paths that the crossings of all pairs are too many to keep.
    pub fn of(
        topology: &dyn Topology,
        network: &Network,
        routing: &dyn RoutingFunction,
    ) -> Result<Self, BuildError> {
        let count = network.terminals().count();
        let all = crossings::of(network, routing).ok_or_else(|| {
            let allowed =
                "smaller for the worst case of this function, which spreads messages widely";
            BuildError::rejected("network", allowed, topology.short_name())
        })?;
        Ok(Self::among(&all, count))
    }

    fn among(all: &[crossings::Crossings], terminals: u32) -> Self {
        let size = terminals as usize;
        let mut channels: Vec<_> = all
            .iter()
            .map(|one| matching::most(one, size))
            .zip(0..)
            .collect();
        channels.sort_unstable_by_key(|&(most, channel)| (std::cmp::Reverse(most), channel));
        let (mut load, mut worst, mut pairs) = (-1, 0, Vec::new());
        for (most, channel) in channels {
            if most < load {
                break;
            }
            if most == load && channel > worst {
                continue;
            }
            let (found, by) = matching::heaviest(&all[channel as usize], size);
            if found > load || found == load && channel < worst {
                (load, worst, pairs) = (found, channel, by);
            }
        }
        let to = completed(&pairs, terminals);
        let crossings = all.get(worst as usize);
        let (load, crossing) = crossings.map_or((0.0, 0), |crossings| load_of(crossings, &to));
        let means = all.iter().map(|one| one.mean(f64::from(terminals)));
        Self {
            channel: ChannelId(worst),
            load,
            uniform: means
                .map(|mean| mean * f64::from(terminals))
                .fold(0.0, f64::max),
            crossing,
            to,
        }
    }

    /// The busiest channel as `0,0→1,0`.
    pub fn channel_name(&self, topology: &dyn Topology, network: &Network) -> String {
        let ends = [network.from(self.channel), network.to(self.channel)];
        ends.map(|end| topology.label(end)).join("→")
    }

    /// The busiest channel and its load, in a sentence.
    pub fn in_words(&self, topology: &dyn Topology, network: &Network) -> String {
        format!(
            "Channel {} carries the messages of {} terminals, {} for each message that a terminal sends; under \
             uniform traffic no channel carries more than {}.",
            self.channel_name(topology, network),
            self.crossing,
            rounded(self.load),
            rounded(self.uniform),
        )
    }

    /// The permutation as the id of a pattern: `permutation:1,0,2`.
    pub fn listed(&self) -> String {
        let to: Vec<_> = self.to.iter().map(u32::to_string).collect();
        [PREFIX, &to.join(",")].concat()
    }

    pub fn pattern(&self, topology: &dyn Topology) -> Box<dyn Pattern> {
        permutation(topology, |node| NodeId(self.to[node.0 as usize]))
    }
}

fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// The load of a channel under a permutation, and the number of terminals that contribute to it.
fn load_of(crossings: &crossings::Crossings, to: &[u32]) -> (f64, u32) {
    let sends = |from: usize| to[from] as usize != from;
    let loads: Vec<f64> = match crossings {
        crossings::Crossings::Of(pairs) => {
            let sent = |pair: &&crossings::Pair| to[usize::from(pair.from)] == u32::from(pair.to);
            pairs
                .iter()
                .filter(sent)
                .map(|pair| pair.crossings)
                .collect()
        }
        crossings::Crossings::Ends(ends) => {
            let senders = (0..to.len()).filter(|&from| sends(from));
            let loads = senders.map(|from| ends[from][0] + ends[to[from] as usize][1]);
            loads.filter(|&load| load > 0.0).collect()
        }
    };
    (loads.iter().sum(), loads.len() as u32)
}

/// Completes pairs to a permutation: each terminal without a destination, in ascending order, gets the
/// lowest free one other than itself. If only itself remains, it exchanges destinations with the last
/// such terminal before it.
fn completed(pairs: &[(u16, u16)], terminals: u32) -> Vec<u32> {
    const NONE: u32 = u32::MAX;
    let mut to = vec![NONE; terminals as usize];
    let mut is_free = vec![true; terminals as usize];
    for &(from, destination) in pairs {
        to[usize::from(from)] = destination.into();
        is_free[usize::from(destination)] = false;
    }
    let mut free: Vec<u32> = (0..terminals).filter(|&d| is_free[d as usize]).collect();
    let rest: Vec<u32> = (0..terminals)
        .filter(|&from| to[from as usize] == NONE)
        .collect();
    let mut before = None;
    for from in rest {
        if let Some(place) = free.iter().position(|&destination| destination != from) {
            to[from as usize] = free.remove(place);
        } else {
            let own = free.remove(0);
            to[from as usize] = own;
            if let Some(before) = before {
                to.swap(from as usize, before as usize);
            }
        }
        before = Some(from);
    }
    to
}
