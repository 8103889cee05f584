//! Consequences of a header entering a lane and of a tail arriving.

use crate::sim::Simulator;
use crate::sim::records::Delivery;
use crate::sim::state::{Header, Position, Release, TableIndex as _, Worm, WormIndex};
use crate::topology::NodeId;

impl Simulator {
    /// Handles the entry of a header into a lane.
    #[inline(always)]
    pub(super) fn header_enters(&mut self, worm: WormIndex) {
        let at = self.worms.at_mut(worm);
        let lane = at.lane;
        if self.lanes.is_ejection(lane) {
            at.header = Header::Arrived;
            return;
        }
        let channel = self.lanes.virtual_channel(lane).channel;
        at.here = self.lanes.channels[channel].to;
        if at.here == at.aim && at.aim != at.to {
            at.aim = at.to;
            at.leg += 1;
        }
        let mut is_at_destination = at.here == at.aim;
        if at.multicast.is_some() {
            self.multicasts.worm_mut(at.multicast).at += 1;
            // A path may pass its last destination before it ends there.
            let ahead = self.multicasts.path_ahead(at.multicast);
            is_at_destination = ahead.map_or(is_at_destination, |path| path.len() == 1);
        }
        let delay = if is_at_destination {
            self.design.timing.ejection
        } else if self.stores(worm) {
            self.worms.at_mut(worm).header = Header::Storing;
            return;
        } else {
            self.delay_here(worm)
        };
        self.ask(worm, delay);
    }

    /// Lets a header request its next lane after its tail has entered the same lane.
    #[cold]
    pub(super) fn ask_when_stored(&mut self, worm: WormIndex) {
        self.ask(worm, self.delay_here(worm));
    }

    /// Cycles that a header spends in a router other than its last.
    #[inline]
    pub(super) fn delay_here(&self, worm: WormIndex) -> u32 {
        let (timing, multicast) = (self.design.timing, self.worms.at(worm).multicast);
        if multicast.is_some() && self.multicasts.delivers_here(multicast) {
            return timing.router.max(timing.ejection);
        }
        timing.router
    }

    /// Lets a header request its next lane from the coming cycle on.
    #[inline(always)]
    pub(in crate::sim) fn ask(&mut self, worm: WormIndex, delay: u32) {
        let at = self.worms.at_mut(worm);
        at.header = Header::Asking;
        at.since = self.clock + 1;
        at.delay = delay;
        self.enqueue_header(worm);
    }

    /// Completes the copy that a worm delivered from a lane, if any: the node now has the whole
    /// message.
    pub(super) fn finish_copy(&mut self, worm: WormIndex, position: Position) {
        let at = *self.worms.at(worm);
        let copies = &mut self.multicasts.worm_mut(at.multicast).copies_in_progress;
        let Some(done) = copies.pop_front_if(|copy| copy.position == position) else {
            return;
        };
        self.lanes.release(done.port);
        self.routers.wake(self.routers.of_ports(done.node));
        self.deliver(worm, done.node, done.hops);
    }

    pub(in crate::sim) fn complete(&mut self, worm: WormIndex) {
        let &Worm {
            here,
            hops,
            multicast,
            lane: port,
            ..
        } = self.worms.at(worm);
        self.lanes.release(port);
        self.routers.wake(self.routers.of_ports(here));
        self.counters.delivered += 1;
        if multicast.is_some() {
            self.multicasts.count_channels(multicast, hops);
        }
        self.deliver(worm, here, hops);
        self.multicasts.remove_worm(multicast);
        self.worms.remove(worm);
    }

    /// Records a copy that has arrived completely.
    pub(in crate::sim) fn deliver(&mut self, worm: WormIndex, to: NodeId, hops: u32) {
        let at = self.worms.at(worm);
        let mut multicast = None;
        if at.multicast.is_some() {
            let part = self.multicasts.worm(at.multicast).part;
            multicast = Some(self.multicasts.live(part.multicast).id);
            let release = Release {
                by: at.message,
                part,
                node: to,
            };
            let ports = self.design.ports.injection;
            if let Some(completion) = self.multicasts.copy_arrived(release, self.clock, ports) {
                self.completions.push(completion);
                self.multicasts.remove_completed(part.multicast);
            }
        }
        self.record(Delivery {
            message: at.message,
            multicast,
            from: at.from,
            to,
            generated: at.generated,
            headed: at.headed,
            arrived: self.clock,
            hops,
            length: at.length,
            round_trip: at.is_reply().then(|| self.clock - at.asked),
        });
    }
}
