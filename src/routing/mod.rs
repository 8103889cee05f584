//! Which channels a header may take.
//!
//! A routing function returns what is *allowed*: channels, and on each a set of virtual
//! channels (VCs). What is *chosen* among them is up to the simulator's allocator. What is
//! allowed depends on where the header is, where it is bound and, for a function that asks for
//! it, the virtual channel over which it came; on nothing else, so that [`deadlock`] can ask for all of
//! it, and prove in most cases whether messages can deadlock.

pub mod deadlock;
mod delivery;
pub mod dependency;
mod faults;
mod function;
mod header;
mod least;
mod minimal_box;
mod recorded;
pub mod states;
mod table;
mod walk;
pub mod written;

use std::fmt;

use crate::catalog::{self, BuildError, Family};
use crate::topology::{self, ChannelId, Network, NodeId, Topology};

pub use delivery::{Delivery, Lost, LostKind};
pub use faults::{Detour, failed};
pub use function::FAMILIES;
pub use function::any_network::up_down::{UpDownTree, middle};
pub use header::Header;
pub use least::{IsFree, Least, Search};
pub use minimal_box::MinimalBox;
pub use table::{Facts, Table};
pub use walk::{PathCount, Routes, path, routes};

/// One virtual channel of a physical channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VirtualChannel {
    /// The physical channel.
    pub channel: ChannelId,
    /// Which of its VCs, from 0.
    pub vc: u8,
}

/// Where a header stands, where it is bound, and how it came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hop {
    /// The node it is at.
    pub here: NodeId,
    /// Where this leg of its way ends, another node.
    pub to: NodeId,
    /// Which leg, from 0; the last one ends at its destination.
    pub leg: u8,
    /// Over which virtual channel it came; `None` at its source, and wherever the function does
    /// not ask ([`RoutingFunction::asks_arrival`]).
    pub came: Option<VirtualChannel>,
}

impl Hop {
    /// Of a message that begins there, or of one of which it does not matter how it came.
    pub fn new(here: NodeId, to: NodeId, leg: u8) -> Self {
        Self {
            here,
            to,
            leg,
            came: None,
        }
    }

    /// The same for a header that came over a virtual channel.
    #[must_use]
    pub fn over(self, lane: VirtualChannel) -> Self {
        Self {
            came: Some(lane),
            ..self
        }
    }
}

/// A set of VCs of one channel, as a bit mask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VcSet(pub u16);

impl VcSet {
    /// The most VCs a channel can have.
    pub const MOST: u8 = 16;

    /// VCs `from..to`.
    pub fn range(from: u8, to: u8) -> Self {
        let below = |vc: u8| ((1_u32 << vc) - 1) as u16;
        Self(below(to) & !below(from))
    }

    /// These VCs.
    pub fn of(vcs: impl IntoIterator<Item = u8>) -> Self {
        Self(vcs.into_iter().fold(0, |set, vc| set | 1 << vc))
    }

    /// The VCs in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..Self::MOST).filter(move |vc| self.0 >> vc & 1 == 1)
    }

    /// How many there are.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a VC is among them.
    pub fn contains(self, vc: u8) -> bool {
        self.0 >> vc & 1 == 1
    }
}

/// The virtual channels of every channel, as a routing function finds them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vcs {
    /// V.
    pub count: u8,
    /// Whether worms change class where a ring closes (Dally & Seitz 1987). Without it all VCs
    /// of a torus are one class, however many there are.
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
    /// The channel.
    pub channel: ChannelId,
    /// The VCs.
    pub vcs: VcSet,
    /// Whether they are to be taken only when nothing else is free (Duato 1993).
    pub is_escape: bool,
}

impl Candidate {
    /// Its virtual channels, ascending.
    pub fn lanes(self) -> impl Iterator<Item = VirtualChannel> {
        let channel = self.channel;
        self.vcs
            .iter()
            .map(move |vc| VirtualChannel { channel, vc })
    }
}

/// What a routing function offers, preferred first; reused from call to call.
#[derive(Debug, Clone, Default)]
pub struct Candidates {
    list: Vec<Candidate>,
}

impl Candidates {
    /// Adds a candidate behind those already offered.
    pub fn offer(&mut self, channel: ChannelId, vcs: VcSet) {
        self.list.push(Candidate {
            channel,
            vcs,
            is_escape: false,
        });
    }

    /// Adds a candidate of the deadlock-free subfunction, for when no other is free.
    pub fn offer_escape(&mut self, channel: ChannelId, vcs: VcSet) {
        self.list.push(Candidate {
            channel,
            vcs,
            is_escape: true,
        });
    }

    /// Makes escapes of the candidates from one on.
    fn turn_into_escapes(&mut self, first: usize) {
        for candidate in &mut self.list[first..] {
            candidate.is_escape = true;
        }
    }

    /// Moves the VCs of the candidates from one on up by some.
    fn shift_from(&mut self, first: usize, by: u8) {
        for candidate in &mut self.list[first..] {
            candidate.vcs.0 <<= by;
        }
    }

    /// Keeps the candidates before one, and the `nth` from there on.
    fn keep_only(&mut self, first: usize, nth: usize) {
        if let Some(&kept) = self.list.get(first + nth) {
            self.list.truncate(first);
            self.list.push(kept);
        }
    }

    /// Keeps of the candidates from one on only these of their VCs, and none without any.
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

    /// Forgets all candidates, keeps the memory.
    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// The candidates, preferred first.
    pub fn as_slice(&self) -> &[Candidate] {
        &self.list
    }
}

/// How a routing function chooses among paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Adaptivity {
    /// There is one path.
    Deterministic,
    /// It is drawn at random, whatever the traffic.
    Oblivious,
    /// It depends on which channels are free.
    Adaptive,
}

