//! Dimension reversals: any shortest path, with a limit on turns back to a lower dimension.
//!
//! The virtual channels are divided into classes, one more than there are reversals. A message begins
//! in the first class and corrects its dimensions in any order; each turn into a lower dimension takes
//! it to the next class. In the last class it keeps to dimension order, so it enters that class by its
//! lowest dimension. Every hop therefore leads to a higher class or, within a class, not to a lower
//! dimension, and along a dimension in one direction: channels are taken in ascending order, and no
//! cycle can close. This is the static algorithm of Dally & Aoki, restricted to shortest paths.
//!
//! With fewer virtual channels than classes, fewer reversals are allowed.

use crate::catalog::{Control, Entry, Family, Integer, Param};
use crate::routing::function::TEXTS;
use crate::routing::{
    Adaptivity, Build, Candidates, Hop, Least, RoutingFamily, RoutingFunction, VcSet,
};
use crate::topology::{Network, ShortestPaths};

pub(super) const FAMILY: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "dimension-reversal", &[Param::Integer(REVERSALS)]),
    build: Build::new(|topology, vcs, settings| {
        let reversals = settings.integer(&REVERSALS)? as u8;
        if topology.mesh().is_none() && topology.cube_dimension().is_none() {
            let instead = "choose a mesh or hypercube";
            return topology.refuse("dimension-reversal routing", instead);
        }
        let classes = (reversals + 1).min(vcs.count);
        let first =
            |class: u8| (u16::from(class) * u16::from(vcs.count) / u16::from(classes)) as u8;
        let classes = (0..classes).map(|class| VcSet::range(first(class), first(class + 1)));
        Ok(Box::new(DimensionReversal {
            minimal: topology.shortest_paths(),
            classes: classes.collect(),
        }))
    }),
};

const REVERSALS: Integer = Control::new("reversals", "r", "Reversals")
    .default("1")
    .help("Turns back to a lower dimension that a message may make.")
    .integer(0, VcSet::MOST as u32 - 1);

#[derive(Debug)]
struct DimensionReversal {
    minimal: ShortestPaths,
    /// The VCs by the number of reversals made.
    classes: Vec<VcSet>,
}

impl RoutingFunction for DimensionReversal {
    fn least(&self) -> Least<'_> {
        Least::Known(Some(1))
    }

    fn adaptivity(&self) -> Adaptivity {
        if self.classes.len() > 1 {
            Adaptivity::Adaptive
        } else {
            Adaptivity::Deterministic
        }
    }

    fn asks_arrival(&self) -> bool {
        true
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        let dimension = |port| network.dimension(network.channel(hop.here, port));
        let (class, along) = hop.came.map_or((0, 0), |came| {
            let is_of = |class: &VcSet| class.contains(came.vc);
            let class = self.classes.iter().position(is_of);
            (class.unwrap_or(0), network.dimension(came.channel))
        });
        let lowest = self.minimal.first(hop.here, hop.to);
        // Paths without a reversal are preferred.
        for reverses in [false, true] {
            let next = class + usize::from(reverses);
            let Some(&vcs) = self.classes.get(next) else {
                break;
            };
            let is_last = next + 1 == self.classes.len();
            self.minimal.ports(hop.here, hop.to, |port, _| {
                let is_in_order = !is_last || Some(port) == lowest;
                if (dimension(port) < along) == reverses && is_in_order {
                    out.offer(network.channel(hop.here, port), vcs);
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::routing::{Adaptivity, from_id, routes};
    use crate::topology::{self, Network, NodeId};

    /// Of the C(4, 2) = 6 shortest paths across a 3×3 mesh, those with at most r turns from y to x.
    #[test]
    fn the_number_of_reversals_limits_the_paths() {
        let mesh = topology::from_spec("mesh:3x3").expect("in range");
        let network = Network::new(&*mesh);
        for (id, vcs, paths) in [
            ("dimension-reversal:0", 4, 1),
            ("dimension-reversal:1", 4, 5),
            ("dimension-reversal:2", 4, 6),
            ("dimension-reversal:2", 2, 5),
            ("dimension-reversal:2", 1, 1),
            ("dimension-reversal", 2, 5),
        ] {
            let routing = from_id(id, &*mesh, vcs).expect("it is defined on meshes");
            let found = routes(&network, &*routing, NodeId(0), NodeId(8));
            assert_eq!(found.paths.exact(), Some(paths), "{id}, V = {vcs}");
            let is_adaptive = routing.adaptivity() == Adaptivity::Adaptive;
            assert_eq!(is_adaptive, paths > 1);
        }
    }

    #[test]
    fn a_wrong_number_is_refused() {
        let mesh = topology::from_spec("mesh:3x3").expect("in range");
        for given in ["16", "-1", "two"] {
            let refusal = from_id(&format!("dimension-reversal:{given}"), &*mesh, 2);
            let refusal = refusal.expect_err("it is out of range").to_string();
            assert_eq!(
                refusal,
                format!("Reversals r must be a whole number from 0 to 15, not {given}")
            );
        }
    }
}
