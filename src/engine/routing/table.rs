//! A routing function as a table of its offers in every reachable state.
//!
//! User-written functions in the web page are slow to call, so each state is evaluated only once.
//! Afterwards a table is as fast as any other function, and every analysis of registered functions
//! applies to it too.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::states::States;
use super::{Adaptivity, Candidates, Hop, Least, RoutingFunction, UpDownTree, VcSet};
use crate::topology::{ChannelId, Network, NodeId};

/// The offers of a function, tabulated by destination.
#[derive(Debug)]
pub struct Table {
    /// Indexed by destination.
    states: Vec<States>,
    pub(super) vcs: u8,
    asks_arrival: bool,
    is_adaptive: bool,
    escapes: VcSet,
    facts: Facts,
    /// The tree whose root is a fact, once it is asked for.
    tree: OnceLock<UpDownTree>,
}

/// Properties of a table, found by analysis.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// Whether every hop leads closer to the destination.
    pub is_minimal: bool,
    /// Whether messages can never deadlock; `None` if this was not analyzed, or the network is too
    /// large.
    pub is_free: Option<bool>,
    /// The number of ordered pairs of distinct nodes.
    pub pairs: u32,
    /// The number of pairs without any path.
    pub never: u32,
    /// The number of pairs with paths of which some end at a node where nothing is offered.
    pub may_end: u32,
    /// The number of pairs with paths of which none ends early, but some enter a cycle.
    pub may_circle: u32,
    /// The root of the tree whose directions determine the offers, if any.
    pub root: Option<NodeId>,
}

impl Table {
    /// Tabulates all offers on channels with `vcs` VCs. The channels offered in a state must leave
    /// its node. Returns the first error of `ask`.
    pub fn of<E>(
        network: &Network,
        vcs: u8,
        asks_arrival: bool,
        mut ask: impl FnMut(Hop, &mut Candidates) -> Result<(), E>,
    ) -> Result<Self, E> {
        let nodes = || (0..network.nodes()).map(NodeId);
        let mut table = Self {
            states: Vec::new(),
            vcs,
            asks_arrival,
            is_adaptive: false,
            escapes: VcSet(0),
            facts: Facts::default(),
            tree: OnceLock::new(),
        };
        for to in nodes() {
            let mut states = States::new(vcs);
            let starts = nodes().map(|here| Hop::new(here, to, 0));
            states.explore(network, starts, asks_arrival, &mut ask)?;
            table.is_adaptive |= (0..states.len()).any(|state| states.offers(state).len() > 1);
            let all = (0..states.len()).flat_map(|state| states.offers(state));
            let escapes = all.filter(|offer| offer.is_escape);
            table.escapes.0 |= escapes.fold(0, |vcs, offer| vcs | offer.vcs.0);
            table.states.push(states);
        }
        Ok(table)
    }

    /// The same table with the given facts.
    #[must_use]
    pub fn with_facts(self, facts: Facts) -> Self {
        Self { facts, ..self }
    }

    /// The facts about the table.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The VCs that are offered as escapes in some states and as adaptive channels in others.
    pub fn in_two_roles(&self) -> VcSet {
        let offers = self
            .states
            .iter()
            .flat_map(|states| (0..states.len()).flat_map(|state| states.offers(state)));
        let adaptive = offers.filter(|offer| !offer.is_escape);
        VcSet(self.escapes.0 & adaptive.fold(0, |vcs, offer| vcs | offer.vcs.0))
    }

    /// The states of headers bound for a node, with their offers.
    pub fn to(&self, node: NodeId) -> &States {
        &self.states[node.0 as usize]
    }

    fn state(&self, network: &Network, hop: Hop) -> Option<usize> {
        let states = self.to(hop.to);
        match hop.came.filter(|_| self.asks_arrival) {
            Some(lane) => states.after(network, lane),
            None => states.start(hop.here),
        }
    }
}

impl RoutingFunction for Table {
    fn least(&self) -> Least<'_> {
        // A table is bound to its number of virtual channels, so a minimum cannot be searched for.
        Least::Known(self.facts.is_free.unwrap_or_default().then_some(1))
    }

    fn adaptivity(&self) -> Adaptivity {
        if self.is_adaptive {
            Adaptivity::Adaptive
        } else {
            Adaptivity::Deterministic
        }
    }

    fn is_minimal(&self) -> bool {
        self.facts.is_minimal
    }

    fn always_arrives(&self) -> bool {
        false
    }

    fn escapes(&self) -> VcSet {
        self.escapes
    }

    fn asks_arrival(&self) -> bool {
        self.asks_arrival
    }

    fn leads_up(&self, network: &Network, channel: ChannelId) -> Option<bool> {
        let root = self.facts.root?;
        let tree = self.tree.get_or_init(|| UpDownTree::new(network, root));
        Some(tree.is_up(network, channel))
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        let Some(state) = self.state(network, hop) else {
            return;
        };
        for &offer in self.to(hop.to).offers(state) {
            out.list.push(offer);
        }
    }
}
