//! Buffers of virtual channels: the positions of their slots along a channel's line.
//!
//! Slot 0 of a lane's buffer is next to the node at its end.

use super::sight::Moment;
use crate::scene::draw::Shape;
use crate::scene::layout::Layout;
use engine::routing::VirtualChannel;
use engine::sim::{Segment, WormView};
use engine::topology::Point;

/// The largest buffer whose slots are drawn individually.
pub(super) const MOST_SLOTS: u32 = 8;

/// The slots of the buffers of some lanes.
pub(super) fn slots<'a>(
    layout: &'a Layout,
    lanes: impl Iterator<Item = VirtualChannel> + 'a,
    buffer: u32,
) -> impl Iterator<Item = Shape> + 'a {
    let size = flit_size(layout);
    lanes.flat_map(move |lane| {
        let curve = layout.lane(lane);
        let slots = Slots::new(curve.length(), size, buffer);
        // Overlapping slots could not be counted.
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

/// The position and direction of a flit of a lane, where flit 0 is the foremost.
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

/// The positions of a buffer's slots along a channel's line.
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
