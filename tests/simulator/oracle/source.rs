//! The sources of messages: relays, orders and random traffic.

use std::collections::BTreeMap;

use engine::multicast::{Plan, Route};
use engine::sim::{Completion, Delivery, Design, Leg, Location, MessageId, MulticastId};
use engine::topology::{ChannelId, NodeId};
use engine::traffic::{self, Arrivals};
use rand_core::Rng as _;

use super::Oracle;
use super::select::Request;
use super::tree::TreeWorm;
use super::worm::Worm;

/// A multicast, kept after it is complete.
#[derive(Debug)]
pub struct Multicast {
    pub from: NodeId,
    generated: u64,
    length: u32,
    plan: Plan,
    /// The message of each worm of the plan, once released.
    messages: Vec<Option<MessageId>>,
    /// Cycles in which copies arrived.
    arrivals: Vec<u64>,
    /// The number of channels of its tree, if it is a single message.
    tree: Option<u32>,
    /// The number of channels that each of its messages has crossed.
    hops: BTreeMap<MessageId, u32>,
}

/// A message that has not joined its queue yet.
#[derive(Debug)]
pub struct Prepared {
    /// The cycle in which it does.
    pub due: u64,
    queue: u32,
    pub worm: Worm,
}

impl Oracle {
    /// Stage 1, first part: messages that are due join their queue.
    pub fn generate(&mut self) {
        self.take_arrivals();
        self.send_replies();
        self.release();
        self.take_orders();
        self.draw();
        let clock = self.clock;
        let due = self.prepared.extract_if(.., |next| next.due <= clock);
        let mut due: Vec<_> = due.collect();
        due.sort_by_key(|next| next.worm.delivery.message);
        for next in due {
            self.queues[next.queue as usize].push_back(next.worm);
        }
    }

    /// Stage 1, second part: an idle injection port takes the first message of its queue.
    pub fn inject(&mut self) {
        let timing = self.design.timing;
        let queues = self.queues_of_node();
        for queue in 0..self.queues.len() as u32 {
            let node = NodeId(queue / queues);
            let port = Location::Injection(node, (queue % queues) as u8);
            if !self.is_free(port) {
                continue;
            }
            let Some(mut worm) = self.queues[queue as usize].pop_front() else {
                continue;
            };
            if worm.asked.is_some() {
                self.loops.leave_queue(node);
            }
            let is_multicast = worm.delivery.multicast.is_some();
            let startup = if is_multicast { timing.startup } else { 0 };
            // The header waits from the moment it takes the port; start-up is a delay like the
            // others.
            let delay = startup + timing.injection + timing.router;
            let ready = self.clock + u64::from(delay);
            if let Some(mut tree) = worm.tree.take() {
                tree.start(port, self.clock, ready);
                self.trees.push(tree);
                continue;
            }
            worm.aim = self.aim_on_leaving(&worm);
            worm.delivery.headed = self.clock;
            worm.waits = Some((self.clock, ready));
            let flits = (0..worm.delivery.length).collect();
            worm.lanes.push_front((port, flits));
            self.worms.push(worm);
        }
    }

    /// The leg with which a message leaves its queue: the drawn one, unless it weighs load and the
    /// direct route is lighter.
    fn aim_on_leaving(&self, worm: &Worm) -> Leg {
        let Design {
            network, routing, ..
        } = &*self.design;
        let order = worm.order.and_then(|order| self.design.vias.get(&order));
        let is_prescribed = order.is_some_and(|via| via.by.is_some());
        let last = routing.legs() - 1;
        if worm.path.is_some() || is_prescribed || worm.aim.number == last {
            return worm.aim;
        }
        let Delivery { from, to, .. } = worm.delivery;
        let ways = routing.ways(network, from, worm.aim.to, to);
        match ways {
            Some(ways) if ways.is_direct(|channel| self.queue_of(channel)) => {
                Leg { to, number: last }
            }
            _ => worm.aim,
        }
    }

