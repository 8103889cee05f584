//! Worm colors for drawings: worms that meet have different colors.
//!
//! Two worms *meet* at a node if each holds a channel into or out of it, or its injection port. In
//! particular, a worm meets every worm that it waits for or shares a channel with. A message has
//! the color of its number, and the worms of a multicast share the color of its number, until one
//! meets another worm of the same color. Then the younger takes a color that no worm it meets has,
//! and keeps it; a message counts as younger than any multicast. Colors depend on the past, so a
//! run has to track them from its beginning, as [`History`](super::History) does.
//!
//! A worm may meet worms of all colors. Then it differs, if possible, at least from those that it
//! shares a channel with or waits for and from those that wait for it, and it looks for a free
//! color again when its header advances.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::snapshot::Location;
use crate::routing::VirtualChannel;
use crate::sim::Simulator;
use crate::sim::records::{COLORS, MessageId, MulticastId};
use crate::sim::state::{Header, Motion, TableIndex as _, WormIndex};
use crate::topology::{ChannelId, NodeId, sorted::order_of};

/// The unit that has one color: a message or all worms of a multicast; ordered by age.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Party {
    Multicast(MulticastId),
    Message(MessageId),
}

impl Party {
    /// Its color before it meets another party of the same color.
    fn first_color(self) -> u8 {
        let (Self::Multicast(MulticastId(number)) | Self::Message(MessageId(number))) = self;
        (number % u64::from(COLORS)) as u8
    }
}

/// State of a worm remembered from one cycle to the next.
#[derive(Debug, Clone, Copy)]
struct Seen {
    party: Party,
    message: MessageId,
    hops: u32,
    header: Header,
    color: u8,
    /// Whether it meets an older worm of its color because it meets worms of all colors.
    is_crowded: bool,
}

/// A worm met by another.
#[derive(Debug, Clone, Copy)]
struct Met {
    worm: WormIndex,
    party: Party,
    color: u8,
    /// Whether they share a channel.
    shares: bool,
}

/// The colors of the worms in flight.
#[derive(Debug, Clone)]
pub(in crate::sim) struct Coloring {
    /// By worm index; out of date for worms that have been removed.
    seen: Vec<Option<Seen>>,
    /// Multicasts that no longer have their first color, in ascending order.
    recolored: Vec<(MulticastId, u8)>,
    /// The channels that lead to each node, concatenated, and the start of each node's range.
    arriving: Vec<ChannelId>,
    starts: Vec<u32>,
    /// Parties still to be examined in this cycle, the oldest on top.
    due: BinaryHeap<Reverse<(Party, WormIndex)>>,
}

impl Coloring {
    fn new(simulator: &Simulator) -> Self {
        let network = &simulator.design.network;
        let ends = network
            .channel_ids()
            .map(|channel| network.to(channel).0.into());
        let arriving: Vec<_> = order_of(ends)
            .map(|place| ChannelId(place as u32))
            .collect();
        let nodes = (0..=network.nodes()).map(NodeId);
        let first = |node| arriving.partition_point(|&channel| network.to(channel) < node) as u32;
        Self {
            seen: Vec::new(),
            recolored: Vec::new(),
            starts: nodes.map(first).collect(),
            arriving,
            due: BinaryHeap::new(),
        }
    }

    /// The color of a party, whether it has a worm in the network or not.
    fn color_of(&self, party: Party) -> u8 {
        let recolored = || match party {
            Party::Multicast(id) => self.recolored.iter().find(|(known, _)| *known == id),
            Party::Message(_) => None,
        };
        recolored().map_or_else(|| party.first_color(), |(_, color)| *color)
    }

    fn seen(&self, worm: WormIndex) -> Option<&Seen> {
        self.seen.get(worm.row())?.as_ref()
    }

