//! The plan of a multicast, indexed by the release of its worms.

use std::sync::Arc;

use super::collections::{PlannedIndex, TableIndex};
use crate::multicast::{Plan, PlannedWorm, Route, Tree};
use crate::topology::{Network, NodeId};

/// A plan, with the worms grouped by the worm that they wait for.
#[derive(Debug)]
pub(in crate::sim) struct ReleasePlan {
    plan: Plan,
    /// The plan as a single worm, if routers copy it.
    tree: Option<Arc<Tree>>,
    /// Worms ordered by the worm that they wait for, those that start at the source first.
    waiting: Vec<PlannedIndex>,
    /// Start indices in `waiting` of the worms that wait for the source and then for each worm.
    first: Vec<u32>,
    /// Approximate memory of the plan \[bytes\]: the same on every machine, because a run may end
    /// because of it.
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

    /// Creates a plan whose worms all have paths as a single worm.
    pub(in crate::sim) fn of_tree(plan: Plan, network: &Network) -> Self {
        let tree = Arc::new(Tree::of(network, &plan));
        Self {
            tree: Some(tree),
            ..Self::new(plan)
        }
    }

    pub(in crate::sim) fn worm(&self, index: PlannedIndex) -> &PlannedWorm {
        &self.plan.worms[index.row()]
    }

    /// The plan as a single worm, if routers copy it.
    pub(in crate::sim) fn tree(&self) -> Option<&Arc<Tree>> {
        self.tree.as_ref()
    }

    /// Number of destinations, excluding relays.
    pub(in crate::sim) fn copies(&self) -> u32 {
        let copies = self.plan.worms.iter().map(|worm| worm.deliver.len() as u32);
        copies.sum::<u32>() - self.plan.relays.len() as u32
    }

    /// Whether a node only forwards the message.
    pub(in crate::sim) fn is_relay(&self, node: NodeId) -> bool {
        self.plan.relays.binary_search(&node).is_ok()
    }

    /// Approximate memory of the plan \[bytes\].
    pub(in crate::sim) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Number of worms that carry out the plan.
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

    /// The worms that start at a node once the worm `by`, or the source if `None`, has the message
    /// there.
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

/// Approximate memory of a planned worm \[bytes\]: its two lists of nodes and its entries in the
/// lists of a [`ReleasePlan`].
fn bytes_of(worm: &PlannedWorm) -> u64 {
    const WORM: u64 = 112;
    let path = match &worm.route {
        Route::Path(path) => path.len(),
        Route::Routed => 0,
    };
    WORM + 4 * (path + worm.deliver.len()) as u64
}