    /// The number of messages that hold a virtual channel of a channel or were refused one.
    fn queue_of(&self, channel: ChannelId) -> u32 {
        let waits = |worm: &&Worm| {
            worm.is_blocked
                && matches!(self.request(worm), Request::Channel(offers) if offers.first().is_some_and(|offer| offer.channel == channel))
        };
        (self.held(channel) + self.worms.iter().filter(waits).count()) as u32
    }

    /// Releases the worms that waited for a copy that arrived in the last cycle.
    fn release(&mut self) {
        for arrived in self.deliveries.clone() {
            let Some(id) = arrived.multicast else {
                continue;
            };
            let multicast = &self.multicasts[id.0 as usize];
            let plan = multicast.plan.clone();
            let part = multicast
                .messages
                .iter()
                .position(|&message| message == Some(arrived.message));
            let worms = plan.worms.iter().enumerate();
            let released = worms.filter(|(_, w)| w.after == part && w.from == arrived.to);
            let released: Vec<_> = released.map(|(next, _)| next).collect();
            self.send_parts(id, &released);
        }
    }

    fn take_orders(&mut self) {
        let design = self.design.clone();
        while let Some(order) = design.orders.get(self.orders_done)
            && order.at <= self.clock
        {
            let index = self.orders_done;
            self.orders_done += 1;
            if let [to] = order.to[..] {
                self.send(order.from, to, order.length, None, Some(index));
            } else {
                self.send_to_all(order.from, &order.to, order.length);
            }
        }
    }

    fn draw(&mut self) {
        let design = self.design.clone();
        let arrivals = Arrivals::after(design.surge, design.rate, design.burst);
        let (broadcast, destinations, fraction) = match &design.multicasts {
            Some(multicasts) => (
                multicasts.broadcast,
                multicasts.destinations,
                multicasts.fraction,
            ),
            None => (0.0, 1, 1.0),
        };
        let terminals = design.network.terminals();
        let sends = |node: &usize| terminals.contains(NodeId(*node as u32));
        for node in (0..self.generators.len()).filter(sends) {
            while self.generators[node].1.cycle() <= self.clock && !self.loops.is_still(node) {
                let (random, clock) = &mut self.generators[node];
                let from = NodeId(node as u32);
                if broadcast > 0.0 && traffic::chance(random, broadcast) {
                    let all = terminals.iter().filter(|&to| to != from);
                    let length = design.length.draw(random);
                    clock.advance(&arrivals, random);
                    self.send_to_all(from, &all.collect::<Vec<_>>(), length);
                } else if destinations > 1 && (fraction >= 1.0 || traffic::chance(random, fraction))
                {
                    let to = traffic::others(terminals, from, destinations, random);
                    let length = design.length.draw(random);
                    clock.advance(&arrivals, random);
                    self.send_to_all(from, &to, length);
                } else {
                    let pattern = design.pattern.as_ref().expect("random traffic has one");
                    let to = pattern.destination(from, random);
                    let length = design.length.draw(random);
                    // One port needs no choice, and so no draw.
                    let ports = u32::from(design.ports.injection);
                    let port = (ports > 1).then(|| random.next_u32() % ports);
                    clock.advance(&arrivals, random);
                    if let Some(to) = to {
                        self.send(from, to, length, port.or(Some(0)), None);
                    }
                }
            }
            if self.loops.is_still(node) {
                self.generators[node].1.delay(1);
            }
        }
    }

    /// Sends a message to one node, through `port` or else through the port whose turn it is, on the
    /// path that is prescribed to its order, if any.
    fn send(
        &mut self,
        from: NodeId,
        to: NodeId,
        length: u32,
        port: Option<u32>,
        order: Option<usize>,
    ) {
        let design = self.design.clone();
        let mut worm = Worm::new(self.new_message(from, length, None), None, &[to]);
        match self
            .design
            .first_leg(self.design.seed, worm.delivery.message, from, to)
        {
            None => self.counters.undeliverable += 1,
            Some(_) if design.closed.is_some() && !design.delivers(to, from) => {
                self.counters.undeliverable += 1;
            }
            Some(leg) => {
                self.loops.ask(from);
                worm.aim = leg;
                let via = order.and_then(|order| self.design.vias.get(&order));
                if let Some(via) = via {
                    worm.order = order;
                    worm.via.clone_from(&via.lanes);
                    worm.aim = match via.by {
                        None => leg,
                        // Only the second leg is left.
                        Some(by) if by == from => Leg { to, number: 1 },
                        Some(by) => Leg { to: by, number: 0 },
                    };
                }
                self.prepare(worm, port, 0);
            }
        }
    }

