//! Routing functions: the channels that a header may take.
//!
//! A routing function returns what is *allowed*: channels, and on each a set of virtual channels
//! (VCs). The simulator's allocator *chooses* among them. What is allowed depends only on the
//! header's node, its destination and, for functions that ask for it, the virtual channel over
//! which it arrived. [`deadlock`] can therefore enumerate everything that is allowed, and prove in
//! most cases whether messages can deadlock.

pub mod deadlock;
mod delivery;
pub mod dependency;
mod faults;
mod function;
mod header;
mod intermediates;
mod least;
mod minimal_box;
mod recorded;
mod served;
pub mod shares;
pub mod states;
mod table;
mod walk;
pub mod written;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::catalog::{self, BuildError, Family, Settings};
use crate::topology::switched::Concentrated;
use crate::topology::{ChannelId, Network, NodeId, Topology};

pub use delivery::{Delivery, Lost, LostKind, MOST_UNSERVED};
pub use faults::{Detour, failed};
pub use function::FAMILIES;
pub use function::any_network::up_down::{UpDownTree, middle};
use function::switched::OverRouters;
pub use header::Header;
pub use intermediates::{Intermediates, Way, Ways};
pub use least::{IsFree, Least, Need, Search, is_free};
use minimal_box::MinimalBox;
pub use recorded::Recorded;
pub use served::Served;
pub use table::{Facts, Table};
pub use walk::{PathCount, Routes, legs_through, path, routes, routes_by, routes_through};
pub use written::Scripts;

/// One virtual channel of a physical channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct VirtualChannel {
    pub channel: ChannelId,
    /// The index of the VC on that channel, from 0.
    pub vc: u8,
}

/// The routing state of a header: its node, the end of its leg and, if needed, the virtual channel
/// over which it arrived.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hop {
    /// The node that the header is at.
    pub here: NodeId,
    /// The node at which this leg of its route ends, different from `here`.
    pub to: NodeId,
    /// The index of the leg, from 0; the last one ends at the destination.
    pub leg: u8,
    /// The virtual channel over which the header arrived; `None` at its source, and for functions
    /// that do not ask ([`RoutingFunction::asks_arrival`]).
    pub came: Option<VirtualChannel>,
}

impl Hop {
    /// The state of a header at its source, or of one whose arrival channel does not matter.
    pub fn new(here: NodeId, to: NodeId, leg: u8) -> Self {
        Self {
            here,
            to,
            leg,
            came: None,
        }
    }

    /// The same state for a header that arrived over a virtual channel.
    #[must_use]
    pub fn over(self, lane: VirtualChannel) -> Self {
        Self {
            came: Some(lane),
            ..self
        }
    }
}

/// A set of VCs of one channel, as a bit mask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct VcSet(pub u16);

impl VcSet {
    /// The maximum number of VCs per channel.
    pub const MOST: u8 = 16;

    pub fn range(from: u8, to: u8) -> Self {
        let below = |vc: u8| ((1_u32 << vc) - 1) as u16;
        Self(below(to) & !below(from))
    }

    /// The set of the given VCs.
    pub fn of(vcs: impl IntoIterator<Item = u8>) -> Self {
        Self(vcs.into_iter().fold(0, |set, vc| set | 1 << vc))
    }

    /// The VCs in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..Self::MOST).filter(move |vc| self.0 >> vc & 1 == 1)
    }

    /// The number of VCs in the set.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set contains a VC.
    pub fn contains(self, vc: u8) -> bool {
        self.0 >> vc & 1 == 1
    }
}

/// The virtual channels of every channel, as seen by a routing function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vcs {
    /// The number of VCs per channel, V.
    pub count: u8,
    /// Whether worms change class at the dateline of a ring (Dally & Seitz 1987). Without it all
    /// VCs of a torus form a single class, regardless of their number.
    pub dateline: bool,
}

impl From<u8> for Vcs {
    fn from(count: u8) -> Self {
        Self {
            count,
            dateline: true,
        }
    }
}

/// A channel and the VCs on it that a header may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate {
    pub channel: ChannelId,
    pub vcs: VcSet,
    /// Whether the VCs may be taken only if no other candidate is free (Duato 1993).
    pub is_escape: bool,
}

