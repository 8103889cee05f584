//! A routing function as a table of its offers in every reachable state.
//!
//! User-written functions in the web page are slow to call, so each state is evaluated only once.
//! Afterwards a table is as fast as any other function, and every analysis of registered functions
//! applies to it too.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::routing::states::States;
use crate::routing::{
    Adaptivity, Candidate, Candidates, Hop, Least, RoutingFunction, UpDownTree, VcSet,
    VirtualChannel,
};
use crate::topology::{ChannelId, Network, NodeId, Port};

/// The offers of a function, tabulated by destination.
///
/// Equal offers are stored once, so a state of a header takes four bytes.
#[derive(Debug)]
pub struct Table {
    /// The distinct lists of offers, each with channels given by their ports.
    answers: Vec<Vec<Offer>>,
    /// By destination and node: the answer to a header that starts there or, if arrival does not
    /// matter, that is there.
    by_node: Vec<Box<[u32]>>,
    /// By destination and virtual channel: the answer to a header that arrived over it; empty if
    /// arrival does not matter.
    by_lane: Vec<Box<[u32]>>,
    pub(super) vcs: u8,
    asks_arrival: bool,
    is_adaptive: bool,
    /// The VCs that are offered as escapes, and as other channels.
    escapes: VcSet,
    others: VcSet,
    facts: Facts,
    /// The tree whose root is a fact, once it is asked for.
    tree: OnceLock<UpDownTree>,
}

/// A candidate, with its channel given by the port.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Offer {
    pub(super) port: u8,
    pub(super) vcs: u16,
    pub(super) is_escape: bool,
}

/// The index of an answer, or of none.
const NONE: u32 = u32::MAX;

/// Properties of a table, found by analysis.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// Whether every hop leads closer to the destination.
    pub is_minimal: bool,
    /// Whether messages between the pairs of nodes that are served can never deadlock; `None` if this
    /// is not known.
    pub is_free: Option<bool>,
    /// The number of ordered pairs of distinct terminals.
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
    /// The largest number of entries, four bytes each: pairs of nodes or, for functions that ask how a
    /// header arrived, of nodes and virtual channels.
    pub const MOST_ENTRIES: u64 = 1 << 29;

    pub fn entries(network: &Network, vcs: u8, asks_arrival: bool) -> u64 {
        let lanes = u64::from(network.channels()) * u64::from(vcs);
        let lanes = if asks_arrival { lanes } else { 0 };
        u64::from(network.terminals().count()) * (u64::from(network.nodes()) + lanes)
    }

    /// Tabulates all offers to messages between terminals, on channels with `vcs` VCs. The channels
    /// offered in a state must leave its node. Returns the first error of `ask`.
    pub fn of<E>(
        network: &Network,
        vcs: u8,
        asks_arrival: bool,
        mut ask: impl FnMut(Hop, &mut Candidates) -> Result<(), E>,
    ) -> Result<Self, E> {
        let terminals = network.terminals();
        let mut table = Self {
            answers: Vec::new(),
            by_node: Vec::new(),
            by_lane: Vec::new(),
            vcs,
            asks_arrival,
            is_adaptive: false,
            escapes: VcSet(0),
            others: VcSet(0),
            facts: Facts::default(),
            tree: OnceLock::new(),
        };
        let mut known = BTreeMap::new();
        let mut states = States::new(vcs);
        for to in (0..network.nodes()).map(NodeId) {
            let sources = terminals.iter().filter(|_| terminals.contains(to));
            let starts = sources.map(|here| Hop::new(here, to, 0));
            states.explore(network, starts, asks_arrival, &mut ask)?;
            table.add(network, &states, to, &mut known);
        }
        Ok(table)
    }

    /// Adds the answers to headers bound for the next node.
    fn add(
        &mut self,
        network: &Network,
        states: &States,
        to: NodeId,
        known: &mut BTreeMap<Vec<Offer>, u32>,
    ) {
        let is_terminal = network.terminals().contains(to);
        let size = |keys: u32| if is_terminal { keys as usize } else { 0 };
        let lanes = network.channels() * u32::from(self.vcs);
        let lanes = if self.asks_arrival { lanes } else { 0 };
        let mut by_node = vec![NONE; size(network.nodes())].into_boxed_slice();
        let mut by_lane = vec![NONE; size(lanes)].into_boxed_slice();
        for state in 0..states.len() {
            let offers = states.offers(state);
            self.is_adaptive |= offers.len() > 1;
            for offer in offers {
                let role = if offer.is_escape {
                    &mut self.escapes
                } else {
                    &mut self.others
                };
                role.0 |= offer.vcs.0;
            }
            let offers = offers.iter().map(|offer| Offer {
                port: network.port(offer.channel).0,
                vcs: offer.vcs.0,
                is_escape: offer.is_escape,
            });
            let offers: Vec<_> = offers.collect();
            let next = known.len() as u32;
            let answer = *known.entry(offers).or_insert_with_key(|offers| {
                self.answers.push(offers.clone());
                next
            });
            let hop = states.hop(state);
            match hop.came {
                Some(lane) => by_lane[self.place_of(lane)] = answer,
                None => by_node[hop.here.0 as usize] = answer,
            }
        }
        self.by_node.push(by_node);
        self.by_lane.push(by_lane);
    }

    fn place_of(&self, lane: VirtualChannel) -> usize {
        lane.channel.0 as usize * usize::from(self.vcs) + usize::from(lane.vc)
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
        VcSet(self.escapes.0 & self.others.0)
    }

    /// The offers to a header, preferred first; `None` if no message is ever in this state.
    pub(super) fn answer(&self, hop: Hop) -> Option<&[Offer]> {
        let to = hop.to.0 as usize;
        let answer = match hop.came.filter(|_| self.asks_arrival) {
            Some(lane) => self.by_lane[to].get(self.place_of(lane)),
            None => self.by_node[to].get(hop.here.0 as usize),
        };
        let answer = answer.filter(|&&answer| answer != NONE)?;
        Some(&self.answers[*answer as usize])
    }
}

impl RoutingFunction for Table {
    fn least(&self) -> Least<'_> {
        // A table is bound to its number of virtual channels, so a minimum cannot be searched for. A
        // message in a dead end blocks others for ever, although they do not wait for each other.
        let is_free = self.facts.is_free == Some(true) && self.facts.never == 0;
        Least::Known((is_free && self.facts.may_end == 0).then_some(1))
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
        for offer in self.answer(hop).unwrap_or_default() {
            out.list.push(Candidate {
                channel: network.channel(hop.here, Port(offer.port)),
                vcs: VcSet(offer.vcs),
                is_escape: offer.is_escape,
            });
        }
    }
}
