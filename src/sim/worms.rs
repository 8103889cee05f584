//! State of every worm: a message on its way, across all the lanes it holds.

use super::MessageId;
use super::lanes::NONE;
use crate::routing::{Candidate, VcSet};
use crate::topology::{ChannelId, NodeId};

/// What a worm's header is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Header {
    /// It asks for a lane, from the cycle `ready` on.
    Asking,
    /// It asked in vain: all lanes it may take are held.
    Blocked,
    /// It has a lane ahead and enters it as soon as the channel carries it.
    Claimed,
    /// It has reached the processor.
    Arrived,
}

/// A message in flight.
#[derive(Debug, Clone, Copy)]
pub(super) struct Worm {
    pub message: MessageId,
    pub from: NodeId,
    pub to: NodeId,
    /// M \[flits\].
    pub length: u32,
    pub generated: u64,
    pub headed: u64,
    /// The first cycle in which the header may ask for a lane.
    pub ready: u64,
    /// The lane that the header is in, or has claimed.
    pub head: u32,
    /// Network channels claimed so far.
    pub hops: u32,
    pub header: Header,
    /// Whether the header stands at its destination.
    pub is_home: bool,
    /// Whether some flit of it may move.
    pub is_moving: bool,
    /// The last search for a deadlock that came by.
    pub searched: u64,
}

/// All worms, by index; indices are used again.
#[derive(Debug, Clone)]
pub(super) struct Worms {
    table: Vec<Worm>,
    unused: Vec<u32>,
    /// What the routing function offered to each waiting header, `stride` places a worm.
    offers: Vec<Candidate>,
    stride: usize,
}

/// Fills unused places of `offers`.
const NOTHING: Candidate = Candidate {
    channel: ChannelId(u32::MAX),
    vcs: VcSet(0),
    is_escape: false,
};

impl Worms {
    /// No worms yet, in a network where a node has at most `degree` channels.
    pub(super) fn new(degree: u32) -> Self {
        Self {
            table: Vec::new(),
            unused: Vec::new(),
            offers: Vec::new(),
            // Every channel at most twice: once to be used freely, once as an escape.
            stride: 2 * degree as usize,
        }
    }

    /// The offers to a waiting header, preferred first.
    #[inline]
    pub(super) fn offers(&self, index: u32) -> impl Iterator<Item = Candidate> + '_ {
        let first = index as usize * self.stride;
        let places = &self.offers[first..first + self.stride];
        let filled = places.iter().take_while(|offer| !offer.vcs.is_empty());
        filled.copied()
    }

    pub(super) fn set_offers(&mut self, index: u32, offers: &[Candidate]) {
        let first = index as usize * self.stride;
        let places = &mut self.offers[first..first + self.stride];
        places[..offers.len()].copy_from_slice(offers);
        if let Some(end) = places.get_mut(offers.len()) {
            *end = NOTHING;
        }
    }

    pub(super) fn add(&mut self, worm: Worm) -> u32 {
        if let Some(index) = self.unused.pop() {
            self.table[index as usize] = worm;
            return index;
        }
        self.table.push(worm);
        self.offers.resize(self.table.len() * self.stride, NOTHING);
        self.table.len() as u32 - 1
    }

    pub(super) fn remove(&mut self, index: u32) {
        self.table[index as usize].head = NONE;
        self.unused.push(index);
    }

    #[inline]
    pub(super) fn at(&self, index: u32) -> &Worm {
        &self.table[index as usize]
    }

    #[inline]
    pub(super) fn at_mut(&mut self, index: u32) -> &mut Worm {
        &mut self.table[index as usize]
    }

    /// The worms in flight.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Worm> {
        self.table.iter().filter(|worm| worm.head != NONE)
    }

    /// Memory in use \[bytes\], about.
    pub(super) fn bytes(&self) -> usize {
        self.table.len() * size_of::<Worm>()
            + self.unused.len() * size_of::<u32>()
            + self.offers.len() * size_of::<Candidate>()
    }
}
