//! Node-disjoint paths are what they are called, and as many as Menger's theorem says.

use std::collections::BTreeSet;

use flitscope::topology::{ChannelId, Network, NodeId, disjoint_paths};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::common::{effort, networks};

/// Networks with a place narrower than their nodes have links, as every long line is.
const NARROW: [&str; 6] = [
    "mesh:7",
    "mesh:4x3",
    "mesh-hypercube:4x2",
    networks::FAT_TREE,
    networks::TREE,
    networks::PLACED,
];

/// Of neighbors too, the link between which is one of the paths.
#[test]
fn there_are_as_many_as_the_node_with_fewer_links_has() {
    let mut narrow = BTreeSet::new();
    for spec in networks::up_to(36) {
        let network = build(spec);
        for (from, to) in pairs(&network) {
            let paths = disjoint_paths(&network, from, to, &[]);
            assert_are_disjoint(&paths, &network, from, to, &[]);
            let incoming = network.channel_ids().filter(|&c| network.to(c) == to);
            let least = network.channels_of(from).count().min(incoming.count());
            if paths.len() != least {
                narrow.insert(spec);
            }
            let is_direct = paths[0].len() == 2;
            let are_neighbors = network.between(from, to).is_some();
            assert_eq!(is_direct, are_neighbors, "{spec}: {from:?} to {to:?}");
        }
    }
    assert_eq!(narrow, BTreeSet::from(NARROW));
}

#[test]
fn there_is_no_path_from_a_node_to_itself() {
    let paths = disjoint_paths(&build("mesh:3x3"), NodeId(4), NodeId(4), &[]);
    assert_eq!(paths, [[NodeId(0); 0]; 0]);
}

proptest! {
    #![proptest_config(effort::cases(256))]

    /// Menger 1927, with the fewest nodes by trying all sets of them.
    #[test]
    fn there_are_as_many_as_nodes_that_part_the_ends(
        spec in prop::sample::select(networks::up_to(10).collect::<Vec<_>>()),
        failed in prop::collection::vec(any::<Index>(), 0..8),
    ) {
        let network = build(spec);
        let channel = |index: Index| ChannelId(index.index(network.channels() as usize) as u32);
        let failed: Vec<_> = failed.into_iter().map(channel).collect();
        for (from, to) in pairs(&network) {
            let paths = disjoint_paths(&network, from, to, &failed);
            assert_are_disjoint(&paths, &network, from, to, &failed);
            prop_assert_eq!(paths.len(), cut(&network, from, to, &failed));
        }
    }
}

fn assert_are_disjoint(
    paths: &[Vec<NodeId>],
    network: &Network,
    from: NodeId,
    to: NodeId,
    failed: &[ChannelId],
) {
    let mut passed = BTreeSet::new();
    for path in paths {
        assert_eq!((path.first(), path.last()), (Some(&from), Some(&to)));
        for hop in path.windows(2) {
            let channel = network.between(hop[0], hop[1]).expect("a channel");
            assert!(!failed.contains(&channel), "{path:?}");
        }
        let within = &path[1..path.len() - 1];
        assert!(!within.contains(&from) && !within.contains(&to), "{path:?}");
        assert!(within.iter().all(|node| passed.insert(*node)), "{paths:?}");
    }
    assert!(paths.is_sorted_by_key(Vec::len));
    let direct = paths.iter().filter(|path| path.len() == 2).count();
    assert!(direct <= 1, "{paths:?}");
}

/// The fewest other nodes without which one cannot be reached from the other, and one more for a
/// link between them.
fn cut(network: &Network, from: NodeId, to: NodeId, failed: &[ChannelId]) -> usize {
    let whole: Vec<_> = network
        .channel_ids()
        .filter(|channel| !failed.contains(channel))
        .map(|channel| (network.from(channel), network.to(channel)))
        .collect();
    let is_direct = whole.contains(&(from, to));
    let reaches = |without: u32| {
        let mut seen = 1 << from.0;
        loop {
            let before = seen;
            for (one, other) in whole.iter().filter(|&&ends| ends != (from, to)) {
                if seen >> one.0 & 1 == 1 && without >> other.0 & 1 == 0 {
                    seen |= 1 << other.0;
                }
            }
            if seen == before {
                return seen >> to.0 & 1 == 1;
            }
        }
    };
    let ends = 1 << from.0 | 1 << to.0;
    let sets = (0_u32..1 << network.nodes()).filter(|set| set & ends == 0);
    let parting = sets.filter(|&set| !reaches(set));
    let fewest = parting.map(u32::count_ones).min();
    fewest.expect("all others part them") as usize + usize::from(is_direct)
}

fn pairs(network: &Network) -> impl Iterator<Item = (NodeId, NodeId)> + use<> {
    let nodes = network.nodes();
    let pairs = (0..nodes).flat_map(move |from| (0..nodes).map(move |to| (from, to)));
    let pairs = pairs.filter(|(from, to)| from != to);
    pairs.map(|(from, to)| (NodeId(from), NodeId(to)))
}

fn build(spec: &str) -> Network {
    Network::new(&*networks::build(spec))
}
