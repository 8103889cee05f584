//! Invariants that hold between cycles, checked in debug builds only.
//!
//! The tables of a simulator are redundant: a lane records its worm and a worm its lanes, bits
//! summarize the counts of cells, and a channel records which of its lanes are held. These checks
//! compare them, so that a test fails in the cycle in which they diverge rather than when a message
//! is late.

mod buffered;
mod headers;

use super::Simulator;
use super::state::{
    BITS, Header, Motion, NEVER, Owner, Position, TableIndex as _, UNKNOWN, Worm, WormIndex,
};

/// Networks of up to this many nodes are checked after every cycle …
const SMALL: u32 = 32;
/// … for this many initial cycles, after which further checks rarely find anything new.
const FIRST: u64 = 5_000;
/// Other networks, and later cycles, are checked once per this many cycles …
const EVERY: u64 = 64;
/// … but queues, which can be very long, are counted only once per this many cycles after the first
/// [`FIRST`].
const RARELY: u64 = EVERY * EVERY;

impl Simulator {
    /// Panics if an invariant is broken.
    pub(super) fn check(&self) {
        let (is_small, is_first) = (self.design.network.nodes() <= SMALL, self.clock < FIRST);
        if !(is_small && is_first || self.clock.is_multiple_of(EVERY)) {
            return;
        }
        let mut queued_up = 0;
        for (line, _) in self.routers.table.iter() {
            queued_up += self.check_waiting(line);
        }
        let (mut waiting, mut moving) = (0, 0);
        for (index, worm) in self.worms.entries() {
            let asks = matches!(worm.header, Header::Asking | Header::Blocked);
            waiting += u32::from(asks);
            moving += usize::from(worm.motion == Motion::Moving);
            if worm.motion.is_of_tree() {
                self.check_tree(index, worm);
                continue;
            }
            self.check_way_out(worm);
            if worm.motion == Motion::Buffered {
                self.check_buffered(index, worm);
                continue;
            }
            self.check_ownership(index, worm);
            if worm.motion == Motion::Uncontended {
                self.check_uncontended(index, worm);
            } else {
                self.check_flits(index, worm);
                self.check_sharing(index, worm);
            }
        }
        assert_eq!(waiting, queued_up, "every requesting header is in a line");
        self.check_lanes();
        self.check_moving(moving);
        let every = if is_first { EVERY } else { RARELY };
        if self.clock.is_multiple_of(every) {
            self.check_message_count();
        }
    }

    /// Checks that a worm owns its lanes and the ports it copies into.
    fn check_ownership(&self, index: WormIndex, worm: &Worm) {
        assert!(worm.tail <= worm.head, "{worm:?} holds nothing");
        for position in self.last_held(index, worm).through(worm.head) {
            let lane = self.worms.cell(index, position).lane;
            let owner = self.lanes.owner(lane);
            let is_here = owner.worm == index && owner.position == position;
            assert!(is_here, "{lane:?} at {position:?} of {worm:?}: {owner:?}");
        }
        let is_received = self.lanes.is_ejection(self.worms.head_lane(index));
        assert_eq!(worm.is_sink, is_received, "{worm:?}");
        if worm.multicast.is_some() {
            for copy in &self.multicasts.worm(worm.multicast).copies_in_progress {
                let owner = self.lanes.owner(copy.port);
                let is_here = owner.worm == index && owner.position == copy.position;
                assert!(is_here, "{copy:?} of {worm:?}: {owner:?}");
            }
        }
    }

    /// The last lane that the tail has not left; `tail` of an uncontended worm may lag behind it.
    fn last_held(&self, index: WormIndex, worm: &Worm) -> Position {
        if worm.motion != Motion::Uncontended {
            return worm.tail;
        }
        let has_left = |position: &Position| {
            let left = self.worms.cell(index, *position).left;
            left != UNKNOWN && worm.headed + u64::from(left) < self.clock
        };
        let left = worm.tail.until(worm.head).take_while(has_left).count();
        worm.tail + left as u32
    }

