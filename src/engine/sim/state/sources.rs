//! Message sources: random streams, orders, and the queues in which messages wait.

use std::collections::VecDeque;

use super::collections::{LaneIndex, NEVER, Queue, QueueIndex, Table, TimingWheel};
use super::multicast::MulticastRole;
use crate::sim::backlog::Limits;
use crate::sim::design::Design;
use crate::sim::records::MessageId;
use crate::topology::NodeId;
use crate::traffic::{ArrivalClock, Arrivals, Random, streams};

/// A message in a source queue.
#[derive(Debug, Clone, Copy)]
pub(in crate::sim) struct Queued {
    pub message: MessageId,
    pub generated: u64,
    pub to: NodeId,
    pub length: u32,
    /// For a reply, the cycle in which its request was generated; otherwise `NEVER`.
    pub asked: u64,
    /// Its part in a multicast, if any.
    pub part: Option<MulticastRole>,
}

impl Queued {
    pub(in crate::sim) fn new(message: MessageId, generated: u64, to: NodeId, length: u32) -> Self {
        Self {
            message,
            generated,
            to,
            length,
            asked: NEVER,
            part: None,
        }
    }

    /// Returns the message as the reply to a request generated in the cycle `asked`.
    pub(in crate::sim) fn replying(mut self, asked: u64) -> Self {
        self.asked = asked;
        self
    }

    /// Returns the message as part of a multicast.
    pub(in crate::sim) fn with_part(mut self, part: MulticastRole) -> Self {
        self.part = Some(part);
        self
    }
}

/// A multicast message in preparation at its node.
#[derive(Debug, Clone, Copy)]
pub(in crate::sim) struct Prepared {
    /// The cycle in which it joins its queue.
    pub joins: u64,
    pub queue: QueueIndex,
    pub message: Queued,
}

/// A node's random stream and the time of its next message.
#[derive(Debug, Clone)]
pub(in crate::sim) struct Generator {
    pub random: Random,
    pub clock: ArrivalClock,
}

#[derive(Debug, Clone)]
pub(in crate::sim) struct Sources {
    /// The process by which every node generates messages.
    pub arrivals: Arrivals,
    pub generators: Table<NodeId, Generator>,
    /// The cycles in which nodes generate their next random messages.
    pub due: TimingWheel<NodeId>,
    pub due_now: Vec<NodeId>,
    pub orders_done: usize,
    /// Messages with a prescribed path, ascending, each with its index in the orders.
    pub prescribed: Vec<(MessageId, usize)>,
    queues: Table<QueueIndex, Queue<Queued>>,
    pub limits: Limits,
    /// Messages in preparation, in the order in which they join their queues.
    pub prepared: VecDeque<Prepared>,
    /// Injection lanes that may be able to start a message.
    pub startable: Vec<LaneIndex>,
}

impl Sources {
    pub(in crate::sim) fn new(design: &Design, seed: u64) -> Self {
        let nodes = design.network.nodes();
        let arrivals = Arrivals::after(design.surge, design.rate, design.burst);
        let generators = if design.is_random() {
            streams(seed, nodes)
                .into_iter()
                .map(|mut random| {
                    let clock = ArrivalClock::new(&arrivals, &mut random);
                    Generator { random, clock }
                })
                .collect()
        } else {
            Vec::new()
        };
        let generators = Table::from(generators);
        let mut due = TimingWheel::new(generators.len() as u32);
        let sends = |node: &NodeId| design.network.terminals().contains(*node);
        for (node, generator) in generators.iter().filter(|(node, _)| sends(node)) {
            due.add(generator.clock.cycle(), node);
        }
        let queues = (nodes * design.queues()) as usize;
        Self {
            arrivals,
            due,
            due_now: Vec::new(),
            generators,
            orders_done: 0,
            prescribed: Vec::new(),
            queues: vec![Queue::new(); queues].into(),
            limits: Limits::of(design),
            prepared: VecDeque::new(),
            startable: Vec::new(),
        }
    }

    pub(in crate::sim) fn more_to_come(&self, design: &Design) -> bool {
        !self.due.is_empty() || self.orders_done < design.orders.len()
    }

    /// The first cycle from `from` on in which a message is generated, but at most `until`.
    pub(in crate::sim) fn next_due(&self, design: &Design, from: u64, until: u64) -> u64 {
        let order = design.orders.get(self.orders_done);
        let until = order.map_or(until, |order| order.at.clamp(from, until));
        self.due.next_due(from, until)
    }

    /// Number of messages waiting in each queue, excluding those being sent.
    pub(in crate::sim) fn queue_lengths(&self) -> impl Iterator<Item = u32> + '_ {
        let lengths = self.queues.rows().iter().map(Queue::len);
        lengths.map(|length| length as u32)
    }

    /// Number of messages waiting in a queue.
    pub(in crate::sim) fn len(&self, queue: QueueIndex) -> u64 {
        self.queues[queue].len() as u64
    }

    /// Number of messages waiting in all `queues` queues of a node.
    pub(in crate::sim) fn waiting(&self, node: NodeId, queues: u32) -> u32 {
        let queues = queues as usize;
        let first = node.0 as usize * queues;
        let own = &self.queues.rows()[first..first + queues];
        own.iter().map(|queue| queue.len() as u32).sum()
    }

    /// The first `most` messages of every queue.
    pub(in crate::sim) fn first_queued(
        &self,
        most: usize,
    ) -> impl Iterator<Item = (QueueIndex, &Queued)> {
        let queues = self.queues.iter();
        queues.flat_map(move |(index, queue)| queue.iter().take(most).map(move |at| (index, at)))
    }

    pub(in crate::sim) fn bytes(&self) -> usize {
        let queues = self.queues.rows().iter();
        self.bytes_of_nodes() + queues.map(Queue::bytes).sum::<usize>()
    }

    /// Memory in use \[bytes\] in addition to that of another copy.
    pub(in crate::sim) fn unshared_bytes(&self, other: &Self) -> usize {
        let queues = self.queues.rows().iter().zip(other.queues.rows());
        let unshared = queues.map(|(queue, other)| queue.unshared_bytes(other));
        self.bytes_of_nodes() + unshared.sum::<usize>()
    }

    /// Memory that does not depend on the number of queued messages \[bytes\].
    fn bytes_of_nodes(&self) -> usize {
        self.generators.bytes() + self.due.bytes() + self.prepared.len() * size_of::<Prepared>()
    }

    pub(in crate::sim) fn push(&mut self, queue: QueueIndex, message: Queued) {
        self.queues[queue].push(message);
    }

    pub(in crate::sim) fn pop(&mut self, queue: QueueIndex) -> Option<Queued> {
        self.queues[queue].pop()
    }
}
