//! A second simulator, written for one purpose: to be obviously what `sim/mod.rs` says.
//!
//! Every flit is an object, every worm is looked at in every cycle, whether a lane is free
//! is found by asking all worms, and nothing is remembered that can be found out again. It
//! shares only what is not the simulator's own work: the network, the routing function,
//! the traffic generators, and the types that name a lane and a delivery.

use std::collections::VecDeque;
use std::sync::Arc;

use flitscope::routing::{Candidates, Hop, VirtualChannel};
use flitscope::sim::{Delivery, Design, MessageId, Place};
use flitscope::topology::NodeId;
use flitscope::traffic::{PoissonClock, Random, streams};
use rand_core::Rng as _;
use xxhash_rust::xxh3::xxh3_64;

#[derive(Debug)]
pub struct Oracle {
    design: Arc<Design>,
    clock: u64,
    generators: Vec<(Random, PoissonClock)>,
    orders_done: usize,
    generated: u64,
    /// By node and injection port.
    queues: Vec<VecDeque<Worm>>,
    worms: Vec<Worm>,
    /// The VC that each channel served last when it had to choose.
    last_served: Vec<u8>,
    pub flit_hops: u64,
    pub digest: u64,
    /// The first cycle in which some worms could never move again, and those worms.
    pub deadlock: Option<(u64, Vec<MessageId>)>,
}

