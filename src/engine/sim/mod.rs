//! The cycle-level flit simulator: three switching modes over virtual channels.
//!
//! A message of M flits becomes a *worm*: its header claims one *lane* after another, the body
//! follows, and the tail frees each lane as it leaves. A lane is one of
//!
//! ```text
//!  injection lane          network lanes                     ejection lane
//!  (the head of a    ──►   one virtual channel with a   ──►  (a port into the
//!   source queue)          buffer of B flits each             processor)
//! ```
//!
//! A cycle has four stages:
//!
//! 1. **Inject**: due messages join their source queues in ascending order of their numbers; an
//!    idle injection port takes the next message.
//! 2. **Route**: headers are served in the order of their requests, the older message first in a
//!    tie. Each consults the routing function and claims a free virtual channel or stays blocked. A
//!    header at its destination claims an ejection port.
//! 3. **Arbitrate**: a physical channel carries one flit per cycle. Where two or more of its lanes
//!    are held, the lanes with a waiting flit and a worm that can advance take turns (round-robin,
//!    virtual channel 1 first).
//! 4. **Move**: every worm moves its flits from the header back. A vacated buffer can be refilled
//!    in the same cycle, so flits stream at full rate even with B = 1. A lane is held until the
//!    tail has left it and can be claimed again in the next cycle.
//!
//! **Switching.** In wormhole switching and virtual cut-through a header requests its next lane in
//! the cycle after it entered the current one. In store-and-forward it does so in the cycle after
//! its tail entered the same lane, except at its destination, where a message is received as it
//! arrives. In virtual cut-through and store-and-forward a lane has room for a whole message.
//!
//! **Delays.** A header makes its first request when its message takes the injection port, and
//! later ones as described above; delays after a request do not change its place in the order. A
//! header is served no earlier than r cycles after its request in a router (the router delay), i
//! cycles later still in its first router (injection), and e cycles after its request in its last
//! router (ejection). An unloaded message over d channels therefore arrives exactly
//! d·(1 + r) + M − 1 + i + e cycles after it reached the head of its queue, or d·(M + r) + i + e in
//! store-and-forward.
//!
//! **Multicast.** The worms of a multicast are numbered when they are released. Those that start at
//! the source are released when the multicast is generated; each of the others is released in the
//! cycle after the tail of the worm that it waits for arrived at its node. Releases of one cycle
//! are ordered by the number of the worm that arrived and precede new messages. Released worms join
//! their queues `preparation` cycles later, at successive injection ports. Of the worms that start
//! from one node in one cycle, the first takes the port whose number is the message number modulo
//! the number of ports, as ordered messages do. If it is routed to a neighbor, it instead takes the
//! port whose number is that of its channel's router port modulo the number of injection ports, so
//! that copies of several broadcasts follow each other instead of sharing a channel. Each worm
//! holds its port for `startup` cycles before its header may leave (before i and r). A worm that
//! delivers copies along its path *absorbs and forwards*: at such a node its header, served no
//! earlier than max(r, e) cycles after its request, claims an ejection port, keeps it, and then
//! claims the next lane, both in one cycle if both are free. Every forwarded flit is copied into
//! the port in the same cycle. When the tail has left the node, the node has the whole message and
//! the port is free again.
//!
//! **Copies made by routers.** Where routers copy messages to several nodes, all worms of a
//! multicast form one tree-shaped worm, which is numbered, prepared and started up once and needs
//! one injection port. A header waits at every place that the tree has reached and is served no
//! earlier than r cycles after its request, e where the tree ends, or max(r, e) where it delivers
//! and continues. It claims all channels on which the tree continues from there, and an ejection
//! port if the node takes a copy; if any of these is not free, it claims none and stays blocked. A
//! flit leaves a buffer when all buffers ahead of it have room or are vacated in the same cycle; it
//! is copied into all of them and into the port. Lanes and ports are free again when the tail has
//! left them.
//!
//! **Requests and replies.** In closed-loop traffic every message to one node is a request. In the
//! cycle after its tail arrived, its destination begins to serve it; `service` cycles later a reply
//! to its source is generated, before all other messages of that cycle, replies in the order in which
//! their requests arrived and then by the numbers of the requests. Replies have an injection port and
//! a queue of their own. A request claims an ejection port only if the reply queue of the node has a
//! free place, which it occupies from then until its reply leaves the queue. While a terminal has w
//! or more requests without a reply, the clock of its source stands still, from the cycle of the
//! w-th to the one after the arrival of the reply. Where replies have virtual channels of their own,
//! they take the upper half, as requests take the lower.
//!
//! **Backlog.** Beyond saturation, messages are generated faster than they are delivered. While more
//! than [`most_backlog`] of them are not yet delivered, a random message is lost if its queue holds
//! an equal share of that limit or more: it is offered and never sent. Its source does not need it,
//! because it always has a message to send, and sources with shorter queues lose none. A run that has
//! lost a message is *overrun*: it is saturated, and ends when enough cycles are measured. It ends at
//! once when the plans of incomplete multicasts take more than [`MOST_PLANNED`] bytes.
//!
//! Body flits of a worm are interchangeable, so lanes count flits instead of storing them.

