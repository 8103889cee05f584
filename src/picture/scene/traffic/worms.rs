//! Worms: the stretches that they hold, exactly as wide as their lanes, and their flits at a moment
//! within a cycle.

use super::buffers::{MOST_SLOTS, slots};
use super::course::{self, Track, lanes};
use super::headers::{count_beside, headers, named};
use super::sight::{Moment, Sight};
use crate::scene::draw::{Curve, FlitPart, Glyph, HUES, Ink, NUMBERED_FROM, Shape, Stroke};
use crate::scene::explain::MessageNames;
use crate::scene::layout::{Detail, Layout, NODE_RADIUS};
use crate::scene::overlay::marks;
use engine::sim::{HeaderState, Segment, Snapshot, WormView};
use engine::topology::{NodeId, Point};

/// The amount of detail of worms, by the width of their lanes on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Closeness {
    /// Lanes, and headers of blocked worms.
    Lines,
    Flits,
    /// Lanes, all flits, and names on headers.
    Names,
}

impl Closeness {
    fn new(layout: &Layout, pitch: f32) -> Self {
        /// The width from which flits are drawn [pixels].
        const SEEN: f32 = 2.0;
        let pixels = layout.lane_width() * pitch;
        if pixels >= NUMBERED_FROM {
            Self::Names
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
    pub pitch: f32,
    pub names: &'a MessageNames,
}

/// Shapes by hue, so that those of one hue share a stroke.
type Bins = [Vec<Shape>; HUES as usize];

/// Draws some worms: the stretches that they hold, then their flits, grouped by appearance.
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
    let [mut held, mut ends, mut bodies, mut heads, mut waiting]: [Bins; 5] = Default::default();
    let (mut slots, mut tails, mut bars, mut labels) = Default::default();
    for worm in worms {
        let hue = usize::from(worm.color);
        let lines = held_lines(layout, worm, look, closeness);
        held[hue].extend(lines);
        if closeness == Closeness::Lines {
            if is_blocked(worm) {
                waiting[hue].extend(far_headers(layout, worm, moment, pitch));
            }
            continue;
        }
        Vec::extend(&mut slots, buffers_of(layout, worm, look));
        ends[hue].extend(marks_of_ends(layout, worm));
        for shape in flits(layout, worm, moment) {
            let Shape::Flit { part, blocked, .. } = shape else {
                continue;
            };
            match part {
                FlitPart::Header if blocked => {
                    Vec::push(&mut bars, bar(layout, &shape, pitch));
                    waiting[hue].push(shape);
                }
                FlitPart::Header => heads[hue].push(shape),
                FlitPart::Tail => {
                    Vec::push(&mut tails, tail_bar(&shape, pitch));
                    bodies[hue].push(shape);
                }
                FlitPart::Body => bodies[hue].push(shape),
            }
        }
        if closeness == Closeness::Names {
            Vec::extend(&mut labels, named(layout, worm, moment, names));
        } else {
            labels.extend(count_beside(layout, worm, moment, pitch));
        }
    }
    let all = |bins: Bins| bins.into_iter().flatten();
    let mut shapes: Vec<Shape> = all(held).collect();
    shapes.extend(slots);
    shapes.extend(all(ends).chain(all(bodies)));
    shapes.extend(tails);
    shapes.extend(all(heads).chain(all(waiting)));
    shapes.extend(bars.into_iter().flatten());
    shapes.extend(labels);
    shapes
}

/// A rim around a worm that is selected.
pub(super) fn rim(layout: &Layout, worm: &WormView, look: WormLook) -> Vec<Shape> {
    /// Width of the rim on each side \[pixels\].
    const RIM: f32 = 3.5;
    let width = layout.lane_width() + 2.0 * RIM / look.pitch;
    let curves = course::held(layout, worm, look.moment);
    let lines = curves.map(|curve| Shape::Line {
        curve,
        width,
        ink: Ink::Text,
        stroke: Stroke::Wide,
    });
    lines.collect()
}

fn is_blocked(worm: &WormView) -> bool {
    matches!(worm.header, HeaderState::Blocked { .. })
}

/// The stretch that a worm holds: pale under its flits, in full color if these are not drawn.
fn held_lines(
    layout: &Layout,
    worm: &WormView,
    look: WormLook,
    closeness: Closeness,
) -> Vec<Shape> {
    /// The width of long lines across a large network, which would hide it otherwise \[pixels\].
    const THIN: f32 = 1.2;
    if closeness == Closeness::Lines {
        let is_thin = Detail::of(look.pitch) < Detail::Full;
        let lines = lanes(worm).map(|(lane, _)| Shape::Line {
            curve: layout.lane(lane),
            width: if is_thin && layout.is_on_demand(lane.channel) {
                layout.lane_width().min(THIN / look.pitch)
            } else {
                layout.lane_width()
            },
            ink: Ink::Message(worm.color),
            stroke: Stroke::Flat,
        });
        return lines.collect();
    }
    let curves = course::held(layout, worm, look.moment);
    let lines = curves.map(|curve| Shape::Line {
        curve,
        width: layout.lane_width(),
        ink: Ink::Held(worm.color),
        stroke: Stroke::Flat,
    });
    lines.collect()
}

/// A dot at the source of a worm while flits are left there, and a ring at the destination that
/// takes its flits.
fn marks_of_ends(layout: &Layout, worm: &WormView) -> impl Iterator<Item = Shape> {
    let source = course::source(worm).map(|node| Shape::Mark {
        at: layout.node(node),
        radius: 0.3 * NODE_RADIUS,
        glyph: Glyph::Disc,
        fill: Ink::Message(worm.color),
        edge: Ink::Outline,
    });
    let sink = course::sink(worm).map(|node| goal(layout, node, worm.color));
    source.into_iter().chain(sink)
}

/// A ring at a destination.
pub(super) fn goal(layout: &Layout, node: NodeId, hue: u8) -> Shape {
    Shape::Mark {
        at: layout.end(node),
        radius: 0.3 * NODE_RADIUS,
        glyph: Glyph::Ring,
        fill: Ink::Node,
        edge: Ink::Message(hue),
    }
}

/// The bar across the rear end of a tail.
fn tail_bar(tail: &Shape, pitch: f32) -> Shape {
    let beyond = (2.0 / pitch).min(0.02);
    across(tail, -0.5, beyond, (Ink::Text, 2.2 / pitch))
}

/// The bar before a header that waits, and the edge of its node.
fn bar(layout: &Layout, header: &Shape, pitch: f32) -> Option<Shape> {
    // In the node, past the point of the header.
    const AHEAD: f32 = 0.05;
    let Shape::Flit { size, .. } = header else {
        return None;
    };
    let beyond = (3.0 / pitch).max(0.2 * layout.lane_width());
    let ahead = 0.5 + AHEAD / size[0];
    let look = (Ink::Blocked, (3.0 / pitch).max(0.02));
    Some(across(header, ahead, beyond, look))
}

/// A line across the lane of a flit, `along` flit lengths ahead of its middle, which reaches beyond
/// the lane on both sides.
fn across(flit: &Shape, along: f32, beyond: f32, (ink, width): (Ink, f32)) -> Shape {
    let (at, heading, [long, wide], bend) = match *flit {
        Shape::Flit {
            at,
            heading,
            size,
            bend,
            ..
        } => (at, heading, size, bend),
        _ => (Point::default(), Point::default(), [0.0; 2], 0.0),
    };
    // On the arc through the middle of a bent flit.
    let angle = along * bend;
    let (sin, cos) = (libm::sinf(angle / 2.0), libm::cosf(angle / 2.0));
    let chord = Point::new(
        heading.x * cos - heading.y * sin,
        heading.y * cos + heading.x * sin,
    );
    let (sin, cos) = (libm::sinf(angle), libm::cosf(angle));
    let there = Point::new(
        heading.x * cos - heading.y * sin,
        heading.y * cos + heading.x * sin,
    );
    let middle = Point::new(at.x + chord.x * along * long, at.y + chord.y * along * long);
    let half = wide / 2.0 + beyond;
    let end = |side: f32| Point::new(middle.x - there.y * side, middle.y + there.x * side);
    Shape::Line {
        curve: Curve::straight(end(-half), end(half)),
        width,
        ink,
        stroke: Stroke::Flat,
    }
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

/// The end of the lane that contains the header waiting at a node, and the direction there.
pub(in crate::scene) fn exit(sight: Sight, worm: &WormView, at: NodeId) -> Option<(Point, Point)> {
    let mut lanes = lanes(worm).map(|(lane, _)| lane);
    let lane = lanes.find(|lane| sight.network.to(lane.channel) == at);
    lane.map(|lane| sight.layout.lane(lane).at(1.0))
}

/// The slots of the buffers that contain flits of a worm, if there is room to show them.
fn buffers_of(layout: &Layout, worm: &WormView, look: WormLook) -> Vec<Shape> {
    /// The width of a lane from which slots are drawn \[pixels\].
    const SEEN: f32 = 40.0;
    let buffer = look.moment.buffer.filter(|&buffer| buffer <= MOST_SLOTS);
    let pixels = layout.lane_width() * look.pitch;
    let Some(buffer) = buffer.filter(|_| pixels >= SEEN) else {
        return Vec::new();
    };
    let filled = lanes(worm).filter(|&(_, index)| worm.segments[index].flits > 0);
    slots(layout, filled.map(|(lane, _)| lane), buffer).collect()
}

fn flits<'a>(
    layout: &'a Layout,
    worm: &'a WormView,
    moment: Moment,
) -> impl Iterator<Item = Shape> + 'a {
    lanes(worm).flat_map(move |(lane, index)| {
        let segment = &worm.segments[index];
        // In a tree only the branches whose headers wait are blocked.
        let waits = is_blocked(worm) && (segment.waits || !worm.is_tree);
        let track = Track::new(layout, worm, (lane, index), moment);
        (0..segment.flits).map(move |flit| {
            let place = track.flit(layout, worm, flit, moment);
            let part = part(worm, segment, flit);
            Shape::Flit {
                at: place.at,
                heading: place.heading,
                size: [place.length, layout.lane_width()],
                bend: place.bend,
                part,
                ink: Ink::Message(worm.color),
                blocked: waits && part == FlitPart::Header,
            }
        })
    })
}

