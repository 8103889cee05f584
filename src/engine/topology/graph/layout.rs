//! Positions of nodes in a drawing of a network that gives none, or only some.
//!
//! Positions that the network gives are drawn unchanged, with two exceptions: if these nodes are too
//! close to be distinguished, or very far apart, all of their positions are scaled by one factor,
//! and if some are to the left of the origin or above it, the drawing is moved as a whole. All other
//! nodes are placed by [stress](super::stress), and moved apart where they overlap.

use super::sketch::Sketch;
use super::stress::{Distances, Position, not_before, square_between};
use crate::topology::geometry::{Point, place};
use crate::topology::sorted::{ascending, order_of};

/// The largest network that is laid out by distances \[nodes\]; larger ones are put in rows.
const MOST_LAID_OUT: usize = 1024;

/// Smallest distance between two nodes [grid units].
const NEAREST: f64 = 0.75;

/// Bounds on the distance of the nearest two fixed nodes, outside of which their positions are
/// scaled [grid units].
const LEGIBLE: [f64; 2] = [0.6, 6.0];

/// Length of a hop in a drawing [grid units]: longer than between neighbors in a grid, to keep
/// links clear of nodes.
const HOP: f64 = 1.25;

/// Positions of all nodes in a drawing.
pub(super) fn places(sketch: &Sketch) -> Vec<Point> {
    let nodes = sketch.nodes();
    let is_fixed: Vec<_> = nodes.iter().map(|node| node.at.is_some()).collect();
    let (mut places, unit) = given(sketch);
    let least = first_corner(&places, &is_fixed);
    if nodes.len() > MOST_LAID_OUT {
        in_rows(&mut places, &is_fixed);
    } else if is_fixed.contains(&false) {
        let distances = Distances::of(&joined(sketch));
        if is_fixed.contains(&true) {
            beside_the_fixed(&distances, &mut places, &is_fixed);
            distances.relax(&mut places, &is_fixed, unit, least);
        } else {
            places = by_distances(&distances);
        }
    }
    apart(&mut places, &is_fixed, least);
    drawn(&places, nodes.iter().all(|node| node.at.is_none()))
}

/// A corner that bounds nothing.
const ANYWHERE: Position = [f64::NEG_INFINITY; 2];

/// The upper left corner of a drawing with fixed nodes. A free node beyond it would move the whole
/// drawing.
fn first_corner(places: &[Position], is_fixed: &[bool]) -> Position {
    if !is_fixed.contains(&true) {
        return ANYWHERE;
    }
    let fixed = || places.iter().zip(is_fixed).filter(|(_, fixed)| **fixed);
    [0, 1].map(|axis| fixed().map(|(place, _)| place[axis]).fold(0.0, f64::min))
}

/// Positions that the network gives, scaled if need be, and the mean length of a link between them.
fn given(sketch: &Sketch) -> (Vec<Position>, f64) {
    let nodes = sketch.nodes();
    let at = |point: Point| [f64::from(point.x), f64::from(point.y)];
    let places = nodes.iter().map(|node| node.at.map_or([0.0; 2], at));
    let mut places: Vec<Position> = places.collect();
    let placed: Vec<_> = nodes.iter().filter_map(|node| node.at.map(at)).collect();
    if let Some((nearest, _)) = nearest(&placed) {
        let factor = if nearest < LEGIBLE[0] {
            NEAREST / nearest
        } else if nearest > LEGIBLE[1] {
            2.0 / nearest
        } else {
            1.0
        };
        for place in &mut places {
            *place = place.map(|x| x * factor);
        }
    }
    let is_placed = |node: usize| nodes[node].at.is_some();
    let links = sketch.channels();
    let lengths = links.filter(|&(from, to)| is_placed(from) && is_placed(to));
    let lengths = lengths.map(|(from, to)| square_between(places[from], places[to]).sqrt());
    let (sum, count) = lengths.fold((0.0, 0), |(sum, count), length| (sum + length, count + 1));
    let mean = if count == 0 {
        HOP
    } else {
        sum / f64::from(count)
    };
    (places, mean.clamp(NEAREST, 2.0 * LEGIBLE[1]))
}

