//! All worms and the lanes they hold, as bits of words.
//!
//! The lanes of a worm are numbered by *position*, from its tail to its head, and described
//! by bits: which hold a flit, which have room for one, which share their channel. Position
//! p is bit 63 − p mod 64 of word ⌊p/64⌋, so that the lane ahead of another is the next lower
//! bit, and the question "which flits can move, given that each needs the one ahead of it to
//! move or to leave room" is a carry that runs through an addition (see `advance`).
//!
//! Positions grow as the header goes on. When they reach the end of the words, they are
//! counted anew from the tail; when a worm holds too many lanes for that, all worms get
//! twice as many words.

use super::lanes::{Lanes, NONE};
use super::worm::{Motion, Worm};
use crate::routing::{Candidate, VcSet};
use crate::topology::ChannelId;

/// Lanes to a word.
pub(super) const BITS: u32 = u64::BITS;

/// The bit of a position within its word.
#[inline]
pub(super) fn bit(position: u32) -> u64 {
    1 << (BITS - 1 - position % BITS)
}

/// The state of 64 lanes of a worm, a bit each.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Word {
    /// A flit is in it.
    pub full: u64,
    /// It has room for a flit.
    pub room: u64,
    /// Others hold lanes of the same channel.
    pub shared: u64,
    /// A flit came in when the worm was last looked at.
    pub moved: u64,
}

/// A lane of a worm.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell {
    pub lane: u32,
    /// Flits in it; in an injection lane those still to be sent, in an ejection lane those
    /// received. Not kept up in a flowing worm.
    pub held: u32,
    /// While the worm is flowing: when the header entered, in cycles after the worm reached
    /// the head of its queue.
    pub entered: u32,
    /// The same for the cycle in which its tail leaves; `UNKNOWN` until that follows.
    pub left: u32,
}

/// A time within a worm's life that is not known yet.
pub(super) const UNKNOWN: u32 = u32::MAX;

const EMPTY: Cell = Cell {
    lane: NONE,
    held: 0,
    entered: 0,
    left: UNKNOWN,
};

/// All worms, by index; indices are used again.
#[derive(Debug, Clone)]
pub(super) struct Worms {
    table: Vec<Worm>,
    unused: Vec<u32>,
    /// `width` words a worm.
    pub words: Vec<Word>,
    /// `width` · 64 cells a worm, by position.
    pub cells: Vec<Cell>,
    width: usize,
    /// What the routing function offered to a waiting header, if more than one channel,
    /// `stride` places a worm.
    offers: Vec<Candidate>,
    stride: usize,
}

/// Fills unused places of `offers`.
pub(super) const NOTHING: Candidate = Candidate {
    channel: ChannelId(u32::MAX),
    vcs: VcSet(0),
    is_escape: false,
};

impl Worms {
    /// No worms yet, in a network where a node has at most `degree` channels.
    pub(super) fn new(degree: u32) -> Self {
        Self {
            table: Vec::new(),
            unused: Vec::new(),
            words: Vec::new(),
            cells: Vec::new(),
            width: 1,
            offers: Vec::new(),
            // Every channel at most twice: once to be used freely, once as an escape.
            stride: 2 * degree as usize,
        }
    }

    /// The offers to a waiting header, preferred first.
    #[inline]
    pub(super) fn offers(&self, index: u32) -> &[Candidate] {
        let worm = self.at(index);
        if worm.offered == 1 {
            return std::slice::from_ref(&worm.offer);
        }
        let first = index as usize * self.stride;
        &self.offers[first..first + usize::from(worm.offered)]
    }

    #[inline]
    pub(super) fn set_offers(&mut self, index: u32, offers: &[Candidate]) {
        let worm = &mut self.table[index as usize];
        worm.offered = offers.len() as u8;
        if let [only] = offers {
            worm.offer = *only;
        } else {
            let first = index as usize * self.stride;
            self.offers[first..first + offers.len()].copy_from_slice(offers);
        }
    }

    /// Adds a worm that is still whole in its injection lane.
    pub(super) fn add(&mut self, worm: Worm, lane: u32) -> u32 {
        let index = if let Some(index) = self.unused.pop() {
            self.table[index as usize] = worm;
            index
        } else {
            self.table.push(worm);
            let worms = self.table.len();
            self.words.resize(worms * self.width, Word::default());
            self.cells.resize(worms * self.cells_each(), EMPTY);
            self.offers.resize(worms * self.stride, NOTHING);
            worms as u32 - 1
        };
        // The bits of a flowing worm are made when they are needed.
        if worm.motion != Motion::Flowing {
            self.clear_words(index);
            self.word_mut(index, 0).full = bit(0);
        }
        *self.cell_mut(index, 0) = Cell {
            lane,
            held: worm.length,
            ..EMPTY
        };
        index
    }

    /// Forgets the bits of a worm.
    pub(super) fn clear_words(&mut self, index: u32) {
        let first = self.first_word(index);
        self.words[first..first + self.width].fill(Word::default());
    }

    pub(super) fn remove(&mut self, index: u32) {
        self.table[index as usize].head = NONE;
        self.unused.push(index);
    }

    #[inline]
    pub(super) fn at(&self, index: u32) -> &Worm {
        &self.table[index as usize]
    }

    #[inline]
    pub(super) fn at_mut(&mut self, index: u32) -> &mut Worm {
        &mut self.table[index as usize]
    }

