//! A timing wheel for events due in later cycles.
//!
//! Every slot lists the entries due in one cycle of a turn of the wheel; entries of later turns
//! stay in the slot until their turn. With as many slots as entries, adding and taking an entry
//! cost O(1), however many are scheduled (Varghese & Lauck 1987).

const NONE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
struct Entry<T> {
    due: u64,
    what: T,
    /// The next entry of the slot, or the next unused one.
    next: u32,
}

/// Items scheduled for later cycles.
#[derive(Debug, Clone)]
pub(in crate::sim) struct TimingWheel<T> {
    /// The first entry of each slot.
    slots: Vec<u32>,
    entries: Vec<Entry<T>>,
    unused: u32,
    len: u32,
}

impl<T: Copy> TimingWheel<T> {
    /// Creates an empty wheel, sized for about `entries` simultaneous entries.
    pub(in crate::sim) fn new(entries: u32) -> Self {
        let slots = entries.clamp(256, 1 << 16).next_power_of_two();
        Self {
            slots: vec![NONE; slots as usize],
            entries: Vec::new(),
            unused: NONE,
            len: 0,
        }
    }

    pub(in crate::sim) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Schedules an item for a cycle that is not over yet.
    pub(in crate::sim) fn add(&mut self, due: u64, what: T) {
        let slot = due as usize & (self.slots.len() - 1);
        let next = std::mem::replace(&mut self.slots[slot], self.unused);
        let entry = Entry { due, what, next };
        if self.unused == NONE {
            self.slots[slot] = self.entries.len() as u32;
            self.entries.push(entry);
        } else {
            let place = &mut self.entries[self.unused as usize];
            self.unused = place.next;
            *place = entry;
        }
        self.len += 1;
    }

    /// Moves the items due in a cycle to `out`, in no particular order. Must be called for every
    /// cycle in which an item is due.
    #[inline]
    pub(in crate::sim) fn take(&mut self, cycle: u64, out: &mut Vec<T>) {
        let slot = cycle as usize & (self.slots.len() - 1);
        if self.slots[slot] != NONE {
            self.take_from(slot, cycle, out);
        }
    }

    fn take_from(&mut self, slot: usize, cycle: u64, out: &mut Vec<T>) {
        let mut place = std::mem::replace(&mut self.slots[slot], NONE);
        while place != NONE {
            let entry = self.entries[place as usize];
            let list = if entry.due == cycle {
                out.push(entry.what);
                self.len -= 1;
                &mut self.unused
            } else {
                &mut self.slots[slot]
            };
            self.entries[place as usize].next = std::mem::replace(list, place);
            place = entry.next;
        }
    }

    /// The first cycle from `from` on in which an item is due, but at most `until`; a cycle without
    /// due items if there are none within a turn of the wheel.
    pub(in crate::sim) fn next_due(&self, from: u64, until: u64) -> u64 {
        if self.is_empty() {
            return until;
        }
        let is_due = |&cycle: &u64| {
            let mut place = self.slots[cycle as usize & (self.slots.len() - 1)];
            while place != NONE && self.entries[place as usize].due != cycle {
                place = self.entries[place as usize].next;
            }
            place != NONE
        };
        let one_turn = from.saturating_add(self.slots.len() as u64).min(until);
        // A turn without due items is rare; the caller then continues from its end.
        (from..one_turn).find(is_due).unwrap_or(one_turn)
    }

    /// Approximate memory in use \[bytes\].
    pub(in crate::sim) fn bytes(&self) -> usize {
        size_of_val(&*self.slots) + size_of_val(&*self.entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_taken_in_the_cycle_in_which_it_is_due() {
        let mut wheel = TimingWheel::new(4);
        let dues = [3, 0, 259, 3, 1_000, 256, 515];
        for (what, due) in (0..).zip(dues) {
            wheel.add(due, what);
        }
        let mut found = Vec::new();
        let mut cycle = 0;
        while !wheel.is_empty() {
            let next = wheel.next_due(cycle, 10_000);
            assert!(next - cycle <= 256);
            cycle = next;
            let mut now = Vec::new();
            wheel.take(cycle, &mut now);
            now.sort_unstable();
            found.extend(now.into_iter().map(|what| (cycle, what)));
            cycle += 1;
        }
        let expected = [
            (0, 1),
            (3, 0),
            (3, 3),
            (256, 5),
            (259, 2),
            (515, 6),
            (1_000, 4),
        ];
        assert_eq!(found, expected);
    }
}