impl Candidate {
    /// The virtual channels of the candidate, ascending.
    pub fn lanes(self) -> impl Iterator<Item = VirtualChannel> {
        let channel = self.channel;
        self.vcs
            .iter()
            .map(move |vc| VirtualChannel { channel, vc })
    }
}

/// The candidates offered by a routing function, preferred first; the memory is reused between
/// calls.
#[derive(Debug, Clone, Default)]
pub struct Candidates {
    list: Vec<Candidate>,
}

impl Candidates {
    pub fn offer(&mut self, channel: ChannelId, vcs: VcSet) {
        self.list.push(Candidate {
            channel,
            vcs,
            is_escape: false,
        });
    }

    /// Appends a candidate of the deadlock-free subfunction, to be taken if no other is free.
    pub fn offer_escape(&mut self, channel: ChannelId, vcs: VcSet) {
        self.list.push(Candidate {
            channel,
            vcs,
            is_escape: true,
        });
    }

    /// Turns the candidates from index `first` on into escapes.
    fn turn_into_escapes(&mut self, first: usize) {
        for candidate in &mut self.list[first..] {
            candidate.is_escape = true;
        }
    }

    /// Shifts the VCs of the candidates from index `first` on up by `by`.
    fn shift_from(&mut self, first: usize, by: u8) {
        for candidate in &mut self.list[first..] {
            candidate.vcs.0 <<= by;
        }
    }

    /// Shifts the VCs of all candidates up by `by`.
    pub fn shift(&mut self, by: u8) {
        self.shift_from(0, by);
    }

    /// Replaces the channels of the candidates from index `first` on.
    fn renumber_from(&mut self, first: usize, channel: impl Fn(ChannelId) -> ChannelId) {
        for candidate in &mut self.list[first..] {
            candidate.channel = channel(candidate.channel);
        }
    }

    /// Keeps the candidates before index `first` and, of the others, only the `nth`.
    fn keep_only(&mut self, first: usize, nth: usize) {
        if let Some(&kept) = self.list.get(first + nth) {
            self.list.truncate(first);
            self.list.push(kept);
        }
    }

    /// Keeps the candidates before index `first` and, of the others, the one that a uniformly
    /// distributed number draws.
    fn draw_one(&mut self, first: usize, draw: u32) {
        let count = (self.list.len() - first) as u64;
        if count > 1 {
            self.keep_only(first, ((u64::from(draw) * count) >> 32) as usize);
        }
    }

    /// Restricts each candidate from index `first` on to the VCs that `keep` returns, and removes
    /// those left with none.
    fn retain_from(&mut self, first: usize, keep: impl Fn(&Candidate) -> VcSet) {
        let mut kept = first;
        for index in first..self.list.len() {
            self.list[index].vcs = keep(&self.list[index]);
            if !self.list[index].vcs.is_empty() {
                self.list.swap(kept, index);
                kept += 1;
            }
        }
        self.list.truncate(kept);
    }

    /// Removes all candidates without freeing their memory.
    pub fn clear(&mut self) {
        self.list.clear();
    }

    pub fn as_slice(&self) -> &[Candidate] {
        &self.list
    }
}

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

/// Builds a routing function for a topology and its virtual channels, with settings for its
/// parameters.
type Make = fn(&dyn Topology, Vcs, &Settings) -> Result<Box<dyn RoutingFunction>, BuildError>;

/// The constructor of a routing function, and the networks that it is used in.
#[derive(Debug)]
pub struct Build {
    make: Make,
    /// Whether it is also used between the routers of networks whose routers have terminals.
    is_between_routers: bool,
}

impl Build {
    const fn new(make: Make) -> Self {
        Self {
            make,
            is_between_routers: false,
        }
    }

    /// The same for a function that is also used between routers that have terminals. It must have one
    /// leg and mark no escapes.
    const fn between_routers(self) -> Self {
        Self {
            is_between_routers: true,
            ..self
        }
    }
}

/// Names, help and sources of the functions.
const TEXTS: &str = include_str!("catalog.md");

/// A catalog entry of a routing function.
pub type RoutingFamily = Family<Build>;

