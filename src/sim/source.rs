//! Where messages come from: Poisson arrivals, orders and relays, and the queues they wait in.

use rand_core::Rng as _;

use super::calendar::Calendar;
use super::lanes::{NONE, Owner};
use super::pages::Pages;
use super::voyage::{Itinerary, Part};
use super::worm::{Motion, Worm};
use super::{Design, Leg, MessageId, Multicasts, Simulator};
use crate::multicast::{PlannedWorm, Route};
use crate::topology::NodeId;
use crate::traffic::{self, PoissonClock, Random, streams};

/// A message in a source queue.
#[derive(Debug, Clone, Copy)]
pub(super) struct Queued {
    message: MessageId,
    generated: u64,
    to: NodeId,
    length: u32,
    /// What it does for a multicast, if anything.
    part: Option<Part>,
    /// The message behind it, or the next unused place.
    next: u32,
}

impl Queued {
    /// What it does for a multicast, if anything.
    pub(super) fn part(&self) -> Option<Part> {
        self.part
    }

    /// Cycle of generation.
    pub(super) fn generated(&self) -> u64 {
        self.generated
    }
}

/// First and last message of a queue, and how many there are.
#[derive(Debug, Clone, Copy)]
struct Ends {
    first: u32,
    last: u32,
    length: u32,
}

/// A node's random stream and the time of its next message.
#[derive(Debug, Clone)]
struct Generator {
    random: Random,
    clock: PoissonClock,
}

/// All sources. Queues are linked lists in one table, so a backlog costs no
/// allocation each, and checkpoints share it.
#[derive(Debug, Clone)]
pub(super) struct Sources {
    generators: Vec<Generator>,
    /// The node of each next random message.
    due: Calendar,
    due_now: Vec<u32>,
    orders_done: usize,
    queued: Pages<Queued>,
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
        let mut due = Calendar::new(generators.len() as u32);
        for (node, generator) in (0..).zip(&generators) {
            due.add(generator.clock.cycle(), node);
        }
        let empty = Ends {
            first: NONE,
            last: NONE,
            length: 0,
        };
        Self {
            due,
            due_now: Vec::new(),
            generators,
            orders_done: 0,
            queued: Pages::new(),
            unused: NONE,
            queues: vec![empty; nodes as usize * usize::from(design.ports.injection)],
            startable: Vec::new(),
        }
    }

    pub(super) fn more_to_come(&self, design: &Design) -> bool {
        !self.due.is_empty() || self.orders_done < design.orders.len()
    }

    /// The first cycle from `from` on in which a message is generated, `until` at the latest.
    pub(super) fn next_due(&self, design: &Design, from: u64, until: u64) -> u64 {
        let order = design.orders.get(self.orders_done);
        let until = order.map_or(until, |order| order.at.clamp(from, until));
        self.due.next_due(from, until)
    }

    /// Messages waiting in a queue, the one being sent not counted.
    pub(super) fn queue_length(&self, queue: usize) -> u32 {
        self.queues[queue].length
    }

    /// What the first messages of every queue do for multicasts: so many of a queue that a
    /// snapshot costs the same however long queues are.
    pub(super) fn next_parts(&self) -> impl Iterator<Item = Part> {
        const NEXT: usize = 8;
        let starts = self.queues.iter().map(|queue| queue.first);
        starts.flat_map(move |first| {
            let place = |at: u32| (at != NONE).then_some(at);
            let next = move |&at: &u32| place(self.queued[at].next);
            let places = std::iter::successors(place(first), next);
            places.take(NEXT).filter_map(move |at| self.queued[at].part)
        })
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes_of_nodes() + self.queued.bytes()
    }

    /// Memory in use \[bytes\] beside that of another copy.
    pub(super) fn bytes_beside(&self, other: &Self) -> usize {
        self.bytes_of_nodes() + self.queued.bytes_beside(&other.queued)
    }

    /// What does not depend on how much waits.
    fn bytes_of_nodes(&self) -> usize {
        size_of_val(&*self.generators) + self.due.bytes() + size_of_val(&*self.queues)
    }

    fn push(&mut self, queue: usize, message: Queued) {
        let place = if self.unused == NONE {
            self.queued.push(message)
        } else {
            let place = self.unused;
            let slot = &mut self.queued[place];
            self.unused = slot.next;
            *slot = message;
            place
        };
        let ends = &mut self.queues[queue];
        if ends.first == NONE {
            ends.first = place;
        } else {
            self.queued[ends.last].next = place;
        }
        ends.last = place;
        ends.length += 1;
    }

    fn pop(&mut self, queue: usize) -> Option<Queued> {
        let ends = &mut self.queues[queue];
        let place = ends.first;
        if place == NONE {
            return None;
        }
        let slot = &mut self.queued[place];
        let message = *slot;
        slot.next = self.unused;
        ends.first = message.next;
        ends.length -= 1;
        self.unused = place;
        Some(message)
    }
}

