//! The view of a tree-shaped worm.

use super::snapshot::{HeaderState, Segment, WormView};
use crate::routing::VirtualChannel;
use crate::sim::Simulator;
use crate::sim::state::{Header, TableIndex as _, WormIndex};

impl Simulator {
    pub(in crate::sim) fn tree_view(&self, index: WormIndex) -> WormView {
        let worm = self.worms.at(index);
        let tree = self.trees.at(self.tree_of(index));
        let blocked = || tree.asking().filter(|&(_, header)| self.is_blocked(header));
        let until = self.started(worm);
        let header = if worm.hops == 0 && self.clock < until {
            HeaderState::Starting {
                since: worm.headed,
                until,
            }
        } else if blocked().next().is_some() {
            let mut wants: Vec<_> = blocked()
                .flat_map(|(_, header)| self.missing_lanes(header))
                .collect();
            wants.dedup();
            HeaderState::Blocked { wants }
        } else if tree.branches.iter().all(|branch| branch.is_open) {
            HeaderState::Arrived
        } else {
            HeaderState::Moving
        };
        let stops = tree.shape.places().iter();
        let copies = self.copies_to_make(self.tree_of(index));
        let ports = tree.branches.iter().rev().map(|branch| branch.port);
        let ports = ports.filter(|&port| port.is_some());
        let multicast = self.multicasts.worm(worm.multicast).part.multicast;
        WormView {
            message: worm.message,
            color: self.color(index),
            from: worm.from,
            to: worm.to,
            aim: worm.to,
            leg: 0,
            hops: worm.hops,
            multicast: Some(self.multicasts.live(multicast).id),
            is_planned: true,
            prescribed: None,
            is_tree: true,
            destinations: stops.filter(|stop| stop.delivers).count() as u32,
            copies: copies.collect(),
            ports: ports.map(|port| self.place(port)).collect(),
            length: worm.length,
            generated: worm.generated,
            asked: None,
            header,
            segments: self.tree_segments(index),
        }
    }

    fn is_blocked(&self, header: WormIndex) -> bool {
        self.worms.at(header).header == Header::Blocked
    }

    /// The virtual channels that keep a blocked header of a tree from advancing.
    fn missing_lanes(&self, header: WormIndex) -> Vec<VirtualChannel> {
        let stop = self.stop_of(header);
        let lanes = self.needed(header).map(|lane| (lane, self.is_free(lane)));
        let (free, held): (Vec<_>, Vec<_>) = lanes.partition(|(_, is_free)| *is_free);
        let has_port = !stop.delivers || self.lanes.free_ejection(stop.node).is_some();
        let lacking = if held.is_empty() && has_port {
            free
        } else {
            held
        };
        let lanes = lacking.into_iter().map(|(lane, _)| lane);
        lanes.map(|lane| self.lanes.virtual_channel(lane)).collect()
    }

    /// The lanes that a tree holds: first those in front of which a header is blocked; otherwise
    /// each lane comes after those that lie ahead of it.
    pub(in crate::sim) fn tree_segments(&self, index: WormIndex) -> Vec<Segment> {
        let tree = self.trees.at(self.tree_of(index));
        let is_held = |&place: &usize| tree.branches[place].lane.is_some();
        let is_waiting = |&place: &usize| {
            let header = tree.branches[place].header;
            header.is_some() && self.is_blocked(header)
        };
        let held = (0..tree.branches.len()).rev().filter(is_held);
        let (waiting, others): (Vec<_>, Vec<_>) = held.partition(is_waiting);
        let places = waiting.into_iter().chain(others);
        let segments = places.map(|place| {
            let branch = tree.branches[place];
            Segment {
                place: self.place(branch.lane),
                flits: branch.held,
                gone: branch.gone,
                entered: self.clock > 0 && branch.entered == self.clock,
                left: self.clock > 0 && branch.left == self.clock,
                waits: is_waiting(&place),
            }
        });
        segments.collect()
    }
}
