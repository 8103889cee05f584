//! A set of rows of a table that is visited in ascending order.

use std::marker::PhantomData;

use super::index::TableIndex;

const BITS: usize = u64::BITS as usize;

/// One bit per row, and one per word that may not be empty, so that a visit costs little in a large
/// network without traffic. Inserting a row is a plain OR: whether it is a member already is as
/// unpredictable as traffic, and a mispredicted branch costs more than the insertion.
#[derive(Debug, Clone)]
pub(in crate::sim) struct IndexSet<I> {
    words: Vec<u64>,
    /// Bit w of word i: whether `words[i * BITS + w]` may have a member.
    occupied: Vec<u64>,
    index: PhantomData<I>,
}

impl<I: TableIndex> IndexSet<I> {
    /// Creates an empty set for a table of `rows` rows.
    pub(in crate::sim) fn new(rows: u32) -> Self {
        let words = (rows as usize).div_ceil(BITS);
        Self {
            words: vec![0; words],
            occupied: vec![0; words.div_ceil(BITS)],
            index: PhantomData,
        }
    }

    #[inline]
    pub(in crate::sim) fn insert(&mut self, index: I) {
        let word = index.row() / BITS;
        self.words[word] |= 1 << (index.row() % BITS);
        self.occupied[word / BITS] |= 1 << (word % BITS);
    }

    /// Visits every member and removes those for which `keeps` is false.
    #[inline]
    pub(in crate::sim) fn retain(&mut self, mut keeps: impl FnMut(I) -> bool) {
        for (block, occupied) in self.occupied.iter_mut().enumerate() {
            for bit in bits(*occupied) {
                let word = block * BITS + bit;
                let mut kept = 0;
                for place in bits(self.words[word]) {
                    let keeps = keeps(I::of_row(word * BITS + place));
                    kept |= u64::from(keeps) << place;
                }
                self.words[word] = kept;
                *occupied &= !(u64::from(kept == 0) << bit);
            }
        }
    }

    pub(in crate::sim) fn iter(&self) -> impl Iterator<Item = I> + '_ {
        let words = self.words.iter().enumerate();
        words.flat_map(|(word, &members)| {
            bits(members).map(move |place| I::of_row(word * BITS + place))
        })
    }

    /// Approximate memory in use \[bytes\].
    pub(in crate::sim) fn bytes(&self) -> usize {
        size_of_val(&*self.words) + size_of_val(&*self.occupied)
    }
}

/// The places of the bits that are set, ascending.
#[inline]
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = word.trailing_zeros();
        let is_some = word != 0;
        word &= word.wrapping_sub(1);
        is_some.then_some(place as usize)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::state::collections::LaneIndex;

    #[test]
    fn members_are_visited_in_ascending_order_until_they_are_removed() {
        let mut set = IndexSet::new(20_000);
        let members = [0, 63, 64, 4_095, 4_096, 19_999];
        for &member in members.iter().rev() {
            set.insert(LaneIndex(member));
            set.insert(LaneIndex(member));
        }
        let mut visited = Vec::new();
        set.retain(|member| {
            visited.push(member.0);
            member.0 >= 64
        });
        assert_eq!(visited, members);
        let left: Vec<_> = set.iter().map(|member| member.0).collect();
        assert_eq!(left, members[2..]);
        set.retain(|_| false);
        assert_eq!(set.iter().count(), 0);
        assert!(set.occupied.iter().all(|&word| word == 0));
    }
}
