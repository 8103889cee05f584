//! Marks in the channel matrix for the things that are pointed at or selected.

use super::Matrix;
use crate::scene::draw::{Bounds, Ink, Shape};
use crate::scene::layout::{Focus, Thing};
use engine::sim::{Location, Snapshot};

/// Draws frames around the squares of the focused things; for a worm, around all channels that it
/// holds.
pub fn frames(matrix: &Matrix, snapshot: &Snapshot, focus: &Focus, pitch: f32) -> Vec<Shape> {
    let mut marked = Vec::new();
    for thing in [focus.pointed, focus.selected].into_iter().flatten() {
        match thing {
            Thing::Node(node) => marked.push(matrix.row(node)),
            Thing::Worm(message) => {
                let segments = snapshot.worm(message).map(|worm| &worm.segments);
                let held = segments.into_iter().flatten();
                marked.extend(held.filter_map(|segment| match segment.place {
                    Location::Channel(lane) => Some(matrix.cell(lane.channel)),
                    _ => None,
                }));
            }
            thing => marked.extend(thing.channel().map(|channel| matrix.cell(channel))),
        }
    }
    let bars = marked.into_iter().flat_map(|bounds| frame(bounds, pitch));
    bars.collect()
}

/// Four bars around a rectangle, of a width in pixels so that they are visible at any scale.
fn frame(bounds: Bounds, pitch: f32) -> [Shape; 4] {
    let width = 2.0 / pitch;
    let outer = bounds.grown(width);
    let bar = |min_x, min_y, max_x, max_y| {
        let mut bar = outer;
        (bar.min.x, bar.min.y, bar.max.x, bar.max.y) = (min_x, min_y, max_x, max_y);
        Shape::Cell {
            at: bar.min,
            width: bar.max.x - bar.min.x,
            height: bar.max.y - bar.min.y,
            ink: Ink::Text,
        }
    };
    [
        bar(outer.min.x, outer.min.y, outer.max.x, bounds.min.y),
        bar(outer.min.x, bounds.max.y, outer.max.x, outer.max.y),
        bar(outer.min.x, bounds.min.y, bounds.min.x, bounds.max.y),
        bar(bounds.max.x, bounds.min.y, outer.max.x, bounds.max.y),
    ]
}
