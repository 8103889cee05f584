//! Multicasts that routers replicate in lock step: worms in the shape of a tree.
//!
//! Wherever the tree forks, ends or delivers, a header asks for all that is ahead of it (the
//! channels on which the tree goes on, and an ejection port if the node takes a copy) and gets
//! all of it at once or nothing. Behind it a flit leaves a buffer when every buffer ahead of it
//! can take it, so the slowest branch holds up the others, and the buffer is vacated for the
//! flit behind it in the same cycle.
//!
//! A tree is one worm in the table of worms, which holds all lanes. Where one of its headers
//! waits, another entry, a *branch*, stands for it in the queue of that node.

use std::sync::Arc;

use super::lanes::{NEVER, NONE, Owner};
use super::worm::{Header, Motion, Worm};
use super::{EventKind, Events, Simulator};
use crate::multicast::{Stop, Tree};
use crate::topology::NodeId;

/// All trees, by index; indices are used again.
#[derive(Debug, Clone, Default)]
pub(super) struct Trees {
    table: Vec<TreeWorm>,
    unused: Vec<u32>,
    /// Trees in which some flit may move.
    pub moving: Vec<u32>,
    /// Whether a header of a tree has been given lanes in this cycle.
    pub have_claimed: bool,
}

/// A tree on its way.
#[derive(Debug, Clone)]
pub(super) struct TreeWorm {
    pub shape: Arc<Tree>,
    /// The worm that it is.
    pub worm: u32,
    /// By place of the tree.
    pub limbs: Vec<Limb>,
    /// Places that the tail has not left.
    left: u32,
    is_moving: bool,
}

/// What a tree holds at one of its places.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limb {
    /// The lane that leads there: an injection lane at the source, `NONE` as long as it has not
    /// been claimed, or after the tail has left it.
    pub lane: u32,
    /// The ejection lane of the copy that is made there, `NONE` if there is none.
    pub port: u32,
    /// Flits in the lane.
    pub held: u32,
    /// Flits that have gone on from it.
    pub gone: u32,
    /// Whether all that is ahead of it has been claimed.
    pub is_open: bool,
    /// The entry that waits there for what is ahead, or `NONE`.
    pub asker: u32,
    /// The cycle after the last one in which a flit came in.
    pub entered: u64,
    /// The same for the last flit that has left it.
    pub left: u64,
}

const BARE: Limb = Limb {
    lane: NONE,
    port: NONE,
    held: 0,
    gone: 0,
    is_open: false,
    asker: NONE,
    entered: 0,
    left: 0,
};

impl Trees {
    pub(super) fn at(&self, index: u32) -> &TreeWorm {
        &self.table[index as usize]
    }

    /// Adds a tree that is still whole in an injection lane; returns its index.
    fn add(&mut self, shape: Arc<Tree>, worm: u32, lane: u32, length: u32) -> u32 {
        let index = self.unused.pop().unwrap_or_else(|| {
            self.table.push(TreeWorm {
                shape: shape.clone(),
                worm,
                limbs: Vec::new(),
                left: 0,
                is_moving: false,
            });
            self.table.len() as u32 - 1
        });
        let tree = &mut self.table[index as usize];
        let places = shape.places().len();
        tree.limbs.clear();
        tree.limbs.resize(places, BARE);
        tree.limbs[0] = Limb {
            lane,
            held: length,
            asker: worm,
            ..BARE
        };
        (tree.shape, tree.worm, tree.left) = (shape, worm, places as u32);
        tree.is_moving = false;
        index
    }

    /// Has the flits of a tree moved from this cycle on.
    fn set_moving(&mut self, index: u32) {
        let tree = &mut self.table[index as usize];
        if !tree.is_moving {
            tree.is_moving = true;
            self.moving.push(index);
        }
    }

    /// Memory in use \[bytes\], about.
    pub(super) fn bytes(&self) -> usize {
        let limbs = self.table.iter().map(|tree| tree.limbs.capacity());
        size_of_val(&*self.table) + limbs.sum::<usize>() * size_of::<Limb>()
    }
}

