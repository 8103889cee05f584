//! γ_c(s, d), the expected number of times that a message from terminal s to terminal d crosses channel
//! c (Towles & Dally 2002).

use crate::routing::RoutingFunction;
use crate::routing::shares::Shares;
use crate::topology::{ChannelId, Network, NodeId};

/// The most values that are kept, over all channels: 16 bytes each.
const MOST_PAIRS: usize = 20_000_000;

/// The number of terminals of which the values are counted to estimate those of all.
const SAMPLES: u32 = 8;

/// Whether there will be too many values, as far as a few evenly spaced terminals tell: by a tenth more
/// than are kept.
fn are_too_many(terminals: u32, count: impl FnMut(u32) -> usize) -> bool {
    let samples = SAMPLES.min(terminals);
    let sampled = (0..samples).map(|nth| nth * terminals / samples);
    let all: usize = sampled.map(count).sum();
    let estimate = all as f64 * f64::from(terminals) / f64::from(samples.max(1));
    estimate > 1.1 * MOST_PAIRS as f64
}

/// Two terminals, by index, and the crossings of a message from one to the other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pair {
    pub(super) from: u16,
    pub(super) to: u16,
    pub(super) crossings: f64,
}

/// The crossings of one channel.
#[derive(Debug)]
pub(super) enum Crossings {
    /// Of each pair of different terminals whose messages cross it, ordered by destination or source.
    Of(Vec<Pair>),
    /// The sum of a part for the source and one for the destination, if messages go via any node.
    Ends(Vec<[f64; 2]>),
}

impl Crossings {
    /// The mean number of crossings over all pairs of different terminals.
    pub(super) fn mean(&self, terminals: f64) -> f64 {
        let sum = match self {
            Self::Of(pairs) => pairs.iter().map(|pair| pair.crossings).sum(),
            Self::Ends(ends) => {
                ends.iter().map(|[from, to]| from + to).sum::<f64>() * (terminals - 1.0)
            }
        };
        sum / (terminals * (terminals - 1.0))
    }
}

/// The crossings of every channel; `None` if they are too many to keep.
pub(super) fn of(network: &Network, routing: &dyn RoutingFunction) -> Option<Vec<Crossings>> {
    if routing.legs() == 1 {
        one_leg(network, routing)
    } else if routing.between().is_some() {
        via_some(network, routing)
    } else {
        Some(via_any(network, routing))
    }
}

/// The values of each channel while they are collected.
struct Collected {
    by_channel: Vec<Vec<Pair>>,
    kept: usize,
    /// The crossings of each channel by messages of the current pair, and the channels that have any.
    of_pair: Vec<f64>,
    crossed: Vec<ChannelId>,
}

impl Collected {
    fn new(network: &Network) -> Self {
        let channels = network.channels() as usize;
        Self {
            by_channel: vec![Vec::new(); channels],
            kept: 0,
            of_pair: vec![0.0; channels],
            crossed: Vec::new(),
        }
    }

    fn add(&mut self, channel: ChannelId, crossings: f64) {
        let of_pair = &mut self.of_pair[channel.0 as usize];
        if *of_pair == 0.0 {
            self.crossed.push(channel);
        }
        *of_pair += crossings;
    }

    /// Drops the crossings of the current pair; returns how many there were.
    fn drop_pair(&mut self) -> usize {
        let count = self.crossed.len();
        for channel in self.crossed.drain(..) {
            self.of_pair[channel.0 as usize] = 0.0;
        }
        count
    }

    /// Keeps the crossings of the current pair.
    fn keep(&mut self, from: u32, to: u32) {
        self.kept += self.crossed.len();
        for channel in self.crossed.drain(..) {
            let channel = channel.0 as usize;
            self.by_channel[channel].push(Pair {
                from: from as u16,
                to: to as u16,
                crossings: self.of_pair[channel],
            });
            self.of_pair[channel] = 0.0;
        }
    }

    fn all(self) -> Vec<Crossings> {
        self.by_channel.into_iter().map(Crossings::Of).collect()
    }
}

