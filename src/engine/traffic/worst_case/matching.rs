//! The permutation that loads one channel most: an assignment of destinations to sources of maximum
//! weight.
//!
//! Weights are rounded to multiples of 2⁻⁴⁰, so that sums are exact and do not depend on their order.
//! Shares of deterministic functions, and fractions whose denominator is a power of two, are not changed;
//! otherwise the load is at most N·2⁻⁴⁰ below the true maximum.

use pathfinding::kuhn_munkres::kuhn_munkres;
use pathfinding::matrix::Matrix;

use super::crossings::{Crossings, Pair};

/// A load, or a number of crossings, in units of 2⁻⁴⁰ messages.
pub(super) type Weight = i64;

const UNITS: f64 = (1_u64 << 40) as f64;

fn weight(crossings: f64) -> Weight {
    (crossings * UNITS).round() as Weight
}

/// The sources and the destinations of messages that cross a channel, each ascending.
struct Table {
    from: Vec<u16>,
    to: Vec<u16>,
}

impl Table {
    fn of(pairs: &[Pair]) -> Self {
        let distinct = |end: fn(&Pair) -> u16| {
            let mut all: Vec<_> = pairs.iter().map(end).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        Self {
            from: distinct(|pair| pair.from),
            to: distinct(|pair| pair.to),
        }
    }

    /// The row and the column of a pair.
    fn place(&self, pair: &Pair) -> (usize, usize) {
        let in_list = |list: &[u16], end| list.binary_search(&end).expect("it is listed");
        (in_list(&self.from, pair.from), in_list(&self.to, pair.to))
    }
}

/// An upper bound on the load of a channel: the sum of the largest weight of each source, or of each
/// destination. For messages via any node it is the load itself.
pub(super) fn most(crossings: &Crossings, terminals: usize) -> Weight {
    match crossings {
        Crossings::Of(pairs) => {
            let largest = |end: fn(&Pair) -> u16| -> Weight {
                let mut largest = vec![0; terminals];
                for pair in pairs {
                    let largest = &mut largest[usize::from(end(pair))];
                    *largest = weight(pair.crossings).max(*largest);
                }
                largest.into_iter().sum()
            };
            largest(|pair| pair.from).min(largest(|pair| pair.to))
        }
        Crossings::Ends(ends) => ends.iter().flatten().map(|&part| weight(part)).sum(),
    }
}

/// The largest load of a channel, and the pairs of terminals, by index, whose messages make it up; none
/// if every permutation without a terminal that sends to itself does.
pub(super) fn heaviest(crossings: &Crossings, terminals: usize) -> (Weight, Vec<(u16, u16)>) {
    let Crossings::Of(pairs) = crossings else {
        return (most(crossings, terminals), Vec::new());
    };
    let table = Table::of(pairs);
    // Each row is assigned a column, so there must not be fewer columns.
    let is_wide = table.from.len() <= table.to.len();
    let (rows, columns) = if is_wide {
        (&table.from, &table.to)
    } else {
        (&table.to, &table.from)
    };
    if rows.is_empty() {
        return (0, Vec::new());
    }
    let mut weights = Matrix::new(rows.len(), columns.len(), 0);
    for pair in pairs {
        let (row, column) = table.place(pair);
        let place = if is_wide {
            (row, column)
        } else {
            (column, row)
        };
        weights[place] = weight(pair.crossings);
    }
    let (load, assigned) = kuhn_munkres(&weights);
    let assigned = assigned.into_iter().enumerate();
    let crossing = assigned.filter(|&place| weights[place] > 0);
    let pairs = crossing.map(|(row, column)| {
        if is_wide {
            (rows[row], columns[column])
        } else {
            (columns[column], rows[row])
        }
    });
    (load, pairs.collect())
}
