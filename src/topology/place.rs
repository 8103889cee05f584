//! Where drawings put nodes: closed forms, no iteration, stable as a network grows.
//!
//! One unit is the distance between neighbors in a grid; x grows to the right and y
//! downwards, as on a screen. Larger structures nest: a network of blocks is laid out as
//! a grid of the blocks, with a gap that shows where one ends.

/// A point of a drawing [grid units].
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Downwards.
    pub y: f32,
}

impl Point {
    /// The point at (x, y).
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }
}

/// Space between blocks [grid units].
const GAP: f32 = 1.0;

/// The width and height that a layout has used so far.
#[derive(Debug, Clone, Copy)]
pub(super) struct Block {
    pub width: f32,
    pub height: f32,
}

impl Block {
    /// Offset of the `index`-th of `count` such blocks in a grid that comes out about
    /// 1.5 times as wide as high, and the size of that grid.
    pub(super) fn tile(self, index: u32, count: u32) -> (Point, Self) {
        const SHAPE: f64 = 1.5;
        let (width, height) = (self.width + GAP, self.height + GAP);
        let columns = f64::from(count) * SHAPE * f64::from(height) / f64::from(width);
        let columns = (libm::sqrt(columns).round() as u32).clamp(1, count);
        // Equal rows look better than a nearly empty last one.
        let rows = count.div_ceil(columns);
        let columns = count.div_ceil(rows);
        let offset = Point::new(
            (index % columns) as f32 * width,
            (index / columns) as f32 * height,
        );
        let size = Self {
            width: columns as f32 * width - GAP,
            height: rows as f32 * height - GAP,
        };
        (offset, size)
    }

    /// Offset of the `index`-th of `count` such blocks side by side.
    pub(super) fn row(self, index: u32) -> Point {
        Point::new(index as f32 * (self.width + GAP), 0.0)
    }
}

/// Position in a ring of `nodes`, clockwise from the top, neighbors about one unit apart.
pub(super) fn ring(nodes: u32, index: u32) -> Point {
    const TURN: f64 = core::f64::consts::TAU;
    let radius = (f64::from(nodes) / TURN).max(0.75);
    let angle = TURN * f64::from(index) / f64::from(nodes);
    Point::new(
        (radius * (1.0 + libm::sin(angle))) as f32,
        (radius * (1.0 - libm::cos(angle))) as f32,
    )
}

/// Position of a hypercube's node, and the space that the whole cube takes.
///
/// Up to four dimensions the classic drawing: a square, a cube, a cube in a cube's shadow.
/// Beyond, a grid whose rows and columns follow the Gray code, so that most neighbors
/// stand side by side and the others in the same row or column.
pub(super) fn hypercube(dimension: u32, address: u32) -> (Point, Block) {
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

/// The place of a code word in the reflected Gray code: neighbors in rank differ in one bit.
fn gray_rank(mut word: u32) -> u32 {
    let mut shift = word >> 1;
    while shift != 0 {
        word ^= shift;
        shift >>= 1;
    }
    word
}

/// A grid coordinate with a gap after every 4th, and a wider one after every 16th place.
fn spread(rank: u32) -> f32 {
    rank as f32 + 0.5 * (rank / 4) as f32 + 0.75 * (rank / 16) as f32
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
        let corners: Vec<_> = (0..16).map(|i| block.tile(i, 16).0).collect();
        for (i, a) in corners.iter().enumerate() {
            for b in &corners[..i] {
                assert!((a.x - b.x).abs() >= 4.0 || (a.y - b.y).abs() >= 4.0);
            }
        }
    }
}
