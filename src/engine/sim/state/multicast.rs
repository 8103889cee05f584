//! Multicasts in progress: the progress of their worms, arrivals of copies, and the releases that
//! these trigger.

use std::collections::VecDeque;
use std::sync::Arc;

use super::collections::{
    LaneIndex, MulticastIndex, MulticastWormIndex, Pages, PlannedIndex, Position, Table,
    TableIndex, TreeIndex,
};
use super::release_plan::ReleasePlan;
use crate::multicast::{PlannedWorm, Route, Tree};
use crate::sim::records::{Completion, MessageId, MulticastId};
use crate::topology::NodeId;

/// A multicast that is not complete yet.
#[derive(Debug, Clone)]
pub(in crate::sim) struct LiveMulticast {
    pub id: MulticastId,
    pub plan: Arc<ReleasePlan>,
    /// M \[flits\].
    pub length: u32,
    pub from: NodeId,
    generated: u64,
    /// Number of destinations, and of those that have a copy. Nodes that only relay the message
    /// count in neither.
    copies: u32,
    arrived: u32,
    /// Number of channels crossed by those of its worms that have arrived.
    channels: u32,
    /// Sum, and sum of squares, of the times from generation to the arrivals so far.
    sum: u64,
    squares: u128,
}

/// The part of a message in a multicast.
#[derive(Debug, Clone, Copy)]
pub(in crate::sim) struct MulticastRole {
    pub multicast: MulticastIndex,
    /// The worm in its plan; for a tree the first, which represents all worms.
    pub worm: PlannedIndex,
}

/// Progress of a worm with its part of a multicast.
#[derive(Debug, Clone)]
pub(in crate::sim) struct MulticastWorm {
    pub part: MulticastRole,
    /// Index of the header's node on the planned path.
    pub at: u32,
    /// Number of its destinations that the header has reached or passed.
    pub reached: u32,
    /// Copies in progress, that of the node closest to the tail first.
    pub copies_in_progress: VecDeque<CopyInProgress>,
    /// Whether the header has the port that it needs at its current node.
    pub has_port: bool,
    /// Its tree once in flight; otherwise `NONE`.
    pub tree: TreeIndex,
}

/// An ejection port that takes a copy of every flit that leaves one lane of a worm.
#[derive(Debug, Clone, Copy)]
pub(in crate::sim) struct CopyInProgress {
    /// The position of the lane.
    pub position: Position,
    pub port: LaneIndex,
    pub node: NodeId,
    /// Number of channels crossed up to that node.
    pub hops: u32,
}

/// The arrival of a multicast's message at a node, which may release worms there.
#[derive(Debug, Clone, Copy)]
pub(in crate::sim) struct Release {
    /// The worm that delivered the message.
    pub by: MessageId,
    /// The same worm in the plan of its multicast.
    pub part: MulticastRole,
    pub node: NodeId,
}

#[derive(Debug, Clone, Default)]
pub(in crate::sim) struct MulticastTable {
    live: Pages<MulticastIndex, Option<LiveMulticast>>,
    unused_live: Vec<MulticastIndex>,
    /// State of the worms in flight; messages waiting in queues have none yet.
    worms: Table<MulticastWormIndex, MulticastWorm>,
    unused_worms: Vec<MulticastWormIndex>,
    /// Approximate memory of the plans of live multicasts \[bytes\].
    pub planned_bytes: u64,
    /// Number of multicasts begun so far.
    pub planned: u64,
    /// Number of multicasts that are not complete yet.
    pub live_count: u32,
    /// Arrivals of the last cycle, which may release other worms.
    pub released: Vec<Release>,
}

impl MulticastTable {
    /// Begins a multicast; returns its index.
    pub(in crate::sim) fn begin(
        &mut self,
        from: NodeId,
        plan: ReleasePlan,
        length: u32,
        now: u64,
    ) -> MulticastIndex {
        let multicast = LiveMulticast {
            id: MulticastId(self.planned),
            copies: plan.copies(),
            plan: Arc::new(plan),
            length,
            from,
            generated: now,
            arrived: 0,
            channels: 0,
            sum: 0,
            squares: 0,
        };
        self.planned += 1;
        self.live_count += 1;
        self.planned_bytes += multicast.plan.bytes();
        let index = self.unused_live.pop();
        let index = index.unwrap_or_else(|| self.live.push(None));
        self.live[index] = Some(multicast);
        index
    }

    /// The plan of a multicast and its length \[flits\], unless all copies have arrived.
    pub(in crate::sim) fn release_plan(
        &self,
        multicast: MulticastIndex,
    ) -> Option<(Arc<ReleasePlan>, u32)> {
        let multicast = self.live[multicast].as_ref()?;
        Some((multicast.plan.clone(), multicast.length))
    }

    pub(in crate::sim) fn live(&self, index: MulticastIndex) -> &LiveMulticast {
        let multicast = self.live[index].as_ref();
        multicast.expect("a worm under way belongs to a live multicast")
    }

