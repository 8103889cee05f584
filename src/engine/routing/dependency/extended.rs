//! Duato's extended dependency graph: the direct and indirect dependencies among escapes.
//!
//! For one destination, let A(v) be the set of nodes reachable from v over adaptive channels,
//! including v. A message that reached v over an escape, and possibly went on from there, asks for
//! an escape at some node of A(v). These escapes are stored as rows of bits indexed by class, port
//! and start node of the escape, so that whole words of nodes are added at once.

use std::borrow::Cow;

use super::super::{VcSet, VirtualChannel};
use super::classes::Classes;
use super::digraph::Digraph;
use super::offers::Offers;
use super::{Escape, Graph, bits};
use crate::topology::{ChannelId, Network, NodeId, Port};

/// The extended graph, and whether escapes alone are connected.
#[derive(Debug)]
pub(super) struct Extended {
    /// The classes of VCs reserved for escape.
    classes: Vec<u32>,
    degree: usize,
    /// The number of words with a bit for every node.
    words: usize,
    /// By channel and class held: a bit for the class, port and node of every escape asked for.
    rows: Vec<u64>,
    pub(super) is_connected: bool,
    /// The channels that lead to each node.
    into: Vec<Vec<ChannelId>>,
}

impl Extended {
    pub(super) fn new(network: &Network, classes: &Classes, escapes: VcSet) -> Self {
        let kept = (0..classes.len()).filter(|&c| classes.vcs(c).0 & escapes.0 != 0);
        let kept: Vec<_> = kept.collect();
        let degree = network.degrees().1 as usize;
        let ports = network.channel_ids().map(|channel| network.port(channel).0);
        let degree = degree.max(ports.max().map_or(0, |port| usize::from(port) + 1));
        let words = network.nodes().div_ceil(u64::BITS) as usize;
        let rows = network.channels() as usize * kept.len();
        let mut into = vec![Vec::new(); network.nodes() as usize];
        for channel in network.channel_ids() {
            into[network.to(channel).0 as usize].push(channel);
        }
        Self {
            rows: vec![0; rows * kept.len() * degree * words],
            classes: kept,
            degree,
            words,
            is_connected: true,
            into,
        }
    }

    /// Adds the dependencies of messages for one destination.
    pub(super) fn depend(&mut self, network: &Network, offers: &Offers, to: NodeId) {
        let escapes = |node| offers.escapes_at(node).iter().fold(0, |all, p| all | p);
        let by_escape = self.backwards(network, to, escapes);
        let expected = offers.reaches.iter().filter(|&&reaches| reaches).count() + 1;
        self.is_connected &= by_escape.len() == expected;
        let ahead = self.ahead(network, offers, to);
        let asked = self.asked(network, offers);
        let row_words = self.row_words();
        let kept = self.classes.len();
        for here in (0..network.nodes()).map(NodeId) {
            for (held, &class) in self.classes.iter().enumerate() {
                for port in bits(offers.escapes_at(here)[class as usize]) {
                    let channel = network.channel(here, port);
                    let from = network.to(channel).0 as usize * self.words;
                    let ahead = &ahead[from..from + self.words];
                    let row = (channel.0 as usize * kept + held) * row_words;
                    for (group, at) in &asked {
                        let row = &mut self.rows[row + group * self.words..][..self.words];
                        for ((bits, ahead), at) in row.iter_mut().zip(ahead).zip(at) {
                            *bits |= ahead & at;
                        }
                    }
                }
            }
        }
    }

    /// Adds the dependency of one escape on another.
    pub(super) fn depend_on(
        &mut self,
        network: &Network,
        held: VirtualChannel,
        wanted: VirtualChannel,
    ) {
        // Only called for graphs in which every class is a single VC.
        let place = |vc: u8| {
            let kept = self
                .classes
                .iter()
                .position(|&class| class == u32::from(vc));
            kept.expect("escapes are kept for it")
        };
        let row = held.channel.0 as usize * self.classes.len() + place(held.vc);
        let bit = self.bit(network, wanted.channel, place(wanted.vc));
        let row_words = self.row_words();
        self.rows[row * row_words + bit / 64] |= 1 << (bit % 64);
    }

