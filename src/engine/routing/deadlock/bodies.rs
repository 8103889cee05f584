//! A search for deadlocks of messages that hold several lanes each.
//!
//! The search treats the lanes that must be held one after the other. It places the cheapest
//! message that can hold the lane and waits only for lanes that can be held, and removes the
//! messages that it collides with; their lanes must be held again if others want them. A search
//! that finds no deadlock proves nothing: the problem is co-NP-complete (Di Ianni 1998).

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use super::configuration::Configuration;
use super::flows::{Flows, Next, StateId, lanes_of};
use super::knot::is_within;
use super::lanes::Lanes;
use super::walks::Held;
use crate::routing::{RoutingFunction, VirtualChannel};

/// The maximum number of messages placed.
pub(super) const MOST_STEPS: u32 = 4000;

/// The number of messages placed before the search restarts from another lane.
const STEPS_EACH: u32 = 250;

/// The maximum number of states examined per message.
const MOST_STATES: usize = 20_000;

/// The cost of a lane, and the surcharges for a lane held by another message and for a wanted lane
/// that no message holds yet.
const LANE: u32 = 16;
const TAKEN: u32 = 96;
const ASKED: u32 = 40;

/// A deadlock within the lanes that peeling left, if one is found.
pub(super) fn search(
    flows: &Flows,
    routing: &dyn RoutingFunction,
    left: &Lanes,
) -> Option<Configuration> {
    let lanes: Vec<_> = left.iter().collect();
    let mut search = Search::new(flows, left);
    let rounds = MOST_STEPS / STEPS_EACH;
    for round in 0..rounds {
        let at = round as usize * lanes.len() / rounds as usize;
        search.begin(*lanes.get(at)?);
        for _ in 0..STEPS_EACH {
            let Some(lane) = search.next_wanted() else {
                let messages = search.messages.values();
                let messages = messages.map(|held| held.message(flows));
                let messages = messages.collect::<Option<_>>()?;
                let found = Configuration { messages }.reduced();
                return found.is_deadlock(flows.network, routing).then_some(found);
            };
            if !search.place(lane) {
                break;
            }
        }
    }
    None
}

struct Search<'a> {
    flows: &'a Flows<'a>,
    left: &'a Lanes,
    /// By channel: the states in which one of its lanes is offered.
    offered: Vec<Vec<StateId>>,
    messages: BTreeMap<u32, Held>,
    owner: BTreeMap<VirtualChannel, u32>,
    /// The first lane to be held in this round of the search.
    first: Option<VirtualChannel>,
    steps: u32,
}

impl<'a> Search<'a> {
    fn new(flows: &'a Flows<'a>, left: &'a Lanes) -> Self {
        let mut offered = vec![Vec::new(); flows.network.channels() as usize];
        for state in 0..flows.len() as StateId {
            for offer in flows.offers(state) {
                let states: &mut Vec<_> = &mut offered[offer.channel.0 as usize];
                if offer.vcs.0 & left.on(offer.channel).0 != 0 && states.last() != Some(&state) {
                    states.push(state);
                }
            }
        }
        Self {
            flows,
            left,
            offered,
            messages: BTreeMap::new(),
            owner: BTreeMap::new(),
            first: None,
            steps: 0,
        }
    }

    fn begin(&mut self, lane: VirtualChannel) {
        self.messages.clear();
        self.owner.clear();
        self.first = Some(lane);
    }

    /// A lane that must be held but is not; `None` if all are.
    fn next_wanted(&mut self) -> Option<VirtualChannel> {
        if self.messages.is_empty() {
            return self.first;
        }
        let wanted = self
            .messages
            .values()
            .flat_map(|held| lanes_of(held.wants(self.flows)));
        let wanted: BTreeSet<_> = wanted
            .filter(|lane| !self.owner.contains_key(lane))
            .collect();
        let nth = self.draw(0) as usize % wanted.len().max(1);
        wanted.into_iter().nth(nth)
    }

    /// A pseudo-random number, identical in every run.
    fn draw(&self, salt: u32) -> u32 {
        let mixed = (self.steps ^ salt.rotate_left(16)).wrapping_mul(0x9E37_79B9);
        (mixed ^ mixed >> 15).wrapping_mul(0x85EB_CA6B) >> 8
    }

