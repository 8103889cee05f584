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
//! later, at successive injection ports. Of those that start from one node in one cycle the
//! first takes the port that is its number modulo the number of ports, as ordered messages do;
//! but if it is routed to a neighbor, the one beside its channel, whose port it is modulo their
//! number: so copies of several broadcasts follow each other instead of sharing a channel. They
//! hold that port for `startup` cycles before the header
//! may leave (before i and r). A worm that delivers on its way *absorbs and forwards*: at such a node its
//! header, served no earlier than max(r, e) cycles after it came to ask, claims an ejection
//! port, keeps it, and then claims the next lane, both in one cycle if both are free. Every
//! flit that goes on is copied into the port in the same cycle; the node has the message,
//! and the port is free again, when the tail has gone on.
//!
//! **Replicated multicast.** Where routers replicate messages to several nodes, all worms of a
//! multicast are one, in the shape of a tree, which is numbered, prepared and started up once
//! and needs one injection port. A header waits at every place that the tree has come to, and
//! is served no earlier than r cycles after it came to ask, e where the tree ends, or max(r, e)
//! where it delivers and goes on. It claims all channels on which the tree goes on from there,
//! and an ejection port if the node takes a copy, or none of them and stays blocked. A flit
//! leaves a buffer when all buffers ahead of it have room or are vacated in the same cycle, and
//! is copied into all of them, and into the port. A lane is free again, and a port, when the
//! tail has gone on from it.
//!
//! **Backlog.** Beyond saturation messages are generated faster than they arrive, for ever. A run
//! of random traffic is *overrun* when more than [`most_backlog`] messages are generated and not
//! delivered, or the plans of multicasts that have not reached all their destinations take more
//! than [`MOST_PLANNED`] bytes. It ends there, as saturated; whatever is due then is not generated.
//!
//! Body flits of a worm are interchangeable, so lanes count flits instead of storing them.

mod advance;
mod arrive;
mod batches;
mod calendar;
mod channel_load;
#[cfg(debug_assertions)]
mod check;
mod cruise;
mod design;
mod estimate;
mod events;
mod flow;
mod history;
mod lanes;
mod measure;
pub mod packet;
mod pages;
mod replication;
mod route;
mod run;
mod saturation;
pub mod selection;
mod snapshot;
mod source;
pub mod switching;
mod tree;
mod tree_view;
mod tree_watch;
mod trend;
mod voyage;
mod warmup;
mod watch;
mod worm;
mod worms;

use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use crate::routing::{Candidates, VcSet};
use crate::topology::NodeId;

pub use batches::Batch;
pub use channel_load::{Carried, ChannelLoad};
pub use design::{Design, Leg, Multicasts, Order, Ports, Timing};
pub use estimate::Estimate;
pub use events::{EventKind, Events, Firsts};
pub use history::{History, Search};
pub use measure::{Meter, Record};
pub use replication::{Measures, Outcome, Replication, Verdict, seed_of};
pub use run::{End, RunLength, Warmup};
pub use saturation::Growth;
pub use selection::Selection;
pub use snapshot::{HeaderState, Place, Preparation, Segment, Snapshot, WormView};
pub use switching::Switching;
pub use trend::Trend;
pub use watch::Deadlock;

use calendar::Calendar;
use cruise::Cruise;
use lanes::Lanes;
use route::Routers;
use source::Sources;
use tree::Trees;
use voyage::Voyages;
use worms::Worms;

/// Memory that the plans of multicasts may take \[bytes\], about; 62 broadcasts at a time in a
/// network of 65,536 nodes.
pub const MOST_PLANNED: u64 = 512 << 20;

/// Messages that may be generated and not delivered in a network of so many nodes: 2²⁰, or 64 a
/// node if that is more. They take 40 bytes each.
pub const fn most_backlog(nodes: u32) -> u64 {
    let by_nodes = 64 * nodes as u64;
    if by_nodes > 1 << 20 {
        by_nodes
    } else {
        1 << 20
    }
}

