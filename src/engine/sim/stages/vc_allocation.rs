//! Stage 2: virtual-channel allocation, first come, first served.
//!
//! Headers that compete, for the channels that leave a node and for its ejection ports, wait in one
//! line (see `routers`), which is visited only in cycles in which a header has joined it or one of
//! those lanes has been freed.

use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::routing::{Candidate, Hop, VcSet, VirtualChannel};
use crate::sim::Simulator;
use crate::sim::events::{EventKind, Events};
use crate::sim::records::MessageId;
use crate::sim::selection::Selection;
use crate::sim::state::{
    CopyInProgress, Header, LaneIndex, LineIndex, Motion, NEVER, Owner, TableIndex as _, Worm,
    WormIndex,
};

impl Simulator {
    pub(in crate::sim) fn route(&mut self) {
        self.routers.wake_due(self.clock);
        let mut lines = std::mem::take(&mut self.scratch.lines);
        self.routers.take_busy(&mut lines);
        for line in lines.drain(..) {
            match self.routers.channel(line) {
                Some(channel) => self.serve_channel(line, channel),
                None => self.serve(line),
            }
        }
        self.scratch.lines = lines;
        self.look_for_deadlock();
    }

    /// Serves the headers of a line in order.
    fn serve(&mut self, line: LineIndex) {
        let mut before = WormIndex::NONE;
        let mut worm = self.routers.table[line].first;
        while worm.is_some() {
            let at = self.worms.at(worm);
            let next = at.next_waiting;
            // Most blocked headers wait for a single channel that is still held.
            let is_hopeless = at.header == Header::Blocked
                && at.offered == 1
                && !at.is_at_destination
                && at.multicast.is_none()
                && self.free(at.offer).is_empty();
            if at.ready() <= self.clock && !is_hopeless && self.serve_header(worm) {
                self.link(line, before, next);
            } else {
                before = worm;
            }
            worm = next;
        }
    }

    /// Grants a header a lane if one that it may take is free; returns whether it did.
    fn serve_header(&mut self, worm: WormIndex) -> bool {
        if self.worms.at(worm).motion.is_of_tree() {
            return self.serve_tree_header(worm);
        }
        if self.worms.at(worm).header == Header::Asking && !self.routers.are_by_channel() {
            self.compute_offers(worm);
        }
        let may_proceed = self.worms.at(worm).multicast.is_none() || self.has_or_claims_port(worm);
        let lane = if may_proceed {
            self.free_lane_for(worm)
        } else {
            LaneIndex::NONE
        };
        if lane.is_some() {
            self.claim(worm, lane);
        } else if self.worms.at(worm).header == Header::Asking {
            self.block(worm);
        }
        lane.is_some()
    }

    /// Blocks a header whose request was refused for the first time.
    pub(super) fn block(&mut self, worm: WormIndex) {
        self.worms.at_mut(worm).header = Header::Blocked;
        self.scratch.newly_blocked.push(worm);
        self.wake_when_due(worm);
    }

    /// Schedules a visit to the line of a newly blocked header for when a lane that it may take
    /// becomes free, if that time is known. Otherwise the line is woken when the lane is freed or
    /// its time becomes known.
    fn wake_when_due(&mut self, worm: WormIndex) {
        let at = self.worms.at(worm);
        if at.is_at_destination {
            return;
        }
        for offer in self.worms.offers(worm) {
            let due = self.lanes.channels[offer.channel].due;
            if due != NEVER {
                let line = self.routers.of_channel(offer.channel, at.here);
                self.routers.timers.add(due + 1, line);
            }
        }
    }

    /// Records the candidates of a waiting header, or that it is at its destination.
    ///
    /// The routing function is called once per hop: its candidates do not change while the header
    /// waits.
    pub(super) fn compute_offers(&mut self, worm: WormIndex) {
        let at = self.worms.at(worm);
        let mut hop = Hop::new(at.here, at.aim, at.leg);
        if at.hops > 0 && self.design.routing.asks_arrival() {
            hop = hop.over(self.lanes.virtual_channel(self.worms.head_lane(worm)));
        }
        let (message, is_reply, hops) = (at.message, at.is_reply(), at.hops);
        if at.multicast.is_some()
            && let Some(path) = self.multicasts.path_ahead(at.multicast)
        {
            let Some(&next) = path.get(1) else {
                self.worms.at_mut(worm).is_at_destination = true;
                return;
            };
            let channel = self.design.network.between(hop.here, next);
            let offer = Candidate {
                channel: channel.expect("planned nodes are neighbors"),
                vcs: VcSet::range(0, self.design.vcs),
                is_escape: false,
            };
            self.worms.set_offers(worm, &[offer]);
            return;
        }
        if hop.here == hop.to {
            self.worms.at_mut(worm).is_at_destination = true;
            return;
        }
        if let Some(VirtualChannel { channel, vc }) = self.prescribed_hop(message, hops) {
            let offer = Candidate {
                channel,
                vcs: VcSet(1 << vc),
                is_escape: false,
            };
            self.worms.set_offers(worm, &[offer]);
            return;
        }
        let candidates = &mut self.scratch.candidates;
        candidates.clear();
        self.design
            .offers_of(self.seed, (message, is_reply), hops, hop, candidates);
        self.worms.set_offers(worm, candidates.as_slice());
    }

