//! Where messages come from: Poisson arrivals and orders, and the queues they wait in.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rand_core::Rng as _;

use super::lanes::NONE;
use super::worms::{Header, Worm};
use super::{Design, MessageId, Simulator};
use crate::topology::NodeId;
use crate::traffic::{PoissonClock, Random, streams};

/// A message in a source queue.
#[derive(Debug, Clone, Copy)]
struct Queued {
    message: MessageId,
    generated: u64,
    to: NodeId,
    length: u32,
    /// The message behind it, or the next unused place.
    next: u32,
}

/// First and last message of a queue.
#[derive(Debug, Clone, Copy)]
struct Ends {
    first: u32,
    last: u32,
}

/// A node's random stream and the time of its next message.
#[derive(Debug, Clone)]
struct Generator {
    random: Random,
    clock: PoissonClock,
}

/// All sources. Queues are linked lists in one table, so a backlog costs no allocation each.
#[derive(Debug, Clone)]
pub(super) struct Sources {
    generators: Vec<Generator>,
    /// (cycle, node) of the next random message of every node.
    due: BinaryHeap<Reverse<(u64, u32)>>,
    orders_done: usize,
    queued: Vec<Queued>,
    unused: u32,
    queues: Vec<Ends>,
    /// Injection lanes that may have become able to start a message.
    pub(super) startable: Vec<u32>,
}

impl Sources {
    pub(super) fn new(design: &Design) -> Self {
        let nodes = design.network.nodes();
        let generators: Vec<_> = if design.is_random() {
            streams(design.seed, nodes)
                .into_iter()
                .map(|mut random| {
                    let clock = PoissonClock::new(design.rate, &mut random);
                    Generator { random, clock }
                })
                .collect()
        } else {
            Vec::new()
        };
        let due = generators.iter().zip(0..);
        let due = due.map(|(generator, node)| Reverse((generator.clock.cycle(), node)));
        let empty = Ends {
            first: NONE,
            last: NONE,
        };
        Self {
            due: due.collect(),
            generators,
            orders_done: 0,
            queued: Vec::new(),
            unused: NONE,
            queues: vec![empty; nodes as usize * usize::from(design.ports.injection)],
            startable: Vec::new(),
        }
    }

    pub(super) fn more_to_come(&self, design: &Design) -> bool {
        !self.due.is_empty() || self.orders_done < design.orders.len()
    }

    /// Messages waiting in a queue, the one being sent not counted.
    pub(super) fn queue_length(&self, queue: usize) -> u32 {
        let mut length = 0;
        let mut at = self.queues[queue].first;
        while at != NONE {
            length += 1;
            at = self.queued[at as usize].next;
        }
        length
    }

    pub(super) fn bytes(&self) -> usize {
        self.generators.len() * (size_of::<Generator>() + size_of::<(u64, u32)>())
            + self.queued.len() * size_of::<Queued>()
            + self.queues.len() * size_of::<Ends>()
    }

    fn push(&mut self, queue: usize, message: Queued) {
        let place = if self.unused == NONE {
            self.queued.push(message);
            self.queued.len() as u32 - 1
        } else {
            let place = self.unused;
            self.unused = self.queued[place as usize].next;
            self.queued[place as usize] = message;
            place
        };
        let ends = &mut self.queues[queue];
        if ends.first == NONE {
            ends.first = place;
        } else {
            self.queued[ends.last as usize].next = place;
        }
        ends.last = place;
    }

    fn pop(&mut self, queue: usize) -> Option<Queued> {
        let place = self.queues[queue].first;
        if place == NONE {
            return None;
        }
        let message = self.queued[place as usize];
        self.queues[queue].first = message.next;
        self.queued[place as usize].next = self.unused;
        self.unused = place;
        Some(message)
    }
}

impl Simulator {
    /// Stage 1: messages that are due join their queues, idle ports take the next message.
    pub(super) fn inject(&mut self) {
        self.take_orders();
        self.draw_messages();
        while let Some(lane) = self.sources.startable.pop() {
            self.start_message(lane);
        }
    }

    fn take_orders(&mut self) {
        if self.sources.orders_done == self.design.orders.len() {
            return;
        }
        let design = self.design.clone();
        let now = self.clock;
        let orders = design.orders[self.sources.orders_done..].iter();
        for order in orders.take_while(|order| order.at <= now) {
            self.sources.orders_done += 1;
            // Several ports are used in turn, so that a list of orders needs no randomness.
            let ports = u64::from(design.ports.injection);
            let port = self.counters.generated % ports;
            self.enqueue(order.from, order.to[0], order.length, port as u32);
        }
    }

    fn draw_messages(&mut self) {
        while let Some(&Reverse((cycle, node))) = self.sources.due.peek() {
            if cycle > self.clock {
                break;
            }
            let design = &self.design;
            let pattern = design
                .pattern
                .as_deref()
                .expect("only a pattern makes messages due");
            let generator = &mut self.sources.generators[node as usize];
            let random = &mut generator.random;
            let to = pattern.destination(NodeId(node), random);
            let length = design.length.draw(random);
            let port = match u32::from(design.ports.injection) {
                1 => 0,
                ports => random.next_u32() % ports,
            };
            generator.clock.advance(design.rate, random);
            let next = generator.clock.cycle();
            if let Some(mut first) = self.sources.due.peek_mut() {
                *first = Reverse((next, node));
            }
            if let Some(to) = to {
                self.enqueue(NodeId(node), to, length, port);
            }
        }
    }

    fn enqueue(&mut self, from: NodeId, to: NodeId, length: u32, port: u32) {
        let queue = from.0 * u32::from(self.design.ports.injection) + port;
        let message = Queued {
            message: MessageId(self.counters.generated),
            generated: self.clock,
            to,
            length,
            next: NONE,
        };
        self.counters.generated += 1;
        self.counters.offered_flits += u64::from(length);
        self.sources.push(queue as usize, message);
        self.sources.startable.push(self.lanes.injection + queue);
    }

    /// Turns the first message of a queue into a worm if its port is idle.
    fn start_message(&mut self, lane: u32) {
        if self.lanes.at(lane).worm != NONE {
            return;
        }
        let queue = (lane - self.lanes.injection) as usize;
        let Some(next) = self.sources.pop(queue) else {
            return;
        };
        let timing = self.design.timing;
        let (from, _) = self.lanes.injection_port(lane);
        let worm = self.worms.add(Worm {
            message: next.message,
            from,
            to: next.to,
            length: next.length,
            generated: next.generated,
            headed: self.clock,
            ready: self.clock + u64::from(timing.injection) + u64::from(timing.router),
            head: lane,
            hops: 0,
            header: Header::Asking,
            is_home: false,
            is_moving: false,
            searched: 0,
        });
        self.lanes.claim(lane, worm, NONE);
        self.lanes.table[lane as usize].held = next.length;
        self.asking.push(worm);
    }
}