/// Number of a message, in order of generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MessageId(pub u64);

/// Number of a multicast, in order of generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MulticastId(pub u64);

/// A message that has arrived whole, or a copy of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Delivery {
    /// Which one. The worms of a multicast are numbered each.
    pub message: MessageId,
    /// The multicast it is part of.
    pub multicast: Option<MulticastId>,
    /// Where the worm started.
    pub from: NodeId,
    /// Where it arrived.
    pub to: NodeId,
    /// Cycle of generation, or of release for a worm that waited for another.
    pub generated: u64,
    /// Cycle in which it reached the head of its injection queue.
    pub headed: u64,
    /// Cycle in which its tail flit arrived.
    pub arrived: u64,
    /// Channels it crossed.
    pub hops: u32,
    /// M \[flits\].
    pub length: u32,
}

/// A multicast that has reached all its destinations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Completion {
    /// Which one.
    pub multicast: MulticastId,
    /// Its source.
    pub from: NodeId,
    /// Cycle of generation.
    pub generated: u64,
    /// Cycle in which the last copy arrived.
    pub arrived: u64,
    /// Destinations.
    pub copies: u32,
    /// Worms that it took.
    pub worms: u32,
    /// Channels that they crossed in all.
    pub channels: u32,
    /// The most start-ups in sequence before a destination.
    pub startups: u32,
    /// Standard deviation of the cycles of arrival, over its destinations \[cycles\].
    pub spread: f64,
}

/// What has happened since cycle 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counters {
    /// Messages generated; the worms of a multicast count each.
    pub generated: u64,
    /// Flits of the messages generated, once per destination.
    pub offered_flits: u64,
    /// Messages delivered whole, multi-destination worms at their last one.
    pub delivered: u64,
    /// Flits that reached a destination.
    pub accepted_flits: u64,
    /// Crossings of a network channel by a flit.
    pub flit_hops: u64,
    /// Channels that headers have been given.
    pub hops: u64,
    /// Those of them on which the header was given an escape.
    pub escapes: u64,
    /// Messages that were to be sent but that failed links keep from their destination; they
    /// are not counted as generated.
    pub undeliverable: u64,
    /// Deliveries, one per copy.
    pub arrivals: u64,
    /// Sum of their latencies from generation \[cycles\].
    pub latency: u64,
    /// Sum of their latencies from the head of the queue \[cycles\].
    pub network_latency: u64,
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
    voyages: Voyages,
    trees: Trees,
    /// Worms in which some flit may move.
    moving: Vec<u32>,
    cruise: Cruise,
    /// Flowing worms that have claimed a lane in this cycle.
    entering: Vec<u32>,
    /// When the tail of a flowing worm leaves a lane.
    leaving: Calendar,
    /// Channels whose lanes took turns in the last cycle.
    arbitrated: Vec<u32>,
    deliveries: Vec<Delivery>,
    completions: Vec<Completion>,
    counters: Counters,
    last_delivery: Option<Delivery>,
    digest: u64,
    deadlock: Option<Deadlock>,
    /// Marks that searches for a deadlock have used so far.
    searches: u64,
    /// What happened in the last cycle, but for what follows from other fields.
    events: Events,
    /// Memory that is used again every cycle.
    scratch: Scratch,
}