    /// The virtual channel prescribed to a message for its `hops`-th hop, counted from 0.
    fn prescribed_hop(&self, message: MessageId, hops: u32) -> Option<VirtualChannel> {
        let via = self.via(message)?;
        via.lanes.get(hops as usize).copied()
    }

    /// Whether a header has the ejection port that it needs at its current node, if it needs one;
    /// claims a free port if there is one.
    fn has_or_claims_port(&mut self, worm: WormIndex) -> bool {
        let at = *self.worms.at(worm);
        if self.multicasts.worm(at.multicast).has_port
            || !self.multicasts.delivers_here(at.multicast)
        {
            return true;
        }
        let port = self.lanes.free_ejection(at.here);
        if port.is_none() {
            return false;
        }
        let position = at.head;
        self.lanes.claim(port, Owner { worm, position }, self.clock);
        let multicast_worm = self.multicasts.worm_mut(at.multicast);
        multicast_worm.has_port = true;
        multicast_worm.copies_in_progress.push_back(CopyInProgress {
            position,
            port,
            node: at.here,
            hops: at.hops,
        });
        if at.header == Header::Blocked {
            // From now on it waits for something else.
            self.worms.at_mut(worm).header = Header::Asking;
        }
        true
    }

    /// The free lane that a waiting header takes, or `NONE`.
    pub(super) fn free_lane_for(&self, worm: WormIndex) -> LaneIndex {
        let at = self.worms.at(worm);
        if at.is_at_destination {
            if self.lacks_place(at) {
                return LaneIndex::NONE;
            }
            return self.lanes.free_ejection(at.here);
        }
        let offers = self.worms.offers(worm);
        if let &[only] = offers
            && self.design.selection != Selection::Random
        {
            return self.first_free(only).unwrap_or(LaneIndex::NONE);
        }
        let preferred = self.select(worm, offers, false);
        let lane = preferred.or_else(|| self.select(worm, offers, true));
        lane.unwrap_or(LaneIndex::NONE)
    }

    /// Whether a message at its destination is a request for whose reply there is no place.
    #[inline]
    pub(in crate::sim) fn lacks_place(&self, worm: &Worm) -> bool {
        self.replies.are_expected() && !worm.is_reply() && !self.replies.has_place(worm.here)
    }

    /// The free lanes of an offer.
    #[inline]
    fn free(&self, offer: Candidate) -> VcSet {
        VcSet(self.lanes.free(offer.channel, self.clock).0 & offer.vcs.0)
    }

    #[inline]
    fn first_free(&self, offer: Candidate) -> Option<LaneIndex> {
        let free = self.free(offer);
        let first = free.0.trailing_zeros() as u8;
        (!free.is_empty()).then(|| self.lanes.of(offer.channel, first))
    }

    /// Chooses among the free lanes of the offers whose `is_escape` equals `escapes`.
    fn select(&self, worm: WormIndex, offers: &[Candidate], escapes: bool) -> Option<LaneIndex> {
        let offers = offers.iter().copied();
        let mut offers = offers.filter(|offer| offer.is_escape == escapes);
        match self.design.selection {
            Selection::First => offers.find_map(|offer| self.first_free(offer)),
            Selection::LeastOccupied => {
                let unheld = |offer: &Candidate| self.lanes.free(offer.channel, self.clock).len();
                let offers = offers.filter(|&offer| !self.free(offer).is_empty());
                let most = offers.clone().map(|offer| unheld(&offer)).max()?;
                let mut least_held = offers.filter(|offer| unheld(offer) == most);
                let drawn = match least_held.clone().count() {
                    1 => 0,
                    several => self.draw(worm, several as u32) as usize,
                };
                self.first_free(least_held.nth(drawn)?)
            }
            Selection::Random => {
                let count: u32 = offers.clone().map(|offer| self.free(offer).len()).sum();
                let mut lanes = offers.flat_map(|offer| {
                    let (channel, free) = (offer.channel, self.free(offer).iter());
                    free.map(move |vc| self.lanes.of(channel, vc))
                });
                lanes.nth(self.draw(worm, count) as usize)
            }
        }
    }

