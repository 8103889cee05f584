//! User-defined networks: small ones by hand, files of other programs, drawings, and arbitrary
//! text.

mod imports;

use std::collections::BTreeSet;

use flitscope::catalog::BuildError;
use flitscope::routing::deadlock::{Room, judge};
use flitscope::routing::dependency::Graph as Dependencies;
use flitscope::routing::{self, Vcs};
use flitscope::topology::graph::{Sketch, import, spec_of};
use flitscope::topology::{self, Arrangement, Network, NodeId, Point, Terminals, Topology};
use proptest::prelude::*;

use crate::common::effort;
use crate::common::networks::{FAT_TREE, ONE_WAY, PETERSEN, build, up_to};

fn of_text(text: &str) -> Box<dyn Topology> {
    build(&spec_of(text))
}

fn distance(topology: &dyn Topology, from: &str, to: &str) -> u32 {
    let node = |label| topology.parse_label(label).expect("a node");
    topology.distance(node(from), node(to))
}

#[test]
fn small_networks_have_the_sizes_and_distances_counted_by_hand() {
    let petersen = build(PETERSEN);
    let network = Network::new(&*petersen);
    assert_eq!((petersen.nodes(), network.channels()), (10, 30));
    assert_eq!((network.degrees(), petersen.diameter()), ((3, 3), 2));
    // Three nodes are one hop away from each node, and six are two hops away.
    assert!((petersen.mean_distance() - 15.0 / 9.0).abs() < 1e-12);
    let one_way = build(ONE_WAY);
    assert_eq!(distance(&*one_way, "a", "b"), 1);
    // The path is b, c, d, a.
    assert_eq!(distance(&*one_way, "b", "a"), 3);
    let tree = build(FAT_TREE);
    assert_eq!(distance(&*tree, "t0", "t1"), 2);
    assert_eq!(distance(&*tree, "t0", "t2"), 4);
    let terminals = Terminals::of(&*tree);
    assert_eq!((tree.nodes(), terminals.count()), (8, 4));
    // Terminals of the same leaf are two hops apart, others four.
    assert!((tree.mean_distance() - 10.0 / 3.0).abs() < 1e-12);
    assert_eq!(
        terminals.place(tree.parse_label("s0").expect("a node")),
        None
    );
}

fn is_free(spec: &str, id: &str, vcs: u8) -> bool {
    let topology = build(spec);
    let routing = routing::from_id(id, &*topology, Vcs::from(vcs)).expect("it is defined");
    let network = Network::new(&*topology);
    let graph = Dependencies::of(&network, &*routing, vcs).expect("it is small");
    judge(&graph.analyze(), &network, &*routing, vcs, Room::Flits).is_free() == Some(true)
}

/// In a fat tree every shortest path goes up and then down: none turns up again, since no message
/// begins or ends at a switch.
#[test]
fn verdicts_are_those_of_messages_between_terminals() {
    for id in ["shortest", "random-shortest", "unrestricted", "up-down"] {
        assert!(is_free(FAT_TREE, id, 1), "{id}");
    }
    let among_switches = FAT_TREE.replace("switch s0\n", "").replace("switch s1", "");
    let among_switches = among_switches.trim_end();
    assert!(!is_free(among_switches, "unrestricted", 1));
    assert!(is_free(among_switches, "up-down", 1));
    assert!(!is_free(PETERSEN, "unrestricted", 2));
    assert!(is_free(PETERSEN, "distance-classes", 2));
    assert!(!is_free(ONE_WAY, "shortest", 1));
    assert!(!is_free("graph:a -> b\nb -> c\nc -> a", "shortest", 4));
    assert!(is_free(
        "graph:a -> b\nb -> c\nc -> a",
        "distance-classes",
        2
    ));
}

