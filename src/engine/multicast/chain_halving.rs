//! Unicast-based multicast along a chain that is halved in every step: U-mesh, U-torus, U-cube.
//!
//! Source and destinations form a chain, sorted by the dimensions in the order in which
//! dimension-order routing corrects them, the first being the most significant. A node that has the
//! message and is responsible for a part of the chain sends it to the near end of the other half of
//! that part, which is then responsible for this half. The number of nodes that have the message
//! doubles with every step, so d destinations take ⌈log₂(d + 1)⌉ steps, the minimum with one port.
//! Messages of one step, or of two steps that overlap in time, never ask for the same virtual
//! channel, given a dateline in rings (which dimension order omits if no ring is longer than four
//! nodes, or two in a unidirectional torus).
//!
//! The algorithms differ in the chain:
//!
//! | algorithm | network | order | position of the source |
//! |---|---|---|---|
//! | U-mesh | mesh | by coordinates | by its coordinates |
//! | U-torus | torus | by coordinates, cyclically from the source | first |
//! | U-cube | hypercube | by the bits in which a node differs from the source | first |

use super::{MulticastAlgorithm, MulticastFamily, Plan, PlannedWorm, Route, TEXTS};
use crate::catalog::{Entry, Family};
use crate::topology::sorted::order_of;
use crate::topology::{Lattice, NodeId};

pub(super) const U_MESH: MulticastFamily = Family {
    entry: Entry::new(TEXTS, "u-mesh", &[]),
    build: |topology, _| match topology.mesh() {
        Some(mesh) => Ok(Box::new(ChainHalving {
            order: Order::Absolute(mesh.clone()),
        })),
        None => topology.refuse("U-mesh", "choose a mesh"),
    },
};

pub(super) const U_TORUS: MulticastFamily = Family {
    entry: Entry::new(TEXTS, "u-torus", &[]),
    build: |topology, _| match topology.lattice().filter(|_| topology.has_rings()) {
        Some(torus) => Ok(Box::new(ChainHalving {
            order: Order::Rotated(torus.clone()),
        })),
        None => topology.refuse("U-torus", "choose a torus"),
    },
};

pub(super) const U_CUBE: MulticastFamily = Family {
    entry: Entry::new(TEXTS, "u-cube", &[]),
    build: |topology, _| match topology.cube_dimension() {
        Some(_) => Ok(Box::new(ChainHalving { order: Order::Bits })),
        None => topology.refuse("U-cube", "choose a hypercube"),
    },
};

#[derive(Debug)]
struct ChainHalving {
    order: Order,
}

#[derive(Debug)]
enum Order {
    Absolute(Lattice),
    /// By coordinates, cyclically from the source.
    Rotated(Lattice),
    /// By bits relative to the source, the lowest most significant.
    Bits,
}

impl Order {
    /// The sort key of a node.
    fn key(&self, from: NodeId, node: NodeId) -> u64 {
        let rank = |lattice: &Lattice, node| {
            (0..lattice.dimensions()).fold(0, |rank, d| {
                rank * u64::from(lattice.radix(d)) + u64::from(lattice.coordinate(node, d))
            })
        };
        match self {
            Self::Absolute(lattice) => rank(lattice, node),
            Self::Rotated(lattice) => {
                let nodes = u64::from(lattice.nodes());
                (rank(lattice, node) + nodes - rank(lattice, from)) % nodes
            }
            Self::Bits => u64::from((node.0 ^ from.0).reverse_bits()),
        }
    }
}

/// A node that has the message, and the part of the chain that it is responsible for.
struct Holder {
    /// The place of the node in the chain.
    at: usize,
    first: usize,
    end: usize,
}

