//! Log of the kinds of event in every cycle, for marks on a timeline and for searches.

use crate::sim::events::{EventKind, Events};

/// The first cycle of each kind of event in a stretch of cycles, in the order of
/// [`EventKind::ALL`].
pub type Firsts = [Option<u64>; EventKind::ALL.len()];

/// The events of every cycle that has been simulated.
#[derive(Debug, Clone)]
pub(in crate::sim) struct Log {
    /// Indexed by the number of cycles completed; nothing has happened by 0.
    cycles: Vec<Events>,
    /// Union over each [`BLOCK`] cycles, so that long runs can be searched and summarized quickly.
    blocks: Vec<Events>,
}

const BLOCK: usize = 256;

impl Log {
    /// Creates the log of a run that has not begun.
    pub(in crate::sim) fn new() -> Self {
        Self {
            cycles: vec![Events::NONE],
            blocks: vec![Events::NONE],
        }
    }

    /// Number of cycles recorded, including cycle 0.
    pub(in crate::sim) fn len(&self) -> u64 {
        self.cycles.len() as u64
    }

    pub(in crate::sim) fn push(&mut self, events: Events) {
        if self.cycles.len().is_multiple_of(BLOCK) {
            self.blocks.push(Events::NONE);
        }
        let block = self.blocks.last_mut().expect("there is one from the start");
        *block = block.with(events);
        self.cycles.push(events);
    }

    /// The first cycle from `from` on with an event of these kinds.
    pub(super) fn first_from(&self, from: u64, kinds: Events) -> Option<u64> {
        self.first_in(from as usize, self.cycles.len(), kinds)
    }

    /// The last cycle before `before` with an event of these kinds.
    pub(super) fn last_before(&self, before: u64, kinds: Events) -> Option<u64> {
        let mut end = self.cycles.len().min(before as usize);
        while end > 0 {
            let start = (end - 1) / BLOCK * BLOCK;
            if self.blocks[start / BLOCK].meets(kinds) {
                let found = self.cycles[start..end].iter().rposition(|e| e.meets(kinds));
                if let Some(found) = found {
                    return Some((start + found) as u64);
                }
            }
            end = start;
        }
        None
    }

    /// The first events in each of at most `most` stretches of equal length that cover the cycles
    /// up to `until`.
    pub(in crate::sim) fn marks(&self, until: u64, most: usize) -> Vec<Firsts> {
        let length = (until as usize + 1).div_ceil(most.max(1));
        let known = self.cycles.len().min(until as usize + 1);
        let stretches = (0..known).step_by(length);
        stretches
            .map(|start| {
                let end = known.min(start + length);
                let first = |kind| self.first_in(start, end, Events::when(kind, true));
                EventKind::ALL.map(first)
            })
            .collect()
    }

    /// The first cycle of a range with an event of these kinds.
    fn first_in(&self, mut start: usize, end: usize, kinds: Events) -> Option<u64> {
        while start < end {
            let next = ((start / BLOCK + 1) * BLOCK).min(end);
            if self.blocks[start / BLOCK].meets(kinds) {
                let found = self.cycles[start..next].iter().position(|e| e.meets(kinds));
                if let Some(found) = found {
                    return Some((start + found) as u64);
                }
            }
            start = next;
        }
        None
    }

    /// Memory in use \[bytes\].
    pub(in crate::sim) fn bytes(&self) -> usize {
        self.cycles.len() + self.blocks.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a log with events of one kind in some cycles.
    fn log(cycles: u64, kind: EventKind, happens: impl Fn(u64) -> bool) -> Log {
        let mut log = Log::new();
        for cycle in 1..=cycles {
            log.push(Events::when(kind, happens(cycle)));
        }
        log
    }

    #[test]
    fn searches_skip_blocks_without_matching_events() {
        let log = log(2_000, EventKind::Blocked, |cycle| {
            [1, 255, 256, 1_700].contains(&cycle)
        });
        let blocked = Events::when(EventKind::Blocked, true);
        let mut forward = Vec::new();
        let mut cycle = 0;
        while let Some(next) = log.first_from(cycle + 1, blocked) {
            forward.push(next);
            cycle = next;
        }
        assert_eq!(forward, [1, 255, 256, 1_700]);
        let mut back = Vec::new();
        let mut cycle = 5_000;
        while let Some(next) = log.last_before(cycle, Events::ALL) {
            back.push(next);
            cycle = next;
        }
        assert_eq!(back, [1_700, 256, 255, 1]);
        let delivered = Events::when(EventKind::Delivered, true);
        assert_eq!(log.first_from(0, delivered), None);
        assert_eq!(log.last_before(2_000, delivered), None);
        assert_eq!(log.first_from(9_999, blocked), None);
    }

    #[test]
    fn marks_give_the_first_cycle_of_each_stretch() {
        let log = log(999, EventKind::Injected, |cycle| cycle % 7 == 0);
        for (until, most) in [(999, 100), (999, 7), (2_500, 100), (99, 1_000), (10, 1)] {
            let marks = log.marks(until, most);
            assert!(marks.len() <= most);
            let length = (until + 1).div_ceil(most as u64);
            for (index, firsts) in (0..).zip(&marks) {
                let stretch = index * length..((index + 1) * length).min(until + 1).min(1_000);
                let first = stretch.clone().find(|&cycle| cycle > 0 && cycle % 7 == 0);
                assert_eq!(firsts[0], first, "{stretch:?}");
                assert_eq!(firsts[1..], [None; 3]);
            }
        }
    }
}
