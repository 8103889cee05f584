//! Laws that every registered multicast algorithm obeys on every topology that accepts it,
//! and published plans.

use std::collections::BTreeSet;
use std::fmt;

use flitscope::catalog::Settings;
use flitscope::multicast::{self, FAMILIES, Grouping, MulticastAlgorithm, Plan, Relay, Route};
use flitscope::routing::dependency::Graph;
use flitscope::routing::{self, Candidates, Hop, RoutingFunction};
use flitscope::topology::{Labeling, Lattice, MeshHypercube, Network, NodeId, Terminals, Topology};
use proptest::prelude::*;
use serde::Deserialize;

use crate::common::effort;
use crate::common::networks::{self, build};

/// Nodes of the largest network that is tried.
const MAX_NODES: u32 = 36;

/// Every algorithm, with every setting that it has.
const ALGORITHMS: &[&str] = &[
    "separate",
    "dual-path",
    "multi-path",
    "column-path",
    "qualified-groups",
    "qualified-groups:0",
    "qualified-groups:0.2:label",
    "qualified-groups:0.5:e-cube",
    "mesh-hypercube",
    "binomial-broadcast",
    "binomial-broadcast:round-robin",
    "binomial-broadcast:fixed",
    "binomial-broadcast:random",
    "u-mesh",
    "u-torus",
    "u-cube",
];

const GOLDEN: &str = include_str!("../golden/multicast.toml");

#[test]
fn every_algorithm_is_defined_somewhere_and_refused_elsewhere() {
    for family in FAMILIES {
        let id = family.entry.id;
        assert!(ALGORITHMS.contains(&id), "{id} is not tested");
        let built = networks::up_to(MAX_NODES).map(|spec| {
            let topology = build(spec);
            (family.build)(&*topology, &Settings::default())
        });
        let built: Vec<_> = built.collect();
        assert!(built.iter().any(Result::is_ok), "{id} has no network");
        for refusal in built.iter().filter_map(|built| built.as_ref().err()) {
            let refusal = refusal.to_string();
            assert!(refusal.contains("is not defined on"), "{id}: {refusal}");
        }
        assert!(family.entry.sources().count() > 0, "{id} cites no source");
    }
}

#[test]
fn every_network_has_a_default_algorithm() {
    for spec in networks::up_to(MAX_NODES) {
        let topology = build(spec);
        for only_broadcasts in [false, true] {
            let (id, _) = multicast::suited(&*topology, only_broadcasts);
            assert!(multicast::from_spec("", id, &*topology).is_ok(), "{spec}");
        }
    }
}

#[test]
fn a_broadcast_from_any_node_reaches_every_other_node_once() {
    for case in every_case() {
        for from in case.topology.node_ids() {
            let to = case.others(from);
            for nth in 0..6 {
                let plan = case.algorithm.plan(from, &to, nth);
                let checked = plan.check(&case.network, from, &to);
                assert_eq!(checked, Ok(()), "{case:?} from {from:?}, {nth}");
            }
        }
    }
}

/// The guarantee of a base: on one virtual channel, its messages and the multicast worms cannot
/// deadlock together.
#[test]
fn worms_and_the_messages_of_their_base_never_wait_in_a_cycle() {
    let mut held = 0;
    for case in every_case() {
        let Some(base) = case.algorithm.base() else {
            continue;
        };
        let (topology, network) = (&*case.topology, &case.network);
        let routing = routing::from_id(base, topology, 1);
        let routing = routing.expect("a base is defined where its algorithm is");
        let graph = Graph::of(network, &*routing, 1);
        let mut graph = graph.expect("the network is small");
        let relay = Relay::Received;
        multicast::add_dependencies(&mut graph, network, &*routing, &*case.algorithm, relay)
            .expect("the network is small");
        let cycle = graph.analyze().cycle;
        assert_eq!(cycle, None, "{case:?} beside {base}");
        held += 1;
    }
    assert!(held > 20);
}