    fn send_to_all(&mut self, from: NodeId, to: &[NodeId], length: u32) {
        let multicasts = self.design.multicasts.as_ref();
        let algorithm = &multicasts.expect("the design has multicasts").algorithm;
        let id = MulticastId(self.multicasts.len() as u64);
        let plan = algorithm.plan(from, to, id.0);
        let parts = plan.worms.len();
        let at_once: Vec<_> = (0..parts)
            .filter(|&part| plan.worms[part].after.is_none())
            .collect();
        self.multicasts.push(Multicast {
            from,
            generated: self.clock,
            length,
            plan,
            messages: vec![None; parts],
            arrivals: Vec::new(),
            tree: None,
            hops: BTreeMap::new(),
        });
        if self
            .design
            .multicasts
            .as_ref()
            .is_some_and(|m| m.router_copies)
        {
            return self.send_tree(id, to);
        }
        self.send_parts(id, &at_once);
    }

    /// Sends all parts of a multicast as one message.
    fn send_tree(&mut self, id: MulticastId, to: &[NodeId]) {
        let design = self.design.clone();
        let multicast = &mut self.multicasts[id.0 as usize];
        let plan = multicast
            .plan
            .clone()
            .laid(&design.network, &*design.routing);
        let (from, length) = (multicast.from, multicast.length);
        let last = *to.last().expect("it has destinations");
        let delivery = Delivery {
            to: last,
            ..self.new_message(from, length, Some(id))
        };
        let mut worm = Worm::new(delivery, None, &[last]);
        let tree = TreeWorm::new(&design.network, &plan, delivery);
        self.multicasts[id.0 as usize].tree = Some(tree.branches.len() as u32 - 1);
        worm.tree = Some(tree);
        self.prepare(worm, None, design.timing.preparation);
    }

    /// Sends parts through successive ports, starting with the one beside the channel if the first
    /// part goes to a neighbor.
    fn send_parts(&mut self, id: MulticastId, parts: &[usize]) {
        let ports = u32::from(self.design.ports.injection);
        let mut port = (self.counters.generated % u64::from(ports)) as u32;
        if let Some(&first) = parts.first() {
            let worm = &self.multicasts[id.0 as usize].plan.worms[first];
            let network = &self.design.network;
            let mut channels = network.channels_of(worm.from);
            let there = channels.find(|&channel| network.to(channel) == worm.deliver[0]);
            if let (Route::Routed, Some(channel)) = (&worm.route, there) {
                port = u32::from(network.port(channel).0) % ports;
            }
        }
        for (turn, &part) in (0..).zip(parts) {
            self.send_part(id, part, (port + turn) % ports);
        }
    }

    fn send_part(&mut self, id: MulticastId, part: usize, port: u32) {
        let multicast = &self.multicasts[id.0 as usize];
        let planned = multicast.plan.worms[part].clone();
        let path = match planned.route {
            Route::Routed => None,
            Route::Path(nodes) => Some(nodes),
        };
        let message = self.new_message(planned.from, multicast.length, Some(id));
        self.multicasts[id.0 as usize].messages[part] = Some(message.message);
        let mut worm = Worm::new(message, path, &planned.deliver);
        if worm.path.is_none() {
            let (message, to) = (worm.delivery.message, worm.delivery.to);
            let leg = self
                .design
                .first_leg(self.design.seed, message, planned.from, to);
            worm.aim = leg.expect("no links have failed");
        }
        self.prepare(worm, Some(port), self.design.timing.preparation);
    }

