//! Terms of models of wormhole latency, measured: how long lanes are held, how long headers wait from
//! one lane to the next, and how many worms enter a lane right behind another.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::sim::MessageId;
use crate::sim::Simulator;
use crate::sim::observe::{Location, Segment};
use crate::topology::{ChannelId, Network};

/// Count, mean and standard deviation of a time \[cycles\].
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Times {
    /// How often it was measured.
    pub count: u64,
    sum: u64,
    squares: u128,
}

impl Times {
    fn add(&mut self, cycles: u64) {
        self.count += 1;
        self.sum += cycles;
        self.squares += u128::from(cycles) * u128::from(cycles);
    }

    /// The mean; 0 if nothing was measured.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.count.max(1) as f64
    }

    /// The standard deviation; 0 if nothing was measured.
    pub fn deviation(&self) -> f64 {
        let mean = self.mean();
        let variance = self.squares as f64 / self.count.max(1) as f64 - mean * mean;
        libm::sqrt(variance.max(0.0))
    }
}

/// Lanes of one dimension, as the topology counts dimensions.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct HeldLanes {
    /// From the claim of a lane until it can be claimed again.
    pub held: Times,
    /// Claims in the first cycle in which the worm before had freed the lane.
    pub follow: u64,
}

/// Headers that go from the source or a lane into a lane.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Waits {
    /// Cycles that the header waited, more than it needs in an empty network.
    pub wait: Times,
    pub waited: u64,
}

/// Measured terms. A *kind* of port is 0 for sources, and 1 + d for lanes of dimension d.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Terms {
    pub cycles: u64,
    pub lanes: Vec<HeldLanes>,
    /// From a kind of port, by row, into lanes of a dimension, by column.
    pub waits: Vec<Vec<Waits>>,
    /// Lanes by their place on the path of their worm, from 0: times held, and waits for them.
    pub hops: Vec<(Times, Times)>,
    /// From the cycle in which a message takes its injection port until the port can be taken again.
    pub injection: Times,
}

/// A lane that is held.
#[derive(Debug, Clone, Copy)]
struct Hold {
    message: MessageId,
    since: u64,
    /// The place on the path of the worm.
    hop: usize,
    /// The last cycle in which it was seen to be held.
    seen: u64,
}

/// The lane in which the header of a worm is.
#[derive(Debug, Clone, Copy)]
struct Front {
    kind: usize,
    since: u64,
    hop: usize,
    seen: u64,
}

/// Observes worms cycle by cycle.
#[derive(Debug, Clone)]
pub struct Probe {
    /// The cycle from which claims count.
    start: u64,
    vcs: usize,
    holds: Vec<Option<Hold>>,
    /// The held lanes among them.
    held: Vec<usize>,
    /// For each lane, the cycle in which it was left last.
    freed: Vec<Option<u64>>,
    fronts: BTreeMap<MessageId, Front>,
    /// Worms in their injection ports, with the cycles in which they took them and were last seen there.
    injecting: BTreeMap<MessageId, [u64; 2]>,
    terms: Terms,
}

impl Probe {
    /// Starts to observe a run; claims before the cycle `start` do not count.
    pub fn new(simulator: &Simulator, start: u64) -> Self {
        let design = simulator.design();
        let network = &design.network;
        let vcs = usize::from(design.vcs);
        let lanes = network.channels() as usize * vcs;
        let dimensions = network
            .channel_ids()
            .map(|channel| network.dimension(channel));
        let dimensions = dimensions.max().map_or(0, |last| usize::from(last) + 1);
        Self {
            start,
            vcs,
            holds: vec![None; lanes],
            held: Vec::new(),
            freed: vec![None; lanes],
            fronts: BTreeMap::new(),
            injecting: BTreeMap::new(),
            terms: Terms {
                lanes: vec![HeldLanes::default(); dimensions],
                waits: vec![vec![Waits::default(); dimensions]; dimensions + 1],
                ..Terms::default()
            },
        }
    }

    /// Observes the cycle that was just simulated.
    pub fn look(&mut self, simulator: &Simulator) {
        let now = simulator.cycle();
        let network = &simulator.design().network;
        for (index, worm) in simulator.worms.iter() {
            let segments = simulator.segments(index);
            self.look_at(network, worm.message, &segments, now);
        }
        self.release(network, now);
        self.terms.cycles += u64::from(now > self.start);
    }

    fn look_at(&mut self, network: &Network, message: MessageId, segments: &[Segment], now: u64) {
        // From the tail to the header, so that lanes claimed in one cycle come in the order of the path.
        for segment in segments.iter().rev() {
            match segment.place {
                Location::Injection(..) => {
                    self.injecting.entry(message).or_insert([now, now])[1] = now;
                }
                Location::Ejection(..) => {}
                Location::Channel(lane) => {
                    let at = lane.channel.0 as usize * self.vcs + usize::from(lane.vc);
                    match &mut self.holds[at] {
                        Some(hold) if hold.message == message => hold.seen = now,
                        _ => {
                            let dimension = usize::from(network.dimension(lane.channel));
                            self.claim(message, at, dimension, now);
                        }
                    }
                }
            }
        }
        if let Some(front) = self.fronts.get_mut(&message) {
            front.seen = now;
        }
    }

    fn claim(&mut self, message: MessageId, at: usize, dimension: usize, now: u64) {
        let before = self.fronts.get(&message).copied();
        let (kind, hop, earliest) = if let Some(front) = before {
            (front.kind, front.hop + 1, front.since + 1)
        } else {
            let took = self.injecting.get(&message);
            (0, 0, took.map_or(now, |[since, _]| *since))
        };
        if now >= self.start && earliest >= self.start {
            let wait = now.saturating_sub(earliest);
            let waits = &mut self.terms.waits[kind][dimension];
            waits.wait.add(wait);
            waits.waited += u64::from(wait > 0);
            self.terms.lanes[dimension].follow +=
                u64::from(self.freed[at].is_some_and(|freed| freed + 1 == now));
            self.hop(hop).1.add(wait);
        }
        self.holds[at] = Some(Hold {
            message,
            since: now,
            hop,
            seen: now,
        });
        self.held.push(at);
        let front = Front {
            kind: dimension + 1,
            since: now,
            hop,
            seen: now,
        };
        self.fronts.insert(message, front);
    }

    /// Notes which lanes and ports were left in this cycle, so that they can be claimed in the next.
    fn release(&mut self, network: &Network, now: u64) {
        let mut held = std::mem::take(&mut self.held);
        held.retain(|&at| {
            let Some(hold) = self.holds[at] else {
                return false;
            };
            if hold.seen == now {
                return true;
            }
            self.holds[at] = None;
            self.freed[at] = Some(now);
            if hold.since >= self.start {
                let channel = ChannelId((at / self.vcs) as u32);
                let dimension = usize::from(network.dimension(channel));
                let cycles = now + 1 - hold.since;
                self.terms.lanes[dimension].held.add(cycles);
                self.hop(hold.hop).0.add(cycles);
            }
            false
        });
        self.held = held;
        let (start, terms) = (self.start, &mut self.terms);
        self.injecting.retain(|_, [since, seen]| {
            if *seen < now && *since >= start {
                terms.injection.add(now + 1 - *since);
            }
            *seen == now
        });
        self.fronts.retain(|_, front| front.seen == now);
    }

    fn hop(&mut self, hop: usize) -> &mut (Times, Times) {
        let hops = &mut self.terms.hops;
        if hops.len() <= hop {
            hops.resize(hop + 1, <(Times, Times)>::default());
        }
        &mut hops[hop]
    }

    pub fn terms(self) -> Terms {
        self.terms
    }
}
