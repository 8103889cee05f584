//! A second simulator, written for one purpose: to be obviously what `sim/mod.rs` says.
//!
//! Every flit is an object, every worm is looked at in every cycle, whether a lane is free
//! is found by asking all worms, and nothing is remembered that can be found out again. It
//! shares only what is not the simulator's own work: the network, the routing function,
//! the planner of multicasts, the traffic generators, and the types that name a lane, a
//! delivery and what there is to see.

mod deadlock;
mod select;
mod source;
mod tree;
mod view;
mod worm;

use std::collections::VecDeque;
use std::sync::Arc;

use flitscope::routing::VirtualChannel;
use flitscope::sim::{Completion, Counters, Delivery, Design, MessageId, Place, Switching};
use flitscope::traffic::{PoissonClock, Random, streams};
use xxhash_rust::xxh3::xxh3_64;

use select::Wish;
use source::{Multicast, Prepared};
use tree::TreeWorm;
use worm::Worm;

/// A header that waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asker {
    /// Of a worm.
    Worm(usize),
    /// Of a tree, at the end of a branch.
    Branch(usize, usize),
}

#[derive(Debug)]
pub struct Oracle {
    design: Arc<Design>,
    clock: u64,
    generators: Vec<(Random, PoissonClock)>,
    orders_done: usize,
    /// By number.
    multicasts: Vec<Multicast>,
    prepared: Vec<Prepared>,
    /// By node and injection port.
    queues: Vec<VecDeque<Worm>>,
    worms: Vec<Worm>,
    trees: Vec<TreeWorm>,
    /// The VC that each channel served last when it had to choose.
    last_served: Vec<u8>,
    /// Lanes that a flit entered in the last cycle.
    entered: Vec<Place>,
    /// What arrived in the last cycle, in ascending order of message.
    pub deliveries: Vec<Delivery>,
    /// What was completed in the last cycle, in ascending order of multicast.
    pub completions: Vec<Completion>,
    counters: Counters,
    last_delivery: Option<Delivery>,
    pub digest: u64,
    /// The first cycle in which some worms could never move again, and those worms.
    deadlock: Option<(u64, Vec<MessageId>)>,
}

