//! A spatial index of the things near a point: a uniform grid over the drawing, built once.

use crate::scene::draw::Bounds;
use engine::topology::Point;

/// Numbered things, sorted by the cells that they touch.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Buckets {
    origin: Point,
    /// Edge length of a cell [grid units].
    edge: f32,
    columns: u32,
    rows: u32,
    /// The index in `things` at which each cell's things start, and the end of the last cell's.
    starts: Vec<u32>,
    /// The things of one cell after another, ascending in each.
    things: Vec<u32>,
}

impl Buckets {
    /// Sorts `count` things into cells. `cover` calls its second argument with rectangles that
    /// together contain a thing and the space around it in which it is to be found.
    pub(in crate::scene) fn new(
        bounds: Bounds,
        count: u32,
        cover: impl Fn(u32, &mut dyn FnMut(Bounds)),
    ) -> Self {
        /// The smallest edge; in a finer grid, the cost of filling cells exceeds the gain in
        /// searches.
        const LEAST_EDGE: f32 = 1.5;
        let (width, height) = (bounds.max.x - bounds.min.x, bounds.max.y - bounds.min.y);
        // The drawing of a large ring is mostly empty: one cell per thing is enough.
        let edge = (width * height / count.max(1) as f32)
            .sqrt()
            .max(LEAST_EDGE);
        let buckets = Self {
            origin: bounds.min,
            edge,
            columns: (width / edge) as u32 + 1,
            rows: (height / edge) as u32 + 1,
            starts: Vec::new(),
            things: Vec::new(),
        };
        let cells = (buckets.columns * buckets.rows) as usize;
        let mut ends = vec![0; cells + 1];
        let mut found = Vec::new();
        buckets.each_cell(count, &cover, |thing, cell| {
            ends[cell + 1] += 1;
            found.push((cell as u32, thing));
        });
        for cell in 0..cells {
            ends[cell + 1] += ends[cell];
        }
        let mut things = vec![0; ends[cells] as usize];
        let mut next = ends.clone();
        for (cell, thing) in found {
            let place = &mut next[cell as usize];
            things[*place as usize] = thing;
            *place += 1;
        }
        Self {
            starts: ends,
            things,
            ..buckets
        }
    }

    /// The things to be found at a point, in ascending order, and possibly others.
    pub(in crate::scene) fn near(&self, point: Point) -> &[u32] {
        let [column, row] = self.cell(point);
        self.things_in(column, row)
    }

    /// The things to be found in a rectangle, in ascending order, and possibly others.
    pub(in crate::scene) fn within(&self, bounds: Bounds) -> Vec<u32> {
        let ([left, top], [right, bottom]) = (self.cell(bounds.min), self.cell(bounds.max));
        let cells = (top..=bottom).flat_map(|row| (left..=right).map(move |column| (column, row)));
        let mut found: Vec<u32> = cells
            .flat_map(|(column, row)| self.things_in(column, row))
            .copied()
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    fn things_in(&self, column: u32, row: u32) -> &[u32] {
        let cell = (row * self.columns + column) as usize;
        let [start, end] = [self.starts[cell], self.starts[cell + 1]];
        &self.things[start as usize..end as usize]
    }

    /// The column and row of a point; points outside the grid belong to the outermost cells.
    fn cell(&self, point: Point) -> [u32; 2] {
        let place = |from: f32, to: f32, count: u32| {
            let cell = ((to - from) / self.edge).max(0.0) as u32;
            cell.min(count - 1)
        };
        [
            place(self.origin.x, point.x, self.columns),
            place(self.origin.y, point.y, self.rows),
        ]
    }

    /// Calls `call` once for every thing and every cell that it touches.
    fn each_cell(
        &self,
        count: u32,
        cover: &impl Fn(u32, &mut dyn FnMut(Bounds)),
        mut call: impl FnMut(u32, usize),
    ) {
        let mut last_in = vec![u32::MAX; (self.columns * self.rows) as usize];
        for thing in 0..count {
            cover(thing, &mut |bounds| {
                let ([left, top], [right, bottom]) = (self.cell(bounds.min), self.cell(bounds.max));
                for row in top..=bottom {
                    for column in left..=right {
                        let cell = (row * self.columns + column) as usize;
                        if last_in[cell] != thing {
                            last_in[cell] = thing;
                            call(thing, cell);
                        }
                    }
                }
            });
        }
    }
}
