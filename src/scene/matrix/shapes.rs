//! The channel matrix as shapes.

use super::Matrix;
use crate::scene::draw::{Bounds, Ink, Shape, heat};
use crate::scene::layout::{Focus, Thing};
use crate::sim::{Place, Snapshot};
use crate::topology::{ChannelId, Topology, sorted::order_of};

/// A square for every channel: how busy it is, if that is known, else whose worm holds it;
/// framed where it is pointed at or selected.
pub fn squares(
    matrix: &Matrix,
    topology: &dyn Topology,
    snapshot: &Snapshot,
    utilization: Option<&[f64]>,
    focus: &Focus,
    pitch: f32,
) -> Vec<Shape> {
    let inks = match utilization {
        Some(utilization) => {
            let levels = utilization.iter().map(|&share| heat::level(share));
            levels.map(Ink::Heat).collect()
        }
        None => holders(matrix, snapshot),
    };
    let ink_of = |channel: ChannelId| inks[channel.0 as usize];
    let cells: Vec<_> = matrix.cells(ink_of).collect();
    // What looks alike is painted at once.
    let alike = order_of(cells.iter().map(|cell| order(cell.value)));
    // Squares of a few pixels have no room for a gap.
    let gap = if pitch >= 5.0 { 0.06 } else { 0.0 };
    let shapes = alike.map(|place| {
        let cell = &cells[place];
        rectangle(cell.bounds.grown(-gap), cell.value)
    });
    let mut shapes: Vec<_> = shapes.collect();
    for thing in [focus.pointed, focus.selected].into_iter().flatten() {
        let marked = match thing {
            Thing::Node(node) => Some(matrix.row(node)),
            Thing::Worm(message) => {
                // All that it holds, from its header to its tail.
                let segments = snapshot.worm(message).map(|worm| &worm.segments);
                let held = segments.into_iter().flatten();
                shapes.extend(held.flat_map(|segment| match segment.place {
                    Place::Channel(lane) => frame(matrix.cell(lane.channel), pitch),
                    _ => Vec::new(),
                }));
                None
            }
            thing => thing.channel().map(|channel| matrix.cell(channel)),
        };
        shapes.extend(marked.into_iter().flat_map(|bounds| frame(bounds, pitch)));
    }
    shapes.extend(matrix.labels(topology));
    shapes
}

/// The ink of every channel: that of a worm that holds one of its lanes, vermilion if it
/// waits.
fn holders(matrix: &Matrix, snapshot: &Snapshot) -> Vec<Ink> {
    let mut inks = vec![Ink::FarLink; matrix.channels()];
    for worm in &snapshot.worms {
        for segment in &worm.segments {
            if let Place::Channel(lane) = segment.place {
                inks[lane.channel.0 as usize] = Ink::Message(worm.color);
            }
        }
    }
    inks
}

fn order(ink: Ink) -> u64 {
    match ink {
        Ink::Message(hue) => 1 + u64::from(hue),
        Ink::Heat(level) => level.into(),
        _ => 0,
    }
}

/// Four bars around a rectangle, thick enough to be seen.
fn frame(bounds: Bounds, pitch: f32) -> Vec<Shape> {
    let width = 2.0 / pitch;
    let outer = bounds.grown(width);
    let bar = |min_x, min_y, max_x, max_y| {
        let mut bar = outer;
        (bar.min.x, bar.min.y, bar.max.x, bar.max.y) = (min_x, min_y, max_x, max_y);
        rectangle(bar, Ink::Text)
    };
    vec![
        bar(outer.min.x, outer.min.y, outer.max.x, bounds.min.y),
        bar(outer.min.x, bounds.max.y, outer.max.x, outer.max.y),
        bar(outer.min.x, bounds.min.y, bounds.min.x, bounds.max.y),
        bar(bounds.max.x, bounds.min.y, outer.max.x, bounds.max.y),
    ]
}

fn rectangle(bounds: Bounds, ink: Ink) -> Shape {
    Shape::Cell {
        at: bounds.min,
        width: bounds.max.x - bounds.min.x,
        height: bounds.max.y - bounds.min.y,
        ink,
    }
}
