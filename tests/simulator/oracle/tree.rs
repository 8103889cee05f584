//! A message that routers replicate along a tree, flit by flit.

use std::collections::VecDeque;

use engine::multicast::Plan;
use engine::routing::VirtualChannel;
use engine::sim::{Delivery, HeaderState, Location, Segment, WormView};
use engine::topology::{ChannelId, Network, NodeId};

use super::view::color;
use super::{Oracle, Requester};

/// A tree, in its queue or in the network.
#[derive(Debug, Clone)]
pub struct TreeWorm {
    /// The record of each copy that arrives, except for its place.
    pub delivery: Delivery,
    /// The branches; the one at the source comes first.
    pub branches: Vec<Branch>,
}

/// A channel of a tree, or the processor at its root.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own about a branch"
)]
#[derive(Debug, Clone)]
pub struct Branch {
    /// `None` for the processor.
    pub channel: Option<ChannelId>,
    /// The channel after which it begins.
    after: Option<ChannelId>,
    /// The node at which it ends.
    pub node: NodeId,
    /// The number of channels up to its end.
    pub crossed: u32,
    /// Whether the node there takes a copy.
    pub delivers: bool,
    /// The lane, while it is held.
    pub lane: Option<Location>,
    /// Flits in it; 0 is the header.
    pub flits: VecDeque<u32>,
    /// The number of flits that have left it.
    pub gone: u32,
    /// Whether a flit left it in the last cycle.
    has_sent: bool,
    /// The port into which it copies.
    pub port: Option<Location>,
    /// The cycle since which its header waits at its end, and the first in which it may be served.
    pub waits: Option<(u64, u64)>,
    /// Whether its last request was refused.
    pub is_blocked: bool,
    /// Whether its header has been granted all its requests.
    pub is_served: bool,
}

impl Branch {
    fn new(channel: Option<ChannelId>, node: NodeId) -> Self {
        Self {
            channel,
            after: None,
            node,
            crossed: 0,
            delivers: false,
            lane: None,
            flits: VecDeque::new(),
            gone: 0,
            has_sent: false,
            port: None,
            waits: None,
            is_blocked: false,
            is_served: false,
        }
    }
}

impl TreeWorm {
    /// Merges all worms of a plan, which have paths, into one tree.
    pub fn new(network: &Network, plan: &Plan, delivery: Delivery) -> Self {
        let mut branches = vec![Branch::new(None, delivery.from)];
        // For each worm, the nodes that it delivers to and the channels by which it reaches them.
        let mut delivered: Vec<Vec<(NodeId, ChannelId)>> = Vec::new();
        for worm in &plan.worms {
            let mut before = worm.after.map(|after| {
                let mut delivered = delivered[after].iter();
                let here = delivered.find(|(node, _)| *node == worm.from);
                here.expect("it starts where the message is").1
            });
            let mut left = worm.deliver.clone();
            let mut ours = Vec::new();
            for hop in worm.path().windows(2) {
                let channel = network.between(hop[0], hop[1]);
                if branches.iter().all(|branch| branch.channel != channel) {
                    branches.push(Branch {
                        after: before,
                        ..Branch::new(channel, hop[1])
                    });
                }
                before = channel;
                if left.first() == Some(&hop[1]) {
                    left.remove(0);
                    let mut all = branches.iter_mut();
                    let branch = all.find(|branch| branch.channel == channel);
                    let is_relay = plan.relays.contains(&hop[1]);
                    branch.expect("it is one of them").delivers = !is_relay;
                    ours.push((hop[1], channel.expect("they are neighbors")));
                }
            }
            delivered.push(ours);
        }
        // Branches without deliveries are removed repeatedly.
        loop {
            let begun: Vec<_> = branches.iter().map(|branch| branch.after).collect();
            let count = branches.len();
            branches.retain(|branch| branch.delivers || begun.contains(&branch.channel));
            if branches.len() == count {
                break;
            }
        }
        let crossed = |branch: &Branch| {
            let before = |branch: &&Branch| {
                let mut all = branches.iter();
                branch.channel?;
                all.find(|other| other.channel == branch.after)
            };
            std::iter::successors(Some(branch), before).count() as u32 - 1
        };
        let crossed: Vec<_> = branches.iter().map(crossed).collect();
        for (branch, crossed) in branches.iter_mut().zip(crossed) {
            branch.crossed = crossed;
        }
        Self { delivery, branches }
    }

    /// Takes an injection port.
    pub fn start(&mut self, port: Location, headed: u64, ready: u64) {
        self.delivery.headed = headed;
        let source = &mut self.branches[0];
        source.lane = Some(port);
        source.flits = (0..self.delivery.length).collect();
        source.waits = Some((headed, ready));
    }

