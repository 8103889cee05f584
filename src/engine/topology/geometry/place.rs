//! Positions of nodes in drawings: closed forms without iteration, stable as a network grows.
//!
//! One unit is the distance between neighbors in a grid; x grows to the right and y
//! downwards, as on a screen. Larger structures nest: a network of blocks is laid out as
//! a grid of the blocks, with gaps that separate them.

use core::f64::consts::TAU;

/// A point in a drawing [grid units].
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// Horizontal coordinate, growing to the right.
    pub x: f32,
    pub y: f32,
}

impl Point {
    /// The point at (x, y).
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }
}

/// Distance from the last node of a block to the first of the next, in both axes [grid units].
pub(in crate::topology) const GAP: Point = Point::new(1.75, 1.75);

/// Increase of this gap with every level of nesting [grid units].
pub(in crate::topology) const WIDER: f32 = 0.75;

/// Desired ratio of width to height of a drawing, roughly that of a screen.
const SHAPE: f32 = 1.5;

/// Width and height of a part of a layout, between its outermost nodes [grid units].
#[derive(Debug, Clone, Copy)]
pub(in crate::topology) struct Block {
    pub width: f32,
    pub height: f32,
}

impl Block {
    /// Offset of the `index`-th of `count` such blocks, in a grid shaped for a screen, and
    /// the size of that grid. Rows run alternately to the right and to the left, so that
    /// consecutive blocks are adjacent.
    pub(in crate::topology) fn tile(self, index: u32, count: u32, gap: Point) -> (Point, Self) {
        let (width, height) = (self.width + gap.x, self.height + gap.y);
        let grid = |columns: u32| Self {
            width: columns as f32 * width - gap.x,
            height: count.div_ceil(columns) as f32 * height - gap.y,
        };
        let size = |columns: u32| {
            let Self { width, height } = grid(columns);
            (width + 1.0).max(SHAPE * (height + 1.0))
        };
        let ideal = (count as f32 * SHAPE * height / width).sqrt() as u32;
        let fewer = equal_rows(count, ideal.clamp(1, count));
        let more = equal_rows(count, (ideal + 1).clamp(1, count));
        let columns = if size(more) <= size(fewer) {
            more
        } else {
            fewer
        };
        let (row, column) = snake(index, columns);
        let offset = Point::new(column as f32 * width, row as f32 * height);
        (offset, grid(columns))
    }

    /// Offset of the `index`-th of `count` such blocks in a flattened ring, and the size of that
    /// grid. In the order of [`fold`], the blocks form columns of two, with one half of the ring
    /// above the other. A long ring turns back as in [`Block::tile`], in bands of two rows.
    pub(super) fn ladder(self, index: u32, count: u32, gap: Point) -> (Point, Self) {
        /// Additional gap between bands, to set it apart from that between their rows [grid units].
        const BETWEEN: f32 = 0.5;
        let place = fold(count, index);
        let pair = Self {
            height: 2.0 * self.height + gap.y,
            ..self
        };
        let between = Point::new(gap.x, gap.y + BETWEEN);
        let (mut at, size) = pair.tile(place / 2, count.div_ceil(2), between);
        at.y += (place % 2) as f32 * (self.height + gap.y);
        (at, size)
    }

    /// Offset of the `index`-th of several such blocks side by side.
    pub(in crate::topology) fn row(self, index: u32, gap: Point) -> Point {
        Point::new(index as f32 * (self.width + gap.x), 0.0)
    }
}

/// The smallest number of columns that needs no more rows for `count` items than `columns` does:
/// rows of equal length look better than a nearly empty last one.
fn equal_rows(count: u32, columns: u32) -> u32 {
    count.div_ceil(count.div_ceil(columns))
}

/// Row and column of a step on a path that turns back at the end of every row.
fn snake(index: u32, columns: u32) -> (u32, u32) {
    let (row, along) = (index / columns, index % columns);
    let column = if row.is_multiple_of(2) {
        along
    } else {
        columns - 1 - along
    };
    (row, column)
}

/// Index of a node of a ring in the folded order 0, k−1, 1, k−2, …, in which neighbors in the
/// ring are at most two places apart.
pub(in crate::topology) fn fold(k: u32, index: u32) -> u32 {
    if 2 * index < k {
        2 * index
    } else {
        2 * (k - 1 - index) + 1
    }
}

/// The longest row that fits on a screen \[nodes\].
const LONGEST_ROW: u32 = 16;

const NODE: Block = Block {
    width: 0.0,
    height: 0.0,
};

/// The gap between nodes of a row or column.
const ONE: Point = Point::new(1.0, 1.0);

/// Position in a line of `nodes`: in one row, or in rows that turn back at their ends.
pub(in crate::topology) fn serpentine(nodes: u32, index: u32) -> Point {
    if nodes <= LONGEST_ROW {
        NODE.row(index, ONE)
    } else {
        NODE.tile(index, nodes, ONE).0
    }
}

