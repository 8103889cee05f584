//! A plan taken as one tree, along which routers copy the message as it comes.
//!
//! The tree has the channels of the plan's worms: one worm's follow each other, those of a worm
//! that waits for another begin where that one brings it the message. Where several worms share
//! a channel, one copy crosses it, and what then leads to no destination is left out. Mere relays
//! take no copy.

use std::ops::Range;

use super::Plan;
use crate::topology::{ChannelId, Network, NodeId};

/// The places at which the message comes to a node, the source first.
///
/// A place stands before those to which the message goes on from it, which are next to each
/// other. The message can come to one node in several places, of which one delivers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    places: Vec<Stop>,
}

/// Where a channel of a tree ends, or the tree begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    /// The node.
    pub node: NodeId,
    /// The channel over which the message comes; none at the source.
    pub by: Option<ChannelId>,
    /// The place from which it comes; the source's own at the source.
    pub from: usize,
    /// The places to which it goes on.
    pub next: Range<usize>,
    /// Whether the node takes a copy.
    pub delivers: bool,
    /// Channels from the source.
    pub depth: u32,
}

/// A stop of a tree that is being made.
struct Sketch {
    node: NodeId,
    by: Option<ChannelId>,
    from: usize,
    delivers: bool,
}

impl Tree {
    /// The tree of a plan of which all worms have paths, which is one at least.
    pub fn of(network: &Network, plan: &Plan) -> Self {
        let source = plan.worms.first().map_or(NodeId(0), |worm| worm.from);
        let mut sketch = vec![Sketch {
            node: source,
            by: None,
            from: 0,
            delivers: false,
        }];
        // By channel, the place to which it leads.
        let mut known = vec![None; network.channels() as usize];
        // By worm, where it delivers.
        let mut delivered: Vec<Vec<usize>> = Vec::with_capacity(plan.worms.len());
        for worm in &plan.worms {
            let of_it = |&&place: &&usize| sketch[place].node == worm.from;
            let start = worm
                .after
                .and_then(|after| delivered[after].iter().find(of_it));
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
                    // A router needs no copy to send the message on.
                    let is_relay = plan.relays.binary_search(&hop[1]).is_ok();
                    sketch[here].delivers = !is_relay;
                    copies.push(here);
                }
            }
            delivered.push(copies);
        }
        Self::in_order(&sketch)
    }

    /// Places in the order of their depth, without those that lead nowhere.
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
        // In the order of the list, each with the place from which it comes in the tree.
        let mut drawn = vec![(0, 0)];
        let mut places: Vec<Stop> = Vec::with_capacity(sketch.len());
        while let Some(&(at, from)) = drawn.get(places.len()) {
            let first = drawn.len();
            let here = places.len();
            drawn.extend(next[at].iter().rev().map(|&next| (next, here)));
            places.push(Stop {
                node: sketch[at].node,
                by: sketch[at].by,
                from,
                next: first..drawn.len(),
                delivers: sketch[at].delivers,
                depth: places.get(from).map_or(0, |from| from.depth + 1),
            });
        }
        Self { places }
    }

    /// All its places.
    pub fn places(&self) -> &[Stop] {
        &self.places
    }

    /// A place and those on the way to it, the source last.
    pub fn way_back(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        let before = |&place: &usize| (place > 0).then(|| self.places[place].from);
        std::iter::successors(Some(place), before)
    }

    /// Channels between a place and the last one that the ways to it and to another share.
    pub fn apart(&self, place: usize, other: usize) -> u32 {
        let (mut here, mut there) = (place, other);
        while here != there {
            // No place stands before the one from which the message comes.
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

    /// Nodes, where they come from, and whether they deliver.
    fn told(tree: &Tree) -> Vec<(u32, usize, bool)> {
        let places = tree.places().iter();
        let told = places.map(|place| (place.node.0, place.from, place.delivers));
        told.collect()
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
        assert_eq!(told(&tree), expected);
        assert_eq!(tree.places()[1].next, 3..5);
        assert_eq!(tree.way_back(5).collect::<Vec<_>>(), [5, 3, 1, 0]);
        assert_eq!((tree.apart(5, 4), tree.apart(4, 5)), (2, 1));
        assert_eq!((tree.apart(5, 3), tree.apart(3, 5)), (1, 0));
    }

    #[test]
    fn one_copy_crosses_a_channel_and_none_leads_nowhere() {
        let tree = tree(&[
            (None, &[0, 1, 3, 7], &[7]),
            (None, &[0, 1, 5], &[5]),
            // What brings the message to node 3 again would be of no use.
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
        assert_eq!(told(&tree), expected);
    }
}
