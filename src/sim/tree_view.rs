//! What there is to see of a worm that is a tree.

use super::lanes::NONE;
use super::worm::Header;
use super::{HeaderState, Segment, Simulator, WormView};
use crate::routing::VirtualChannel;

impl Simulator {
    pub(super) fn tree_view(&self, index: u32) -> WormView {
        let worm = self.worms.at(index);
        let tree = self.trees.at(self.tree_of(index));
        let blocked = || tree.asking().filter(|&(_, asker)| self.is_blocked(asker));
        let header = if worm.hops == 0 && self.clock < self.started(worm) {
            HeaderState::Starting {
                since: worm.headed,
                until: self.started(worm),
            }
        } else if blocked().next().is_some() {
            let mut wants: Vec<_> = blocked().flat_map(|(_, asker)| self.lacks(asker)).collect();
            wants.dedup();
            HeaderState::Blocked { wants }
        } else if tree.limbs.iter().all(|limb| limb.is_open) {
            HeaderState::Arrived
        } else {
            HeaderState::Moving
        };
        let copies = self.copies_to_make(self.tree_of(index));
        let ports = tree.limbs.iter().rev().map(|limb| limb.port);
        let ports = ports.filter(|&port| port != NONE);
        let multicast = self.voyages.at(worm.voyage).operation;
        WormView {
            message: worm.message,
            from: worm.from,
            to: worm.to,
            aim: worm.to,
            leg: 0,
            hops: worm.hops,
            multicast: Some(self.voyages.operation(multicast).id),
            is_planned: true,
            is_tree: true,
            destinations: tree.shape.places().iter().filter(|s| s.delivers).count() as u32,
            copies: copies.collect(),
            ports: ports.map(|port| self.place(port)).collect(),
            length: worm.length,
            generated: worm.generated,
            header,
            segments: self.tree_segments(index),
        }
    }

    fn is_blocked(&self, asker: u32) -> bool {
        self.worms.at(asker).header == Header::Blocked
    }

    /// The virtual channels that keep a blocked header of a tree from going on.
    fn lacks(&self, asker: u32) -> Vec<VirtualChannel> {
        let stop = self.stop_of(asker);
        let lanes = self.needed(asker).map(|lane| (lane, self.is_free(lane)));
        let (free, held): (Vec<_>, Vec<_>) = lanes.partition(|(_, is_free)| *is_free);
        let has_port = !stop.delivers || self.lanes.free_ejection(stop.node) != NONE;
        let lacking = if held.is_empty() && has_port {
            free
        } else {
            held
        };
        let lanes = lacking.into_iter().map(|(lane, _)| lane);
        lanes.map(|lane| self.lanes.virtual_channel(lane)).collect()
    }

    /// The lanes that a tree holds: those in front of which a header is blocked first, and each
    /// behind those that follow it.
    pub(super) fn tree_segments(&self, index: u32) -> Vec<Segment> {
        let tree = self.trees.at(self.tree_of(index));
        let is_held = |&place: &usize| tree.limbs[place].lane != NONE;
        let is_waiting = |&place: &usize| {
            let asker = tree.limbs[place].asker;
            asker != NONE && self.is_blocked(asker)
        };
        let held = (0..tree.limbs.len()).rev().filter(is_held);
        let (waiting, others): (Vec<_>, Vec<_>) = held.partition(is_waiting);
        let places = waiting.into_iter().chain(others);
        let segments = places.map(|place| {
            let limb = tree.limbs[place];
            Segment {
                place: self.place(limb.lane),
                flits: limb.held,
                gone: limb.gone,
                entered: self.clock > 0 && limb.entered == self.clock,
                left: self.clock > 0 && limb.left == self.clock,
                waits: is_waiting(&place),
            }
        });
        segments.collect()
    }
}
