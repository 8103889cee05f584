//! A cache of the answers of a script for one destination, by the part of the arrival that it
//! queried.
//!
//! The result of a script depends only on its arguments. So if it did not query the virtual channel
//! over which a header arrived, it would return the same for all virtual channels of that channel,
//! and if it queried nothing of the arrival, the same for all headers that arrive at a node.

use std::collections::BTreeMap;

use super::surroundings::Asked;
use engine::routing::{Candidate, Candidates, Hop};
use engine::topology::{ChannelId, NodeId};

/// Answers for headers that have arrived over a channel and are bound for one node.
#[derive(Debug, Default)]
pub(super) struct Answers {
    to: Option<NodeId>,
    by_node: BTreeMap<NodeId, Vec<Candidate>>,
    by_channel: BTreeMap<ChannelId, Vec<Candidate>>,
}

impl Answers {
    /// Adds the offers in a state if they are known; returns whether they are.
    pub(super) fn find(&mut self, hop: Hop, out: &mut Candidates) -> bool {
        if self.to != Some(hop.to) {
            self.to = Some(hop.to);
            self.by_node.clear();
            self.by_channel.clear();
        }
        let Some(lane) = hop.came else {
            return false;
        };
        let known = self.by_node.get(&hop.here);
        let Some(known) = known.or_else(|| self.by_channel.get(&lane.channel)) else {
            return false;
        };
        for offer in known {
            if offer.is_escape {
                out.offer_escape(offer.channel, offer.vcs);
            } else {
                out.offer(offer.channel, offer.vcs);
            }
        }
        true
    }

    /// Stores an answer for all states in which it also holds.
    pub(super) fn keep(&mut self, hop: Hop, asked: Asked, answer: &Candidates) {
        let answer = || answer.as_slice().to_vec();
        match (asked, hop.came) {
            (Asked::Whether, Some(_)) => {
                self.by_node.insert(hop.here, answer());
            }
            (Asked::Channel, Some(lane)) => {
                self.by_channel.insert(lane.channel, answer());
            }
            (Asked::Lane, _) | (_, None) => {}
        }
    }
}