impl Oracle {
    pub fn new(design: &Arc<Design>) -> Self {
        let nodes = design.network.nodes();
        let generators = streams(design.seed, if design.is_random() { nodes } else { 0 });
        let with_clock = |mut random| {
            let clock = PoissonClock::new(design.rate, &mut random);
            (random, clock)
        };
        let queues = nodes as usize * usize::from(design.ports.injection);
        Self {
            design: design.clone(),
            clock: 0,
            generators: generators.into_iter().map(with_clock).collect(),
            orders_done: 0,
            multicasts: Vec::new(),
            prepared: Vec::new(),
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
        self.ask_next();
        self.ask_next_in_trees();
        deliveries.extend(self.take_arrived());
        self.record(deliveries);
        self.clock += 1;
    }

    /// Stage 2: headers claim lanes, first come first served and the older message first.
    fn route(&mut self) {
        let mut asking = Vec::new();
        for (index, worm) in self.worms.iter().enumerate() {
            let asker = Asker::Worm(index);
            asking.extend(worm.waits.map(|at| (at, worm.delivery.message, asker)));
        }
        for (tree, worm) in self.trees.iter().enumerate() {
            for (branch, at) in worm.branches.iter().enumerate() {
                let asker = Asker::Branch(tree, branch);
                asking.extend(at.waits.map(|at| (at, worm.delivery.message, asker)));
            }
        }
        asking.retain(|&((_, ready), ..)| ready <= self.clock);
        asking.sort_by_key(|&((since, _), message, _)| (since, message));
        for (.., asker) in asking {
            let index = match asker {
                Asker::Worm(index) => index,
                Asker::Branch(tree, branch) => {
                    self.serve_tree(tree, branch);
                    continue;
                }
            };
            if let Wish::Copy(node) = self.wish(&self.worms[index])
                && let Some(port) = self.free_port(node)
            {
                let worm = &mut self.worms[index];
                worm.ports.push_front((worm.delivery.hops, port));
            }
            let lane = match self.wish(&self.worms[index]) {
                Wish::Copy(_) => None,
                Wish::Processor(node) => self.free_port(node),
                Wish::Channel(offers) => {
                    let lane = self.select(&self.worms[index], &offers);
                    lane.map(Place::Channel)
                }
            };
            let worm = &mut self.worms[index];
            worm.is_blocked = lane.is_none();
            if let Some(lane) = lane {
                worm.waits = None;
                if let Place::Channel(lane) = lane {
                    worm.delivery.hops += 1;
                    self.counters.hops += 1;
                    let escapes = self.design.routing.escapes();
                    self.counters.escapes += u64::from(escapes.contains(lane.vc));
                }
                worm.lanes.push_front((lane, VecDeque::new()));
            }
        }
    }

    /// The worm that holds a lane.
    fn holder(&self, lane: Place) -> Option<usize> {
        self.worms.iter().position(|worm| worm.holds(lane))
    }

    /// Flits for which a lane has room.
    fn room(&self) -> u32 {
        match self.design.switching {
            Switching::Wormhole => self.design.buffer,
            Switching::VirtualCutThrough | Switching::StoreAndForward => u32::MAX,
        }
    }

    /// Stage 3: which VC a channel serves, for those of which several are held.
    fn arbitrate(&mut self) -> Vec<Option<u8>> {
        // By channel, the VCs that are held and whether they ask.
        let mut held = vec![Vec::new(); self.last_served.len()];
        let room = self.room();
        for worm in &self.worms {
            for (index, (lane, _)) in worm.lanes.iter().enumerate() {
                if let Place::Channel(VirtualChannel { channel, vc }) = lane {
                    held[channel.0 as usize].push((*vc, worm.asks_for(index, room)));
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

    /// Stage 4: every worm moves its flits, from the header back; what arrived on the way.
    fn advance(&mut self, served: &[Option<u8>]) -> Vec<Delivery> {
        let (room, mut copies) = (self.room(), Vec::new());
        self.entered.clear();
        for worm in &mut self.worms {
            for ahead in 0..worm.lanes.len() - 1 {
                let lane = worm.lanes[ahead].0;
                let loses_turn = |at: VirtualChannel| {
                    served[at.channel.0 as usize].is_some_and(|vc| vc != at.vc)
                };
                if matches!(lane, Place::Channel(at) if loses_turn(at))
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
                let is_received = matches!(lane, Place::Ejection(..));
                self.counters.flit_hops += u64::from(!is_received);
                self.counters.accepted_flits += u64::from(is_received || port.is_some());
                if !is_tail {
                    continue;
                }
                worm.lanes.pop_back();
                if let Some((hops, Place::Ejection(to, _))) =
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

    /// Headers that have come to where they can ask, do so from the next cycle on.
    fn ask_next(&mut self) {
        for index in 0..self.worms.len() {
            let has_come = self.worms[index].has_header_in_front()
                && self.header_node(&self.worms[index]) == self.worms[index].aim.to;
            self.worms[index].turn_if(has_come);
        }
        let timing = self.design.timing;
        let asks = |worm: &Worm| {
            let (lane, flits) = &worm.lanes[0];
            let is_asking = worm.waits.is_some() || !matches!(lane, Place::Channel(_));
            let stores = self.design.switching == Switching::StoreAndForward;
            let has_tail = flits.back() == Some(&(worm.delivery.length - 1));
            if is_asking
                || !worm.has_header_in_front()
                || stores && !has_tail && !self.is_home(worm)
            {
                return None;
            }
            let delay = match self.wish(worm) {
                Wish::Processor(_) => timing.ejection,
                Wish::Copy(_) => timing.router.max(timing.ejection),
                Wish::Channel(_) => timing.router,
            };
            let next = self.clock + 1;
            Some((next, next + u64::from(delay)))
        };
        let waits: Vec<_> = self.worms.iter().map(asks).collect();
        for (worm, waits) in self.worms.iter_mut().zip(waits) {
            worm.waits = worm.waits.or(waits);
        }
    }

    fn take_arrived(&mut self) -> Vec<Delivery> {
        let arrived = self.worms.extract_if(.., |worm| worm.has_arrived());
        let arrived = arrived.map(|worm| Delivery {
            arrived: self.clock,
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