/// Sibling branches that advance in lockstep depend on each other, which no labeling of paths rules
/// out.
#[test]
fn multicasts_copied_in_routers_can_deadlock_and_relayed_ones_cannot() {
    let case = Case::new("mesh-hypercube:3x8", "mesh-hypercube").expect("it is defined there");
    let network = &case.network;
    let routing = routing::from_id("mh-mesh-first", &*case.topology, 1);
    let routing = routing.expect("it is defined there");
    let cycle = |relay| {
        let mut graph = Graph::empty(network, 1);
        multicast::add_dependencies(&mut graph, network, &*routing, &*case.algorithm, relay)
            .expect("the network is small");
        graph.analyze().cycle
    };
    assert_eq!(cycle(Relay::Received), None);
    let cycle = cycle(Relay::RouterCopies).expect("trees claim what others hold");
    let ends = cycle.iter().map(|lane| {
        let [from, to] = [network.from(lane.channel), network.to(lane.channel)];
        [from, to].map(|node| case.topology.label(node))
    });
    let ends: Vec<_> = ends.collect();
    assert_eq!(ends, [["1,0", "1,1"], ["2,0", "2,1"]]);
}

proptest! {
    #![proptest_config(effort::cases(64))]

    #[test]
    fn a_plan_delivers_one_copy_to_each_destination(multicast in any_multicast()) {
        let Multicast { case, from, to, nth } = &multicast;
        let plan = case.algorithm.plan(*from, to, *nth);
        prop_assert_eq!(plan.check(&case.network, *from, to), Ok(()));
        prop_assert_eq!(&plan, &case.algorithm.plan(*from, to, *nth), "plans are functions");
    }

    #[test]
    fn laying_out_a_plan_keeps_its_number_of_channels(multicast in any_multicast()) {
        let Multicast { case, from, to, nth } = &multicast;
        let plan = case.algorithm.plan(*from, to, *nth);
        let routing = routing::from_id(routing::usual(&*case.topology), &*case.topology, 2);
        let routing = routing.expect("it is defined on every topology");
        let laid = plan.clone().laid(&case.network, &*routing);
        prop_assert_eq!(laid.check(&case.network, *from, to), Ok(()));
        prop_assert!(laid.worms.iter().all(|worm| worm.route != Route::Routed));
        let [of_laid, of_plan] = [&laid, &plan].map(|plan| {
            (plan.channels(&*case.topology), plan.longest(&*case.topology))
        });
        if routing.is_minimal() {
            prop_assert_eq!(of_laid, of_plan);
        } else {
            // Up and then down may be a detour; a plan that is not laid out counts shortest paths.
            prop_assert!(of_laid.0 >= of_plan.0 && of_laid.1 >= of_plan.1);
        }
        let farthest = to.iter().map(|&to| case.topology.distance(*from, to)).max();
        let through = laid.channels(&*case.topology);
        prop_assert!(Some(through) >= farthest && through >= to.len() as u32);
    }

    #[test]
    fn more_ports_save_start_ups_down_to_one_per_step(multicast in any_multicast()) {
        let Multicast { case, from, to, nth } = &multicast;
        let plan = case.algorithm.plan(*from, to, *nth);
        let steps = plan.steps();
        prop_assert_eq!(steps.iter().map(Vec::len).sum::<usize>(), plan.worms.len());
        prop_assert!(steps.iter().all(|step| !step.is_empty()));
        let startups: Vec<_> = [1, 2, 4, 1000].map(|ports| plan.startups(ports)).into();
        prop_assert!(startups.is_sorted_by(|fewer, more| fewer >= more), "{:?}", startups);
        prop_assert_eq!(startups[3] as usize, steps.len());
        prop_assert!(startups[0] as usize <= plan.worms.len());
    }

    #[test]
    fn a_plan_does_not_depend_on_the_order_of_the_destinations(
        multicast in any_multicast()
    ) {
        let Multicast { case, from, to, nth } = &multicast;
        prop_assume!(!case.name.starts_with("separate"));
        let mut reversed = to.clone();
        reversed.reverse();
        let plan = case.algorithm.plan(*from, to, *nth);
        prop_assert_eq!(case.algorithm.plan(*from, &reversed, *nth), plan);
    }

    #[test]
    fn dual_path_takes_at_most_two_worms_along_ascending_or_descending_labels(
        multicast in any_multicast_by(&["dual-path"])
    ) {
        let Multicast { case, from, to, nth } = &multicast;
        let labeling = Labeling::new(&*case.topology).expect("dual-path needs labels");
        let plan = case.algorithm.plan(*from, to, *nth);
        prop_assert!(plan.worms.len() <= 2);
        prop_assert_eq!(plan.startups(4), 1);
        let mut directions = Vec::new();
        for worm in &plan.worms {
            let labels: Vec<_> = worm.path().iter().map(|&node| labeling.label(node)).collect();
            let ascends = labels.is_sorted_by(|a, b| a < b);
            prop_assert!(ascends || labels.is_sorted_by(|a, b| a > b), "{:?}", labels);
            directions.push(ascends);
        }
        directions.dedup();
        prop_assert_eq!(directions.len(), plan.worms.len(), "one up, one down");
    }

    #[test]
    fn paths_are_allowed_by_the_base(multicast in any_multicast()) {
        let Multicast { case, from, to, nth } = &multicast;
        let plan = case.algorithm.plan(*from, to, *nth);
        let mut routed = false;
        for worm in &plan.worms {
            let path = worm.path();
            routed |= path.is_empty();
            let keeps = match case.algorithm.base() {
                None => path.is_empty(),
                Some("label") => {
                    let labeling = Labeling::new(&*case.topology).expect("it goes by labels");
                    let labels: Vec<_> = path.iter().map(|&node| labeling.label(node)).collect();
                    labels.is_sorted_by(|a, b| a < b) || labels.is_sorted_by(|a, b| a > b)
                }
                Some(base) => {
                    let routing = routing::from_id(base, &*case.topology, 1);
                    let routing = routing.expect("a base is defined where its algorithm is");
                    let mut rest = path;
                    worm.deliver.iter().all(|&to| {
                        let there = rest.iter().position(|&node| node == to);
                        let there = there.expect("the path passes its destinations");
                        let (leg, after) = (&rest[..=there], &rest[there..]);
                        rest = after;
                        allows(&case.network, &*routing, leg, to)
                    })
                }
            };
            prop_assert!(keeps, "{:?}: {:?}", case, worm);
        }
        prop_assert_eq!(routed, case.algorithm.base().is_none());
    }

    #[test]
    fn multi_path_takes_at_most_two_worms_per_dimension_and_one_start_up_in_a_plane(
        multicast in any_multicast_by(&["multi-path"])
    ) {
        let Multicast { case, from, to, nth } = &multicast;
        let plan = case.algorithm.plan(*from, to, *nth);
        let cube = case.topology.cube_dimension();
        let mesh = case.topology.mesh().map(Lattice::dimensions);
        let n = cube.or(mesh.map(u32::from)).expect("one of them");
        prop_assert!(plan.worms.len() <= 2 * n as usize);
        prop_assert!(n > 2 || plan.startups(4) == 1);
        let firsts: BTreeSet<_> = plan.worms.iter().map(|worm| worm.path()[1]).collect();
        prop_assert_eq!(firsts.len(), plan.worms.len(), "each by way of another neighbor");
    }

    #[test]
    fn column_path_takes_shortest_paths_and_at_most_two_per_column(
        multicast in any_multicast_by(&["column-path"])
    ) {
        let Multicast { case, from, to, nth } = &multicast;
        let plan = case.algorithm.plan(*from, to, *nth);
        let mesh = case.topology.mesh().expect("it needs a mesh");
        let mut columns = Vec::new();
        for worm in &plan.worms {
            let end = worm.deliver[worm.deliver.len() - 1];
            prop_assert_eq!(worm.hops(&*case.topology), case.topology.distance(*from, end));
            let column = mesh.coordinate(end, 0);
            let same = worm.deliver.iter().all(|&node| mesh.coordinate(node, 0) == column);
            prop_assert!(same, "{:?}", worm);
            columns.push(column);
        }
        let most = columns.iter().map(|a| columns.iter().filter(|b| *b == a).count()).max();
        prop_assert!(most <= Some(2));
    }

    /// Al-Dubai et al., theorem 1.
    #[test]
    fn qualified_groups_along_labels_take_two_start_ups_for_any_set(
        multicast in any_multicast_by(&[
            "qualified-groups", "qualified-groups:0", "qualified-groups:0.2:label",
        ])
    ) {
        let Multicast { case, from, to, nth } = &multicast;
        let plan = case.algorithm.plan(*from, to, *nth);
        prop_assert!(plan.startups(2) <= 2, "two worms a node and step at most");
        prop_assert!(plan.steps().len() <= 2);
    }

    #[test]
    fn groups_partition_the_destinations_and_only_heavy_ones_are_split_again(
        multicast in any_multicast_by(&["qualified-groups"]), threshold in 0.0..1.0
    ) {
        let Multicast { case, from, to, .. } = &multicast;
        let plane = case.topology.mesh().expect("it needs a mesh");
        let grouping = Grouping::of(plane, *from, to, threshold);
        let sorted = |nodes: &mut dyn Iterator<Item = NodeId>| nodes.collect::<BTreeSet<_>>();
        let members = &mut grouping.groups.iter().flatten().copied();
        prop_assert_eq!(members.count(), to.len());
        prop_assert!((1..=4).contains(&grouping.primary.len()));
        let distance = |a, b| case.topology.distance(a, b);
        let mut weights = 0;
        for group in &grouping.primary {
            let finals = &grouping.groups[group.finals.0..group.finals.1];
            let within = sorted(&mut finals.iter().flatten().copied());
            prop_assert_eq!(within, sorted(&mut group.members.iter().copied()));
            prop_assert!((1..=4).contains(&finals.len()));
            let is_heavy = f64::from(group.weight()) > grouping.mean_weight;
            let is_cut = !group.is_qualified && is_heavy && group.members.len() > 1;
            prop_assert_eq!(group.cut.is_some(), is_cut);
            prop_assert!(is_cut || finals.len() == 1);
            prop_assert_eq!(group.is_qualified, group.point <= threshold);
            let nearest = group.members.iter().map(|&node| distance(*from, node)).min();
            prop_assert_eq!(nearest, Some(group.external));
            let (near, far) = (group.leader(), group.farthest);
            let internal = distance(near, far) + group.members.len() as u32;
            prop_assert_eq!(group.internal, internal);
            weights += group.weight();
        }
        let mean = f64::from(weights) / grouping.primary.len() as f64;
        prop_assert!((grouping.mean_weight - mean).abs() < 1e-9);
    }

    #[test]
    fn mesh_hypercube_plans_fork_only_at_levels_with_destinations(
        multicast in any_multicast_by(&["mesh-hypercube"])
    ) {
        let Multicast { case, from, to, nth } = &multicast;
        let levels = case.topology.as_a::<MeshHypercube>().expect("it needs one");
        let plan = case.algorithm.plan(*from, to, *nth);
        for relay in &plan.relays {
            prop_assert_eq!(levels.cube_address(*relay), levels.cube_address(*from));
            let level = levels.level(*relay);
            prop_assert!(to.iter().any(|&node| levels.level(node) == level));
        }
        let others: BTreeSet<_> = to.iter().map(|&node| levels.level(node)).collect();
        let own = levels.level(*from);
        let (above, below) = (others.range(own + 1..).count(), others.range(..own).count());
        let farther = above.max(below) as u32;
        prop_assert!(plan.startups(4) <= farther + 1);
        for node in case.topology.node_ids() {
            let sent = plan.worms.iter().filter(|worm| worm.from == node).count();
            let most = if node == *from { 4 } else { 3 };
            prop_assert!(sent <= most);
        }
    }

    #[test]
    fn no_node_of_a_binomial_tree_is_more_than_n_steps_away_or_sends_more_than_n_copies(
        multicast in any_multicast_by(&[
            "binomial-broadcast:round-robin",
            "binomial-broadcast:fixed",
            "binomial-broadcast:random",
        ])
    ) {
        let Multicast { case, from, to, nth } = &multicast;
        let n = case.topology.cube_dimension().expect("it needs a hypercube") as usize;
        let plan = case.algorithm.plan(*from, to, *nth);
        prop_assert_eq!(plan.worms.len(), to.len());
        prop_assert!(plan.steps().len() <= n);
        for node in case.topology.node_ids() {
            let sent = plan.worms.iter().filter(|worm| worm.from == node);
            prop_assert!(sent.count() <= n);
        }
    }
}

