//! Laws that every registered topology obeys, and the refusal of invalid specifications.

use std::collections::VecDeque;

use flitscope::catalog::BuildError;
use flitscope::topology::{
    self, Arrangement, FAMILIES, MOST_NODES, NodeId, Point, Port, ShortestPaths, Terminals,
    Topology,
};
use proptest::prelude::*;

use crate::common::effort;
use crate::common::networks::{self, build};

#[test]
fn every_family_and_its_example_are_tested() {
    for family in FAMILIES {
        let id = family.entry.id;
        let is_listed = networks::ALL
            .iter()
            .any(|spec| networks::family_of(spec) == id);
        assert!(is_listed, "{id} has no sizes");
        let example = topology::write_spec(family, &flitscope::catalog::Settings::default());
        assert_eq!(build(&example).spec(), example);
        assert!(family.entry.sources().count() > 0, "{id} cites no source");
    }
}

#[test]
fn every_link_can_be_used_both_ways_unless_the_network_is_directed() {
    for topology in every_network() {
        let spec = topology.spec();
        let one_way = ["torus-uni:", "butterfly:", "clos:"];
        let one_way = one_way.iter().any(|id| spec.starts_with(id)) || spec.contains("->");
        for from in topology.node_ids() {
            for to in neighbors(&*topology, from) {
                let is_paired = neighbors(&*topology, to).contains(&from);
                assert!(
                    one_way || is_paired,
                    "{}: {from:?} to {to:?}",
                    topology.spec()
                );
            }
        }
    }
}

#[test]
fn every_port_leads_to_another_neighbor_or_nowhere() {
    for topology in every_network() {
        for node in topology.node_ids() {
            let mut neighbors = neighbors(&*topology, node);
            let channels = neighbors.len();
            assert!(!neighbors.contains(&node), "{}: {node:?}", topology.spec());
            neighbors.sort_unstable();
            neighbors.dedup();
            assert_eq!(neighbors.len(), channels, "{}: {node:?}", topology.spec());
            assert!(neighbors.iter().all(|n| n.0 < topology.nodes()));
        }
    }
}

#[test]
fn distances_are_the_fewest_hops_over_channels() {
    for topology in every_network() {
        let mut diameter = 0;
        let mut total = 0_u64;
        for from in topology.node_ids() {
            for (to, hops) in topology.node_ids().zip(hops_from(&*topology, from)) {
                let spec = topology.spec();
                assert_eq!(
                    topology.distance(from, to),
                    hops,
                    "{spec}: {from:?} to {to:?}"
                );
                if !topology.is_switch(from) && !topology.is_switch(to) {
                    diameter = diameter.max(hops);
                    total += u64::from(hops);
                }
            }
        }
        assert_eq!(topology.diameter(), diameter, "{}", topology.spec());
        let n = u64::from(Terminals::of(&*topology).count());
        let mean = total as f64 / (n * (n - 1)) as f64;
        let claimed = topology.mean_distance();
        assert!(
            (claimed - mean).abs() < 1e-9,
            "{}: {claimed}, not {mean}",
            topology.spec()
        );
    }
}

/// The paths of a topology are those that a search over its links finds, with the same shares.
#[test]
fn shortest_paths_are_those_of_the_links() {
    const MAX_NODES: u32 = 128;
    for spec in networks::up_to(MAX_NODES) {
        let topology = build(spec);
        let closed = topology.shortest_paths();
        let found = ShortestPaths::by_distance(&*topology);
        let pairs = topology.node_ids();
        let pairs = pairs.flat_map(|here| topology.node_ids().map(move |to| (here, to)));
        for (here, to) in pairs.filter(|(here, to)| here != to) {
            let (closed, found) = (shares(&closed, here, to), shares(&found, here, to));
            assert_eq!(closed.len(), found.len(), "{spec}: {here:?} to {to:?}");
            for ((port, share), (expected, expected_share)) in closed.into_iter().zip(found) {
                assert_eq!(port, expected, "{spec}: {here:?} to {to:?}");
                let difference = (share - expected_share).abs();
                assert!(difference < 1e-9, "{spec}: {here:?} to {to:?} by {port:?}");
            }
        }
    }
}

