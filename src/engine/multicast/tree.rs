//! A plan as a single tree, along which routers replicate the message as it arrives.
//!
//! The tree consists of the channels of the plan's worms. A worm that waits for another one
//! branches off where that one delivers the message to it. A channel shared by several worms
//! carries one copy, and branches that then lead to no destination are omitted. Relays that are not
//! destinations receive no copy.

use std::ops::Range;

use super::Plan;
use crate::topology::{ChannelId, Network, NodeId};

/// The replication tree of a multicast: a list of places, at each of which the message reaches a
/// node, starting with the source.
///
/// The children of a place come after it and are contiguous. The message can reach a node at
/// several places, of which one delivers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    places: Vec<Stop>,
}

/// A place of a tree: the end of a channel, or the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    pub node: NodeId,
    /// The channel over which the message arrives; `None` at the source.
    pub by: Option<ChannelId>,
    /// The index of the parent; the source is its own parent.
    pub from: usize,
    /// The indices of the children.
    pub next: Range<usize>,
    /// Whether the node receives a copy.
    pub delivers: bool,
    /// The number of channels from the source.
    pub depth: u32,
}

/// A place of a tree under construction.
struct Sketch {
    node: NodeId,
    by: Option<ChannelId>,
    from: usize,
    delivers: bool,
}

impl Tree {
    /// The tree of a plan with at least one worm, all of which have explicit paths.
    pub fn of(network: &Network, plan: &Plan) -> Self {
        let source = plan.worms.first().map_or(NodeId(0), |worm| worm.from);
        let mut sketch = vec![Sketch {
            node: source,
            by: None,
            from: 0,
            delivers: false,
        }];
        // By channel: the place at its end.
        let mut known = vec![None; network.channels() as usize];
        // By worm: the places at which it delivers.
        let mut delivered: Vec<Vec<usize>> = Vec::with_capacity(plan.worms.len());
        for worm in &plan.worms {
            let starts_worm = |&&place: &&usize| sketch[place].node == worm.from;
            let start = worm
                .after
                .and_then(|after| delivered[after].iter().find(starts_worm));
            let mut here = start.copied().unwrap_or(0);
            let mut deliver = worm.deliver.iter().peekable();
            let mut copies = Vec::with_capacity(worm.deliver.len());
            for hop in worm.path().windows(2) {
                let by = network.between(hop[0], hop[1]);
                let by = by.expect("nodes of a path are neighbors");
                here = *known[by.0 as usize].get_or_insert_with(|| {
                    sketch.push(Sketch {
                        node: hop[1],
                        by: Some(by),
                        from: here,
                        delivers: false,
                    });
                    sketch.len() - 1
                });
                if deliver.next_if_eq(&&hop[1]).is_some() {
                    // Routers replicate without receiving a copy.
                    let is_relay = plan.relays.binary_search(&hop[1]).is_ok();
                    sketch[here].delivers = !is_relay;
                    copies.push(here);
                }
            }
            delivered.push(copies);
        }
        Self::in_order(&sketch)
    }

    /// Builds the tree in breadth-first order, without branches that lead to no destination.
    fn in_order(sketch: &[Sketch]) -> Self {
        let mut leads: Vec<_> = sketch.iter().map(|place| place.delivers).collect();
        let mut next = vec![Vec::new(); sketch.len()];
        for place in (1..sketch.len()).rev() {
            let from = sketch[place].from;
            if leads[place] {
                leads[from] = true;
                next[from].push(place);
            }
        }
        // Breadth-first queue: the index in the sketch and the index of the parent in the tree.
        let mut queue = vec![(0, 0)];
        let mut places: Vec<Stop> = Vec::with_capacity(sketch.len());
        while let Some(&(at, from)) = queue.get(places.len()) {
            let first = queue.len();
            let here = places.len();
            queue.extend(next[at].iter().rev().map(|&next| (next, here)));
            places.push(Stop {
                node: sketch[at].node,
                by: sketch[at].by,
                from,
                next: first..queue.len(),
                delivers: sketch[at].delivers,
                depth: places.get(from).map_or(0, |from| from.depth + 1),
            });
        }
        Self { places }
    }

    /// All places of the tree, the source first.
    pub fn places(&self) -> &[Stop] {
        &self.places
    }

    /// A place and its ancestors, ending with the source.
    pub fn way_back(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        let before = |&place: &usize| (place > 0).then(|| self.places[place].from);
        std::iter::successors(Some(place), before)
    }

    /// The number of channels between a place and its lowest common ancestor with another place.
    pub fn apart(&self, place: usize, other: usize) -> u32 {
        let (mut here, mut there) = (place, other);
        while here != there {
            // Parents have lower indices than their children.
            if here > there {
                here = self.places[here].from;
            } else {
                there = self.places[there].from;
            }
        }
        self.places[place].depth - self.places[here].depth
    }
}

#[cfg(test)]
mod tests {
    use super::super::{PlannedWorm, Route};
    use super::*;
    use crate::topology;

    fn tree(worms: &[(Option<usize>, &[u32], &[u32])]) -> Tree {
        let cube = topology::from_spec("hypercube:3").expect("a network in range");
        let nodes = |list: &[u32]| list.iter().copied().map(NodeId).collect::<Vec<_>>();
        let worms = worms.iter().map(|&(after, path, deliver)| PlannedWorm {
            from: NodeId(path[0]),
            after,
            route: Route::Path(nodes(path)),
            deliver: nodes(deliver),
        });
        Tree::of(&Network::new(&*cube), &Plan::of(worms))
    }

    /// The node, the parent and whether the node receives a copy, for each place.
    fn summary(tree: &Tree) -> Vec<(u32, usize, bool)> {
        let places = tree.places().iter();
        let summary = places.map(|place| (place.node.0, place.from, place.delivers));
        summary.collect()
    }

    #[test]
    fn worms_that_wait_for_others_branch_off_from_them() {
        let tree = tree(&[
            (None, &[0, 1, 3], &[1, 3]),
            (None, &[0, 2], &[2]),
            (Some(0), &[1, 5], &[5]),
            (Some(0), &[3, 7], &[7]),
        ]);
        let expected = [
            (0, 0, false),
            (1, 0, true),
            (2, 0, true),
            (3, 1, true),
            (5, 1, true),
            (7, 3, true),
        ];
        assert_eq!(summary(&tree), expected);
        assert_eq!(tree.places()[1].next, 3..5);
        assert_eq!(tree.way_back(5).collect::<Vec<_>>(), [5, 3, 1, 0]);
        assert_eq!((tree.apart(5, 4), tree.apart(4, 5)), (2, 1));
        assert_eq!((tree.apart(5, 3), tree.apart(3, 5)), (1, 0));
    }

    #[test]
    fn a_shared_channel_carries_one_copy_and_useless_branches_are_omitted() {
        let tree = tree(&[
            (None, &[0, 1, 3, 7], &[7]),
            (None, &[0, 1, 5], &[5]),
            // The channel that reaches node 3 again is omitted.
            (None, &[0, 2, 3, 7, 6], &[6]),
        ]);
        let expected = [
            (0, 0, false),
            (1, 0, false),
            (3, 1, false),
            (5, 1, true),
            (7, 2, true),
            (6, 4, true),
        ];
        assert_eq!(summary(&tree), expected);
    }
}
