//! Which channels a header may take.
//!
//! A routing function returns what is *allowed*: channels, and on each a set of virtual
//! channels (VCs). What is *chosen* among them is up to the simulator's allocator.

mod dimension_order;
mod folded;
mod mesh_hypercube;
mod walk;

use std::fmt;

use crate::catalog::{self, BuildError, Family};
use crate::topology::{ChannelId, Network, NodeId, Topology};

pub use walk::{Routes, path, routes};

/// One virtual channel of a physical channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VirtualChannel {
    /// The physical channel.
    pub channel: ChannelId,
    /// Which of its VCs, from 0.
    pub vc: u8,
}

/// Where a header stands and where it is bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hop {
    /// The node it is at.
    pub here: NodeId,
    /// Its destination, another node.
    pub to: NodeId,
    /// The VC it came over, `None` at its source.
    pub arrived_on: Option<VirtualChannel>,
}

/// A set of VCs of one channel, as a bit mask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VcSet(pub u16);

impl VcSet {
    /// The most VCs a channel can have.
    pub const MOST: u8 = 16;

    /// VCs `from..to`.
    pub fn range(from: u8, to: u8) -> Self {
        let below = |vc: u8| ((1_u32 << vc) - 1) as u16;
        Self(below(to) & !below(from))
    }

    /// The VCs in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..Self::MOST).filter(move |vc| self.0 >> vc & 1 == 1)
    }

    /// How many there are.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// A channel and the VCs on it that a header may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate {
    /// The channel.
    pub channel: ChannelId,
    /// The VCs.
    pub vcs: VcSet,
    /// Whether they are to be taken only when nothing else is free (Duato 1993).
    pub is_escape: bool,
}

/// What a routing function offers, preferred first; reused from call to call.
#[derive(Debug, Clone, Default)]
pub struct Candidates {
    list: Vec<Candidate>,
}

impl Candidates {
    /// Adds a candidate behind those already offered.
    pub fn offer(&mut self, channel: ChannelId, vcs: VcSet) {
        self.list.push(Candidate {
            channel,
            vcs,
            is_escape: false,
        });
    }

    /// Adds a candidate of the deadlock-free subfunction, for when no other is free.
    pub fn offer_escape(&mut self, channel: ChannelId, vcs: VcSet) {
        self.list.push(Candidate {
            channel,
            vcs,
            is_escape: true,
        });
    }

    /// Forgets all candidates, keeps the memory.
    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// The candidates, preferred first.
    pub fn as_slice(&self) -> &[Candidate] {
        &self.list
    }
}

/// A routing function, built for one topology and number of VCs.
pub trait RoutingFunction: fmt::Debug + Send + Sync {
    /// Fewest VCs per channel for freedom from deadlock.
    fn min_vcs(&self) -> u8;

    /// The VCs that are only for escape (Duato 1993), on whatever channel.
    fn escapes(&self) -> VcSet {
        VcSet(0)
    }

    /// Offers at least one candidate, on a channel that leaves `hop.here`.
    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates);
}

/// Builds a routing function for a topology and a number of VCs per channel.
pub type BuildRouting = fn(&dyn Topology, vcs: u8) -> Result<Box<dyn RoutingFunction>, BuildError>;

/// A register line of a routing function.
pub type RoutingFamily = Family<BuildRouting>;

/// Every routing function, in the order of the menu.
pub const FAMILIES: &[RoutingFamily] = &[dimension_order::FAMILY];

/// Builds the routing function called `id`.
pub fn from_id(
    id: &str,
    topology: &dyn Topology,
    vcs: u8,
) -> Result<Box<dyn RoutingFunction>, BuildError> {
    (catalog::find(FAMILIES, "routing", id)?.build)(topology, vcs)
}