    /// Recolors worms that have met another worm of their color in the last cycle.
    fn update(&mut self, simulator: &Simulator) {
        for (index, worm) in simulator.worms.iter() {
            let row = index.row();
            if self.seen.len() <= row {
                self.seen.resize(row + 1, None);
            }
            let known = self.seen[row].filter(|seen| seen.message == worm.message);
            let is_same =
                known.is_some_and(|seen| (seen.hops, seen.header) == (worm.hops, worm.header));
            // Branches of a tree change without a change of the worm's hops or header.
            if is_same && worm.motion != Motion::Tree {
                continue;
            }
            let party = known.map_or_else(|| simulator.party(index), |seen| seen.party);
            self.seen[row] = Some(Seen {
                party,
                message: worm.message,
                hops: worm.hops,
                header: worm.header,
                color: known.map_or_else(|| self.color_of(party), |seen| seen.color),
                is_crowded: known.is_some_and(|seen| seen.is_crowded),
            });
            self.due.push(Reverse((party, index)));
        }
        // A worm that changes its color may free the old one for a worm already examined. The loop
        // terminates because every change reduces the number of meeting worms with equal colors, or
        // of close ones among them.
        let mut crowded = Vec::new();
        while !self.due.is_empty() {
            let mut has_changed = false;
            while let Some(next) = self.due.pop() {
                // Only younger parties are added meanwhile, so duplicates are adjacent.
                while self.due.peek() == Some(&next) {
                    self.due.pop();
                }
                let Reverse((party, worm)) = next;
                has_changed |= self.settle(simulator, party, worm);
                if self.seen(worm).is_some_and(|seen| seen.is_crowded) {
                    crowded.push((party, worm));
                }
            }
            crowded.sort_unstable();
            crowded.dedup();
            if has_changed {
                self.due.extend(crowded.drain(..).map(Reverse));
            }
        }
    }

    /// Recolors a worm that may have met others, if necessary; returns whether its color changed.
    fn settle(&mut self, simulator: &Simulator, party: Party, worm: WormIndex) -> bool {
        let Some(&Seen {
            color, is_crowded, ..
        }) = self.seen(worm)
        else {
            return false;
        };
        let mut meets_older = false;
        for other in self.newly_met(simulator, worm) {
            let Some(seen) = self.seen(other).filter(|seen| seen.color == color) else {
                continue;
            };
            meets_older |= seen.party < party;
            if seen.party > party {
                self.crowd(seen.party, other);
            }
        }
        (is_crowded || meets_older) && self.recolor(simulator, party, worm)
    }

    /// Schedules the examination of a worm that is younger than one of its color.
    fn crowd(&mut self, party: Party, worm: WormIndex) {
        if let Some(Some(seen)) = self.seen.get_mut(worm.row()) {
            seen.is_crowded = true;
            self.due.push(Reverse((party, worm)));
        }
    }

    /// Gives a party the color with the fewest conflicts, keeping its own if that has none. Returns
    /// whether the color changed.
    fn recolor(&mut self, simulator: &Simulator, party: Party, worm: WormIndex) -> bool {
        let of_party: Vec<_> = match party {
            Party::Message(_) => vec![worm],
            Party::Multicast(_) => {
                let worms = simulator.worms.iter().map(|(index, _)| index);
                let is_of_party =
                    |index: &WormIndex| self.seen(*index).is_some_and(|seen| seen.party == party);
                worms.filter(is_of_party).collect()
            }
        };
        let mut met: Vec<Met> = Vec::new();
        for &worm in &of_party {
            self.for_all_met(simulator, worm, |other, shares| {
                if let Some(seen) = self.seen(other).filter(|seen| seen.party != party) {
                    let (party, color, worm) = (seen.party, seen.color, other);
                    met.push(Met {
                        worm,
                        party,
                        color,
                        shares,
                    });
                }
            });
        }
        met.sort_unstable_by_key(|met| (met.worm, !met.shares));
        met.dedup_by_key(|met| met.worm);
        let now = self
            .seen(worm)
            .map_or_else(|| party.first_color(), |seen| seen.color);
        let is_close = |met: &Met| {
            let mut own = of_party.iter();
            met.shares
                || own.any(|&one| {
                    simulator.waits_for(one, met.worm) || simulator.waits_for(met.worm, one)
                })
        };
        let color = choose(now, party, &met, is_close);
        let same = |met: &&Met| met.color == color;
        let is_crowded = met.iter().filter(same).any(|met| met.party < party);
        for worm in of_party {
            if let Some(Some(seen)) = self.seen.get_mut(worm.row()) {
                (seen.color, seen.is_crowded) = (color, is_crowded);
            }
        }
        if let Party::Multicast(id) = party
            && color != self.color_of(party)
        {
            self.remember(id, color);
        }
        if color == now {
            return false;
        }
        for met in met.iter().filter(same).filter(|met| met.party > party) {
            self.crowd(met.party, met.worm);
        }
        true
    }