impl RoutingFamily {
    /// Builds the function for a topology and its virtual channels.
    pub fn build(
        &self,
        topology: &dyn Topology,
        vcs: Vcs,
        settings: &Settings,
    ) -> Result<Box<dyn RoutingFunction>, BuildError> {
        let make = |topology: &dyn Topology| (self.build.make)(topology, vcs, settings);
        let network = topology.as_a::<Concentrated>();
        if let Some(network) = network.filter(|_| self.build.is_between_routers)
            && let Ok(inner) = make(network.routers())
        {
            return Ok(Box::new(OverRouters::new(network, inner, vcs.count)));
        }
        // The error names the whole network.
        make(topology)
    }
}

/// Builds the routing function with the given id, or that of a script, which `scripts` must know or
/// compile.
pub fn from_id_with(
    id: &str,
    topology: &dyn Topology,
    vcs: impl Into<Vcs>,
    scripts: &Scripts,
) -> Result<Box<dyn RoutingFunction>, BuildError> {
    match written::script_of(id) {
        Some(script) => scripts.function(script, topology, vcs.into().count),
        None => from_id(id, topology, vcs),
    }
}

/// Builds the registered routing function with the given id, such as `dimension-order` or, with a
/// parameter, `up-down:3`.
pub fn from_id(
    id: &str,
    topology: &dyn Topology,
    vcs: impl Into<Vcs>,
) -> Result<Box<dyn RoutingFunction>, BuildError> {
    let (family, settings) = catalog::find_with_settings(FAMILIES, "routing", id)?;
    family
        .build(topology, vcs.into(), &settings)
        .map_err(|error| match error {
            BuildError::Unsupported {
                what,
                place,
                instead,
            } => {
                // A function that is made of others is refused by its own name.
                let asked = family.entry.id;
                let is_named = what.to_ascii_lowercase().contains(asked);
                let what = if is_named {
                    what
                } else {
                    format!("{asked} routing")
                };
                let is_irregular =
                    topology.is_user_defined() || usual(topology) != "dimension-order";
                let instead = if is_irregular {
                    let here: Vec<_> = defined_on(topology).map(|family| family.entry.id).collect();
                    format!("{instead}, or here {}", catalog::one_of(&here))
                } else {
                    instead
                };
                BuildError::Unsupported {
                    what,
                    place,
                    instead,
                }
            }
            other => other,
        })
}

/// The registered family of a routing function, with whatever settings its id has; `None` for a
/// user-written or unknown one.
pub fn family_of(id: &str) -> Option<&'static RoutingFamily> {
    let found = catalog::find_with_settings(FAMILIES, "routing", id);
    found.ok().map(|(family, _)| family)
}

/// A routing function within a sentence, by its id in a scenario: its title in quotes, or `your
/// routing function`.
pub fn name_in_a_sentence(id: &str) -> String {
    match written::script_of(id) {
        Some(_) => written::in_words(id).to_owned(),
        None => format!("“{}”", title_of(id)),
    }
}

/// The title of a routing function, by its id in a scenario.
pub fn title_of(id: &str) -> String {
    if written::script_of(id).is_some() {
        return "Your routing function".to_owned();
    }
    let Some(family) = family_of(id) else {
        return id.to_owned();
    };
    let name = family.entry.name();
    match id.split_once(':') {
        Some((_, settings)) if !settings.is_empty() => [name, " (", settings, ")"].concat(),
        _ => name.to_owned(),
    }
}

/// The default routing function of a network: dimension order or, in networks without dimensions,
/// one that is defined there.
pub fn usual(topology: &dyn Topology) -> &'static str {
    let ids = [
        "dimension-order",
        "destination-tag",
        "fat-tree-random",
        "dragonfly-minimal",
        "up-down",
        "shortest",
    ];
    let mut ids = ids.into_iter();
    let is_defined = |id: &&str| {
        let mut families = FAMILIES.iter();
        let family = families.find(|family| family.entry.id == *id);
        family.is_some_and(|family| is_defined_on(family, topology))
    };
    ids.find(is_defined).unwrap_or("dimension-order")
}

/// The routing functions that are defined on a topology, in menu order.
pub fn defined_on(topology: &dyn Topology) -> impl Iterator<Item = &'static RoutingFamily> {
    let families = FAMILIES.iter();
    families.filter(move |family| is_defined_on(family, topology))
}

fn is_defined_on(family: &RoutingFamily, topology: &dyn Topology) -> bool {
    family
        .build(topology, 1.into(), &Settings::default())
        .is_ok()
}
