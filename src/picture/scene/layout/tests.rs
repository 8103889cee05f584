//! Laws of layouts over networks in all arrangements.

use super::finding::nearest_within;
use super::*;
use engine::topology;

fn layout(spec: &str) -> (Box<dyn Topology>, Network, Layout) {
    arranged(spec, Arrangement::Plain)
}

fn arranged(spec: &str, arrangement: Arrangement) -> (Box<dyn Topology>, Network, Layout) {
    let topology = topology::from_spec(spec).expect("a valid network");
    let network = Network::new(&*topology);
    let layout = Layout::new(&*topology, &network, 2, arrangement);
    (topology, network, layout)
}

/// Networks of about 64 nodes in all their arrangements.
fn drawings() -> impl Iterator<Item = (String, Box<dyn Topology>, Network, Layout)> {
    const SPECS: [&str; 24] = [
        "ring:64",
        "chordal-ring:16x4",
        "chordal-ring:24x2",
        "chordal-ring:64x8",
        "chordal-ring:96x12",
        "complete:8",
        "complete:20",
        "mesh:8x8",
        "mesh:40",
        "mesh:4x4x4",
        "mesh:3x3x2x3",
        "torus:8x8",
        "torus:7x5",
        "torus:64",
        "torus:77",
        "torus:4x4x4",
        "mesh:5x3x6",
        "torus-uni:9x7",
        "hypercube:3",
        "hypercube:4",
        "hypercube:6",
        "folded-hypercube:3",
        "mesh-hypercube:3x8",
        "mesh-hypercube:5x16",
    ];
    SPECS.iter().flat_map(|spec| {
        let offered = topology::from_spec(spec).expect("valid").arrangements();
        offered.iter().map(move |&arrangement| {
            let (topology, network, layout) = arranged(spec, arrangement);
            let name = format!("{spec} {}", arrangement.id());
            (name, topology, network, layout)
        })
    })
}

#[test]
fn no_channel_of_a_small_network_runs_through_a_third_node() {
    let mut passed = Vec::new();
    for (name, topology, network, layout) in drawings() {
        for (channel, curve) in layout.curves() {
            // Between slices with nodes in quincunx there is no room for all links.
            if name == "torus:4x4x4 folded" && !curve.is_short() {
                continue;
            }
            let ends = [network.from(channel), network.to(channel)];
            for node in topology.node_ids().filter(|node| !ends.contains(node)) {
                let distance = curve.distance(layout.node(node));
                if distance <= NODE_RADIUS {
                    passed.push(format!("{name}: {ends:?} passes {node:?} {distance}"));
                }
            }
        }
    }
    assert!(passed.is_empty(), "{} {passed:#?}", passed.len());
}

#[test]
fn only_complement_links_of_a_small_network_are_on_demand() {
    for (name, _, network, layout) in drawings() {
        let hidden = network.channel_ids().find(|&c| layout.is_on_demand(c));
        assert_eq!(hidden, None, "{name}");
    }
    let (_, network, layout) = layout("folded-hypercube:4");
    for channel in network.channel_ids() {
        let is_complement = network.port(channel).0 == 4;
        assert_eq!(layout.is_on_demand(channel), is_complement, "{channel:?}");
    }
}

#[test]
fn a_large_network_shows_only_links_between_neighbors() {
    let shown = |spec, arrangement| {
        let (_, network, layout) = arranged(spec, arrangement);
        let shown = network.channel_ids().filter(|&c| !layout.is_on_demand(c));
        (shown.count(), network.channels() as usize)
    };
    let (torus, all) = shown("torus:32x32", Arrangement::Plain);
    assert_eq!(torus, all, "wrap-around links end at the edges");
    let (cube, all) = shown("hypercube:10", Arrangement::Plain);
    assert!(cube < all / 2, "{cube} of {all}");
    let (folded, all) = shown("torus:32x32", Arrangement::Folded);
    assert_eq!(folded, all, "no link is long");
}

/// Points spread over a drawing and slightly beyond it.
fn points(layout: &Layout) -> impl Iterator<Item = Point> {
    let Bounds { min, max } = layout.bounds().grown(0.3);
    let steps = || (0_u16..30).map(|i| f32::from(i) / 29.0);
    steps().flat_map(move |u| {
        steps().map(move |v| Point::new(min.x + u * (max.x - min.x), min.y + v * (max.y - min.y)))
    })
}

#[test]
fn buckets_find_the_same_as_an_exhaustive_search() {
    for (name, _, network, layout) in drawings() {
        for point in points(&layout) {
            let channels = network.channel_ids();
            let channels = channels.map(|c| (c, layout.middle(c).distance(point)));
            let found = nearest_within(CHANNEL_REACH, channels);
            assert_eq!(layout.channel_at(point), found, "{name} {point:?}");
            let distance = |at: &Point| length(at.x - point.x, at.y - point.y);
            let nodes = (0..).map(NodeId).zip(layout.nodes.iter().map(distance));
            let found = nearest_within(NODE_RADIUS * 1.25, nodes);
            assert_eq!(layout.node_at(point), found, "{name} {point:?}");
        }
    }
}

#[test]
fn everything_that_overlaps_a_part_is_found_in_it() {
    for (name, topology, network, layout) in drawings() {
        let Bounds { min, max } = layout.bounds();
        let part = Bounds {
            min: Point::new(min.x + 0.3 * (max.x - min.x), min.y + 0.1 * (max.y - min.y)),
            max: Point::new(min.x + 0.6 * (max.x - min.x), min.y + 0.5 * (max.y - min.y)),
        };
        let holds = |point| part.meets(Bounds::of(&[point]));
        let channels: Vec<_> = layout.channels_within(part).collect();
        for channel in network.channel_ids() {
            let line = layout.middle(channel);
            let is_inside = line.points_along(100).any(holds);
            assert!(!is_inside || channels.contains(&channel), "{name}");
        }
        let nodes: Vec<_> = layout.nodes_within(part).collect();
        for node in topology.node_ids().filter(|&node| holds(layout.node(node))) {
            assert!(nodes.contains(&node), "{name}: {node:?}");
        }
        let all = layout.nodes_within(layout.bounds()).count();
        assert_eq!(all, topology.nodes() as usize, "{name}");
        assert_eq!(
            layout.channels_within(layout.bounds()).count(),
            network.channels() as usize,
            "{name}"
        );
    }
}

#[test]
fn pointing_finds_nodes_and_both_directions_of_a_link() {
    let (_, network, layout) = layout("mesh:3x3");
    let at = layout.node(NodeId(4));
    assert_eq!(layout.node_at(at), Some(NodeId(4)));
    let east = network.between(NodeId(3), NodeId(4)).expect("neighbors");
    let west = network.between(NodeId(4), NodeId(3)).expect("neighbors");
    assert_eq!(
        layout.channel_at(Point::new(at.x - 0.5, at.y + 0.1)),
        Some(east)
    );
    assert_eq!(
        layout.channel_at(Point::new(at.x - 0.5, at.y - 0.1)),
        Some(west)
    );
}

#[test]
fn node_towards_returns_the_neighbor_on_that_side() {
    let (_, _, layout) = layout("mesh:3x3");
    let right = layout.node_towards(NodeId(4), Point::new(1.0, 0.0));
    let up = layout.node_towards(NodeId(4), Point::new(0.0, -1.0));
    assert_eq!((right, up), (Some(NodeId(5)), Some(NodeId(7))));
    assert_eq!(layout.node_towards(NodeId(5), Point::new(1.0, 0.0)), None);
}
