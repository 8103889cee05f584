//! Multicast planners: one that returns a given plan, and one that plans anything that is allowed.

use std::collections::VecDeque;

use engine::multicast::{MulticastAlgorithm, Plan, PlannedWorm, Route};
use engine::topology::{Network, NodeId};
use engine::traffic::Random;
use rand_core::{Rng as _, SeedableRng as _};

use super::topology;

/// The same plan for every multicast.
#[derive(Debug)]
pub struct Scripted(pub Plan);

impl MulticastAlgorithm for Scripted {
    fn plan(&self, _: NodeId, _: &[NodeId], _: u64) -> Plan {
        self.0.clone()
    }
}

/// Worms that wander from one destination to the next on random simple paths, copying themselves at
/// some of the destinations they pass. New worms start at the source or at any node that has the
/// message. Some worms with one destination are left to the routing function.
#[derive(Debug)]
pub struct Wandering {
    network: Network,
}

impl Wandering {
    pub fn on(network: &str) -> Self {
        let network = Network::new(&*topology(network));
        Self { network }
    }

    /// The next worm of a plan, which delivers to some of the remaining nodes.
    fn next_worm(
        &self,
        (from, after): (NodeId, Option<usize>),
        left: &[NodeId],
        random: &mut Random,
    ) -> PlannedWorm {
        let (mut path, mut deliver) = (vec![from], Vec::new());
        while let Some(hops) = pick(left, random)
            .filter(|to| !path.contains(to))
            .and_then(|to| self.continuation(&path, to, random))
        {
            let (&last, passed) = hops.split_last().expect("it is not there yet");
            for &node in passed {
                if left.contains(&node) && random.next_u32().is_multiple_of(2) {
                    deliver.push(node);
                }
            }
            deliver.push(last);
            path.extend(hops);
            if random.next_u32().is_multiple_of(3) {
                break;
            }
        }
        let is_routed = deliver.len() == 1 && random.next_u32().is_multiple_of(2);
        PlannedWorm {
            from,
            after,
            route: if is_routed {
                Route::Routed
            } else {
                Route::Path(path)
            },
            deliver,
        }
    }

    /// A random shortest continuation of a path that does not cross it, without the end of the
    /// path.
    fn continuation(
        &self,
        path: &[NodeId],
        to: NodeId,
        random: &mut Random,
    ) -> Option<Vec<NodeId>> {
        let start = *path.last()?;
        let mut previous = vec![None; self.network.nodes() as usize];
        let mut reached = VecDeque::from([start]);
        while let Some(here) = reached.pop_front() {
            let channels = self.network.channels_of(here);
            let mut next: Vec<_> = channels.map(|channel| self.network.to(channel)).collect();
            next.retain(|node| !path.contains(node) && previous[node.0 as usize].is_none());
            next.dedup();
            while let Some(node) = pick(&next, random) {
                next.retain(|&other| other != node);
                previous[node.0 as usize] = Some(here);
                reached.push_back(node);
            }
        }
        let before = |&node: &NodeId| previous[node.0 as usize];
        let back: Vec<_> = std::iter::successors(Some(to), before).collect();
        let hops: Vec<_> = back.into_iter().rev().skip(1).collect();
        previous[to.0 as usize].map(|_| hops)
    }
}

impl MulticastAlgorithm for Wandering {
    fn plan(&self, from: NodeId, to: &[NodeId], nth: u64) -> Plan {
        let random = &mut Random::seed_from_u64(nth << 32 | u64::from(from.0));
        let mut starts = vec![(from, None)];
        let mut left = to.to_vec();
        let mut worms = Vec::new();
        while !left.is_empty() {
            let start = pick(&starts, random).expect("the source is one");
            let worm = self.next_worm(start, &left, random);
            left.retain(|node| !worm.deliver.contains(node));
            let copies = worm.deliver.iter().map(|&node| (node, Some(worms.len())));
            starts.extend(copies);
            worms.push(worm);
        }
        Plan::of(worms)
    }
}

fn pick<T: Copy>(list: &[T], random: &mut Random) -> Option<T> {
    let most = list.len().max(1) as u32;
    list.get((random.next_u32() % most) as usize).copied()
}