#[test]
fn an_undefined_routing_function_is_refused_with_the_defined_ones() {
    let refusal = |spec: &str, id: &str| {
        let refused = routing::from_id(id, &*build(spec), 4).err();
        refused.expect("it is not defined there").to_string()
    };
    assert_eq!(
        refusal(PETERSEN, "dimension-order"),
        "dimension-order routing is not defined on your network of 10 nodes; choose a mesh, torus \
         or hypercube, or here random-shortest, shortest, up-down, distance-classes or unrestricted"
    );
    assert_eq!(
        refusal(ONE_WAY, "up-down:a"),
        "up-down routing is not defined on your network of 6 nodes; choose a network with \
         bidirectional links, or here random-shortest, shortest, distance-classes or unrestricted"
    );
    assert_eq!(
        refusal(PETERSEN, "up-down:x"),
        "routing must be the name of a node, such as 0 or 1, in your network of 10 nodes, not x"
    );
}

fn places(topology: &dyn Topology) -> Vec<Point> {
    let nodes = topology.node_ids();
    nodes
        .map(|node| topology.position(node, Arrangement::Plain))
        .collect()
}

fn apart(one: Point, other: Point) -> f32 {
    let (x, y) = (one.x - other.x, one.y - other.y);
    (x * x + y * y).sqrt()
}

#[test]
fn placed_nodes_keep_their_positions() {
    let placed = of_text("a - b\nb - c\nc - d\nd - a\na - e\na @ 1 0\nb @ 3.5 0.25\nc @ 3 2");
    let at = places(&*placed);
    assert_eq!(
        at[..3],
        [[1.0, 0.0], [3.5, 0.25], [3.0, 2.0]].map(|[x, y]| Point::new(x, y))
    );
    // Coordinates in another unit are scaled as a whole.
    let pixels = of_text("a - b\nb - c\na @ 100 100\nb @ 300 100\nc @ 300 200");
    let at = places(&*pixels);
    assert!((apart(at[0], at[1]) - 4.0).abs() < 1e-3 && (apart(at[1], at[2]) - 2.0).abs() < 1e-3);
}

/// Neighbors are drawn close together, and distant nodes farther apart.
#[test]
fn drawings_show_distances() {
    let ring = (0..12).map(|node| format!("{node} - {}", (node + 1) % 12));
    let grid = (0..36).flat_map(|node| {
        let right = (node % 6 < 5).then(|| format!("{node} - {}", node + 1));
        let down = (node < 30).then(|| format!("{node} - {}", node + 6));
        right.into_iter().chain(down)
    });
    let tree = (1..31).map(|node| format!("{} - {node}", (node - 1) / 2));
    for text in [
        ring.collect::<Vec<_>>().join("\n"),
        grid.collect::<Vec<_>>().join("\n"),
        tree.collect::<Vec<_>>().join("\n"),
        PETERSEN["graph:".len()..].to_owned(),
    ] {
        let topology = of_text(&text);
        let at = places(&*topology);
        let pairs = || {
            let nodes = topology.node_ids();
            nodes.flat_map(|one| topology.node_ids().map(move |other| (one, other)))
        };
        let mean = |hops: &dyn Fn(u32) -> bool| {
            let chosen = pairs().filter(|&(one, other)| hops(topology.distance(one, other)));
            let lengths = chosen.map(|(a, b)| apart(at[a.0 as usize], at[b.0 as usize]));
            let lengths: Vec<_> = lengths.collect();
            lengths.iter().sum::<f32>() / lengths.len().max(1) as f32
        };
        let beside = mean(&|hops| hops == 1);
        assert!((0.7..2.0).contains(&beside), "{text}: {beside}");
        let far = topology.diameter();
        let opposite = mean(&|hops| hops == far);
        assert!(opposite > 1.2 * beside, "{text}: {opposite}");
    }
}

/// Two networks that are laid out, the second at the size limit, and one that is placed in rows.
#[test]
fn nodes_of_large_networks_are_drawn_at_places_of_their_own() {
    for nodes in [64_u32, 1024, 4096] {
        let links = (1..nodes).map(|node| format!("{} - {node}", (node * 7) % node.min(97)));
        let text: Vec<_> = links.collect();
        let topology = of_text(&text.join("\n"));
        let at = places(&*topology);
        assert_eq!(at.len() as u32, nodes);
        let distinct: BTreeSet<_> = at
            .iter()
            .map(|point| (point.x.to_bits(), point.y.to_bits()))
            .collect();
        assert_eq!(distinct.len() as u32, nodes);
    }
}

