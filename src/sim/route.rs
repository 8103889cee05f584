//! Stage 2: headers ask for lanes, first come, first served.

use super::lanes::NONE;
use super::worms::Header;
use super::{Design, Simulator};
use crate::routing::{Candidate, Hop, VirtualChannel};
use crate::topology::NodeId;

impl Simulator {
    pub(super) fn route(&mut self) {
        // Headers that came up in the same cycle are served by age of their message.
        let worms = &self.worms;
        self.asking
            .sort_unstable_by_key(|&worm| worms.at(worm).message);
        self.waiting.append(&mut self.asking);

        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.retain(|&worm| {
            if self.worms.at(worm).ready > self.clock {
                return true;
            }
            let lane = self.free_lane_for(worm);
            if lane != NONE {
                self.claim(worm, lane);
            } else if self.worms.at(worm).header == Header::Asking {
                self.worms.at_mut(worm).header = Header::Blocked;
                self.scratch.newly_blocked.push(worm);
            }
            lane == NONE
        });
        self.waiting = waiting;
        self.look_for_deadlock();
    }

    /// Where a worm's header is.
    pub(super) fn header_node(&self, worm: u32) -> NodeId {
        let lane = self.worms.at(worm).head;
        if self.lanes.is_injection(lane) {
            self.lanes.injection_port(lane).0
        } else {
            let channel = self.lanes.virtual_channel(lane).channel;
            self.design.network.to(channel)
        }
    }

    /// Where a waiting header is and wants to go.
    fn hop(&self, worm: u32) -> Hop {
        let at = self.worms.at(worm);
        let arrived_on = self.lanes.is_network(at.head);
        Hop {
            here: self.header_node(worm),
            to: at.to,
            arrived_on: arrived_on.then(|| self.lanes.virtual_channel(at.head)),
        }
    }

    /// The first free lane that a waiting header may take, or `NONE`.
    ///
    /// The routing function is asked once per hop: what it allows does not change while the
    /// header waits.
    fn free_lane_for(&mut self, worm: u32) -> u32 {
        if self.worms.at(worm).header == Header::Asking {
            self.ask_routing(worm);
        }
        if self.worms.at(worm).is_home {
            let mut ports = self.lanes.ejection_lanes(self.worms.at(worm).to);
            let free = ports.find(|&lane| self.lanes.at(lane).worm == NONE);
            return free.unwrap_or(NONE);
        }
        for candidate in self.worms.offers(worm) {
            let free = self.lanes.turns[candidate.channel.0 as usize].free & candidate.vcs.0;
            if free != 0 {
                let vc = free.trailing_zeros() as u8;
                return self.lanes.of(candidate.channel, vc);
            }
        }
        NONE
    }

    fn ask_routing(&mut self, worm: u32) {
        let hop = self.hop(worm);
        self.worms.at_mut(worm).is_home = hop.here == hop.to;
        if hop.here != hop.to {
            let Design {
                network, routing, ..
            } = &*self.design;
            let candidates = &mut self.scratch.candidates;
            candidates.clear();
            routing.candidates(network, hop, candidates);
            self.worms.set_offers(worm, candidates.as_slice());
        }
    }

    fn claim(&mut self, worm: u32, lane: u32) {
        let at = self.worms.at_mut(worm);
        let behind = std::mem::replace(&mut at.head, lane);
        at.header = Header::Claimed;
        self.lanes.claim(lane, worm, behind);
        if self.lanes.is_network(lane) {
            self.worms.at_mut(worm).hops += 1;
        }
        // A worm whose flits still close up behind a waiting header is moving already.
        if !self.worms.at(worm).is_moving {
            self.worms.at_mut(worm).is_moving = true;
            self.moving.push(worm);
        }
    }

    /// The virtual channels that a blocked header may take.
    pub(super) fn wanted(&self, worm: u32) -> impl Iterator<Item = VirtualChannel> + '_ {
        let is_home = self.worms.at(worm).is_home;
        let offers = self.worms.offers(worm).take_while(move |_| !is_home);
        offers.flat_map(|Candidate { channel, vcs, .. }| {
            let vcs = vcs.iter();
            vcs.map(move |vc| VirtualChannel { channel, vc })
        })
    }
}