mod backlog;
#[cfg(debug_assertions)]
mod check;
mod closed_loop;
mod design;
mod events;
mod idle;
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

pub use backlog::{MOST_PLANNED, most_backlog};
pub use closed_loop::{Classes, ClosedLoop, Requests};
pub use design::{Design, Leg, Multicasts, Order, Ports, Via};
pub use events::{EventKind, Events};
pub use measure::{
    Batch, Drift, End, Estimate, Growth, HeldLanes, Measures, Meter, Outcome, Probe, Record,
    Replication, RunLength, SoFar, Terms, Times, Verdict, Waits, Warmup, seed_of,
};
pub use observe::{
    Carried, ChannelLoad, FIRST_QUEUED, Fate, Firsts, HeaderState, History, Location,
    MOST_WITH_QUEUES, Preparation, QueuedMessage, Search, Segment, Snapshot, Trend, WormView,
};
pub use records::{COLORS, Completion, Counters, Deadlock, Delivery, MessageId, MulticastId};
pub use selection::Selection;
pub use switching::Switching;
pub use timing::Timing;

use backlog::Lost;
use state::{
    IndexSet, LaneIndex, Lanes, LineIndex, MulticastTable, OnlyOffers, Passages, Picked, Replies,
    Routers, Sources, Streaming, TimingWheel, Trees, WormIndex, Worms,
};

/// Names, help and sources of switching modes and selection functions.
const TEXTS: &str = include_str!("catalog.md");

/// A network in operation. A clone serves as a checkpoint.
#[derive(Debug, Clone)]
pub struct Simulator {
    design: Arc<Design>,
    /// The seed of this run.
    seed: u64,
    clock: u64,
    only_offers: OnlyOffers,
    /// Whether every message has a route of a single leg.
    is_direct: bool,
    /// Whether no deadlock can form, so that none is looked for.
    is_free_of_deadlock: bool,
    /// The virtual channels reserved for escape.
    escapes: VcSet,
    /// Capacity of a network lane \[flits\].
    capacity: u32,
    lanes: Lanes,
    worms: Worms,
    sources: Sources,
    /// Random messages that were lost because too many were waiting.
    lost: Lost,
    replies: Replies,
    routers: Routers,
    multicasts: MulticastTable,
    trees: Trees,
    /// Worms in which some flit may be able to move.
    moving: Vec<WormIndex>,
    streaming: Streaming,
    /// Uncontended worms that have claimed a lane in this cycle.
    entering: Vec<WormIndex>,
    /// The cycles in which tails of uncontended worms leave lanes.
    leaving: TimingWheel<WormIndex>,
    /// The lanes of buffered worms.
    passages: Passages,
    /// Channels that a flit may be able to cross.
    active: IndexSet<ChannelId>,
    /// Ejection lanes of buffered worms.
    draining: Vec<LaneIndex>,
    deliveries: Vec<Delivery>,
    completions: Vec<Completion>,
    counters: Counters,
    last_delivery: Option<Delivery>,
    digest: u64,
    deadlock: Option<Deadlock>,
    /// Number of marks used by deadlock searches so far.
    searches: u64,
    /// Kinds of event in the last cycle, except those that follow from other fields.
    events: Events,
    /// The messages generated, in runs in which they are logged.
    message_log: Option<Vec<Order>>,
    /// The colors of worms, in runs that are displayed.
    coloring: Option<Box<observe::Coloring>>,
    /// Buffers reused in every cycle.
    scratch: Scratch,
}

#[derive(Debug, Clone, Default)]
struct Scratch {
    candidates: Candidates,
    newly_blocked: Vec<WormIndex>,
    /// Requests that were refused an ejection port and wait for a place in the reply queue from now on.
    refused_again: Vec<WormIndex>,
    reached: Vec<WormIndex>,
    /// For each worm reached: the index in `reached` of the worm that waits for it, and the lane it
    /// waits for.
    reached_by: Vec<(u32, LaneIndex)>,
    trail: Vec<WormIndex>,
    /// Number of worms visited by all deadlock searches.
    visits: u64,
    due: Vec<WormIndex>,
    lines: Vec<LineIndex>,
    /// Network lanes that the header of a buffered worm enters in this cycle.
    heads: Picked,
    /// Network lanes that the tail of a buffered worm enters in this cycle.
    tails: Picked,
    /// Network lanes for which a flit that moves in this cycle will wait.
    followed: Picked,
    /// Ejection lanes that the tail of a buffered worm enters in this cycle.
    arrived: Vec<LaneIndex>,
}