/// A function of one leg: each message by itself.
fn one_leg(network: &Network, routing: &dyn RoutingFunction) -> Option<Vec<Crossings>> {
    let terminals = network.terminals();
    let mut collected = Collected::new(network);
    let mut shares = Shares::default();
    let are_too_many = are_too_many(terminals.count(), |to| {
        let end = terminals.nth(to);
        shares.find(network, routing, routing.starts(network, end, 0));
        let starts: Vec<_> = shares.starts().collect();
        let counts = starts.into_iter().map(|start| {
            let only = |node| f64::from(u8::from(node == start));
            shares.carry(only, |channel, share| collected.add(channel, share));
            collected.drop_pair()
        });
        counts.sum()
    });
    if are_too_many {
        return None;
    }
    for (to, end) in (0..).zip(terminals.iter()) {
        shares.find(network, routing, routing.starts(network, end, 0));
        let starts: Vec<_> = shares.starts().collect();
        for start in starts {
            let only = |node| f64::from(u8::from(node == start));
            shares.carry(only, |channel, share| collected.add(channel, share));
            let from = terminals.place(start).expect("messages start at terminals");
            collected.keep(from, to);
        }
        if collected.kept > MOST_PAIRS {
            return None;
        }
    }
    Some(collected.all())
}

/// A function of two legs via a node that depends on the pair, each of its nodes equally often.
fn via_some(network: &Network, routing: &dyn RoutingFunction) -> Option<Vec<Crossings>> {
    let terminals = network.terminals();
    let first = Legs::of(network, routing, 0)?;
    let second = Legs::of(network, routing, 1)?;
    let mut collected = Collected::new(network);
    let add = |collected: &mut Collected, start: NodeId, end: NodeId| {
        let count = routing.intermediates(network, start, end);
        for nth in 0..count {
            let by = routing.intermediate(start, end, nth);
            let legs = [first.between(start, by), second.between(by, end)];
            for &(channel, share) in legs.into_iter().flatten() {
                collected.add(channel, share / f64::from(count));
            }
        }
    };
    let are_too_many = are_too_many(terminals.count(), |from| {
        let start = terminals.nth(from);
        let ends = terminals.iter().filter(|&end| end != start);
        let counts = ends.map(|end| {
            add(&mut collected, start, end);
            collected.drop_pair()
        });
        counts.sum()
    });
    if are_too_many {
        return None;
    }
    for (from, start) in (0..).zip(terminals.iter()) {
        for (to, end) in (0..).zip(terminals.iter()).filter(|(_, end)| *end != start) {
            add(&mut collected, start, end);
            collected.keep(from, to);
        }
        if collected.kept > MOST_PAIRS {
            return None;
        }
    }
    Some(collected.all())
}

/// The channels of a leg between every two nodes, with their shares.
struct Legs {
    nodes: usize,
    channels: Vec<Vec<(ChannelId, f64)>>,
}

impl Legs {
    fn of(network: &Network, routing: &dyn RoutingFunction, leg: u8) -> Option<Self> {
        let nodes = network.nodes() as usize;
        let mut channels = vec![Vec::new(); nodes * nodes];
        let (mut shares, mut kept) = (Shares::default(), 0);
        for end in routing.ends(network, leg) {
            shares.find(network, routing, routing.starts(network, end, leg));
            let starts: Vec<_> = shares.starts().collect();
            for start in starts {
                let list = &mut channels[end.0 as usize * nodes + start.0 as usize];
                let only = |node| f64::from(u8::from(node == start));
                shares.carry(only, |channel, share| list.push((channel, share)));
                kept += list.len();
            }
            if kept > MOST_PAIRS {
                return None;
            }
        }
        Some(Self { nodes, channels })
    }

    fn between(&self, start: NodeId, end: NodeId) -> &[(ChannelId, f64)] {
        &self.channels[end.0 as usize * self.nodes + start.0 as usize]
    }
}

/// A function of two legs via any node: the first leg does not depend on the destination, nor the second
/// on the source.
fn via_any(network: &Network, routing: &dyn RoutingFunction) -> Vec<Crossings> {
    let terminals = network.terminals();
    let none = vec![[0.0; 2]; terminals.count() as usize];
    let mut ends = vec![none; network.channels() as usize];
    let mut shares = Shares::default();
    let all = f64::from(network.nodes());
    let nodes = || (0..network.nodes()).map(NodeId);
    let starts_to = |end, leg| {
        let starts = nodes().filter(move |&start| start != end);
        starts.map(move |start| crate::routing::Hop::new(start, end, leg))
    };
    for by in nodes() {
        shares.find(network, routing, starts_to(by, 0));
        for (from, start) in (0..).zip(terminals.iter()) {
            let only = |node| f64::from(u8::from(node == start)) / all;
            shares.carry(only, |channel, share| {
                ends[channel.0 as usize][from][0] += share;
            });
        }
    }
    for (to, end) in (0..).zip(terminals.iter()) {
        shares.find(network, routing, starts_to(end, 1));
        shares.carry(
            |_| 1.0 / all,
            |channel, share| ends[channel.0 as usize][to][1] += share,
        );
    }
    ends.into_iter().map(Crossings::Ends).collect()
}
