//! The cycle-level flit simulator: three switching modes over virtual channels.
//!
//! A message of M flits becomes a *worm*: its header claims one *lane* after the other, the
//! body follows, and the tail frees each lane as it leaves. A lane is one of
//!
//! ```text
//!  injection lane          network lanes                     ejection lane
//!  (the head of a    ──►   one virtual channel with a   ──►  (a port into the
//!   source queue)          buffer of B flits each             processor)
//! ```
//!
//! A cycle has four stages:
//!
//! 1. **Inject**: messages that are due join their source queue, in ascending order of their
//!    numbers; an idle injection port takes the next one.
//! 2. **Route**: headers, in the order in which they came to ask and the older message first
//!    in a tie, ask the routing function and claim a free virtual channel, or stay blocked.
//!    At its destination a header claims an ejection port.
//! 3. **Arbitrate**: a physical channel carries one flit a cycle. Where two or more of its
//!    lanes are held, the lanes that have a flit waiting and a worm that can advance take
//!    turns (round-robin, virtual channel 1 first).
//! 4. **Move**: every worm moves its flits from the header back. A buffer that is vacated
//!    can be filled in the same cycle, so B = 1 streams at full rate. A lane is held until
//!    the tail has left it, and can be claimed again in the next cycle.
//!
//! **Switching.** In wormhole switching and virtual cut-through a header asks for its next
//! lane in the cycle after it came in. In store-and-forward it asks in the cycle after its
//! tail came into the same lane, except at its destination, where it is received as it comes.
//! In the latter two modes a lane has room for a whole message.
//!
//! **Delays.** A header comes to ask when its message takes the injection port, and later as
//! said above; whatever delays it then, its place in the order stays. It is served no earlier
//! than r cycles after it came to ask in a router (the router delay), i cycles later still in
//! its first one (injection), and e cycles after it came to its last one (ejection). An unloaded
//! message over d channels therefore arrives exactly d·(1 + r) + M − 1 + i + e cycles after it
//! reached the head of its queue, or d·(M + r) + i + e in store-and-forward.
//!
//! **Multicast.** The worms of a multicast are numbered when they are released: those that
//! start at the source when it is generated, the others in the cycle after the tail of the
//! worm that they wait for arrived at their node; releases of one cycle in ascending order
//! of the worm that arrived, before new messages. They join their queues `preparation` cycles
//! later, at successive injection ports. Of the worms that start from one node in one cycle, the
//! first takes the port that is its message number modulo the number of ports, as ordered
//! messages do; but if it is routed to a neighbor, it takes the port that is the number of its
//! channel's router port modulo the number of injection ports, so that copies of several
//! broadcasts follow each other instead of sharing a channel. Each worm holds its port for
//! `startup` cycles before its header may leave (before i and r). A worm that delivers on its way
//! *absorbs and forwards*: at such a node its header, served no earlier than max(r, e) cycles
//! after it came to ask, claims an ejection port, keeps it, and then claims the next lane, both
//! in one cycle if both are free. Every flit that goes on is copied into the port in the same
//! cycle; the node has the message, and the port is free again, when the tail has gone on.
//!
//! **Copies made by routers.** Where routers copy messages to several nodes, all worms of a
//! multicast are one worm in the shape of a tree, which is numbered, prepared and started up once
//! and needs one injection port. A header waits at every place that the tree has reached, and
//! is served no earlier than r cycles after it came to ask, e where the tree ends, or max(r, e)
//! where it delivers and goes on. It claims all channels on which the tree goes on from there,
//! and an ejection port if the node takes a copy, or none of them and stays blocked. A flit
//! leaves a buffer when all buffers ahead of it have room or are vacated in the same cycle, and
//! is copied into all of them, and into the port. A lane is free again, and a port, when the
//! tail has gone on from it.
//!
//! **Backlog.** Beyond saturation messages are generated faster than they are delivered. A run
//! of random traffic is *overrun* when more than [`most_backlog`] messages are generated and not
//! delivered, or the plans of multicasts that have not reached all their destinations take more
//! than [`MOST_PLANNED`] bytes. It ends there, as saturated; whatever is due then is not generated.
//!
//! Body flits of a worm are interchangeable, so lanes count flits instead of storing them.

#[cfg(debug_assertions)]
mod check;
mod design;
mod events;
mod measure;
mod observe;
pub mod packet;
mod records;
pub mod selection;
mod stages;
mod state;
pub mod switching;
mod timing;
mod tree;

use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use crate::routing::{Candidates, VcSet};
use crate::topology::ChannelId;