/// A message, in its queue or on its way.
#[derive(Debug)]
struct Worm {
    /// What will be told of it when it arrives, as far as that is known yet.
    delivery: Delivery,
    /// The lanes that it holds, from the header back, and the flits in each, 0 the header.
    lanes: VecDeque<(Place, VecDeque<u32>)>,
    /// Since when its header waits for a lane, and from when on it may have one.
    waits: Option<(u64, u64)>,
    /// Whether it asked in vain.
    is_blocked: bool,
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
            generated: 0,
            queues: (0..queues).map(|_| VecDeque::new()).collect(),
            worms: Vec::new(),
            last_served: vec![0; design.network.channels() as usize],
            flit_hops: 0,
            digest: 0,
            deadlock: None,
        }
    }

    /// Simulates a cycle; the deliveries in ascending order of message.
    pub fn step(&mut self) -> Vec<Delivery> {
        self.generate();
        self.inject();
        self.route();
        self.look_for_deadlock();
        let served = self.arbitrate();
        self.advance(&served);
        let delivered = self.deliver();
        self.clock += 1;
        delivered
    }

    /// The worms in the network in ascending order of message, and how many flits are in
    /// each lane that they hold.
    pub fn flits_by_lane(&self) -> Vec<(MessageId, Vec<(Place, u32)>)> {
        let count = |(place, flits): &(Place, VecDeque<u32>)| (*place, flits.len() as u32);
        let lanes = |worm: &Worm| {
            (
                worm.delivery.message,
                worm.lanes.iter().map(count).collect(),
            )
        };
        let mut worms: Vec<_> = self.worms.iter().map(lanes).collect();
        worms.sort_by_key(|&(message, _)| message);
        worms
    }

    /// Stage 1: messages that are due join their queue, …
    fn generate(&mut self) {
        let design = self.design.clone();
        let ports = u32::from(design.ports.injection);
        while let Some(order) = design.orders.get(self.orders_done)
            && order.at <= self.clock
        {
            self.orders_done += 1;
            let port = self.generated % u64::from(ports);
            self.enqueue(order.from, order.to[0], order.length, port as u32);
        }
        for node in 0..self.generators.len() {
            while self.generators[node].1.cycle() <= self.clock {
                let (random, clock) = &mut self.generators[node];
                let pattern = design.pattern.as_ref().expect("random traffic has one");
                let from = NodeId(node as u32);
                let to = pattern.destination(from, random);
                let length = design.length.draw(random);
                // One port needs no choice, and so no draw.
                let port = (ports > 1).then(|| random.next_u32() % ports);
                clock.advance(design.rate, random);
                if let Some(to) = to {
                    self.enqueue(from, to, length, port.unwrap_or(0));
                }
            }
        }
    }

    fn enqueue(&mut self, from: NodeId, to: NodeId, length: u32, port: u32) {
        let ports = u32::from(self.design.ports.injection);
        let injection = Place::Injection(from, port as u8);
        self.queues[(from.0 * ports + port) as usize].push_back(Worm {
            delivery: Delivery {
                message: MessageId(self.generated),
                multicast: None,
                from,
                to,
                length,
                generated: self.clock,
                headed: 0,
                arrived: 0,
                hops: 0,
            },
            lanes: VecDeque::from([(injection, (0..length).collect())]),
            waits: None,
            is_blocked: false,
        });
        self.generated += 1;
    }

    /// … and an idle injection port takes the first one of its queue.
    fn inject(&mut self) {
        let delay = self.design.timing.injection + self.design.timing.router;
        for queue in 0..self.queues.len() {
            let first = self.queues[queue].front();
            if first.is_some_and(|worm| self.holder(worm.lanes[0].0).is_none()) {
                let mut worm = self.queues[queue].pop_front().expect("there is a first");
                worm.delivery.headed = self.clock;
                worm.waits = Some((self.clock, self.clock + u64::from(delay)));
                self.worms.push(worm);
            }
        }
    }

    /// Stage 2: headers claim lanes, first come first served and the older message first.
    fn route(&mut self) {
        let is_ready = |worm: &Worm| worm.waits.is_some_and(|(_, ready)| ready <= self.clock);
        let mut asking: Vec<_> = (0..self.worms.len()).collect();
        asking.retain(|&index| is_ready(&self.worms[index]));
        asking.sort_by_key(|&index| {
            let worm = &self.worms[index];
            (worm.waits.map(|(since, _)| since), worm.delivery.message)
        });
        for index in asking {
            let mut wanted = self.wanted(&self.worms[index]).into_iter();
            let free = wanted.find(|&lane| self.holder(lane).is_none());
            let worm = &mut self.worms[index];
            worm.is_blocked = free.is_none();
            if let Some(lane) = free {
                worm.waits = None;
                worm.delivery.hops += u32::from(matches!(lane, Place::Channel(_)));
                worm.lanes.push_front((lane, VecDeque::new()));
            }
        }
    }

    /// The lanes that a waiting header may take, preferred first.
    fn wanted(&self, worm: &Worm) -> Vec<Place> {
        let Design { network, vcs, .. } = &*self.design;
        let (here, arrived_on) = match worm.lanes[0].0 {
            Place::Channel(lane) => (network.to(lane.channel), Some(lane)),
            Place::Injection(node, _) | Place::Ejection(node, _) => (node, None),
        };
        if here == worm.delivery.to {
            let incoming = network.channel_ids().filter(|&c| network.to(c) == here);
            let most = incoming.count() as u16 * u16::from(*vcs);
            let ports = self.design.ports.ejection.map_or(most, u16::from);
            return (0..ports).map(|port| Place::Ejection(here, port)).collect();
        }
        let to = worm.delivery.to;
        let mut offers = Candidates::default();
        let hop = Hop {
            here,
            to,
            arrived_on,
        };
        self.design.routing.candidates(network, hop, &mut offers);
        let lanes = offers.as_slice().iter().flat_map(|offer| {
            let channel = offer.channel;
            let vcs = offer.vcs.iter();
            vcs.map(move |vc| Place::Channel(VirtualChannel { channel, vc }))
        });
        lanes.collect()
    }

    /// The worm that holds a lane.
    fn holder(&self, lane: Place) -> Option<usize> {
        self.worms
            .iter()
            .position(|worm| worm.position(lane).is_some())
    }

    /// The largest set of blocked worms of which each wants only lanes that others of the
    /// set hold and will never leave. Blocked worms still close up behind their headers, to
    /// B flits per lane, and leave the lanes that they then need no more.
    fn look_for_deadlock(&mut self) {
        let mut locked: Vec<_> = (0..self.worms.len()).collect();
        locked.retain(|&index| self.worms[index].is_blocked);
        loop {
            let is_held_for_ever = |lane| {
                let holder = self.holder(lane).filter(|holder| locked.contains(holder));
                holder.is_some_and(|holder| {
                    let worm = &self.worms[holder];
                    let kept = worm.delivery.length.div_ceil(self.design.buffer) as usize;
                    worm.position(lane).is_some_and(|index| index < kept)
                })
            };
            let mut still = locked.clone();
            still.retain(|&index| {
                let mut wanted = self.wanted(&self.worms[index]).into_iter();
                wanted.all(is_held_for_ever)
            });
            if still.len() == locked.len() {
                break;
            }
            locked = still;
        }
        if self.deadlock.is_none() && !locked.is_empty() {
            let messages = locked
                .iter()
                .map(|&index| self.worms[index].delivery.message);
            self.deadlock = Some((self.clock, messages.collect()));
        }
    }

    /// Stage 3: which VC a channel serves, for those of which several are held.
    fn arbitrate(&mut self) -> Vec<Option<u8>> {
        let vcs = self.design.vcs;
        let mut served = vec![None; self.last_served.len()];
        for channel in self.design.network.channel_ids() {
            let worm_on = |vc| {
                let lane = Place::Channel(VirtualChannel { channel, vc });
                self.holder(lane).map(|index| (&self.worms[index], lane))
            };
            if (0..vcs).filter_map(worm_on).count() < 2 {
                continue;
            }
            let buffer = self.design.buffer;
            let asks =
                |&vc: &u8| worm_on(vc).is_some_and(|(worm, lane)| worm.asks_for(lane, buffer));
            let last = self.last_served[channel.0 as usize];
            let mut in_turn = (1..=vcs).map(|next| (last + next) % vcs);
            if let Some(vc) = in_turn.find(asks) {
                served[channel.0 as usize] = Some(vc);
                self.last_served[channel.0 as usize] = vc;
            }
        }
        served
    }

    /// Stage 4: every worm moves its flits, from the header back.
    fn advance(&mut self, served: &[Option<u8>]) {
        let design = &*self.design;
        for worm in &mut self.worms {
            for ahead in 0..worm.lanes.len() - 1 {
                let lane = worm.lanes[ahead].0;
                let loses_turn = |at: VirtualChannel| {
                    served[at.channel.0 as usize].is_some_and(|vc| vc != at.vc)
                };
                if matches!(lane, Place::Channel(at) if loses_turn(at))
                    || !worm.has_room(ahead, design.buffer)
                {
                    continue;
                }
                let Some(flit) = worm.lanes[ahead + 1].1.pop_front() else {
                    continue;
                };
                worm.lanes[ahead].1.push_back(flit);
                if flit == worm.delivery.length - 1 {
                    worm.lanes.pop_back();
                }
                if let Place::Channel(at) = lane {
                    self.flit_hops += 1;
                    if flit == 0 {
                        let is_home = design.network.to(at.channel) == worm.delivery.to;
                        let timing = design.timing;
                        let delay = [timing.router, timing.ejection][usize::from(is_home)];
                        let next = self.clock + 1;
                        worm.waits = Some((next, next + u64::from(delay)));
                    }
                }
            }
        }
    }

    fn deliver(&mut self) -> Vec<Delivery> {
        let arrived = self.worms.extract_if(.., |worm| {
            let (lane, flits) = &worm.lanes[0];
            matches!(lane, Place::Ejection(..)) && flits.len() as u32 == worm.delivery.length
        });
        let arrived = arrived.map(|worm| Delivery {
            arrived: self.clock,
            ..worm.delivery
        });
        let mut deliveries: Vec<_> = arrived.collect();
        deliveries.sort_by_key(|delivery| delivery.message);
        for delivery in &deliveries {
            let mut record = delivery.message.0.to_le_bytes().to_vec();
            record.extend(delivery.to.0.to_le_bytes());
            record.extend(delivery.arrived.to_le_bytes());
            self.digest = self.digest.wrapping_add(xxh3_64(&record));
        }
        deliveries
    }
}

impl Worm {
    /// Which of its lanes this is, counted from the header.
    fn position(&self, lane: Place) -> Option<usize> {
        self.lanes.iter().position(|(held, _)| *held == lane)
    }

    fn has_room(&self, index: usize, buffer: u32) -> bool {
        let (lane, flits) = &self.lanes[index];
        matches!(lane, Place::Ejection(..)) || (flits.len() as u32) < buffer
    }

    /// Whether a flit waits to enter this lane and could if all other turns were won: there
    /// is room, or the flits ahead can move up.
    fn asks_for(&self, lane: Place, buffer: u32) -> bool {
        let can_enter = |room_ahead, index| {
            let waits = self
                .lanes
                .get(index + 1)
                .is_some_and(|(_, flits)| !flits.is_empty());
            waits && (room_ahead || self.has_room(index, buffer))
        };
        let index = self.position(lane);
        index.is_some_and(|index| (0..=index).fold(false, can_enter))
    }
}
