//! Routing in fat trees: up until the destination is below, then down over the only path.
//!
//! No message goes up after it has gone down, so one virtual channel suffices.

use crate::catalog::{BuildError, Entry, Family};
use crate::routing::function::TEXTS;
use crate::routing::{
    Adaptivity, Build, Candidates, Hop, Least, RoutingFamily, RoutingFunction, VcSet, Vcs,
};
use crate::topology::switched::{FatTree, Levels};
use crate::topology::{ChannelId, Network, Topology};

pub(in crate::routing::function) const RANDOM: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "fat-tree-random", &[]),
    build: Build::new(|topology, vcs, _| build(topology, vcs, Ascent::Random)),
};

pub(in crate::routing::function) const ADAPTIVE: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "fat-tree-adaptive", &[]),
    build: Build::new(|topology, vcs, _| build(topology, vcs, Ascent::Adaptive)),
};

pub(in crate::routing::function) const D_MOD_K: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "d-mod-k", &[]),
    build: Build::new(|topology, vcs, _| build(topology, vcs, Ascent::ByDestination)),
};

fn build(
    topology: &dyn Topology,
    vcs: Vcs,
    ascent: Ascent,
) -> Result<Box<dyn RoutingFunction>, BuildError> {
    let Some(tree) = topology.as_a::<FatTree>() else {
        return topology.refuse("routing in fat trees", "choose a fat tree or tree");
    };
    Ok(Box::new(UpThenDown {
        levels: tree.levels().clone(),
        ascent,
        all: VcSet::range(0, vcs.count),
    }))
}

/// The choice among the links up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ascent {
    Random,
    Adaptive,
    ByDestination,
}

#[derive(Debug)]
struct UpThenDown {
    levels: Levels,
    ascent: Ascent,
    all: VcSet,
}

impl RoutingFunction for UpThenDown {
    fn least(&self) -> Least<'_> {
        Least::Known(Some(1))
    }

    fn adaptivity(&self) -> Adaptivity {
        match self.ascent {
            Ascent::Random => Adaptivity::Oblivious,
            Ascent::Adaptive => Adaptivity::Adaptive,
            Ascent::ByDestination => Adaptivity::Deterministic,
        }
    }

    fn leads_up(&self, network: &Network, channel: ChannelId) -> Option<bool> {
        Some(network.from(channel) < network.to(channel))
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        if let Some(down) = self.levels.port_down(hop.here, hop.to) {
            return out.offer(network.channel(hop.here, down), self.all);
        }
        let first = out.as_slice().len();
        for port in self.levels.ports_up(hop.here) {
            out.offer(network.channel(hop.here, port), self.all);
        }
        if self.ascent == Ascent::ByDestination && out.as_slice().len() > first + 1 {
            out.keep_only(first, self.levels.link_of(hop.here, hop.to));
        }
    }

    fn drawn(&self, network: &Network, hop: Hop, draw: u32, out: &mut Candidates) {
        let first = out.as_slice().len();
        self.candidates(network, hop, out);
        if self.ascent == Ascent::Random {
            out.draw_one(first, draw);
        }
    }
}
