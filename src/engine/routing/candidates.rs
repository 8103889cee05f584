//! The position of a header, and the virtual channels that it may take there.

use serde::{Deserialize, Serialize};

use crate::topology::{ChannelId, NodeId};

/// One virtual channel of a physical channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct VirtualChannel {
    pub channel: ChannelId,
    /// The index of the VC on that channel, from 0.
    pub vc: u8,
}

/// The routing state of a header: its node, the end of its leg and, if needed, the virtual channel
/// over which it arrived.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hop {
    /// The node that the header is at.
    pub here: NodeId,
    /// The node at which this leg of its route ends, different from `here`.
    pub to: NodeId,
    /// The index of the leg, from 0; the last one ends at the destination.
    pub leg: u8,
    /// The virtual channel over which the header arrived; `None` at its source, and for functions
    /// that do not ask (`asks_arrival`).
    pub came: Option<VirtualChannel>,
}

impl Hop {
    /// The state of a header at its source, or of one whose arrival channel does not matter.
    pub fn new(here: NodeId, to: NodeId, leg: u8) -> Self {
        Self {
            here,
            to,
            leg,
            came: None,
        }
    }

    /// The same state for a header that arrived over a virtual channel.
    #[must_use]
    pub fn over(self, lane: VirtualChannel) -> Self {
        Self {
            came: Some(lane),
            ..self
        }
    }
}

/// A set of VCs of one channel, as a bit mask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct VcSet(pub u16);

impl VcSet {
    /// The maximum number of VCs per channel.
    pub const MOST: u8 = 16;

    pub fn range(from: u8, to: u8) -> Self {
        let below = |vc: u8| ((1_u32 << vc) - 1) as u16;
        Self(below(to) & !below(from))
    }

    /// The set of the given VCs.
    pub fn of(vcs: impl IntoIterator<Item = u8>) -> Self {
        Self(vcs.into_iter().fold(0, |set, vc| set | 1 << vc))
    }

    /// The VCs in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..Self::MOST).filter(move |vc| self.0 >> vc & 1 == 1)
    }

    /// The number of VCs in the set.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set contains a VC.
    pub fn contains(self, vc: u8) -> bool {
        self.0 >> vc & 1 == 1
    }
}

/// The virtual channels of every channel, as seen by a routing function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vcs {
    /// The number of VCs per channel, V.
    pub count: u8,
    /// Whether worms change class at the dateline of a ring (Dally & Seitz 1987). Without it all
    /// VCs of a torus form a single class, regardless of their number.
    pub dateline: bool,
}

impl From<u8> for Vcs {
    fn from(count: u8) -> Self {
        Self {
            count,
            dateline: true,
        }
    }
}

/// A channel and the VCs on it that a header may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate {
    pub channel: ChannelId,
    pub vcs: VcSet,
    /// Whether the VCs may be taken only if no other candidate is free (Duato 1993).
    pub is_escape: bool,
}

impl Candidate {
    /// The virtual channels of the candidate, ascending.
    pub fn lanes(self) -> impl Iterator<Item = VirtualChannel> {
        let channel = self.channel;
        self.vcs
            .iter()
            .map(move |vc| VirtualChannel { channel, vc })
    }
}

/// The candidates offered by a routing function, preferred first; the memory is reused between
/// calls.
#[derive(Debug, Clone, Default)]
pub struct Candidates {
    pub(super) list: Vec<Candidate>,
}

impl Candidates {
    pub fn offer(&mut self, channel: ChannelId, vcs: VcSet) {
        self.list.push(Candidate {
            channel,
            vcs,
            is_escape: false,
        });
    }

    /// Appends a candidate of the deadlock-free subfunction, to be taken if no other is free.
    pub fn offer_escape(&mut self, channel: ChannelId, vcs: VcSet) {
        self.list.push(Candidate {
            channel,
            vcs,
            is_escape: true,
        });
    }

    /// Turns the candidates from index `first` on into escapes.
    pub(super) fn turn_into_escapes(&mut self, first: usize) {
        for candidate in &mut self.list[first..] {
            candidate.is_escape = true;
        }
    }

    /// Shifts the VCs of the candidates from index `first` on up by `by`.
    pub(super) fn shift_from(&mut self, first: usize, by: u8) {
        for candidate in &mut self.list[first..] {
            candidate.vcs.0 <<= by;
        }
    }

    /// Shifts the VCs of all candidates up by `by`.
    pub fn shift(&mut self, by: u8) {
        self.shift_from(0, by);
    }

    /// Replaces the channels of the candidates from index `first` on.
    pub(super) fn renumber_from(&mut self, first: usize, channel: impl Fn(ChannelId) -> ChannelId) {
        for candidate in &mut self.list[first..] {
            candidate.channel = channel(candidate.channel);
        }
    }

    /// Keeps the candidates before index `first` and, of the others, only the `nth`.
    pub(super) fn keep_only(&mut self, first: usize, nth: usize) {
        if let Some(&kept) = self.list.get(first + nth) {
            self.list.truncate(first);
            self.list.push(kept);
        }
    }

    /// Keeps the candidates before index `first` and, of the others, the one that a uniformly
    /// distributed number draws.
    pub(super) fn draw_one(&mut self, first: usize, draw: u32) {
        let count = (self.list.len() - first) as u64;
        if count > 1 {
            self.keep_only(first, ((u64::from(draw) * count) >> 32) as usize);
        }
    }

    /// Restricts each candidate from index `first` on to the VCs that `keep` returns, and removes
    /// those left with none.
    pub(super) fn retain_from(&mut self, first: usize, keep: impl Fn(&Candidate) -> VcSet) {
        let mut kept = first;
        for index in first..self.list.len() {
            self.list[index].vcs = keep(&self.list[index]);
            if !self.list[index].vcs.is_empty() {
                self.list.swap(kept, index);
                kept += 1;
            }
        }
        self.list.truncate(kept);
    }

    /// Removes all candidates without freeing their memory.
    pub fn clear(&mut self) {
        self.list.clear();
    }

    pub fn as_slice(&self) -> &[Candidate] {
        &self.list
    }
}
