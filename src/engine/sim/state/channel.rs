//! The state of a channel, and the numbers of its lanes.

use super::collections::{LaneIndex, NEVER};
use crate::routing::VirtualChannel;
use crate::topology::{ChannelId, NodeId};

/// State of a physical channel: its free lanes and its arbitration.
#[derive(Debug, Clone, Copy)]
pub(in crate::sim) struct ChannelState {
    /// The cycle in which the tail of the only worm on it leaves, once that is known and as long as
    /// the worm has the channel to itself; otherwise `NEVER`. After that cycle the lane is free
    /// without further action.
    pub due: u64,
    /// The node at which it starts.
    pub from: NodeId,
    /// The node that it leads to.
    pub to: NodeId,
    /// VCs that no worm holds, excluding one freed by `due`.
    pub free: u16,
    /// VCs that requested the channel in this cycle for a worm that is moved as a whole.
    pub asked: u16,
    /// VCs of buffered worms for which a flit waits.
    pub ready: u16,
    /// VCs held by buffered worms.
    pub buffered: u16,
    /// The VC that was served last, while several were held.
    pub last: u8,
    /// Total flits of the worms that have claimed a lane of it so far: 48 bits in two parts, which
    /// fit without exceeding half a line of the processor's cache.
    assigned_high: u16,
    assigned_low: u32,
}

const _: () = assert!(size_of::<ChannelState>() == 32, "two to a line of a cache");

impl ChannelState {
    /// Creates the state of a channel between two nodes, with these VCs, all of them free.
    pub(in crate::sim) fn idle(from: NodeId, to: NodeId, all: u16) -> Self {
        Self {
            due: NEVER,
            from,
            to,
            free: all,
            asked: 0,
            ready: 0,
            buffered: 0,
            last: 0,
            assigned_high: 0,
            assigned_low: 0,
        }
    }

    /// Total flits of the worms that have claimed a lane of it so far.
    pub(in crate::sim) fn assigned(&self) -> u64 {
        u64::from(self.assigned_high) << 32 | u64::from(self.assigned_low)
    }

    /// Counts flits that will cross it.
    #[inline]
    pub(in crate::sim) fn assign(&mut self, flits: u32) {
        let (low, carries) = self.assigned_low.overflowing_add(flits);
        self.assigned_low = low;
        self.assigned_high += u16::from(carries);
    }

    /// Whether several of all its VCs are held, including one freed by `due`.
    #[inline]
    pub(in crate::sim) fn is_shared(&self, all: u16) -> bool {
        let held = all & !self.free;
        held & held.wrapping_sub(1) != 0
    }

    /// The VC served next after the one that was served last, among those that ask.
    #[inline]
    pub(in crate::sim) fn next_in_turn(&self, asked: u16) -> u8 {
        let after_last = asked & !((2_u32 << self.last) - 1) as u16;
        let next = if after_last != 0 { after_last } else { asked };
        next.trailing_zeros() as u8
    }
}

/// Which lanes are of which kind, and of which channel.
#[derive(Debug, Clone, Copy)]
pub(in crate::sim) struct Shape {
    pub injection: LaneIndex,
    pub ejection: LaneIndex,
    /// s: the table has 2ˢ lanes per channel.
    pub shift: u32,
    /// All VCs of a channel.
    pub all: u16,
}

impl Shape {
    #[inline]
    pub(in crate::sim) fn of(self, channel: ChannelId, vc: u8) -> LaneIndex {
        LaneIndex(channel.0 << self.shift | u32::from(vc))
    }

    /// The virtual channel of a network lane.
    #[inline]
    pub(in crate::sim) fn virtual_channel(self, lane: LaneIndex) -> VirtualChannel {
        VirtualChannel {
            channel: ChannelId(lane.0 >> self.shift),
            vc: (lane.0 & ((1 << self.shift) - 1)) as u8,
        }
    }

    #[inline]
    pub(in crate::sim) fn is_network(self, lane: LaneIndex) -> bool {
        lane < self.injection
    }
}