    /// A record for the next message, with nothing known but its origin.
    pub fn new_message(
        &self,
        from: NodeId,
        length: u32,
        multicast: Option<MulticastId>,
    ) -> Delivery {
        Delivery {
            message: MessageId(self.counters.generated),
            multicast,
            from,
            to: from,
            generated: self.clock,
            headed: 0,
            arrived: 0,
            hops: 0,
            length,
            round_trip: None,
        }
    }

    pub fn prepare(&mut self, worm: Worm, port: Option<u32>, delay: u32) {
        let ports = u32::from(self.design.ports.injection);
        let Delivery {
            message,
            from,
            length,
            ..
        } = worm.delivery;
        let in_turn = (message.0 % u64::from(ports)) as u32;
        self.counters.generated += 1;
        let copies = worm.copies.len() as u32 + 1;
        let copies = worm.tree.as_ref().map_or(copies, TreeWorm::copies);
        self.counters.offered_flits += u64::from(length) * u64::from(copies);
        self.prepared.push(Prepared {
            due: self.clock + u64::from(delay),
            queue: from.0 * self.queues_of_node() + port.unwrap_or(in_turn),
            worm,
        });
    }

    /// The multicasts whose last copy is among `deliveries`.
    pub fn complete(&mut self, deliveries: &[Delivery]) -> Vec<Completion> {
        let mut completions = Vec::new();
        for delivery in deliveries {
            let Some(id) = delivery.multicast else {
                continue;
            };
            let multicast = &mut self.multicasts[id.0 as usize];
            let hops = multicast.hops.entry(delivery.message).or_default();
            *hops = delivery.hops.max(*hops);
            if multicast.plan.relays.contains(&delivery.to) {
                continue;
            }
            multicast.arrivals.push(delivery.arrived);
            let copies = multicast.copies();
            if multicast.arrivals.len() as u32 == copies {
                completions.push(Completion {
                    multicast: id,
                    from: multicast.from,
                    generated: multicast.generated,
                    arrived: self.clock,
                    copies,
                    worms: match multicast.tree {
                        Some(_) => 1,
                        None => multicast.plan.worms.len() as u32,
                    },
                    channels: multicast.tree.unwrap_or(multicast.hops.values().sum()),
                    startups: match multicast.tree {
                        Some(_) => 1,
                        None => multicast.startups(self.design.ports.injection),
                    },
                    spread: multicast.spread(),
                });
            }
        }
        completions.sort_by_key(|completion| completion.multicast);
        completions
    }

    /// Whether nothing is left to do.
    pub fn is_drained(&self) -> bool {
        let are_complete = |multicast: &Multicast| {
            let arrived = multicast.arrivals.len() as u32;
            arrived == multicast.copies()
        };
        self.generators.is_empty()
            && self.orders_done == self.design.orders.len()
            && self.counters.generated == self.counters.delivered
            && !self.owes_replies()
            && self.multicasts.iter().all(are_complete)
    }
}

impl Multicast {
    fn copies(&self) -> u32 {
        let worms = self.plan.worms.iter();
        let copies: usize = worms.map(|worm| worm.deliver.len()).sum();
        (copies - self.plan.relays.len()) as u32
    }

    /// The longest chain of start-ups, of which a node can do as many at once as it has ports.
    fn startups(&self, ports: u8) -> u32 {
        let worms = &self.plan.worms;
        let paid = |part: usize| {
            let (mut paid, mut next) = (0, Some(part));
            while let Some(part) = next {
                let before = worms[..part].iter();
                let before = before.filter(|worm| worm.from == worms[part].from).count();
                paid += 1 + before as u32 / u32::from(ports);
                next = worms[part].after;
            }
            paid
        };
        (0..worms.len()).map(paid).max().unwrap_or(0)
    }

    /// The standard deviation of the arrival cycles of its copies.
    fn spread(&self) -> f64 {
        let count = self.arrivals.len() as f64;
        let after = self.arrivals.iter().map(|&at| at - self.generated);
        let sum: u64 = after.clone().sum();
        let squares: u128 = after.map(|t| u128::from(t) * u128::from(t)).sum();
        let mean = sum as f64 / count;
        let variance = squares as f64 / count - mean * mean;
        variance.max(0.0).sqrt()
    }
}