/// The distance between the nearest two positions, and their indices; `None` for fewer than two.
pub(super) fn nearest(places: &[Position]) -> Option<(f64, [usize; 2])> {
    let order = order_of(places.iter().map(|place| ascending(place[0] as f32)));
    let order: Vec<_> = order.collect();
    let mut nearest: Option<(f64, [usize; 2])> = None;
    for (i, &one) in order.iter().enumerate() {
        for &other in &order[i + 1..] {
            let far = nearest.map_or(f64::INFINITY, |(square, _)| square);
            let aside = places[other][0] - places[one][0];
            if aside * aside > far {
                break;
            }
            let square = square_between(places[one], places[other]);
            if square < far {
                nearest = Some((square, [one.min(other), one.max(other)]));
            }
        }
    }
    nearest.map(|(square, ends)| (square.sqrt(), ends))
}

/// The longer side of the bounding box of positions.
pub(super) fn extent(places: &[Position]) -> f64 {
    let along = |axis: usize| {
        let [least, most] = span(places, axis);
        most - least
    };
    along(0).max(along(1))
}

/// The least and the greatest coordinate along an axis.
fn span(places: &[Position], axis: usize) -> [f64; 2] {
    let along = places.iter().map(|place| place[axis]);
    along.fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], x| {
        [a.min(x), b.max(x)]
    })
}

/// By node: its neighbors over links in either direction.
fn joined(sketch: &Sketch) -> Vec<Vec<usize>> {
    let mut joined = vec![Vec::new(); sketch.nodes().len()];
    for (from, to) in sketch.channels() {
        joined[from].push(to);
        if !sketch.has_channel(to, from) {
            joined[to].push(from);
        }
    }
    joined
}

/// The better of two layouts, started from classical scaling and from a ring.
fn by_distances(distances: &Distances) -> Vec<Position> {
    /// The largest network that is laid out from a ring \[nodes\]; larger ones unfold from it only
    /// after very many rounds.
    const MOST_IN_RING: usize = 128;
    let scaled = distances.scaled();
    let nodes = scaled.len();
    let is_fixed = vec![false; nodes];
    let relaxed = |mut places: Vec<Position>| {
        for (node, place) in places.iter_mut().enumerate() {
            *place = nudged(*place, node);
        }
        distances.relax(&mut places, &is_fixed, HOP, ANYWHERE);
        places
    };
    let first = relaxed(scaled);
    if nodes > MOST_IN_RING {
        return first;
    }
    let ring = (0..nodes as u32).map(|node| {
        let Point { x, y } = place::ring(nodes as u32, node);
        [f64::from(x), f64::from(y)]
    });
    let second = relaxed(ring.collect());
    let [of_first, of_second] = [&first, &second].map(|places| distances.stress(places, HOP));
    // For nearly equal stress, the first, which shows more of the structure.
    if of_second < 0.99 * of_first {
        second
    } else {
        first
    }
}

/// A position moved a little, by an offset that depends on the node, to separate nodes that
/// coincide.
fn nudged(place: Position, node: usize) -> Position {
    let off = |factor: usize| ((node * factor) % 97) as f64 / 97.0 - 0.5;
    [place[0] + 0.1 * off(37), place[1] + 0.1 * off(61)]
}

/// Starts free nodes at the mean of the fixed ones, of which the nearest weigh most.
fn beside_the_fixed(distances: &Distances, places: &mut [Position], is_fixed: &[bool]) {
    let fixed: Vec<_> = (0..places.len()).filter(|&node| is_fixed[node]).collect();
    let free = (0..places.len()).filter(|&node| !is_fixed[node]);
    for node in free {
        let (mut sum, mut weights) = ([0.0; 2], 0.0);
        for &other in &fixed {
            let hops = distances.between(node, other);
            let weight = 1.0 / (hops * hops * hops);
            for axis in 0..2 {
                sum[axis] += weight * places[other][axis];
            }
            weights += weight;
        }
        places[node] = nudged(sum.map(|sum| sum / weights), node);
    }
}

/// Puts the free nodes of a network too large for a layout in rows below the fixed ones, in the
/// order of their numbers.
fn in_rows(places: &mut [Position], is_fixed: &[bool]) {
    let fixed = || places.iter().zip(is_fixed).filter(|(_, fixed)| **fixed);
    let lowest = fixed()
        .map(|(place, _)| place[1])
        .fold(f64::NEG_INFINITY, f64::max);
    let left = fixed()
        .map(|(place, _)| place[0])
        .fold(f64::INFINITY, f64::min);
    let [left, top] = if lowest.is_finite() {
        [left, lowest + 1.0]
    } else {
        [0.0; 2]
    };
    let free: Vec<_> = (0..places.len()).filter(|&node| !is_fixed[node]).collect();
    for (index, &node) in free.iter().enumerate() {
        let Point { x, y } = place::serpentine(free.len() as u32, index as u32);
        places[node] = [left + f64::from(x), top + f64::from(y)];
    }
}

