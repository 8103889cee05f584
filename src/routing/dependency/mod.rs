//! The channel dependency graph, and whether messages can deadlock (Dally & Seitz 1987, Duato 1993).
//!
//! Its nodes are virtual channels. A *dependency* leads from one to another if some message can
//! hold the first while it asks for the second. Messages that wait for each other forever
//! wait along dependencies, in a cycle; so where these form none, nothing can deadlock.
//!
//! Any node may send to any other, and what most functions offer does not depend on how a header
//! came. So a dependency exists for a destination exactly if the one channel is offered where it
//! begins, and the other where the first ends: nothing is left to be assumed. Functions that ask
//! how a header came are followed from every source over the states that it can be in
//! ([`States`](super::states::States)), which is as exact.
//!
//! Where adaptive messages have *escapes*, a cycle among the other channels does no harm as
//! long as
//!
//! 1. escapes alone lead from everywhere to everywhere (the subfunction is connected), and
//! 2. waiting for escapes forms no cycle, be it while another one is held that was the
//!    channel before (a *direct* dependency) or one from which the message went on over
//!    adaptive channels (an *indirect* one): the extended graph is acyclic.
//!
//! Escapes and adaptive channels are different virtual channels, so the dependencies that Duato
//! calls cross ones do not occur. Virtual channels of one channel that are always offered
//! together are one *class* and have the same dependencies; the graph is kept by classes.

mod arrival;
mod classes;
mod collect;
mod digraph;
mod extended;
mod offers;
mod verdict;

use crate::catalog::BuildError;
use crate::topology::{ChannelId, Network};

use super::{RoutingFunction, VirtualChannel};
use classes::Classes;
pub(super) use digraph::Digraph;
use extended::Extended;

/// The largest network of which the graph is built, without escapes \[nodes\].
pub const MOST_NODES: u32 = 4096;

/// The largest one with escapes: indirect dependencies grow with the square of it \[nodes\].
pub const MOST_NODES_WITH_ESCAPES: u32 = 1024;

/// The most links of a node for which it is built: bits of a word.
pub const MOST_PORTS: u8 = 64;

/// Which virtual channel can be held while which is waited for.
#[derive(Debug)]
pub struct Graph<'a> {
    network: &'a Network,
    classes: Classes,
    /// Behind channel, class held and class wanted: at which ports of the node that the channel
    /// leads to, as a bit mask.
    wanted: Vec<u64>,
    /// The classes of every channel that messages can hold, as a bit mask.
    used: Vec<u16>,
    /// Pairs of channels that [`Graph::add`] was told of.
    added: Vec<(ChannelId, ChannelId)>,
    /// States in which nothing is offered.
    dead_ends: u32,
    extended: Option<Extended>,
}

/// What the graph comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Analysis {
    /// Virtual channels that messages can hold.
    pub lanes: u32,
    /// Dependencies among them.
    pub dependencies: u64,
    /// A shortest cycle, from a channel held to the next one waited for and at last to the
    /// first; `None` if there is none.
    pub cycle: Option<Vec<VirtualChannel>>,
    /// What is to be said of escapes, where there are any.
    pub escape: Option<Escape>,
    /// States in which a header is offered nothing and is not at its destination: where it is, bound where, and of a
    /// function that asks, over which virtual channel it came.
    pub dead_ends: u32,
}

/// What is to be said of escapes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Escape {
    /// Virtual channels that are kept for escape.
    pub lanes: u32,
    /// Dependencies among them for messages that go from one to the next.
    pub direct: u64,
    /// Further ones, for messages that take adaptive channels in between.
    pub indirect: u64,
    /// Whether escapes alone lead wherever messages go.
    pub is_connected: bool,
    /// A shortest cycle of both kinds of dependency.
    pub cycle: Option<Vec<VirtualChannel>>,
}

impl<'a> Graph<'a> {
    /// The dependencies that a routing function allows, built for `vcs` virtual channels per
    /// channel. Refuses networks that would take longer than anyone waits.
    ///
    /// # Complexity
    /// O(N²·d) decisions of the function for N nodes of degree d; with escapes N³·d/64 words.
    pub fn of(
        network: &'a Network,
        routing: &dyn RoutingFunction,
        vcs: u8,
    ) -> Result<Self, BuildError> {
        let escapes = routing.escapes();
        let (most, with) = if escapes.is_empty() {
            (MOST_NODES, "")
        } else {
            (MOST_NODES_WITH_ESCAPES, " with escape channels")
        };
        if network.nodes() > most {
            return Err(BuildError::rejected(
                "the network of a dependency graph",
                format!("of at most {most} nodes{with}"),
                format!("of {}", network.nodes()),
            ));
        }
        let ports = network.channel_ids().map(|channel| network.port(channel).0);
        let ports = ports.max().map_or(0, |last| u32::from(last) + 1);
        if ports > u32::from(MOST_PORTS) {
            return Err(BuildError::rejected(
                "the network of a dependency graph",
                format!("of at most {MOST_PORTS} links per node"),
                format!("of {ports}"),
            ));
        }
        if routing.asks_arrival() {
            return Ok(arrival::collect(network, routing, vcs));
        }
        let mut classes = Classes::all(vcs).split_by(escapes);
        // Sets of VCs are not known before the function has been asked; they are few, and most
        // of them turn up at once.
        loop {
            match collect::collect(network, routing, classes) {
                Ok(graph) => return Ok(graph),
                Err(finer) => classes = finer,
            }
        }
    }

