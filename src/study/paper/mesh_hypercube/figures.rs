//! Counts of figures 1 to 5: network, parallel paths, labels, up- and down-paths, a multicast.

use super::super::{Computed, Row};
use super::{four_way, levels, network, row};
use engine::multicast::PlannedWorm;
use engine::topology::{Network, NodeId, Topology, disjoint_paths};

/// The printed paths, as levels and addresses.
const PRINTED_PATHS: [[(u32, u32); 6]; 4] = [
    [
        (1, 0b000),
        (1, 0b100),
        (1, 0b110),
        (2, 0b110),
        (3, 0b110),
        (3, 0b111),
    ],
    [
        (1, 0b000),
        (1, 0b001),
        (1, 0b101),
        (2, 0b101),
        (3, 0b101),
        (3, 0b111),
    ],
    [
        (1, 0b000),
        (1, 0b010),
        (1, 0b011),
        (1, 0b111),
        (3, 0b111),
        (3, 0b111),
    ],
    [
        (1, 0b000),
        (2, 0b000),
        (3, 0b000),
        (3, 0b001),
        (3, 0b011),
        (3, 0b111),
    ],
];

/// A node, by level and label.
type Node = (u32, u32);

const SOURCE: Node = (2, 4);

const DESTINATIONS: [Node; 8] = [
    (2, 5),
    (2, 6),
    (1, 3),
    (1, 4),
    (1, 1),
    (1, 0),
    (1, 5),
    (3, 7),
];

/// A worm of the example, as the text describes it.
struct DescribedWorm {
    from: Node,
    deliver: &'static [Node],
    hops: u32,
}

const DESCRIBED_WORMS: [DescribedWorm; 6] = [
    DescribedWorm {
        from: (2, 4),
        deliver: &[(2, 5), (2, 6)],
        hops: 2,
    },
    DescribedWorm {
        from: (2, 4),
        deliver: &[(3, 4)],
        hops: 1,
    },
    DescribedWorm {
        from: (3, 4),
        deliver: &[(3, 7)],
        hops: 1,
    },
    DescribedWorm {
        from: (2, 4),
        deliver: &[(1, 4)],
        hops: 1,
    },
    DescribedWorm {
        from: (1, 4),
        deliver: &[(1, 5)],
        hops: 1,
    },
    DescribedWorm {
        from: (1, 4),
        deliver: &[(1, 3), (1, 1), (1, 0)],
        hops: 4,
    },
];

pub(in crate::paper) fn network_size() -> Vec<Row> {
    let mesh = network(3, 8);
    let network = Network::new(&*mesh);
    let links = "links, m·(n/2)·log₂ n + (m − 1)·n";
    vec![
        row("nodes, m·n", Some(24), network.nodes()),
        row(links, Some(52), network.channels() / 2),
    ]
}

pub(in crate::paper) fn parallel_paths() -> Vec<Row> {
    let mesh = network(3, 8);
    let network = Network::new(&*mesh);
    let node = |(level, address): (u32, u32)| NodeId((level - 1) * 8 + address);
    let (from, to) = (node((1, 0)), node((3, 7)));
    let found = disjoint_paths(&network, from, to, &[]);
    let hops = found.iter().map(|path| path.len() as u32 - 1);
    let mut rows = vec![
        row("node-disjoint paths", Some(4), found.len() as u32),
        row(
            "hops of the longest of them",
            Some(5),
            hops.max().unwrap_or(0),
        ),
    ];
    let printed = PRINTED_PATHS.iter().zip(1..).map(|(path, nth)| {
        let hops = path.windows(2);
        let links = hops.filter(|ends| mesh.distance(node(ends[0]), node(ends[1])) == 1);
        let label = format!("hops of printed path {nth} that are over links");
        row(label, Some(5), links.count() as u32)
    });
    rows.extend(printed);
    rows
}

pub(in crate::paper) fn labels() -> Vec<Row> {
    let mesh = network(3, 8);
    let rows = (0..8).map(|address: u32| {
        let rank = levels(&*mesh).label_of(address);
        Row {
            label: format!("address {address:03b}"),
            computed: vec![
                Computed::counted("label, bit by bit", printed_label(address).into()),
                Computed::counted("rank in the Gray code", rank.into()),
            ],
            ..Row::default()
        }
    });
    rows.collect()
}

/// Computes a label by the procedure of the paper for n = 8, with the missing bars over its bits
/// restored.
fn printed_label(address: u32) -> u32 {
    const BITS: u32 = 3;
    let bit = |nth: u32| address >> nth & 1;
    let mut sum = 0;
    let mut weight = 1;
    for i in 0..BITS - 1 {
        let e = (i + 1..BITS).fold(0, |parity, above| parity ^ bit(above));
        let o = bit(i);
        sum += ((1 - e) * o + e * (1 - o)) * weight;
        weight *= 2;
    }
    sum + bit(BITS - 1) * weight
}

pub(in crate::paper) fn paths_along_labels() -> Vec<Row> {
    let mesh = network(3, 8);
    let paths = [("up-path", 1, [0, 2, 5, 7]), ("down-path", 3, [6, 5, 2, 1])];
    let rows = paths.into_iter().flat_map(|(name, level, labels)| {
        let nodes = labels.map(|label| labeled(&*mesh, level, label));
        let hops = nodes.windows(2);
        let links = hops.filter(|ends| mesh.distance(ends[0], ends[1]) == 1);
        let worms = worms(&*mesh, nodes[0], &nodes[1..]);
        [
            row(
                format!("hops of the printed {name} that are over links"),
                Some(3),
                links.count() as u32,
            ),
            row(
                format!("hops of a worm through the nodes of the {name}"),
                None,
                worms.iter().map(|worm| worm.hops(&*mesh)).sum(),
            ),
        ]
    });
    rows.collect()
}

pub(in crate::paper) fn example() -> Vec<Row> {
    let mesh = network(3, 8);
    let node = |(level, label)| labeled(&*mesh, level, label);
    let found = worms(&*mesh, node(SOURCE), &DESTINATIONS.map(node));
    let name = |&(level, label): &Node| format!("({level},{label})");
    let rows = DESCRIBED_WORMS.iter().map(|worm| {
        let deliver: Vec<_> = worm.deliver.iter().map(|&place| node(place)).collect();
        let mut ours = found.iter();
        let ours = ours.find(|ours| ours.from == node(worm.from) && ours.deliver == deliver);
        let to: Vec<_> = worm.deliver.iter().map(name).collect();
        let label = format!("{} to {}", name(&worm.from), to.join(" "));
        let hops = ours.map_or(0, |ours| ours.hops(&*mesh));
        row(label, Some(worm.hops), hops)
    });
    let all = row(
        "worms in all",
        Some(DESCRIBED_WORMS.len() as u32),
        found.len() as u32,
    );
    rows.chain([all]).collect()
}

fn worms(mesh: &dyn Topology, from: NodeId, to: &[NodeId]) -> Vec<PlannedWorm> {
    four_way(mesh).plan(from, to, 0).worms
}

fn labeled(mesh: &dyn Topology, level: u32, label: u32) -> NodeId {
    let of = levels(mesh);
    let mut nodes = mesh.node_ids();
    let found =
        nodes.find(|&node| of.level(node) == level && of.label_of(of.cube_address(node)) == label);
    found.expect("every level has every label")
}
