//! Stage 1: random messages, orders and relayed multicasts join source queues, from which idle
//! ports take messages.

use rand_core::Rng as _;

use crate::multicast::{PlannedWorm, Route};
use crate::sim::Simulator;
use crate::sim::backlog::Lost;
use crate::sim::design::{Design, Multicasts, Via};
use crate::sim::records::MessageId;
use crate::sim::state::{
    Generator, MulticastIndex, MulticastRole, PlannedIndex, Prepared, QueueIndex, Queued,
    ReleasePlan, TableIndex as _,
};
use crate::topology::NodeId;
use crate::traffic::{self, Random};

/// The next message of a node.
enum Drawn {
    Nothing,
    /// The destination and the injection port.
    Unicast(NodeId, u32),
    Multicast(Vec<NodeId>),
}

impl Simulator {
    /// Stage 1: due messages join their queues, and idle ports take the next message.
    pub(in crate::sim) fn inject(&mut self) {
        self.make_replies();
        self.join_prepared();
        self.release_relays();
        self.take_orders();
        self.draw_messages();
        while let Some(lane) = self.sources.startable.pop() {
            self.start_next(lane);
        }
    }

    fn join_prepared(&mut self) {
        while let Some(&next) = self.sources.prepared.front()
            && next.joins <= self.clock
        {
            self.sources.prepared.pop_front();
            self.join(next.queue, next.message);
        }
    }

    /// Releases the worms that waited for a copy that arrived in the last cycle.
    fn release_relays(&mut self) {
        if self.multicasts.released.is_empty() {
            return;
        }
        let mut released = std::mem::take(&mut self.multicasts.released);
        released.sort_unstable_by_key(|release| release.by);
        for release in released.drain(..) {
            let MulticastRole { multicast, worm } = release.part;
            self.release(multicast, Some(worm), release.node);
        }
        self.multicasts.released = released;
    }

    fn take_orders(&mut self) {
        if self.sources.orders_done == self.design.orders.len() {
            return;
        }
        let design = self.design.clone();
        let now = self.clock;
        let orders = design.orders[self.sources.orders_done..].iter();
        for order in orders.take_while(|order| order.at <= now) {
            if design.vias.contains_key(&self.sources.orders_done) {
                let message = MessageId(self.counters.generated);
                self.sources
                    .prescribed
                    .push((message, self.sources.orders_done));
            }
            self.sources.orders_done += 1;
            if let [to] = *order.to {
                // Ports take turns, so that a list of orders needs no randomness.
                let port = self.next_port();
                self.generate(order.from, to, order.length, port);
            } else {
                self.begin_multicast(order.from, &order.to, order.length);
            }
        }
    }

    /// The injection port for messages that draw none: the message number modulo the number of
    /// ports.
    fn next_port(&self) -> u32 {
        (self.counters.generated % u64::from(self.design.ports.injection)) as u32
    }

    fn draw_messages(&mut self) {
        let mut due = std::mem::take(&mut self.sources.due_now);
        self.sources.due.take(self.clock, &mut due);
        due.sort_unstable();
        for node in due.drain(..) {
            // It was scheduled before its source stood still for some time.
            if self.sources.generators[node].clock.cycle() > self.clock {
                continue;
            }
            // The broadcasts of a single cycle can require more memory than is available.
            while self.is_due(node) && self.lost != Lost::Needed {
                self.draw_message(node);
            }
            // A source that stands still is scheduled when it goes on.
            if !self.replies.is_still(node) {
                let next = self.sources.generators[node].clock.cycle();
                self.sources.due.add(next.max(self.clock + 1), node);
            }
        }
        self.sources.due_now = due;
    }

    /// Whether a source generates a message in this cycle.
    fn is_due(&self, node: NodeId) -> bool {
        self.sources.generators[node].clock.cycle() <= self.clock && !self.replies.is_still(node)
    }

    fn draw_message(&mut self, from: NodeId) {
        let design = &*self.design;
        let arrivals = &self.sources.arrivals;
        let Generator { random, clock } = &mut self.sources.generators[from];
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
        clock.advance(arrivals, random);
        match drawn {
            Drawn::Nothing => {}
            Drawn::Unicast(to, port) => {
                if self.loses(self.lanes.queue_at(from, port)) {
                    self.count_lost(from, to, length);
                } else {
                    self.generate(from, to, length, port);
                }
            }
            Drawn::Multicast(to) => {
                if self.loses_multicast(from) {
                    self.counters.offered_flits += u64::from(length) * to.len() as u64;
                } else {
                    self.begin_multicast(from, &to, length);
                }
            }
        }
    }

    /// Counts a message to one node that is lost.
    #[cold]
    fn count_lost(&mut self, from: NodeId, to: NodeId, length: u32) {
        if self.has_route(MessageId(self.counters.generated), from, to) {
            self.counters.offered_flits += u64::from(length);
        } else {
            self.counters.undeliverable += 1;
        }
    }

