//! Worms: the lanes that they hold, and the positions of their flits at a moment within a cycle.
//!
//! Slot 0 of a lane's buffer is next to the node at its end. During a cycle the flits that moved
//! slide from their previous positions to those of the snapshot.

use super::buffers::{MOST_SLOTS, flit_place, flit_size, slots};
use super::headers::{count_beside, headers, numbered};
use super::sight::{Moment, Sight};
use crate::scene::draw::{Curve, FlitPart, Glyph, HUES, Ink, NUMBERED_FROM, Shape, Stroke};
use crate::scene::explain::MessageNames;
use crate::scene::layout::{Detail, Layout, NODE_RADIUS};
use crate::scene::overlay::marks;
use engine::routing::VirtualChannel;
use engine::sim::{HeaderState, Location, Segment, Snapshot, WormView};
use engine::topology::{NodeId, Point};

/// The amount of detail of worms, by pixels per grid unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Closeness {
    /// Lanes, and headers of blocked worms.
    Lines,
    /// Lanes and all flits.
    Flits,
    /// Lanes, all flits, and numbers on headers.
    Numbers,
}

impl Closeness {
    fn new(layout: &Layout, pitch: f32) -> Self {
        /// The size from which flits are drawn [pixels].
        const SEEN: f32 = 2.0;
        let pixels = flit_size(layout) * pitch;
        if pixels >= NUMBERED_FROM {
            Self::Numbers
        } else if pixels >= SEEN {
            Self::Flits
        } else {
            Self::Lines
        }
    }
}

/// The moment, scale and names with which worms are drawn.
#[derive(Clone, Copy)]
pub(super) struct WormLook<'a> {
    pub moment: Moment,
    /// Pixels per grid unit.
    pub pitch: f32,
    pub names: &'a MessageNames,
}

/// Draws some worms: the lanes that they hold, then their flits, grouped by appearance.
pub(super) fn worms<'a>(
    layout: &Layout,
    worms: impl Iterator<Item = &'a WormView> + Clone,
    look: WormLook,
) -> Vec<Shape> {
    let WormLook {
        moment,
        pitch,
        names,
    } = look;
    let closeness = Closeness::new(layout, pitch);
    let mut shapes = Vec::new();
    let mut bins: [Vec<Shape>; HUES as usize] = Default::default();
    for worm in worms.clone() {
        let bin = &mut bins[usize::from(worm.color)];
        bin.extend(lanes(worm).map(|(lane, _)| Shape::Line {
            curve: layout.lane(lane),
            width: held_width(layout, lane, pitch),
            ink: Ink::Message(worm.color),
            stroke: Stroke::Solid,
        }));
    }
    shapes.extend(bins.iter_mut().flat_map(std::mem::take));
    if closeness > Closeness::Lines {
        shapes.extend(
            worms
                .clone()
                .flat_map(|worm| buffers_of(layout, worm, look)),
        );
    }
    let mut waiting: [Vec<Shape>; HUES as usize] = Default::default();
    let mut numbers = Vec::new();
    for worm in worms {
        let blocked = matches!(worm.header, HeaderState::Blocked { .. });
        let bin = if blocked { &mut waiting } else { &mut bins };
        let bin = &mut bin[usize::from(worm.color)];
        match closeness {
            Closeness::Lines if blocked => bin.extend(far_headers(layout, worm, moment, pitch)),
            Closeness::Lines => {}
            Closeness::Flits => {
                flits(layout, worm, moment, bin);
                numbers.extend(count_beside(layout, worm, moment, pitch));
            }
            Closeness::Numbers => {
                flits(layout, worm, moment, bin);
                // The names of a deadlock are drawn beside headers, where they can be larger.
                if !names.is_in_cycle(worm.message) {
                    numbers.extend(numbered(layout, worm, moment));
                }
            }
        }
    }
    let flits = bins.into_iter().chain(waiting).flatten();
    shapes.extend(flits);
    shapes.extend(numbers);
    shapes
}