#[test]
fn labels_number_the_nodes_along_a_path_of_the_network() {
    let mut labeled = 0;
    for spec in networks::up_to(MAX_NODES) {
        let topology = build(spec);
        let Some(labeling) = Labeling::new(&*topology) else {
            continue;
        };
        labeled += 1;
        for node in topology.node_ids() {
            assert_eq!(labeling.node(labeling.label(node)), node, "{spec}");
        }
        for label in 1..topology.nodes() {
            let (before, this) = (labeling.node(label - 1), labeling.node(label));
            assert_eq!(topology.distance(before, this), 1, "{spec}: {label}");
        }
    }
    assert!(labeled >= 8);
}

/// Lin & Ni 1991.
#[test]
fn label_routing_takes_shortest_paths_in_two_dimensions() {
    for spec in ["mesh:9", "mesh:5x4", "mesh:6x6", "mesh:2x7"] {
        let topology = build(spec);
        let labeling = Labeling::new(&*topology).expect("it can be labeled");
        for from in topology.node_ids() {
            for to in topology.node_ids() {
                let hops = label_path(&labeling, from, to).len() as u32 - 1;
                let distance = topology.distance(from, to);
                assert_eq!(hops, distance, "{spec}: {from:?} to {to:?}");
            }
        }
    }
}

