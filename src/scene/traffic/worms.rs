//! Worms: the lanes they hold and their flits, where they are at a moment within a cycle.
//!
//! Slot 0 of a lane's buffer is next to the node at its end. During a cycle the flits that
//! moved slide from where they were to where the snapshot has them.

use super::sight::{Moment, Sight};
use crate::routing::VirtualChannel;
use crate::scene::draw::{Curve, FlitPart, Glyph, HUES, Ink, NUMBERED_FROM, Shape, Stroke};
use crate::scene::explain::MessageNames;
use crate::scene::layout::{Detail, Layout, NODE_RADIUS};
use crate::scene::overlay::marks;
use crate::sim::{HeaderState, Place, Segment, Snapshot, WormView};
use crate::topology::{NodeId, Point};

/// How much of a worm there is room to show, by pixels per grid unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Closeness {
    /// Lanes, and headers of those that wait.
    Lines,
    /// Every flit.
    Flits,
    /// Numbers on headers too.
    Numbers,
}

impl Closeness {
    fn new(layout: &Layout, pitch: f32) -> Self {
        /// Flits smaller than this [pixels] are lines.
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

/// How worms are looked at.
#[derive(Clone, Copy)]
pub(super) struct WormLook<'a> {
    pub moment: Moment,
    /// Pixels per grid unit.
    pub pitch: f32,
    pub names: &'a MessageNames,
}

/// Whether headers have room for the numbers of their messages.
pub(super) fn are_numbered(layout: &Layout, pitch: f32) -> bool {
    Closeness::new(layout, pitch) == Closeness::Numbers
}

/// Some worms: the lanes they hold, then their flits, what looks alike side by side.
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
                // Letters stand beside headers, where they can be larger.
                if names.letter(worm.message).is_none() {
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

/// The places of all buffers.
pub(in crate::scene) fn slots<'a>(
    layout: &'a Layout,
    lanes: impl Iterator<Item = VirtualChannel> + 'a,
    buffer: u32,
) -> impl Iterator<Item = Shape> + 'a {
    let size = flit_size(layout);
    lanes.flat_map(move |lane| {
        let curve = layout.lane(lane);
        let slots = Slots::new(curve.length(), size, buffer);
        (0..buffer).map(move |slot| {
            let (at, heading) = curve.at(slots.at(slot));
            Shape::Slot { at, heading, size }
        })
    })
}