    /// Adds a worm that leaves its queue; returns its index.
    pub(in crate::sim) fn start_worm(&mut self, part: MulticastRole) -> MulticastWormIndex {
        let fresh = |copies_in_progress| MulticastWorm {
            part,
            at: 0,
            reached: 0,
            copies_in_progress,
            has_port: false,
            tree: TreeIndex::NONE,
        };
        if let Some(index) = self.unused_worms.pop() {
            let old = &mut self.worms[index];
            let mut copies_in_progress = std::mem::take(&mut old.copies_in_progress);
            copies_in_progress.clear();
            *old = fresh(copies_in_progress);
            return index;
        }
        self.worms.push(fresh(VecDeque::new()))
    }

    pub(in crate::sim) fn worm(&self, index: MulticastWormIndex) -> &MulticastWorm {
        &self.worms[index]
    }

    pub(in crate::sim) fn worm_mut(&mut self, index: MulticastWormIndex) -> &mut MulticastWorm {
        &mut self.worms[index]
    }

    /// The start node and the number of the multicast of a part.
    pub(in crate::sim) fn origin(&self, part: MulticastRole) -> (NodeId, MulticastId) {
        let multicast = self.live(part.multicast);
        (multicast.plan.worm(part.worm).from, multicast.id)
    }

    pub(in crate::sim) fn planned_worm(&self, index: MulticastWormIndex) -> &PlannedWorm {
        let part = self.worm(index).part;
        self.live(part.multicast).plan.worm(part.worm)
    }

    /// The shape of a worm if it is a tree.
    pub(in crate::sim) fn shape(&self, index: MulticastWormIndex) -> Option<Arc<Tree>> {
        let multicast = self.live(self.worm(index).part.multicast);
        multicast.plan.tree().cloned()
    }

    /// The planned path from the header's current node on, if the path is planned.
    pub(in crate::sim) fn path_ahead(&self, index: MulticastWormIndex) -> Option<&[NodeId]> {
        match &self.planned_worm(index).route {
            Route::Path(path) => Some(&path[self.worm(index).at as usize..]),
            Route::Routed => None,
        }
    }

    /// Whether the header is at a destination other than its last.
    pub(in crate::sim) fn delivers_here(&self, index: MulticastWormIndex) -> bool {
        let deliver = &self.planned_worm(index).deliver;
        let next = self.worm(index).reached as usize;
        next + 1 < deliver.len()
            && self
                .path_ahead(index)
                .is_some_and(|path| path[0] == deliver[next])
    }

    /// Counts the channels crossed by a worm that has arrived.
    pub(in crate::sim) fn count_channels(&mut self, index: MulticastWormIndex, hops: u32) {
        let multicast = self.worm(index).part.multicast;
        let multicast = self.live[multicast].as_mut();
        multicast.expect("it waits for this worm").channels += hops;
    }

    /// Counts a copy that has arrived; returns the completion of its multicast if it was the last.
    /// `ports` is the number of injection ports per node.
    pub(in crate::sim) fn copy_arrived(
        &mut self,
        release: Release,
        now: u64,
        ports: u8,
    ) -> Option<Completion> {
        let slot = &mut self.live[release.part.multicast];
        let multicast = slot.as_mut().expect("it waits for this copy");
        let plan = &multicast.plan;
        if plan.tree().is_none() {
            self.released.push(release);
        }
        if plan.is_relay(release.node) {
            return None;
        }
        let after = now - multicast.generated;
        multicast.arrived += 1;
        multicast.sum += after;
        multicast.squares += u128::from(after) * u128::from(after);
        (multicast.arrived == multicast.copies).then(|| multicast.completion(now, ports))
    }

    /// Removes a multicast of which all copies have arrived.
    pub(in crate::sim) fn remove_completed(&mut self, multicast: MulticastIndex) {
        let completed = self.live[multicast].take();
        let completed = completed.expect("it was live until now");
        self.planned_bytes -= completed.plan.bytes();
        self.unused_live.push(multicast);
        self.live_count -= 1;
    }

    pub(in crate::sim) fn remove_worm(&mut self, index: MulticastWormIndex) {
        if index.is_some() {
            self.unused_worms.push(index);
        }
    }

    /// Approximate memory in use \[bytes\].
    pub(in crate::sim) fn bytes(&self) -> usize {
        self.bytes_of_lists() + self.live.bytes() + self.planned_bytes as usize
    }

    /// Approximate memory in use \[bytes\] in addition to that of another copy, which has nearly
    /// the same plans.
    pub(in crate::sim) fn unshared_bytes(&self, other: &Self) -> usize {
        self.bytes_of_lists()
            + self.live.unshared_bytes(&other.live)
            + self.planned_bytes.abs_diff(other.planned_bytes) as usize
    }

    fn bytes_of_lists(&self) -> usize {
        size_of_val(&*self.unused_live) + self.worms.bytes() + size_of_val(&*self.unused_worms)
    }
}

impl LiveMulticast {
    fn completion(&self, now: u64, ports: u8) -> Completion {
        let n = f64::from(self.copies);
        let mean = self.sum as f64 / n;
        let variance = (self.squares as f64 / n - mean * mean).max(0.0);
        Completion {
            multicast: self.id,
            from: self.from,
            generated: self.generated,
            arrived: now,
            copies: self.copies,
            worms: self.plan.worms(),
            channels: self.channels,
            startups: self.plan.startups(u32::from(ports)),
            spread: variance.sqrt(),
        }
    }
}
