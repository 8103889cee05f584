//! Virtual-channel allocation where every header asks for a single channel or for an ejection port,
//! so that each of these has a line of its own (see `routers`). What a header asks for is known when
//! it enters a lane; the rules are those of `vc_allocation`.

use crate::sim::Simulator;
use crate::sim::selection::Selection;
use crate::sim::state::{Header, LineIndex, Motion, TableIndex as _, WormIndex};
use crate::topology::ChannelId;

impl Simulator {
    /// Inserts a header into the line of what it asks for.
    #[inline(always)]
    pub(super) fn enqueue_by_channel(&mut self, worm: WormIndex) {
        let at = self.worms.at_mut(worm);
        let line = if at.here == at.aim {
            at.is_at_destination = true;
            self.routers.of_ports(at.here)
        } else if let Some(offer) = self.only_offers.at(at.here, at.aim)
            && self.sources.prescribed.is_empty()
        {
            (at.offered, at.offer) = (1, offer);
            self.routers.of_channel(offer.channel, at.here)
        } else {
            self.ask_for_offer(worm)
        };
        self.join_line(line, worm);
    }

    /// Asks the routing function, or the list of prescribed paths, and returns the line of what it
    /// offers.
    fn ask_for_offer(&mut self, worm: WormIndex) -> LineIndex {
        self.compute_offers(worm);
        let at = self.worms.at(worm);
        assert!(
            at.offered <= 1,
            "a function that is not adaptive offers one channel"
        );
        if at.offered == 1 && self.sources.prescribed.is_empty() {
            self.only_offers.record(at.here, at.aim, at.offer);
        }
        self.line_of(worm)
    }

    /// Serves the headers that wait for a channel, in the order of their line.
    pub(super) fn serve_channel(&mut self, line: LineIndex, channel: ChannelId) {
        let mut before = WormIndex::NONE;
        let mut worm = self.routers.table[line].first;
        let mut free = self.lanes.free(channel, self.clock).0;
        while worm.is_some() {
            let at = self.worms.at(worm);
            let (next, is_ready) = (at.next_waiting, at.ready() <= self.clock);
            let may_take = free & at.offer.vcs.0;
            if is_ready && may_take != 0 {
                let is_buffered = at.motion == Motion::Buffered;
                let lane = if self.design.selection == Selection::Random {
                    self.free_lane_for(worm)
                } else {
                    self.lanes.of(channel, may_take.trailing_zeros() as u8)
                };
                if is_buffered {
                    self.claim_buffered(worm, lane);
                } else {
                    self.claim(worm, lane);
                }
                self.link(line, before, next);
                free = self.lanes.free(channel, self.clock).0;
            } else {
                if is_ready && at.header == Header::Asking {
                    self.block(worm);
                }
                before = worm;
            }
            worm = next;
        }
    }
}