/// Moves overlapping nodes apart: pushes them for some rounds, then moves those that are still too
/// close to the nearest free position of a grid.
fn apart(places: &mut [Position], is_fixed: &[bool], least: Position) {
    const ROUNDS: usize = 40;
    // Nodes in rows do not overlap each other.
    let rounds = if places.len() > MOST_LAID_OUT {
        0
    } else {
        ROUNDS
    };
    for _ in 0..rounds {
        if !push(places, is_fixed, least) {
            return;
        }
    }
    let mut taken = Taken::default();
    let nodes = 0..places.len();
    for node in nodes.clone().filter(|&node| is_fixed[node]) {
        taken.add(places[node]);
    }
    for node in nodes.filter(|&node| !is_fixed[node]) {
        places[node] = taken.nearest_free(places[node], least);
        taken.add(places[node]);
    }
}

/// Pushes nodes apart that are too close; returns whether there were any.
fn push(places: &mut [Position], is_fixed: &[bool], least: Position) -> bool {
    let mut has_pushed = false;
    for one in 0..places.len() {
        for other in 0..one {
            let square = square_between(places[one], places[other]);
            if square >= NEAREST * NEAREST || is_fixed[one] && is_fixed[other] {
                continue;
            }
            has_pushed = true;
            let apart = square.sqrt();
            let direction = if apart > 1e-6 {
                [0, 1].map(|axis| (places[one][axis] - places[other][axis]) / apart)
            } else {
                [1.0, 0.0]
            };
            // A little farther than necessary, so that pushing ends.
            let missing = 1.02 * NEAREST - apart;
            let [of_one, of_other] = match [is_fixed[one], is_fixed[other]] {
                [true, _] => [0.0, missing],
                [_, true] => [missing, 0.0],
                _ => [missing / 2.0; 2],
            };
            for axis in 0..2 {
                places[one][axis] += of_one * direction[axis];
                places[other][axis] -= of_other * direction[axis];
            }
            for node in [one, other] {
                if !is_fixed[node] {
                    places[node] = not_before(least, places[node]);
                }
            }
        }
    }
    has_pushed
}

/// Occupied positions, by the square of a grid that contains them.
#[derive(Default)]
struct Taken {
    squares: std::collections::BTreeMap<(i64, i64), Vec<Position>>,
}

impl Taken {
    fn square(place: Position) -> (i64, i64) {
        let [x, y] = place.map(|x| (x / NEAREST).floor() as i64);
        (x, y)
    }

    fn add(&mut self, place: Position) {
        self.squares
            .entry(Self::square(place))
            .or_default()
            .push(place);
    }

    fn is_free(&self, place: Position) -> bool {
        let (x, y) = Self::square(place);
        let around = (x - 1..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y)));
        let mut near = around
            .filter_map(|square| self.squares.get(&square))
            .flatten();
        near.all(|&other| square_between(place, other) >= NEAREST * NEAREST * 0.999)
    }

    /// A position if it is free, else a free one around it, searched in growing squares.
    fn nearest_free(&self, place: Position, least: Position) -> Position {
        let [x, y] = place;
        let rings = (0_i32..).flat_map(|ring| {
            let side = -ring..=ring;
            side.clone()
                .flat_map(move |row| side.clone().map(move |column| (row, column)))
                .filter(move |(row, column)| row.abs().max(column.abs()) == ring)
        });
        let mut places = rings.map(|(row, column)| {
            [
                x + f64::from(column) * NEAREST,
                y + f64::from(row) * NEAREST,
            ]
        });
        let mut inside = places
            .by_ref()
            .filter(|place| place[0] >= least[0] && place[1] >= least[1]);
        let free = inside.find(|&place| self.is_free(place));
        free.unwrap_or(place)
    }
}

/// Converts positions to points of a drawing. A drawing without fixed nodes begins at the origin
/// and is wider than high; any other is moved only if it would begin before the origin.
fn drawn(places: &[Position], is_free: bool) -> Vec<Point> {
    let mut places = places.to_vec();
    if is_free {
        let [width, height] = [0, 1].map(|axis| {
            let [least, most] = span(&places, axis);
            most - least
        });
        if height > width {
            for place in &mut places {
                place.swap(0, 1);
            }
        }
    }
    let least = |axis: usize| {
        let [least, _] = span(&places, axis);
        if is_free { least } else { least.min(0.0) }
    };
    let [left, top] = [least(0), least(1)];
    let points = places
        .iter()
        .map(|place| Point::new((place[0] - left) as f32, (place[1] - top) as f32));
    points.collect()
}