/// Marks the destinations that multicasts have not reached yet.
pub(in crate::scene) fn destinations<'a>(
    layout: &Layout,
    worms: impl Iterator<Item = &'a WormView>,
    pitch: f32,
) -> Vec<Shape> {
    /// Pixels per grid unit from which the marks scale with the drawing.
    const NEAR: f32 = 46.0;
    let scale = (NEAR / pitch).clamp(1.0, 2.0);
    let mut bins: [Vec<Shape>; HUES as usize] = Default::default();
    for worm in worms.filter(|worm| worm.multicast.is_some()) {
        let hue = worm.color;
        let marks = worm.left().map(|node| {
            let mut mark = marks::destination(layout, node, hue);
            if let Shape::Mark { radius, .. } = &mut mark {
                *radius *= scale;
            }
            mark
        });
        bins[usize::from(hue)].extend(marks);
    }
    bins.into_iter().flatten().collect()
}

/// A tick at the node at which a message has just arrived.
pub(in crate::scene) fn arrivals(layout: &Layout, snapshot: &Snapshot) -> Option<Shape> {
    /// The time for which the tick is shown \[cycles\].
    const NEWS: u64 = 2;
    let last = snapshot.last_delivery?;
    (snapshot.cycle < last.arrived + NEWS).then(|| {
        let at = layout.end(last.to);
        Shape::Mark {
            at: Point::new(at.x + NODE_RADIUS, at.y + NODE_RADIUS),
            radius: 0.08,
            glyph: Glyph::Tick,
            fill: Ink::Text,
            edge: Ink::Text,
        }
    })
}

/// The width of the line of a held lane [grid units].
fn held_width(layout: &Layout, lane: VirtualChannel, pitch: f32) -> f32 {
    /// The width of long lines across a large network, which would hide it otherwise \[pixels\].
    const THIN: f32 = 1.2;
    let width = layout.lane_width() * 0.45;
    if layout.is_on_demand(lane.channel) && Detail::of(pitch) < Detail::Full {
        width.min(THIN / pitch)
    } else {
        width
    }
}

/// The end of the lane that contains the header waiting at a node, and the direction there.
pub(in crate::scene) fn exit(sight: Sight, worm: &WormView, at: NodeId) -> Option<(Point, Point)> {
    let mut lanes = lanes(worm).map(|(lane, _)| lane);
    let lane = lanes.find(|lane| sight.network.to(lane.channel) == at);
    lane.map(|lane| sight.layout.lane(lane).at(1.0))
}

/// The slots of the buffers that contain flits of a worm, if there is room to show them.
fn buffers_of(layout: &Layout, worm: &WormView, look: WormLook) -> Vec<Shape> {
    /// The size from which slots are drawn \[pixels\].
    const SEEN: f32 = 13.0;
    let buffer = look.moment.buffer.filter(|&buffer| buffer <= MOST_SLOTS);
    let Some(buffer) = buffer.filter(|_| flit_size(layout) * look.pitch >= SEEN) else {
        return Vec::new();
    };
    let filled = lanes(worm).filter(|&(_, index)| worm.segments[index].flits > 0);
    slots(layout, filled.map(|(lane, _)| lane), buffer).collect()
}

/// The network lanes of a worm, from header to tail, with the indices of their segments.
fn lanes(worm: &WormView) -> impl Iterator<Item = (VirtualChannel, usize)> {
    let segments = worm.segments.iter().enumerate();
    segments.filter_map(|(index, segment)| match segment.place {
        Location::Channel(lane) => Some((lane, index)),
        _ => None,
    })
}

fn flits(layout: &Layout, worm: &WormView, moment: Moment, shapes: &mut Vec<Shape>) {
    let size = flit_size(layout);
    for (lane, index) in lanes(worm) {
        let segment = &worm.segments[index];
        // In a tree only the branches whose headers wait are blocked.
        let blocked = match worm.header {
            HeaderState::Blocked { .. } => segment.waits || !worm.is_tree,
            _ => false,
        };
        for flit in 0..segment.flits {
            let (at, heading) = flit_place(layout, worm, segment, lane, flit, moment);
            shapes.push(Shape::Flit {
                at,
                heading,
                size,
                part: part(worm, segment, flit),
                ink: Ink::Message(worm.color),
                blocked,
            });
        }
    }
}

