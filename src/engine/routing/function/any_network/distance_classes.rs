//! Distance classes: any shortest path in any network, on a higher virtual channel with every hop.
//!
//! Buffer classes ordered by the number of hops made, in which each packet asks only for the next
//! class, were the first method of deadlock avoidance (Merlin & Schweitzer 1980; Gopal 1985). Here
//! the classes are virtual channels. A message with fewer hops than there are virtual channels may
//! skip some, as long as one is left for each remaining hop.

use std::sync::{Arc, OnceLock};

use crate::catalog::{Entry, Family};
use crate::routing::function::TEXTS;
use crate::routing::{
    Adaptivity, Build, Candidates, Hop, IsFree, Least, Need, RoutingFamily, RoutingFunction,
    Search, VcSet,
};
use crate::topology::{Network, NodeId, ShortestPaths, Topology};

pub(in crate::routing::function) const FAMILY: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "distance-classes", &[]),
    build: Build::new(|topology, vcs, _| {
        Ok(Box::new(DistanceClasses {
            hops: Arc::new(Hops::new(topology)),
            vcs: vcs.count,
            need: OnceLock::new(),
        }))
    }),
};

/// The size of the largest network for which the minimum is searched for \[nodes\].
const MOST_SEARCHED: u32 = 16;

/// The largest number of states of headers for which it is decided whether fewer VCs than hops are
/// enough: nodes times virtual channels.
const MOST_DECIDED: u64 = 1 << 21;

#[derive(Debug)]
struct Hops {
    network: Network,
    paths: ShortestPaths,
    /// By destination and node: the distance \[hops\].
    left: Vec<u16>,
    diameter: u32,
}

impl Hops {
    fn new(topology: &dyn Topology) -> Self {
        let nodes = || topology.node_ids();
        let pairs = nodes().flat_map(|to| nodes().map(move |here| (here, to)));
        Self {
            network: Network::new(topology),
            paths: topology.shortest_paths(),
            left: pairs
                .map(|(here, to)| topology.distance(here, to) as u16)
                .collect(),
            diameter: topology.diameter(),
        }
    }

    fn left(&self, here: NodeId, to: NodeId) -> u8 {
        let left = self.left[(to.0 * self.network.nodes() + here.0) as usize];
        u8::try_from(left).unwrap_or(u8::MAX)
    }
}

#[derive(Debug)]
struct DistanceClasses {
    hops: Arc<Hops>,
    vcs: u8,
    need: OnceLock<Need>,
}

impl DistanceClasses {
    fn with(&self, vcs: u8) -> Self {
        Self {
            hops: self.hops.clone(),
            vcs,
            need: OnceLock::new(),
        }
    }
}

impl Search for DistanceClasses {
    fn search(&self, is_free: IsFree) -> Need {
        *self.need.get_or_init(|| {
            let network = &self.hops.network;
            if network.nodes() <= MOST_SEARCHED {
                return self.least(is_free);
            }
            let known = Need {
                enough: u8::try_from(self.enough()).ok(),
                is_least: false,
                is_free: (self.enough() <= u32::from(self.vcs)).then_some(true),
            };
            let states =
                u64::from(network.nodes()) * u64::from(network.channels()) * u64::from(self.vcs);
            if known.is_free.is_some() || states > MOST_DECIDED {
                return known;
            }
            match is_free(network, self, self.vcs) {
                Some(true) => Need {
                    enough: Some(self.vcs),
                    is_least: self.vcs == 1,
                    is_free: Some(true),
                },
                is_free => Need { is_free, ..known },
            }
        })
    }
}

impl DistanceClasses {
    /// A number of VCs that suffices: a class for each hop of the longest path.
    fn enough(&self) -> u32 {
        self.hops.diameter.max(1)
    }

    /// The minimum, by trying all numbers.
    fn least(&self, is_free: IsFree) -> Need {
        let enough = u8::try_from(self.enough()).unwrap_or(u8::MAX);
        let mut is_least = true;
        let mut fewer = 1..enough.min(VcSet::MOST);
        let found = fewer.find(|&vcs| {
            let answer = is_free(&self.hops.network, &self.with(vcs), vcs);
            is_least &= answer.is_some();
            answer == Some(true)
        });
        let enough = found.unwrap_or(enough);
        let is_sure = is_least || enough <= self.vcs;
        Need {
            enough: Some(enough),
            is_least,
            is_free: is_sure.then_some(enough <= self.vcs),
        }
    }
}

impl RoutingFunction for DistanceClasses {
    fn least(&self) -> Least<'_> {
        Least::Searched(self)
    }

    fn adaptivity(&self) -> Adaptivity {
        Adaptivity::Adaptive
    }

    fn asks_arrival(&self) -> bool {
        true
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        let lowest = hop.came.map_or(0, |lane| lane.vc + 1);
        let end = (self.vcs + 1).saturating_sub(self.hops.left(hop.here, hop.to));
        let vcs = if lowest < end {
            VcSet::range(lowest, end)
        } else {
            // Too few VCs for the remaining hops: repeat the last one.
            let last = lowest.min(self.vcs - 1);
            VcSet::range(last, last + 1)
        };
        self.hops.paths.ports(hop.here, hop.to, |port, _| {
            out.offer(network.channel(hop.here, port), vcs);
        });
    }
}
