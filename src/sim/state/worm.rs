//! A message under way: where it comes from, where it goes, and what it is doing.

use super::index::{LaneIndex, MulticastWormIndex, NEVER, Position, TableIndex, WormIndex};
use crate::routing::{Candidate, VcSet};
use crate::sim::records::MessageId;
use crate::topology::{ChannelId, NodeId};

/// What a worm's header is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::sim) enum Header {
    /// It waits for its tail, as store-and-forward demands.
    Storing,
    /// It asks for a lane, from the cycle `ready` on.
    Asking,
    /// It asked in vain: all lanes it may take are held.
    Blocked,
    /// It has a lane ahead and enters it as soon as the channel carries it.
    Claimed,
    /// It has reached the processor.
    Arrived,
}

/// How a worm moves, and so whether it has to be visited in every cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::sim) enum Motion {
    /// No other worm holds a lane of its channels, so that the times of all its flits follow
    /// from those of its header (see `uncontended`).
    Uncontended,
    /// No flit of it can move before its header gets a lane.
    Stalled,
    /// Some flit of it may move.
    Moving,
    /// The same flits move in every cycle until `due`, which is in a timing wheel.
    Streaming,
    /// It is a tree, whose flits are in `trees`.
    Tree,
    /// It is not a worm, but stands for a waiting header of a tree.
    TreeHeader,
}

impl Motion {
    /// Whether it is a tree, or a header of one.
    #[inline]
    pub(in crate::sim) fn is_of_tree(self) -> bool {
        matches!(self, Self::Tree | Self::TreeHeader)
    }
}

/// A message in flight.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(in crate::sim) struct Worm {
    pub message: MessageId,
    pub generated: u64,
    pub headed: u64,
    /// The cycle in which the header came to ask.
    pub since: u64,
    /// The first cycle in which it may be served.
    pub ready: u64,
    /// The cycle up to which its cells are accurate.
    pub counted_until: u64,
    /// The mark of the last search for a deadlock that visited it.
    pub searched: u64,
    pub from: NodeId,
    pub to: NodeId,
    /// Where the header is.
    pub here: NodeId,
    /// Where this leg of its route ends.
    pub aim: NodeId,
    /// M \[flits\].
    pub length: u32,
    /// ⌊(M − 1)/B⌋: how many lanes ahead of another the header can be held up while the tail
    /// has not come into that one yet.
    pub reach: u32,
    /// Position of the lane that the header is in, or has claimed.
    pub head: Position,
    /// Position of the last lane it holds; of an uncontended worm, one no farther ahead.
    pub tail: Position,
    /// While it is streaming: the lane in which its moving flits gather. Of a header of a tree:
    /// the place of the tree at which it waits.
    pub front: Position,
    /// While it is streaming or uncontended: when it has to be visited again.
    pub due: u64,
    /// Network channels claimed so far.
    pub hops: u32,
    /// The worm behind it in the queue of headers that wait at its node.
    pub next_waiting: WormIndex,
    /// How many of its lanes share their channel with other worms.
    pub sharing: u32,
    /// What it does for a multicast, `NONE` if nothing.
    pub multicast: MulticastWormIndex,
    /// While the header is blocked: a lane that it may take and that will be free some day; `NONE`
    /// before one has been found (see `deadlock`).
    pub way_out: LaneIndex,
    pub header: Header,
    pub motion: Motion,
    /// Which leg of its route this is.
    pub leg: u8,
    /// Whether the header stands at its destination.
    pub is_at_destination: bool,
    /// Whether the lane at its head takes any number of flits.
    pub is_sink: bool,
    /// Of an uncontended worm: whether its tail has left the processor.
    pub is_sent: bool,
    /// How many channels the routing function offered to its waiting header.
    pub offered: u16,
    /// The offer, if it is the only one.
    pub offer: Candidate,
}

const _: () = assert!(size_of::<Worm>() == 192, "three lines of a cache");

/// Fills unused places of `offers`.
pub(in crate::sim) const NO_OFFER: Candidate = Candidate {
    channel: ChannelId::NONE,
    vcs: VcSet(0),
    is_escape: false,
};

impl Worm {
    /// A worm whose header is about to ask in its first router.
    pub(in crate::sim) fn new(message: MessageId, from: NodeId, to: NodeId, length: u32) -> Self {
        Self {
            message,
            generated: 0,
            headed: 0,
            since: 0,
            ready: 0,
            counted_until: 0,
            due: NEVER,
            searched: 0,
            from,
            to,
            here: from,
            aim: to,
            length,
            reach: 0,
            head: Position::FIRST,
            tail: Position::FIRST,
            front: Position::FIRST,
            hops: 0,
            next_waiting: WormIndex::NONE,
            sharing: 0,
            multicast: MulticastWormIndex::NONE,
            way_out: LaneIndex::NONE,
            header: Header::Asking,
            motion: Motion::Uncontended,
            leg: 0,
            is_at_destination: false,
            is_sink: false,
            is_sent: false,
            offered: 0,
            offer: NO_OFFER,
        }
    }
}
