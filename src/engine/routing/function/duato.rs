//! Duato's fully adaptive routing: any shortest path, with a deadlock-free escape.
//!
//! The first VC (two if rings need a dateline) is reserved for dimension order; the others may be
//! taken on every channel of a shortest path. A header takes an escape only if nothing else is
//! free, and may leave it again. Messages can wait for each other in a cycle on adaptive VCs, but
//! each of them also waits for its escape, and the dependencies among escapes, including indirect
//! ones over adaptive channels, form no cycle (Duato 1993). If no VC is left to be adaptive, the
//! function is dimension order.

use super::dimension_order;
use crate::catalog::{Entry, Family};
use crate::routing::function::TEXTS;
use crate::routing::{
    Adaptivity, Build, Candidates, Hop, Least, RoutingFamily, RoutingFunction, VcSet, Vcs,
};
use crate::topology::{Network, ShortestPaths};

pub(super) const FAMILY: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "duato", &[]),
    build: Build::new(|topology, vcs, _| {
        let least = dimension_order::build(topology, 1.into())?;
        let wanted = least.least().known().unwrap_or(2);
        let kept = wanted.min(vcs.count);
        let order = Vcs { count: kept, ..vcs };
        let escape = dimension_order::build(topology, order)?;
        Ok(Box::new(Duato {
            minimal: topology.shortest_paths(),
            free: VcSet::range(kept, vcs.count),
            kept: VcSet::range(0, kept),
            escape,
        }))
    }),
};

#[derive(Debug)]
struct Duato {
    minimal: ShortestPaths,
    /// The VCs that may be taken on every channel of a shortest path.
    free: VcSet,
    /// The VCs reserved for the escape.
    kept: VcSet,
    escape: Box<dyn RoutingFunction>,
}

impl RoutingFunction for Duato {
    fn least(&self) -> Least<'_> {
        self.escape.least()
    }

    fn adaptivity(&self) -> Adaptivity {
        Adaptivity::Adaptive
    }

    fn escapes(&self) -> VcSet {
        // Without adaptive VCs the function is plain dimension order.
        if self.free.is_empty() {
            VcSet(0)
        } else {
            self.kept
        }
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        if self.free.is_empty() {
            return self.escape.candidates(network, hop, out);
        }
        self.minimal.ports(hop.here, hop.to, |port, _| {
            out.offer(network.channel(hop.here, port), self.free);
        });
        let before = out.as_slice().len();
        self.escape.candidates(network, hop, out);
        out.turn_into_escapes(before);
    }
}
