//! The bisection of a network: the fewest channels between two halves of its terminals.
//!
//! The convention: the terminals are divided into two parts whose sizes differ by at most one, and
//! every switch belongs to the part where it is cheaper. The channels from one part to the other are
//! counted, in one direction. The bisection is the smallest such number (Dally & Towles 2004, 3.1, who
//! count both directions).
//!
//! Finding it is NP-hard, so a number is called the bisection only if it is proved: by a closed form
//! ([`Topology::known_bisection`]), by a search that has excluded all smaller ones (`proof`), or by a
//! bound that the caller knows ([`Bisection::is_at_least`]). Otherwise it is the best cut that a
//! heuristic found (`improve`), and the bisection is at most that.

mod clusters;
mod improve;
mod proof;

use super::cut::Half;
use crate::topology::{Network, Topology};
use clusters::Clusters;

/// The channels in one direction between two halves of the terminals, the fewest that are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bisection {
    pub channels: u32,
    /// Whether no division has fewer.
    pub is_smallest: bool,
    /// Human-readable name of what the cut goes across, if it is one of the
    /// [natural ones](Topology::natural_cuts): `x`, `bit 2`.
    pub across: Option<String>,
    /// The division, if a search found it.
    pub half: Option<Half>,
}

/// The largest network for which smaller cuts are excluded by a search \[nodes without merged
/// terminals\].
const MOST_CLUSTERS: usize = 256;

impl Bisection {
    /// The bisection of a network, or the best cut that was found.
    pub fn of(topology: &dyn Topology, network: &Network) -> Self {
        let natural = topology.natural_cuts();
        if let Some(channels) = topology.known_bisection() {
            return Self {
                channels,
                is_smallest: true,
                across: name_of(channels, &natural, network),
                half: None,
            };
        }
        let clusters = Clusters::of(network);
        let Some(best) = improve::best(&clusters, &natural) else {
            return Self {
                channels: 0,
                is_smallest: network.terminals().count() < 2,
                across: None,
                half: None,
            };
        };
        let is_small = clusters.len() <= MOST_CLUSTERS && clusters.are_balanced;
        let proved = is_small
            .then(|| proof::smallest(&clusters, best.cost))
            .flatten();
        let channels = proved.map_or(best.channels, |smallest| smallest / 2);
        Self {
            channels,
            is_smallest: proved.is_some(),
            across: name_of(channels, &natural, network),
            half: Some(Half {
                across: "a cut that was found".to_owned(),
                is_inside: best.is_inside,
            }),
        }
    }

    /// Records that no division has fewer channels than a proved bound.
    pub fn is_at_least(&mut self, channels: u32) {
        self.is_smallest |= self.channels <= channels;
    }

    /// The number in words: `8 channels each way, across x`, or `at most 65 channels each way (a cut that
    /// was found)`.
    pub fn in_words(&self) -> String {
        let channels = if self.channels == 1 {
            "channel"
        } else {
            "channels"
        };
        let number = format!("{} {channels} each way", self.channels);
        match (self.is_smallest, &self.across) {
            (true, Some(across)) => format!("{number}, across {across}"),
            (true, None) => number,
            (false, Some(across)) => format!("at most {number} (across {across})"),
            (false, None) => format!("at most {number} (a cut that was found)"),
        }
    }
}

/// The name of a natural cut into halves of the terminals with this number of channels.
fn name_of(channels: u32, natural: &[Half], network: &Network) -> Option<String> {
    let named = natural.iter().find(|half| {
        let inside = |node: crate::topology::NodeId| half.is_inside[node.0 as usize];
        let terminals = network.terminals();
        let within = terminals.iter().filter(|&node| inside(node)).count() as u32;
        let is_even = within.abs_diff(terminals.count() - within) <= 1;
        let crossing = network
            .channel_ids()
            .filter(|&channel| inside(network.from(channel)) && !inside(network.to(channel)));
        is_even && crossing.count() as u32 == channels
    });
    named.map(|half| half.across.clone())
}
