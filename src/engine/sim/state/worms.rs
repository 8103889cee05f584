//! All worms and the lanes they hold, with the state of lanes as bits of words.
//!
//! The lanes of a worm are numbered by *position*, from its tail to its head, and described by
//! bits: which contain a flit, which have room for one, which share their channel. Position p is
//! bit 63 − p mod 64 of word ⌊p/64⌋, so the lane ahead of another is the next lower bit, and the
//! question "which flits can move, given that each needs room ahead or the flit ahead to move"
//! becomes the carry of an addition (see `advance`).
//!
//! Positions increase as the header advances. When they reach the end of the words, they are
//! renumbered from the tail; if a worm holds too many lanes for that, the number of words of every
//! worm is doubled.

use std::ops::Add;

use super::collections::{LaneIndex, Position, Table, TableIndex, WormIndex};
use super::lanes::Lanes;
use super::worm::{Motion, NO_OFFER, Worm};
use crate::routing::Candidate;

pub(in crate::sim) const BITS: u32 = u64::BITS;

impl Position {
    /// The position at a place within a word of a worm; the highest bit is place 0.
    #[inline]
    pub(in crate::sim) fn of_place(word: u32, place: u32) -> Self {
        Self(word * BITS + place)
    }

    /// Index of the worm's word that describes the position.
    #[inline]
    pub(in crate::sim) fn word(self) -> u32 {
        self.0 / BITS
    }

    /// The bit of the position within that word.
    #[inline]
    pub(in crate::sim) fn bit(self) -> u64 {
        1 << (BITS - 1 - self.0 % BITS)
    }
}

/// The state of 64 lanes of a worm, one bit each.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::sim) struct Word {
    /// The lane contains a flit.
    pub full: u64,
    /// The lane has room for a flit.
    pub room: u64,
    /// Other worms hold lanes of the same channel.
    pub shared: u64,
    /// A flit entered when the worm last moved.
    pub moved: u64,
}

/// A lane of a worm.
#[derive(Debug, Clone, Copy)]
pub(in crate::sim) struct Cell {
    pub lane: LaneIndex,
    /// Number of flits in it; in an injection lane those still to be sent, in an ejection lane
    /// those received. Not maintained for an uncontended worm.
    pub held: u32,
    /// While the worm is uncontended: when the header entered, in cycles since the worm reached the
    /// head of its queue.
    pub entered: u32,
    /// While the worm is uncontended: when the tail leaves, in the same unit; `UNKNOWN` until it
    /// can be derived.
    pub left: u32,
}

/// Index of the first cell of a worm in the list of all cells.
#[derive(Debug, Clone, Copy)]
pub(in crate::sim) struct FirstCell(usize);

impl Add<Position> for FirstCell {
    type Output = usize;

    #[inline]
    fn add(self, position: Position) -> usize {
        self.0 + position.row()
    }
}

/// A time relative to the start of a worm that is not known yet.
pub(in crate::sim) const UNKNOWN: u32 = u32::MAX;

const EMPTY: Cell = Cell {
    lane: LaneIndex::NONE,
    held: 0,
    entered: 0,
    left: UNKNOWN,
};

/// All worms, by index; indices are reused.
#[derive(Debug, Clone)]
pub(in crate::sim) struct Worms {
    table: Table<WormIndex, Worm>,
    unused: Vec<WormIndex>,
    pub words: Vec<Word>,
    /// At least `width` · 64 cells per worm, by position (see `cells_each`).
    pub cells: Vec<Cell>,
    width: usize,
    /// Offers of the routing function to waiting headers, if there are more than one, `stride`
    /// entries per worm.
    offers: Vec<Candidate>,
    /// The largest number of offers to any header so far, but at least two for each channel of a
    /// node: one for free use and one as an escape.
    stride: usize,
}

impl Worms {
    /// Creates an empty table for a network whose nodes have at most `degree` channels.
    pub(in crate::sim) fn new(degree: u32) -> Self {
        Self {
            table: Table::new(),
            unused: Vec::new(),
            words: Vec::new(),
            cells: Vec::new(),
            width: 1,
            offers: Vec::new(),
            stride: 2 * degree as usize,
        }
    }

