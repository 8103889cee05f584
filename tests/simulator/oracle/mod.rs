//! A second simulator, the reference, written for one purpose: to follow `sim/mod.rs` obviously.
//!
//! Every flit is an object, every worm is visited in every cycle, whether a lane is free is found
//! by asking all worms, and no state is stored that can be derived. It shares only what is not the
//! simulator's own work: the network, the routing function, the multicast planner, the traffic
//! generators, and the types that name a lane, a delivery and the visible state.

mod closed_loop;
mod deadlock;
mod select;
mod source;
mod tree;
mod view;
mod worm;

use std::collections::VecDeque;
use std::sync::Arc;

use engine::routing::VirtualChannel;
use engine::sim::{Completion, Counters, Delivery, Design, Location, MessageId, Switching};
use engine::traffic::{ArrivalClock, Arrivals, Random, streams};
use xxhash_rust::xxh3::xxh3_64;

use closed_loop::Loops;
use select::Request;
use source::{Multicast, Prepared};
use tree::TreeWorm;
use worm::Worm;

/// A waiting header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Requester {
    /// Of a worm.
    Worm(usize),
    /// Of a tree, at the end of a branch.
    Branch(usize, usize),
}

#[derive(Debug)]
pub struct Oracle {
    design: Arc<Design>,
    clock: u64,
    generators: Vec<(Random, ArrivalClock)>,
    orders_done: usize,
    /// Indexed by number.
    multicasts: Vec<Multicast>,
    prepared: Vec<Prepared>,
    loops: Loops,
    /// Indexed by node and injection port.
    queues: Vec<VecDeque<Worm>>,
    worms: Vec<Worm>,
    trees: Vec<TreeWorm>,
    /// The VC that each channel served last when it had a choice.
    last_served: Vec<u8>,
    /// Lanes that a flit entered in the last cycle.
    entered: Vec<Location>,
    /// Deliveries of the last cycle, in ascending order of message.
    pub deliveries: Vec<Delivery>,
    /// Completions of the last cycle, in ascending order of multicast.
    pub completions: Vec<Completion>,
    counters: Counters,
    last_delivery: Option<Delivery>,
    pub digest: u64,
    /// The first cycle in which some worms can never move again, and those worms.
    deadlock: Option<(u64, Vec<MessageId>)>,
}

impl Oracle {
    pub fn new(design: &Arc<Design>) -> Self {
        let nodes = design.network.nodes();
        let arrivals = Arrivals::after(design.surge, design.rate, design.burst);
        let generators = streams(design.seed, if design.is_random() { nodes } else { 0 });
        let with_clock = |mut random| {
            let clock = ArrivalClock::new(&arrivals, &mut random);
            (random, clock)
        };
        let replies = u32::from(design.closed.is_some());
        let queues = nodes * (u32::from(design.ports.injection) + replies);
        Self {
            design: design.clone(),
            clock: 0,
            generators: generators.into_iter().map(with_clock).collect(),
            orders_done: 0,
            multicasts: Vec::new(),
            prepared: Vec::new(),
            loops: Loops::new(design),
            queues: (0..queues).map(|_| VecDeque::new()).collect(),
            worms: Vec::new(),
            trees: Vec::new(),
            last_served: vec![0; design.network.channels() as usize],
            entered: Vec::new(),
            deliveries: Vec::new(),
            completions: Vec::new(),
            counters: Counters::default(),
            last_delivery: None,
            digest: 0,
            deadlock: None,
        }
    }

    /// Simulates a cycle.
    pub fn step(&mut self) {
        self.generate();
        self.inject();
        self.route();
        self.look_for_deadlock();
        let served = self.arbitrate();
        let mut deliveries = self.advance(&served);
        deliveries.extend(self.advance_trees());
        self.update_requests();
        self.update_tree_requests();
        deliveries.extend(self.take_arrived());
        self.record(deliveries);
        self.clock += 1;
    }