/// The greatest label that is not beyond the target can lie in a sub-cube that contains neither
/// end.
#[test]
fn label_routing_can_take_detours_in_a_hypercube() {
    let topology = build("hypercube:3");
    let labeling = Labeling::new(&*topology).expect("it can be labeled");
    let path = label_path(&labeling, NodeId(0b000), NodeId(0b101));
    let nodes: Vec<_> = path.iter().map(|&node| topology.address(node)).collect();
    assert_eq!(nodes, ["000", "010", "110", "111", "101"]);
}

#[test]
fn a_binomial_broadcast_doubles_the_nodes_that_have_the_message_over_each_dimension() {
    for (spec, bases) in [
        ("fixed", vec![0; 10]),
        ("round-robin", (0..10).map(|nth| nth % 5).collect()),
    ] {
        let case = Case::new("hypercube:5", &format!("binomial-broadcast:{spec}"));
        let case = case.expect("it needs a hypercube");
        for (nth, base) in (0..).zip(bases) {
            let from = NodeId(nth * 7 % 32);
            let plan = case
                .algorithm
                .plan(from, &case.others(from), u64::from(nth));
            assert_eq!(plan.worms.len(), 31);
            assert_eq!(plan.longest(&*case.topology), 1);
            assert_eq!(plan.channels(&*case.topology), 31);
            assert_eq!(plan.steps().len(), 5);
            let expected = [0, 1, 2, 3, 4].map(|d| 1 << ((d + 5 - base) % 5));
            assert_eq!(copies_by_dimension(&plan), expected, "{case:?}, {nth}");
        }
    }
}