impl TreeWorm {
    /// The places at which headers wait, with the entries that stand for them.
    pub(super) fn asking(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        let limbs = self.limbs.iter().enumerate();
        let asking = limbs.filter(|(_, limb)| limb.asker != NONE);
        asking.map(|(place, limb)| (place, limb.asker))
    }

    /// Whether the foremost flit in the lane to a place can leave it.
    fn can_move(&self, place: usize, capacity: u32) -> bool {
        let limb = self.limbs[place];
        let ahead = &self.limbs[self.shape.places()[place].next.clone()];
        limb.is_open && limb.held > 0 && ahead.iter().all(|next| next.held < capacity)
    }
}

impl Simulator {
    /// Makes a worm that has just reached the head of its queue a tree.
    pub(super) fn plant(&mut self, worm: u32, lane: u32) {
        let at = *self.worms.at(worm);
        let shape = self.voyages.shape(at.voyage).expect("it is a tree");
        let tree = self.trees.add(shape, worm, lane, at.length);
        self.voyages.at_mut(at.voyage).tree = tree;
    }

    /// The tree of which a worm, or an entry for one of its headers, is part.
    pub(super) fn tree_of(&self, worm: u32) -> u32 {
        self.voyages.at(self.worms.at(worm).voyage).tree
    }

    /// The place of its tree at which an entry waits.
    pub(super) fn stop_of(&self, asker: u32) -> &Stop {
        let tree = self.trees.at(self.tree_of(asker));
        &tree.shape.places()[self.worms.at(asker).front as usize]
    }