/// The destinations that multicasts have not reached yet.
pub(in crate::scene) fn destinations<'a>(
    layout: &Layout,
    worms: impl Iterator<Item = &'a WormView>,
    pitch: f32,
) -> Vec<Shape> {
    /// From nearer than so many pixels per grid unit they are in proportion.
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

/// A tick where a message has just arrived.
pub(in crate::scene) fn arrivals(layout: &Layout, snapshot: &Snapshot) -> Option<Shape> {
    /// For so long \[cycles\].
    const NEWS: u64 = 2;
    let last = snapshot.last_delivery?;
    (snapshot.cycle < last.arrived + NEWS).then(|| {
        let at = layout.node(last.to);
        Shape::Mark {
            at: Point::new(at.x + NODE_RADIUS, at.y + NODE_RADIUS),
            radius: 0.08,
            glyph: Glyph::Tick,
            fill: Ink::Text,
            edge: Ink::Text,
        }
    })
}

/// Width of the line of a lane that is held [grid units].
fn held_width(layout: &Layout, lane: VirtualChannel, pitch: f32) -> f32 {
    /// Long lines across a large network must not hide it \[pixels\].
    const THIN: f32 = 1.2;
    let width = layout.lane_width() * 0.45;
    if layout.is_on_demand(lane.channel) && Detail::of(pitch) < Detail::Full {
        width.min(THIN / pitch)
    } else {
        width
    }
}

/// Where the header of a worm is drawn, of a tree its first; none while it is in a processor.
pub(in crate::scene) fn header(
    layout: &Layout,
    worm: &WormView,
    moment: Moment,
) -> Option<(Point, Point)> {
    headers(layout, worm, moment).next()
}

/// Where headers of a worm are drawn.
fn headers(
    layout: &Layout,
    worm: &WormView,
    moment: Moment,
) -> impl Iterator<Item = (Point, Point)> {
    let fronts = worm.fronts();
    fronts.filter_map(move |segment| header_in(layout, worm, segment, moment))
}

fn header_in(
    layout: &Layout,
    worm: &WormView,
    segment: &Segment,
    moment: Moment,
) -> Option<(Point, Point)> {
    let Place::Channel(lane) = segment.place else {
        return None;
    };
    let curve = layout.lane(lane);
    let slots = Slots::new(
        curve.length(),
        flit_size(layout),
        moment.buffer.unwrap_or(worm.length),
    );
    let u = if segment.entered && segment.gone == 0 && segment.flits == 1 {
        slots.at(0) * moment.share
    } else {
        slots.at(0)
    };
    Some(curve.at(u))
}

/// The end of the lane in which a header is that stands at a node, and the direction there.
pub(in crate::scene) fn way_out(
    sight: Sight,
    worm: &WormView,
    at: NodeId,
) -> Option<(Point, Point)> {
    let mut lanes = lanes(worm).map(|(lane, _)| lane);
    let lane = lanes.find(|lane| sight.network.to(lane.channel) == at);
    lane.map(|lane| sight.layout.lane(lane).at(1.0))
}

/// Edge length of a flit [grid units].
fn flit_size(layout: &Layout) -> f32 {
    (layout.lane_width() * 0.92).min(0.17)
}

/// The network lanes of a worm, from the header to the tail, with their place in the list.
fn lanes(worm: &WormView) -> impl Iterator<Item = (VirtualChannel, usize)> {
    let segments = worm.segments.iter().enumerate();
    segments.filter_map(|(index, segment)| match segment.place {
        Place::Channel(lane) => Some((lane, index)),
        _ => None,
    })
}

fn flits(layout: &Layout, worm: &WormView, moment: Moment, shapes: &mut Vec<Shape>) {
    let size = flit_size(layout);
    for (lane, index) in lanes(worm) {
        let segment = &worm.segments[index];
        let curve = layout.lane(lane);
        let slot = Slots::new(curve.length(), size, moment.buffer.unwrap_or(worm.length));
        // Of a tree, the branch at the end of which a header waits.
        let blocked = match worm.header {
            HeaderState::Blocked { .. } => segment.waits || !worm.is_tree,
            _ => false,
        };
        for flit in 0..segment.flits {
            let came_in = segment.entered && flit + 1 == segment.flits;
            let before = if came_in {
                0.0
            } else {
                slot.at(flit + u32::from(segment.left))
            };
            let u = before + (slot.at(flit) - before) * moment.share;
            let (at, heading) = curve.at(u);
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

/// Headers as large as they must be to be seen from afar.
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

/// The number of a message on its headers; how many copies are left to make, on those of a
/// worm with several destinations.
fn numbered(layout: &Layout, worm: &WormView, moment: Moment) -> impl Iterator<Item = Shape> {
    let text = destinations_ahead(worm).unwrap_or_else(|| worm.message.0.to_string());
    let size = flit_size(layout);
    let letters = text.chars().count().max(2) as f32;
    let ink = Ink::OnHue(worm.color);
    headers(layout, worm, moment).map(move |(at, heading)| {
        // The tip has no room for letters, so they stand behind the middle.
        let (x, y) = (
            at.x - heading.x * 0.02 * size,
            at.y - heading.y * 0.02 * size,
        );
        Shape::Label {
            at: Point::new(x, y),
            size: (1.45 * size / letters).min(0.62 * size),
            text: text.clone(),
            ink,
        }
    })
}

/// How many destinations the header of a worm with several has ahead of it: one less after
/// every node at which it leaves a copy.
fn destinations_ahead(worm: &WormView) -> Option<String> {
    let ahead = worm.left().count();
    (worm.destinations > 1 && ahead > 0).then(|| format!("×{ahead}"))
}

/// The same beside a header that has no room for it.
fn count_beside(layout: &Layout, worm: &WormView, moment: Moment, pitch: f32) -> Option<Shape> {
    /// Height of the letters \[pixels\].
    const LETTERS: f32 = 10.0;
    /// Beside headers of this size \[pixels\].
    const FROM: f32 = 6.0;
    let text = destinations_ahead(worm)?;
    let flit = flit_size(layout);
    let mut headers = headers(layout, worm, moment).filter(|_| flit * pitch >= FROM);
    let (at, heading) = headers.next()?;
    let aside = 0.5 * flit + LETTERS / pitch;
    Some(Shape::Badge {
        at: Point::new(at.x - heading.y * aside, at.y + heading.x * aside),
        size: LETTERS / pitch,
        text,
        fill: Ink::Text,
    })
}

/// Which part of its worm the `flit`-th of a lane is, the foremost being the 0th.
fn part(worm: &WormView, segment: &Segment, flit: u32) -> FlitPart {
    match segment.gone + flit {
        0 => FlitPart::Header,
        number if number + 1 == worm.length => FlitPart::Tail,
        _ => FlitPart::Body,
    }
}

/// Places of a buffer along a channel's line.
struct Slots {
    first: f32,
    pitch: f32,
}

impl Slots {
    fn new(length: f32, size: f32, buffer: u32) -> Self {
        let first = 1.0 - 0.9 * size / length;
        let pitch = (1.15 * size / length).min(0.85 * first / buffer as f32);
        Self { first, pitch }
    }

    fn at(&self, slot: u32) -> f32 {
        self.first - self.pitch * slot as f32
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
    use super::*;
    use std::sync::Arc;

    use crate::sim::{Design, Order, Simulator};
    use crate::topology::{self, Network, NodeId};

    /// One message of three flits along a line of six nodes, after four cycles.
    fn lone_worm() -> (Layout, Snapshot) {
        let topology = topology::from_spec("mesh:6").expect("a valid network");
        let network = Network::new(&*topology);
        let layout = Layout::new(&*topology, &network, 1, topology::Arrangement::Plain);
        let routing = crate::routing::from_id("dimension-order", &*topology, 1);
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
    fn from_afar_only_the_lanes_are_left_and_near_by_there_are_numbers() {
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