/// Abraham & Padmanabhan 1989.
#[test]
fn changing_the_base_balances_the_load_of_the_dimensions() {
    let copies = |spec: &str| {
        let case = Case::new("hypercube:5", spec).expect("it needs a hypercube");
        let plans = (0..1000).map(|nth| {
            let from = NodeId(3);
            case.algorithm.plan(from, &case.others(from), nth)
        });
        plans.fold([0; 5], |sums, plan| {
            let copies = copies_by_dimension(&plan);
            std::array::from_fn(|d| sums[d] + copies[d])
        })
    };
    assert_eq!(copies("binomial-broadcast:round-robin"), [6200; 5]);
    assert_eq!(copies("binomial-broadcast"), [6200; 5]);
    let random = copies("binomial-broadcast:random");
    // The standard deviation of a sum of 1000 draws from 1, 2, 4, 8, 16 is 172.
    let is_near = |&sum: &u32| sum.abs_diff(6200) < 600;
    assert!(random.iter().all(is_near), "{random:?}");
    let fixed = copies("binomial-broadcast:fixed");
    assert_eq!(fixed, [1000, 2000, 4000, 8000, 16000]);
}

#[test]
fn plans_match_those_printed_in_papers() {
    for row in toml::from_str::<Golden>(GOLDEN).expect("rows").plan {
        let place = format!("{} ({})", row.item, row.source);
        let case = Case::new(&row.network, &row.algorithm).expect("a plan that was printed");
        let topology = &*case.topology;
        let from = topology.node("from", &row.from).expect("a node");
        let to = multicast::destinations("to", &row.to, from, topology).expect("nodes");
        let plan = case.algorithm.plan(from, &to, 0);
        let hops: Vec<_> = plan.worms.iter().map(|worm| worm.hops(topology)).collect();
        assert_eq!(hops, row.hops, "{place}");
        assert_eq!(plan.channels(topology), row.channels, "{place}");
        assert_eq!(plan.longest(topology), row.longest, "{place}");
        assert_eq!(plan.startups(4), row.startups, "{place}");
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Golden {
    plan: Vec<Row>,
}

/// One plan as printed in a paper; a node has four ports.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    source: String,
    item: String,
    network: String,
    algorithm: String,
    from: String,
    to: Vec<String>,
    hops: Vec<u32>,
    channels: u32,
    longest: u32,
    startups: u32,
}

/// Whether a routing function offers every hop of a path to a message for its end.
fn allows(network: &Network, routing: &dyn RoutingFunction, path: &[NodeId], to: NodeId) -> bool {
    path.windows(2).all(|hop| {
        let mut candidates = Candidates::default();
        let leg = routing.legs() - 1;
        let here = hop[0];
        routing.candidates(network, Hop::new(here, to, leg), &mut candidates);
        let mut offers = candidates.as_slice().iter();
        offers.any(|offer| network.to(offer.channel) == hop[1])
    })
}

fn label_path(labeling: &Labeling, from: NodeId, to: NodeId) -> Vec<NodeId> {
    let (here, end) = (labeling.label(from), labeling.label(to));
    let labels = std::iter::successors(Some(here), |&here| {
        (here != end).then(|| labeling.next(here, end))
    });
    labels.map(|label| labeling.node(label)).collect()
}

/// An algorithm on a network.
struct Case {
    name: String,
    topology: Box<dyn Topology>,
    network: Network,
    algorithm: Box<dyn MulticastAlgorithm>,
}

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Case {
    /// `None` if the algorithm is not defined on the network.
    fn new(network: &str, algorithm: &str) -> Option<Self> {
        let topology = build(network);
        Some(Self {
            name: format!("{algorithm} on {network}"),
            network: Network::new(&*topology),
            algorithm: multicast::from_spec("", algorithm, &*topology).ok()?,
            topology,
        })
    }

    fn others(&self, from: NodeId) -> Vec<NodeId> {
        let nodes = self.topology.node_ids();
        nodes.filter(|&node| node != from).collect()
    }
}

/// A multicast to plan.
#[derive(Debug)]
struct Multicast {
    case: Case,
    from: NodeId,
    to: Vec<NodeId>,
    nth: u64,
}

fn any_multicast() -> impl Strategy<Value = Multicast> {
    any_multicast_by(ALGORITHMS)
}

/// Any destinations, in any order, on a network where one of the algorithms is defined.
fn any_multicast_by(algorithms: &[&'static str]) -> impl Strategy<Value = Multicast> {
    let pairs = algorithms.iter().flat_map(|&algorithm| {
        let networks = networks::up_to(MAX_NODES);
        let defined_on = networks.filter(move |network| Case::new(network, algorithm).is_some());
        defined_on.map(move |network| (network, algorithm))
    });
    let pairs: Vec<_> = pairs.collect();
    let drawn = (any::<prop::sample::Index>(), any::<u32>(), any::<u64>());
    (prop::sample::select(pairs), drawn).prop_flat_map(|((network, algorithm), drawn)| {
        let (count, from, nth) = drawn;
        let terminals = Terminals::of(&*build(network));
        let from = terminals.nth(from % terminals.count());
        let others: Vec<_> = terminals.iter().filter(|&node| node != from).collect();
        let count = 1 + count.index(others.len());
        let to = prop::sample::subsequence(others, count).prop_shuffle();
        to.prop_map(move |to| Multicast {
            case: Case::new(network, algorithm).expect("it is defined there"),
            from,
            to,
            nth,
        })
    })
}

fn every_case() -> impl Iterator<Item = Case> {
    let algorithms = ALGORITHMS.iter();
    algorithms.flat_map(|algorithm| {
        networks::up_to(MAX_NODES).filter_map(|network| Case::new(network, algorithm))
    })
}

/// One-hop copies over each dimension of a cube of five.
fn copies_by_dimension(plan: &Plan) -> [u32; 5] {
    plan.worms.iter().fold([0; 5], |mut copies, worm| {
        copies[(worm.from.0 ^ worm.deliver[0].0).trailing_zeros() as usize] += 1;
        copies
    })
}
