//! Layout in the plane with distances proportional to hops, by stress minimization.
//!
//! The stress of a drawing is Σ w (|p − q| − d)² over pairs, where d is the desired distance of two
//! nodes and w = d⁻² (Kamada & Kawai 1989). Moving one node to the weighted mean of the positions
//! that its pairs prefer never increases the stress; nodes are moved in turn until the changes are
//! small (Gansner, Koren & North 2005, sec. 2.3). The initial positions follow from the same
//! distances by classical scaling with a few pivots (Brandes & Pich 2007).
//!
//! The computation uses only additions, multiplications, divisions and square roots, in a fixed
//! order, so its result is identical on every machine. Every library considered either depends on
//! random numbers or platform functions, or has an incompatible license.

/// A position during the computation [grid units].
pub(super) type Position = [f64; 2];

/// Desired distances of all ordered pairs of nodes \[hops\].
pub(super) struct Distances {
    nodes: usize,
    /// By source, then by destination.
    hops: Vec<u16>,
}

impl Distances {
    /// Computes the hops between nodes over links in either direction.
    pub(super) fn of(joined: &[Vec<usize>]) -> Self {
        let nodes = joined.len();
        let mut hops = vec![u16::MAX; nodes * nodes];
        let mut open = Vec::with_capacity(nodes);
        for from in 0..nodes {
            let row = &mut hops[from * nodes..][..nodes];
            row[from] = 0;
            open.clear();
            open.push(from);
            let mut done = 0;
            while let Some(&here) = open.get(done) {
                done += 1;
                for &next in &joined[here] {
                    if row[next] == u16::MAX {
                        row[next] = row[here] + 1;
                        open.push(next);
                    }
                }
            }
        }
        Self { nodes, hops }
    }

    pub(super) fn between(&self, one: usize, other: usize) -> f64 {
        f64::from(self.row(one)[other])
    }

    fn row(&self, node: usize) -> &[u16] {
        &self.hops[node * self.nodes..][..self.nodes]
    }

    /// Positions by classical scaling with pivots.
    pub(super) fn scaled(&self) -> Vec<Position> {
        /// Number of pivots that suffices for initial positions.
        const MOST_PIVOTS: usize = 32;
        let pivots = self.pivots(MOST_PIVOTS.min(self.nodes));
        // Squared distances without the means of rows and columns approximate inner products of
        // positions.
        let columns = pivots.len();
        let square =
            |node: usize, pivot: usize| self.between(node, pivot) * self.between(node, pivot);
        let mut inner = vec![vec![0.0; columns]; self.nodes];
        for (node, row) in inner.iter_mut().enumerate() {
            for (value, &pivot) in row.iter_mut().zip(&pivots) {
                *value = square(node, pivot);
            }
            subtract_mean(row);
        }
        for column in 0..columns {
            let mut values: Vec<_> = inner.iter().map(|row| row[column]).collect();
            subtract_mean(&mut values);
            for (row, value) in inner.iter_mut().zip(values) {
                row[column] = -0.5 * value;
            }
        }
        let first = direction(&inner, None);
        let second = direction(&inner, Some(&first));
        let along = |row: &[f64], direction: &[f64]| dot(row, direction);
        inner
            .iter()
            .map(|row| [along(row, &first), along(row, &second)])
            .collect()
    }

    /// Selects the first node, then repeatedly the node farthest from all previous pivots.
    fn pivots(&self, count: usize) -> Vec<usize> {
        let mut nearest = vec![u16::MAX; self.nodes];
        let mut pivots = vec![0];
        while pivots.len() < count {
            let last = pivots[pivots.len() - 1];
            for (nearest, &hops) in nearest.iter_mut().zip(self.row(last)) {
                *nearest = (*nearest).min(hops);
            }
            // `max_by_key` returns the last maximum, and the first is wanted.
            let farthest = (0..self.nodes).rev().max_by_key(|&node| nearest[node]);
            pivots.extend(farthest);
        }
        pivots
    }

