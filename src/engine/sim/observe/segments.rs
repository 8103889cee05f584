//! The lanes of a worm as parts of a snapshot.

use super::snapshot::Segment;
use crate::sim::Simulator;
use crate::sim::state::{Header, Motion, Position, Worm, WormIndex, stamp_of};

impl Simulator {
    /// The lanes of a worm, from the header to the tail.
    pub(in crate::sim) fn segments(&self, index: WormIndex) -> Vec<Segment> {
        let worm = self.worms.at(index);
        let mut segments = match worm.motion {
            Motion::Tree => return self.tree_segments(index),
            Motion::Uncontended => self.uncontended_segments(index),
            Motion::Buffered => self.buffered_segments(worm),
            _ => self.counted_segments(index),
        };
        for place in 1..segments.len() {
            segments[place].left = segments[place - 1].entered;
        }
        segments[0].waits = worm.header == Header::Blocked;
        segments
    }

    /// The lanes of a worm whose cells count its flits.
    fn counted_segments(&self, index: WormIndex) -> Vec<Segment> {
        let worm = self.worms.at(index);
        let is_streaming = worm.motion == Motion::Streaming;
        // Distance that a streaming worm has moved since its cells were last updated.
        let lag = if is_streaming {
            (self.clock - worm.counted_until) as u32
        } else {
            0
        };
        let is_settled = worm.counted_until == self.clock && self.clock > 0;
        let mut gone = 0;
        let segment = |position| {
            let cell = self.worms.cell(index, position);
            let ahead = if position == worm.front { lag } else { 0 };
            let behind = if position == worm.tail { lag } else { 0 };
            let segment = Segment {
                place: self.place(cell.lane),
                flits: cell.held + ahead - behind,
                gone,
                entered: is_streaming && (worm.tail + 1..=worm.front).contains(&position)
                    || is_settled && self.worms.moved(index, position),
                left: false,
                waits: false,
            };
            gone += segment.flits;
            segment
        };
        worm.tail.through(worm.head).rev().map(segment).collect()
    }

    /// The lanes of an uncontended worm, of which only the header's times are recorded.
    fn uncontended_segments(&self, index: WormIndex) -> Vec<Segment> {
        let worm = self.worms.at(index);
        let segment = |position| {
            let entered = |until| self.flits_entered(index, position, until);
            let gone = if position == worm.head {
                0
            } else {
                self.flits_entered(index, position + 1, self.clock)
            };
            Segment {
                place: self.place(self.worms.cell(index, position).lane),
                flits: entered(self.clock) - gone,
                gone,
                entered: self.clock > 0 && entered(self.clock) > entered(self.clock - 1),
                left: false,
                waits: false,
            }
        };
        let has_left =
            |next: &Position| self.flits_entered(index, *next, self.clock) == worm.length;
        let left = (worm.tail + 1)
            .through(worm.head)
            .take_while(has_left)
            .count() as u32;
        let tail = worm.tail + left;
        tail.through(worm.head).rev().map(segment).collect()
    }

    /// The lanes of a buffered worm.
    fn buffered_segments(&self, worm: &Worm) -> Vec<Segment> {
        let mut segments = Vec::new();
        let (mut lane, mut gone) = (worm.lane, 0);
        loop {
            let passage = self.passages.at(lane);
            segments.push(Segment {
                place: self.place(lane),
                flits: worm.length - passage.to_come - gone,
                gone,
                entered: self.clock > 0 && passage.entered == stamp_of(self.clock),
                left: false,
                waits: false,
            });
            if passage.to_come == 0 {
                return segments;
            }
            (lane, gone) = (passage.behind, worm.length - passage.to_come);
        }
    }
}
