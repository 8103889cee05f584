//! An order of virtual channels that proves freedom from deadlock: no deadlock can hold a virtual channel if none can
//! hold those before it.

use std::collections::BTreeMap;

use engine::routing::VirtualChannel;

/// The ranks of the virtual channels of an acyclic dependency graph: a message that holds one of a rank can only
/// request those of lower ranks or without a rank. Virtual channels that depend on no others have no rank.
pub(super) fn by_dependencies(
    edges: &[(VirtualChannel, VirtualChannel)],
) -> Vec<Vec<VirtualChannel>> {
    let mut holders: BTreeMap<_, Vec<_>> = BTreeMap::new();
    let mut left: BTreeMap<_, usize> = BTreeMap::new();
    for &(held, wanted) in edges {
        holders.entry(wanted).or_default().push(held);
        *left.entry(held).or_default() += 1;
    }
    let mut last: Vec<_> = holders.keys().copied().collect();
    last.retain(|lane| !left.contains_key(lane));
    let mut ranks = Vec::new();
    loop {
        let mut rank = Vec::new();
        for held in last.iter().filter_map(|lane| holders.get(lane)).flatten() {
            let left = left.get_mut(held).expect("it holds and wants");
            *left -= 1;
            if *left == 0 {
                rank.push(*held);
            }
        }
        if rank.is_empty() {
            return ranks;
        }
        rank.sort_unstable();
        last.clone_from(&rank);
        ranks.push(rank);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::topology::ChannelId;

    #[test]
    fn ranks_depend_only_on_lower_ranks() {
        let lane = |channel| VirtualChannel {
            channel: ChannelId(channel),
            vc: 0,
        };
        let edges = [(3, 2), (3, 1), (2, 1), (1, 0), (4, 0)];
        let edges: Vec<_> = edges.iter().map(|&(a, b)| (lane(a), lane(b))).collect();
        let ranks = by_dependencies(&edges);
        assert_eq!(
            ranks,
            [vec![lane(1), lane(4)], vec![lane(2)], vec![lane(3)]]
        );
        assert!(by_dependencies(&[]).is_empty());
        // Virtual channels in a cycle never get a rank.
        assert!(by_dependencies(&[(lane(0), lane(1)), (lane(1), lane(0))]).is_empty());
    }
}