/// Position in a flattened ring of `nodes`.
pub(in crate::topology) fn flat_ring(nodes: u32, index: u32) -> Point {
    let place = fold(nodes, index);
    if nodes <= 2 * LONGEST_ROW {
        Point::new((place / 2) as f32, (place % 2) as f32)
    } else {
        NODE.ladder(index, nodes, ONE).0
    }
}

/// Position in a ring of `nodes`, clockwise from the top, neighbors about one unit apart.
pub(in crate::topology) fn ring(nodes: u32, index: u32) -> Point {
    on_circle(nodes, index, (f64::from(nodes) / TAU).max(0.75))
}

/// Position in a ring so wide that the line between the two neighbors of a node passes clear of it.
pub(in crate::topology) fn wide_ring(nodes: u32, index: u32) -> Point {
    /// Distance from that line to that node [grid units].
    const CLEAR: f64 = 0.35;
    let step = TAU / f64::from(nodes);
    let radius = CLEAR / (1.0 - libm::cos(step));
    on_circle(nodes, index, radius.max(1.0 / step).max(0.75))
}

fn on_circle(nodes: u32, index: u32, radius: f64) -> Point {
    let angle = TAU * f64::from(index) / f64::from(nodes);
    Point::new(
        (radius * (1.0 + libm::sin(angle))) as f32,
        (radius * (1.0 - libm::cos(angle))) as f32,
    )
}

/// Position of a node of a hypercube, and the extent of the whole cube.
///
/// Up to four dimensions, this is the classic drawing: a line, a square, a cube, or two cubes side
/// by side. More dimensions form a grid whose rows and columns follow the Gray code, so that most
/// neighbors are adjacent and the others are in the same row or column.
pub(in crate::topology) fn hypercube(dimension: u32, address: u32) -> (Point, Block) {
    let bit = |i: u32| (address >> i & 1) as f32;
    if dimension <= 4 {
        // Directions in which the bits move a node: right, up, back, and far to the right.
        const MOVES: [Point; 4] = [
            Point::new(2.0, 0.0),
            Point::new(0.0, -2.0),
            Point::new(0.9, -0.75),
            Point::new(4.2, -0.3),
        ];
        let mut at = Point::new(0.0, 0.0);
        let mut size = Block {
            width: 0.0,
            height: 0.0,
        };
        for (i, step) in (0..dimension).zip(MOVES) {
            at.x += bit(i) * step.x;
            at.y += bit(i) * step.y;
            size.width += step.x;
            size.height -= step.y;
        }
        at.y += size.height;
        return (at, size);
    }
    let columns = gray_rank(every_other_bit(address, 0));
    let rows = gray_rank(every_other_bit(address, 1));
    let last = |bits: u32| spread((1 << bits) - 1);
    let size = Block {
        width: last(dimension.div_ceil(2)),
        height: last(dimension / 2),
    };
    (Point::new(spread(columns), spread(rows)), size)
}

/// Bits `first`, `first + 2`, … of an address, packed.
fn every_other_bit(address: u32, first: u32) -> u32 {
    (first..u32::BITS)
        .step_by(2)
        .enumerate()
        .map(|(to, from)| (address >> from & 1) << to)
        .sum()
}

/// The rank of a code word in the reflected Gray code, in which words of consecutive rank differ
/// in one bit.
fn gray_rank(mut word: u32) -> u32 {
    let mut shift = word >> 1;
    while shift != 0 {
        word ^= shift;
        shift >>= 1;
    }
    word
}

/// A grid coordinate with gaps where high bits of the rank change, wider for higher bits.
fn spread(rank: u32) -> f32 {
    /// Gaps where the third bit and the following ones change [grid units].
    const GAPS: [f32; 4] = [0.5, 0.25, 0.5, 0.75];
    let gaps = (2..).zip(GAPS);
    let gaps: f32 = gaps.map(|(bit, gap)| (rank >> bit) as f32 * gap).sum();
    rank as f32 + gaps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbors_in_the_gray_code_differ_in_one_bit() {
        let mut words: Vec<u32> = (0..64).collect();
        words.sort_by_key(|&word| gray_rank(word));
        assert!(words.is_sorted_by(|a, b| (a ^ b).is_power_of_two()));
    }

    #[test]
    fn blocks_tile_without_overlap() {
        let block = Block {
            width: 3.0,
            height: 3.0,
        };
        let corners: Vec<_> = (0..16).map(|i| block.tile(i, 16, GAP).0).collect();
        for (i, a) in corners.iter().enumerate() {
            for b in &corners[..i] {
                assert!((a.x - b.x).abs() >= 4.0 || (a.y - b.y).abs() >= 4.0);
            }
        }
    }
}
