//! Buffers of virtual channels: the positions of their slots along a channel's line.
//!
//! Slot 0 of a lane's buffer is next to the node at its end. The slots share the length of the lane;
//! those of a long channel are at its end.

use crate::scene::draw::{Curve, Shape};
use crate::scene::layout::Layout;
use engine::routing::VirtualChannel;
use engine::topology::Point;

/// The largest buffer whose slots are drawn individually.
pub(super) const MOST_SLOTS: u32 = 8;

/// The slots of the buffers of some lanes.
pub(super) fn slots<'a>(
    layout: &'a Layout,
    lanes: impl Iterator<Item = VirtualChannel> + 'a,
    buffer: u32,
) -> impl Iterator<Item = Shape> + 'a {
    lanes.flat_map(move |lane| {
        let curve = layout.lane(lane);
        let slots = Slots::new(&curve, layout.lane_width(), buffer);
        (0..buffer).map(move |slot| {
            let place = slots.place(&curve, slots.at(slot));
            Shape::Slot {
                at: place.at,
                heading: place.heading,
                size: [slots.flit, layout.lane_width()],
            }
        })
    })
}

/// The place of a flit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Place {
    pub at: Point,
    /// The unit vector in the direction of travel.
    pub heading: Point,
    /// The angle by which the lane turns along the flit \[radians\].
    pub bend: f32,
    /// The length of the flit [grid units].
    pub length: f32,
}

/// The positions of a buffer's slots along a channel's line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slots {
    /// Distance of neighboring slots, as a share of the line.
    pitch: f32,
    /// Length of a flit [grid units].
    pub flit: f32,
    /// Length of the line [grid units].
    length: f32,
}

impl Slots {
    pub(super) fn new(curve: &Curve, width: f32, buffer: u32) -> Self {
        /// Length of the longest slot relative to its width.
        const LONGEST: f32 = 5.0;
        /// Space between flits [grid units], and the largest share of a slot.
        const AIR: f32 = 0.03;
        const MOST_AIR: f32 = 0.3;
        let length = curve.length().max(f32::EPSILON);
        let slot = (length / buffer.max(1) as f32).min(LONGEST * width);
        Self {
            pitch: slot / length,
            flit: slot - AIR.min(MOST_AIR * slot),
            length,
        }
    }

    /// The middle of a slot, as a parameter of the line.
    pub(super) fn at(&self, slot: u32) -> f32 {
        1.0 - self.pitch * (slot as f32 + 0.5)
    }

    /// The place of a flit whose middle is at a parameter of the line.
    pub(super) fn place(&self, curve: &Curve, u: f32) -> Place {
        let (at, heading) = curve.at(u);
        let half = self.flit / self.length / 2.0;
        Place {
            at,
            heading,
            bend: curve.turn((u - half).max(0.0), (u + half).min(1.0)),
            length: self.flit,
        }
    }
}