#[test]
fn a_network_parses_its_own_specification_and_labels() {
    for topology in every_network() {
        let spec = topology.spec();
        assert_eq!(build(&spec).spec(), spec);
        for node in topology.node_ids() {
            let label = topology.label(node);
            assert_eq!(topology.parse_label(&label), Some(node), "{spec}: {label}");
            assert_eq!(
                topology.parse_label(&format!(" {label} ")),
                Some(node),
                "{spec}"
            );
        }
    }
}

#[test]
fn addresses_and_port_names_are_distinct() {
    for topology in every_network() {
        let addresses = topology
            .node_ids()
            .map(|node| topology.address(node))
            .collect();
        assert_distinct(addresses, &topology.spec());
        let ports = topology
            .ports()
            .map(|port| topology.port_name(port))
            .collect();
        assert_distinct(ports, &topology.spec());
    }
}

/// Routes compare the parts of addresses from hop to hop.
#[test]
fn the_addresses_of_a_network_have_equally_many_parts() {
    for topology in every_network() {
        let parts = topology
            .node_ids()
            .map(|node| topology.address_digits(node).len());
        let parts: Vec<_> = parts.collect();
        let first = parts[0];
        assert!(parts.iter().all(|&count| count == first), "{topology:?}");
    }
}

#[test]
fn no_address_is_longer_than_the_longest() {
    for topology in every_network() {
        let length = |node| topology.address(node).chars().count();
        let most = topology.node_ids().map(length).max();
        let longest = length(topology.longest_address());
        assert_eq!(Some(longest), most, "{}", topology.spec());
    }
}

#[test]
fn drawings_keep_nodes_apart_and_begin_at_the_origin() {
    const NEAREST: f32 = 0.6;
    for (topology, arrangement) in every_drawing() {
        let drawing = format!("{} {}", topology.spec(), arrangement.id());
        let mut places = places(&*topology, arrangement);
        for (node, at) in places.iter().enumerate() {
            let is_inside = [at.x, at.y].iter().all(|x| x.is_finite() && *x >= 0.0);
            assert!(is_inside, "{drawing}: {node} at {at:?}");
        }
        places.sort_by(|a, b| a.x.total_cmp(&b.x));
        for (i, a) in places.iter().enumerate() {
            let close = places[i + 1..].iter().take_while(|b| b.x - a.x < NEAREST);
            for b in close {
                let apart = (a.x - b.x).hypot(a.y - b.y);
                assert!(apart >= NEAREST, "{drawing}: {a:?} and {b:?}");
            }
        }
    }
}

#[test]
fn every_offered_arrangement_is_a_different_drawing() {
    for topology in every_network() {
        let spec = topology.spec();
        let offered = topology.arrangements();
        assert_eq!(offered[0], Arrangement::default(), "{spec}");
        for (i, &one) in offered.iter().enumerate() {
            assert_eq!(Arrangement::from_id(one.id()), Some(one));
            let is_new =
                |&other: &Arrangement| places(&*topology, other) != places(&*topology, one);
            assert!(offered[..i].iter().all(is_new), "{spec}: {one:?}");
        }
    }
}

#[test]
fn no_link_of_a_folded_ring_is_long() {
    // Two places, and the space between the bands of a long ring.
    const LONGEST: f32 = 2.5;
    for spec in [
        "torus:4",
        "torus:33",
        "torus:1000",
        "torus:8x8",
        "torus:5x4",
        "torus-uni:6x9",
    ] {
        let topology = build(spec);
        let places = places(&*topology, Arrangement::Folded);
        for (from, to) in links(&*topology) {
            let span = span(&places, from, to);
            assert!(span <= LONGEST, "{spec}: {from:?} to {to:?} spans {span}");
        }
    }
}

#[test]
fn a_long_line_is_a_path_of_short_links() {
    for spec in ["mesh:17", "mesh:100", "mesh:4096"] {
        let topology = build(spec);
        let places = places(&*topology, Arrangement::Plain);
        let longest = links(&*topology).map(|(from, to)| span(&places, from, to));
        assert!(longest.fold(0.0, f32::max) <= 1.0, "{spec}");
        let highest = places.iter().map(|at| at.y).fold(0.0, f32::max);
        let widest = places.iter().map(|at| at.x).fold(0.0, f32::max);
        assert!(widest < 6.0 * highest, "{spec}: {widest} by {highest}");
    }
}