    /// The number of copies that it delivers.
    pub fn copies(&self) -> u32 {
        self.branches
            .iter()
            .filter(|branch| branch.delivers)
            .count() as u32
    }

    /// The branches that begin where another ends.
    pub fn next(&self, index: usize) -> Vec<usize> {
        let here = self.branches[index].channel;
        let begins = |&next: &usize| next > 0 && self.branches[next].after == here;
        (0..self.branches.len()).filter(begins).collect()
    }

    /// Whether it holds a lane or a port.
    pub fn holds(&self, place: Location) -> bool {
        let mut held = self.branches.iter().flat_map(|b| [b.lane, b.port]);
        held.any(|held| held == Some(place))
    }

    /// Whether a flit leaves a branch now, which requires room in all branches that follow.
    fn sends(&self, index: usize, room: u32) -> bool {
        let branch = &self.branches[index];
        let takes = |&next: &usize| {
            (self.branches[next].flits.len() as u32) < room || self.sends(next, room)
        };
        branch.is_served && !branch.flits.is_empty() && self.next(index).iter().all(takes)
    }

    /// Moves all flits that can move; returns the branches that a flit left.
    fn advance(&mut self, room: u32) -> Vec<usize> {
        let mut sending: Vec<_> = (0..self.branches.len()).collect();
        sending.retain(|&index| self.sends(index, room));
        let sent: Vec<_> = sending
            .iter()
            .map(|&index| self.branches[index].flits.pop_front())
            .collect();
        for (index, branch) in self.branches.iter_mut().enumerate() {
            branch.has_sent = sending.contains(&index);
        }
        for (&index, flit) in sending.iter().zip(sent) {
            for next in self.next(index) {
                self.branches[next].flits.extend(flit);
            }
            self.branches[index].gone += 1;
            if flit == Some(self.delivery.length - 1) {
                self.branches[index].lane = None;
            }
        }
        sending
    }

    /// Whether it never releases a lane or port that it holds if some of its headers never move
    /// again and all others move at once.
    fn keeps(&self, place: Location, stuck: &[usize], room: u32) -> bool {
        let mut later = self.clone();
        for (index, branch) in later.branches.iter_mut().enumerate() {
            branch.is_served = !stuck.contains(&index);
        }
        while !later.advance(room).is_empty() {}
        let holder = self
            .branches
            .iter()
            .position(|branch| branch.lane == Some(place) || branch.port == Some(place));
        holder.is_some_and(|index| later.branches[index].lane.is_some())
    }
}

impl Oracle {
    /// Gives a header at the end of a branch all that it needs, or nothing.
    pub fn serve_tree(&mut self, tree: usize, index: usize) {
        let (lanes, port) = (
            self.needs(tree, index),
            self.free_port(self.trees[tree].branches[index].node),
        );
        let delivers = self.trees[tree].branches[index].delivers;
        let gets_on = lanes.iter().all(|&lane| self.is_free(lane)) && (!delivers || port.is_some());
        let worm = &mut self.trees[tree];
        worm.branches[index].is_blocked = !gets_on;
        if !gets_on {
            return;
        }
        worm.branches[index].waits = None;
        worm.branches[index].is_served = true;
        worm.branches[index].port = port.filter(|_| delivers);
        for (next, &lane) in worm.next(index).into_iter().zip(&lanes) {
            worm.branches[next].lane = Some(lane);
        }
        worm.delivery.hops += lanes.len() as u32;
        self.counters.hops += lanes.len() as u64;
    }

    /// The lanes that a header needs at the end of a branch.
    pub fn needs(&self, tree: usize, index: usize) -> Vec<Location> {
        let next = self.trees[tree].next(index).into_iter();
        let channels = next.filter_map(|next| self.trees[tree].branches[next].channel);
        let lanes = channels.map(|channel| Location::Channel(VirtualChannel { channel, vc: 0 }));
        lanes.collect()
    }

    /// Moves the flits of all trees; returns the copies that arrived.
    pub fn advance_trees(&mut self) -> Vec<Delivery> {
        let (room, mut copies) = (self.room(), Vec::new());
        for worm in &mut self.trees {
            for index in worm.advance(room) {
                let next = worm.next(index);
                self.counters.flit_hops += next.len() as u64;
                let lanes = next.iter().filter_map(|&next| worm.branches[next].lane);
                self.entered.extend(lanes);
                let branch = &mut worm.branches[index];
                self.counters.accepted_flits += u64::from(branch.delivers);
                if branch.lane.is_none() && branch.delivers {
                    branch.port = None;
                    copies.push(Delivery {
                        to: branch.node,
                        hops: branch.crossed,
                        arrived: self.clock,
                        ..worm.delivery
                    });
                }
            }
        }
        copies
    }

