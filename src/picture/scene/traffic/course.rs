//! The course of a worm: the lanes that it holds, the curves through the nodes between them, and
//! the places of its flits on it.
//!
//! During a cycle the flits that moved glide from their previous slots to those of the snapshot,
//! through the node if the previous slot is in another lane.

use super::buffers::{Place, Slots};
use super::sight::Moment;
use crate::scene::draw::Curve;
use crate::scene::layout::Layout;
use engine::routing::VirtualChannel;
use engine::sim::{Location, Segment, WormView};
use engine::topology::{NodeId, Point};

/// The lane or node behind a lane of a worm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Behind {
    Lane(VirtualChannel),
    Source(NodeId),
    Nothing,
}

/// The network lanes of a worm, from header to tail, with the indices of their segments.
pub(super) fn lanes(worm: &WormView) -> impl Iterator<Item = (VirtualChannel, usize)> {
    let segments = worm.segments.iter().enumerate();
    segments.filter_map(|(index, segment)| match segment.place {
        Location::Channel(lane) => Some((lane, index)),
        _ => None,
    })
}

/// The node at which flits of a worm are left, if it is their source.
pub(super) fn source(worm: &WormView) -> Option<NodeId> {
    let last = worm.segments.last()?;
    match last.place {
        Location::Injection(node, _) if last.flits > 0 => Some(node),
        _ => None,
    }
}

/// The node that takes the flits of a worm.
pub(super) fn sink(worm: &WormView) -> Option<NodeId> {
    worm.segments
        .iter()
        .find_map(|segment| match segment.place {
            Location::Ejection(node, _) => Some(node),
            _ => None,
        })
}

fn behind(layout: &Layout, worm: &WormView, lane: VirtualChannel, index: usize) -> Behind {
    let node = layout.from(lane.channel);
    let later = worm.segments[index + 1..].iter();
    let found = later.clone().find_map(|segment| match segment.place {
        Location::Channel(other) if layout.to(other.channel) == node => Some(Behind::Lane(other)),
        Location::Injection(at, _) if at == node => Some(Behind::Source(at)),
        _ => None,
    });
    found.unwrap_or(Behind::Nothing)
}

/// The curve through a node from the end of one lane to the start of another.
pub(super) fn through(layout: &Layout, from: VirtualChannel, to: VirtualChannel) -> Curve {
    Curve::joining(layout.lane(from).at(1.0), layout.lane(to).at(0.0))
}

/// The curve from the end of a lane to the middle of its node.
pub(super) fn into_node(layout: &Layout, lane: VirtualChannel) -> Curve {
    let inside = (layout.end(layout.to(lane.channel)), Point::default());
    Curve::joining(layout.lane(lane).at(1.0), inside)
}

fn out_of(layout: &Layout, node: NodeId, lane: VirtualChannel) -> Curve {
    let inside = (layout.node(node), Point::default());
    Curve::joining(inside, layout.lane(lane).at(0.0))
}

/// The curves of the stretch that a worm holds, unbroken from tail to header.
pub(super) fn held(
    layout: &Layout,
    worm: &WormView,
    moment: Moment,
) -> impl Iterator<Item = Curve> {
    let sink = sink(worm);
    lanes(worm)
        .flat_map(move |(lane, index)| {
            let segment = &worm.segments[index];
            let curve = layout.lane(lane);
            if segment.flits == 0 && segment.gone == 0 {
                return [None, None, None];
            }
            // A header that comes in has not passed all of its lane.
            let front = segment.entered && segment.gone == 0 && segment.flits == 1;
            let reached = if front && moment.share < 1.0 {
                reached(layout, worm, lane, index, moment)
            } else {
                Some(1.0)
            };
            let in_node = match behind(layout, worm, lane, index) {
                Behind::Lane(other) => Some(through(layout, other, lane)),
                Behind::Source(node) if source(worm).is_some() => Some(out_of(layout, node, lane)),
                Behind::Source(_) | Behind::Nothing => None,
            };
            let in_sink = sink.filter(|&node| layout.to(lane.channel) == node);
            let in_sink = in_sink.map(|_| into_node(layout, lane));
            let on_lane = reached.map(|u| if u < 1.0 { curve.part(0.0, u) } else { curve });
            [on_lane, in_node.filter(|_| reached.is_some()), in_sink]
        })
        .flatten()
}