    /// The offers to a waiting header, in order of preference.
    #[inline]
    pub(in crate::sim) fn offers(&self, index: WormIndex) -> &[Candidate] {
        let worm = self.at(index);
        if worm.offered == 1 {
            return std::slice::from_ref(&worm.offer);
        }
        let first = index.row() * self.stride;
        &self.offers[first..first + usize::from(worm.offered)]
    }

    #[inline]
    pub(in crate::sim) fn set_offers(&mut self, index: WormIndex, offers: &[Candidate]) {
        if offers.len() > self.stride {
            self.make_room_for_offers(offers.len());
        }
        if let &[only] = offers {
            self.set_only_offer(index, only);
        } else {
            self.table[index].offered = offers.len() as u16;
            let first = index.row() * self.stride;
            self.offers[first..first + offers.len()].copy_from_slice(offers);
        }
    }

    #[inline]
    pub(in crate::sim) fn set_only_offer(&mut self, index: WormIndex, offer: Candidate) {
        let worm = &mut self.table[index];
        (worm.offered, worm.offer) = (1, offer);
    }

    /// Enlarges the space for offers of every worm; a routing function may offer each virtual
    /// channel separately.
    #[cold]
    fn make_room_for_offers(&mut self, stride: usize) {
        let mut offers = vec![NO_OFFER; self.table.len() * stride];
        let old = self.offers.chunks(self.stride);
        for (new, old) in offers.chunks_mut(stride).zip(old) {
            new[..old.len()].copy_from_slice(old);
        }
        (self.offers, self.stride) = (offers, stride);
    }

    /// Adds a worm that is still completely in its injection lane.
    #[inline]
    pub(in crate::sim) fn add(&mut self, worm: Worm) -> WormIndex {
        let index = if let Some(index) = self.unused.pop() {
            self.table[index] = worm;
            index
        } else {
            self.enlarge(worm)
        };
        if worm.motion == Motion::Buffered {
            return index;
        }
        // The bits of an uncontended worm are computed only when needed.
        if worm.motion != Motion::Uncontended {
            self.clear_words(index);
            self.word_mut(index, Position::FIRST).full = Position::FIRST.bit();
        }
        *self.cell_mut(index, Position::FIRST) = Cell {
            lane: worm.lane,
            held: worm.length,
            ..EMPTY
        };
        index
    }

    #[cold]
    fn enlarge(&mut self, worm: Worm) -> WormIndex {
        let index = self.table.push(worm);
        let worms = self.table.len();
        self.words.resize(worms * self.width, Word::default());
        self.cells.resize(worms * self.cells_each(), EMPTY);
        self.offers.resize(worms * self.stride, NO_OFFER);
        index
    }

    /// Clears the bits of a worm.
    pub(in crate::sim) fn clear_words(&mut self, index: WormIndex) {
        let first = self.first_word(index);
        self.words[first..first + self.width].fill(Word::default());
    }

    pub(in crate::sim) fn remove(&mut self, index: WormIndex) {
        self.table[index].head = Position::NONE;
        self.unused.push(index);
    }

    #[inline]
    pub(in crate::sim) fn at(&self, index: WormIndex) -> &Worm {
        &self.table[index]
    }

    #[inline]
    pub(in crate::sim) fn at_mut(&mut self, index: WormIndex) -> &mut Worm {
        &mut self.table[index]
    }

    /// The worms in flight and their indices.
    pub(in crate::sim) fn iter(&self) -> impl Iterator<Item = (WormIndex, &Worm)> {
        let entries = self.entries();
        entries.filter(|(_, worm)| worm.motion != Motion::TreeHeader)
    }

    /// The worms in flight and the entries for headers of trees.
    pub(in crate::sim) fn entries(&self) -> impl Iterator<Item = (WormIndex, &Worm)> {
        self.table.iter().filter(|(_, worm)| worm.head.is_some())
    }

    #[inline]
    pub(in crate::sim) fn first_word(&self, index: WormIndex) -> usize {
        index.row() * self.width
    }

    #[inline]
    pub(in crate::sim) fn first_cell(&self, index: WormIndex) -> FirstCell {
        FirstCell(index.row() * self.cells_each())
    }

