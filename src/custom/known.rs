//! What a script has answered for one destination, by what of the arrival it asked for.
//!
//! A script computes from nothing but what it is given. So where it did not ask for the virtual
//! channel over which a header came, it would give the same for all of them, and where it asked for
//! nothing of the arrival, the same for all headers that come to a node.

use std::collections::BTreeMap;

use super::surroundings::Asked;
use crate::routing::{Candidate, Candidates, Hop};
use crate::topology::{ChannelId, NodeId};

/// Answers for headers that have come from somewhere and are bound for one node.
#[derive(Debug, Default)]
pub(super) struct Answers {
    to: Option<NodeId>,
    by_node: BTreeMap<NodeId, Vec<Candidate>>,
    by_channel: BTreeMap<ChannelId, Vec<Candidate>>,
}

impl Answers {
    /// Offers what is known to be offered in a state; says whether anything is known.
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

    /// Keeps an answer for the states in which it holds besides this one.
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