/// The parameter of a lane that a header coming in has reached; `None` while it is in the node.
fn reached(
    layout: &Layout,
    worm: &WormView,
    lane: VirtualChannel,
    index: usize,
    moment: Moment,
) -> Option<f32> {
    let way = Way::new(layout, worm, lane, index, moment);
    let [before, within] = way.before();
    let whole = before + within + way.slots.at(0) * way.length;
    let gone = moment.share * whole - before - within;
    (gone > 0.0).then(|| gone / way.length)
}

/// The line of a lane with the slots of its buffer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Track {
    lane: VirtualChannel,
    /// The index of its segment in the worm.
    index: usize,
    curve: Curve,
    slots: Slots,
}

impl Track {
    pub(super) fn new(
        layout: &Layout,
        worm: &WormView,
        (lane, index): (VirtualChannel, usize),
        moment: Moment,
    ) -> Self {
        let curve = layout.lane(lane);
        Self {
            lane,
            index,
            slots: Slots::new(&curve, layout.lane_width(), room(worm, moment)),
            curve,
        }
    }

    /// The place of a flit of the lane, where flit 0 is the foremost.
    pub(super) fn flit(
        &self,
        layout: &Layout,
        worm: &WormView,
        flit: u32,
        moment: Moment,
    ) -> Place {
        let segment: &Segment = &worm.segments[self.index];
        let Self { curve, slots, .. } = self;
        let to = slots.at(flit);
        if moment.share >= 1.0 {
            return slots.place(curve, to);
        }
        if segment.entered && flit + 1 == segment.flits {
            let way = Way::new(layout, worm, self.lane, self.index, moment);
            return way.place(to, moment.share);
        }
        let from = slots.at(flit + u32::from(segment.left));
        slots.place(curve, from + (to - from) * moment.share)
    }
}

/// The size of a buffer \[flits\].
pub(super) fn room(worm: &WormView, moment: Moment) -> u32 {
    moment.buffer.unwrap_or(worm.length)
}

/// The way of a flit from its slot in the lane behind, or from its source, into a lane.
struct Way {
    /// The lane behind, from the slot to its end, with the slots of its buffer.
    lane_behind: Option<(Curve, f32, Slots)>,
    in_node: Option<Curve>,
    curve: Curve,
    slots: Slots,
    length: f32,
}

impl Way {
    fn new(
        layout: &Layout,
        worm: &WormView,
        lane: VirtualChannel,
        index: usize,
        moment: Moment,
    ) -> Self {
        let slots_of = |curve: &Curve| Slots::new(curve, layout.lane_width(), room(worm, moment));
        let curve = layout.lane(lane);
        let (lane_behind, in_node) = match behind(layout, worm, lane, index) {
            Behind::Lane(other) => {
                let from = layout.lane(other);
                let slots = slots_of(&from);
                let behind = (from, slots.at(0), slots);
                (Some(behind), Some(through(layout, other, lane)))
            }
            Behind::Source(node) => (None, Some(out_of(layout, node, lane))),
            Behind::Nothing => (None, None),
        };
        Self {
            lane_behind,
            in_node,
            slots: slots_of(&curve),
            length: curve.length(),
            curve,
        }
    }

    /// The lengths of the parts in the lane behind and in the node.
    fn before(&self) -> [f32; 2] {
        let behind = self.lane_behind.as_ref();
        [
            behind.map_or(0.0, |(curve, from, _)| curve.length() * (1.0 - from)),
            self.in_node.as_ref().map_or(0.0, Curve::length),
        ]
    }

    /// The place at a share of the way to a parameter of the lane.
    fn place(&self, to: f32, share: f32) -> Place {
        let [before, within] = self.before();
        let gone = share * (before + within + to * self.length);
        if let Some((curve, from, slots)) = &self.lane_behind
            && gone < before
        {
            return slots.place(curve, from + (1.0 - from) * gone / before);
        }
        if let Some(curve) = &self.in_node
            && gone < before + within
        {
            let (at, heading) = curve.at((gone - before) / within.max(f32::EPSILON));
            let place = self.slots.place(&self.curve, 0.0);
            let bend = 0.0;
            return Place {
                at,
                heading,
                bend,
                ..place
            };
        }
        let u = (gone - before - within) / self.length;
        self.slots.place(&self.curve, u)
    }
}