    /// The nodes with a path to `to` over the given ports, in order of distance from it.
    fn backwards(
        &self,
        network: &Network,
        to: NodeId,
        ports: impl Fn(NodeId) -> u64,
    ) -> Vec<NodeId> {
        let mut is_found = vec![false; self.into.len()];
        is_found[to.0 as usize] = true;
        let mut found = vec![to];
        let mut next = 0;
        while let Some(&node) = found.get(next) {
            for &channel in &self.into[node.0 as usize] {
                let here = network.from(channel);
                let leads = ports(here) >> network.port(channel).0 & 1 == 1;
                if leads && !std::mem::replace(&mut is_found[here.0 as usize], true) {
                    found.push(here);
                }
            }
            next += 1;
        }
        found
    }

    /// A(v) of every node v, as bits, for one destination.
    fn ahead(&self, network: &Network, offers: &Offers, to: NodeId) -> Vec<u64> {
        let words = self.words;
        let mut ahead = vec![0; self.into.len() * words];
        for node in 0..self.into.len() {
            ahead[node * words + node / 64] |= 1 << (node % 64);
        }
        let order = self.backwards(network, to, |node| {
            offers.adaptive_at(node) | offers.escapes_at(node).iter().fold(0, |all, p| all | p)
        });
        let mut turn = vec![0; self.into.len()];
        for (place, node) in order.iter().enumerate() {
            turn[node.0 as usize] = place;
        }
        let mut scratch = vec![0; words];
        loop {
            let (mut is_complete, mut has_grown) = (true, false);
            for (place, &here) in order.iter().enumerate() {
                let at = here.0 as usize * words;
                scratch.copy_from_slice(&ahead[at..at + words]);
                for port in bits(offers.adaptive_at(here)) {
                    let next = network.to(network.channel(here, port)).0 as usize;
                    is_complete &= turn[next] < place;
                    let next = &ahead[next * words..][..words];
                    for (all, more) in scratch.iter_mut().zip(next) {
                        *all |= more;
                    }
                }
                has_grown |= scratch != ahead[at..at + words];
                ahead[at..at + words].copy_from_slice(&scratch);
            }
            // If every channel leads to a node earlier in `order`, one pass is enough.
            if is_complete || !has_grown {
                return ahead;
            }
        }
    }

    /// By class and port: the nodes at which this escape is offered.
    fn asked(&self, network: &Network, offers: &Offers) -> Vec<(usize, Vec<u64>)> {
        let mut asked = vec![vec![0; self.words]; self.classes.len() * self.degree];
        for node in (0..network.nodes()).map(NodeId) {
            for (held, &class) in self.classes.iter().enumerate() {
                for port in bits(offers.escapes_at(node)[class as usize]) {
                    let group = held * self.degree + usize::from(port.0);
                    asked[group][node.0 as usize / 64] |= 1 << (node.0 % 64);
                }
            }
        }
        let groups = asked.into_iter().enumerate();
        groups
            .filter(|(_, nodes)| nodes.iter().any(|&word| word != 0))
            .collect()
    }

    /// Counts dependencies and searches for a cycle.
    pub(super) fn analyze(&self, graph: &Graph, direct: &Digraph) -> Escape {
        let rows = self.rows_with(graph);
        let classes = &graph.classes;
        let size = |held: usize| u64::from(classes.size(self.classes[held]));
        let kept = self.classes.len();
        let mut all = 0;
        for (row, words) in rows.chunks_exact(self.row_words()).enumerate() {
            let groups = words.chunks_exact(self.degree * self.words);
            for (wanted, words) in groups.enumerate() {
                let ones: u64 = words.iter().map(|word| u64::from(word.count_ones())).sum();
                all += ones * size(row % kept) * size(wanted);
            }
        }
        let kept_at = |node: u32| {
            let class = node % classes.len();
            let held = self.classes.iter().position(|&kept| kept == class);
            held.map(size)
        };
        let direct = direct
            .edges()
            .filter_map(|(a, b)| Some(kept_at(a)? * kept_at(b)?));
        let direct = direct.sum();
        let escapes = self.classes.iter().fold(0, |mask, class| mask | 1 << class);
        let lanes = graph.used.iter().map(|used| classes.lanes(used & escapes));
        Escape {
            lanes: lanes.map(VcSet::len).sum(),
            direct,
            indirect: all - direct,
            is_connected: self.is_connected,
            cycle: self.has_cycle(graph.network, &rows).then(|| {
                let cycle = self.digraph(graph.network, &rows).shortest_cycle();
                let cycle = cycle.expect("there is one").into_iter().map(|row| {
                    let (channel, held) = (row / kept as u32, row as usize % kept);
                    graph.lowest(channel * classes.len() + self.classes[held])
                });
                cycle.collect()
            }),
        }
    }

