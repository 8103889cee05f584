//! The plan of a multicast, in the order in which its worms are released.

use std::sync::Arc;

use super::index::{PlannedIndex, TableIndex};
use crate::multicast::{Plan, PlannedWorm, Route, Tree};
use crate::topology::{Network, NodeId};

/// A plan, and which worms wait for which.
#[derive(Debug)]
pub(in crate::sim) struct ReleasePlan {
    plan: Plan,
    /// The plan as one worm, if routers copy it.
    tree: Option<Arc<Tree>>,
    /// Worms in the order of those that they wait for, those at the source first.
    waiting: Vec<PlannedIndex>,
    /// Where the worms that wait for the source, then for each worm, begin in `waiting`.
    first: Vec<u32>,
    /// Memory that all of it takes \[bytes\], about: the same on every machine, because a run
    /// may end by it.
    bytes: u64,
}

impl ReleasePlan {
    pub(in crate::sim) fn new(plan: Plan) -> Self {
        let group = |worm: &PlannedWorm| worm.after.map_or(0, |after| after + 1);
        let mut first = vec![0; plan.worms.len() + 2];
        for worm in &plan.worms {
            first[group(worm) + 1] += 1;
        }
        for index in 1..first.len() {
            first[index] += first[index - 1];
        }
        let mut waiting = vec![PlannedIndex::NONE; plan.worms.len()];
        let mut next = first.clone();
        for (index, worm) in plan.worms.iter().enumerate() {
            let place = &mut next[group(worm)];
            waiting[*place as usize] = PlannedIndex::of_row(index);
            *place += 1;
        }
        Self {
            bytes: plan.worms.iter().map(bytes_of).sum(),
            plan,
            tree: None,
            waiting,
            first,
        }
    }

    /// A plan whose worms all have paths, as one worm.
    pub(in crate::sim) fn of_tree(plan: Plan, network: &Network) -> Self {
        let tree = Arc::new(Tree::of(network, &plan));
        Self {
            tree: Some(tree),
            ..Self::new(plan)
        }
    }

    /// A worm of the plan, by its index.
    pub(in crate::sim) fn worm(&self, index: PlannedIndex) -> &PlannedWorm {
        &self.plan.worms[index.row()]
    }

    /// The plan as one worm, if routers copy it.
    pub(in crate::sim) fn tree(&self) -> Option<&Arc<Tree>> {
        self.tree.as_ref()
    }

    /// Destinations; relays are none.
    pub(in crate::sim) fn copies(&self) -> u32 {
        let copies = self.plan.worms.iter().map(|worm| worm.deliver.len() as u32);
        copies.sum::<u32>() - self.plan.relays.len() as u32
    }

    /// Whether a node only sends the message on.
    pub(in crate::sim) fn is_relay(&self, node: NodeId) -> bool {
        self.plan.relays.binary_search(&node).is_ok()
    }

    /// Memory that all of it takes \[bytes\], about.
    pub(in crate::sim) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Worms that carry it out.
    pub(in crate::sim) fn worms(&self) -> u32 {
        match self.tree {
            Some(_) => 1,
            None => self.plan.worms.len() as u32,
        }
    }

    /// The largest number of start-ups in sequence.
    pub(in crate::sim) fn startups(&self, ports: u32) -> u32 {
        match self.tree {
            Some(_) => 1,
            None => self.plan.startups(ports),
        }
    }

    /// The worms that start when a worm, or `None` for the source, has the message at a node.
    pub(in crate::sim) fn released(
        &self,
        by: Option<PlannedIndex>,
        at: NodeId,
    ) -> impl Iterator<Item = (PlannedIndex, &PlannedWorm)> {
        let group = by.map_or(0, |worm| worm.row() + 1);
        let range = self.first[group] as usize..self.first[group + 1] as usize;
        let worms = self.waiting[range]
            .iter()
            .map(|&index| (index, self.worm(index)));
        worms.filter(move |(_, worm)| worm.from == at)
    }
}

/// Memory that a planned worm takes \[bytes\], about: its two lists of nodes, and its places in
/// the lists of a [`ReleasePlan`].
fn bytes_of(worm: &PlannedWorm) -> u64 {
    const WORM: u64 = 112;
    let path = match &worm.route {
        Route::Path(path) => path.len(),
        Route::Routed => 0,
    };
    WORM + 4 * (path + worm.deliver.len()) as u64
}