impl Simulator {
    /// Creates an empty network at cycle 0, for a run with the seed of the design.
    pub fn new(design: Arc<Design>) -> Self {
        let seed = design.seed;
        Self::seeded(design, seed)
    }

    /// Creates an empty network at cycle 0, for a run with another seed. Replications share a design.
    pub fn seeded(design: Arc<Design>, seed: u64) -> Self {
        let nodes = design.network.nodes();
        let lanes = Lanes::new(&design);
        // One virtual channel has no use for them (see `motion_of`).
        let buffered_lanes = if design.vcs > 1 { lanes.count() } else { 0 };
        Self {
            seed,
            clock: 0,
            only_offers: OnlyOffers::of(&design),
            is_direct: design.is_direct(),
            is_free_of_deadlock: design.is_free_of_deadlock(),
            escapes: design.escapes(),
            capacity: design.room().unwrap_or(u32::MAX),
            lanes,
            passages: Passages::new(buffered_lanes),
            worms: Worms::new(design.network.degrees().1),
            sources: Sources::new(&design, seed),
            lost: Lost::None,
            replies: Replies::new(&design),
            routers: Routers::new(&design),
            multicasts: MulticastTable::default(),
            trees: Trees::default(),
            moving: Vec::new(),
            streaming: Streaming::new(nodes),
            entering: Vec::new(),
            leaving: TimingWheel::new(nodes),
            active: IndexSet::new(design.network.channels()),
            draining: Vec::new(),
            completions: Vec::new(),
            deliveries: Vec::new(),
            counters: Counters::default(),
            last_delivery: None,
            digest: 0,
            deadlock: None,
            searches: 0,
            events: Events::NONE,
            message_log: None,
            coloring: None,
            scratch: Scratch::default(),
            design,
        }
    }

    pub fn step(&mut self) {
        self.take_arrivals();
        self.deliveries.clear();
        self.completions.clear();
        self.events = Events::NONE;
        self.inject();
        self.route();
        self.end_streaming();
        self.arbitrate();
        self.advance_uncontended();
        self.advance();
        self.cross();
        self.advance_trees();
        self.clock += 1;
        if self.coloring.is_some() {
            self.update_colors();
        }
        #[cfg(debug_assertions)]
        self.check();
    }

    /// Number of cycles simulated so far.
    pub fn cycle(&self) -> u64 {
        self.clock
    }

    /// The design, which is constant during the run.
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
        let has_just_formed = deadlock
            .is_some_and(|deadlock| deadlock.cycle + 1 == self.clock && !deadlock.is_dead_end());
        self.events
            .with(Events::when(
                EventKind::Delivered,
                !self.deliveries.is_empty(),
            ))
            .with(Events::when(EventKind::Deadlocked, has_just_formed))
    }

    /// Totals since cycle 0.
    ///
    /// Visits every worm in flight; [`Simulator::backlog`] does not.
    pub fn counters(&self) -> Counters {
        let mut counters = self.counters;
        for (index, _) in self.worms.iter() {
            let (hops, accepted) = self.uncontended_progress(index, self.clock);
            counters.flit_hops += hops;
            counters.accepted_flits += accepted;
        }
        counters
    }

    /// Number of messages in the queues of each terminal, excluding those being sent.
    fn waiting(&self) -> impl Iterator<Item = u32> + '_ {
        let queues = self.design.queues();
        let terminals = self.design.network.terminals().iter();
        terminals.map(move |node| self.sources.waiting(node, queues))
    }

    /// A hash of every delivery so far (message, node, cycle), independent of the order in which
    /// deliveries of one cycle are found. Two runs with the same digest had the same history.
    pub fn digest(&self) -> u64 {
        self.digest
    }

    /// The first deadlock, if one has formed.
    pub fn deadlock(&self) -> Option<&Deadlock> {
        self.deadlock.as_ref()
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
        // Among deliveries of one cycle the youngest message counts, so that the order in which
        // they are found does not matter.
        let last = self.last_delivery.get_or_insert(delivery);
        let age = |delivery: &Delivery| (delivery.arrived, delivery.message, delivery.to);
        if age(last) < age(&delivery) {
            *last = delivery;
        }
    }
}