    /// The network lanes that a waiting header of a tree needs, all of them.
    pub(super) fn needed(&self, asker: u32) -> impl Iterator<Item = u32> + '_ {
        let tree = self.trees.at(self.tree_of(asker));
        let next = self.stop_of(asker).next.clone();
        let channels = tree.shape.places()[next].iter().filter_map(|stop| stop.by);
        channels.map(|channel| self.lanes.of(channel, 0))
    }

    /// Whether a network lane can be claimed in the coming route stage, or this one.
    pub(super) fn is_free(&self, lane: u32) -> bool {
        let channel = self.lanes.virtual_channel(lane).channel;
        !self.lanes.free(channel, self.clock).is_empty()
    }

    /// Gives a header of a tree all that it needs, if all of that is free.
    pub(super) fn gets_all(&mut self, asker: u32) -> bool {
        let stop = self.stop_of(asker);
        let (node, delivers, next) = (stop.node, stop.delivers, stop.next.clone());
        let port = if delivers {
            self.lanes.free_ejection(node)
        } else {
            NONE
        };
        let has_port = !delivers || port != NONE;
        if !has_port || !self.needed(asker).all(|lane| self.is_free(lane)) {
            if self.worms.at(asker).header == Header::Asking {
                self.block_tree(asker);
            }
            return false;
        }
        let place = self.worms.at(asker).front as usize;
        let index = self.tree_of(asker);
        let tree = &mut self.trees.table[index as usize];
        let worm = tree.worm;
        let shape = tree.shape.clone();
        let limb = &mut tree.limbs[place];
        (limb.is_open, limb.asker, limb.port) = (true, NONE, port);
        if port != NONE {
            let position = place as u32;
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
            let position = next as u32;
            self.lanes.claim(lane, Owner { worm, position }, self.clock);
            self.lanes.promise(channel, length);
            self.counters.escapes += u64::from(self.escapes.contains(0));
            self.trees.table[index as usize].limbs[next].lane = lane;
        }
        if asker == worm {
            self.worms.at_mut(worm).header = Header::Claimed;
        } else {
            self.worms.remove(asker);
        }
        self.trees.have_claimed = true;
        self.trees.set_moving(index);
        true
    }

    /// A header of a tree has asked in vain for the first time.
    fn block_tree(&mut self, asker: u32) {
        self.worms.at_mut(asker).header = Header::Blocked;
        self.scratch.newly_blocked.push(asker);
        let here = self.stop_of(asker).node;
        let tree = self.trees.at(self.tree_of(asker));
        for stop in &tree.shape.places()[self.stop_of(asker).next.clone()] {
            let channel = stop.by.expect("it is not the source");
            let due = self.lanes.turns[channel.0 as usize].due;
            if due != NEVER {
                self.routers.timers.add(due + 1, here.0);
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
                self.trees.table[index as usize].is_moving = false;
                self.trees.moving.swap_remove(i);
            }
        }
    }

    /// Moves the flits of a tree, from the ends of its branches back, so that each finds the
    /// places ahead of it vacated in the same cycle. Tells whether more may move later without
    /// any of its headers getting on.
    fn advance_tree(&mut self, index: u32) -> bool {
        let now = self.clock + 1;
        let tree = &mut self.trees.table[index as usize];
        let worm = tree.worm;
        let length = self.worms.at(worm).length;
        let shape = tree.shape.clone();
        let mut has_moved = false;
        for (place, stop) in shape.places().iter().enumerate().rev() {
            let tree = &mut self.trees.table[index as usize];
            if !tree.can_move(place, self.capacity) {
                continue;
            }
            has_moved = true;
            let limb = &mut tree.limbs[place];
            limb.held -= 1;
            limb.gone += 1;
            limb.left = now;
            let (is_header, is_tail) = (limb.gone == 1, limb.gone == length);
            for next in stop.next.clone() {
                let limb = &mut tree.limbs[next];
                limb.held += 1;
                limb.entered = now;
            }
            self.counters.flit_hops += stop.next.len() as u64;
            self.counters.accepted_flits += u64::from(stop.delivers);
            if is_header {
                for next in stop.next.clone() {
                    self.come_to(index, next);
                }
            }
            if is_tail && self.leave_place(index, place) {
                // That was the last one.
                return false;
            }
        }
        has_moved
    }

    /// The tail of a tree has left the lane that leads to one of its places. Tells whether all
    /// of it has arrived.
    fn leave_place(&mut self, index: u32, place: usize) -> bool {
        let tree = &mut self.trees.table[index as usize];
        let limb = &mut tree.limbs[place];
        let (lane, port) = (limb.lane, limb.port);
        (limb.lane, limb.port) = (NONE, NONE);
        tree.left -= 1;
        let (worm, is_last) = (tree.worm, tree.left == 0);
        let stop = &tree.shape.places()[place];
        let (node, depth) = (stop.node, stop.depth);
        match self.lanes.release(lane) {
            Some(router) => self.routers.wake(router),
            None => self.sources.startable.push(lane),
        }
        if is_last {
            self.counters.delivered += 1;
            let at = *self.worms.at(worm);
            self.voyages.came_home(at.voyage, at.hops);
        }
        if port != NONE {
            self.lanes.release(port);
            self.routers.wake(node);
            self.deliver(worm, node, depth);
        }
        if is_last {
            self.voyages.forget(self.worms.at(worm).voyage);
            self.worms.remove(worm);
            self.trees.unused.push(index);
        }
        is_last
    }

    /// A header of a tree has come to one of its places, where it asks from the coming cycle on.
    fn come_to(&mut self, index: u32, place: usize) {
        let tree = self.trees.at(index);
        let (worm, limb) = (tree.worm, tree.limbs[place]);
        let stop = &tree.shape.places()[place];
        let timing = self.design.timing;
        let delay = match (stop.delivers, stop.next.is_empty()) {
            (true, true) => timing.ejection,
            (true, false) => timing.router.max(timing.ejection),
            (false, _) => timing.router,
        };
        let at = *self.worms.at(worm);
        let since = self.clock + 1;
        let branch = Worm {
            generated: at.generated,
            headed: at.headed,
            since,
            ready: since + u64::from(delay),
            here: stop.node,
            front: place as u32,
            voyage: at.voyage,
            motion: Motion::Branch,
            ..Worm::new(at.message, at.from, at.to, at.length)
        };
        let asker = self.worms.add(branch, limb.lane);
        self.trees.table[index as usize].limbs[place].asker = asker;
        self.line_up(asker);
    }

    /// Of a tree, the nodes that take a copy and to which no header has come yet with all it
    /// needs.
    pub(super) fn copies_to_make(&self, tree: u32) -> impl Iterator<Item = NodeId> + '_ {
        let tree = self.trees.at(tree);
        let places = tree.shape.places().iter().zip(&tree.limbs);
        let to_make = places.filter(|(stop, limb)| stop.delivers && !limb.is_open);
        to_make.map(|(stop, _)| stop.node)
    }
}
