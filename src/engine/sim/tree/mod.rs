//! Tree-shaped worms: multicasts that routers copy in lockstep.
//!
//! Wherever the tree forks, ends or delivers, a header requests everything ahead of it (the
//! channels on which the tree continues, and an ejection port if the node takes a copy) and is
//! granted all of it at once or nothing. Behind it, a flit leaves a buffer when every buffer ahead
//! can take it, so the slowest branch delays the others; the flit behind can enter the vacated
//! buffer in the same cycle.
//!
//! A tree is one worm in the table of worms, and that worm holds all lanes. Each waiting header of
//! the tree is represented by a separate entry in the queue of its node (`Motion::TreeHeader`).

mod deadlock;

use super::Simulator;
use super::events::{EventKind, Events};
use super::state::{
    Header, LaneIndex, Motion, NEVER, Owner, Position, TableIndex as _, TreeIndex, Worm, WormIndex,
};
use crate::multicast::Stop;
use crate::topology::NodeId;

impl Simulator {
    /// Turns a worm that has just reached the head of its queue into a tree.
    pub(super) fn start_tree(&mut self, worm: WormIndex, lane: LaneIndex) {
        let at = *self.worms.at(worm);
        let shape = self.multicasts.shape(at.multicast).expect("it is a tree");
        let tree = self.trees.add(shape, worm, lane, at.length);
        self.multicasts.worm_mut(at.multicast).tree = tree;
    }

    /// The tree of a worm or of an entry for one of its headers.
    pub(super) fn tree_of(&self, worm: WormIndex) -> TreeIndex {
        self.multicasts.worm(self.worms.at(worm).multicast).tree
    }

    /// The place of the tree at which an entry waits.
    pub(super) fn stop_of(&self, header: WormIndex) -> &Stop {
        let tree = self.trees.at(self.tree_of(header));
        &tree.shape.places()[self.worms.at(header).front.row()]
    }

