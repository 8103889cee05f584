//! A routing function as a table: what it offers in every state in which a header can be.
//!
//! Functions that take long to ask, since somebody wrote them in the page, are asked once for all of
//! it. After that they are as quick as any other, and whatever holds for a registered function can
//! be seen of them too.

use super::states::States;
use super::{Adaptivity, Candidates, Hop, Least, RoutingFunction, VcSet};
use crate::topology::{Network, NodeId};

/// What a function offers, destination by destination.
#[derive(Debug)]
pub struct Table {
    /// By destination.
    states: Vec<States>,
    pub(super) vcs: u8,
    asks_arrival: bool,
    is_adaptive: bool,
    escapes: VcSet,
    facts: Facts,
}

/// What was found out about a table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Facts {
    /// Whether every hop leads nearer to the destination.
    pub is_minimal: bool,
    /// Whether messages can never deadlock; `None` where nobody looked, or the network is too large.
    pub is_free: Option<bool>,
    /// Ordered pairs of different nodes.
    pub pairs: u32,
    /// Of these, the ones between which no way leads.
    pub never: u32,
    /// Those between which ways lead, and others end where nothing is offered any more.
    pub may_end: u32,
    /// Those between which ways lead, and others go round in a circle.
    pub may_circle: u32,
}

impl Table {
    /// Asks for everything that is offered on channels of so many VCs. What is offered in a state
    /// must leave its node; the first error ends it.
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

    /// The same, with what was found out about it.
    #[must_use]
    pub fn with_facts(self, facts: Facts) -> Self {
        Self { facts, ..self }
    }

    /// What was found out about it.
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

    /// All that is offered to headers bound for a node.
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
        // Another number of virtual channels is another table.
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

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        let Some(state) = self.state(network, hop) else {
            return;
        };
        for &offer in self.to(hop.to).offers(state) {
            out.list.push(offer);
        }
    }
}
