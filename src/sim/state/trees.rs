//! Multicasts that routers copy: what a worm in the shape of a tree holds at each place.

use std::sync::Arc;

use super::index::{LaneIndex, TableIndex, TreeIndex, WormIndex};
use super::table::Table;
use crate::multicast::Tree;

/// All trees, by index; indices are reused.
#[derive(Debug, Clone, Default)]
pub(in crate::sim) struct Trees {
    pub table: Table<TreeIndex, TreeWorm>,
    pub unused: Vec<TreeIndex>,
    /// Trees in which some flit may move.
    pub moving: Vec<TreeIndex>,
    /// Whether a header of a tree has been given lanes in this cycle.
    pub have_claimed: bool,
}

/// A tree under way.
#[derive(Debug, Clone)]
pub(in crate::sim) struct TreeWorm {
    pub shape: Arc<Tree>,
    /// The worm that it is.
    pub worm: WormIndex,
    /// By place of the tree.
    pub branches: Vec<Branch>,
    /// Places that the tail has not left.
    pub left: u32,
    pub is_moving: bool,
}

/// The branch that leads to one of the places of a tree.
#[derive(Debug, Clone, Copy)]
pub(in crate::sim) struct Branch {
    /// The lane that leads there: an injection lane at the source, `NONE` before it has been
    /// claimed and after the tail has left it.
    pub lane: LaneIndex,
    /// The ejection lane of the copy that is made there, `NONE` if there is none.
    pub port: LaneIndex,
    /// Flits in the lane.
    pub held: u32,
    /// Flits that have gone on from it.
    pub gone: u32,
    /// Whether all that is ahead of it has been claimed.
    pub is_open: bool,
    /// The entry that waits there for what is ahead, or `NONE`.
    pub header: WormIndex,
    /// The cycle after the last one in which a flit came in.
    pub entered: u64,
    /// The same for the last flit that has left it.
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

    /// Adds a tree that is still whole in an injection lane; returns its index.
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

    /// Moves the flits of a tree from this cycle on.
    pub(in crate::sim) fn set_moving(&mut self, index: TreeIndex) {
        let tree = &mut self.table[index];
        if !tree.is_moving {
            tree.is_moving = true;
            self.moving.push(index);
        }
    }

    /// Memory in use \[bytes\], about.
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
    /// The places at which headers wait, with the entries that stand for them.
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