    /// All network lanes that a waiting header of a tree needs.
    pub(super) fn needed(&self, header: WormIndex) -> impl Iterator<Item = LaneIndex> + '_ {
        let tree = self.trees.at(self.tree_of(header));
        let next = self.stop_of(header).next.clone();
        let channels = tree.shape.places()[next].iter().filter_map(|stop| stop.by);
        channels.map(|channel| self.lanes.of(channel, 0))
    }

    /// Whether a network lane can be claimed in the current or the coming route stage.
    pub(super) fn is_free(&self, lane: LaneIndex) -> bool {
        let channel = self.lanes.virtual_channel(lane).channel;
        !self.lanes.free(channel, self.clock).is_empty()
    }

    /// Grants a header of a tree everything it needs if all of it is free; returns whether it did.
    pub(super) fn serve_tree_header(&mut self, header: WormIndex) -> bool {
        let stop = self.stop_of(header);
        let (node, delivers, next) = (stop.node, stop.delivers, stop.next.clone());
        let port = if delivers {
            self.lanes.free_ejection(node)
        } else {
            LaneIndex::NONE
        };
        let has_port = !delivers || port.is_some();
        if !has_port || !self.needed(header).all(|lane| self.is_free(lane)) {
            if self.worms.at(header).header == Header::Asking {
                self.block_tree(header);
            }
            return false;
        }
        let place = self.worms.at(header).front.row();
        let index = self.tree_of(header);
        let tree = &mut self.trees.table[index];
        let worm = tree.worm;
        let shape = tree.shape.clone();
        let branch = &mut tree.branches[place];
        (branch.is_open, branch.header, branch.port) = (true, WormIndex::NONE, port);
        if port.is_some() {
            let position = Position::of_row(place);
            self.lanes.claim(port, Owner { worm, position }, self.clock);
        }
        let at = self.worms.at_mut(worm);
        let (length, is_first) = (at.length, place == 0);
        at.hops += next.len() as u32;
        self.counters.hops += next.len() as u64;
        self.events = self
            .events
            .with(Events::when(EventKind::Injected, is_first));
        for next in next {
            let channel = shape.places()[next].by.expect("it is not the source");
            let lane = self.lanes.of(channel, 0);
            let position = Position::of_row(next);
            self.lanes.claim(lane, Owner { worm, position }, self.clock);
            self.lanes.assign_flits(channel, length);
            self.counters.escapes += u64::from(self.escapes.contains(0));
            self.trees.table[index].branches[next].lane = lane;
        }
        if header == worm {
            self.worms.at_mut(worm).header = Header::Claimed;
        } else {
            self.worms.remove(header);
        }
        self.trees.have_claimed = true;
        self.trees.set_moving(index);
        true
    }

    /// Blocks a header of a tree whose request was refused for the first time.
    fn block_tree(&mut self, header: WormIndex) {
        self.worms.at_mut(header).header = Header::Blocked;
        self.scratch.newly_blocked.push(header);
        let here = self.stop_of(header).node;
        let tree = self.trees.at(self.tree_of(header));
        for stop in &tree.shape.places()[self.stop_of(header).next.clone()] {
            let channel = stop.by.expect("it is not the source");
            let due = self.lanes.channels[channel].due;
            if due != NEVER {
                let line = self.routers.of_channel(channel, here);
                self.routers.timers.add(due + 1, line);
            }
        }
    }

    /// Stage 4 for trees: moves all flits that can move.
    pub(super) fn advance_trees(&mut self) {
        self.trees.have_claimed = false;
        let mut i = 0;
        while i < self.trees.moving.len() {
            let index = self.trees.moving[i];
            if self.advance_tree(index) {
                i += 1;
            } else {
                self.trees.table[index].is_moving = false;
                self.trees.moving.swap_remove(i);
            }
        }
    }

    /// Moves the flits of a tree, from the ends of its branches back, so that each finds the places
    /// ahead of it vacated in the same cycle. Returns whether more flits may move later even if all
    /// its headers wait.
    fn advance_tree(&mut self, index: TreeIndex) -> bool {
        let now = self.clock + 1;
        let tree = &mut self.trees.table[index];
        let worm = tree.worm;
        let length = self.worms.at(worm).length;
        let shape = tree.shape.clone();
        let mut has_moved = false;
        for (place, stop) in shape.places().iter().enumerate().rev() {
            let tree = &mut self.trees.table[index];
            if !tree.can_move(place, self.capacity) {
                continue;
            }
            has_moved = true;
            let branch = &mut tree.branches[place];
            branch.held -= 1;
            branch.gone += 1;
            branch.left = now;
            let (is_header, is_tail) = (branch.gone == 1, branch.gone == length);
            for next in stop.next.clone() {
                let branch = &mut tree.branches[next];
                branch.held += 1;
                branch.entered = now;
            }
            self.counters.flit_hops += stop.next.len() as u64;
            self.counters.accepted_flits += u64::from(stop.delivers);
            if is_header {
                for next in stop.next.clone() {
                    self.header_reaches(index, next);
                }
            }
            if is_tail && self.tail_leaves_place(index, place) {
                // That was the last place.
                return false;
            }
        }
        has_moved
    }

    /// Handles the departure of a tree's tail from the lane that leads to one of its places.
    /// Returns whether the whole tree has arrived.
    fn tail_leaves_place(&mut self, index: TreeIndex, place: usize) -> bool {
        let tree = &mut self.trees.table[index];
        let branch = &mut tree.branches[place];
        let (lane, port) = (branch.lane, branch.port);
        (branch.lane, branch.port) = (LaneIndex::NONE, LaneIndex::NONE);
        tree.left -= 1;
        let (worm, is_last) = (tree.worm, tree.left == 0);
        let stop = &tree.shape.places()[place];
        let (node, depth) = (stop.node, stop.depth);
        self.free_lane(lane);
        if is_last {
            self.counters.delivered += 1;
            let at = *self.worms.at(worm);
            self.multicasts.count_channels(at.multicast, at.hops);
        }
        if port.is_some() {
            self.lanes.release(port);
            self.routers.wake(self.routers.of_ports(node));
            self.deliver(worm, node, depth);
        }
        if is_last {
            self.multicasts.remove_worm(self.worms.at(worm).multicast);
            self.worms.remove(worm);
            self.trees.unused.push(index);
        }
        is_last
    }

    /// Handles the arrival of a tree's header at one of its places, where it makes requests from
    /// the coming cycle on.
    fn header_reaches(&mut self, index: TreeIndex, place: usize) {
        let tree = self.trees.at(index);
        let (worm, branch) = (tree.worm, tree.branches[place]);
        let stop = &tree.shape.places()[place];
        let timing = self.design.timing;
        let delay = match (stop.delivers, stop.next.is_empty()) {
            (true, true) => timing.ejection,
            (true, false) => timing.router.max(timing.ejection),
            (false, _) => timing.router,
        };
        let at = *self.worms.at(worm);
        let header = Worm {
            generated: at.generated,
            headed: at.headed,
            since: self.clock + 1,
            delay,
            here: stop.node,
            front: Position::of_row(place),
            multicast: at.multicast,
            motion: Motion::TreeHeader,
            ..Worm::new(at.message, at.from, at.to, at.length, branch.lane)
        };
        let header = self.worms.add(header);
        self.trees.table[index].branches[place].header = header;
        self.enqueue_header(header);
    }

    /// The nodes of a tree that take a copy and at which no header has been granted its request
    /// yet.
    pub(super) fn copies_to_make(&self, tree: TreeIndex) -> impl Iterator<Item = NodeId> + '_ {
        let tree = self.trees.at(tree);
        let places = tree.shape.places().iter().zip(&tree.branches);
        let to_make = places.filter(|(stop, branch)| stop.delivers && !branch.is_open);
        to_make.map(|(stop, _)| stop.node)
    }
}
