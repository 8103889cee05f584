//! Registered routing functions on networks, and what they allow.

mod followed;

use std::fmt;

use flitscope::routing::deadlock::{Decision, Room, judge};
use flitscope::routing::dependency::{Analysis, Graph};
use flitscope::routing::states::States;
use flitscope::routing::{
    self, Candidate, Candidates, Detour, Hop, RoutingFunction, Vcs, VirtualChannel,
};
use flitscope::topology::{ChannelId, Network, Topology};

use crate::common::networks::build;
use crate::common::routings;

use followed::{Followed, pairs_of, shortest_cycle};

/// A routing function on a network with a number of VCs.
pub struct Case {
    pub id: &'static str,
    pub spec: &'static str,
    pub topology: Box<dyn Topology>,
    pub network: Network,
    pub routing: Box<dyn RoutingFunction>,
    pub vcs: Vcs,
    failed: Vec<u32>,
}

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self {
            id,
            spec,
            vcs,
            failed,
            ..
        } = self;
        write!(f, "{id} on {spec}, {vcs:?}, {failed:?} failed")
    }
}

impl Case {
    /// `None` if the function is not defined on the network.
    pub fn new(spec: &'static str, id: &'static str, vcs: Vcs) -> Option<Self> {
        let topology = build(spec);
        Some(Self {
            id,
            spec,
            network: Network::new(&*topology),
            routing: routing::from_id(id, &*topology, vcs).ok()?,
            topology,
            vcs,
            failed: Vec::new(),
        })
    }

    /// The same with some channels failed.
    pub fn without(&self, failed: &[u32]) -> Self {
        let mut case = Self::new(self.spec, self.id, self.vcs).expect("it was built before");
        let channels: Vec<_> = failed.iter().map(|&channel| ChannelId(channel)).collect();
        case.routing = Box::new(Detour::new(case.routing, &case.network, &channels));
        case.failed = failed.to_vec();
        case
    }

    pub fn analysis(&self) -> Analysis {
        self.graph().analyze()
    }

    /// Whether messages can deadlock.
    pub fn answer(&self) -> Decision {
        judge(
            &self.analysis(),
            &self.network,
            &*self.routing,
            self.vcs.count,
            Room::Flits,
        )
    }

    /// The answer as a sentence.
    pub fn why(&self) -> String {
        self.answer()
            .why(&self.analysis(), &*self.topology, &self.network)
    }

    fn graph(&self) -> Graph<'_> {
        let graph = Graph::of(&self.network, &*self.routing, self.vcs.count);
        graph.expect("the network is small")
    }

    pub fn assert_agrees(&self) {
        let graph = self.graph();
        let found = graph.analyze();
        let followed = Followed::all(self);
        let lanes = followed.held.iter().filter(|&&held| held).count();
        assert_eq!(found.lanes as usize, lanes, "{self:?}");
        let edges: Vec<_> = graph.dependencies();
        assert!(edges.is_sorted(), "{self:?}");
        let edges: Vec<_> = edges
            .iter()
            .map(|&(a, b)| (self.index(a), self.index(b)))
            .collect();
        assert_eq!(edges, pairs_of(&followed.next), "{self:?}");
        assert_eq!(found.dependencies as usize, edges.len(), "{self:?}");
        self.assert_shortest(found.cycle.as_deref(), &followed.next);
        let escapes = self.routing.escapes();
        assert_eq!(found.escape.is_some(), !escapes.is_empty(), "{self:?}");
        if let Some(escape) = found.escape {
            let all = followed.extended.iter().flatten().filter(|&&yes| yes);
            let all = all.count() as u64;
            assert_eq!(escape.direct + escape.indirect, all, "{self:?}");
            assert_eq!(escape.is_connected, followed.is_connected, "{self:?}");
            self.assert_shortest(escape.cycle.as_deref(), &followed.extended);
        }
    }

    /// Each channel of the cycle leads to the next, and no shorter cycle exists.
    fn assert_shortest(&self, cycle: Option<&[VirtualChannel]>, next: &[Vec<bool>]) {
        let found = cycle.map(<[_]>::len);
        assert_eq!(found, shortest_cycle(next), "{self:?}");
        for (at, &lane) in cycle.unwrap_or_default().iter().enumerate() {
            let cycle = cycle.unwrap_or_default();
            let then = cycle[(at + 1) % cycle.len()];
            assert!(next[self.index(lane)][self.index(then)], "{self:?}");
        }
    }

    /// Visits every pair of nodes on every leg with the offers made to a header there; if the
    /// function depends on the arrival lane, once for each lane on which a header can arrive.
    pub fn every_hop(&self, mut visit: impl FnMut(Hop, &[Candidate])) {
        for (leg, to) in (0..self.routing.legs())
            .flat_map(|leg| self.topology.node_ids().map(move |to| (leg, to)))
        {
            let states = States::to(&self.network, &*self.routing, to, leg);
            for state in 0..states.len() {
                visit(states.hop(state), states.offers(state));
            }
        }
    }

    /// The next hop of the same leg, after `lane`.
    fn after(&self, hop: Hop, lane: VirtualChannel) -> Hop {
        let here = self.network.to(lane.channel);
        let came = self.routing.asks_arrival().then_some(lane);
        Hop { here, came, ..hop }
    }

    fn offers(&self, hop: Hop) -> Vec<Candidate> {
        let mut candidates = Candidates::default();
        self.routing.candidates(&self.network, hop, &mut candidates);
        candidates.as_slice().to_vec()
    }

    fn lanes(&self) -> usize {
        self.network.channels() as usize * usize::from(self.vcs.count)
    }

    fn index(&self, lane: VirtualChannel) -> usize {
        lane.channel.0 as usize * usize::from(self.vcs.count) + usize::from(lane.vc)
    }
}

/// Every function, with the extremes of its parameters too, on every network on which it is defined,
/// with V from 1 to 4.
pub fn every_case(networks: impl Iterator<Item = &'static str>) -> impl Iterator<Item = Case> {
    let networks: Vec<_> = networks.collect();
    let functions = routings::ALL.iter();
    functions.flat_map(move |id| {
        let networks = networks.clone().into_iter();
        networks.flat_map(move |spec| {
            (1..=4).filter_map(move |vcs| Case::new(spec, id, Vcs::from(vcs)))
        })
    })
}
