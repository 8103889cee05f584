//! Exact counts: the classic example of Lin & Ni, and the number of start-ups.

use crate::paper::{Column, Computed, Item, Row, Scene, Varied};
use engine::multicast::{MulticastAlgorithm, from_spec, name_of};
use engine::topology::{self, NodeId, Topology};

/// A multicast from (3,2) to nine nodes of a 6×6 mesh.
pub(super) const EXAMPLE: Item = Item {
    id: "example",
    name: "The 6×6 example",
    caption: "From (3,2) to (0,0) (0,2) (0,5) (1,3) (4,5) (5,0) (5,1) (5,3) (5,4): channels that \
              the worms of each algorithm cross, and the longest of them.",
    claim: "Multi-path takes shorter paths than dual path.",
    conclusions: &[],
    scenes: &[Scene {
        title: "Side by side",
        link: "t=mesh:6x6&vc=1&mc=dual-path&ts=33&tp=auto&pi=4&pe=4&msg=0:3,2>0,0%2B0,2%2B0,5%2B1,3%2B4,5%2B5,0%2B5,1%2B5,3%2B5,4&side=dual-path;multi-path;column-path;qualified-groups",
        caption: "One message by each of the four.",
    }],
    remark: "Not from this paper: the set with which Lin & Ni introduced path-based multicast, \
             with the numbers published for it. Every channel is counted exactly.",
    axes: ["", ""],
    varied: Varied::Other,
    rows: example,
};

/// Theorem 1: two start-ups reach any set of destinations.
pub(super) const THEOREM_1: Item = Item {
    id: "theorem-1",
    name: "Theorem 1",
    caption: "The most start-ups in sequence that any of 400 multicasts in a 10×10 mesh needs, of \
              4 to 40 destinations, with four ports.",
    claim: "Two start-ups are enough, from any source and for any destinations.",
    conclusions: &[],
    scenes: &[Scene {
        title: "A set that needs more on e-cube paths",
        link: "t=mesh:10x10&vc=1&mc=qualified-groups:0.5:e-cube&ts=33&tp=auto&pi=4&pe=4&msg=0:5,5>0,0%2B1,2%2B2,1%2B3,3%2B4,0%2B5,1%2B6,2%2B7,0%2B8,3%2B9,1%2B0,9%2B1,7%2B2,8%2B3,6%2B4,9%2B6,8%2B7,9%2B8,7%2B9,6&show=multicast",
        caption: "Leaders with more worms than ports start some of them later.",
    }],
    remark: "Holds along labels, where a node sends two worms at most, even with two ports. On \
             e-cube paths, which the paper says it used, a leader sends a worm or two for every \
             column of its group.",
    axes: ["", ""],
    varied: Varied::Other,
    rows: theorem,
};

/// The algorithms with the counts from the literature.
const PRINTED: [(&str, &[(Column, f64)]); 4] = [
    (
        "dual-path",
        &[
            (Column::closed(CHANNELS), 33.0),
            (Column::closed(LONGEST), 18.0),
        ],
    ),
    (
        "multi-path",
        &[
            (Column::closed(CHANNELS), 21.0),
            (Column::closed(LONGEST), 6.0),
        ],
    ),
    (
        "column-path",
        &[
            (Column::closed(CHANNELS), 26.0),
            (Column::closed(WORMS), 6.0),
        ],
    ),
    ("qualified-groups", &[]),
];

const CHANNELS: &str = "number of channels";
const LONGEST: &str = "longest path";
const WORMS: &str = "number of worms";
const START_UPS: &str = "number of start-ups";

/// The coordinates x and y of the destinations.
const DESTINATIONS: [(u32, u32); 9] = [
    (0, 0),
    (0, 2),
    (0, 5),
    (1, 3),
    (4, 5),
    (5, 0),
    (5, 1),
    (5, 3),
    (5, 4),
];

const PORTS: u32 = 4;

fn example() -> Vec<Row> {
    let mesh = topology::from_spec("mesh:6x6").expect("a network in range");
    let node = |(x, y): (u32, u32)| NodeId(6 * y + x);
    let to = DESTINATIONS.map(node);
    let rows = PRINTED.iter().map(|(spec, printed)| {
        let plan = algorithm(spec, &*mesh).plan(node((3, 2)), &to, 0);
        let counts = [
            (CHANNELS, plan.channels(&*mesh)),
            (LONGEST, plan.longest(&*mesh)),
            (WORMS, plan.worms.len() as u32),
            (START_UPS, plan.startups(PORTS)),
        ];
        Row {
            series: String::new(),
            label: name_of(spec),
            x: None,
            printed: printed.to_vec(),
            computed: counts.map(counted).to_vec(),
            task: None,
        }
    });
    rows.collect()
}

fn theorem() -> Vec<Row> {
    let mesh = topology::from_spec("mesh:10x10").expect("a network in range");
    let rows = ["label", "e-cube"].into_iter().flat_map(|base| {
        let algorithm = algorithm(&format!("qualified-groups:0.5:{base}"), &*mesh);
        let plans: Vec<_> = sets(100)
            .map(|(from, to)| algorithm.plan(from, &to, 0))
            .collect();
        let printed = |ports| {
            if ports == PORTS {
                vec![(Column::closed(START_UPS), 2.0)]
            } else {
                Vec::new()
            }
        };
        [2, PORTS].map(|ports| Row {
            series: String::new(),
            label: format!("base {base}, {ports} ports"),
            x: None,
            printed: printed(ports),
            computed: plans
                .iter()
                .map(|plan| plan.startups(ports))
                .max()
                .map(|most| counted((START_UPS, most)))
                .into_iter()
                .collect(),
            task: None,
        })
    });
    rows.collect()
}

/// For every source node, sets of 4, 10, 20 and 40 destinations, spread over the mesh by steps that
/// are coprime to its size.
fn sets(nodes: u32) -> impl Iterator<Item = (NodeId, Vec<NodeId>)> {
    let sizes = [(4, 37), (10, 71), (20, 13), (40, 29)];
    (0..nodes).flat_map(move |from| {
        sizes.map(|(size, step)| {
            let others = (1..=size).map(|nth| NodeId((from + nth * step) % nodes));
            (NodeId(from), others.collect())
        })
    })
}

fn algorithm(spec: &str, mesh: &dyn Topology) -> Box<dyn MulticastAlgorithm> {
    from_spec("algorithm", spec, mesh).expect("it is defined on meshes")
}

fn counted((name, count): (&'static str, u32)) -> Computed {
    Computed::counted(name, f64::from(count))
}