#[test]
fn a_growing_hypercube_keeps_its_nodes_where_they_are() {
    for (small, large) in [
        ("hypercube:5", "hypercube:6"),
        ("hypercube:11", "hypercube:12"),
    ] {
        let [small, large] = [small, large].map(|spec| places(&*build(spec), Arrangement::Plain));
        assert_eq!(small, large[..small.len()]);
    }
}

#[test]
fn gaps_of_a_hypercube_grow_with_the_bit_that_changes() {
    let places = places(&*build("hypercube:12"), Arrangement::Plain);
    let mut columns: Vec<_> = places.iter().map(|at| at.x).collect();
    columns.sort_by(f32::total_cmp);
    columns.dedup();
    assert_eq!(columns.len(), 64);
    let gap_at = |rank: usize| columns[rank] - columns[rank - 1];
    let gaps = [2, 4, 8, 16, 32].map(gap_at);
    assert!(gaps.is_sorted_by(|a, b| a < b), "{gaps:?}");
}

#[test]
fn sizes_out_of_range_are_refused_with_a_reason() {
    for spec in [
        "",
        ":",
        "star:8",
        "Mesh:4x4",
        "mesh",
        "mesh:",
        "mesh:0x3",
        "me\nsh:4x4",
        "mesh:1",
        "mesh:-2x2",
        "mesh:4x",
        "mesh:4,4",
        "mesh:4.5",
        "mesh:4x4:2",
        "mesh:65537",
        "mesh:300x300",
        "mesh:4294967295x4294967295",
        "mesh:2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2",
        "torus:0",
        "torus-uni:99999999999999999999",
        "hypercube:0",
        "hypercube:60",
        "hypercube:4x4",
        "folded-hypercube:1",
        "mesh-hypercube:3",
        "mesh-hypercube:3x6",
        "mesh-hypercube:0x8",
        "mesh-hypercube:32768x32768",
        "mesh-hypercube:3x8x2",
    ] {
        let error = topology::from_spec(spec).expect_err(spec);
        assert_is_sentence(&error, spec);
    }
}

#[test]
fn an_unknown_node_is_refused_with_the_range_of_nodes() {
    let refusal = |spec: &str, label: &str| {
        let error = build(spec).node("from", label).expect_err("it is outside");
        error.to_string()
    };
    assert_eq!(
        refusal("mesh:4x3", "4,0"),
        "from must be a node from 0,0 to 3,2 in mesh:4x3, not 4,0"
    );
    assert_eq!(
        refusal("hypercube:3", "8"),
        "from must be a node from 0 to 7, or its 3 bits, in hypercube:3, not 8"
    );
    assert_eq!(
        refusal("mesh-hypercube:3x8", "0,0"),
        "from must be a level and address from 1,0 to 3,7 in mesh-hypercube:3x8, not 0,0"
    );
}

proptest! {
    #![proptest_config(effort::cases(64))]

    #[test]
    fn any_text_is_a_network_within_bounds_or_refused_with_a_reason(text in any_spec()) {
        match topology::from_spec(&text) {
            Ok(topology) => {
                prop_assert!((2..=MOST_NODES).contains(&topology.nodes()));
                prop_assert_eq!(build(&topology.spec()).spec(), topology.spec());
            }
            Err(error) => assert_is_sentence(&error, &text),
        }
        if let Err(error) = topology::parse_spec(&text) {
            assert_is_sentence(&error, &text);
        }
    }

    #[test]
    fn any_text_is_a_node_or_refused_with_a_reason(
        spec in prop::sample::select(networks::ALL),
        label in any_label(),
    ) {
        let topology = build(spec);
        match topology.node("from", &label) {
            Ok(node) => {
                prop_assert!(node.0 < topology.nodes());
                prop_assert_eq!(topology.parse_label(&topology.label(node)), Some(node));
            }
            Err(error) => assert_is_sentence(&error, &label),
        }
    }
}

/// Arbitrary text, and text that is nearly a specification.
fn any_spec() -> impl Strategy<Value = String> {
    let ids: Vec<_> = FAMILIES.iter().map(|family| family.entry.id).collect();
    let id = prop::sample::select(ids);
    let nearly = (id.clone(), "[-+ 0-9x×:.e]{0,12}");
    let sizes = (id, prop::collection::vec(0_u32..20, 1..6));
    prop_oneof![
        any_text(),
        nearly.prop_map(|(id, sizes)| format!("{id}:{sizes}")),
        sizes.prop_map(|(id, sizes)| {
            let sizes: Vec<_> = sizes.iter().map(ToString::to_string).collect();
            format!("{id}:{}", sizes.join("x"))
        }),
    ]
}