/// Headers of a fixed size in pixels, visible at small scales.
fn far_headers(
    layout: &Layout,
    worm: &WormView,
    moment: Moment,
    pitch: f32,
) -> impl Iterator<Item = Shape> {
    let ink = Ink::Message(worm.color);
    headers(layout, worm, moment).map(move |place| Shape::Flit {
        at: place.at,
        heading: place.heading,
        size: [6.0 / pitch, 5.0 / pitch],
        bend: 0.0,
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

#[cfg(test)]
mod tests {
    use super::super::headers::header;
    use super::*;
    use std::sync::Arc;

    use crate::scene::trial::design;
    use engine::sim::Simulator;
    use engine::topology::Arrangement;

    /// One message of three flits along a line of six nodes, after four cycles.
    fn lone_worm() -> (Layout, Snapshot) {
        let (topology, design) = design("mesh:6", 1, &[(0, 0, &[5], 3)]);
        let layout = Layout::new(&*topology, &design.network, 1, Arrangement::Plain);
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
        // Headers are drawn last.
        assert_eq!(kinds, [FlitPart::Body, FlitPart::Tail, FlitPart::Header]);
        assert!(
            parts[2].1 > parts[0].1 && parts[0].1 > parts[1].1,
            "{parts:?}"
        );
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
        let (lines, flits, labels) = kinds(5.0);
        assert_eq!((lines, flits, labels), (3, 0, 0));
        assert_eq!(kinds(40.0).1, 3);
        assert_eq!((kinds(40.0).2, kinds(150.0).2), (0, 1));
    }

    #[test]
    fn the_header_is_where_its_flit_is() {
        let (layout, snapshot) = lone_worm();
        let worm = &snapshot.worms[0];
        for share in [0.0, 0.4, 1.0] {
            let moment = Moment { share, ..DONE };
            let Some(Shape::Flit { at, .. }) = flits(&layout, worm, moment).next() else {
                panic!("a flit");
            };
            assert_eq!(header(&layout, worm, moment).map(|h| h.0), Some(at));
        }
    }
}