    /// The rows, plus the dependencies added by [`Graph::add`] for all pairs of escape classes.
    fn rows_with(&self, graph: &Graph) -> Cow<'_, [u64]> {
        let mut rows = Cow::from(&self.rows);
        for &(held, wanted) in &graph.added {
            for from in 0..self.classes.len() {
                let row = held.0 as usize * self.classes.len() + from;
                for to in 0..self.classes.len() {
                    let bit = self.bit(graph.network, wanted, to);
                    rows.to_mut()[row * self.row_words() + bit / 64] |= 1 << (bit % 64);
                }
            }
        }
        rows
    }

    /// A depth-first search that skips finished nodes.
    fn has_cycle(&self, network: &Network, rows: &[u64]) -> bool {
        let row_words = self.row_words();
        let mut is_known = vec![0_u64; row_words];
        let mut is_open = vec![0_u64; row_words];
        let mark = |words: &mut [u64], bit: usize| words[bit / 64] ^= 1 << (bit % 64);
        for row in 0..rows.len() / row_words {
            let (channel, held) = (row / self.classes.len(), row % self.classes.len());
            let first = self.bit(network, ChannelId(channel as u32), held);
            if is_known[first / 64] >> (first % 64) & 1 == 1 {
                continue;
            }
            mark(&mut is_open, first);
            let mut path = vec![(row, first, 0)];
            while let Some((row, bit, word)) = path.last_mut() {
                let words = &rows[*row * row_words..][..row_words];
                let left = |&word: &usize| words[word] & !is_known[word] != 0;
                let Some(at) = (*word..row_words).find(left) else {
                    mark(&mut is_open, *bit);
                    mark(&mut is_known, *bit);
                    path.pop();
                    continue;
                };
                *word = at;
                let next = words[at] & !is_known[at];
                if next & is_open[at] != 0 {
                    return true;
                }
                let next = at * 64 + next.trailing_zeros() as usize;
                mark(&mut is_open, next);
                path.push((self.row(network, next), next, 0));
            }
        }
        false
    }

    fn digraph(&self, network: &Network, rows: &[u64]) -> Digraph {
        let nodes = network.channels() * self.classes.len() as u32;
        Digraph::new(nodes, |row, next| {
            let words = &rows[row as usize * self.row_words()..][..self.row_words()];
            for (word, &bits) in words.iter().enumerate() {
                let ones = (0..64).filter(|bit| bits >> bit & 1 == 1);
                next.extend(ones.map(|bit| self.row(network, word * 64 + bit) as u32));
            }
        })
    }

    fn row_words(&self) -> usize {
        self.classes.len() * self.degree * self.words
    }

    /// The bit of an escape class of a channel.
    fn bit(&self, network: &Network, channel: ChannelId, held: usize) -> usize {
        let port = usize::from(network.port(channel).0);
        let group = held * self.degree + port;
        group * self.words * 64 + network.from(channel).0 as usize
    }

    /// The row of the escape with the given bit.
    fn row(&self, network: &Network, bit: usize) -> usize {
        let (group, node) = (bit / (self.words * 64), bit % (self.words * 64));
        let (held, port) = (group / self.degree, group % self.degree);
        let channel = network.channel(NodeId(node as u32), Port(port as u8));
        channel.0 as usize * self.classes.len() + held
    }
}
