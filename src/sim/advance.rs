//! Stages 3 and 4: shared channels take turns, then every worm moves.

use super::lanes::{FREE, Lane, Lanes, NONE};
use super::worms::Header;
use super::{Delivery, Simulator};
use crate::routing::VirtualChannel;

/// How a worm came out of the move stage.
enum Fate {
    Moving,
    /// Nothing in it can move before its header gets a lane.
    Stuck,
    Delivered,
}

impl Simulator {
    /// Stage 3: decides which lane of each shared channel may carry a flit.
    ///
    /// A lane asks if a flit waits for it and the worm can advance there: its buffer has
    /// room, or the flits ahead of it can move up. Whether they then win *their* channel
    /// is not known yet; a turn is lost if they do not. Deciding from the state at the
    /// start of the cycle keeps every channel's arbiter independent of all others.
    pub(super) fn arbitrate(&mut self) {
        if self.design.vcs == 1 {
            return;
        }
        let now = self.stamp();
        let buffer = self.design.buffer;
        let lanes = &mut self.lanes;
        self.arbitrated.clear();
        for &worm in &self.moving {
            let mut lane = self.worms.at(worm).head;
            let mut room = lanes.is_ejection(lane);
            loop {
                let Lane { behind, held, .. } = *lanes.at(lane);
                if behind == NONE {
                    break;
                }
                room |= held < buffer;
                let can_move = room && lanes.at(behind).held > 0;
                if can_move && lanes.is_network(lane) {
                    let VirtualChannel { channel, vc } = lanes.virtual_channel(lane);
                    let turn = &mut lanes.turns[channel.0 as usize];
                    let holders = u32::from(self.design.vcs) - turn.free.count_ones();
                    if holders > 1 {
                        if turn.at != now {
                            turn.at = now;
                            turn.asked = 0;
                            self.arbitrated.push(channel.0);
                        }
                        turn.asked |= 1 << vc;
                    }
                }
                room = can_move;
                lane = behind;
            }
        }
        for &channel in &self.arbitrated {
            let turn = &mut lanes.turns[channel as usize];
            let after_last = turn.asked & !((2_u32 << turn.last) - 1) as u16;
            let next = if after_last != 0 {
                after_last
            } else {
                turn.asked
            };
            turn.granted = next.trailing_zeros() as u8;
            turn.last = turn.granted;
        }
    }

    /// Stage 4: moves all flits that can move.
    pub(super) fn advance(&mut self) {
        let mut i = 0;
        while i < self.moving.len() {
            let worm = self.moving[i];
            match self.advance_worm(worm) {
                Fate::Moving => i += 1,
                Fate::Stuck => {
                    self.worms.at_mut(worm).is_moving = false;
                    self.moving.swap_remove(i);
                }
                Fate::Delivered => {
                    self.moving.swap_remove(i);
                }
            }
        }
    }

    /// Moves the flits of one worm, from the header back, so that each finds the place
    /// ahead of it vacated in the same cycle.
    fn advance_worm(&mut self, worm: u32) -> Fate {
        let now = self.stamp();
        let buffer = self.design.buffer;
        let shared = self.design.vcs > 1;
        let head = self.worms.at(worm).head;
        let length = self.worms.at(worm).length;
        let mut idle = true;
        let mut lane = head;
        loop {
            let into = *self.lanes.at(lane);
            let behind = into.behind;
            if behind == NONE {
                break;
            }
            let ejects = self.lanes.is_ejection(lane);
            let can_move = self.lanes.at(behind).held > 0 && (ejects || into.held < buffer);
            // Losing a turn is not being stuck: the worm must be asked again.
            if can_move && shared && !ejects && self.lanes.loses_turn(lane, now) {
                idle = false;
            } else if can_move {
                idle = false;
                let from = &mut self.lanes.table[behind as usize];
                from.held -= 1;
                from.sent += 1;
                let tail_left = from.sent == length;
                let into = &mut self.lanes.table[lane as usize];
                into.held += 1;
                into.entered = now;
                let header_came = into.held + into.sent == 1;
                if ejects {
                    self.counters.accepted_flits += 1;
                } else {
                    self.counters.flit_hops += 1;
                }
                if tail_left {
                    into.behind = NONE;
                    self.leave(behind);
                }
                if header_came {
                    self.header_enters(worm, lane);
                }
            }
            lane = behind;
        }
        if self.lanes.is_ejection(head) && self.lanes.at(head).held == length {
            self.complete(worm);
            return Fate::Delivered;
        }
        if idle { Fate::Stuck } else { Fate::Moving }
    }

    /// Frees the lane that a tail has left.
    fn leave(&mut self, lane: u32) {
        self.lanes.release(lane);
        if self.lanes.is_injection(lane) {
            self.sources.startable.push(lane);
        }
    }

    fn header_enters(&mut self, worm: u32, lane: u32) {
        let timing = self.design.timing;
        if self.lanes.is_ejection(lane) {
            self.worms.at_mut(worm).header = Header::Arrived;
            return;
        }
        let here = self.header_node(worm);
        let at = self.worms.at_mut(worm);
        let delay = if here == at.to {
            timing.ejection
        } else {
            timing.router
        };
        at.ready = self.clock + 1 + u64::from(delay);
        at.header = Header::Asking;
        self.asking.push(worm);
    }

    fn complete(&mut self, worm: u32) {
        let at = *self.worms.at(worm);
        self.lanes.table[at.head as usize] = FREE;
        self.worms.remove(worm);
        self.deliver(Delivery {
            message: at.message,
            multicast: None,
            from: at.from,
            to: at.to,
            generated: at.generated,
            headed: at.headed,
            arrived: self.clock,
            hops: at.hops,
            length: at.length,
        });
    }

    /// The cycle as lanes remember it, 0 meaning "never". It comes round after 2³² cycles,
    /// when a channel may once take an old turn for this cycle's.
    pub(super) fn stamp(&self) -> u32 {
        (self.clock as u32).wrapping_add(1)
    }
}

impl Lanes {
    /// Whether another lane of the same channel carries this cycle's flit.
    #[inline]
    fn loses_turn(&self, lane: u32, now: u32) -> bool {
        let VirtualChannel { channel, vc } = self.virtual_channel(lane);
        let turn = &self.turns[channel.0 as usize];
        turn.at == now && turn.granted != vc
    }
}
