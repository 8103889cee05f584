//! The odd-even turn model (Chiu 2000): adaptive, minimal, and without a cycle of turns.
//!
//! The turn models of Glass & Ni forbid the same turns everywhere, and so leave some pairs of nodes
//! many paths and others one. Here it depends on the column which turns are forbidden: in even
//! columns those from east to north or south, in odd ones those from north or south to west. A
//! cycle needs a column in which it turns from eastward and one in which it turns to westward, and
//! its rightmost column cannot be both.
//!
//! A header that comes from the west may not leave an even column to north or south, one that
//! begins there may: the function asks how a header came. That is the same as Chiu's `ROUTE`, which
//! compares the column with that of the source: in an even column only messages that began in it
//! can have come from north or south on their way east.

use super::unsupported;
use crate::catalog::{Entry, Family, Source};
use crate::routing::{Adaptivity, Candidates, Hop, Least, RoutingFamily, RoutingFunction, VcSet};
use crate::topology::{Coordinates, Network, Port};

pub(super) const FAMILY: RoutingFamily = Family {
    entry: Entry {
        id: "odd-even",
        name: "Odd-even",
        summary: "which turns are forbidden changes from column to column",
        help: "In even columns no message turns from east to north or south, in odd ones none turns \
               from north or south to west. So no cycle of turns is left, without another virtual \
               channel. Choice is spread evenly over all directions, unlike west-first.",
        sources: &[Source {
            cite: "Chiu 2000",
            work: "The odd-even turn model for adaptive routing, IEEE TPDS 11(7)",
        }],
        params: &[],
    },
    build: |topology, vcs| {
        let Some(mesh) = topology.mesh().filter(|mesh| mesh.dimensions() == 2) else {
            let instead = "choose a mesh of two dimensions";
            return unsupported("odd-even routing", topology, instead);
        };
        Ok(Box::new(OddEven {
            coordinates: Coordinates::of(mesh),
            all: VcSet::range(0, vcs.count),
        }))
    },
};

const EAST: Port = Port(0);
const WEST: Port = Port(1);

#[derive(Debug)]
struct OddEven {
    coordinates: Coordinates,
    all: VcSet,
}

impl RoutingFunction for OddEven {
    fn least(&self) -> Least<'_> {
        Least::Known(Some(1))
    }

    fn adaptivity(&self) -> Adaptivity {
        Adaptivity::Adaptive
    }

    fn asks_arrival(&self) -> bool {
        true
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        let (here, to) = (self.coordinates.at(hop.here), self.coordinates.at(hop.to));
        let ([x, y], [to_x, to_y]) = ([here[0], here[1]], [to[0], to[1]]);
        let is_odd = |column: u32| !column.is_multiple_of(2);
        let mut offer = |port| out.offer(network.channel(hop.here, port), self.all);
        let vertical = Port(2 + u8::from(to_y < y));
        if to_x == x {
            return offer(vertical);
        }
        if to_x > x {
            // From the last column but one it goes on east only if it may turn there.
            if to_y == y || is_odd(to_x) || to_x - x > 1 {
                offer(EAST);
            }
            let came_from_west = hop
                .came
                .is_some_and(|lane| network.port(lane.channel) == EAST);
            if to_y != y && (is_odd(x) || !came_from_west) {
                offer(vertical);
            }
        } else {
            offer(WEST);
            if to_y != y && !is_odd(x) {
                offer(vertical);
            }
        }
    }
}
