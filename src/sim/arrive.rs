//! What follows when a header comes into a lane, and when a tail has come home.

use super::lanes::NONE;
use super::voyage::{Release, Voyage};
use super::worm::Header;
use super::{Delivery, Simulator, Switching};
use crate::topology::NodeId;

impl Simulator {
    /// A header has come into a lane.
    pub(super) fn header_enters(&mut self, worm: u32) {
        let lane = self.worms.head_lane(worm);
        if self.lanes.is_ejection(lane) {
            self.worms.at_mut(worm).header = Header::Arrived;
            return;
        }
        let channel = self.lanes.virtual_channel(lane).channel;
        let at = self.worms.at_mut(worm);
        at.here = self.lanes.turns[channel.0 as usize].to;
        if at.here == at.aim && at.aim != at.to {
            at.aim = at.to;
            at.leg += 1;
        }
        let mut is_home = at.here == at.aim;
        if at.voyage != NONE {
            self.voyages.at_mut(at.voyage).at += 1;
            // A path may lead past its last destination before it ends there.
            let ahead = self.voyages.path_ahead(at.voyage);
            is_home = ahead.map_or(is_home, |path| path.len() == 1);
        }
        if is_home {
            self.ask(worm, self.design.timing.ejection);
        } else if self.design.switching == Switching::StoreAndForward && at.tail != at.head {
            at.header = Header::Storing;
        } else {
            self.ask(worm, self.delay_here(worm));
        }
    }

    /// Cycles that a header spends in a router that is not its last.
    pub(super) fn delay_here(&self, worm: u32) -> u32 {
        let (timing, voyage) = (self.design.timing, self.worms.at(worm).voyage);
        if voyage != NONE && self.voyages.absorbs_here(voyage) {
            return timing.router.max(timing.ejection);
        }
        timing.router
    }

    /// Lets a header ask for its next lane from the coming cycle on.
    pub(super) fn ask(&mut self, worm: u32, delay: u32) {
        let at = self.worms.at_mut(worm);
        at.header = Header::Asking;
        at.since = self.clock + 1;
        at.ready = at.since + u64::from(delay);
        self.line_up(worm);
    }

    /// If a worm delivered a copy from a lane, the node has it whole now.
    pub(super) fn finish_copy(&mut self, worm: u32, position: u32) {
        let at = *self.worms.at(worm);
        let voyage = self.voyages.at_mut(at.voyage);
        let first = voyage.absorbing.front();
        if first.is_none_or(|absorption| absorption.position != position) {
            return;
        }
        let done = voyage.absorbing.pop_front().expect("it was looked at");
        self.lanes.release(done.port);
        self.routers.wake(done.node);
        self.deliver(worm, done.node, done.hops);
    }

    pub(super) fn complete(&mut self, worm: u32) {
        let at = *self.worms.at(worm);
        let port = self.worms.head_lane(worm);
        self.lanes.release(port);
        self.routers.wake(at.here);
        self.counters.delivered += 1;
        if at.voyage != NONE {
            self.voyages.came_home(at.voyage, at.hops);
        }
        self.deliver(worm, at.here, at.hops);
        self.voyages.forget(at.voyage);
        self.worms.remove(worm);
    }

    /// Takes note of a copy that has arrived whole.
    pub(super) fn deliver(&mut self, worm: u32, to: NodeId, hops: u32) {
        let at = *self.worms.at(worm);
        let mut multicast = None;
        if at.voyage != NONE {
            let &Voyage {
                operation,
                worm: planned,
                ..
            } = self.voyages.at(at.voyage);
            multicast = Some(self.voyages.operation(operation).id);
            let release = Release {
                by: at.message,
                operation,
                worm: planned,
                node: to,
            };
            let ports = self.design.ports.injection;
            if let Some(completion) = self.voyages.arrived(release, self.clock, ports) {
                self.completions.push(completion);
                self.voyages.forget_completed(operation);
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
        });
    }
}
