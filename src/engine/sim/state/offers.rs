//! The offers that a deterministic routing function has made, in small networks.
//!
//! It saves up to a seventh of the time of short messages; debug builds compare it with the function.

use std::sync::Arc;

use super::collections::TableIndex as _;
use crate::routing::{Adaptivity, Candidate, VcSet};
use crate::sim::design::Design;
use crate::topology::{ChannelId, NodeId};

/// The largest network with a table: its 256² entries of 4 bytes fit into the second level of a
/// processor's cache. A larger table is slower than asking the function.
const MOST_NODES: u32 = 256;

/// A channel and its VCs; no VC before the function has been asked.
#[derive(Debug, Clone, Copy)]
struct Entry {
    channel: u16,
    vcs: VcSet,
}

const UNKNOWN: Entry = Entry {
    channel: 0,
    vcs: VcSet(0),
};

/// The only offer to a header, by its node and its destination, as far as it has been asked for.
/// There is no table for functions that offer several channels, draw them or ask for more than these
/// two nodes, none where virtual channels depend on the kind of message, and none in large networks.
#[derive(Debug, Clone)]
pub(in crate::sim) struct OnlyOffers {
    nodes: usize,
    /// Shared by copies, since it hardly changes once messages have taken most routes.
    entries: Arc<[Entry]>,
}

impl OnlyOffers {
    pub(in crate::sim) fn of(design: &Design) -> Self {
        let routing = &*design.routing;
        let nodes = design.network.nodes();
        let has_table = nodes <= MOST_NODES
            && u16::try_from(design.network.channels()).is_ok()
            && design.asks_for_one_channel()
            && routing.adaptivity() == Adaptivity::Deterministic
            && routing.legs() == 1
            && !routing.asks_arrival()
            && !design.has_classes();
        let entries = if has_table { nodes * nodes } else { 0 };
        Self {
            nodes: nodes as usize,
            entries: vec![UNKNOWN; entries as usize].into(),
        }
    }

    /// The only offer to a header at a node; `None` if the routing function has to be asked.
    #[inline]
    pub(in crate::sim) fn at(&self, here: NodeId, to: NodeId) -> Option<Candidate> {
        let entry = self.entries.get(here.row() * self.nodes + to.row())?;
        (!entry.vcs.is_empty()).then_some(Candidate {
            channel: ChannelId(u32::from(entry.channel)),
            vcs: entry.vcs,
            is_escape: false,
        })
    }

    /// Records the only offer of the routing function to a header at a node.
    pub(in crate::sim) fn record(&mut self, here: NodeId, to: NodeId, offer: Candidate) {
        if self.entries.is_empty() || offer.is_escape {
            return;
        }
        let entry = Entry {
            channel: offer.channel.0 as u16,
            vcs: offer.vcs,
        };
        Arc::make_mut(&mut self.entries)[here.row() * self.nodes + to.row()] = entry;
    }
}