pub use design::{Design, Leg, Multicasts, Order, Ports, Via};
pub use events::{EventKind, Events};
pub use measure::{
    Batch, Drift, End, Estimate, Growth, Measures, Meter, Outcome, Record, Replication, RunLength,
    SoFar, Verdict, Warmup, seed_of,
};
pub use observe::{
    Carried, ChannelLoad, Firsts, HeaderState, History, Place, Preparation, Search, Segment,
    Snapshot, Trend, WormView,
};
pub use records::{COLORS, Completion, Counters, Deadlock, Delivery, MessageId, MulticastId};
pub use selection::Selection;
pub use switching::Switching;
pub use timing::Timing;

use state::{
    LaneIndex, Lanes, MulticastTable, Routers, Sources, Streaming, TimingWheel, Trees, WormIndex,
    Worms,
};

/// Memory that the plans of multicasts may take \[bytes\], about; 62 broadcasts at a time in a
/// network of 65,536 nodes.
pub const MOST_PLANNED: u64 = 512 << 20;

/// Messages that may be generated and not yet delivered in a network of `nodes` nodes: 2²⁰, or
/// 64 per node if that is more. They take 40 bytes each.
pub const fn most_backlog(nodes: u32) -> u64 {
    let by_nodes = 64 * nodes as u64;
    if by_nodes > 1 << 20 {
        by_nodes
    } else {
        1 << 20
    }
}

/// A network in operation. Cloning it is taking a checkpoint.
#[derive(Debug, Clone)]
pub struct Simulator {
    design: Arc<Design>,
    clock: u64,
    /// The virtual channels that are only for escape.
    escapes: VcSet,
    /// Flits that a network lane has room for.
    capacity: u32,
    lanes: Lanes,
    worms: Worms,
    sources: Sources,
    routers: Routers,
    multicasts: MulticastTable,
    trees: Trees,
    /// Worms in which some flit may move.
    moving: Vec<WormIndex>,
    streaming: Streaming,
    /// Uncontended worms that have claimed a lane in this cycle.
    entering: Vec<WormIndex>,
    /// When the tail of an uncontended worm leaves a lane.
    leaving: TimingWheel<WormIndex>,
    /// Channels whose lanes took turns in the last cycle.
    arbitrated: Vec<ChannelId>,
    deliveries: Vec<Delivery>,
    completions: Vec<Completion>,
    counters: Counters,
    last_delivery: Option<Delivery>,
    digest: u64,
    deadlock: Option<Deadlock>,
    /// How many marks searches for a deadlock have used so far.
    searches: u64,
    /// What happened in the last cycle, but for what follows from other fields.
    events: Events,
    /// The colors of worms, in runs that are looked at.
    coloring: Option<Box<observe::Coloring>>,
    /// Buffers that every cycle reuses.
    scratch: Scratch,
}

#[derive(Debug, Clone, Default)]
struct Scratch {
    candidates: Candidates,
    newly_blocked: Vec<WormIndex>,
    reached: Vec<WormIndex>,
    /// Of each worm reached: the place in `reached` of the one that waits for it, and the lane.
    reached_by: Vec<(u32, LaneIndex)>,
    trail: Vec<WormIndex>,
    /// Worms that all searches for a deadlock have visited.
    visits: u64,
    due: Vec<WormIndex>,
}

impl Simulator {
    /// An empty network at cycle 0.
    pub fn new(design: Arc<Design>) -> Self {
        let nodes = design.network.nodes();
        Self {
            clock: 0,
            escapes: design.routing.escapes(),
            capacity: design.room().unwrap_or(u32::MAX),
            lanes: Lanes::new(&design),
            worms: Worms::new(design.network.degrees().1),
            sources: Sources::new(&design),
            routers: Routers::new(nodes),
            multicasts: MulticastTable::default(),
            trees: Trees::default(),
            moving: Vec::new(),
            streaming: Streaming::new(nodes),
            entering: Vec::new(),
            leaving: TimingWheel::new(nodes),
            arbitrated: Vec::new(),
            completions: Vec::new(),
            deliveries: Vec::new(),
            counters: Counters::default(),
            last_delivery: None,
            digest: 0,
            deadlock: None,
            searches: 0,
            events: Events::NONE,
            coloring: None,
            scratch: Scratch::default(),
            design,
        }
    }

    /// Simulates one cycle.
    pub fn step(&mut self) {
        self.deliveries.clear();
        self.completions.clear();
        self.events = Events::NONE;
        self.inject();
        self.route();
        self.end_streaming();
        self.arbitrate();
        self.advance_uncontended();
        self.advance();
        self.advance_trees();
        self.clock += 1;
        if self.coloring.is_some() {
            self.update_colors();
        }
        #[cfg(debug_assertions)]
        self.check();
    }

