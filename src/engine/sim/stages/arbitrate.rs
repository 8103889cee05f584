//! Stage 3: lanes of shared channels take turns.

use super::advance::chain;
use crate::routing::VirtualChannel;
use crate::sim::state::{BITS, Position, TableIndex as _, WormIndex, stamp_of};
use crate::sim::{Scratch, Simulator};

impl Simulator {
    /// Stage 3: decides which lane of each shared channel may carry a flit.
    ///
    /// A lane requests the channel if a flit waits for it and the worm can advance there: its
    /// buffer has room, or the flits ahead of it can move up. Whether those win *their* channel is
    /// not known yet; if they do not, this channel stays idle. Deciding from the state at the start
    /// of the cycle keeps every channel's arbiter independent of all others.
    ///
    /// The flits of buffered worms enter their lanes here already, but only the arbiters of the
    /// next cycle see that: the lanes ahead become ready in `cross`.
    // A function of its own, so that its loop has all registers.
    #[inline(never)]
    pub(in crate::sim) fn arbitrate(&mut self) {
        if self.design.vcs == 1 {
            return;
        }
        for index in 0..self.moving.len() {
            let worm = self.moving[index];
            if self.worms.at(worm).sharing > 0 {
                self.request_channels(worm);
            }
        }
        self.drain();
        let stamp = stamp_of(self.clock + 1);
        let shape = self.lanes.shape;
        let channels = self.lanes.channels.rows_mut();
        let Scratch {
            heads,
            tails,
            followed,
            ..
        } = &mut self.scratch;
        // As local variables they stay in registers.
        let mut passages = self.passages.borrowed();
        let mut heads = heads.start(channels.len());
        let mut tails = tails.start(channels.len());
        let mut followed = followed.start(channels.len());
        let mut moved = 0;
        self.active.retain(|channel| {
            let state = &mut channels[channel.row()];
            let asked = state.asked | state.ready;
            if asked == 0 {
                return false;
            }
            state.asked = 0;
            let served = state.next_in_turn(asked);
            // A worm alone on a channel takes no turns.
            let is_shared = state.is_shared(shape.all);
            state.last = if is_shared { served } else { state.last };
            if state.ready >> served & 1 == 1 {
                let lane = shape.of(channel, served);
                let entry = passages.enter(lane, stamp);
                state.ready &= !(u16::from(!entry.is_followed) << served);
                heads.push_if(entry.is_head, lane);
                tails.push_if(entry.is_tail, lane);
                followed.push_if(shape.is_network(entry.ahead), entry.ahead);
                moved += 1;
            }
            state.ready != 0
        });
        self.counters.flit_hops += moved;
    }

    fn request_channels(&mut self, worm: WormIndex) {
        let at = self.worms.at(worm);
        let (first, cells) = (self.worms.first_word(worm), self.worms.first_cell(worm));
        let (last_word, head_word) = (at.tail.word(), at.head.word());
        let mut ahead = 0;
        for word in (last_word..=head_word).rev() {
            let state = self.worms.words[first + word as usize];
            let asks = chain(self.behind(first, word, last_word), state.room, ahead);
            ahead = asks >> (BITS - 1);
            let mut shared = asks & state.shared;
            while shared != 0 {
                let position = Position::of_place(word, BITS - 1 - shared.trailing_zeros());
                shared &= shared - 1;
                let lane = self.worms.cells[cells + position].lane;
                let VirtualChannel { channel, vc } = self.lanes.virtual_channel(lane);
                self.lanes.channels[channel].asked |= 1 << vc;
                self.active.insert(channel);
            }
        }
    }
}