    /// Checks that lanes, their channels and their worms agree on which lanes are held.
    fn check_lanes(&self) {
        for (lane, Owner { worm, position }) in self.lanes.owners() {
            let is_free = worm.is_none();
            if self.lanes.is_network(lane) {
                let at = self.lanes.virtual_channel(lane);
                let free = self.lanes.channels[at.channel].free;
                let says_free = free >> at.vc & 1 == 1;
                let exists = at.vc < self.design.vcs;
                assert_eq!(says_free, is_free && exists, "{at:?} is held by {worm:?}");
            }
            // A lane that its worm has left may still be recorded as the worm's.
            if is_free || self.lanes.has_been_left(lane, self.clock) {
                continue;
            }
            let at = self.worms.at(worm);
            assert!(at.head.is_some(), "{lane:?} is held by a removed worm");
            if at.motion == Motion::Tree {
                let branch = self.trees.at(self.tree_of(worm)).branches[position.row()];
                assert!(
                    branch.lane == lane || branch.port == lane,
                    "{lane:?}: {branch:?}"
                );
                continue;
            }
            if at.motion == Motion::Buffered {
                let is_held = self.lanes_of_buffered(at).contains(&lane);
                assert!(is_held, "{lane:?}: {at:?}");
                continue;
            }
            assert!((at.tail..=at.head).contains(&position), "{at:?}");
            let copies = || {
                let copies_in_progress = &self.multicasts.worm(at.multicast).copies_in_progress;
                copies_in_progress.iter().any(|copy| copy.port == lane)
            };
            let knows = self.worms.cell(worm, position).lane == lane;
            assert!(
                knows || at.multicast.is_some() && copies(),
                "{lane:?}: {at:?}"
            );
        }
    }

    /// Checks that an uncontended worm has lost no flit, overfills no lane and shares no channel.
    fn check_uncontended(&self, index: WormIndex, worm: &Worm) {
        assert!(worm.sharing == 0 && worm.multicast.is_none(), "{worm:?}");
        assert!(worm.due >= self.clock, "its tail is overdue: {worm:?}");
        let mut behind = worm.length;
        let last = self.last_held(index, worm);
        for position in last.through(worm.head) {
            let entered = self.flits_entered(index, position, self.clock);
            let lane = self.worms.cell(index, position).lane;
            if position == last {
                assert_eq!(entered, worm.length, "flits were lost: {worm:?}");
            } else {
                assert!(
                    entered <= behind,
                    "{entered} of {behind} at {position:?}: {worm:?}"
                );
                self.check_room(behind - entered, index, position - 1, worm);
            }
            if self.lanes.is_network(lane) {
                let channel = self.lanes.virtual_channel(lane).channel;
                assert_eq!(self.lanes.holders(channel), 1, "{channel:?}: {worm:?}");
                let due = match self.worms.cell(index, position).left {
                    UNKNOWN => NEVER,
                    left => worm.headed + u64::from(left),
                };
                let recorded = self.lanes.channels[channel].due;
                assert_eq!(recorded, due, "{channel:?}: {worm:?}");
            }
            behind = entered;
        }
        self.check_room(behind, index, worm.head, worm);
    }

    fn check_room(&self, held: u32, index: WormIndex, position: Position, worm: &Worm) {
        let lane = self.worms.cell(index, position).lane;
        let fits = held <= self.capacity || !self.lanes.is_network(lane);
        assert!(fits, "{held} flits at {position:?} of {worm:?}");
    }

    /// Checks that the cells of a worm add up to its length and agree with its bits.
    fn check_flits(&self, index: WormIndex, worm: &Worm) {
        let lag = if worm.motion == Motion::Streaming {
            assert!(worm.due >= self.clock, "it streams for too long: {worm:?}");
            (self.clock - worm.counted_until) as u32
        } else {
            0
        };
        let mut flits = 0;
        for position in worm.tail.through(worm.head) {
            let cell = self.worms.cell(index, position);
            let entered = if position == worm.front { lag } else { 0 };
            let left = if position == worm.tail { lag } else { 0 };
            let held = cell.held + entered - left;
            flits += held;
            self.check_room(held, index, position, worm);
            let word = self.worms.word(index, position);
            let is_full = word.full & position.bit() != 0;
            assert_eq!(is_full, held > 0, "{held} at {position:?} of {worm:?}");
            let is_sink = worm.is_sink && position == worm.head;
            let has_room = word.room & position.bit() != 0;
            // No flit enters the last lane.
            if position > worm.tail {
                let expected = is_sink || held < self.capacity;
                assert_eq!(has_room, expected, "{held} at {position:?} of {worm:?}");
            }
        }
        assert_eq!(flits, worm.length, "flits were lost: {worm:?}");
    }