impl MulticastAlgorithm for ChainHalving {
    fn plan(&self, from: NodeId, to: &[NodeId], _nth: u64) -> Plan {
        let all = || to.iter().copied().chain([from]);
        let places: Vec<_> = order_of(all().map(|node| self.order.key(from, node))).collect();
        let node = |place: usize| to.get(places[place]).copied().unwrap_or(from);
        let source = places.iter().position(|&place| place == to.len());
        let mut holders = vec![Holder {
            at: source.expect("the source is in the chain"),
            first: 0,
            end: places.len(),
        }];
        let mut worms = Vec::with_capacity(to.len());
        let mut turn = 0;
        while let Some(&Holder {
            at,
            mut first,
            mut end,
        }) = holders.get(turn)
        {
            while end - first > 1 {
                // Both parts have at most ⌈length / 2⌉ nodes.
                let half = (end - first) / 2;
                let is_below = at < first + (end - first).div_ceil(2);
                let other = if is_below {
                    // The upper half, or the part above a holder in the middle.
                    let middle = (first + half).max(at + 1);
                    let part = middle..end;
                    end = middle;
                    Holder {
                        at: part.start,
                        first: part.start,
                        end: part.end,
                    }
                } else {
                    let middle = first + (end - first).div_ceil(2);
                    let part = first..middle;
                    first = part.end;
                    Holder {
                        at: part.end - 1,
                        first: part.start,
                        end: part.end,
                    }
                };
                worms.push(PlannedWorm {
                    from: node(at),
                    after: turn.checked_sub(1),
                    route: Route::Routed,
                    deliver: vec![node(other.at)],
                });
                holders.push(other);
            }
            turn += 1;
        }
        Plan::of(worms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::multicast::from_spec;
    use crate::routing::{self, Candidate, Candidates, Hop};
    use crate::topology::{self, Network};

    const CASES: &[(&str, &str)] = &[
        ("mesh:9", "u-mesh"),
        ("mesh:4x3", "u-mesh"),
        ("mesh:6x6", "u-mesh"),
        ("mesh:3x4x3", "u-mesh"),
        ("torus-uni:9", "u-torus"),
        ("torus-uni:5x4", "u-torus"),
        ("torus-uni:3x3x3", "u-torus"),
        ("torus:5x3", "u-torus"),
        ("torus:5x5", "u-torus"),
        ("torus:6x6", "u-torus"),
        ("torus:8x2", "u-torus"),
        ("torus:5x3x4", "u-torus"),
        ("ring:8", "u-torus"),
        ("ring:9", "u-torus"),
        ("hypercube:3", "u-cube"),
        ("hypercube:5", "u-cube"),
    ];

    /// Visits plans from many nodes to many sets of others, with the candidates of dimension order
    /// along the path of each worm.
    fn every_plan(mut visit: impl FnMut(&str, usize, &Plan, &[Vec<Candidate>])) {
        for &(spec, algorithm) in CASES {
            let topology = topology::from_spec(spec).expect("a network in range");
            let network = Network::new(&*topology);
            let routing = routing::from_id("dimension-order", &*topology, 2);
            let routing = routing.expect("it is defined there");
            let algorithm = from_spec("algorithm", algorithm, &*topology);
            let algorithm = algorithm.expect("it is defined there");
            let mut random = 1_u64;
            for nth in 0..400 {
                let mut draw = |below: u32| {
                    random = random
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1);
                    (((random >> 32) * u64::from(below)) >> 32) as u32
                };
                let from = NodeId(draw(topology.nodes()));
                let share = 1 + draw(8);
                let mut to: Vec<_> = topology.node_ids().filter(|&node| node != from).collect();
                if nth > 0 {
                    to.retain(|_| draw(8) < share);
                }
                if to.is_empty() {
                    continue;
                }
                let plan = algorithm.plan(from, &to, 0);
                plan.check(&network, from, &to).expect("it is a plan");
                let mut offers = Candidates::default();
                let paths = plan.worms.iter().map(|worm| {
                    let (mut here, to) = (worm.from, worm.deliver[0]);
                    let mut path = Vec::new();
                    while here != to {
                        offers.clear();
                        routing.candidates(&network, Hop::new(here, to, 0), &mut offers);
                        path.push(offers.as_slice()[0]);
                        here = network.to(offers.as_slice()[0].channel);
                    }
                    path
                });
                let paths: Vec<_> = paths.collect();
                visit(spec, to.len(), &plan, &paths);
            }
        }
    }

    /// The step in which each worm is sent if every node sends one message at a time.
    fn one_port_steps(plan: &Plan) -> Vec<usize> {
        let mut steps: Vec<usize> = Vec::new();
        for (index, worm) in plan.worms.iter().enumerate() {
            let earlier = plan.worms[..index].iter();
            let sent = earlier.filter(|other| other.from == worm.from).count();
            steps.push(worm.after.map_or(0, |after| steps[after] + 1) + sent);
        }
        steps
    }

    /// Whether two paths share a virtual channel.
    fn share_channel(one: &[Candidate], other: &[Candidate]) -> bool {
        one.iter().any(|a| {
            let mut other = other.iter();
            other.any(|b| a.channel == b.channel && a.vcs.0 & b.vcs.0 != 0)
        })
    }

    #[test]
    fn the_number_of_steps_is_logarithmic_in_the_number_of_destinations() {
        every_plan(|spec, destinations, plan, _| {
            let least = (destinations + 1).next_power_of_two().trailing_zeros();
            assert_eq!(plan.startups(1), least, "{spec}: {destinations}");
            let last = one_port_steps(plan).into_iter().max();
            assert_eq!(last, Some(least as usize - 1), "{spec}: {destinations}");
        });
    }

    #[test]
    fn messages_of_a_step_share_no_virtual_channel() {
        every_plan(|spec, _, plan, paths| {
            let steps = one_port_steps(plan);
            for (one, other) in (0..steps.len()).flat_map(|one| (0..one).map(move |o| (one, o))) {
                let do_share =
                    steps[one] == steps[other] && share_channel(&paths[one], &paths[other]);
                let [a, b] = [&plan.worms[one], &plan.worms[other]];
                assert!(!do_share, "{spec}, step {}: {a:?}, {b:?}", steps[one]);
            }
        });
    }

    /// Two messages that share a virtual channel are ordered regardless of how long start-ups and
    /// messages take: one is sent after the other has left, by the same node or by one that had to
    /// be reached first.
    #[test]
    fn messages_that_share_a_virtual_channel_are_ordered() {
        every_plan(|spec, _, plan, paths| {
            let follows = |late: usize, early: usize| {
                // Backwards from the later worm: a worm follows the one that delivered to its start
                // node and all earlier ones sent by this node.
                let mut open = vec![late];
                while let Some(worm) = open.pop() {
                    if worm == early {
                        return true;
                    }
                    let PlannedWorm { from, after, .. } = plan.worms[worm];
                    open.extend(after);
                    open.extend((0..worm).filter(|&other| plan.worms[other].from == from));
                }
                false
            };
            for (late, early) in (0..paths.len()).flat_map(|l| (0..l).map(move |e| (l, e))) {
                let do_share = share_channel(&paths[late], &paths[early]);
                let is_ordered = follows(late, early) || follows(early, late);
                let [a, b] = [&plan.worms[late], &plan.worms[early]];
                assert!(!do_share || is_ordered, "{spec}: {a:?}, {b:?}");
            }
        });
    }
}
