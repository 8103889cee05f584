//! Headers that wait for lanes.

use crate::routing::{Candidates, Hop};
use crate::sim::Simulator;
use crate::sim::state::{Header, LineIndex, TableIndex as _, Worm, WormIndex};

impl Simulator {
    /// Checks that the ways out of blocked worms lead to a worm that can move, as long as there is
    /// no deadlock.
    pub(super) fn check_way_out(&self, worm: &Worm) {
        let is_watched = self.deadlock.is_none() && !self.design.router_copies();
        if !is_watched || worm.header != Header::Blocked {
            return;
        }
        let mut lane = worm.way_out;
        for _ in self.worms.entries() {
            assert!(lane.is_some(), "a blocked worm has a way out");
            if self.will_be_free(lane) {
                return;
            }
            lane = self.worms.at(self.lanes.owner(lane).worm).way_out;
        }
        panic!("ways out lead in a cycle");
    }

    /// Checks that a line is sorted and contains only headers that request lanes there; returns its
    /// length.
    pub(super) fn check_waiting(&self, line: LineIndex) -> u32 {
        let mut length = 0;
        let mut before = None;
        let mut next = self.routers.table[line].first;
        while next.is_some() {
            let worm = self.worms.at(next);
            let asks = matches!(worm.header, Header::Asking | Header::Blocked);
            assert!(
                asks && self.line_of(next) == line,
                "{worm:?} waits in {line:?}"
            );
            self.check_only_offer(next, worm);
            let place = Some((worm.since, worm.message));
            assert!(
                before < place || worm.motion.is_of_tree(),
                "{worm:?} waits behind {before:?}"
            );
            (before, next) = (place, worm.next_waiting);
            length += 1;
        }
        length
    }

    /// Checks that a header that waits for a channel asks for the one that its routing function
    /// offers, which a table may have said.
    fn check_only_offer(&self, index: WormIndex, worm: &Worm) {
        let is_prescribed = self.via(worm.message).is_some();
        if !self.routers.are_by_channel() || worm.is_at_destination || is_prescribed {
            return;
        }
        let mut hop = Hop::new(worm.here, worm.aim, worm.leg);
        if worm.hops > 0 && self.design.routing.asks_arrival() {
            hop = hop.over(self.lanes.virtual_channel(worm.lane));
        }
        let mut offers = Candidates::default();
        let message = (worm.message, worm.is_reply());
        self.design
            .offers_of(self.seed, message, worm.hops, hop, &mut offers);
        assert_eq!(offers.as_slice(), self.worms.offers(index), "{worm:?}");
    }
}