    /// Stage 2: headers claim lanes, first come first served and the older message first.
    fn route(&mut self) {
        let mut requesting = Vec::new();
        for (index, worm) in self.worms.iter().enumerate() {
            let requester = Requester::Worm(index);
            requesting.extend(worm.waits.map(|at| (at, worm.delivery.message, requester)));
        }
        for (tree, worm) in self.trees.iter().enumerate() {
            for (branch, at) in worm.branches.iter().enumerate() {
                let requester = Requester::Branch(tree, branch);
                requesting.extend(at.waits.map(|at| (at, worm.delivery.message, requester)));
            }
        }
        requesting.retain(|&((_, ready), ..)| ready <= self.clock);
        requesting.sort_by_key(|&((since, _), message, _)| (since, message));
        for (.., requester) in requesting {
            let index = match requester {
                Requester::Worm(index) => index,
                Requester::Branch(tree, branch) => {
                    self.serve_tree(tree, branch);
                    continue;
                }
            };
            if let Request::Copy(node) = self.request(&self.worms[index])
                && let Some(port) = self.free_port(node)
            {
                let worm = &mut self.worms[index];
                worm.ports.push_front((worm.delivery.hops, port));
            }
            let lane = match self.request(&self.worms[index]) {
                Request::Copy(_) | Request::Place(_) => None,
                Request::Processor(node) => self.free_port(node),
                Request::Channel(offers) => {
                    let lane = self.select(&self.worms[index], &offers);
                    lane.map(Location::Channel)
                }
            };
            if let Some(Location::Ejection(node, _)) = lane
                && self.worms[index].asked.is_none()
            {
                self.loops.take_place(node);
            }
            let shift = self.shift_of(&self.worms[index]);
            let worm = &mut self.worms[index];
            worm.is_blocked = lane.is_none();
            if let Some(lane) = lane {
                worm.waits = None;
                if let Location::Channel(lane) = lane {
                    worm.delivery.hops += 1;
                    self.counters.hops += 1;
                    let escapes = self.design.routing.escapes();
                    self.counters.escapes += u64::from(escapes.contains(lane.vc - shift));
                }
                worm.lanes.push_front((lane, VecDeque::new()));
            }
        }
    }

    /// The worm that holds a lane.
    fn holder(&self, lane: Location) -> Option<usize> {
        self.worms.iter().position(|worm| worm.holds(lane))
    }

    /// Flits that fit in a lane.
    fn room(&self) -> u32 {
        match self.design.switching {
            Switching::Wormhole => self.design.buffer,
            Switching::VirtualCutThrough | Switching::StoreAndForward => u32::MAX,
        }
    }

    /// Stage 3: the VC that each channel serves, for channels with several held VCs.
    fn arbitrate(&mut self) -> Vec<Option<u8>> {
        // The held VCs of each channel, and whether they request it.
        let mut held = vec![Vec::new(); self.last_served.len()];
        let room = self.room();
        for worm in &self.worms {
            for (index, (lane, _)) in worm.lanes.iter().enumerate() {
                if let Location::Channel(VirtualChannel { channel, vc }) = lane {
                    held[channel.0 as usize].push((*vc, worm.requests(index, room)));
                }
            }
        }
        let vcs = self.design.vcs;
        let serve = |(held, last): (Vec<_>, &mut u8)| {
            if held.len() < 2 {
                return None;
            }
            let mut in_turn = (1..=vcs).map(|next| (*last + next) % vcs);
            let served = in_turn.find(|&vc| held.contains(&(vc, true)))?;
            *last = served;
            Some(served)
        };
        let channels = held.into_iter().zip(&mut self.last_served);
        channels.map(serve).collect()
    }

