//! Positions of imported nodes, which are in any unit.

use std::collections::BTreeMap;

use super::counted;
use crate::catalog::BuildError;
use crate::topology::Point;
use crate::topology::graph::sketch::Sketch;

/// Mean length of a link [grid units].
const LINK: f64 = 1.5;

/// Smallest distance between two nodes [grid units].
const NEAREST: f64 = 0.75;

/// Mean length of links in the largest drawing that is useful [grid units].
const LONGEST: f64 = 30.0;

/// Largest coordinate of a drawing in which nodes can still be distinguished [grid units].
const FARTHEST: f64 = 7000.0;

/// Places nodes as in the file, scaled so that links are a little longer than those between
/// neighbors in a grid and no two nodes overlap. A node that would be at the place of an earlier
/// one has none; the note says how many, or that positions are of no use.
pub(super) fn set(
    sketch: &mut Sketch,
    at: &BTreeMap<usize, [f64; 2]>,
) -> Result<Option<String>, BuildError> {
    let ends = |(from, to)| Some((*at.get(&from)?, *at.get(&to)?));
    let lengths = sketch.channels().filter_map(ends);
    let lengths: Vec<_> = lengths.map(|(one, other)| between(one, other)).collect();
    let mean = lengths.iter().sum::<f64>() / lengths.len().max(1) as f64;
    let not_used = |why: &str| {
        let count = counted(at.len(), "node is", "nodes are");
        let note = format!("The position of {count} not used, because {why}.");
        Ok((!at.is_empty()).then_some(note))
    };
    if mean == 0.0 {
        return not_used("no two nodes with a link between them have different positions");
    }
    if !mean.is_finite() {
        return not_used("some nodes are too far apart for one drawing");
    }
    let tolerance = mean * NEAREST / LONGEST;
    let mut kept: Vec<(usize, [f64; 2])> = Vec::new();
    let mut nearest = f64::INFINITY;
    for (&node, &place) in at {
        let to_others = kept.iter().map(|&(_, other)| between(place, other));
        let to_nearest = to_others.fold(f64::INFINITY, f64::min);
        if to_nearest >= tolerance {
            nearest = nearest.min(to_nearest);
            kept.push((node, place));
        }
    }
    let factor = (LINK / mean).max(NEAREST / nearest);
    let least = |axis: usize| {
        let along = kept.iter().map(|(_, place)| place[axis]);
        along.fold(f64::INFINITY, f64::min)
    };
    let origin = [least(0), least(1)];
    let scaled = |place: [f64; 2]| [0, 1].map(|axis| (place[axis] - origin[axis]) * factor);
    let is_near = |&(_, place): &(usize, [f64; 2])| scaled(place).iter().all(|x| *x <= FARTHEST);
    if !kept.iter().all(is_near) {
        return not_used("some nodes are too far apart for one drawing");
    }
    // Hundredths are finer than visible.
    let hundredths = |x: f64| ((x * 100.0).round() / 100.0) as f32;
    for &(node, place) in &kept {
        let [x, y] = scaled(place).map(hundredths);
        sketch.place(node, Some(Point::new(x, y)))?;
    }
    let left_out = at.len() - kept.len();
    Ok((left_out > 0).then(|| {
        let count = counted(left_out, "node is", "nodes are");
        format!("{count} not drawn at the place in the file, because another node is there.")
    }))
}

fn between(one: [f64; 2], other: [f64; 2]) -> f64 {
    let [x, y] = [0, 1].map(|axis| one[axis] - other[axis]);
    (x * x + y * y).sqrt()
}