/// What a node sends next.
enum Drawn {
    Nothing,
    /// One destination, and the injection port.
    Unicast(NodeId, u32),
    Multicast(Vec<NodeId>),
}

impl Simulator {
    /// Stage 1: messages that are due join their queues, idle ports take the next message.
    pub(super) fn inject(&mut self) {
        self.join_prepared();
        self.release_relays();
        self.take_orders();
        self.draw_messages();
        while let Some(lane) = self.sources.startable.pop() {
            self.start_message(lane);
        }
    }

    fn join_prepared(&mut self) {
        while let Some(&(due, queue, message)) = self.voyages.prepared.front()
            && due <= self.clock
        {
            self.voyages.prepared.pop_front();
            self.join(queue, message);
        }
    }

    /// Sends on the worms that waited for a copy which has arrived in the last cycle.
    fn release_relays(&mut self) {
        if self.voyages.released.is_empty() {
            return;
        }
        let mut released = std::mem::take(&mut self.voyages.released);
        released.sort_unstable_by_key(|release| release.by);
        for release in released.drain(..) {
            self.release(release.operation, Some(release.worm), release.node);
        }
        self.voyages.released = released;
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
            if let [to] = *order.to {
                // Ports are used in turn, so that a list of orders needs no randomness.
                let port = self.next_port();
                self.generate(order.from, to, order.length, port);
            } else {
                self.begin_multicast(order.from, &order.to, order.length);
            }
        }
    }

    /// The injection port for messages that draw none: their number modulo the ports.
    fn next_port(&self) -> u32 {
        (self.counters.generated % u64::from(self.design.ports.injection)) as u32
    }

    fn draw_messages(&mut self) {
        let mut due = std::mem::take(&mut self.sources.due_now);
        self.sources.due.take(self.clock, &mut due);
        due.sort_unstable();
        for node in due.drain(..) {
            // Broadcasts of a single cycle can be more than there is memory for.
            while self.sources.generators[node as usize].clock.cycle() <= self.clock
                && !self.is_overrun()
            {
                self.draw_message(NodeId(node));
            }
            let next = self.sources.generators[node as usize].clock.cycle();
            self.sources.due.add(next.max(self.clock + 1), node);
        }
        self.sources.due_now = due;
    }

    fn draw_message(&mut self, from: NodeId) {
        let design = &*self.design;
        let Generator { random, clock } = &mut self.sources.generators[from.0 as usize];
        let several = draw_several(design.multicasts.as_ref(), design, from, random);
        let one = if several.is_none() {
            let pattern = design.pattern.as_deref();
            let pattern = pattern.expect("only a pattern makes messages due");
            pattern.destination(from, random)
        } else {
            None
        };
        let length = design.length.draw(random);
        let drawn = match (several, one) {
            (Some(to), _) => Drawn::Multicast(to),
            (None, one) => {
                let port = match u32::from(design.ports.injection) {
                    1 => 0,
                    ports => random.next_u32() % ports,
                };
                one.map_or(Drawn::Nothing, |to| Drawn::Unicast(to, port))
            }
        };
        clock.advance(design.rate, random);
        match drawn {
            Drawn::Nothing => {}
            Drawn::Unicast(to, port) => self.generate(from, to, length, port),
            Drawn::Multicast(to) => self.begin_multicast(from, &to, length),
        }
    }

    fn begin_multicast(&mut self, from: NodeId, to: &[NodeId], length: u32) {
        let design = self.design.clone();
        let multicasts = design.multicasts.as_ref();
        let multicasts = multicasts.expect("a scenario with multicasts says who plans them");
        let plan = multicasts.algorithm.plan(from, to, self.voyages.planned);
        if multicasts.replicate {
            let plan = plan.laid(&design.network, &*design.routing);
            let plan = Itinerary::replicated(plan, &design.network);
            let operation = self.voyages.begin(from, plan, length, self.clock);
            self.generate_tree(operation, from, to, length);
        } else {
            let plan = Itinerary::new(plan);
            let operation = self.voyages.begin(from, plan, length, self.clock);
            self.release(operation, None, from);
        }
    }

    /// Lets go the worms of a multicast that wait for a worm, or for the source, to have the
    /// message at a node.
    fn release(&mut self, operation: u32, by: Option<u32>, at: NodeId) {
        // The last copy of all releases nothing, and its multicast is forgotten.
        let Some((plan, length)) = self.voyages.itinerary(operation) else {
            return;
        };
        let ports = u32::from(self.design.ports.injection);
        let mut next = None;
        for (index, worm) in plan.released(by, at) {
            let port = next.unwrap_or_else(|| self.first_port(worm));
            next = Some((port + 1) % ports);
            self.generate_worm(operation, index, worm, length, port);
        }
    }

    /// The injection port for the first worm that a node sends on in a step: beside the channel
    /// to the neighbor to which it is routed, or in turn.
    fn first_port(&self, worm: &PlannedWorm) -> u32 {
        let (network, ports) = (&self.design.network, self.design.ports.injection);
        let is_routed = ports > 1 && worm.route == Route::Routed;
        let towards = || network.between(worm.from, worm.deliver[0]);
        match is_routed.then(towards).flatten() {
            Some(channel) => u32::from(network.port(channel).0 % ports),
            None => self.next_port(),
        }
    }

    fn generate_worm(
        &mut self,
        operation: u32,
        index: u32,
        worm: &PlannedWorm,
        length: u32,
        port: u32,
    ) {
        let part = Part {
            operation,
            worm: index,
        };
        self.generate_copies(part, worm.from, &worm.deliver, length, port);
    }

    fn generate_tree(&mut self, operation: u32, from: NodeId, to: &[NodeId], length: u32) {
        // It stands for all worms of its plan.
        let part = Part { operation, worm: 0 };
        self.generate_copies(part, from, to, length, self.next_port());
    }

    fn generate_copies(&mut self, part: Part, from: NodeId, to: &[NodeId], length: u32, port: u32) {
        let queue = from.0 * u32::from(self.design.ports.injection) + port;
        let message = Queued {
            part: Some(part),
            ..self.new_message(*to.last().expect("a worm delivers"), length)
        };
        // A copy for the last destination is in `new_message` already.
        let copies = to.len() as u64 - 1;
        self.counters.offered_flits += u64::from(length) * copies;
        match u64::from(self.design.timing.preparation) {
            0 => self.join(queue, message),
            cycles => {
                let joins = self.clock + cycles;
                self.voyages.prepared.push_back((joins, queue, message));
            }
        }
    }

    fn generate(&mut self, from: NodeId, to: NodeId, length: u32, port: u32) {
        let message = MessageId(self.counters.generated);
        if self.design.first_leg(message, from, to).is_none() {
            self.counters.undeliverable += 1;
            return;
        }
        let queue = from.0 * u32::from(self.design.ports.injection) + port;
        let message = self.new_message(to, length);
        self.join(queue, message);
    }

    fn new_message(&mut self, to: NodeId, length: u32) -> Queued {
        let message = MessageId(self.counters.generated);
        self.counters.generated += 1;
        self.counters.offered_flits += u64::from(length);
        Queued {
            message,
            generated: self.clock,
            to,
            length,
            part: None,
            next: NONE,
        }
    }

    fn join(&mut self, queue: u32, message: Queued) {
        self.sources.push(queue as usize, message);
        self.sources.startable.push(self.lanes.injection + queue);
    }

    /// Turns the first message of a queue into a worm if its port is idle.
    fn start_message(&mut self, lane: u32) {
        if self.lanes.owner(lane).worm != NONE {
            return;
        }
        let queue = (lane - self.lanes.injection) as usize;
        let Some(next) = self.sources.pop(queue) else {
            return;
        };
        let timing = self.design.timing;
        let (from, _) = self.lanes.injection_port(lane);
        let voyage = match next.part {
            Some(part) => self.voyages.set_out(part),
            None => NONE,
        };
        let startup = if voyage == NONE { 0 } else { timing.startup };
        let delay = startup + timing.injection + timing.router;
        let is_tree = voyage != NONE && self.voyages.shape(voyage).is_some();
        let is_planned = voyage != NONE && self.voyages.path_ahead(voyage).is_some();
        let leg = if is_planned {
            Leg {
                to: next.to,
                number: 0,
            }
        } else {
            let leg = self.design.first_leg(next.message, from, next.to);
            leg.expect("a message without a way is not generated")
        };
        let worm = Worm {
            aim: leg.to,
            leg: leg.number,
            generated: next.generated,
            headed: self.clock,
            since: self.clock,
            ready: self.clock + u64::from(delay),
            reach: (next.length - 1) / self.capacity,
            voyage,
            motion: match voyage {
                NONE => Motion::Flowing,
                _ if is_tree => Motion::Tree,
                _ => Motion::Still,
            },
            ..Worm::new(next.message, from, next.to, next.length)
        };
        let worm = self.worms.add(worm, lane);
        self.lanes
            .claim(lane, Owner { worm, position: 0 }, self.clock);
        if is_tree {
            self.plant(worm, lane);
        }
        self.line_up(worm);
    }
}

/// The destinations of a random message, if it has several.
fn draw_several(
    multicasts: Option<&Multicasts>,
    design: &Design,
    from: NodeId,
    random: &mut Random,
) -> Option<Vec<NodeId>> {
    let multicasts = multicasts?;
    let nodes = design.network.nodes();
    if multicasts.broadcast > 0.0 && traffic::chance(random, multicasts.broadcast) {
        let all = (0..nodes).map(NodeId);
        return Some(all.filter(|&node| node != from).collect());
    }
    // Where all are multicasts there is nothing to draw.
    let several = multicasts.destinations > 1
        && (multicasts.fraction >= 1.0 || traffic::chance(random, multicasts.fraction));
    several.then(|| traffic::others(nodes, from, multicasts.destinations, random))
}