    /// The worms in flight and their indices.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &Worm)> {
        let entries = self.entries();
        entries.filter(|(_, worm)| worm.motion != Motion::Branch)
    }

    /// The worms in flight, and what stands for headers of trees.
    pub(super) fn entries(&self) -> impl Iterator<Item = (u32, &Worm)> {
        (0..).zip(&self.table).filter(|(_, worm)| worm.head != NONE)
    }

    #[inline]
    pub(super) fn first_word(&self, index: u32) -> usize {
        index as usize * self.width
    }

    #[inline]
    pub(super) fn first_cell(&self, index: u32) -> usize {
        index as usize * self.cells_each()
    }

    #[inline]
    pub(super) fn word_mut(&mut self, index: u32, position: u32) -> &mut Word {
        let first = self.first_word(index);
        &mut self.words[first + (position / BITS) as usize]
    }

    /// The word of a position.
    #[cfg(debug_assertions)]
    pub(super) fn word(&self, index: u32, position: u32) -> Word {
        self.words[self.first_word(index) + (position / BITS) as usize]
    }

    #[inline]
    pub(super) fn cell(&self, index: u32, position: u32) -> Cell {
        self.cells[self.first_cell(index) + position as usize]
    }

    #[inline]
    pub(super) fn cell_mut(&mut self, index: u32, position: u32) -> &mut Cell {
        let first = self.first_cell(index);
        &mut self.cells[first + position as usize]
    }

    /// The lane at the head of a worm.
    #[inline]
    pub(super) fn head_lane(&self, index: u32) -> u32 {
        self.cell(index, self.at(index).head).lane
    }

    /// Whether a flit came into a lane when its worm was last looked at.
    pub(super) fn moved(&self, index: u32, position: u32) -> bool {
        let word = self.words[self.first_word(index) + (position / BITS) as usize];
        word.moved & bit(position) != 0
    }

    /// Whether the flits that moved last are those from the last lane up to the one at
    /// `front`, and none ahead of it can move.
    pub(super) fn moves_as_one(&self, index: u32, front: u32) -> bool {
        let at = self.at(index);
        let words = &self.words[self.first_word(index)..][..self.width];
        let all = |from: u32, to: u32, test: fn(&Word, u64) -> bool| {
            (from / BITS..=to / BITS).all(|word| {
                let first = from.max(word * BITS) % BITS;
                let last = to.min(word * BITS + BITS - 1) % BITS;
                let mask = u64::MAX >> first & u64::MAX << (BITS - 1 - last);
                test(&words[word as usize], mask)
            })
        };
        all(at.tail + 1, front, |word, mask| word.moved & mask == mask)
            && (front == at.head || all(front + 1, at.head, |word, mask| word.room & mask == 0))
    }

    /// Whether positions have to be counted anew before the head goes on.
    #[inline]
    pub(super) fn is_at_end(&self, index: u32) -> bool {
        (self.at(index).head + 1) as usize == self.width * BITS as usize
    }

    /// Adds a lane ahead of the head; returns its position.
    #[inline]
    pub(super) fn extend(&mut self, index: u32, lane: u32, lanes: &mut Lanes) -> u32 {
        if self.is_at_end(index) {
            self.make_space(index, lanes);
        }
        let worm = self.at_mut(index);
        worm.head += 1;
        let (head, is_flowing) = (worm.head, worm.motion == Motion::Flowing);
        *self.cell_mut(index, head) = Cell { lane, ..EMPTY };
        if !is_flowing {
            self.word_mut(index, head).room |= bit(head);
        }
        head
    }

    fn make_space(&mut self, index: u32, lanes: &mut Lanes) {
        let worm = *self.at(index);
        if (worm.tail as usize) < self.width * BITS as usize / 4 {
            self.widen();
            return;
        }
        // Positions from the tail on.
        let old: Vec<Word> = self.words[self.first_word(index)..][..self.width].to_vec();
        self.clear_words(index);
        for position in worm.tail..=worm.head {
            let (from, to) = (old[(position / BITS) as usize], position - worm.tail);
            let (was, is) = (bit(position), bit(to));
            let word = self.word_mut(index, to);
            let copy = |old: u64, new: &mut u64| *new |= if old & was != 0 { is } else { 0 };
            copy(from.full, &mut word.full);
            copy(from.room, &mut word.room);
            copy(from.shared, &mut word.shared);
            copy(from.moved, &mut word.moved);
            let cell = self.cell(index, position);
            *self.cell_mut(index, to) = cell;
            lanes.renumber(cell.lane, to);
        }
        let worm = self.at_mut(index);
        worm.head -= worm.tail;
        worm.front = worm.front.saturating_sub(worm.tail);
        worm.tail = 0;
    }

    /// Cells from one worm to the next: a few more than are used, or the first cells of all
    /// worms, which are used most, would compete for the same lines of the processor's cache.
    #[inline]
    fn cells_each(&self) -> usize {
        self.width * BITS as usize + 4
    }

    /// Doubles the number of words of every worm.
    fn widen(&mut self) {
        let (words, cells) = (self.width, self.cells_each());
        let more = self.width * BITS as usize;
        self.words = self
            .words
            .chunks(words)
            .flat_map(|chunk| {
                chunk
                    .iter()
                    .copied()
                    .chain((0..words).map(|_| Word::default()))
            })
            .collect();
        self.cells = self
            .cells
            .chunks(cells)
            .flat_map(|chunk| chunk.iter().copied().chain((0..more).map(|_| EMPTY)))
            .collect();
        self.width *= 2;
    }

    /// Memory in use \[bytes\], about.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.table)
            + size_of_val(&*self.unused)
            + size_of_val(&*self.words)
            + size_of_val(&*self.cells)
            + size_of_val(&*self.offers)
    }
}
