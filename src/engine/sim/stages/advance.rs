//! Stage 4: every worm moves that is moved as a whole.
//!
//! A flit moves into the lane ahead if that lane has room or if the flit in it moves as well. In
//! terms of the bits of a worm (see `worms`), with b(p) for "a flit is in the lane behind p" and
//! r(p) for "p has room", the flits that move are
//!
//! m(p) = b(p) ∧ (r(p) ∨ m(p + 1)),
//!
//! which is how a carry propagates through the addition of b and b ∧ r. So a worm advances in a few
//! operations, however many flits it has; only lanes whose flit count changes, at the ends of
//! groups of moving flits, are updated.

use crate::routing::VirtualChannel;
use crate::sim::Simulator;
use crate::sim::state::{
    BITS, FirstCell, Header, LaneIndex, Motion, Position, TableIndex as _, Worm, WormIndex,
};

/// Outcome of the move stage for a worm.
enum MoveResult {
    Moving,
    /// No flit can move before the header is granted a lane.
    Stuck,
    /// The worm need not be visited for some cycles.
    Streaming,
    Delivered,
}

/// The lanes that a flit enters: those with a flit `behind` them that have `room` or whose own flit
/// moves. `ahead` is 1 if the flit in the lane ahead of bit 0 moves.
#[inline]
pub(super) fn chain(behind: u64, room: u64, ahead: u64) -> u64 {
    let first = behind & room;
    let sum = behind.wrapping_add(first).wrapping_add(ahead);
    let carried = sum ^ behind ^ first;
    first | (behind & carried)
}

impl Simulator {
    /// For each lane of one word of a worm, whether a flit is in the lane behind it.
    #[inline]
    pub(super) fn behind(&self, first: usize, word: u32, last_word: u32) -> u64 {
        let within = self.worms.words[first + word as usize].full >> 1;
        if word == last_word {
            return within;
        }
        within | self.worms.words[first + word as usize - 1].full << (BITS - 1)
    }

    /// Stage 4: moves all flits that can move.
    pub(in crate::sim) fn advance(&mut self) {
        self.count_streaming(1);
        let mut i = 0;
        while i < self.moving.len() {
            let worm = self.moving[i];
            match self.advance_worm(worm) {
                MoveResult::Moving => i += 1,
                MoveResult::Stuck => {
                    self.worms.at_mut(worm).motion = Motion::Stalled;
                    self.moving.swap_remove(i);
                }
                MoveResult::Streaming | MoveResult::Delivered => {
                    self.moving.swap_remove(i);
                }
            }
        }
    }

    /// Moves the flits of one worm from the header back, so that each can enter the place vacated
    /// ahead of it in the same cycle.
    fn advance_worm(&mut self, worm: WormIndex) -> MoveResult {
        let &Worm {
            head,
            tail,
            sharing,
            is_sink,
            ..
        } = self.worms.at(worm);
        let (first, cells) = (self.worms.first_word(worm), self.worms.first_cell(worm));
        let (last_word, head_word) = (tail.word(), head.word());
        let mut crossings = 0;
        let mut any_asks = 0;
        let mut ahead_asks = 0;
        let mut ahead = 0;
        for word in (last_word..=head_word).rev() {
            let behind = self.behind(first, word, last_word);
            let state = self.worms.words[first + word as usize];
            let asks = chain(behind, state.room, ahead_asks);
            any_asks |= asks;
            let moves = if sharing == 0 {
                asks
            } else {
                let lost = self.lost_arbitration(cells, word, asks & state.shared);
                chain(behind & !lost, state.room, ahead)
            };
            crossings += moves.count_ones();
            let leaves = moves << 1 | ahead;
            ahead_asks = asks >> (BITS - 1);
            ahead = moves >> (BITS - 1);
            let state = &mut self.worms.words[first + word as usize];
            state.moved = moves;
            let (mut full, mut room) = (state.full, state.room);
            let mut changes = moves ^ leaves;
            while changes != 0 {
                let place = changes & changes.wrapping_neg();
                changes ^= place;
                let position = Position::of_place(word, place.leading_zeros());
                let cell = &mut self.worms.cells[cells + position];
                if moves & place != 0 {
                    cell.held += 1;
                    full |= place;
                    if cell.held >= self.capacity && !(is_sink && position == head) {
                        room &= !place;
                    }
                } else {
                    // A flit leaves this lane and none enters.
                    cell.held -= 1;
                    room |= place;
                    if cell.held == 0 {
                        full &= !place;
                    }
                }
            }
            (state.full, state.room) = (full, room);
        }
        self.worms.at_mut(worm).counted_until = self.clock + 1;
        if crossings == 0 {
            // A worm that only lost arbitration has to request again in the next cycle.
            return if any_asks == 0 {
                MoveResult::Stuck
            } else {
                MoveResult::Moving
            };
        }
        self.after_move(worm, crossings)
    }

