//! A second simulator, written for one purpose: to be obviously what `sim/mod.rs` says.
//!
//! Every flit is an object, every worm is looked at in every cycle, whether a lane is free
//! is found by asking all worms, and nothing is remembered that can be found out again. It
//! shares only what is not the simulator's own work: the network, the routing function,
//! the traffic generators, and the type that names a lane.

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
    /// The VC that each channel served last in a cycle in which several were held.
    last_served: Vec<u8>,
    pub flit_hops: u64,
    pub digest: u64,
    /// The first cycle in which some worms could never move again, and those worms.
    pub deadlock: Option<(u64, Vec<MessageId>)>,
}

/// A message, in its queue or on its way.
#[derive(Debug)]
pub struct Worm {
    pub message: MessageId,
    from: NodeId,
    to: NodeId,
    length: u32,
    generated: u64,
    headed: u64,
    hops: u32,
    /// The lanes that it holds, from the header back, and the flits in each; 0 is the header.
    pub lanes: VecDeque<(Place, VecDeque<u32>)>,
    /// Since when its header waits for a lane, and from when on it may have one.
    waits: Option<(u64, u64)>,
    /// Whether it asked in vain.
    is_blocked: bool,
}

impl Oracle {
    pub fn new(design: &Arc<Design>) -> Self {
        let nodes = design.network.nodes();
        let generators = if design.is_random() {
            streams(design.seed, nodes)
        } else {
            Vec::new()
        };
        let with_clock = |mut random: Random| {
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
        let arrived = self.advance(&served);
        self.clock += 1;
        arrived
    }

    /// The worms in the network, in ascending order of message.
    pub fn worms(&self) -> Vec<&Worm> {
        let mut worms: Vec<_> = self.worms.iter().collect();
        worms.sort_by_key(|worm| worm.message);
        worms
    }

    fn generate(&mut self) {
        let design = self.design.clone();
        let ports = u32::from(design.ports.injection);
        while let Some(order) = design.orders.get(self.orders_done).filter(|order| order.at <= self.clock) {
            self.orders_done += 1;
            let port = self.generated % u64::from(ports);
            self.enqueue(order.from, order.to, order.length, port as u32);
        }
        for node in 0..self.generators.len() {
            while self.generators[node].1.cycle() <= self.clock {
                let (random, clock) = &mut self.generators[node];
                let pattern = design.pattern.as_ref().expect("traffic has a pattern");
                let from = NodeId(node as u32);
                let to = pattern.destination(from, random);
                let length = design.length.draw(random);
                let port = if ports == 1 {
                    0
                } else {
                    random.next_u32() % ports
                };
                clock.advance(design.rate, random);
                self.enqueue(from, to, length, port);
            }
        }
    }

    fn enqueue(&mut self, from: NodeId, to: NodeId, length: u32, port: u32) {
        let ports = u32::from(self.design.ports.injection);
        let injection = Place::Injection(from, port as u8);
        self.queues[(from.0 * ports + port) as usize].push_back(Worm {
            message: MessageId(self.generated),
            from,
            to,
            length,
            generated: self.clock,
            headed: 0,
            hops: 0,
            lanes: VecDeque::from([(injection, (0..length).collect())]),
            waits: None,
            is_blocked: false,
        });
        self.generated += 1;
    }

    /// Stage 1: an idle injection port takes the first message of its queue.
    fn inject(&mut self) {
        let delay = self.design.timing.injection + self.design.timing.router;
        for queue in 0..self.queues.len() {
            let Some(first) = self.queues[queue].front() else {
                continue;
            };
            if self.holder(first.lanes[0].0).is_none() {
                let mut worm = self.queues[queue].pop_front().expect("it has a first");
                worm.headed = self.clock;
                worm.waits = Some((self.clock, self.clock + u64::from(delay)));
                self.worms.push(worm);
            }
        }
    }

    /// Stage 2: headers claim lanes, first come first served and the older message first.
    fn route(&mut self) {
        let mut waiting: Vec<_> = (0..self.worms.len()).collect();
        waiting.retain(|&worm| self.worms[worm].waits.is_some());
        waiting.sort_by_key(|&worm| {
            let worm = &self.worms[worm];
            (worm.waits.map(|(since, _)| since), worm.message)
        });
        for index in waiting {
            let worm = &self.worms[index];
            if worm.waits.is_some_and(|(_, ready)| ready > self.clock) {
                continue;
            }
            let mut wanted = self.wanted(worm).into_iter();
            let free = wanted.find(|&lane| self.holder(lane).is_none());
            let worm = &mut self.worms[index];
            worm.is_blocked = free.is_none();
            if let Some(lane) = free {
                worm.waits = None;
                worm.hops += u32::from(matches!(lane, Place::Channel(_)));
                worm.lanes.push_front((lane, VecDeque::new()));
            }
        }
    }

    /// The lanes that a waiting header may take, preferred first.
    fn wanted(&self, worm: &Worm) -> Vec<Place> {
        let Design { network, vcs, .. } = &*self.design;
        let (here, arrived_on) = match worm.lanes[0].0 {
            Place::Injection(node, _) => (node, None),
            Place::Channel(lane) => (network.to(lane.channel), Some(lane)),
            Place::Ejection(..) => return Vec::new(),
        };
        let to = worm.to;
        if here == to {
            let channels = network.channel_ids().filter(|&c| network.to(c) == here);
            let as_many_as_arrive = channels.count() as u16 * u16::from(*vcs);
            let ports = self
                .design
                .ports
                .ejection
                .map_or(as_many_as_arrive, u16::from);
            return (0..ports).map(|port| Place::Ejection(here, port)).collect();
        }
        let mut candidates = Candidates::default();
        let hop = Hop {
            here,
            to,
            arrived_on,
        };
        self.design
            .routing
            .candidates(network, hop, &mut candidates);
        let candidates = candidates.as_slice().iter();
        let lanes = candidates.flat_map(|candidate| {
            let channel = candidate.channel;
            let vcs = candidate.vcs.iter();
            vcs.map(move |vc| Place::Channel(VirtualChannel { channel, vc }))
        });
        lanes.collect()
    }

    /// The worm that holds a lane.
    fn holder(&self, lane: Place) -> Option<usize> {
        let holds = |worm: &Worm| worm.lanes.iter().any(|(held, _)| *held == lane);
        self.worms.iter().position(holds)
    }

    /// The largest set of blocked worms of which each wants only lanes that others of the
    /// set hold and will never leave. Such a worm still closes up behind its header, to B
    /// flits per lane, and leaves the lanes that it then needs no more.
    fn look_for_deadlock(&mut self) {
        let buffer = self.design.buffer as usize;
        let mut locked: Vec<_> = (0..self.worms.len()).collect();
        locked.retain(|&worm| self.worms[worm].is_blocked);
        loop {
            let holds_for_ever = |index: usize, lane: Place| {
                let worm = &self.worms[index];
                let kept = (worm.length as usize).div_ceil(buffer);
                locked.contains(&index)
                    && worm.lanes.iter().take(kept).any(|(held, _)| *held == lane)
            };
            let stays = |&index: &usize| {
                let wanted = self.wanted(&self.worms[index]).into_iter();
                let mut holders = wanted.map(|lane| (lane, self.holder(lane)));
                holders.all(|(lane, holder)| holder.is_some_and(|h| holds_for_ever(h, lane)))
            };
            let still: Vec<_> = locked.iter().copied().filter(stays).collect();
            if still.len() == locked.len() {
                break;
            }
            locked = still;
        }
        if self.deadlock.is_none() && !locked.is_empty() {
            let messages = locked.iter().map(|&worm| self.worms[worm].message);
            self.deadlock = Some((self.clock, messages.collect()));
        }
    }

    /// Stage 3: which VC a channel serves, for those of which several are held.
    fn arbitrate(&mut self) -> Vec<Option<u8>> {
        let Design { network, vcs, .. } = &*self.design;
        let mut served = vec![None; self.last_served.len()];
        for channel in network.channel_ids() {
            let lane = |vc| Place::Channel(VirtualChannel { channel, vc });
            let held = (0..*vcs).filter(|&vc| self.holder(lane(vc)).is_some());
            if held.count() < 2 {
                continue;
            }
            let last = &mut self.last_served[channel.0 as usize];
            let mut in_turn = (1..=*vcs).map(|next| (*last + next) % vcs);
            let asks = |&vc: &u8| {
                let mut worms = self.worms.iter();
                worms.any(|worm| worm.asks_for(lane(vc), self.design.buffer))
            };
            if let Some(vc) = in_turn.find(asks) {
                served[channel.0 as usize] = Some(vc);
                *last = vc;
            }
        }
        served
    }

    /// Stage 4: every worm moves its flits, from the header back.
    fn advance(&mut self, served: &[Option<u8>]) -> Vec<Delivery> {
        for worm in &mut self.worms {
            for ahead in 0..worm.lanes.len() - 1 {
                let place = worm.lanes[ahead].0;
                if let Place::Channel(lane) = place
                    && served[lane.channel.0 as usize].is_some_and(|vc| vc != lane.vc)
                {
                    continue;
                }
                if !worm.has_room(ahead, self.design.buffer) {
                    continue;
                }
                let Some(flit) = worm.lanes[ahead + 1].1.pop_front() else {
                    continue;
                };
                worm.lanes[ahead].1.push_back(flit);
                if let Place::Channel(lane) = place {
                    self.flit_hops += 1;
                    if flit == 0 {
                        let timing = self.design.timing;
                        let is_home = self.design.network.to(lane.channel) == worm.to;
                        let delay = if is_home {
                            timing.ejection
                        } else {
                            timing.router
                        };
                        let since = self.clock + 1;
                        worm.waits = Some((since, since + u64::from(delay)));
                    }
                }
                if flit + 1 == worm.length {
                    worm.lanes.pop_back();
                }
            }
        }
        let arrived = self.worms.extract_if(.., |worm| worm.has_arrived());
        let mut deliveries: Vec<_> = arrived.map(|worm| worm.delivery(self.clock)).collect();
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
    fn has_room(&self, index: usize, buffer: u32) -> bool {
        let (place, flits) = &self.lanes[index];
        matches!(place, Place::Ejection(..)) || flits.len() < buffer as usize
    }

    /// Whether a flit waits to enter this lane of the worm, and could if no channel were
    /// shared: there is room, or the flits ahead can move up.
    fn can_enter(&self, index: usize, buffer: u32) -> bool {
        let behind = self.lanes.get(index + 1);
        behind.is_some_and(|(_, flits)| !flits.is_empty())
            && (self.has_room(index, buffer) || index > 0 && self.can_enter(index - 1, buffer))
    }

    fn asks_for(&self, lane: Place, buffer: u32) -> bool {
        let index = self.lanes.iter().position(|(held, _)| *held == lane);
        index.is_some_and(|index| self.can_enter(index, buffer))
    }

    fn has_arrived(&self) -> bool {
        matches!(self.lanes[0], (Place::Ejection(..), ref flits) if flits.len() as u32 == self.length)
    }

    fn delivery(&self, now: u64) -> Delivery {
        Delivery {
            message: self.message,
            from: self.from,
            to: self.to,
            generated: self.generated,
            headed: self.headed,
            arrived: now,
            hops: self.hops,
            length: self.length,
        }
    }
}