    /// Checks that a worm moved flit by flit records which of its channels it shares, and that bits
    /// of lanes that it does not hold are clear.
    fn check_sharing(&self, index: WormIndex, worm: &Worm) {
        let mut sharing = 0;
        for position in worm.tail.through(worm.head) {
            let lane = self.worms.cell(index, position).lane;
            let is_shared = self.lanes.is_network(lane)
                && self.lanes.holders(self.lanes.virtual_channel(lane).channel) > 1;
            let says_so = self.worms.word(index, position).shared & position.bit() != 0;
            assert_eq!(says_so, is_shared, "{lane:?} of {worm:?}");
            sharing += u32::from(is_shared);
        }
        assert_eq!(worm.sharing, sharing, "{worm:?}");
        for first in Position::FIRST.through(worm.head).step_by(BITS as usize) {
            let word = self.worms.word(index, first);
            let mut others = word.full | word.room | word.shared;
            let last = worm.head.min(first + (BITS - 1));
            for position in first.max(worm.tail).through(last) {
                others &= !position.bit();
            }
            assert_eq!(others, 0, "bits of lanes that were left: {worm:?}");
        }
    }

    /// Checks that a tree and its headers refer to each other, that the tree owns its lanes, and
    /// that no flit is lost between places.
    fn check_tree(&self, index: WormIndex, worm: &Worm) {
        let tree = self.trees.at(self.tree_of(index));
        if worm.motion == Motion::TreeHeader || worm.header != Header::Claimed {
            let branch = tree.branches[worm.front.row()];
            assert!(
                branch.header == index && !branch.is_open,
                "{worm:?}: {branch:?}"
            );
        }
        if worm.motion == Motion::TreeHeader {
            return;
        }
        for (place, (branch, stop)) in tree.branches.iter().zip(tree.shape.places()).enumerate() {
            let entered = if place == 0 {
                worm.length
            } else {
                tree.branches[stop.from].gone
            };
            assert_eq!(entered, branch.held + branch.gone, "at {place} of {tree:?}");
            assert!(place == 0 || branch.held <= self.capacity, "{tree:?}");
            let held = [branch.lane, branch.port]
                .into_iter()
                .filter(|&lane| lane.is_some());
            for lane in held {
                let owner = self.lanes.owner(lane);
                let is_here = owner.worm == index && owner.position == Position::of_row(place);
                assert!(is_here, "{lane:?} at {place} of {tree:?}: {owner:?}");
            }
        }
    }

    /// Checks that every worm that may move is listed exactly once.
    fn check_moving(&self, moving: usize) {
        let mut listed = self.moving.clone();
        listed.sort_unstable();
        listed.dedup();
        assert_eq!(
            listed.len(),
            self.moving.len(),
            "a worm moves twice a cycle"
        );
        assert_eq!(listed.len(), moving, "a worm that may move is visited");
        for worm in listed {
            let at = self.worms.at(worm);
            assert!(at.head.is_some() && at.motion == Motion::Moving, "{at:?}");
        }
        assert!(
            self.entering.is_empty(),
            "headers have not entered their lanes"
        );
    }

    /// Checks that every generated message is delivered, in flight, queued or in preparation.
    fn check_message_count(&self) {
        let queued = self.sources.queue_lengths().map(u64::from);
        let found = self.counters.delivered
            + self.worms.iter().count() as u64
            + queued.sum::<u64>()
            + self.sources.prepared.len() as u64;
        assert_eq!(self.counters.generated, found, "messages were lost");
    }
}
