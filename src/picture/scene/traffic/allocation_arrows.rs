//! The phases within a cycle: the requests of headers and their results.

use super::sight::Sight;
use super::worms::exit;
use crate::scene::draw::{Curve, Ink, Shape, Stroke};
use crate::scene::explain::{Ask, Granted, Phase};
use engine::routing::VirtualChannel;
use engine::topology::Point;

/// Draws arrows from headers to the lanes that they may take, and then to those that they are
/// granted; refused headers keep theirs, in the color of blocked ones.
pub(in crate::scene) fn arrows(sight: Sight, asks: &[Ask], phase: Phase) -> Vec<Shape> {
    /// The most requests drawn; more would hide each other.
    const MOST: usize = 200;
    let mut shapes = Vec::new();
    for ask in asks.iter().take(MOST) {
        match (phase, ask.answer) {
            (Phase::Route, _) => {
                let wants = ask.wants.iter();
                shapes.extend(
                    wants.map(|&lane| arrow(sight, ask, lane, Ink::Chosen, Stroke::Dashed)),
                );
            }
            (_, Granted::Channel(lane)) => {
                let worm = sight.snapshot.worm(ask.message);
                shapes.push(Shape::Line {
                    curve: sight.layout.lane(lane),
                    width: sight.layout.lane_width(),
                    ink: worm.map_or(Ink::Chosen, |worm| Ink::Held(worm.color)),
                    stroke: Stroke::Flat,
                });
                shapes.push(arrow(sight, ask, lane, Ink::Chosen, Stroke::Solid));
            }
            (_, Granted::Refused) => {
                let wants = ask.wants.iter();
                shapes.extend(
                    wants.map(|&lane| arrow(sight, ask, lane, Ink::Blocked, Stroke::Dashed)),
                );
            }
            (_, Granted::Processor) => {}
        }
    }
    shapes
}

fn arrow(sight: Sight, ask: &Ask, lane: VirtualChannel, ink: Ink, stroke: Stroke) -> Shape {
    let worm = sight.snapshot.worm(ask.message);
    let end = worm.and_then(|worm| exit(sight, worm, ask.at));
    // A header in its queue is not drawn, so its arrow starts at the center of the node.
    let from = end.unwrap_or_else(|| (sight.layout.node(ask.at), Point::default()));
    Shape::Arrow {
        curve: Curve::joining(from, sight.layout.lane(lane).at(0.5)),
        width: 0.022,
        ink,
        stroke,
    }
}
