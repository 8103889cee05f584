//! Multicasts on their way: which worms of a plan are out, where their copies are due, and
//! what they release when they arrive.

use std::collections::VecDeque;
use std::sync::Arc;

use super::lanes::NONE;
use super::pages::Pages;
use super::source::Queued;
use super::{Completion, MessageId, MulticastId};
use crate::multicast::{Plan, PlannedWorm, Route, Tree};
use crate::topology::{Network, NodeId};

/// A multicast of which not all copies have arrived.
#[derive(Debug, Clone)]
pub(super) struct Operation {
    pub id: MulticastId,
    pub plan: Arc<Itinerary>,
    /// M \[flits\].
    pub length: u32,
    pub from: NodeId,
    generated: u64,
    /// Destinations, and how many of them have a copy. Relays count in neither: whatever they
    /// send on arrives later.
    copies: u32,
    arrived: u32,
    /// Channels that those of its worms crossed which have come home.
    channels: u32,
    /// Of the times between generation and the arrivals so far: sum, and sum of squares.
    sum: u64,
    squares: u128,
}

/// A plan, and which worms wait for which.
#[derive(Debug)]
pub(super) struct Itinerary {
    plan: Plan,
    /// The plan as one worm, if routers replicate it.
    tree: Option<Arc<Tree>>,
    /// Worms in the order of those that they wait for, those at the source first.
    waiting: Vec<u32>,
    /// Where the worms that wait for the source, then for each worm, begin in `waiting`.
    first: Vec<u32>,
    /// Memory that all of it takes \[bytes\], about: the same on every machine, because a run
    /// may end by it.
    bytes: u64,
}