/// Headers of a fixed size in pixels, visible at small scales.
fn far_headers(
    layout: &Layout,
    worm: &WormView,
    moment: Moment,
    pitch: f32,
) -> impl Iterator<Item = Shape> {
    let ink = Ink::Message(worm.color);
    headers(layout, worm, moment).map(move |(at, heading)| Shape::Flit {
        at,
        heading,
        size: 5.0 / pitch,
        part: FlitPart::Header,
        ink,
        blocked: true,
    })
}

/// The part of its worm that a flit of a lane is, where flit 0 is the foremost.
fn part(worm: &WormView, segment: &Segment, flit: u32) -> FlitPart {
    match segment.gone + flit {
        0 => FlitPart::Header,
        number if number + 1 == worm.length => FlitPart::Tail,
        _ => FlitPart::Body,
    }
}

impl Layout {
    /// The line of a virtual channel.
    pub fn lane(&self, lane: VirtualChannel) -> Curve {
        let offset = self.lane_offset(lane.vc);
        self.curve(lane.channel).beside(offset)
    }
}

#[cfg(test)]
mod tests {
    use super::super::headers::header;
    use super::*;
    use std::sync::Arc;

    use engine::sim::{Design, Order, Simulator};
    use engine::topology::{self, Network, NodeId};

    /// One message of three flits along a line of six nodes, after four cycles.
    fn lone_worm() -> (Layout, Snapshot) {
        let topology = topology::from_spec("mesh:6").expect("a valid network");
        let network = Network::new(&*topology);
        let layout = Layout::new(&*topology, &network, 1, topology::Arrangement::Plain);
        let routing = engine::routing::from_id("dimension-order", &*topology, 1);
        let design = Design {
            orders: vec![Order {
                at: 0,
                from: NodeId(0),
                to: vec![NodeId(5)],
                length: 3,
            }],
            ..Design::idle(network, routing.expect("defined on meshes"))
        };
        let mut simulator = Simulator::new(Arc::new(design));
        for _ in 0..4 {
            simulator.step();
        }
        (layout, simulator.snapshot())
    }

    const DONE: Moment = Moment {
        share: 1.0,
        buffer: Some(1),
    };

    fn at(pitch: f32, names: &MessageNames) -> WormLook<'_> {
        WormLook {
            moment: DONE,
            pitch,
            names,
        }
    }

    #[test]
    fn a_lone_worm_shows_header_body_and_tail_in_order() {
        let (layout, snapshot) = lone_worm();
        let names = MessageNames::default();
        let shapes = worms(&layout, snapshot.worms.iter(), at(80.0, &names));
        let parts: Vec<_> = shapes
            .iter()
            .filter_map(|shape| match shape {
                Shape::Flit { part, at, .. } => Some((*part, at.x)),
                _ => None,
            })
            .collect();
        let kinds: Vec<_> = parts.iter().map(|(part, _)| *part).collect();
        assert_eq!(kinds, [FlitPart::Header, FlitPart::Body, FlitPart::Tail]);
        assert!(parts.is_sorted_by(|a, b| a.1 > b.1), "{parts:?}");
    }

    #[test]
    fn detail_of_worms_grows_with_the_scale() {
        let (layout, snapshot) = lone_worm();
        let names = MessageNames::default();
        let kinds = |pitch| {
            let shapes = worms(&layout, snapshot.worms.iter(), at(pitch, &names));
            let count = |is: fn(&Shape) -> bool| shapes.iter().filter(|s| is(s)).count();
            (
                count(|s| matches!(s, Shape::Line { .. })),
                count(|s| matches!(s, Shape::Flit { .. })),
                count(|s| matches!(s, Shape::Label { .. })),
            )
        };
        assert_eq!(kinds(5.0), (3, 0, 0));
        assert_eq!(kinds(40.0), (3, 3, 0));
        assert_eq!(kinds(150.0), (3, 3, 1));
    }

    #[test]
    fn the_header_is_where_its_flit_is() {
        let (layout, snapshot) = lone_worm();
        let worm = &snapshot.worms[0];
        for share in [0.0, 0.4, 1.0] {
            let moment = Moment { share, ..DONE };
            let mut shapes = Vec::new();
            flits(&layout, worm, moment, &mut shapes);
            let Shape::Flit { at, .. } = shapes[0] else {
                panic!("a flit");
            };
            assert_eq!(header(&layout, worm, moment).map(|h| h.0), Some(at));
        }
    }
}