    /// The requesting lanes that lost their channel to others.
    #[inline]
    fn lost_arbitration(&self, cells: FirstCell, word: u32, mut asked: u64) -> u64 {
        let mut lost = 0;
        while asked != 0 {
            let place = asked & asked.wrapping_neg();
            asked ^= place;
            let position = Position::of_place(word, place.leading_zeros());
            let lane = self.worms.cells[cells + position].lane;
            let VirtualChannel { channel, vc } = self.lanes.virtual_channel(lane);
            if self.lanes.channels[channel].last != vc {
                lost |= place;
            }
        }
        lost
    }

    /// Handles the consequences of moving some flits of a worm.
    fn after_move(&mut self, worm: WormIndex, crossings: u32) -> MoveResult {
        let &Worm {
            head,
            tail,
            header,
            length,
            sharing,
            is_sink,
            multicast,
            ..
        } = self.worms.at(worm);
        let head_moved = self.worms.moved(worm, head);
        let received = u32::from(is_sink && head_moved);
        self.counters.flit_hops += u64::from(crossings - received);
        self.counters.accepted_flits += u64::from(received);
        if multicast.is_some() {
            self.count_copied_flits(worm);
        }
        let mut left = self.worms.cell(worm, tail).held;
        if left == 0 {
            self.tail_leaves_lane(worm);
            left = self.worms.cell(worm, tail + 1).held;
        }
        if header == Header::Claimed && head_moved {
            self.header_enters(worm);
        } else if header == Header::Storing && left == length {
            self.ask_when_stored(worm);
        }
        if is_sink && self.worms.cell(worm, head).held == length {
            self.complete(worm);
            return MoveResult::Delivered;
        }
        // If the tail left a lane, one of the crossings started there.
        let left_one = self.worms.at(worm).tail - tail;
        if sharing == 0 && multicast.is_none() && self.starts_streaming(worm, crossings - left_one)
        {
            return MoveResult::Streaming;
        }
        MoveResult::Moving
    }

    /// Counts the flits copied into the ports of nodes where a worm delivers along its path.
    fn count_copied_flits(&mut self, worm: WormIndex) {
        let carried = self.multicasts.worm(self.worms.at(worm).multicast);
        let copied = carried.copies_in_progress.iter().filter(|copy| {
            let ahead = copy.position + 1;
            ahead <= self.worms.at(worm).head && self.worms.moved(worm, ahead)
        });
        self.counters.accepted_flits += copied.count() as u64;
    }

    /// Frees the last lane of a worm after the tail has left it.
    fn tail_leaves_lane(&mut self, worm: WormIndex) {
        let lane = self.release_tail_lane(worm);
        let at = self.worms.at(worm);
        let (position, multicast) = (at.tail - 1, at.multicast);
        let word = self.worms.word_mut(worm, position);
        word.room &= !position.bit();
        if word.shared & position.bit() != 0 {
            word.shared &= !position.bit();
            self.worms.at_mut(worm).sharing -= 1;
            self.stop_sharing(lane);
        }
        if multicast.is_some() {
            self.finish_copy(worm, position);
        }
    }

    /// Frees the last lane of a worm and wakes the headers that may be waiting for it.
    pub(super) fn release_tail_lane(&mut self, worm: WormIndex) -> LaneIndex {
        let at = self.worms.at_mut(worm);
        let position = at.tail;
        at.tail += 1;
        let lane = self.worms.cell(worm, position).lane;
        self.free_lane(lane);
        lane
    }

    /// Frees a lane and wakes those that may be waiting for it.
    pub(in crate::sim) fn free_lane(&mut self, lane: LaneIndex) {
        self.lanes.release(lane);
        if self.lanes.is_network(lane) {
            let channel = self.lanes.virtual_channel(lane).channel;
            let from = self.lanes.channels[channel].from;
            self.routers.wake(self.routers.of_channel(channel, from));
        } else {
            self.sources.startable.push(lane);
        }
    }

    /// If only one lane of a channel is still held, unmarks it: its worm no longer shares the
    /// channel.
    pub(super) fn stop_sharing(&mut self, left: LaneIndex) {
        let channel = self.lanes.virtual_channel(left).channel;
        if let Some(other) = self.lanes.last_unbuffered(channel) {
            let owner = self.lanes.owner(other);
            self.worms.word_mut(owner.worm, owner.position).shared &= !owner.position.bit();
            self.worms.at_mut(owner.worm).sharing -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::chain;

    /// Applies the rule lane by lane; bit 0 is the lane at the head.
    fn chain_lane_by_lane(behind: u64, room: u64, mut ahead: u64) -> u64 {
        let mut moves = 0;
        for lane in 0..64 {
            let moves_in = behind >> lane & 1 & (room >> lane | ahead);
            moves |= moves_in << lane;
            ahead = moves_in;
        }
        moves
    }

    #[test]
    fn chain_matches_the_rule_applied_lane_by_lane() {
        let mut state = 1_u64;
        let mut next = || {
            // Xorshift; combining two draws makes long runs of ones more frequent.
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        for _ in 0..20_000 {
            let (behind, room) = (next() | next(), next() & next());
            for ahead in [0, 1] {
                assert_eq!(
                    chain(behind, room, ahead),
                    chain_lane_by_lane(behind, room, ahead)
                );
            }
        }
    }
}