impl Itinerary {
    pub(super) fn new(plan: Plan) -> Self {
        let group = |worm: &PlannedWorm| worm.after.map_or(0, |after| after + 1);
        let mut first = vec![0; plan.worms.len() + 2];
        for worm in &plan.worms {
            first[group(worm) + 1] += 1;
        }
        for index in 1..first.len() {
            first[index] += first[index - 1];
        }
        let mut waiting = vec![0; plan.worms.len()];
        let mut next = first.clone();
        for (index, worm) in (0..).zip(&plan.worms) {
            let place = &mut next[group(worm)];
            waiting[*place as usize] = index;
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

    /// A plan, all of whose worms have paths, as one worm.
    pub(super) fn replicated(plan: Plan, network: &Network) -> Self {
        let tree = Arc::new(Tree::of(network, &plan));
        Self {
            tree: Some(tree),
            ..Self::new(plan)
        }
    }

    /// Worms that it takes.
    fn worms(&self) -> u32 {
        match self.tree {
            Some(_) => 1,
            None => self.plan.worms.len() as u32,
        }
    }

    /// Start-ups in sequence, at most.
    fn startups(&self, ports: u32) -> u32 {
        match self.tree {
            Some(_) => 1,
            None => self.plan.startups(ports),
        }
    }

    /// The worms that start when a worm, or `None` for the source, has the message at a node.
    pub(super) fn released(
        &self,
        by: Option<u32>,
        at: NodeId,
    ) -> impl Iterator<Item = (u32, &PlannedWorm)> {
        let group = by.map_or(0, |worm| worm as usize + 1);
        let range = self.first[group] as usize..self.first[group + 1] as usize;
        let worms = self.waiting[range]
            .iter()
            .map(|&index| (index, &self.plan.worms[index as usize]));
        worms.filter(move |(_, worm)| worm.from == at)
    }
}

/// Memory that a planned worm takes \[bytes\], about: its two lists of nodes, and its places in
/// the lists of an [`Itinerary`].
fn bytes_of(worm: &PlannedWorm) -> u64 {
    const WORM: u64 = 112;
    let path = match &worm.route {
        Route::Path(path) => path.len(),
        Route::Routed => 0,
    };
    WORM + 4 * (path + worm.deliver.len()) as u64
}

/// What a message does for a multicast.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    /// Which multicast.
    pub operation: u32,
    /// Which worm of its plan; of a tree the first, which stands for all.
    pub worm: u32,
}

/// How far a worm has come with its part of a multicast.
#[derive(Debug, Clone)]
pub(super) struct Voyage {
    pub operation: u32,
    /// Its index in the plan.
    pub worm: u32,
    /// Index of the header's node on the planned path.
    pub at: u32,
    /// How many of its destinations the header has reached or passed.
    pub reached: u32,
    /// Ports into which copies are under way, that of the node nearest to the tail first.
    pub absorbing: VecDeque<Absorption>,
    /// Whether the header has the port it needs where it stands.
    pub has_port: bool,
    /// The tree that it is, once it is on its way; else `NONE`.
    pub tree: u32,
}

impl Voyage {
    /// What its worm does for the multicast.
    pub(super) fn part(&self) -> Part {
        Part {
            operation: self.operation,
            worm: self.worm,
        }
    }
}

/// A port that takes a copy of what leaves one lane of a worm.
#[derive(Debug, Clone, Copy)]
pub(super) struct Absorption {
    /// The position of the lane.
    pub position: u32,
    /// The ejection lane.
    pub port: u32,
    pub node: NodeId,
    /// Channels crossed until there.
    pub hops: u32,
}

/// A node has got the message of a multicast.
#[derive(Debug, Clone, Copy)]
pub(super) struct Release {
    /// The worm that brought it.
    pub by: MessageId,
    pub operation: u32,
    /// Its index in the plan.
    pub worm: u32,
    pub node: NodeId,
}

/// All multicasts.
#[derive(Debug, Clone, Default)]
pub(super) struct Voyages {
    operations: Pages<Option<Operation>>,
    unused_operations: Vec<u32>,
    /// Of the worms under way; what waits in queues has none yet.
    table: Vec<Voyage>,
    unused: Vec<u32>,
    /// Memory that the plans of live multicasts take \[bytes\], about.
    pub planned_bytes: u64,
    /// Multicasts planned so far.
    pub planned: u64,
    /// Multicasts of which not all copies have arrived.
    pub live: u32,
    /// Arrivals of the last cycle that may let other worms go.
    pub released: Vec<Release>,
    /// Messages in preparation: cycle in which they join a queue, and which one.
    pub prepared: VecDeque<(u64, u32, Queued)>,
}

impl Voyages {
    /// Begins a multicast; returns its index.
    pub(super) fn begin(&mut self, from: NodeId, plan: Itinerary, length: u32, now: u64) -> u32 {
        let copies = plan.plan.worms.iter().map(|worm| worm.deliver.len() as u32);
        let operation = Operation {
            id: MulticastId(self.planned),
            copies: copies.sum::<u32>() - plan.plan.relays.len() as u32,
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
        self.live += 1;
        self.planned_bytes += operation.plan.bytes;
        let index = self.unused_operations.pop();
        let index = index.unwrap_or_else(|| self.operations.push(None));
        self.operations[index] = Some(operation);
        index
    }

    /// The plan of a multicast and its length \[flits\], unless all copies have arrived.
    pub(super) fn itinerary(&self, operation: u32) -> Option<(Arc<Itinerary>, u32)> {
        let operation = self.operations[operation].as_ref()?;
        Some((operation.plan.clone(), operation.length))
    }

    pub(super) fn operation(&self, index: u32) -> &Operation {
        let operation = self.operations[index].as_ref();
        operation.expect("a worm under way belongs to a live multicast")
    }

    /// Sets out a worm of a plan; returns its index.
    pub(super) fn set_out(&mut self, part: Part) -> u32 {
        let Part { operation, worm } = part;
        let fresh = |absorbing| Voyage {
            operation,
            worm,
            at: 0,
            reached: 0,
            absorbing,
            has_port: false,
            tree: NONE,
        };
        if let Some(index) = self.unused.pop() {
            let old = &mut self.table[index as usize];
            let mut absorbing = std::mem::take(&mut old.absorbing);
            absorbing.clear();
            *old = fresh(absorbing);
            return index;
        }
        self.table.push(fresh(VecDeque::new()));
        self.table.len() as u32 - 1
    }

    pub(super) fn at(&self, index: u32) -> &Voyage {
        &self.table[index as usize]
    }

    pub(super) fn at_mut(&mut self, index: u32) -> &mut Voyage {
        &mut self.table[index as usize]
    }

    /// Where a part of a multicast starts, and which multicast it is.
    pub(super) fn origin(&self, part: Part) -> (NodeId, MulticastId) {
        let operation = self.operation(part.operation);
        let worm = &operation.plan.plan.worms[part.worm as usize];
        (worm.from, operation.id)
    }

    /// The plan of a worm.
    pub(super) fn planned(&self, index: u32) -> &PlannedWorm {
        let voyage = self.at(index);
        &self.operation(voyage.operation).plan.plan.worms[voyage.worm as usize]
    }

    /// The shape of a worm, if that is a tree.
    pub(super) fn shape(&self, index: u32) -> Option<Arc<Tree>> {
        let operation = self.operation(self.at(index).operation);
        operation.plan.tree.clone()
    }

    /// The nodes that the header has yet to come to, if they are planned, from where it is.
    pub(super) fn path_ahead(&self, index: u32) -> Option<&[NodeId]> {
        match &self.planned(index).route {
            Route::Path(path) => Some(&path[self.at(index).at as usize..]),
            Route::Routed => None,
        }
    }

    /// Whether the header stands at a destination that is not its last.
    pub(super) fn absorbs_here(&self, index: u32) -> bool {
        let deliver = &self.planned(index).deliver;
        let next = self.at(index).reached as usize;
        next + 1 < deliver.len()
            && self
                .path_ahead(index)
                .is_some_and(|path| path[0] == deliver[next])
    }

    /// Takes note of a worm that has come home over so many channels.
    pub(super) fn came_home(&mut self, voyage: u32, hops: u32) {
        let operation = self.at(voyage).operation;
        let operation = self.operations[operation].as_mut();
        operation.expect("it waits for this worm").channels += hops;
    }

    /// Takes note of a copy that has arrived; returns the multicast's end if it was the last.
    /// A node has so many injection ports.
    pub(super) fn arrived(&mut self, release: Release, now: u64, ports: u8) -> Option<Completion> {
        let slot = &mut self.operations[release.operation];
        let operation = slot.as_mut().expect("it waits for this copy");
        let plan = &operation.plan;
        if plan.tree.is_none() {
            self.released.push(release);
        }
        if plan.plan.relays.binary_search(&release.node).is_ok() {
            return None;
        }
        let after = now - operation.generated;
        operation.arrived += 1;
        operation.sum += after;
        operation.squares += u128::from(after) * u128::from(after);
        (operation.arrived == operation.copies).then(|| operation.completion(now, ports))
    }

    /// Forgets the multicasts of which all copies have arrived.
    pub(super) fn forget_completed(&mut self, operation: u32) {
        let completed = self.operations[operation].take();
        let completed = completed.expect("it was live until now");
        self.planned_bytes -= completed.plan.bytes;
        self.unused_operations.push(operation);
        self.live -= 1;
    }

    pub(super) fn forget(&mut self, voyage: u32) {
        if voyage != NONE {
            self.unused.push(voyage);
        }
    }

    /// Memory in use \[bytes\], about.
    pub(super) fn bytes(&self) -> usize {
        self.bytes_of_lists() + self.operations.bytes() + self.planned_bytes as usize
    }

    /// Memory in use \[bytes\] beside that of another copy, which has nearly the same plans.
    pub(super) fn bytes_beside(&self, other: &Self) -> usize {
        self.bytes_of_lists()
            + self.operations.bytes_beside(&other.operations)
            + self.planned_bytes.abs_diff(other.planned_bytes) as usize
    }

    fn bytes_of_lists(&self) -> usize {
        self.prepared.len() * size_of::<(u64, u32, Queued)>()
            + size_of_val(&*self.unused_operations)
            + size_of_val(&*self.table)
            + size_of_val(&*self.unused)
    }
}

impl Operation {
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