    /// Stage 4: every worm moves its flits, from the header back. Returns the copies that arrived.
    fn advance(&mut self, served: &[Option<u8>]) -> Vec<Delivery> {
        let (room, mut copies) = (self.room(), Vec::new());
        self.entered.clear();
        for worm in &mut self.worms {
            for ahead in 0..worm.lanes.len() - 1 {
                let lane = worm.lanes[ahead].0;
                let loses_turn = |at: VirtualChannel| {
                    served[at.channel.0 as usize].is_some_and(|vc| vc != at.vc)
                };
                if matches!(lane, Location::Channel(at) if loses_turn(at))
                    || !worm.has_room(ahead, room)
                {
                    continue;
                }
                let Some(flit) = worm.lanes[ahead + 1].1.pop_front() else {
                    continue;
                };
                let crossed = worm.crossed(ahead + 1);
                let port = worm.ports.iter().position(|&(place, _)| place == crossed);
                let is_tail = flit == worm.delivery.length - 1;
                worm.lanes[ahead].1.push_back(flit);
                self.entered.push(lane);
                let is_received = matches!(lane, Location::Ejection(..));
                self.counters.flit_hops += u64::from(!is_received);
                self.counters.accepted_flits += u64::from(is_received || port.is_some());
                if !is_tail {
                    continue;
                }
                worm.lanes.pop_back();
                if let Some((hops, Location::Ejection(to, _))) =
                    port.and_then(|index| worm.ports.remove(index))
                {
                    copies.push(Delivery {
                        to,
                        hops,
                        arrived: self.clock,
                        ..worm.delivery
                    });
                }
            }
        }
        copies
    }

    /// Lets headers that have reached a place where they can request a lane do so from the next
    /// cycle on.
    fn update_requests(&mut self) {
        for index in 0..self.worms.len() {
            let has_arrived = self.worms[index].has_header_in_front()
                && self.header_node(&self.worms[index]) == self.worms[index].aim.to;
            self.worms[index].begin_next_leg_if(has_arrived);
        }
        let timing = self.design.timing;
        let request = |worm: &Worm| {
            let (lane, flits) = &worm.lanes[0];
            let has_request = worm.waits.is_some() || !matches!(lane, Location::Channel(_));
            let stores = self.design.switching == Switching::StoreAndForward;
            let has_tail = flits.back() == Some(&(worm.delivery.length - 1));
            if has_request
                || !worm.has_header_in_front()
                || stores && !has_tail && !self.is_at_destination(worm)
            {
                return None;
            }
            let delay = match self.request(worm) {
                Request::Processor(_) | Request::Place(_) => timing.ejection,
                Request::Copy(_) => timing.router.max(timing.ejection),
                Request::Channel(_) => timing.router,
            };
            let next = self.clock + 1;
            Some((next, next + u64::from(delay)))
        };
        let waits: Vec<_> = self.worms.iter().map(request).collect();
        for (worm, waits) in self.worms.iter_mut().zip(waits) {
            worm.waits = worm.waits.or(waits);
        }
    }

    fn take_arrived(&mut self) -> Vec<Delivery> {
        let arrived = self.worms.extract_if(.., |worm| worm.has_arrived());
        let arrived = arrived.map(|worm| Delivery {
            arrived: self.clock,
            round_trip: worm.asked.map(|asked| self.clock - asked),
            ..worm.delivery
        });
        let arrived: Vec<_> = arrived.collect();
        self.counters.delivered += arrived.len() as u64;
        arrived
    }

    fn record(&mut self, mut deliveries: Vec<Delivery>) {
        deliveries.sort_by_key(|delivery| (delivery.message, delivery.to));
        for delivery in &deliveries {
            let mut record = delivery.message.0.to_le_bytes().to_vec();
            record.extend(delivery.to.0.to_le_bytes());
            record.extend(delivery.arrived.to_le_bytes());
            self.digest = self.digest.wrapping_add(xxh3_64(&record));
            self.counters.arrivals += 1;
            self.counters.latency += delivery.arrived - delivery.generated;
            self.counters.network_latency += delivery.arrived - delivery.headed;
        }
        self.completions = self.complete(&deliveries);
        self.last_delivery = deliveries.last().copied().or(self.last_delivery);
        self.deliveries = deliveries;
    }
}