#[test]
fn cuts_halve_the_terminals() {
    let tree = build(FAT_TREE);
    for half in tree.natural_cuts() {
        let inside = Terminals::of(&*tree);
        let inside = inside.iter().filter(|node| half.is_inside[node.0 as usize]);
        assert_eq!(inside.count(), 2, "{}", half.across);
    }
}

#[test]
fn a_sketch_is_changed_step_by_step() -> Result<(), BuildError> {
    let mut sketch = Sketch::default();
    let a = sketch.add_new(false, Point::new(0.0, 0.0))?;
    let s = sketch.add_new(true, Point::new(1.0, 0.0))?;
    let b = sketch.add_new(false, Point::new(2.0, 0.0))?;
    sketch.link(a, s)?;
    sketch.link(s, b)?;
    assert!(sketch.link(b, s).is_err() && sketch.link(b, b).is_err());
    let text = "0 - s0\ns0 - 1\nswitch s0\n0 @ 0 0\ns0 @ 1 0\n1 @ 2 0";
    assert_eq!(sketch.text(), text);
    assert_eq!(Sketch::parse(text)?, sketch);
    sketch.rename(b, "z")?;
    assert!(sketch.rename(a, "z").is_err() && sketch.rename(a, "a:b").is_err());
    sketch.place(a, None)?;
    sketch.set_switch(s, false);
    sketch.disconnect(b, s);
    assert_eq!(sketch.text(), "0 - s0\ns0 -> z\ns0 @ 1 0\nz @ 2 0");
    sketch.remove(s);
    assert_eq!(sketch.text(), "0\nz\nz @ 2 0");
    assert!(sketch.build().is_err());
    Ok(())
}

#[test]
fn a_new_node_continues_the_names_of_the_others() -> Result<(), BuildError> {
    for (text, node, switch) in [
        ("a - b\nb - c\nc - d", "e", "s0"),
        ("A - C", "B", "s0"),
        ("n1 - n2\nn2 - s1\nswitch s1", "n3", "s2"),
        ("0 - 1", "2", "s0"),
        ("b - 7", "0", "s0"),
        ("n4294967295 - n4294967296", "n4294967297", "s0"),
        ("n99999999999999999999 - x", "0", "s0"),
    ] {
        let mut sketch = Sketch::parse(text)?;
        for (is_switch, name) in [(false, node), (true, switch)] {
            let number = sketch.add_new(is_switch, Point::new(0.0, 0.0))?;
            assert_eq!(sketch.nodes()[number].name, name, "{text}");
        }
    }
    Ok(())
}

/// A sketch of any network has the same nodes, neighbors and switches, at the same positions to
/// within hundredths.
#[test]
fn every_network_can_be_copied_into_a_sketch() -> Result<(), BuildError> {
    for spec in up_to(64) {
        let topology = build(spec);
        for &arrangement in topology.arrangements() {
            let copy = Sketch::of(&*topology, arrangement)?.build()?;
            assert_eq!(
                Sketch::parse(&copy.sketch().text())?,
                *copy.sketch(),
                "{spec}"
            );
            for node in topology.node_ids() {
                let neighbors = |topology: &dyn Topology| {
                    let ports = topology.ports();
                    let mut next: Vec<_> = ports
                        .filter_map(|port| topology.neighbor(node, port))
                        .collect();
                    next.sort_unstable();
                    next.dedup();
                    next
                };
                assert_eq!(neighbors(&copy), neighbors(&*topology), "{spec} {node:?}");
                assert_eq!(copy.is_switch(node), topology.is_switch(node), "{spec}");
                assert_eq!(copy.label(node), topology.label(node), "{spec}");
                let at = copy.sketch().nodes()[node.0 as usize]
                    .at
                    .expect("it is placed");
                let drawn = topology.position(node, arrangement);
                assert!((at.x - drawn.x).abs() <= 0.006 && (at.y - drawn.y).abs() <= 0.006);
            }
        }
    }
    Ok(())
}