    /// Skips cycles in which no message is generated or arrives and no header asks for anything,
    /// at most `most` of them, with the same result as stepping through them. Returns how many
    /// it skipped.
    pub fn skip_idle(&mut self, most: u64) -> u64 {
        if most == 0 || !self.is_idle() {
            return 0;
        }
        let from = self.clock;
        let mut next = self.sources.next_due(&self.design, from, from + most);
        if let Some(prepared) = self.sources.prepared.front() {
            next = next.min(prepared.joins.max(from));
        }
        next = self.routers.timers.next_due(from, next);
        next = self.leaving.next_due(from, next);
        next = self.streaming.ends.next_due(from, next);
        let cycles = next - from;
        if cycles > 0 {
            self.deliveries.clear();
            self.completions.clear();
            self.events = Events::NONE;
            self.count_streaming(cycles);
            self.clock = next;
        }
        cycles
    }

    /// Whether nothing happens in the coming cycle but what has been scheduled for it.
    fn is_idle(&self) -> bool {
        self.moving.is_empty()
            && self.trees.moving.is_empty()
            && self.routers.are_quiet()
            && self.sources.startable.is_empty()
            && self.multicasts.released.is_empty()
    }

    /// Cycles simulated so far.
    pub fn cycle(&self) -> u64 {
        self.clock
    }

    /// What stays the same during the run.
    pub fn design(&self) -> &Arc<Design> {
        &self.design
    }

    /// Messages that arrived in the last cycle, in no particular order.
    pub fn deliveries(&self) -> &[Delivery] {
        &self.deliveries
    }

    /// Multicasts that reached their last destination in the last cycle.
    pub fn completions(&self) -> &[Completion] {
        &self.completions
    }

    /// The kinds of event that happened in the last cycle.
    pub fn events(&self) -> Events {
        let deadlock = self.deadlock.as_ref();
        let has_just_formed = deadlock.is_some_and(|deadlock| deadlock.cycle + 1 == self.clock);
        self.events
            .with(Events::when(
                EventKind::Delivered,
                !self.deliveries.is_empty(),
            ))
            .with(Events::when(EventKind::Deadlocked, has_just_formed))
    }

    /// What has happened so far.
    ///
    /// Looks at every worm in flight; [`Simulator::backlog`] does not.
    pub fn counters(&self) -> Counters {
        let mut counters = self.counters;
        for (index, _) in self.worms.iter() {
            let (hops, accepted) = self.uncontended_progress(index, self.clock);
            counters.flit_hops += hops;
            counters.accepted_flits += accepted;
        }
        counters
    }

    /// Messages in the queues of each terminal, those being sent not counted.
    fn waiting(&self) -> impl Iterator<Item = u32> + '_ {
        let ports = self.design.ports.injection;
        let terminals = self.design.network.terminals().iter();
        terminals.map(move |node| self.sources.waiting(node, ports))
    }

    /// Messages generated and not yet delivered.
    pub fn backlog(&self) -> u64 {
        self.counters.generated - self.counters.delivered
    }

    /// Whether more random traffic waits than a run may hold, because the network does not
    /// accept it.
    pub fn is_overrun(&self) -> bool {
        self.design.is_random()
            && (self.backlog() > most_backlog(self.design.network.terminals().count())
                || self.multicasts.planned_bytes > MOST_PLANNED)
    }

    /// A hash of every delivery so far (message, node, cycle), the same in whatever order
    /// deliveries of one cycle are found: two runs with the same digest had the same history.
    pub fn digest(&self) -> u64 {
        self.digest
    }

    /// The first deadlock, if one has formed.
    pub fn deadlock(&self) -> Option<&Deadlock> {
        self.deadlock.as_ref()
    }

    /// Whether nothing is left to do: all ordered messages are delivered, and none is drawn at
    /// random.
    pub fn is_drained(&self) -> bool {
        self.backlog() == 0
            && self.multicasts.live_count == 0
            && !self.sources.more_to_come(&self.design)
    }

    /// Whether nothing will happen any more: every message is delivered or waits forever.
    pub fn is_over(&self) -> bool {
        let is_still = self.is_idle()
            && !self.sources.more_to_come(&self.design)
            && self.sources.prepared.is_empty()
            && self.routers.timers.is_empty()
            && self.leaving.is_empty()
            && self.streaming.ends.is_empty();
        is_still || self.is_drained()
    }

    fn record(&mut self, delivery: Delivery) {
        let mut record = [0; 20];
        record[..8].copy_from_slice(&delivery.message.0.to_le_bytes());
        record[8..12].copy_from_slice(&delivery.to.0.to_le_bytes());
        record[12..].copy_from_slice(&delivery.arrived.to_le_bytes());
        self.digest = self.digest.wrapping_add(xxh3_64(&record));
        self.counters.arrivals += 1;
        self.counters.latency += delivery.arrived - delivery.generated;
        self.counters.network_latency += delivery.arrived - delivery.headed;
        self.deliveries.push(delivery);
        // Of several in one cycle the youngest message, in whatever order they are found.
        let last = self.last_delivery.get_or_insert(delivery);
        let age = |delivery: &Delivery| (delivery.arrived, delivery.message, delivery.to);
        if age(last) < age(&delivery) {
            *last = delivery;
        }
    }
}
