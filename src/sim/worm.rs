//! A message on its way: where it came from and is bound, and what it is doing.

use super::MessageId;
use super::lanes::{NEVER, NONE};
use super::worms::NOTHING;
use crate::routing::Candidate;
use crate::topology::NodeId;

/// What a worm's header is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Header {
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

/// Whether a worm has to be looked at in every cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Motion {
    /// No other worm holds a lane of its channels, so that all that happens in it follows
    /// from when its header entered which lane (see `flow`).
    Flowing,
    /// No flit of it can move before its header gets a lane.
    Still,
    /// Some flit of it may move.
    Moving,
    /// The same flits move in every cycle until `due`, which is in the calendar.
    Cruising,
    /// It is a tree, whose flits are in `trees`.
    Tree,
    /// It is no worm, but stands for a header of a tree that waits.
    Branch,
}

impl Motion {
    /// Whether a header is one of a tree's.
    #[inline]
    pub(super) fn is_of_tree(self) -> bool {
        matches!(self, Self::Tree | Self::Branch)
    }
}

/// A message in flight; two lines of a processor's cache.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(super) struct Worm {
    pub message: MessageId,
    pub generated: u64,
    pub headed: u64,
    /// The cycle in which the header came to ask.
    pub since: u64,
    /// The first cycle in which it may be served.
    pub ready: u64,
    /// Cycles up to here are accounted for in its cells.
    pub settled: u64,
    /// The last search for a deadlock that came by.
    pub searched: u64,
    pub from: NodeId,
    pub to: NodeId,
    /// Where the header is.
    pub here: NodeId,
    /// Where this leg of its way ends.
    pub aim: NodeId,
    /// M \[flits\].
    pub length: u32,
    /// ⌊(M − 1)/B⌋: how many lanes ahead of another the header can be held up while the tail
    /// has not come into that one yet.
    pub reach: u32,
    /// Position of the lane that the header is in, or has claimed.
    pub head: u32,
    /// Position of the last lane it holds; of a flowing worm, one no farther ahead.
    pub tail: u32,
    /// While it is cruising: the lane in which its moving flits gather. Of a header of a tree:
    /// the place of the tree at which it waits.
    pub front: u32,
    /// While it is cruising or flowing: when it has to be looked at again.
    pub due: u64,
    /// Network channels claimed so far.
    pub hops: u32,
    /// The worm behind it in the queue of headers that wait at its node.
    pub next_waiting: u32,
    /// How many of its lanes share their channel with other worms.
    pub sharing: u32,
    /// What it does for a multicast, `NONE` if nothing.
    pub voyage: u32,
    /// While the header is blocked: a lane that it may take and that will be free some day; `NONE`
    /// before one has been found (see `watch`).
    pub way_out: u32,
    pub header: Header,
    pub motion: Motion,
    /// Which leg of its way this is.
    pub leg: u8,
    /// Whether the header stands at its destination.
    pub is_home: bool,
    /// Whether the lane at its head takes any number of flits.
    pub is_sink: bool,
    /// Of a flowing worm: whether its tail has left the processor.
    pub is_sent: bool,
    /// How many channels the routing function offered to its waiting header.
    pub offered: u8,
    /// The offer, if it is the only one.
    pub offer: Candidate,
}

impl Worm {
    /// A worm whose header is about to ask in its first router.
    pub(super) fn new(message: MessageId, from: NodeId, to: NodeId, length: u32) -> Self {
        Self {
            message,
            generated: 0,
            headed: 0,
            since: 0,
            ready: 0,
            settled: 0,
            due: NEVER,
            searched: 0,
            from,
            to,
            here: from,
            aim: to,
            length,
            reach: 0,
            head: 0,
            tail: 0,
            front: 0,
            hops: 0,
            next_waiting: NONE,
            sharing: 0,
            voyage: NONE,
            way_out: NONE,
            header: Header::Asking,
            motion: Motion::Flowing,
            leg: 0,
            is_home: false,
            is_sink: false,
            is_sent: false,
            offered: 0,
            offer: NOTHING,
        }
    }
}
