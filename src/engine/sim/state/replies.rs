//! Requests without a reply, and replies that have not joined their queue.

use std::collections::VecDeque;

use super::collections::{NEVER, Table};
use crate::sim::closed_loop::{ClosedLoop, Requests};
use crate::sim::design::Design;
use crate::topology::NodeId;

/// A request that has arrived completely, from which a reply is made.
#[derive(Debug, Clone, Copy)]
pub(in crate::sim) struct Served {
    /// The cycle in which the reply joins its queue.
    pub joins: u64,
    pub by: NodeId,
    /// The source of the request.
    pub to: NodeId,
    /// The cycle in which the request was generated.
    pub asked: u64,
}

/// The state of a terminal in closed-loop traffic.
#[derive(Debug, Clone, Copy)]
pub(in crate::sim) struct Client {
    /// Number of its requests without a reply.
    outstanding: u32,
    /// The cycle since which its source stands still; `NEVER` while it does not.
    still_since: u64,
    /// Free places in its reply queue.
    places: u32,
}

/// All terminals in closed-loop traffic; empty without such traffic.
#[derive(Debug, Clone)]
pub(in crate::sim) struct Replies {
    most_outstanding: u32,
    clients: Table<NodeId, Client>,
    /// Requests being served, in the order in which their replies join.
    pub served: VecDeque<Served>,
}

impl Replies {
    pub(in crate::sim) fn new(design: &Design) -> Self {
        let client = |closed: ClosedLoop| Client {
            outstanding: 0,
            still_since: NEVER,
            places: closed.queue,
        };
        let nodes = design.network.nodes() as usize;
        let clients = design.closed.map(|closed| vec![client(closed); nodes]);
        Self {
            most_outstanding: design.closed.map_or(0, |closed| closed.outstanding),
            clients: Table::from(clients.unwrap_or_default()),
            served: VecDeque::new(),
        }
    }

    #[inline]
    pub(in crate::sim) fn are_expected(&self) -> bool {
        self.most_outstanding > 0
    }

    /// Whether the reply queue of a node has a free place.
    #[inline]
    pub(in crate::sim) fn has_place(&self, node: NodeId) -> bool {
        self.clients[node].places > 0
    }

    /// Whether the source of a node stands still.
    pub(in crate::sim) fn is_still(&self, node: NodeId) -> bool {
        self.are_expected() && self.clients[node].still_since != NEVER
    }

    /// The requests and replies of every node.
    pub(in crate::sim) fn views(&self) -> impl Iterator<Item = Requests> + '_ {
        self.clients.rows().iter().map(|client| Requests {
            outstanding: client.outstanding,
            places: client.places,
        })
    }

    /// Counts a request generated in a cycle.
    pub(in crate::sim) fn ask(&mut self, node: NodeId, now: u64) {
        let client = &mut self.clients[node];
        client.outstanding += 1;
        if client.outstanding == self.most_outstanding {
            client.still_since = now;
        }
    }

    /// Counts a reply that reached a node; returns since when the source of the node stood still, if
    /// it goes on now.
    pub(in crate::sim) fn answer(&mut self, node: NodeId) -> Option<u64> {
        let client = &mut self.clients[node];
        client.outstanding -= 1;
        let goes_on = client.outstanding + 1 == self.most_outstanding;
        goes_on.then(|| std::mem::replace(&mut client.still_since, NEVER))
    }

    /// Takes a place in the reply queue of a node; returns whether it was the last one.
    pub(in crate::sim) fn take_place(&mut self, node: NodeId) -> bool {
        let client = &mut self.clients[node];
        client.places -= 1;
        client.places == 0
    }

    /// Frees a place in the reply queue of a node.
    pub(in crate::sim) fn free_place(&mut self, node: NodeId) {
        self.clients[node].places += 1;
    }

    /// Approximate memory in use \[bytes\].
    pub(in crate::sim) fn bytes(&self) -> usize {
        self.clients.bytes() + self.served.len() * size_of::<Served>()
    }
}
