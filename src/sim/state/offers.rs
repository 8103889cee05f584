//! The offers of a deterministic routing function as a table, in small networks. It saves up to a
//! seventh of the time of short messages; debug builds compare it with the function.

use std::sync::Arc;

use super::collections::TableIndex as _;
use crate::routing::{Adaptivity, Candidate, Candidates, Hop, VcSet};
use crate::sim::design::Design;
use crate::topology::{ChannelId, NodeId};

/// The largest network with a table: its 256² entries of 4 bytes fit into the second level of a
/// processor's cache. A larger table is slower than asking the function.
const MOST_NODES: u32 = 256;

/// A channel and its VCs; no VC where the function does not offer exactly one channel.
#[derive(Debug, Clone, Copy)]
struct Entry {
    channel: u16,
    vcs: VcSet,
}

/// The only offer to a header, by its node and its destination. Empty if the function offers
/// several channels, draws them or asks for more than these two nodes, if links have failed, and in
/// large networks.
#[derive(Debug, Clone)]
pub(in crate::sim) struct OnlyOffers {
    nodes: usize,
    entries: Arc<[Entry]>,
}

impl OnlyOffers {
    pub(in crate::sim) fn of(design: &Design) -> Self {
        let (network, routing) = (&design.network, &*design.routing);
        let nodes = network.nodes();
        // Otherwise some of the pairs are not states of the function.
        let is_defined = network.terminals().count() == nodes && design.faults.is_empty();
        let has_table = is_defined
            && nodes <= MOST_NODES
            && u16::try_from(network.channels()).is_ok()
            && design.asks_for_one_channel()
            && routing.adaptivity() == Adaptivity::Deterministic
            && routing.legs() == 1
            && !routing.asks_arrival();
        let all = || (0..nodes).map(NodeId);
        let pairs = all().flat_map(|here| all().map(move |to| (here, to)));
        let mut offers = Candidates::default();
        let entry = |(here, to)| {
            offers.clear();
            if here != to {
                routing.candidates(network, Hop::new(here, to, 0), &mut offers);
            }
            match *offers.as_slice() {
                [only] if !only.is_escape => Entry {
                    channel: only.channel.0 as u16,
                    vcs: only.vcs,
                },
                _ => Entry {
                    channel: 0,
                    vcs: VcSet(0),
                },
            }
        };
        Self {
            nodes: nodes as usize,
            entries: pairs.filter(|_| has_table).map(entry).collect(),
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
}
