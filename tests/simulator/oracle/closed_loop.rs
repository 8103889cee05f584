//! Requests and replies.

use engine::sim::{Classes, ClosedLoop, Delivery, Design, Location, Requests};
use engine::topology::NodeId;

use super::Oracle;
use super::worm::Worm;

/// Requests and replies of all nodes.
#[derive(Debug)]
pub struct Loops {
    closed: Option<ClosedLoop>,
    /// By node.
    nodes: Vec<Requests>,
    /// Requests being served, each with the cycle in which its reply is generated.
    served: Vec<(u64, Delivery)>,
}

impl Loops {
    pub fn new(design: &Design) -> Self {
        let requests = |closed: ClosedLoop| Requests {
            outstanding: 0,
            places: closed.queue,
        };
        let nodes = design.network.nodes() as usize;
        let nodes = design.closed.map(|closed| vec![requests(closed); nodes]);
        Self {
            closed: design.closed,
            nodes: nodes.unwrap_or_default(),
            served: Vec::new(),
        }
    }

    /// Whether a node has as many requests as it may have.
    pub fn is_still(&self, node: usize) -> bool {
        let closed = self.closed;
        closed.is_some_and(|closed| self.nodes[node].outstanding >= closed.outstanding)
    }

    pub fn ask(&mut self, node: NodeId) {
        if self.closed.is_some() {
            self.nodes[node.0 as usize].outstanding += 1;
        }
    }

    pub fn take_place(&mut self, node: NodeId) {
        if self.closed.is_some() {
            self.nodes[node.0 as usize].places -= 1;
        }
    }

    pub fn leave_queue(&mut self, node: NodeId) {
        self.nodes[node.0 as usize].places += 1;
    }
}

impl Oracle {
    /// The injection queues of a node.
    pub fn queues_of_node(&self) -> u32 {
        let replies = u32::from(self.design.closed.is_some());
        u32::from(self.design.ports.injection) + replies
    }

    /// The port that sends the replies of a node.
    pub fn reply_port(&self, node: NodeId) -> Location {
        Location::Injection(node, self.design.ports.injection)
    }

    pub fn requests(&self) -> Vec<Requests> {
        self.loops.nodes.clone()
    }

    /// Whether a message is a request for whose reply its destination has no place.
    pub fn lacks_place(&self, worm: &Worm) -> bool {
        let is_request = self.loops.closed.is_some() && worm.asked.is_none();
        is_request && self.loops.nodes[worm.delivery.to.0 as usize].places == 0
    }

    /// Whether a reply is still to be generated, or one that arrived in the last cycle to be counted.
    pub fn owes_replies(&self) -> bool {
        self.loops.closed.is_some() && !(self.loops.served.is_empty() && self.deliveries.is_empty())
    }

    /// By how much the virtual channels of a message are above those that routing offers.
    pub fn shift_of(&self, worm: &Worm) -> u8 {
        match self.loops.closed.map(|closed| closed.classes) {
            Some(Classes::Separate) if worm.asked.is_some() => self.design.vcs / 2,
            _ => 0,
        }
    }

    /// Counts the replies that arrived in the last cycle and begins to serve the requests.
    pub fn take_arrivals(&mut self) {
        let Some(closed) = self.loops.closed else {
            return;
        };
        for arrived in self.deliveries.clone() {
            if arrived.round_trip.is_some() {
                self.loops.nodes[arrived.to.0 as usize].outstanding -= 1;
            } else {
                let due = self.clock + u64::from(closed.service);
                self.loops.served.push((due, arrived));
            }
        }
    }

    pub fn send_replies(&mut self) {
        let Some(closed) = self.loops.closed else {
            return;
        };
        let clock = self.clock;
        let due = self.loops.served.extract_if(.., |(due, _)| *due <= clock);
        for (_, request) in due.collect::<Vec<_>>() {
            let Delivery { from, to, .. } = request;
            let message = self.new_message(to, closed.reply, None);
            let mut reply = Worm::new(message, None, &[from]);
            reply.asked = Some(request.generated);
            let design = self.design.clone();
            let leg = design.first_leg(design.seed, reply.delivery.message, to, from);
            reply.aim = leg.expect("a request is sent only if its reply has a route");
            self.prepare(reply, Some(u32::from(design.ports.injection)), 0);
        }
    }
}
