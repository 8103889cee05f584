//! Node-disjoint paths share no nodes, and there are as many as Menger's theorem states.

use std::collections::BTreeSet;

use flitscope::topology::{ChannelId, Network, NodeId, disjoint_paths};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::common::{effort, networks};

/// Networks in which some pair has fewer disjoint paths than either end has links, such as every
/// long line.
const NARROW: [&str; 4] = ["mesh:7", "mesh:4x3", "mesh-hypercube:4x2", networks::PLACED];

/// Between neighbors, the link that joins them is one of the paths.
#[test]
fn there_are_as_many_disjoint_paths_as_links_at_the_end_with_fewer() {
    let mut narrow = BTreeSet::new();
    for spec in networks::up_to(36) {
        let network = build(spec);
        for (from, to) in pairs(&network) {
            let paths = disjoint_paths(&network, from, to, &[]);
            assert_are_disjoint(&paths, &network, from, to, &[]);
            let incoming = network.channel_ids().filter(|&c| network.to(c) == to);
            let least = network.channels_of(from).count().min(incoming.count());
            // All paths from a terminal at a switch lead through that switch.
            let has_switches = network.terminals().count() < network.nodes();
            if paths.len() != least && !has_switches {
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
    #![proptest_config(effort::cases(64))]

    /// Menger 1927; the minimum cut is found by trying all sets of nodes.
    #[test]
    fn there_are_as_many_disjoint_paths_as_nodes_in_a_minimum_cut(
        spec in prop::sample::select(networks::up_to(10).collect::<Vec<_>>()),
        failed in prop::collection::vec(any::<Index>(), 0..8),
    ) {
        let network = build(spec);
        let channel = |index: Index| ChannelId(index.index(network.channels() as usize) as u32);
        let failed: Vec<_> = failed.into_iter().map(channel).collect();
        for (from, to) in pairs(&network) {
            let paths = disjoint_paths(&network, from, to, &failed);
            assert_are_disjoint(&paths, &network, from, to, &failed);
            prop_assert_eq!(paths.len(), min_cut(&network, from, to, &failed));
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

/// The fewest other nodes whose removal separates `from` from `to`, plus one for a link between
/// them.
fn min_cut(network: &Network, from: NodeId, to: NodeId, failed: &[ChannelId]) -> usize {
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
    let separating = sets.filter(|&set| !reaches(set));
    let fewest = separating.map(u32::count_ones).min();
    fewest.expect("all others separate them") as usize + usize::from(is_direct)
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