    /// No dependencies yet: nobody sends to one node.
    pub fn empty(network: &'a Network, vcs: u8) -> Self {
        let channels = network.channels() as usize;
        Self {
            network,
            classes: Classes::all(vcs),
            wanted: vec![0; channels],
            used: vec![0; channels],
            added: Vec::new(),
            dead_ends: 0,
            extended: None,
        }
    }

    /// Adds that some message, over whichever virtual channels, can hold one channel while it
    /// waits for another.
    pub fn add(&mut self, held: ChannelId, wanted: ChannelId) {
        self.added.push((held, wanted));
    }

    /// Adds that some message can hold a channel, whichever of its virtual channels.
    pub fn add_channel(&mut self, channel: ChannelId) {
        self.used[channel.0 as usize] = self.classes.mask();
    }

    /// All dependencies, ascending.
    pub fn dependencies(&self) -> Vec<(VirtualChannel, VirtualChannel)> {
        let digraph = self.digraph();
        let classes = self.classes.len();
        let mut all = Vec::new();
        for channel in self.network.channel_ids() {
            for vc in self.classes.lanes(self.used[channel.0 as usize]).iter() {
                let held = VirtualChannel { channel, vc };
                let class = self.classes.of_vc(vc);
                let before = all.len();
                for &wanted in digraph.next(channel.0 * classes + class) {
                    let lanes = self.lanes_of(wanted);
                    all.extend(lanes.map(|lane| (held, lane)));
                }
                all[before..].sort_unstable();
            }
        }
        all
    }

    /// Counts, and looks for cycles.
    ///
    /// The cycle found is one of the fewest channels, and of these the one with the lowest
    /// numbers first, unless its search would look at more than 10⁸ dependencies; then it is the
    /// shortest found by then.
    pub fn analyze(&self) -> Analysis {
        let digraph = self.digraph();
        let size = |node: u32| u64::from(self.classes.size(node % self.classes.len()));
        let used = self.used.iter();
        let lanes = used.map(|&classes| self.classes.lanes(classes).len()).sum();
        let dependencies = digraph.edges().map(|(a, b)| size(a) * size(b)).sum();
        let cycle = digraph.shortest_cycle();
        let cycle = cycle.map(|cycle| cycle.into_iter().map(|node| self.lowest(node)).collect());
        let escape = self.extended.as_ref();
        Analysis {
            lanes,
            dependencies,
            cycle,
            escape: escape.map(|extended| extended.analyze(self, &digraph)),
            dead_ends: self.dead_ends,
        }
    }

    /// Classes of channels, numbered by channel and class, with what they depend on.
    fn digraph(&self) -> Digraph {
        let classes = self.classes.len();
        let mut added = self.added.clone();
        added.sort_unstable();
        added.dedup();
        let mut rest = &added[..];
        Digraph::new(self.network.channels() * classes, |node, next| {
            let (channel, class) = (ChannelId(node / classes), node % classes);
            if class == 0 {
                let passed = rest.partition_point(|&(held, _)| held < channel);
                rest = &rest[passed..];
            }
            let head = self.network.to(channel);
            for wanted in 0..classes {
                let ports = self.wanted[(node * classes + wanted) as usize];
                next.extend(bits(ports).map(|port| {
                    let channel = self.network.channel(head, port);
                    channel.0 * classes + wanted
                }));
            }
            let here = rest.iter().take_while(|&&(held, _)| held == channel);
            let all = here.flat_map(|&(_, to)| (0..classes).map(move |c| to.0 * classes + c));
            next.extend(all);
        })
    }

    /// The virtual channels of a class of a channel.
    fn lanes_of(&self, node: u32) -> impl Iterator<Item = VirtualChannel> + use<> {
        let channel = ChannelId(node / self.classes.len());
        let vcs = self.classes.vcs(node % self.classes.len());
        (0..16)
            .filter(move |&vc| vcs.contains(vc))
            .map(move |vc| VirtualChannel { channel, vc })
    }

    /// The first of them.
    fn lowest(&self, node: u32) -> VirtualChannel {
        let lane = self.lanes_of(node).next();
        lane.expect("no class is empty")
    }
}

/// The ports in a bit mask, ascending.
fn bits(mut mask: u64) -> impl Iterator<Item = crate::topology::Port> {
    std::iter::from_fn(move || {
        let port = mask.trailing_zeros() as u8;
        (mask != 0).then(|| {
            mask &= mask - 1;
            crate::topology::Port(port)
        })
    })
}
