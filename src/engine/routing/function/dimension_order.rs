//! Dimension-order routing: correct the lowest dimension first, then the next.
//!
//! On a mesh this is XY routing, on a hypercube e-cube: every path visits the dimensions in the
//! same order, so the channel dependency graph has no cycle and one VC suffices.
//!
//! A ring of a torus is a cycle by itself, so its VCs are split into two classes (Dally & Seitz
//! 1987): a worm that has yet to cross the wrap-around channel uses the first class, up to and
//! including that channel, and the second class afterwards; a worm that need not cross it uses the
//! second class throughout. Within each class the channels of a ring are then taken in ascending
//! order of position, so no cycle remains.
//!
//! In a bidirectional ring of even radix the opposite node is equally far in both directions. Even
//! coordinates then route upwards and odd ones downwards, which balances the load.

use std::cmp::Ordering;

use super::one_channel::{lowest_bit, one_channel};
use super::{folded, mesh_hypercube};
use crate::catalog::{BuildError, Entry, Family};
use crate::routing::function::TEXTS;
use crate::routing::{Build, Candidates, Hop, Least, RoutingFamily, RoutingFunction, VcSet, Vcs};
use crate::topology::switched::HyperXRouters;
use crate::topology::{
    Coordinates, Direction, FoldedHypercube, Lattice, MeshHypercube, Network, Port, Topology,
};

pub(super) const FAMILY: RoutingFamily = Family {
    entry: Entry::new(TEXTS, "dimension-order", &[]),
    build: Build::new(|topology, vcs, _| build(topology, vcs)).between_routers(),
};

/// Builds the function; others use it for a part of their routes.
pub(super) fn build(
    topology: &dyn Topology,
    vcs: Vcs,
) -> Result<Box<dyn RoutingFunction>, BuildError> {
    if let Some(lattice) = topology.lattice() {
        let coordinates = Coordinates::of(lattice);
        Ok(match lattice.rings() {
            // XY routing, in any number of dimensions.
            None => one_channel(vcs.count, move |here, to| {
                let (dimension, here, to) = coordinates.first_differing(here, to);
                Port(2 * dimension + u8::from(to < here))
            }),
            Some(direction) => Box::new(TorusOrder::new(lattice, coordinates, direction, vcs)),
        })
    } else if topology.cube_dimension().is_some() {
        // E-cube: corrects the address bits in ascending order.
        Ok(one_channel(vcs.count, |here, to| lowest_bit(here.0 ^ to.0)))
    } else if let Some(folded) = topology.as_a::<FoldedHypercube>() {
        // The complement link has its own rule for its place in the order.
        Ok(folded::order(folded, vcs.count))
    } else if let Some(levels) = topology.as_a::<MeshHypercube>() {
        // Levels come before bits, although their ports are numbered after them.
        Ok(mesh_hypercube::order(levels, vcs.count))
    } else if topology.diameter() <= 1 || topology.as_a::<HyperXRouters>().is_some() {
        // One hop for each dimension in networks with links between all coordinates of a dimension.
        let links = topology.shortest_paths();
        Ok(one_channel(vcs.count, move |here, to| {
            let port = links.first(here, to);
            port.expect("a link leads nearer")
        }))
    } else {
        topology.refuse(
            "dimension-order routing",
            "choose a mesh, torus or hypercube",
        )
    }
}

/// The direction (`true` for upwards) and the number of hops of dimension order along a ring of k
/// nodes.
pub(in crate::routing) fn along_ring(
    direction: Direction,
    k: u32,
    here: u32,
    to: u32,
) -> (bool, u32) {
    let ahead = upwards(k, here, to);
    let up = direction == Direction::Up || is_up(k, here, ahead);
    (up, if up { ahead } else { k - ahead })
}

/// The upward distance along a ring of k nodes.
fn upwards(k: u32, here: u32, to: u32) -> u32 {
    if to >= here { to - here } else { to + k - here }
}

/// Whether dimension order goes upwards in a bidirectional ring of k nodes, given the upward
/// distance `ahead`.
fn is_up(k: u32, here: u32, ahead: u32) -> bool {
    match (2 * ahead).cmp(&k) {
        Ordering::Less => true,
        Ordering::Equal => k == 2 || here.is_multiple_of(2),
        Ordering::Greater => false,
    }
}

/// Dimension order in tori, with dateline classes.
#[derive(Debug)]
struct TorusOrder {
    coordinates: Coordinates,
    radices: Vec<u32>,
    direction: Direction,
    /// The VCs up to the wrap-around channel, and those after it.
    classes: [VcSet; 2],
    needs_classes: bool,
    dateline: bool,
}

impl TorusOrder {
    fn new(lattice: &Lattice, coordinates: Coordinates, direction: Direction, vcs: Vcs) -> Self {
        // Shorter rings have no cycle of dependencies: either no path has two hops or, in a
        // bidirectional ring of four, only those from even coordinates upwards and from odd ones
        // downwards.
        let shortest_cycle = match direction {
            Direction::Up => 3,
            Direction::Both => 5,
        };
        let needs_classes = lattice.radices().iter().any(|&k| k >= shortest_cycle);
        let Vcs { count, dateline } = vcs;
        let classes = if count >= 2 && needs_classes && dateline {
            [VcSet::range(0, count / 2), VcSet::range(count / 2, count)]
        } else {
            // With a single class, rings that need two can deadlock, which the simulator shows.
            [VcSet::range(0, count); 2]
        };
        Self {
            coordinates,
            radices: lattice.radices().to_vec(),
            direction,
            classes,
            needs_classes,
            dateline,
        }
    }
}

impl RoutingFunction for TorusOrder {
    fn least(&self) -> Least<'_> {
        Least::Known(match (self.needs_classes, self.dateline) {
            (false, _) => Some(1),
            (true, true) => Some(2),
            (true, false) => None,
        })
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        let (dimension, here, to) = self.coordinates.first_differing(hop.here, hop.to);
        let k = self.radices[usize::from(dimension)];
        let (port, up) = match self.direction {
            Direction::Up => (Port(dimension), true),
            Direction::Both => {
                let up = is_up(k, here, upwards(k, here, to));
                (Port(2 * dimension + u8::from(!up)), up)
            }
        };
        let will_wrap = if up { to < here } else { to > here };
        let class = self.classes[usize::from(!will_wrap)];
        out.offer(network.channel(hop.here, port), class);
    }
}