    /// Lets headers that have reached the end of a branch make requests from the next cycle on.
    pub fn update_tree_requests(&mut self) {
        let timing = self.design.timing;
        for worm in &mut self.trees {
            for index in 0..worm.branches.len() {
                let ends = worm.next(index).is_empty();
                let branch = &mut worm.branches[index];
                if branch.flits.front() != Some(&0) || branch.waits.is_some() || branch.is_served {
                    continue;
                }
                let delay = match (branch.delivers, ends) {
                    (true, true) => timing.ejection,
                    (true, false) => timing.router.max(timing.ejection),
                    (false, _) => timing.router,
                };
                branch.waits = Some((self.clock + 1, self.clock + 1 + u64::from(delay)));
            }
        }
        let has_arrived = |worm: &mut TreeWorm| {
            worm.branches
                .iter()
                .all(|branch| branch.is_served && branch.lane.is_none())
        };
        self.counters.delivered += self.trees.extract_if(.., has_arrived).count() as u64;
    }

    /// Whether a tree with some headers that wait forever keeps a lane or port that it holds.
    pub fn tree_keeps(&self, place: Location, stuck: &[Requester]) -> bool {
        let Some(tree) = self.trees.iter().position(|worm| worm.holds(place)) else {
            return false;
        };
        let ours = stuck.iter().filter_map(|&requester| match requester {
            Requester::Branch(other, index) if other == tree => Some(index),
            _ => None,
        });
        let ours: Vec<_> = ours.collect();
        self.trees[tree].keeps(place, &ours, self.room())
    }

    /// The visible state of a tree.
    pub fn tree_view(&self, tree: usize) -> WormView {
        let worm = &self.trees[tree];
        let held = worm.branches.iter().filter_map(|branch| {
            let lane = branch.lane?;
            let here = branch.gone..branch.gone + branch.flits.len() as u32;
            assert!(
                branch.flits.iter().copied().eq(here),
                "flits of {branch:?} were lost or overtook each other"
            );
            Some(Segment {
                place: lane,
                flits: branch.flits.len() as u32,
                gone: branch.gone,
                entered: self.entered.contains(&lane),
                left: branch.has_sent,
                waits: branch.is_blocked,
            })
        });
        let blocked = (0..worm.branches.len()).filter(|&index| worm.branches[index].is_blocked);
        let blocked: Vec<_> = blocked.collect();
        let since = worm.delivery.headed;
        let until = since + u64::from(self.design.timing.startup);
        let header = if worm.delivery.hops == 0 && self.clock < until {
            HeaderState::Starting { since, until }
        } else if !blocked.is_empty() {
            let wants = blocked.iter().flat_map(|&index| self.lacks(tree, index));
            HeaderState::Blocked {
                wants: wants.collect(),
            }
        } else if worm.branches.iter().all(|branch| branch.is_served) {
            HeaderState::Arrived
        } else {
            HeaderState::Moving
        };
        let to_come = worm.branches.iter().filter(|b| b.delivers && !b.is_served);
        let to_come = to_come.map(|branch| branch.node);
        WormView {
            message: worm.delivery.message,
            color: color(&worm.delivery),
            multicast: worm.delivery.multicast,
            from: worm.delivery.from,
            to: worm.delivery.to,
            aim: worm.delivery.to,
            leg: 0,
            hops: worm.delivery.hops,
            is_planned: true,
            prescribed: None,
            is_tree: true,
            destinations: worm.copies(),
            copies: to_come.collect(),
            length: worm.delivery.length,
            generated: worm.delivery.generated,
            asked: None,
            header,
            segments: held.collect(),
            ports: worm
                .branches
                .iter()
                .filter_map(|branch| branch.port)
                .collect(),
        }
    }

    fn lacks(&self, tree: usize, index: usize) -> Vec<VirtualChannel> {
        let branch = &self.trees[tree].branches[index];
        let needs = self.needs(tree, index);
        let held = needs.iter().copied().filter(|&lane| !self.is_free(lane));
        let held: Vec<_> = held.collect();
        let lacks_port = branch.delivers && self.free_port(branch.node).is_none();
        let lacks = if held.is_empty() && !lacks_port {
            needs
        } else {
            held
        };
        let lane = |place| match place {
            Location::Channel(lane) => Some(lane),
            Location::Injection(..) | Location::Ejection(..) => None,
        };
        lacks.into_iter().filter_map(lane).collect()
    }
}
