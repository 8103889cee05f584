//! State of a message in flight: its source, its destination and its progress.

use super::collections::{LaneIndex, MulticastWormIndex, NEVER, Position, TableIndex, WormIndex};
use crate::routing::{Candidate, VcSet};
use crate::sim::records::MessageId;
use crate::topology::{ChannelId, NodeId};

/// State of a worm's header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::sim) enum Header {
    /// It waits for its tail, as store-and-forward requires.
    Storing,
    /// It requests a lane, to be served from the cycle `ready` on.
    Asking,
    /// Its request was refused: all lanes it may take are held.
    Blocked,
    /// It has claimed the lane ahead and enters it as soon as the channel carries it.
    Claimed,
    /// It has reached the processor.
    Arrived,
}

/// How a worm moves, and hence whether it has to be visited in every cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::sim) enum Motion {
    /// Its message fits into the buffer of a lane, so its flits move lane by lane (see `buffered`).
    Buffered,
    /// No other worm holds a lane of its channels, so the times of all its flits follow from those
    /// of its header (see `uncontended`).
    Uncontended,
    /// No flit can move before the header is granted a lane.
    Stalled,
    /// Some flit may be able to move.
    Moving,
    /// The same flits move in every cycle until `due`, for which a visit is scheduled.
    Streaming,
    /// It is a tree, whose flits are in `trees`.
    Tree,
    /// It is not a worm but the entry of a waiting header of a tree.
    TreeHeader,
}

impl Motion {
    /// Whether it is a tree or a header of one.
    #[inline]
    pub(in crate::sim) fn is_of_tree(self) -> bool {
        matches!(self, Self::Tree | Self::TreeHeader)
    }
}

/// A message in flight. The first line of a processor's cache contains all that a header needs from
/// one lane to the next.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(in crate::sim) struct Worm {
    pub message: MessageId,
    /// The cycle of the header's request.
    pub since: u64,
    /// Cycles after its request in which the header is not served yet.
    pub delay: u32,
    /// The next worm in the queue of headers waiting at its node.
    pub next_waiting: WormIndex,
    /// The node at which the header is.
    pub here: NodeId,
    /// The node at which the current leg of its route ends.
    pub aim: NodeId,
    /// The lane that the header is in or has claimed.
    pub lane: LaneIndex,
    /// Number of network channels claimed so far.
    pub hops: u32,
    /// M \[flits\].
    pub length: u32,
    /// Its multicast state, `NONE` for a message to one node.
    pub multicast: MulticastWormIndex,
    /// The offer to its waiting header, if there is only one.
    pub offer: Candidate,
    /// Number of offers to its waiting header.
    pub offered: u16,
    pub header: Header,
    pub motion: Motion,
    /// Number of the current leg of its route.
    pub leg: u8,
    /// Whether the header is at its destination.
    pub is_at_destination: bool,
    /// Whether the lane at its head takes any number of flits.
    pub is_sink: bool,
    /// For an uncontended worm: whether its tail has left the processor.
    pub is_sent: bool,

    pub generated: u64,
    pub headed: u64,
    /// The mark set by the last deadlock search that visited it.
    pub searched: u64,
    /// While it is streaming or uncontended: when it has to be visited again.
    pub due: u64,
    pub from: NodeId,
    pub to: NodeId,
    /// While the header is blocked: a lane that it may take and that will become free eventually;
    /// `NONE` before one has been found (see `deadlock`).
    pub way_out: LaneIndex,
    /// ⌊(M − 1)/B⌋: the greatest distance \[lanes\] of the header ahead of a lane at which a delay
    /// of the header can still delay the tail's entry into that lane.
    pub reach: u32,
    /// Position of the lane that the header is in or has claimed. A buffered worm does not number
    /// its lanes.
    pub head: Position,
    /// Position of the last lane it holds; for an uncontended worm, a position at or behind that
    /// lane.
    pub tail: Position,
    /// The cycle up to which its cells are current.
    pub counted_until: u64,

    /// While it is streaming: the lane in which its moving flits gather. For a header of a tree:
    /// the place of the tree at which it waits.
    pub front: Position,
    /// Number of its lanes that share their channel with other worms.
    pub sharing: u32,
    /// For a reply, the cycle in which its request was generated; otherwise `NEVER`.
    pub asked: u64,
}

const _: () = assert!(size_of::<Worm>() == 192, "three lines of a cache");

/// Placeholder for unused entries of `offers`.
pub(in crate::sim) const NO_OFFER: Candidate = Candidate {
    channel: ChannelId::NONE,
    vcs: VcSet(0),
    is_escape: false,
};

impl Worm {
    /// The first cycle in which the header may be served.
    #[inline]
    pub(in crate::sim) fn ready(&self) -> u64 {
        self.since + u64::from(self.delay)
    }

    /// Whether it is a reply to a request.
    #[inline]
    pub(in crate::sim) fn is_reply(&self) -> bool {
        self.asked != NEVER
    }

    /// Creates a worm whose header is about to make its first request.
    #[inline]
    pub(in crate::sim) fn new(
        message: MessageId,
        from: NodeId,
        to: NodeId,
        length: u32,
        lane: LaneIndex,
    ) -> Self {
        Self {
            message,
            generated: 0,
            headed: 0,
            since: 0,
            delay: 0,
            counted_until: 0,
            due: NEVER,
            searched: 0,
            from,
            to,
            here: from,
            aim: to,
            lane,
            length,
            reach: 0,
            head: Position::FIRST,
            tail: Position::FIRST,
            front: Position::FIRST,
            hops: 0,
            next_waiting: WormIndex::NONE,
            sharing: 0,
            asked: NEVER,
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