    /// Moves free nodes to reduce the stress until the changes are small, but none to the left of
    /// or above `least`. `unit` is the desired length of a hop [grid units].
    pub(super) fn relax(
        &self,
        places: &mut [Position],
        is_fixed: &[bool],
        unit: f64,
        least: Position,
    ) {
        /// Largest number of evaluations of a pair, which takes a few milliseconds for small
        /// networks and less than a second for the largest.
        const MOST_PAIRS: usize = 24_000_000;
        const MOST_ROUNDS: usize = 300;
        let rounds = (MOST_PAIRS / (self.nodes * self.nodes)).clamp(16, MOST_ROUNDS);
        for _ in 0..rounds {
            let mut farthest = 0.0_f64;
            for node in (0..self.nodes).filter(|&node| !is_fixed[node]) {
                let before = places[node];
                let after = not_before(least, self.wanted(places, node, unit));
                places[node] = after;
                farthest = farthest.max(square_between(before, after));
            }
            if farthest < 1e-6 * unit * unit {
                break;
            }
        }
    }

    /// The weighted mean of the positions that all other nodes prefer for a node.
    fn wanted(&self, places: &[Position], node: usize, unit: f64) -> Position {
        let here = places[node];
        let (mut sum, mut weights) = ([0.0; 2], 0.0);
        for (other, &hops) in self.row(node).iter().enumerate() {
            if other == node {
                continue;
            }
            let there = places[other];
            let distance = f64::from(hops) * unit;
            let weight = 1.0 / (distance * distance);
            let apart = square_between(here, there).sqrt();
            let stretch = if apart > 1e-9 { distance / apart } else { 0.0 };
            for axis in 0..2 {
                sum[axis] += weight * (there[axis] + (here[axis] - there[axis]) * stretch);
            }
            weights += weight;
        }
        if weights > 0.0 {
            sum.map(|sum| sum / weights)
        } else {
            here
        }
    }

    /// The stress of a drawing.
    pub(super) fn stress(&self, places: &[Position], unit: f64) -> f64 {
        let mut stress = 0.0;
        for node in 0..self.nodes {
            for other in 0..node {
                let distance = self.between(node, other) * unit;
                let off = square_between(places[node], places[other]).sqrt() / distance - 1.0;
                stress += off * off;
            }
        }
        stress
    }
}

/// The nearest position to `place` that is not less than `least` in either coordinate.
pub(super) fn not_before(least: Position, place: Position) -> Position {
    [place[0].max(least[0]), place[1].max(least[1])]
}

pub(super) fn square_between(one: Position, other: Position) -> f64 {
    let [x, y] = [0, 1].map(|axis| one[axis] - other[axis]);
    x * x + y * y
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

fn subtract_mean(values: &mut [f64]) {
    let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
    for value in values {
        *value -= mean;
    }
}

/// The direction in which rows differ most, perpendicular to `across`, by power iteration.
fn direction(rows: &[Vec<f64>], across: Option<&[f64]>) -> Vec<f64> {
    const ROUNDS: u32 = 60;
    let columns = rows.first().map_or(0, Vec::len);
    // Unequal components, so that the start is not perpendicular to the result.
    let mut direction: Vec<_> = (0..columns)
        .map(|column| 1.0 + ((column * 7 + 3) % 11) as f64)
        .collect();
    for _ in 0..ROUNDS {
        let mut next = vec![0.0; columns];
        for row in rows {
            let along = dot(row, &direction);
            for (next, value) in next.iter_mut().zip(row) {
                *next += along * value;
            }
        }
        if let Some(across) = across {
            let along = dot(&next, across);
            for (next, value) in next.iter_mut().zip(across) {
                *next -= along * value;
            }
        }
        let length = dot(&next, &next).sqrt();
        if length < 1e-12 {
            break;
        }
        for value in &mut next {
            *value /= length;
        }
        direction = next;
    }
    direction
}
