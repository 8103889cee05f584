//! The channel dependency graph, and whether messages can deadlock (Dally & Seitz 1987, Duato 1993).
//!
//! Its nodes are virtual channels. A *dependency* leads from one to another if some message can
//! hold the first while it asks for the second. Messages in a deadlock wait along a cycle of
//! dependencies, so an acyclic graph proves that nothing can deadlock.
//!
//! Any node may send to any other, and the offers of most functions do not depend on how a header
//! arrived. Thus a dependency exists for a destination if and only if one channel is offered at its
//! start node and the other at the end of the first, so the graph is exact. Functions that ask how
//! a header arrived are explored from every source over all reachable states
//! ([`States`](super::states::States)), which is equally exact.
//!
//! If adaptive messages have *escapes*, cycles among the other channels are harmless as long as
//!
//! 1. escapes alone connect every source to every destination (the subfunction is connected), and
//! 2. the extended graph is acyclic: waiting for escapes forms no cycle, whether the message holds
//!    the escape that it took just before (a *direct* dependency) or one that it left over adaptive
//!    channels (an *indirect* dependency).
//!
//! Escapes and adaptive channels are disjoint sets of virtual channels, so Duato's cross
//! dependencies do not occur. Virtual channels of one channel that are always offered together form
//! a *class* and have the same dependencies; the graph stores one entry per class.

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

/// The size of the largest network for which the graph is built, without escapes \[nodes\].
pub const MOST_NODES: u32 = 1 << 14;

/// The same for functions with escapes, whose indirect dependencies grow with the square of the
/// size \[nodes\].
pub const MOST_NODES_WITH_ESCAPES: u32 = 1024;

/// The maximum number of links per node for which the graph is built: the bits of a word.
pub const MOST_PORTS: u8 = 64;

/// The channel dependency graph of a network and a routing function.
#[derive(Debug)]
pub struct Graph<'a> {
    network: &'a Network,
    classes: Classes,
    /// By channel, class held and class wanted: the wanted ports of the node that the channel leads
    /// to, as a bit mask.
    wanted: Vec<u64>,
    /// The classes of every channel that messages can hold, as a bit mask.
    used: Vec<u16>,
    /// Pairs of channels added by [`Graph::add`].
    added: Vec<(ChannelId, ChannelId)>,
    extended: Option<Extended>,
}

/// The result of analyzing a dependency graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Analysis {
    /// The number of virtual channels that messages can hold.
    pub lanes: u32,
    /// The number of dependencies among them.
    pub dependencies: u64,
    /// A shortest cycle, each channel depending on the next and the last on the first; `None` if
    /// the graph is acyclic.
    pub cycle: Option<Vec<VirtualChannel>>,
    /// The analysis of escapes, if there are any.
    pub escape: Option<Escape>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Escape {
    /// The number of virtual channels reserved for escape.
    pub lanes: u32,
    /// The number of direct dependencies among them: messages go from one to the next.
    pub direct: u64,
    /// The number of further, indirect dependencies: messages take adaptive channels in between.
    pub indirect: u64,
    /// Whether escapes alone connect all sources and destinations.
    pub is_connected: bool,
    /// A shortest cycle of both kinds of dependencies; `None` if there is none.
    pub cycle: Option<Vec<VirtualChannel>>,
}

impl<'a> Graph<'a> {
    /// Builds the graph of the dependencies that a routing function allows, for `vcs` virtual
    /// channels per channel.
    ///
    /// # Errors
    /// Rejects networks with more than [`MOST_NODES`] nodes ([`MOST_NODES_WITH_ESCAPES`] for
    /// functions with escapes) or more than [`MOST_PORTS`] links per node.
    ///
    /// # Complexity
    /// O(N²·d) calls of the function for N nodes of degree d; with escapes also N³·d/64 word
    /// operations.
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
        // The classes only become known while the function is evaluated; there are few, and most
        // appear early.
        loop {
            match collect::collect(network, routing, classes) {
                Ok(graph) => return Ok(graph),
                Err(finer) => classes = finer,
            }
        }
    }

    /// A graph without dependencies, to be filled by [`add`](Self::add) and
    /// [`add_channel`](Self::add_channel).
    pub fn empty(network: &'a Network, vcs: u8) -> Self {
        let channels = network.channels() as usize;
        Self {
            network,
            classes: Classes::all(vcs),
            wanted: vec![0; channels],
            used: vec![0; channels],
            added: Vec::new(),
            extended: None,
        }
    }

    /// Adds a dependency: some message can hold one channel while it waits for another, on any of
    /// their virtual channels.
    pub fn add(&mut self, held: ChannelId, wanted: ChannelId) {
        self.added.push((held, wanted));
    }

    /// Marks all virtual channels of a channel as ones that messages can hold.
    pub fn add_channel(&mut self, channel: ChannelId) {
        self.used[channel.0 as usize] = self.classes.mask();
    }

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

    /// Counts dependencies and searches for a cycle.
    ///
    /// The cycle has the minimum number of channels and, among those, the lowest first channel. If
    /// the search exceeds 10⁸ dependencies, the shortest cycle found so far is returned.
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
        }
    }

    /// The graph of dependencies between the classes of all channels, numbered by channel, then by
    /// class.
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

    /// The virtual channels of a node of the digraph.
    fn lanes_of(&self, node: u32) -> impl Iterator<Item = VirtualChannel> + use<> {
        let channel = ChannelId(node / self.classes.len());
        let vcs = self.classes.vcs(node % self.classes.len());
        (0..16)
            .filter(move |&vc| vcs.contains(vc))
            .map(move |vc| VirtualChannel { channel, vc })
    }

    /// The lowest of these virtual channels.
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
