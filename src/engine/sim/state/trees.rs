//! State of tree-shaped worms, which carry multicasts that routers copy: what they hold at each
//! place.

use std::sync::Arc;

use super::collections::{LaneIndex, Table, TableIndex, TreeIndex, WormIndex};
use crate::multicast::Tree;

/// All trees, by index; indices are reused.
#[derive(Debug, Clone, Default)]
pub(in crate::sim) struct Trees {
    pub table: Table<TreeIndex, TreeWorm>,
    pub unused: Vec<TreeIndex>,
    /// Trees in which some flit may be able to move.
    pub moving: Vec<TreeIndex>,
    /// Whether a header of a tree has claimed lanes in this cycle.
    pub have_claimed: bool,
}

#[derive(Debug, Clone)]
pub(in crate::sim) struct TreeWorm {
    pub shape: Arc<Tree>,
    /// The worm in the table of worms.
    pub worm: WormIndex,
    /// The branches, by place of the tree.
    pub branches: Vec<Branch>,
    /// Number of places that the tail has not left.
    pub left: u32,
    pub is_moving: bool,
}

/// The branch that leads to one of the places of a tree.
#[derive(Debug, Clone, Copy)]
pub(in crate::sim) struct Branch {
    /// The lane that leads to the place: an injection lane at the source; `NONE` before it is
    /// claimed and after the tail has left it.
    pub lane: LaneIndex,
    /// The ejection lane of the copy made at the place, or `NONE`.
    pub port: LaneIndex,
    /// Number of flits in the lane.
    pub held: u32,
    /// Number of flits that have left the lane.
    pub gone: u32,
    /// Whether everything ahead of the place has been claimed.
    pub is_open: bool,
    /// The entry of the header that waits at the place, or `NONE`.
    pub header: WormIndex,
    /// The cycle after the last one in which a flit entered the lane.
    pub entered: u64,
    /// The cycle after the last one in which a flit left the lane.
    pub left: u64,
}

const UNCLAIMED: Branch = Branch {
    lane: LaneIndex::NONE,
    port: LaneIndex::NONE,
    held: 0,
    gone: 0,
    is_open: false,
    header: WormIndex::NONE,
    entered: 0,
    left: 0,
};

impl Trees {
    pub(in crate::sim) fn at(&self, index: TreeIndex) -> &TreeWorm {
        &self.table[index]
    }

    /// Adds a tree that is still completely in an injection lane; returns its index.
    pub(in crate::sim) fn add(
        &mut self,
        shape: Arc<Tree>,
        worm: WormIndex,
        lane: LaneIndex,
        length: u32,
    ) -> TreeIndex {
        let index = self.unused.pop().unwrap_or_else(|| {
            self.table.push(TreeWorm {
                shape: shape.clone(),
                worm,
                branches: Vec::new(),
                left: 0,
                is_moving: false,
            })
        });
        let tree = &mut self.table[index];
        let places = shape.places().len();
        tree.branches.clear();
        tree.branches.resize(places, UNCLAIMED);
        tree.branches[0] = Branch {
            lane,
            held: length,
            header: worm,
            ..UNCLAIMED
        };
        (tree.shape, tree.worm, tree.left) = (shape, worm, places as u32);
        tree.is_moving = false;
        index
    }

    /// Marks a tree as moving from this cycle on.
    pub(in crate::sim) fn set_moving(&mut self, index: TreeIndex) {
        let tree = &mut self.table[index];
        if !tree.is_moving {
            tree.is_moving = true;
            self.moving.push(index);
        }
    }

    /// Approximate memory in use \[bytes\].
    pub(in crate::sim) fn bytes(&self) -> usize {
        let branches = self
            .table
            .rows()
            .iter()
            .map(|tree| tree.branches.capacity());
        self.table.bytes() + branches.sum::<usize>() * size_of::<Branch>()
    }
}

impl TreeWorm {
    /// The places at which headers wait, with the entries of those headers.
    pub(in crate::sim) fn asking(&self) -> impl Iterator<Item = (usize, WormIndex)> + '_ {
        let branches = self.branches.iter().enumerate();
        let asking = branches.filter(|(_, branch)| branch.header.is_some());
        asking.map(|(place, branch)| (place, branch.header))
    }

    /// Whether the foremost flit in the lane to a place can leave it.
    pub(in crate::sim) fn can_move(&self, place: usize, capacity: u32) -> bool {
        let branch = self.branches[place];
        let ahead = &self.branches[self.shape.places()[place].next.clone()];
        branch.is_open && branch.held > 0 && ahead.iter().all(|next| next.held < capacity)
    }
}