    fn remember(&mut self, multicast: MulticastId, color: u8) {
        /// More recolored multicasts than this are rarely in flight.
        const MOST: usize = 64;
        match self.recolored.binary_search_by_key(&multicast, |r| r.0) {
            Ok(place) => self.recolored[place].1 = color,
            Err(place) => self.recolored.insert(place, (multicast, color)),
        }
        if self.recolored.len() > MOST {
            self.recolored.remove(0);
        }
    }

    /// The worms that a worm may have met in the last cycle: those at the node that its header has
    /// reached and at the previous one.
    fn newly_met(&self, simulator: &Simulator, worm: WormIndex) -> Vec<WormIndex> {
        let mut found = Vec::new();
        if simulator.worms.at(worm).motion == Motion::Tree {
            self.for_all_met(simulator, worm, |other, _| found.push(other));
            return found;
        }
        let head = simulator.place(simulator.worms.head_lane(worm));
        let (nodes, _) = simulator.extent_of(head);
        for node in nodes.into_iter().flatten() {
            self.for_all_at(simulator, node, |other, _| found.push(other));
        }
        found
    }

    /// Calls `call` for every worm that `worm` meets, possibly more than once, with whether they
    /// share a channel.
    fn for_all_met(
        &self,
        simulator: &Simulator,
        worm: WormIndex,
        mut call: impl FnMut(WormIndex, bool),
    ) {
        let (mut nodes, mut channels) = (Vec::new(), Vec::new());
        for segment in simulator.segments(worm) {
            let (ends, channel) = simulator.extent_of(segment.place);
            nodes.extend(ends.into_iter().flatten());
            channels.extend(channel);
        }
        nodes.sort_unstable();
        nodes.dedup();
        for node in nodes {
            self.for_all_at(simulator, node, |other, channel| {
                if other != worm {
                    call(
                        other,
                        channel.is_some_and(|channel| channels.contains(&channel)),
                    );
                }
            });
        }
    }

    /// Calls `call` for every worm that holds a channel to or from a node, with that channel, or
    /// its injection port.
    fn for_all_at(
        &self,
        simulator: &Simulator,
        node: NodeId,
        mut call: impl FnMut(WormIndex, Option<ChannelId>),
    ) {
        let lanes = &simulator.lanes;
        let span = self.starts[node.row()] as usize..self.starts[node.row() + 1] as usize;
        let leaving = simulator.design.network.channels_of(node);
        for channel in self.arriving[span].iter().copied().chain(leaving) {
            if lanes.holders(channel) == 0 {
                continue;
            }
            let free = lanes.free(channel, simulator.clock);
            for lane in lanes.held(channel) {
                let vc = lanes.virtual_channel(lane).vc;
                let owner = lanes.owner(lane).worm;
                if !free.contains(vc) && owner.is_some() {
                    call(owner, Some(channel));
                }
            }
        }
        for port in 0..simulator.design.queues() {
            let lane = lanes.injection_lane(lanes.queue_at(node, port));
            if let Some(owner) = lanes.owner(lane).worm.some() {
                call(owner, None);
            }
        }
    }
}

