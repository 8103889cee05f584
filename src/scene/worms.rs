//! Flits, where they are at a moment within a cycle.
//!
//! Slot 0 of a lane's buffer is next to the node at its end. During a cycle the flits that
//! moved slide from where they were to where the snapshot has them.

use super::{FlitPart, HUES, Ink, Layout, Shape};
use crate::routing::VirtualChannel;
use crate::sim::{HeaderState, Place, Segment, Snapshot, WormView};

/// Which part of a cycle is shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moment {
    /// From 0, the state before the snapshot's last cycle, to 1, the snapshot itself.
    pub share: f32,
    /// B, flits per lane; `None` where a lane holds a whole message.
    pub buffer: Option<u32>,
}

/// The lines that worms hold, then their flits.
pub fn worms(layout: &Layout, snapshot: &Snapshot, moment: Moment) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for worm in &snapshot.worms {
        for (lane, _) in lanes(worm) {
            shapes.push(Shape::Line {
                curve: layout
                    .curve(lane.channel)
                    .beside(layout.lane_offset(lane.vc)),
                width: layout.lane_width() * 0.45,
                ink: ink(worm),
            });
        }
    }
    for worm in &snapshot.worms {
        flits(layout, worm, moment, &mut shapes);
    }
    shapes
}

fn ink(worm: &WormView) -> Ink {
    Ink::Message((worm.message.0 % u64::from(HUES)) as u8)
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
    let blocked = matches!(worm.header, HeaderState::Blocked { .. });
    let size = (layout.lane_width() * 0.95).min(0.15);
    for (lane, index) in lanes(worm) {
        let segment = &worm.segments[index];
        let curve = layout
            .curve(lane.channel)
            .beside(layout.lane_offset(lane.vc));
        let slot = Slots::new(curve.length(), size, moment.buffer.unwrap_or(worm.length));
        // A flit left this lane if one came into the lane ahead.
        let left = index > 0 && worm.segments[index - 1].entered;
        for flit in 0..segment.flits {
            let came_in = segment.entered && flit + 1 == segment.flits;
            let before = if came_in {
                0.0
            } else {
                slot.at(flit + u32::from(left))
            };
            let u = before + (slot.at(flit) - before) * moment.share;
            let (at, heading) = curve.at(u);
            shapes.push(Shape::Flit {
                at,
                heading,
                size,
                part: part(worm, segment, flit),
                ink: ink(worm),
                blocked,
            });
        }
    }
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
        let first = 1.0 - 0.6 * size / length;
        let pitch = (1.15 * size / length).min(0.85 * first / buffer as f32);
        Self { first, pitch }
    }

    fn at(&self, slot: u32) -> f32 {
        self.first - self.pitch * slot as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use crate::sim::{Design, Order, Simulator};
    use crate::topology::{self, Network, NodeId};

    /// One message of three flits along a line of six nodes.
    fn lone_worm() -> (Layout, Simulator) {
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
        (layout, Simulator::new(Arc::new(design)))
    }

    #[test]
    fn a_lone_worm_shows_header_body_and_tail_in_order() {
        let (layout, mut simulator) = lone_worm();
        for _ in 0..4 {
            simulator.step();
        }
        let moment = Moment {
            share: 1.0,
            buffer: Some(1),
        };
        let shapes = worms(&layout, &simulator.snapshot(), moment);
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
}