/// Nearly valid lines of a network.
fn any_lines() -> impl Strategy<Value = String> {
    let word = prop::sample::select(
        &[
            "a", "b", "c", "sw1", "3,2", "switch", "a:b", "ü", "-1", "1e9", "sw-1", "\"a b\"", "\"",
        ][..],
    );
    let separator = prop::sample::select(
        &[
            " - ", "-", " -> ", " @ ", " ", "\n", "\n", " # ", "->", "\t",
        ][..],
    );
    let parts = prop::collection::vec((word, separator), 0..24);
    parts.prop_map(|parts| {
        let parts = parts
            .into_iter()
            .map(|(word, separator)| [word, separator].concat());
        parts.collect()
    })
}

/// Nearly valid files, and arbitrary text.
fn any_file() -> impl Strategy<Value = String> {
    const FILES: [&str; 8] = [
        "router 0 node 0 router 1 15\nrouter 1 node 1 router 2\nrouter 2 node 2",
        "<graphml><key id='d' attr.name='x'/><graph edgedefault='directed'><node id='a'><data \
         key='d'>1</data></node><node id='b'/><edge source='a' target='b'/></graph></graphml>",
        r#"{"nodes": [{"id": 1, "pos": [0, 1e300]}, {"id": [2], "x": 1, "y": 2}], "links": [{"source": 1, "target": "2"}]}"#,
        "a - b -> c\nc -> a\nswitch c\nb @ 1 2",
        "source,target,\"x y\"\nsw-1,sw-2,3\nsw-2,\"a, b\",4",
        "3 1 2\n2\n0 2 1Gbps 1us 0\n1 2 1Gbps 1us 0",
        "digraph g { a -> {b c} [w=2, dir=both]; subgraph s { c -> \"d e\":p } }",
        "graph [ directed 1 node [ id 0 label \"a&amp;b\" ] node [ id 1 x 2 y 3 ] edge [ source 0 target 1 ] ]",
    ];
    let garbled = (
        prop::sample::select(&FILES[..]),
        prop::collection::vec((any::<prop::sample::Index>(), any::<char>()), 0..4),
    );
    let garbled = garbled.prop_map(|(file, changes)| {
        let mut characters: Vec<_> = file.chars().collect();
        for (at, with) in changes {
            let at = at.index(characters.len());
            characters[at] = with;
        }
        characters.into_iter().collect()
    });
    let any = prop::collection::vec(any::<char>(), 0..60).prop_map(String::from_iter);
    prop_oneof![any_lines(), garbled, any]
}

proptest! {
    #![proptest_config(effort::cases(128))]

    #[test]
    fn any_file_is_a_network_with_a_stable_text_or_refused_with_a_reason(file in any_file()) {
        let read = import(&file).and_then(|imported| {
            let text = imported.sketch.text();
            let again = Sketch::parse(&text).map(|sketch| sketch.text());
            assert_eq!(again, Ok(text), "{file:?}");
            imported.sketch.build()
        });
        match read {
            Ok(network) => {
                let again = topology::from_spec(&network.spec()).expect("it was a network");
                prop_assert_eq!(again.spec(), network.spec());
                let at = places(&network);
                prop_assert!(at.iter().all(|at| at.x.is_finite() && at.y.is_finite()));
                prop_assert_eq!(network.label(NodeId(0)), again.label(NodeId(0)));
            }
            Err(error) => {
                let sentence = error.to_string();
                let is_told = match error {
                    BuildError::Unfit { reason, .. } => reason.contains(' '),
                    _ => sentence.contains(" must be "),
                };
                prop_assert!(is_told, "{:?}: {}", file, sentence);
                prop_assert!(!sentence.contains('\n'), "{:?}: {:?}", file, sentence);
            }
        }
    }
}

/// Deeply nested and very long files are errors, not crashes.
#[test]
fn deep_and_long_files_are_refused() {
    let deep = "<a>".repeat(200_000);
    assert!(import(&deep).is_err());
    assert!(import(&format!("<graphml><graph>{deep}")).is_err());
    assert!(import(&"{\"nodes\":[".repeat(100_000)).is_err());
    let bomb =
        "<!DOCTYPE a [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]><graphml>&b;</graphml>";
    assert!(import(bomb).is_err());
    assert!(import(&"a - ".repeat(100_000)).is_err());
}