/// A routing function, built for one topology and number of VCs.
pub trait RoutingFunction: Send + Sync {
    /// Fewest VCs per channel for freedom from deadlock, as far as it knows.
    fn least(&self) -> Least<'_>;

    /// How it chooses among paths.
    fn adaptivity(&self) -> Adaptivity {
        Adaptivity::Deterministic
    }

    /// Whether every path it allows is a shortest one.
    fn is_minimal(&self) -> bool {
        true
    }

    /// The VCs that are only for escape (Duato 1993), on whatever channel.
    fn escapes(&self) -> VcSet {
        VcSet(0)
    }

    /// Legs of a message's way: 2 for one by way of a random node (Valiant 1982).
    fn legs(&self) -> u8 {
        1
    }

    /// Whether the second of two legs leads over the same channels as the first to the same node, on
    /// whatever virtual channels.
    fn are_legs_alike(&self) -> bool {
        false
    }

    /// Whether every way of it is known to arrive, whatever is taken of what it offers. So do those of
    /// all functions but of what somebody wrote.
    fn always_arrives(&self) -> bool {
        true
    }

    /// The boxes from which the intermediate node of two legs is drawn; `None` for all nodes.
    fn minimal_box(&self) -> Option<&MinimalBox> {
        None
    }

    /// The class of a channel, where the literature has names for them: `CH`.
    fn class(&self, _network: &Network, _channel: ChannelId) -> Option<&'static str> {
        None
    }

    /// Whether it is defined by the labels of nodes, which a picture should then show.
    fn is_label_based(&self) -> bool {
        false
    }

    /// Whether what it offers depends on how a header came. Such a function has one leg.
    fn asks_arrival(&self) -> bool {
        false
    }

    /// Whether a leg can reach its end, which only failed links prevent. A function that somebody wrote says
    /// so of all: what becomes of a message that it leads nowhere is to be seen.
    fn reaches(&self, _network: &Network, _hop: Hop) -> bool {
        true
    }

    /// Offers every candidate, on channels that leave `hop.here`; at least one.
    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates);

    /// Offers what a message may take that has drawn this uniformly distributed number: for
    /// oblivious functions one channel of [`candidates`](Self::candidates), else all of them.
    fn drawn(&self, network: &Network, hop: Hop, _draw: u32, out: &mut Candidates) {
        self.candidates(network, hop, out);
    }
}

impl dyn RoutingFunction + '_ {
    /// Number of nodes among which the intermediate one of two legs is drawn, ends included.
    pub fn intermediates(&self, network: &Network, from: NodeId, to: NodeId) -> u32 {
        let between = self.minimal_box();
        between.map_or(network.nodes(), |between| between.count(from, to))
    }

    /// The `nth` of these nodes, from 0.
    pub fn intermediate(&self, from: NodeId, to: NodeId, nth: u32) -> NodeId {
        let between = self.minimal_box();
        between.map_or(NodeId(nth), |between| between.nth(from, to, nth))
    }

    /// Whether a node is one of them.
    pub fn goes_by(&self, from: NodeId, by: NodeId, to: NodeId) -> bool {
        let between = self.minimal_box();
        between.is_none_or(|between| between.contains(from, by, to))
    }
}

/// Short, so that the tables of a function need no strings in the page.
impl fmt::Debug for dyn RoutingFunction + '_ {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (adaptivity, legs) = (self.adaptivity(), self.legs());
        write!(f, "a function that is {adaptivity:?}, of {legs} legs")
    }
}

/// Builds a routing function for a topology and the virtual channels it has.
pub type BuildRouting = fn(&dyn Topology, Vcs) -> Result<Box<dyn RoutingFunction>, BuildError>;

/// A register line of a routing function.
pub type RoutingFamily = Family<BuildRouting>;

/// Builds the routing function called `id`.
pub fn from_id(
    id: &str,
    topology: &dyn Topology,
    vcs: impl Into<Vcs>,
) -> Result<Box<dyn RoutingFunction>, BuildError> {
    if let Some(script) = written::script_of(id) {
        return written::function(script, topology, vcs.into().count);
    }
    // Of the registered functions one has something to choose.
    let built = if let Some(root) = id.strip_prefix("up-down:") {
        let root = topology.node("routing", root)?;
        function::any_network::up_down::from_root(topology, vcs.into(), Some(root))
    } else {
        (catalog::find(FAMILIES, "routing", id)?.build)(topology, vcs.into())
    };
    built.map_err(|error| match error {
        // Somebody who has a network does not choose another one.
        BuildError::Unsupported {
            what,
            place,
            instead,
        } if topology.as_a::<topology::graph::Graph>().is_some() => {
            let here: Vec<_> = defined_on(topology).map(|family| family.entry.id).collect();
            BuildError::Unsupported {
                what,
                place,
                instead: format!("{instead}, or here {}", catalog::one_of(&here)),
            }
        }
        other => other,
    })
}

/// The routing function that a network has where nobody has chosen one: dimension order, or where
/// there are no dimensions one that is defined there.
pub fn usual(topology: &dyn Topology) -> &'static str {
    let mut ids = ["dimension-order", "up-down", "shortest"].into_iter();
    let is_defined = |id: &&str| from_id(id, topology, 1).is_ok();
    ids.find(is_defined).unwrap_or("dimension-order")
}

/// The routing functions that are defined on a topology, in the order of the menu.
pub fn defined_on(topology: &dyn Topology) -> impl Iterator<Item = &'static RoutingFamily> {
    let families = FAMILIES.iter();
    families.filter(move |family| (family.build)(topology, 1.into()).is_ok())
}
