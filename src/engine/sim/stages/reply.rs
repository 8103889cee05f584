//! Requests and replies: terminals serve the requests that have arrived, and the sources of those
//! that are answered go on.

use crate::sim::Simulator;
use crate::sim::state::{Header, Served, TableIndex as _, WormIndex};
use crate::topology::NodeId;

impl Simulator {
    /// Whether messages arrived in the last cycle that the coming one has to consider.
    pub(in crate::sim) fn has_arrivals_to_take(&self) -> bool {
        self.replies.are_expected() && !self.deliveries.is_empty()
    }

    /// Takes the messages that arrived in the last cycle: requests are served from now on, and
    /// replies are counted.
    pub(in crate::sim) fn take_arrivals(&mut self) {
        if !self.has_arrivals_to_take() {
            return;
        }
        let closed = self.design.closed.expect("replies are expected");
        let mut arrivals = std::mem::take(&mut self.deliveries);
        arrivals.sort_unstable_by_key(|delivery| delivery.message);
        for delivery in &arrivals {
            if delivery.round_trip.is_some() {
                if let Some(since) = self.replies.answer(delivery.to) {
                    self.go_on(delivery.to, since);
                }
            } else {
                self.replies.served.push_back(Served {
                    joins: self.clock + u64::from(closed.service),
                    by: delivery.to,
                    to: delivery.from,
                    asked: delivery.generated,
                });
            }
        }
        self.deliveries = arrivals;
    }

    /// Lets a source go on that has stood still.
    fn go_on(&mut self, node: NodeId, since: u64) {
        if self.design.is_random() {
            let clock = &mut self.sources.generators[node].clock;
            clock.delay(self.clock - since);
            let next = clock.cycle().max(self.clock);
            self.sources.due.add(next, node);
        }
    }

    /// Generates the replies that are due. They are not logged: who plays a log generates them again.
    pub(super) fn make_replies(&mut self) {
        while let Some(&served) = self.replies.served.front()
            && served.joins <= self.clock
        {
            self.replies.served.pop_front();
            let closed = self.design.closed.expect("a reply is made");
            let queue = self.lanes.reply_queue(served.by);
            let reply = self.new_message(served.to, closed.reply);
            self.join(queue, reply.replying(served.asked));
        }
    }

    /// Takes a place in the reply queue for a request that claims an ejection port. If it was the
    /// last, other requests that were refused a port wait for a place from now on, which may complete
    /// a deadlock.
    pub(super) fn take_place(&mut self, worm: WormIndex) {
        let at = self.worms.at(worm);
        if at.is_reply() || !self.replies.take_place(at.here) {
            return;
        }
        let mut other = self.routers.table[self.routers.of_ports(at.here)].first;
        while other.is_some() {
            let waits = self.worms.at(other);
            let next = waits.next_waiting;
            let is_refused = waits.header == Header::Blocked && waits.is_at_destination;
            if is_refused && other != worm && !waits.is_reply() {
                self.scratch.refused_again.push(other);
            }
            other = next;
        }
    }
}