    fn begin_multicast(&mut self, from: NodeId, to: &[NodeId], length: u32) {
        self.log(from, to, length);
        let design = self.design.clone();
        let multicasts = design.multicasts.as_ref();
        let multicasts =
            multicasts.expect("a scenario with multicasts has an algorithm that plans them");
        let plan = multicasts.algorithm.plan(from, to, self.multicasts.planned);
        if multicasts.router_copies {
            let plan = plan.laid(&design.network, &*design.routing);
            let plan = ReleasePlan::of_tree(plan, &design.network);
            let multicast = self.multicasts.begin(from, plan, length, self.clock);
            // The first worm represents all worms of its plan.
            let part = MulticastRole {
                multicast,
                worm: PlannedIndex::of_row(0),
            };
            self.generate_copies(part, from, to, length, self.next_port());
        } else {
            let plan = ReleasePlan::new(plan);
            let multicast = self.multicasts.begin(from, plan, length, self.clock);
            self.release(multicast, None, from);
        }
    }

    /// Releases the worms of a multicast that wait for a worm, or for the source if `by` is `None`,
    /// to have the message at a node.
    fn release(&mut self, multicast: MulticastIndex, by: Option<PlannedIndex>, at: NodeId) {
        // The very last copy releases nothing, and its multicast is already removed.
        let Some((plan, length)) = self.multicasts.release_plan(multicast) else {
            return;
        };
        let ports = u32::from(self.design.ports.injection);
        let mut next = None;
        for (index, worm) in plan.released(by, at) {
            let port = next.unwrap_or_else(|| self.first_port(worm));
            next = Some((port + 1) % ports);
            let part = MulticastRole {
                multicast,
                worm: index,
            };
            self.generate_copies(part, worm.from, &worm.deliver, length, port);
        }
    }

    /// The injection port for the first worm that a node releases in a cycle: the one associated
    /// with the channel to the neighbor to which it is routed, otherwise the next in turn.
    fn first_port(&self, worm: &PlannedWorm) -> u32 {
        let (network, ports) = (&self.design.network, self.design.ports.injection);
        let is_routed = ports > 1 && worm.route == Route::Routed;
        let towards = || network.between(worm.from, worm.deliver[0]);
        match is_routed.then(towards).flatten() {
            Some(channel) => u32::from(network.port(channel).0 % ports),
            None => self.next_port(),
        }
    }

    fn generate_copies(
        &mut self,
        part: MulticastRole,
        from: NodeId,
        to: &[NodeId],
        length: u32,
        port: u32,
    ) {
        let queue = self.lanes.queue_at(from, port);
        let last = *to.last().expect("a worm delivers");
        let message = self.new_message(last, length).with_part(part);
        // `new_message` has already counted the copy for the last destination.
        let copies = to.len() as u64 - 1;
        self.counters.offered_flits += u64::from(length) * copies;
        match u64::from(self.design.timing.preparation) {
            0 => self.join(queue, message),
            cycles => {
                self.sources.prepared.push_back(Prepared {
                    joins: self.clock + cycles,
                    queue,
                    message,
                });
            }
        }
    }

    fn generate(&mut self, from: NodeId, to: NodeId, length: u32, port: u32) {
        self.log(from, &[to], length);
        let message = MessageId(self.counters.generated);
        if !self.has_route(message, from, to) {
            self.counters.undeliverable += 1;
            // The number goes to the next message.
            let prescribed = &mut self.sources.prescribed;
            let _ = prescribed.pop_if(|(prescribed, _)| *prescribed == message);
            return;
        }
        if self.replies.are_expected() {
            self.replies.ask(from, self.clock);
        }
        let queue = self.lanes.queue_at(from, port);
        let message = self.new_message(to, length);
        self.join(queue, message);
    }

    /// Whether failed links leave a message to one node a route.
    fn has_route(&self, message: MessageId, from: NodeId, to: NodeId) -> bool {
        let design = &self.design;
        self.is_direct
            || design.first_leg(self.seed, message, from, to).is_some()
                && design.has_way_back(from, to)
    }

    pub(super) fn new_message(&mut self, to: NodeId, length: u32) -> Queued {
        let message = MessageId(self.counters.generated);
        self.counters.generated += 1;
        self.counters.offered_flits += u64::from(length);
        Queued::new(message, self.clock, to, length)
    }

    pub(super) fn join(&mut self, queue: QueueIndex, message: Queued) {
        self.sources.push(queue, message);
        self.sources
            .startable
            .push(self.lanes.injection_lane(queue));
    }

    /// The prescribed path of a message, if any.
    pub(in crate::sim) fn via(&self, message: MessageId) -> Option<&Via> {
        self.design.vias.get(&self.prescribed(message)?)
    }

    /// The index of the order of a message with a prescribed path.
    pub(in crate::sim) fn prescribed(&self, message: MessageId) -> Option<usize> {
        let prescribed = &self.sources.prescribed;
        let place = prescribed.binary_search_by_key(&message, |&(message, _)| message);
        Some(prescribed[place.ok()?].1)
    }
}

/// Draws the destinations of a random message if it has several.
fn draw_several(
    multicasts: Option<&Multicasts>,
    design: &Design,
    from: NodeId,
    random: &mut Random,
) -> Option<Vec<NodeId>> {
    let multicasts = multicasts?;
    let terminals = design.network.terminals();
    if multicasts.broadcast > 0.0 && traffic::chance(random, multicasts.broadcast) {
        return Some(terminals.iter().filter(|&node| node != from).collect());
    }
    // If all messages are multicasts there is nothing to draw.
    let several = multicasts.destinations > 1
        && (multicasts.fraction >= 1.0 || traffic::chance(random, multicasts.fraction));
    several.then(|| traffic::others(terminals, from, multicasts.destinations, random))
}
