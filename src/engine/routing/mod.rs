//! Routing functions: the channels that a header may take.
//!
//! A routing function returns what is *allowed*: channels, and on each a set of virtual channels
//! (VCs). The simulator's allocator *chooses* among them. What is allowed depends only on the
//! header's node, its destination and, for functions that ask for it, the virtual channel over
//! which it arrived. [`deadlock`] can therefore enumerate everything that is allowed, and prove in
//! most cases whether messages can deadlock.

mod candidates;
pub mod deadlock;
mod delivery;
pub mod dependency;
mod faults;
mod function;
mod header;
mod intermediates;
mod least;
mod minimal_box;
mod register;
mod served;
pub mod shares;
pub mod states;
mod walk;
pub mod written;

use std::fmt;

use crate::topology::{ChannelId, Network, NodeId};

pub use candidates::{Candidate, Candidates, Hop, VcSet, Vcs, VirtualChannel};
pub use delivery::{Delivery, Lost, LostKind, MOST_UNSERVED};
pub use faults::{Detour, failed};
pub use function::any_network::up_down::{UpDownTree, middle};
pub use function::{Build, FAMILIES, RoutingFamily};
pub use header::Header;
pub use intermediates::{Intermediates, Way, Ways};
pub use least::{IsFree, Least, Need, Search, is_free};
use minimal_box::MinimalBox;
pub use register::{
    defined_on, family_of, from_id, from_id_with, name_in_a_sentence, title_of, usual,
};
pub use served::Served;
pub use walk::{PathCount, Routes, legs_through, path, routes, routes_by, routes_through};
pub use written::{Facts, Recorded, Scripts, Table};

/// How a routing function chooses among paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Adaptivity {
    /// There is a single path.
    Deterministic,
    /// The path is drawn at random, regardless of traffic.
    Oblivious,
    /// The path depends on which channels are free.
    Adaptive,
}

/// A routing function, built for one topology and one number of VCs.
pub trait RoutingFunction: Send + Sync {
    /// The function that this one restricts, on the same network; what is not restricted is as there.
    fn whole(&self) -> Option<&dyn RoutingFunction> {
        None
    }

    /// The number of VCs per channel for freedom from deadlock, as far as it is known without a search.
    fn least(&self) -> Least<'_>;

    /// How the function chooses among paths.
    fn adaptivity(&self) -> Adaptivity {
        let whole = self.whole();
        whole.map_or(Adaptivity::Deterministic, RoutingFunction::adaptivity)
    }

    /// Whether all paths that it allows are shortest paths.
    fn is_minimal(&self) -> bool {
        self.whole().is_none_or(RoutingFunction::is_minimal)
    }

    /// The VCs reserved for escape (Duato 1993), over all channels.
    fn escapes(&self) -> VcSet {
        self.whole().map_or(VcSet(0), RoutingFunction::escapes)
    }

    /// The number of legs of a route: 2 for routes via a random node (Valiant 1982).
    fn legs(&self) -> u8 {
        self.whole().map_or(1, RoutingFunction::legs)
    }

    /// Whether both of two legs use the same channels to the same node, though possibly different
    /// virtual channels.
    fn are_legs_alike(&self) -> bool {
        false
    }

    /// Whether every route is known to arrive, whichever candidates are taken. This holds for all
    /// functions except user-written ones.
    fn always_arrives(&self) -> bool {
        self.whole().is_none_or(RoutingFunction::always_arrives)
    }

    /// The nodes from which the intermediate node of two legs is drawn; `None` if it is drawn from
    /// all nodes.
    fn between(&self) -> Option<&dyn Intermediates> {
        self.whole()?.between()
    }

    /// Whether a message chooses by the load of channels, when it leaves its source, between the
    /// intermediate node that it drew and its second leg alone. Every hop then has one candidate.
    fn weighs_load(&self) -> bool {
        self.whole().is_some_and(RoutingFunction::weighs_load)
    }

    /// The two routes of such a choice; `None` if there is only one.
    fn ways(&self, _network: &Network, _from: NodeId, _by: NodeId, _to: NodeId) -> Option<Ways> {
        None
    }

