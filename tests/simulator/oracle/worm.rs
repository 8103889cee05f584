//! A message, flit by flit.

use std::collections::VecDeque;

use engine::routing::VirtualChannel;
use engine::sim::{Delivery, Leg, Location};
use engine::topology::NodeId;

use super::tree::TreeWorm;

/// A message, in its queue or in the network.
#[derive(Debug)]
pub struct Worm {
    /// Its record on arrival, as far as it is known yet.
    pub delivery: Delivery,
    /// The current leg of its path.
    pub aim: Leg,
    /// The nodes of its planned path, its source first; `None` if the routing function decides.
    pub path: Option<Vec<NodeId>>,
    /// For a reply, the cycle in which its request was generated.
    pub asked: Option<u64>,
    /// The index of its order, if its path is prescribed.
    pub order: Option<usize>,
    /// The virtual channels that are prescribed to it, its first hop first.
    pub via: Vec<VirtualChannel>,
    /// Destinations before the last one, each with the number of channels up to it.
    pub copies: Vec<(u32, NodeId)>,
    /// The lanes that it holds, from the header back, and the flits in each; 0 is the header.
    pub lanes: VecDeque<(Location, VecDeque<u32>)>,
    /// The ejection ports it holds for copies, each with the number of channels up to it.
    pub ports: VecDeque<(u32, Location)>,
    /// The cycle since which its header waits for a lane, and the first in which it may get one.
    pub waits: Option<(u64, u64)>,
    /// Whether its last request was refused.
    pub is_blocked: bool,
    /// The tree that it becomes when it leaves its queue, if any.
    pub tree: Option<TreeWorm>,
}

impl Worm {
    /// A message in its queue.
    pub fn new(delivery: Delivery, path: Option<Vec<NodeId>>, deliver: &[NodeId]) -> Self {
        let (&last, intermediate) = deliver.split_last().expect("it has destinations");
        let mut crossed = 0;
        let place = |&node: &NodeId| {
            let path = path.as_ref().expect("a routed message has one destination");
            let further = path[crossed + 1..].iter().position(|&next| next == node);
            crossed += 1 + further.expect("the path leads there");
            (crossed as u32, node)
        };
        Self {
            copies: intermediate.iter().map(place).collect(),
            delivery: Delivery {
                to: last,
                ..delivery
            },
            aim: Leg {
                to: last,
                number: 0,
            },
            path,
            asked: None,
            order: None,
            via: Vec::new(),
            lanes: VecDeque::new(),
            ports: VecDeque::new(),
            waits: None,
            is_blocked: false,
            tree: None,
        }
    }

    /// Begins the next leg of its path if it has reached the end of the current one.
    pub fn begin_next_leg_if(&mut self, has_arrived_there: bool) {
        if has_arrived_there && self.aim.to != self.delivery.to {
            self.aim = Leg {
                to: self.delivery.to,
                number: self.aim.number + 1,
            };
        }
    }

    /// The index of a lane among those it holds, counted from the header.
    pub fn position(&self, lane: Location) -> Option<usize> {
        self.lanes.iter().position(|(held, _)| *held == lane)
    }

    /// Whether it holds a lane, or a port for a copy.
    pub fn holds(&self, lane: Location) -> bool {
        self.position(lane).is_some() || self.ports.iter().any(|&(_, port)| port == lane)
    }

    /// The number of channels that a flit in one of its lanes has crossed.
    pub fn crossed(&self, index: usize) -> u32 {
        let is_channel = |(place, _): &&(Location, _)| matches!(place, Location::Channel(_));
        let ahead = self.lanes.iter().take(index).filter(is_channel).count();
        self.delivery.hops - ahead as u32
    }

    /// The index of the lane whose flits are copied into a port.
    pub fn copied_from(&self, port: Location) -> Option<usize> {
        let (crossed, _) = self.ports.iter().find(|(_, held)| *held == port)?;
        let mut indices = 0..self.lanes.len();
        indices.find(|&index| self.crossed(index) == *crossed)
    }

    /// The intermediate destination at which its header waits, if it has no port there.
    pub fn lacks_port_at(&self) -> Option<NodeId> {
        let crossed = self.delivery.hops;
        let (_, node) = self.copies.iter().find(|&&(place, _)| place == crossed)?;
        let has_port = self.ports.iter().any(|&(place, _)| place == crossed);
        (!has_port).then_some(*node)
    }

    /// Whether a flit may enter a lane from behind.
    pub fn has_room(&self, index: usize, room: u32) -> bool {
        let (lane, flits) = &self.lanes[index];
        matches!(lane, Location::Ejection(..)) || (flits.len() as u32) < room
    }

    /// Whether a flit waits to enter this lane and could if it won every other arbitration: there
    /// is room, or the flits ahead can move up.
    pub fn requests(&self, index: usize, room: u32) -> bool {
        let can_enter = |room_ahead, index| {
            let behind = self.lanes.get(index + 1);
            let waits = behind.is_some_and(|(_, flits)| !flits.is_empty());
            waits && (room_ahead || self.has_room(index, room))
        };
        (0..=index).fold(false, can_enter)
    }

    /// Whether its header is in the first of its lanes rather than about to enter it.
    pub fn has_header_in_front(&self) -> bool {
        self.lanes[0].1.front() == Some(&0)
    }

    /// Whether all its flits are in the processor of its last destination.
    pub fn has_arrived(&self) -> bool {
        let (lane, flits) = &self.lanes[0];
        matches!(lane, Location::Ejection(..)) && flits.len() as u32 == self.delivery.length
    }
}
