//! The cycle-level flit simulator: wormhole switching over virtual channels.
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
//! 1. **Inject**: messages that are due join their source queue; an idle injection port
//!    takes the next one.
//! 2. **Route**: headers, in the order in which they came to their nodes and the older
//!    message first in a tie, ask the routing function and claim a free virtual channel, or
//!    stay blocked. At its destination a header claims an ejection port.
//! 3. **Arbitrate**: a physical channel carries one flit a cycle. Where two or more of its
//!    lanes are held, the lanes that have a flit waiting and a worm that can advance take
//!    turns (round-robin, virtual channel 1 first).
//! 4. **Move**: every worm moves its flits from the header back. A buffer that is vacated
//!    can be filled in the same cycle, so B = 1 streams at full rate. A lane is held until
//!    the tail has left it, and can be claimed again in the next cycle.
//!
//! An unloaded message over d channels therefore arrives exactly d·(1 + r) + M − 1 + i + e
//! cycles after it reached the head of its queue, for a router delay of r and injection and
//! ejection delays of i and e cycles.
//!
//! Body flits of a worm are interchangeable, so lanes count flits instead of storing them.

mod advance;
mod estimate;
mod history;
mod lanes;
mod measure;
mod route;
mod run;
mod snapshot;
mod source;
mod watch;
mod worms;

use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use crate::routing::{Candidates, RoutingFunction};
use crate::topology::{Network, NodeId};
use crate::traffic::{Length, Pattern};

pub use estimate::Estimate;
pub use history::History;
pub use measure::{Measures, Meter};
pub use run::{Outcome, RunLength, Verdict};
pub use snapshot::{HeaderState, Place, Segment, Snapshot, WormView};
pub use watch::Deadlock;

use lanes::Lanes;
use source::Sources;
use worms::Worms;

/// Number of a message, in order of generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MessageId(pub u64);

/// A message that has arrived whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Delivery {
    /// Which one.
    pub message: MessageId,
    /// Where it was generated.
    pub from: NodeId,
    /// Where it arrived.
    pub to: NodeId,
    /// Cycle of generation.
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

/// A message asked for by name rather than drawn at random.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Order {
    /// Cycle of generation.
    pub at: u64,
    /// Source.
    pub from: NodeId,
    /// Destination, another node.
    pub to: NodeId,
    /// M \[flits\], at least 1.
    pub length: u32,
}

/// Delays in addition to the cycle that a flit needs per channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Timing {
    /// Cycles that a header spends between the queue and its first router.
    pub injection: u32,
    /// Cycles that a header spends between its last router and the processor.
    pub ejection: u32,
    /// Cycles r that a header spends in a router before each channel.
    pub router: u32,
}

/// Channels between a processor and its router.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ports {
    /// Injection channels per node, each with a queue of its own.
    pub injection: u8,
    /// Ejection channels per node, each held by one worm at a time. `None`: one for every
    /// virtual channel that reaches the node, so that no header ever waits for a processor,
    /// as the models assume.
    pub ejection: Option<u8>,
}

/// Everything that stays the same during a run.
#[derive(Debug)]
pub struct Design {
    /// The network.
    pub network: Network,
    /// Which channels a header may take, built for `vcs`.
    pub routing: Box<dyn RoutingFunction>,
    /// Destinations of random messages; `None` where there are none.
    pub pattern: Option<Box<dyn Pattern>>,
    /// λ_g [messages/node/cycle].
    pub rate: f64,
    /// M.
    pub length: Length,
    /// V, lanes per physical channel.
    pub vcs: u8,
    /// B, flits per lane.
    pub buffer: u32,
    /// Extra delays.
    pub timing: Timing,
    /// Channels to and from the processors.
    pub ports: Ports,
    /// Where all randomness comes from.
    pub seed: u64,
    /// Messages asked for by name, in ascending order of `at`.
    pub orders: Vec<Order>,
}

impl Design {
    /// Whether messages are drawn at random.
    pub fn is_random(&self) -> bool {
        self.pattern.is_some() && self.rate > 0.0
    }
}

/// What has happened since cycle 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counters {
    /// Messages generated.
    pub generated: u64,
    /// Flits of the messages generated.
    pub offered_flits: u64,
    /// Messages delivered whole.
    pub delivered: u64,
    /// Flits that reached their destination.
    pub accepted_flits: u64,
    /// Crossings of a network channel by a flit.
    pub flit_hops: u64,
}

/// A network in operation. Cloning it is taking a checkpoint.
#[derive(Debug, Clone)]
pub struct Simulator {
    design: Arc<Design>,
    clock: u64,
    lanes: Lanes,
    worms: Worms,
    sources: Sources,
    /// Worms whose header wants a lane, in the order in which they are served.
    waiting: Vec<u32>,
    /// Worms that join `waiting` at the next route stage, not yet in order.
    asking: Vec<u32>,
    /// Worms in which some flit may move.
    moving: Vec<u32>,
    /// Channels whose lanes took turns in the last cycle.
    arbitrated: Vec<u32>,
    deliveries: Vec<Delivery>,
    counters: Counters,
    last_delivery: Option<Delivery>,
    digest: u64,
    deadlock: Option<Deadlock>,
    /// Searches for a deadlock so far.
    searches: u64,
    /// Memory that is used again every cycle.
    scratch: Scratch,
}

#[derive(Debug, Clone, Default)]
struct Scratch {
    candidates: Candidates,
    newly_blocked: Vec<u32>,
    reached: Vec<u32>,
}

impl Simulator {
    /// An empty network at cycle 0.
    pub fn new(design: Arc<Design>) -> Self {
        Self {
            clock: 0,
            lanes: Lanes::new(&design),
            worms: Worms::new(design.network.degrees().1),
            sources: Sources::new(&design),
            waiting: Vec::new(),
            asking: Vec::new(),
            moving: Vec::new(),
            arbitrated: Vec::new(),
            deliveries: Vec::new(),
            counters: Counters::default(),
            last_delivery: None,
            digest: 0,
            deadlock: None,
            searches: 0,
            scratch: Scratch::default(),
            design,
        }
    }

    /// Simulates one cycle.
    pub fn step(&mut self) {
        self.deliveries.clear();
        self.inject();
        self.route();
        self.arbitrate();
        self.advance();
        self.clock += 1;
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

    /// What has happened so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Messages generated and not yet delivered.
    pub fn backlog(&self) -> u64 {
        self.counters.generated - self.counters.delivered
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
        self.backlog() == 0 && !self.sources.more_to_come(&self.design)
    }

    fn deliver(&mut self, delivery: Delivery) {
        let mut record = [0; 20];
        record[..8].copy_from_slice(&delivery.message.0.to_le_bytes());
        record[8..12].copy_from_slice(&delivery.to.0.to_le_bytes());
        record[12..].copy_from_slice(&delivery.arrived.to_le_bytes());
        self.digest = self.digest.wrapping_add(xxh3_64(&record));
        self.counters.delivered += 1;
        self.deliveries.push(delivery);
        // Of several in one cycle the youngest message, whatever order they are found in.
        let last = self.last_delivery.get_or_insert(delivery);
        if (last.arrived, last.message) < (delivery.arrived, delivery.message) {
            *last = delivery;
        }
    }
}
