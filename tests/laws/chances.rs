//! Random choices have the distributions they claim, by Pearson's χ² test at p = 0.001.

use std::collections::BTreeMap;

use flitscope::routing::{self, Candidates, Hop};
use flitscope::sim::{Design, Leg, MessageId};
use flitscope::topology::{self, Network, NodeId, Topology};
use statrs::distribution::{ChiSquared, ContinuousCDF as _};

/// Networks, two nodes of each, and the number of shortest paths between them. Some pairs are half
/// a ring apart, or equally far with and without a complement link.
const PAIRS: &[(&str, &str, &str, usize)] = &[
    ("mesh:4x4", "0,0", "3,3", 20),
    ("mesh:4x4", "3,1", "1,2", 3),
    ("mesh:3x3x2", "0,0,0", "2,2,1", 30),
    ("torus:4x4", "0,0", "2,2", 24),
    ("torus:4x4", "1,3", "2,1", 6),
    ("torus:5x4", "4,0", "1,2", 12),
    ("torus-uni:3x4", "0,0", "2,3", 10),
    ("torus-uni:3x4", "2,2", "1,1", 10),
    ("hypercube:4", "0", "15", 24),
    ("hypercube:4", "3", "14", 6),
    ("folded-hypercube:5", "0", "7", 12),
    ("folded-hypercube:5", "5", "26", 1),
    ("folded-hypercube:5", "0", "15", 2),
    ("folded-hypercube:6", "0", "7", 6),
    ("mesh-hypercube:3x8", "1,0", "3,7", 60),
    ("mesh-hypercube:3x8", "3,1", "2,7", 6),
];

/// Messages per counted outcome.
const MESSAGES: u64 = 200;

#[test]
fn every_shortest_path_is_equally_likely() {
    for &(spec, from, to, paths) in PAIRS {
        let (topology, design) = designed(spec, "random-shortest", 1);
        let [from, to] = [from, to].map(|label| topology.parse_label(label).expect(label));
        let all = shortest_paths(&*topology, from, to);
        assert_eq!(all.len(), paths, "{spec}: {from:?} to {to:?}");
        let mut counts: BTreeMap<_, u32> = all.into_iter().map(|path| (path, 0)).collect();
        for message in 0..MESSAGES * paths as u64 {
            let path = walk(&design, MessageId(message), from, to);
            *counts.get_mut(&path).expect("it is a shortest path") += 1;
        }
        let counts: Vec<_> = counts.into_values().collect();
        assert_uniform(&counts, &format!("{spec}: {from:?} to {to:?}"));
    }
}

#[test]
fn another_seed_draws_other_paths() {
    let (_, design) = designed("mesh:4x4", "random-shortest", 1);
    let (_, mut other) = designed("mesh:4x4", "random-shortest", 1);
    other.seed = 2;
    let differs = |&message: &u64| {
        let path = |design| walk(design, MessageId(message), NodeId(0), NodeId(15));
        path(&design) != path(&other)
    };
    let differing = (0..1000).filter(differs).count();
    // One in twenty is the same by chance.
    assert!((900..1000).contains(&differing), "{differing}");
}

/// The source and the destination are as likely as any other node.
#[test]
fn the_intermediate_node_of_a_message_is_uniformly_random() {
    for (spec, from, to) in [
        ("mesh:4x4", 5, 10),
        ("torus-uni:3x4", 0, 7),
        ("hypercube:5", 31, 0),
        ("mesh-hypercube:3x8", 9, 3),
    ] {
        let (topology, design) = designed(spec, "valiant", 4);
        let (from, to) = (NodeId(from), NodeId(to));
        let mut counts = vec![0; topology.nodes() as usize];
        for message in 0..MESSAGES * u64::from(topology.nodes()) {
            let leg = design.first_leg(design.seed, MessageId(message), from, to);
            let by = match leg.expect("no links have failed") {
                Leg { to: by, number: 0 } => by,
                Leg { to: end, .. } => {
                    assert_eq!(end, to);
                    from
                }
            };
            counts[by.0 as usize] += 1;
        }
        assert_uniform(&counts, spec);
    }
}

fn designed(spec: &str, routing: &str, vcs: u8) -> (Box<dyn Topology>, Design) {
    let topology = topology::from_spec(spec).expect(spec);
    let routing = routing::from_id(routing, &*topology, vcs).expect(spec);
    let design = Design::idle(Network::new(&*topology), routing);
    (topology, design)
}

/// The nodes on the path of a message.
fn walk(design: &Design, message: MessageId, from: NodeId, to: NodeId) -> Vec<NodeId> {
    let mut path = vec![from];
    let mut offers = Candidates::default();
    let mut here = from;
    while here != to {
        offers.clear();
        let hop = Hop::new(here, to, 0);
        design.offers(
            design.seed,
            message,
            path.len() as u32 - 1,
            hop,
            &mut offers,
        );
        let [only] = offers.as_slice() else {
            panic!("one channel is drawn, not {offers:?}");
        };
        here = design.network.to(only.channel);
        path.push(here);
    }
    path
}

/// All shortest paths, found by trying every neighbor nearer to the destination.
fn shortest_paths(topology: &dyn Topology, from: NodeId, to: NodeId) -> Vec<Vec<NodeId>> {
    if from == to {
        return vec![vec![to]];
    }
    let neighbors = topology
        .ports()
        .filter_map(|port| topology.neighbor(from, port));
    let nearer = |&next: &NodeId| topology.distance(next, to) < topology.distance(from, to);
    let paths = neighbors.filter(nearer).flat_map(|next| {
        let paths = shortest_paths(topology, next, to).into_iter();
        paths.map(|path| [vec![from], path].concat())
    });
    paths.collect()
}

fn assert_uniform(counts: &[u32], of: &str) {
    if counts.len() < 2 {
        return;
    }
    let mean = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
    let excess = |&count: &u32| (f64::from(count) - mean).powi(2) / mean;
    let found: f64 = counts.iter().map(excess).sum();
    let freedom = (counts.len() - 1) as f64;
    let chi_squared = ChiSquared::new(freedom).expect("there are some degrees of freedom");
    let most = chi_squared.inverse_cdf(0.999);
    assert!(found < most, "{of}: χ² = {found}, above {most}: {counts:?}");
}