#[derive(Debug, Clone, Default)]
struct Scratch {
    candidates: Candidates,
    newly_blocked: Vec<u32>,
    reached: Vec<u32>,
    /// Of each worm reached: the place in `reached` of the one that waits for it, and the lane.
    reached_by: Vec<(u32, u32)>,
    trail: Vec<u32>,
    /// Worms that searches for a deadlock have come by, in all.
    visits: u64,
    due: Vec<u32>,
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
            voyages: Voyages::default(),
            trees: Trees::default(),
            moving: Vec::new(),
            cruise: Cruise::new(nodes),
            entering: Vec::new(),
            leaving: Calendar::new(nodes),
            arbitrated: Vec::new(),
            completions: Vec::new(),
            deliveries: Vec::new(),
            counters: Counters::default(),
            last_delivery: None,
            digest: 0,
            deadlock: None,
            searches: 0,
            events: Events::NONE,
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
        self.end_cruises();
        self.arbitrate();
        self.flow();
        self.advance();
        self.advance_trees();
        self.clock += 1;
        #[cfg(debug_assertions)]
        self.check();
    }

    /// Passes over cycles in which no message is generated or arrives and no header asks for
    /// anything, `most` at the most, with the same result as stepping through them. Returns
    /// how many it passed over.
    pub fn skip_idle(&mut self, most: u64) -> u64 {
        if most == 0 || !self.is_idle() {
            return 0;
        }
        let from = self.clock;
        let mut next = self.sources.next_due(&self.design, from, from + most);
        if let Some(&(joins, ..)) = self.voyages.prepared.front() {
            next = next.min(joins.max(from));
        }
        for calendar in [&self.routers.timers, &self.leaving, &self.cruise.ends] {
            next = calendar.next_due(from, next);
        }
        let cycles = next - from;
        if cycles > 0 {
            self.deliveries.clear();
            self.completions.clear();
            self.events = Events::NONE;
            self.count_cruises(cycles);
            self.clock = next;
        }
        cycles
    }

    /// Whether nothing happens in the coming cycle but what is due by then.
    fn is_idle(&self) -> bool {
        self.moving.is_empty()
            && self.trees.moving.is_empty()
            && self.routers.are_quiet()
            && self.sources.startable.is_empty()
            && self.voyages.released.is_empty()
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
        let has_locked = deadlock.is_some_and(|deadlock| deadlock.cycle + 1 == self.clock);
        self.events
            .with(Events::when(
                EventKind::Delivered,
                !self.deliveries.is_empty(),
            ))
            .with(Events::when(EventKind::Deadlocked, has_locked))
    }

    /// What has happened so far.
    ///
    /// Looks at every worm in flight; [`Simulator::backlog`] does not.
    pub fn counters(&self) -> Counters {
        let mut counters = self.counters;
        for (index, _) in self.worms.iter() {
            let (hops, accepted) = self.flown(index, self.clock);
            counters.flit_hops += hops;
            counters.accepted_flits += accepted;
        }
        counters
    }

    /// Messages generated and not yet delivered.
    pub fn backlog(&self) -> u64 {
        self.counters.generated - self.counters.delivered
    }

    /// Whether more waits than a run may keep: random traffic that the network does not accept.
    pub fn is_overrun(&self) -> bool {
        self.design.is_random()
            && (self.backlog() > most_backlog(self.design.network.nodes())
                || self.voyages.planned_bytes > MOST_PLANNED)
    }

    /// A hash of every delivery so far (message, node, cycle), the same in whatever order
    /// deliveries of one cycle are found: two runs with one digest had one history.
    pub fn digest(&self) -> u64 {
        self.digest
    }

    /// The first deadlock, if one has formed.
    pub fn deadlock(&self) -> Option<&Deadlock> {
        self.deadlock.as_ref()
    }

    /// Whether nothing is left to do: all messages ordered are delivered, and none is
    /// drawn at random.
    pub fn is_drained(&self) -> bool {
        self.backlog() == 0 && self.voyages.live == 0 && !self.sources.more_to_come(&self.design)
    }

    /// Whether nothing will happen any more: all is delivered, or waits for ever.
    pub fn is_over(&self) -> bool {
        let is_still = self.is_idle()
            && !self.sources.more_to_come(&self.design)
            && self.voyages.prepared.is_empty()
            && self.routers.timers.is_empty()
            && self.leaving.is_empty()
            && self.cruise.ends.is_empty();
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
        // Of several in one cycle the youngest message, whatever order they are found in.
        let last = self.last_delivery.get_or_insert(delivery);
        let age = |delivery: &Delivery| (delivery.arrived, delivery.message, delivery.to);
        if age(last) < age(&delivery) {
            *last = delivery;
        }
    }
}
