//! Buffers of virtual channels: where their places are along a channel's line.
//!
//! Slot 0 of a lane's buffer is next to the node at its end.

use super::sight::Moment;
use crate::routing::VirtualChannel;
use crate::scene::draw::Shape;
use crate::scene::layout::Layout;
use crate::sim::{Segment, WormView};
use crate::topology::Point;

/// More places than these are not worth seeing one by one.
pub(super) const MOST_SLOTS: u32 = 8;

/// The places of some buffers.
pub(super) fn slots<'a>(
    layout: &'a Layout,
    lanes: impl Iterator<Item = VirtualChannel> + 'a,
    buffer: u32,
) -> impl Iterator<Item = Shape> + 'a {
    let size = flit_size(layout);
    lanes.flat_map(move |lane| {
        let curve = layout.lane(lane);
        let slots = Slots::new(curve.length(), size, buffer);
        // Places that overlap cannot be counted.
        let seen = if slots.pitch * curve.length() < 0.9 * size {
            0
        } else {
            buffer
        };
        (0..seen).map(move |slot| {
            let (at, heading) = curve.at(slots.at(slot));
            Shape::Slot { at, heading, size }
        })
    })
}

/// Edge length of a flit [grid units].
pub(super) fn flit_size(layout: &Layout) -> f32 {
    (layout.lane_width() * 0.92).min(0.17)
}

/// Where a flit of a lane is drawn, the foremost being the 0th, and the direction there.
pub(super) fn flit_place(
    layout: &Layout,
    worm: &WormView,
    segment: &Segment,
    lane: VirtualChannel,
    flit: u32,
    moment: Moment,
) -> (Point, Point) {
    let curve = layout.lane(lane);
    let buffer = moment.buffer.unwrap_or(worm.length);
    let slot = Slots::new(curve.length(), flit_size(layout), buffer);
    let came_in = segment.entered && flit + 1 == segment.flits;
    let before = if came_in {
        0.0
    } else {
        slot.at(flit + u32::from(segment.left))
    };
    curve.at(before + (slot.at(flit) - before) * moment.share)
}

/// Places of a buffer along a channel's line.
pub(super) struct Slots {
    first: f32,
    pitch: f32,
}

impl Slots {
    pub(super) fn new(length: f32, size: f32, buffer: u32) -> Self {
        let first = 1.0 - 0.9 * size / length;
        let pitch = (1.15 * size / length).min(0.85 * first / buffer as f32);
        Self { first, pitch }
    }

    pub(super) fn at(&self, slot: u32) -> f32 {
        self.first - self.pitch * slot as f32
    }
}
