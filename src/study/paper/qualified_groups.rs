//! Al-Dubai, Ould-Khaoua, El-Zayyat & Mackenzie: counts of multicasts in the mesh, namely in the classic
//! example of Lin & Ni, and the number of start-ups.

use super::{Column, Computed, Row};
use engine::multicast::{MulticastAlgorithm, from_spec, name_of};
use engine::topology::{self, NodeId, Topology};

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

pub(super) fn example() -> Vec<Row> {
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
        let counts = counts.map(|(name, count)| Computed::counted(name, count.into()));
        Row {
            label: name_of(spec),
            printed: printed.to_vec(),
            computed: counts.to_vec(),
            ..Row::default()
        }
    });
    rows.collect()
}

/// Theorem 1: two start-ups reach any set of destinations.
pub(super) fn theorem() -> Vec<Row> {
    let mesh = topology::from_spec("mesh:10x10").expect("a network in range");
    let rows = ["label", "e-cube"].into_iter().flat_map(|base| {
        let algorithm = algorithm(&format!("qualified-groups:0.5:{base}"), &*mesh);
        let plans: Vec<_> = sets(100)
            .map(|(from, to)| algorithm.plan(from, &to, 0))
            .collect();
        [2, PORTS].map(|ports| {
            let startups = plans.iter().map(|plan| plan.startups(ports));
            let label = format!("base {base}, {ports} ports");
            let printed = (ports == PORTS).then_some(2);
            Row::counted(label, START_UPS, printed, startups.max().unwrap_or(0))
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