/// Arbitrary text, and text that is nearly a node.
fn any_label() -> impl Strategy<Value = String> {
    prop_oneof![any_text(), "[-+() 0-9b,.]{0,10}", "[0-4](,[0-4]){0,4}"]
}

/// Any characters, control characters included.
fn any_text() -> impl Strategy<Value = String> {
    let characters = prop::collection::vec(any::<char>(), 0..24);
    characters.prop_map(String::from_iter)
}

fn assert_is_sentence(error: &BuildError, given: &str) {
    let sentence = error.to_string();
    // Inconsistent graphs have error messages of their own (`laws::graphs`).
    let is_of_graph = given.starts_with("graph:");
    assert!(
        is_of_graph || sentence.contains(" must be "),
        "{given:?}: {sentence}"
    );
    assert!(!sentence.contains(['\n', '\r']), "{given:?}: {sentence:?}");
}

fn assert_distinct(mut names: Vec<String>, spec: &str) {
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "{spec}");
}

/// Hops to every node, by breadth-first search.
fn hops_from(topology: &dyn Topology, from: NodeId) -> Vec<u32> {
    let mut hops = vec![None; topology.nodes() as usize];
    hops[from.0 as usize] = Some(0);
    let mut queue = VecDeque::from([(from, 0)]);
    while let Some((node, far)) = queue.pop_front() {
        for next in neighbors(topology, node) {
            let found = &mut hops[next.0 as usize];
            if found.is_none() {
                *found = Some(far + 1);
                queue.push_back((next, far + 1));
            }
        }
    }
    let hops = hops.into_iter();
    hops.map(|hops| hops.expect("a network is connected"))
        .collect()
}

fn neighbors(topology: &dyn Topology, node: NodeId) -> Vec<NodeId> {
    let ports = topology.ports();
    ports
        .filter_map(|port| topology.neighbor(node, port))
        .collect()
}

/// The ports on shortest paths, ascending, and the share of the paths that begins with each.
fn shares(paths: &ShortestPaths, here: NodeId, to: NodeId) -> Vec<(Port, f64)> {
    let mut ports = Vec::new();
    paths.ports(here, to, |port, weight| {
        ports.push((port, f64::from(weight)));
    });
    ports.sort_by_key(|&(port, _)| port);
    let all: f64 = ports.iter().map(|(_, weight)| weight).sum();
    for (_, weight) in &mut ports {
        *weight /= all;
    }
    ports
}

/// The positions of all nodes in an arrangement.
fn places(topology: &dyn Topology, arrangement: Arrangement) -> Vec<Point> {
    let nodes = topology.node_ids();
    nodes.map(|n| topology.position(n, arrangement)).collect()
}

fn span(places: &[Point], from: NodeId, to: NodeId) -> f32 {
    let [a, b] = [from, to].map(|node| places[node.0 as usize]);
    (a.x - b.x).hypot(a.y - b.y)
}

fn links(topology: &dyn Topology) -> impl Iterator<Item = (NodeId, NodeId)> {
    let from = topology.node_ids();
    from.flat_map(|from| {
        neighbors(topology, from)
            .into_iter()
            .map(move |to| (from, to))
    })
}

/// Every network in every arrangement, and larger ones that drawings have to tile.
fn every_drawing() -> impl Iterator<Item = (Box<dyn Topology>, Arrangement)> {
    const LARGE: [&str; 11] = [
        "mesh:17",
        "mesh:100",
        "mesh:8x8x8",
        "mesh:3x9x14",
        "torus:33",
        "torus:1000",
        "torus:16x16x16",
        "torus-uni:64x64",
        "torus:4x4x4x4x4",
        "hypercube:12",
        "mesh-hypercube:40x64",
    ];
    let networks = every_network().chain(LARGE.into_iter().map(build));
    networks.flat_map(|topology| {
        let offered = topology.arrangements().iter();
        let spec = topology.spec();
        offered.map(move |&arrangement| (build(&spec), arrangement))
    })
}

fn every_network() -> impl Iterator<Item = Box<dyn Topology>> {
    networks::ALL.iter().map(|spec| build(spec))
}
