//! Things that a text beside the picture highlights and things that the reader predicts: both lie
//! under the traffic and stay while it moves.

use super::directions::heads;
use super::marks;
use crate::scene::draw::{Ink, Shape, Stroke};
use crate::scene::layout::{Layout, Thing};
use engine::topology::Point;

/// Width of a marked channel [grid units]: wider than its bed.
const BAND: f32 = 0.3;

/// Draws the things highlighted while a text is read.
pub fn lit(layout: &Layout, things: &[Thing]) -> Vec<Shape> {
    let bands = things.iter().filter_map(|thing| match *thing {
        Thing::Node(node) => marks::hull(layout, &[node], Ink::Chosen),
        thing => Some(Shape::Line {
            curve: layout.middle(thing.channel()?),
            width: BAND,
            ink: Ink::Halo,
            stroke: Stroke::Flat,
        }),
    });
    let channels = things.iter().filter_map(|thing| thing.channel());
    let heads = heads(layout, channels, Ink::Chosen);
    bands.chain(heads).collect()
}

/// Draws the things that the reader predicted, each with a question mark.
pub fn predicted(layout: &Layout, things: &[Thing]) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for thing in things {
        match *thing {
            Thing::Node(node) => {
                shapes.extend(marks::hull(layout, &[node], Ink::Chosen));
                shapes.push(marks::badge(layout, node, "?".to_owned(), Ink::Text));
            }
            thing => {
                let Some(channel) = thing.channel() else {
                    continue;
                };
                let curve = layout.middle(channel);
                // A band with an edge, so that worms on it remain visible.
                for (width, ink) in [(BAND, Ink::Chosen), (BAND * 0.82, Ink::Halo)] {
                    shapes.push(Shape::Line {
                        curve,
                        width,
                        ink,
                        stroke: Stroke::Solid,
                    });
                }
                shapes.extend(heads(layout, [channel], Ink::Chosen));
                let (at, _) = curve.at(0.5);
                shapes.push(Shape::Badge {
                    at: Point::new(at.x, at.y - 0.26),
                    size: 0.16,
                    text: "?".to_owned(),
                    fill: Ink::Text,
                });
            }
        }
    }
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::topology::{self, Arrangement, ChannelId, Network, NodeId};

    #[test]
    fn nodes_and_channels_are_marked_and_predictions_have_a_badge() {
        let topology = topology::from_spec("mesh:3x3").expect("a valid topology");
        let network = Network::new(&*topology);
        let layout = Layout::new(&*topology, &network, 1, Arrangement::default());
        let things = [Thing::Node(NodeId(4)), Thing::Channel(ChannelId(0))];
        assert_eq!(
            lit(&layout, &things).len(),
            3,
            "a hull, a band and its arrowhead"
        );
        let shapes = predicted(&layout, &things);
        let badges = shapes
            .iter()
            .filter(|shape| matches!(shape, Shape::Badge { .. }));
        assert_eq!(badges.count(), 2);
    }
}
