//! Lanes of buffered worms.

use crate::sim::Simulator;
use crate::sim::state::{LaneIndex, TableIndex as _, Worm, WormIndex};

impl Simulator {
    /// The lanes of a buffered worm, from the header to the tail.
    pub(super) fn lanes_of_buffered(&self, worm: &Worm) -> Vec<LaneIndex> {
        let mut lanes = vec![worm.lane];
        loop {
            let last = self.passages.at(*lanes.last().expect("it holds a lane"));
            if last.to_come == 0 {
                return lanes;
            }
            lanes.push(last.behind);
        }
    }

    /// Checks that a buffered worm owns its lanes, that no flit overtakes another, and that
    /// channels know for which lanes a flit waits.
    pub(super) fn check_buffered(&self, index: WormIndex, worm: &Worm) {
        let mut ahead = LaneIndex::NONE;
        for lane in self.lanes_of_buffered(worm) {
            let passage = self.passages.at(lane);
            assert_eq!(self.lanes.owner(lane).worm, index, "{lane:?} of {worm:?}");
            assert_eq!(passage.ahead, ahead, "{lane:?} of {worm:?}");
            assert_eq!(
                passage.to_come == worm.length,
                passage.entered == 0 && !self.lanes.is_injection(lane)
            );
            if ahead.is_some() {
                assert!(passage.to_come <= self.passages.at(ahead).to_come);
            }
            if self.lanes.is_network(lane) {
                let at = self.lanes.virtual_channel(lane);
                let channel = &self.lanes.channels[at.channel];
                let is_awaited = passage.to_come > 0 && self.passages.is_awaited(lane);
                assert_eq!(
                    channel.ready >> at.vc & 1 == 1,
                    is_awaited,
                    "{lane:?} of {worm:?}"
                );
            } else if self.lanes.is_ejection(lane) {
                assert!(self.draining.contains(&lane), "{lane:?} of {worm:?}");
            }
            ahead = lane;
        }
    }
}
