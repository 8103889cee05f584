//! Stage 1, its end: an idle injection port takes the next message of its queue, which becomes a worm.

use crate::sim::Simulator;
use crate::sim::design::{Design, Leg};
use crate::sim::records::MessageId;
use crate::sim::state::{
    Header, LaneIndex, Motion, MulticastWormIndex, NEVER, Owner, Position, Queued, TableIndex as _,
    Worm,
};
use crate::topology::{ChannelId, NodeId};

impl Simulator {
    /// Starts the first message of the queue of a port if the port is idle.
    pub(super) fn start_next(&mut self, lane: LaneIndex) {
        if self.lanes.owner(lane).worm.is_none()
            && let Some(next) = self.sources.pop(self.lanes.queue(lane))
        {
            self.start(lane, next);
        }
    }

    /// Turns a message into a worm, which takes the injection lane of an idle port.
    fn start(&mut self, lane: LaneIndex, message: Queued) {
        let timing = self.design.timing;
        let (from, _) = self.lanes.injection_port(lane);
        let Queued {
            message,
            generated,
            to,
            length,
            asked,
            part,
        } = message;
        let multicast = part.map_or(MulticastWormIndex::NONE, |part| {
            self.multicasts.start_worm(part)
        });
        let (leg, motion, startup) = if multicast.is_none() {
            let leg = self.first_leg(message, from, to);
            let leg = leg.expect("a message that cannot be routed is not generated");
            (leg, self.motion_of(length), 0)
        } else if self.multicasts.shape(multicast).is_some() {
            (Leg { to, number: 0 }, Motion::Tree, timing.startup)
        } else {
            (
                self.multicast_leg(multicast, message, from, to),
                Motion::Stalled,
                timing.startup,
            )
        };
        let worm = self.worms.add(Worm {
            aim: leg.to,
            leg: leg.number,
            generated,
            headed: self.clock,
            since: self.clock,
            delay: startup + timing.injection + timing.router,
            multicast,
            motion,
            asked,
            ..Worm::new(message, from, to, length, lane)
        });
        let position = Position::FIRST;
        self.lanes.claim(lane, Owner { worm, position }, self.clock);
        match motion {
            Motion::Buffered => self.passages.begin(lane),
            Motion::Tree => self.start_tree(worm, lane),
            _ => self.worms.at_mut(worm).reach = (length - 1) / self.capacity,
        }
        if asked != NEVER {
            self.replies.free_place(from);
            self.routers.wake(self.routers.of_ports(from));
        }
        self.enqueue_header(worm);
    }

    /// The first leg of a message to one node; `None` if failed links leave no route.
    #[inline]
    pub(super) fn first_leg(&self, message: MessageId, from: NodeId, to: NodeId) -> Option<Leg> {
        if self.is_direct {
            return Some(Leg { to, number: 0 });
        }
        if let Some(by) = self.via(message).and_then(|via| via.by) {
            return Some(self.design.leg_by(from, by, to));
        }
        let leg = self.design.first_leg(self.seed, message, from, to)?;
        Some(self.lighter_leg(from, leg, to))
    }

    /// The drawn first leg of a message or, for functions that weigh load, its last leg if that leads
    /// over shorter queues.
    fn lighter_leg(&self, from: NodeId, drawn: Leg, to: NodeId) -> Leg {
        let Design {
            network, routing, ..
        } = &*self.design;
        let number = routing.legs() - 1;
        if drawn.number == number {
            return drawn;
        }
        let ways = routing.ways(network, from, drawn.to, to);
        let is_direct = ways.is_some_and(|ways| ways.is_direct(|channel| self.queue_of(channel)));
        if is_direct { Leg { to, number } } else { drawn }
    }

    /// The number of messages that hold a virtual channel of a channel or were refused one.
    fn queue_of(&self, channel: ChannelId) -> u32 {
        let free = self.lanes.free(channel, self.clock).len();
        let line = self
            .routers
            .of_channel(channel, self.design.network.from(channel));
        let mut waiting = 0;
        let mut worm = self.routers.table[line].first;
        while worm.is_some() {
            let at = self.worms.at(worm);
            let waits = at.header == Header::Blocked && !at.motion.is_of_tree();
            waiting += u32::from(waits && at.offered > 0 && at.offer.channel == channel);
            worm = at.next_waiting;
        }
        u32::from(self.design.vcs) - free + waiting
    }

    /// The first leg of a worm of a multicast: all of its path if that is planned.
    fn multicast_leg(
        &self,
        multicast: MulticastWormIndex,
        message: MessageId,
        from: NodeId,
        to: NodeId,
    ) -> Leg {
        if self.multicasts.path_ahead(multicast).is_some() {
            return Leg { to, number: 0 };
        }
        let leg = self.first_leg(message, from, to);
        leg.expect("a message that cannot be routed is not generated")
    }
}