    /// Draws a number below `count` that depends only on the seed, the message and its hops.
    fn draw(&self, worm: WormIndex, count: u32) -> u32 {
        let at = self.worms.at(worm);
        let mut record = [0; 12];
        record[..8].copy_from_slice(&at.message.0.to_le_bytes());
        record[8..].copy_from_slice(&at.hops.to_le_bytes());
        let hash = xxh3_64_with_seed(&record, self.seed);
        (((hash >> 32) * u64::from(count)) >> 32) as u32
    }

    /// Grants a header a free lane.
    pub(super) fn claim(&mut self, worm: WormIndex, lane: LaneIndex) {
        if self.replies.are_expected() && self.lanes.is_ejection(lane) {
            self.take_place(worm);
        }
        if self.worms.at(worm).motion == Motion::Buffered {
            return self.claim_buffered(worm, lane);
        }
        if self.worms.is_at_end(worm) {
            self.update_tail(worm);
        }
        let before = self.worms.at(worm).head;
        let at = self.worms.extend(worm, lane, &mut self.lanes);
        at.header = Header::Claimed;
        if at.multicast.is_some() {
            let multicast_worm = self.multicasts.worm_mut(at.multicast);
            if at.head != before + 1 {
                for copy in &mut multicast_worm.copies_in_progress {
                    copy.position -= before + 1 - at.head;
                    self.lanes.renumber(copy.port, copy.position);
                }
            }
            multicast_worm.reached += u32::from(std::mem::take(&mut multicast_worm.has_port));
        }
        let position = at.head;
        let is_network = self.lanes.is_network(lane);
        if is_network {
            let VirtualChannel { channel, vc } = self.lanes.virtual_channel(lane);
            self.counters.hops += 1;
            self.counters.escapes += u64::from(self.escapes.contains(vc));
            self.events = self
                .events
                .with(Events::when(EventKind::Injected, at.hops == 0));
            at.hops += 1;
            self.lanes.assign_flits(channel, at.length);
        } else {
            at.is_sink = true;
        }
        self.lanes.claim(lane, Owner { worm, position }, self.clock);
        // A worm whose flits are still closing up behind a waiting header is already moving.
        match at.motion {
            Motion::Buffered | Motion::Moving | Motion::Tree | Motion::TreeHeader => {}
            Motion::Uncontended => self.entering.push(worm),
            Motion::Streaming => self.stop_streaming(worm),
            Motion::Stalled => {
                at.motion = Motion::Moving;
                self.moving.push(worm);
            }
        }
        if is_network && self.design.vcs > 1 {
            self.start_sharing(lane);
        }
    }

    /// Marks a newly claimed lane and the other held lanes of its channel as shared.
    pub(super) fn start_sharing(&mut self, lane: LaneIndex) {
        let channel = self.lanes.virtual_channel(lane).channel;
        let holders = self.lanes.holders(channel);
        if holders == 1 {
            return;
        }
        // If several others were held, they are already marked.
        for other in self.lanes.held_unbuffered(channel) {
            if other == lane || holders == 2 {
                let Owner { worm, position } = self.lanes.owner(other);
                self.stop_being_uncontended(worm);
                self.stop_streaming(worm);
                self.worms.word_mut(worm, position).shared |= position.bit();
                self.worms.at_mut(worm).sharing += 1;
            }
        }
    }

    /// The virtual channels that a blocked header may take.
    pub(in crate::sim) fn wanted(
        &self,
        worm: WormIndex,
    ) -> impl Iterator<Item = VirtualChannel> + '_ {
        let offers = if self.waits_for_port(worm) {
            &[]
        } else {
            self.worms.offers(worm)
        };
        offers.iter().flat_map(|offer| offer.lanes())
    }

    /// Whether a blocked header waits for an ejection port.
    pub(in crate::sim) fn waits_for_port(&self, worm: WormIndex) -> bool {
        let at = self.worms.at(worm);
        at.is_at_destination
            || at.multicast.is_some()
                && !self.multicasts.worm(at.multicast).has_port
                && self.multicasts.delivers_here(at.multicast)
    }
}