    /// The class of a channel, if the literature names one: `CH`.
    fn class(&self, network: &Network, channel: ChannelId) -> Option<&'static str> {
        self.whole()?.class(network, channel)
    }

    /// Whether a channel leads up in the tree by which the function is defined; `None` for functions
    /// without a tree.
    fn leads_up(&self, network: &Network, channel: ChannelId) -> Option<bool> {
        self.whole()?.leads_up(network, channel)
    }

    /// Whether the function is defined by node labels, which a picture should then show.
    fn is_label_based(&self) -> bool {
        self.whole().is_some_and(RoutingFunction::is_label_based)
    }

    /// Whether the candidates depend on how a header arrived. Such a function has one leg.
    fn asks_arrival(&self) -> bool {
        self.whole().is_some_and(RoutingFunction::asks_arrival)
    }

    /// Whether a leg can reach its end, which only failed links prevent. User-written functions
    /// return `true` for every hop, so that the fate of messages without a route is simulated and
    /// visible.
    fn reaches(&self, _network: &Network, _hop: Hop) -> bool {
        true
    }

    /// Whether messages from one node to another count in an analysis: all, except for [`Served`].
    fn serves(&self, _from: NodeId, _to: NodeId) -> bool {
        true
    }

    /// Offers all candidates, on channels that leave `hop.here`: at least one, except in dead ends of
    /// user-written functions.
    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates);

    /// Offers the candidates of a message that drew the given uniformly distributed number: one of
    /// [`candidates`](Self::candidates) for oblivious functions, all of them otherwise.
    fn drawn(&self, network: &Network, hop: Hop, _draw: u32, out: &mut Candidates) {
        self.candidates(network, hop, out);
    }
}

impl dyn RoutingFunction + '_ {
    /// The number of nodes from which the intermediate node of two legs is drawn, including both
    /// ends.
    pub fn intermediates(&self, network: &Network, from: NodeId, to: NodeId) -> u32 {
        let between = self.between();
        between.map_or(network.nodes(), |between| between.count(from, to))
    }

    /// The `nth` of these nodes, from 0.
    pub fn intermediate(&self, from: NodeId, to: NodeId, nth: u32) -> NodeId {
        let between = self.between();
        between.map_or(NodeId(nth), |between| between.nth(from, to, nth))
    }

    /// The nodes at which a leg may end: terminals or, for first legs through switches, these.
    pub fn ends<'a>(&self, network: &'a Network, leg: u8) -> Box<dyn Iterator<Item = NodeId> + 'a> {
        let terminals = network.terminals();
        if leg + 1 == self.legs() || !self.turns_at_switches() {
            return Box::new(terminals.iter());
        }
        let nodes = (0..network.nodes()).map(NodeId);
        Box::new(nodes.filter(|&node| !terminals.contains(node)))
    }

    /// The states in which a leg to `to` may start, the sources of messages first: terminals and, for
    /// last legs through switches, these.
    pub fn starts<'a>(
        &'a self,
        network: &'a Network,
        to: NodeId,
        leg: u8,
    ) -> impl Iterator<Item = Hop> + 'a {
        let is_first = leg + 1 < self.legs();
        let between = self.between().filter(|_| is_first);
        let sources = network.terminals().iter();
        let sources = sources
            .filter(move |&from| between.is_none_or(|between| between.are_reached(from, to)));
        let switches = self.turns_at_switches() && !is_first;
        let switches = switches.then(|| self.ends(network, 0));
        let starts = sources.chain(switches.into_iter().flatten());
        let starts = starts.map(move |here| Hop::new(here, to, leg));
        starts.filter(move |&hop| {
            hop.here != to && self.serves(hop.here, to) && self.reaches(network, hop)
        })
    }

    /// Whether the first of two legs ends at a switch.
    pub fn turns_at_switches(&self) -> bool {
        self.between().is_some_and(Intermediates::are_switches)
    }

    /// Whether a node is one of them.
    pub fn goes_by(&self, from: NodeId, by: NodeId, to: NodeId) -> bool {
        let between = self.between();
        between.is_none_or(|between| between.contains(from, by, to))
    }
}

/// Prints only the main properties: a derived implementation of the tables inside a function would
/// add strings to the web page.
impl fmt::Debug for dyn RoutingFunction + '_ {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (adaptivity, legs) = (self.adaptivity(), self.legs());
        write!(f, "a function that is {adaptivity:?}, of {legs} legs")
    }
}
