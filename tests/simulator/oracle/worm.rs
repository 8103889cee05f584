//! A message, flit by flit.

use std::collections::VecDeque;

use flitscope::sim::{Delivery, Leg, Place};
use flitscope::topology::NodeId;

use super::tree::TreeWorm;

/// A message, in its queue or on its way.
#[derive(Debug)]
pub struct Worm {
    /// What will be told of it when it arrives, as far as that is known yet.
    pub delivery: Delivery,
    /// The part of its way that it is on.
    pub aim: Leg,
    /// The nodes along which it goes, its source first; `None`: as routing leads it.
    pub path: Option<Vec<NodeId>>,
    /// Destinations before the last one, each with the channels up to it.
    pub copies: Vec<(u32, NodeId)>,
    /// The lanes that it holds, from the header back, and the flits in each, 0 the header.
    pub lanes: VecDeque<(Place, VecDeque<u32>)>,
    /// The ejection ports it holds for copies, each with the channels up to it.
    pub ports: VecDeque<(u32, Place)>,
    /// Since when its header waits for a lane, and from when on it may have one.
    pub waits: Option<(u64, u64)>,
    /// Whether it asked in vain.
    pub is_blocked: bool,
    /// What it becomes when it leaves its queue, if that is a tree.
    pub tree: Option<TreeWorm>,
}

impl Worm {
    /// A message in its queue.
    pub fn new(delivery: Delivery, path: Option<Vec<NodeId>>, deliver: &[NodeId]) -> Self {
        let (&last, on_the_way) = deliver.split_last().expect("it goes somewhere");
        let mut crossed = 0;
        let place = |&node: &NodeId| {
            let path = path.as_ref().expect("a routed message has one destination");
            let further = path[crossed + 1..].iter().position(|&next| next == node);
            crossed += 1 + further.expect("the path leads there");
            (crossed as u32, node)
        };
        Self {
            copies: on_the_way.iter().map(place).collect(),
            delivery: Delivery {
                to: last,
                ..delivery
            },
            aim: Leg {
                to: last,
                number: 0,
            },
            path,
            lanes: VecDeque::new(),
            ports: VecDeque::new(),
            waits: None,
            is_blocked: false,
            tree: None,
        }
    }

    /// Begins the last leg of its way, if it has come to the end of the one before.
    pub fn turn_if(&mut self, has_come: bool) {
        if has_come && self.aim.to != self.delivery.to {
            self.aim = Leg {
                to: self.delivery.to,
                number: self.aim.number + 1,
            };
        }
    }

    /// Which of its lanes this is, counted from the header.
    pub fn position(&self, lane: Place) -> Option<usize> {
        self.lanes.iter().position(|(held, _)| *held == lane)
    }

    /// Whether it holds this lane, or this port for a copy.
    pub fn holds(&self, lane: Place) -> bool {
        self.position(lane).is_some() || self.ports.iter().any(|&(_, port)| port == lane)
    }

    /// Channels that a flit in one of its lanes has crossed.
    pub fn crossed(&self, index: usize) -> u32 {
        let is_channel = |(place, _): &&(Place, _)| matches!(place, Place::Channel(_));
        let ahead = self.lanes.iter().take(index).filter(is_channel).count();
        self.delivery.hops - ahead as u32
    }

    /// Which of its lanes the flits that are copied into a port come from.
    pub fn copied_from(&self, port: Place) -> Option<usize> {
        let (crossed, _) = self.ports.iter().find(|(_, held)| *held == port)?;
        let mut indices = 0..self.lanes.len();
        indices.find(|&index| self.crossed(index) == *crossed)
    }

    /// The destination on the way at which its waiting header stands, if it has no port there.
    pub fn lacks_port_at(&self) -> Option<NodeId> {
        let crossed = self.delivery.hops;
        let (_, node) = self.copies.iter().find(|&&(place, _)| place == crossed)?;
        let has_port = self.ports.iter().any(|&(place, _)| place == crossed);
        (!has_port).then_some(*node)
    }

    /// Whether a flit may enter a lane from behind.
    pub fn has_room(&self, index: usize, room: u32) -> bool {
        let (lane, flits) = &self.lanes[index];
        matches!(lane, Place::Ejection(..)) || (flits.len() as u32) < room
    }

    /// Whether a flit waits to enter this lane and could if all other turns were won: there
    /// is room, or the flits ahead can move up.
    pub fn asks_for(&self, index: usize, room: u32) -> bool {
        let can_enter = |room_ahead, index| {
            let behind = self.lanes.get(index + 1);
            let waits = behind.is_some_and(|(_, flits)| !flits.is_empty());
            waits && (room_ahead || self.has_room(index, room))
        };
        (0..=index).fold(false, can_enter)
    }

    /// Whether its header is in the first of its lanes, not about to enter it.
    pub fn has_header_in_front(&self) -> bool {
        self.lanes[0].1.front() == Some(&0)
    }

    /// Whether all its flits are in the processor of its last destination.
    pub fn has_arrived(&self) -> bool {
        let (lane, flits) = &self.lanes[0];
        matches!(lane, Place::Ejection(..)) && flits.len() as u32 == self.delivery.length
    }
}