/// The color of a party that currently has the color `now`: `now` if no worm it meets has that
/// color, else the first color that none of them has, else the color that the fewest close worms
/// have. Close worms share a channel with the party, or one of the two waits for the other.
fn choose(now: u8, party: Party, met: &[Met], is_close: impl Fn(&Met) -> bool) -> u8 {
    let is_free = |color: u8| met.iter().all(|met| met.color != color);
    if is_free(now) {
        return now;
    }
    // Parties that change at the same time should not choose the same color.
    let in_turn = (0..COLORS).map(|step| (party.first_color() + step) % COLORS);
    if let Some(free) = in_turn.clone().find(|&color| is_free(color)) {
        return free;
    }
    let close = |color: u8| {
        let alike = met.iter().filter(|met| met.color == color);
        alike.filter(|met| is_close(met)).count()
    };
    // A party keeps its color if no close worm has it, so that colors rarely change.
    let disturbs = close(now);
    if disturbs == 0 {
        return now;
    }
    let best = in_turn.min_by_key(|&color| close(color)).unwrap_or(now);
    if close(best) < disturbs { best } else { now }
}

impl Simulator {
    /// Tracks colors from now on, so that worms that meet have different colors. This takes time in
    /// every cycle, so only runs that are displayed should enable it.
    #[must_use]
    pub fn with_colors(mut self) -> Self {
        self.coloring = Some(Box::new(Coloring::new(&self)));
        self
    }

    #[cold]
    pub(in crate::sim) fn update_colors(&mut self) {
        if let Some(mut coloring) = self.coloring.take() {
            coloring.update(self);
            self.coloring = Some(coloring);
        }
    }

    /// The color of a worm in flight.
    pub(in crate::sim) fn color(&self, worm: WormIndex) -> u8 {
        let seen = self.coloring.as_ref().and_then(|all| all.seen(worm));
        let message = self.worms.at(worm).message;
        seen.filter(|seen| seen.message == message)
            .map_or_else(|| self.party(worm).first_color(), |seen| seen.color)
    }

    /// Multicasts that no longer have their first color, each with its color.
    pub(in crate::sim) fn recolored(&self) -> Vec<(MulticastId, u8)> {
        let coloring = self.coloring.as_ref();
        coloring.map_or_else(Vec::new, |coloring| coloring.recolored.clone())
    }

    /// Approximate memory of the color tables \[bytes\].
    pub(in crate::sim) fn bytes_of_colors(&self) -> usize {
        self.coloring.as_ref().map_or(0, |coloring| {
            size_of_val(&*coloring.seen)
                + size_of_val(&*coloring.arriving)
                + size_of_val(&*coloring.starts)
        })
    }

    /// Whether the header of a worm waits for a lane that another worm holds.
    fn waits_for(&self, one: WormIndex, other: WormIndex) -> bool {
        let at = self.worms.at(one);
        at.header == Header::Blocked
            && !at.motion.is_of_tree()
            && self.wanted(one).any(|lane| {
                let lane = self.lanes.of(lane.channel, lane.vc);
                self.lanes.owner(lane).worm == other
            })
    }

    fn party(&self, worm: WormIndex) -> Party {
        let at = self.worms.at(worm);
        at.multicast
            .some()
            .map_or(Party::Message(at.message), |multicast| {
                let part = self.multicasts.worm(multicast).part;
                Party::Multicast(self.multicasts.live(part.multicast).id)
            })
    }

    /// The end nodes of a place, as far as worms meet there, and its channel.
    fn extent_of(&self, place: Location) -> ([Option<NodeId>; 2], Option<ChannelId>) {
        match place {
            Location::Channel(VirtualChannel { channel, .. }) => {
                let state = &self.lanes.channels[channel];
                ([Some(state.from), Some(state.to)], Some(channel))
            }
            Location::Injection(node, _) => ([Some(node), None], None),
            Location::Ejection(..) => ([None, None], None),
        }
    }
}