    #[inline]
    pub(in crate::sim) fn word_mut(&mut self, index: WormIndex, position: Position) -> &mut Word {
        let first = self.first_word(index);
        &mut self.words[first + position.word() as usize]
    }

    #[cfg(debug_assertions)]
    pub(in crate::sim) fn word(&self, index: WormIndex, position: Position) -> Word {
        self.words[self.first_word(index) + position.word() as usize]
    }

    #[inline]
    pub(in crate::sim) fn cell(&self, index: WormIndex, position: Position) -> Cell {
        self.cells[self.first_cell(index) + position]
    }

    #[inline]
    pub(in crate::sim) fn cell_mut(&mut self, index: WormIndex, position: Position) -> &mut Cell {
        let first = self.first_cell(index);
        &mut self.cells[first + position]
    }

    #[inline]
    pub(in crate::sim) fn head_lane(&self, index: WormIndex) -> LaneIndex {
        self.at(index).lane
    }

    /// Whether a flit entered a lane when its worm last moved.
    pub(in crate::sim) fn moved(&self, index: WormIndex, position: Position) -> bool {
        let word = self.words[self.first_word(index) + position.word() as usize];
        word.moved & position.bit() != 0
    }

    /// Whether all flits from the last lane up to the one at `front` moved last, and no flit ahead
    /// of them can move.
    pub(in crate::sim) fn moves_as_one(&self, index: WormIndex, front: Position) -> bool {
        let at = self.at(index);
        let words = &self.words[self.first_word(index)..][..self.width];
        let all = |from: Position, to: Position, test: fn(&Word, u64) -> bool| {
            (from.word()..=to.word()).all(|word| {
                let first = from.0.max(word * BITS) % BITS;
                let last = to.0.min(word * BITS + BITS - 1) % BITS;
                let mask = u64::MAX >> first & u64::MAX << (BITS - 1 - last);
                test(&words[word as usize], mask)
            })
        };
        all(at.tail + 1, front, |word, mask| word.moved & mask == mask)
            && (front == at.head || all(front + 1, at.head, |word, mask| word.room & mask == 0))
    }

    /// Whether positions must be renumbered before the head advances.
    #[inline]
    pub(in crate::sim) fn is_at_end(&self, index: WormIndex) -> bool {
        (self.at(index).head + 1).row() == self.width * BITS as usize
    }

    /// Adds a lane ahead of the head, where its position is then.
    #[inline]
    pub(in crate::sim) fn extend(
        &mut self,
        index: WormIndex,
        lane: LaneIndex,
        lanes: &mut Lanes,
    ) -> &mut Worm {
        if self.is_at_end(index) {
            self.make_space(index, lanes);
        }
        let (first, width) = (self.first_cell(index), self.width);
        let worm = &mut self.table[index];
        worm.lane = lane;
        worm.head += 1;
        self.cells[first + worm.head] = Cell { lane, ..EMPTY };
        if worm.motion != Motion::Uncontended {
            let word = index.row() * width + worm.head.word() as usize;
            self.words[word].room |= worm.head.bit();
        }
        worm
    }

    #[cold]
    fn make_space(&mut self, index: WormIndex, lanes: &mut Lanes) {
        let worm = *self.at(index);
        if worm.tail.row() < self.width * BITS as usize / 4 {
            self.widen();
            return;
        }
        // Renumber positions from the tail on.
        let old: Vec<Word> = self.words[self.first_word(index)..][..self.width].to_vec();
        self.clear_words(index);
        for position in worm.tail.through(worm.head) {
            let (from, to) = (
                old[position.word() as usize],
                Position(position - worm.tail),
            );
            let (was, is) = (position.bit(), to.bit());
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
        worm.head = Position(worm.head - worm.tail);
        worm.front = Position(worm.front.0.saturating_sub(worm.tail.0));
        worm.tail = Position::FIRST;
    }

    /// Number of cells per worm: a few more than are used, because otherwise the first cells of all
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

    /// Approximate memory in use \[bytes\].
    pub(in crate::sim) fn bytes(&self) -> usize {
        self.table.bytes()
            + size_of_val(&*self.unused)
            + size_of_val(&*self.words)
            + size_of_val(&*self.cells)
            + size_of_val(&*self.offers)
    }
}