    fn cost(&self, lane: VirtualChannel) -> u32 {
        let taken = if self.owner.contains_key(&lane) {
            TAKEN
        } else {
            0
        };
        LANE + taken + self.draw(lane.channel.0 * 16 + u32::from(lane.vc)) % LANE
    }

    /// Places the cheapest message that holds a lane; returns `false` if there is none.
    fn place(&mut self, lane: VirtualChannel) -> bool {
        self.steps += 1;
        let Some(held) = self.cheapest(lane) else {
            return false;
        };
        let number = self.steps;
        for lane in &held.lanes {
            if let Some(other) = self.owner.get(lane).copied()
                && let Some(removed) = self.messages.remove(&other)
            {
                for lane in removed.lanes {
                    self.owner.remove(&lane);
                }
            }
        }
        for &lane in &held.lanes {
            self.owner.insert(lane, number);
        }
        self.messages.insert(number, held);
        true
    }

    /// The cheapest message that holds a lane, by Dijkstra's algorithm over the states that a
    /// header can reach from it.
    fn cheapest(&self, lane: VirtualChannel) -> Option<Held> {
        let flows = self.flows;
        let mut reached: BTreeMap<StateId, (u32, Option<StateId>, VirtualChannel)> =
            BTreeMap::new();
        let mut open = BinaryHeap::new();
        let mut best: Option<(u32, StateId, usize)> = None;
        let mut reach = |open: &mut BinaryHeap<_>, next, cost, before, lane| {
            let known = reached.get(&next);
            if known.is_none_or(|&(known, ..)| cost < known) {
                reached.insert(next, (cost, before, lane));
                open.push(Reverse((cost, next)));
            }
        };
        let mut origin: BTreeMap<StateId, StateId> = BTreeMap::new();
        let each_end = |next: Next, lane: VirtualChannel, visit: &mut dyn FnMut(StateId)| match next
        {
            Next::State(next) => visit(next),
            Next::EndOfLeg => flows.onward(lane.channel).for_each(visit),
            Next::Arrived => {}
        };
        for &state in &self.offered[lane.channel.0 as usize] {
            let mut offers = flows.offers(state).iter();
            let is_offered =
                offers.any(|offer| offer.channel == lane.channel && offer.vcs.contains(lane.vc));
            if is_offered {
                let next = flows.next(state, lane.channel, lane.vc);
                each_end(next, lane, &mut |next| {
                    origin.entry(next).or_insert(state);
                    reach(&mut open, next, self.cost(lane), None, lane);
                });
            }
        }
        let mut looked_at = 0;
        let mut settled: BTreeMap<StateId, (Option<StateId>, VirtualChannel)> = BTreeMap::new();
        while let Some(Reverse((cost, state))) = open.pop() {
            if best.is_some_and(|(best, ..)| cost >= best) || looked_at > MOST_STATES {
                break;
            }
            if settled.contains_key(&state) {
                continue;
            }
            let (_, before, over) = reached[&state];
            settled.insert(state, (before, over));
            looked_at += 1;
            for (place, group) in flows.groups(state).enumerate() {
                if is_within(group, self.left) {
                    let asked = lanes_of(group).into_iter();
                    let asked = asked.filter(|lane| !self.owner.contains_key(lane)).count() as u32;
                    let all = cost + asked * ASKED;
                    if best.is_none_or(|(best, ..)| all < best) {
                        best = Some((all, state, place));
                    }
                }
            }
            let reached = &mut reached;
            flows.each_next(state, self.left, |channel, vcs, next| {
                for vc in vcs.iter() {
                    let lane = VirtualChannel { channel, vc };
                    each_end(next, lane, &mut |next| {
                        let cost = cost + self.cost(lane);
                        if !settled.contains_key(&next)
                            && reached.get(&next).is_none_or(|&(known, ..)| cost < known)
                        {
                            reached.insert(next, (cost, Some(state), lane));
                            open.push(Reverse((cost, next)));
                        }
                    });
                }
            });
        }
        let (_, last, group) = best?;
        let (mut lanes, mut state) = (Vec::new(), last);
        let first = loop {
            let (before, lane) = settled[&state];
            lanes.push(lane);
            match before {
                Some(before) => state = before,
                None => break origin[&state],
            }
        };
        lanes.reverse();
        let each: BTreeSet<_> = lanes.iter().collect();
        (each.len() == lanes.len()).then_some(Held {
            first,
            lanes,
            last,
            group,
        })
    }
}
