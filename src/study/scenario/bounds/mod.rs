//! Upper bounds on the saturation load, which hold for any buffering and arbitration in routers.
//!
//! A channel moves one flit per cycle. So if a part of the network is known to carry some share of
//! all flits, the load is at most that at which this part is always busy. The channel load depends
//! on the routing function; the other bounds hold for all functions. There are five bounds:
//!
//! 1. **Ports**: the λ·M flits per cycle that a node sends cross its injection channels, and those
//!    that it receives cross its ejection channels, if these are limited.
//! 2. **Bisection**: the flits that one part of the nodes sends to the other cross the channels
//!    between them: λ·M·Σ_{a∈A} p(a, B) ≤ |A → B| (Dally & Towles 2004, 3.3). This holds for every
//!    division, whether or not it is a smallest one. The network is divided along every dimension, as
//!    evenly as possible if the radix is odd, and by the smallest cut that is known; both directions
//!    are tried.
//! 3. **A node**: the same for a node and all others, which limits hot spots.
//! 4. **Channel load**: λ·M·γ_max ≤ 1, where γ is the number of messages that the routing function
//!    sends over a channel per message that each node sends (`flows.rs`). It is exact, for
//!    functions whose paths do not depend on the traffic.
//! 5. **Mean load**: at best, the d̄ channels that an average message needs are spread evenly over
//!    all C channels: λ·M·N·d̄ ≤ C. This is the bound for adaptive functions, whose channel load is
//!    not known in advance.
//!
//! Networks saturate below the lowest bound, because worms block each other long before a channel
//! is always busy. For packets, 1/μ replaces M, and ports are unlimited.

mod cuts;
mod flows;

use super::build::BuiltScenario;
use super::{Scenario, Traffic};
use engine::routing::{self, Adaptivity, RoutingFunction};
use engine::topology::{Bisection, Network, Topology};
use engine::traffic::Pattern;

use cuts::{Cut, Matrix};

/// The largest network for which bounds are computed \[nodes\]: 16 million pairs of nodes.
pub const MOST_NODES_BOUND: u32 = 4096;

/// The same for functions that route via any node of the minimal box between source and
/// destination, which multiplies the work for every pair.
const MOST_NODES_OF_BOXES: u32 = 1024;

/// The largest network for which channel loads are computed to prove a bisection \[nodes\].
const MOST_NODES_PROVED: u32 = 1024;

/// The cycle that the simulator loses between two messages on a channel with one virtual channel, which the bounds do
/// not count.
pub const ONE_VIRTUAL_CHANNEL: &str = "a channel with one virtual channel is idle for a cycle between two messages: it \
                                       carries at most M/(M + 1) flits per cycle, for messages of M flits";

/// The limits on the load of a network.
#[derive(Debug, Clone, PartialEq)]
pub struct Bounds {
    /// Every bound, the lowest first.
    pub all: Vec<Bound>,
    /// The fewest channels that are known, in one direction, between two halves of the terminals.
    pub bisection: Bisection,
    /// Messages over a channel per message that each node sends, if the routing function alone
    /// determines it.
    pub channel_load: Option<ChannelLoad>,
    /// d̄, the mean number of channels on the shortest path of a message under this traffic.
    pub mean_distance: f64,
}

/// An upper bound on the load.
#[derive(Debug, Clone, PartialEq)]
pub struct Bound {
    /// The resource that limits the load.
    pub kind: BoundKind,
    /// λ [messages/node/cycle, or unit of time] of the nodes that send.
    pub rate: f64,
    /// The reason, in a sentence.
    pub why: String,
}

/// A resource that limits the load.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoundKind {
    Injection,
    Ejection,
    Bisection,
    Node,
    /// The busiest channel under the routing function.
    ChannelLoad,
    MeanLoad,
}

/// Messages that a routing function sends over a channel per message that each node sends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChannelLoad {
    pub max: f64,
    pub mean: f64,
}

impl BoundKind {
    /// The id that the command line prints.
    pub fn id(self) -> &'static str {
        match self {
            Self::Injection => "injection",
            Self::Ejection => "ejection",
            Self::Bisection => "bisection",
            Self::Node => "node",
            Self::ChannelLoad => "channel-load",
            Self::MeanLoad => "mean-load",
        }
    }
}

impl Bounds {
    /// The bounds of a scenario without messages to several nodes, or a sentence that explains why
    /// there are none.
    pub fn of(scenario: &Scenario, study: &BuiltScenario) -> Result<Self, String> {
        if let Some(refusal) = refusal(scenario, study) {
            return Err(refusal);
        }
        let topology = &*study.topology;
        let pattern = scenario.pattern(&*study.topology);
        let pattern = pattern.map_err(|error| error.to_string())?;
        let traffic = Matrix::new(topology, &*pattern);
        let network = &study.design.network;
        let (occupation, routing) = match &study.packet {
            Some(packets) => (1.0 / packets.mu, "random-shortest"),
            None => (
                study.design.length.mean(),
                routing::written::in_words(&scenario.routing),
            ),
        };
        let mut found = Found {
            occupation,
            all: Vec::new(),
        };
        if study.packet.is_none() {
            found.ports(study, &traffic);
        }
        let mut bisection = Bisection::of(topology, network);
        if !bisection.is_smallest && topology.nodes() <= MOST_NODES_PROVED {
            let uniform = Scenario {
                traffic: Traffic {
                    pattern: "uniform".to_owned(),
                    ..Traffic::default()
                },
                ..scenario.clone()
            };
            let uniform = uniform
                .pattern(topology)
                .map_err(|error| error.to_string())?;
            let uniform = Matrix::new(topology, &*uniform);
            bisection.is_at_least(least_cut(topology, network, &uniform)?);
        }
        found.cuts(topology, network, &traffic, &bisection);
        let mean_distance = found.mean_load(topology, network, &traffic);
        let channel_load = if study.packet.is_some() {
            let shortest = routing::from_id(routing, topology, 1);
            let shortest = shortest.map_err(|error| error.to_string())?;
            Some(flows::channel_load(network, &*shortest, &traffic))
        } else {
            let function = &*study.design.routing;
            is_known(study, function).then(|| flows::channel_load(network, function, &traffic))
        };
        if let Some(load) = channel_load {
            found.channels(load, routing);
        }
        found.all.sort_by(|a, b| a.rate.total_cmp(&b.rate));
        Ok(Self {
            all: found.all,
            bisection,
            channel_load,
            mean_distance,
        })
    }

    /// The load at which the busiest channel or port is always busy, for functions whose paths do
    /// not depend on the traffic. The network never accepts a higher offered load in full. `None`
    /// for other functions, for packets, for messages to several nodes, with failed links and for
    /// networks that are too large.
    pub fn limit(scenario: &Scenario, study: &BuiltScenario) -> Option<Bound> {
        let function = &*study.design.routing;
        let is_exact = is_known(study, function);
        if !is_exact || study.packet.is_some() || refusal(scenario, study).is_some() {
            return None;
        }
        let pattern = scenario.pattern(&*study.topology).ok()?;
        let traffic = Matrix::new(&*study.topology, &*pattern);
        let mut found = Found {
            occupation: study.design.length.mean(),
            all: Vec::new(),
        };
        found.ports(study, &traffic);
        let load = flows::channel_load(&study.design.network, function, &traffic);
        found.channels(load, routing::written::in_words(&scenario.routing));
        found
            .all
            .into_iter()
            .min_by(|a, b| a.rate.total_cmp(&b.rate))
    }

    pub fn lowest(&self) -> Option<&Bound> {
        self.all.first()
    }
}

/// A sentence that explains why there are no bounds, if there are none.
fn refusal(scenario: &Scenario, study: &BuiltScenario) -> Option<String> {
    let several = scenario.traffic.multicast.destinations > Some(1);
    if scenario.traffic.broadcast > 0.0 || several {
        return Some(
            "Bounds are known only for messages to one node, but here some go to several."
                .to_owned(),
        );
    }
    if study.design.closed.is_some() {
        return Some(
            "Bounds are known only for messages that are sent whether others are answered or not, \
             but here sources wait for replies (traffic.closed)."
                .to_owned(),
        );
    }
    if !study.design.faults.is_empty() {
        return Some(
            "Bounds are known only for networks without failed links, but here some have failed."
                .to_owned(),
        );
    }
    let topology = &*study.topology;
    (topology.nodes() > MOST_NODES_BOUND).then(|| {
        format!(
            "network must be of at most {MOST_NODES_BOUND} nodes for bounds, not {} with {}",
            topology.short_name(),
            topology.nodes()
        )
    })
}

/// The fewest channels in one direction that any division into halves of the terminals can cut: one
/// message from each terminal, spread evenly over all others, must cross it on any paths, and shortest
/// paths load no channel with more than γ.
fn least_cut(topology: &dyn Topology, network: &Network, uniform: &Matrix) -> Result<u32, String> {
    /// Rounding in the sum of shares.
    const TOLERANCE: f64 = 1e-6;
    let shortest = routing::from_id("random-shortest", topology, 1);
    let shortest = shortest.map_err(|error| error.to_string())?;
    let load = flows::channel_load(network, &*shortest, uniform).max;
    let terminals = network.terminals().count();
    let [half, rest] = [terminals / 2, terminals.div_ceil(2)].map(f64::from);
    let crossing = half * rest / f64::from(terminals.saturating_sub(1).max(1));
    Ok((crossing / load - TOLERANCE).ceil().max(0.0) as u32)
}

/// Whether the channel loads of a function are known in advance, and fast enough to compute.
fn is_known(study: &BuiltScenario, function: &dyn RoutingFunction) -> bool {
    function.adaptivity() != Adaptivity::Adaptive
        && (function.between().is_none() || study.topology.nodes() <= MOST_NODES_OF_BOXES)
}

/// The bounds found so far.
struct Found {
    /// Cycles, or units of time, for which a message occupies a channel.
    occupation: f64,
    all: Vec<Bound>,
}

impl Found {
    /// Adds the bound of a resource that carries `messages` per message that each node sends, at
    /// one flit per cycle.
    fn add(&mut self, kind: BoundKind, messages: f64, why: String) {
        if messages > 0.0 {
            let rate = 1.0 / (messages * self.occupation);
            self.all.push(Bound { kind, rate, why });
        }
    }

    fn ports(&mut self, study: &BuiltScenario, traffic: &Matrix) {
        let ports = study.design.ports;
        let why = format!("injection channels of a node: {}", ports.injection);
        self.add(BoundKind::Injection, 1.0 / f64::from(ports.injection), why);
        if let Some(ejection) = ports.ejection {
            let most = traffic.received().iter().copied().fold(0.0, f64::max);
            let why = format!(
                "the busiest node receives {most:.4} messages per message that a node sends; its \
                 ejection channels: {ejection}"
            );
            self.add(BoundKind::Ejection, most / f64::from(ejection), why);
        }
    }

    fn channels(&mut self, load: ChannelLoad, routing: &str) {
        let why = format!(
            "{routing} routes {:.4} messages over the busiest channel per message that a node \
             sends, {:.4} over an average channel",
            load.max, load.mean
        );
        self.add(BoundKind::ChannelLoad, load.max, why);
    }

    fn cuts(
        &mut self,
        topology: &dyn Topology,
        network: &Network,
        traffic: &Matrix,
        bisection: &Bisection,
    ) {
        let mut halves = topology.natural_cuts();
        halves.extend(bisection.half.clone());
        let cuts: Vec<_> = halves
            .iter()
            .map(|half| Cut::of(half, network, traffic))
            .collect();
        // The first of equal cuts.
        let tightest = cuts.iter().rev().max_by(|a, b| a.load.total_cmp(&b.load));
        if let Some(cut) = tightest {
            let why = format!(
                "{} channels cross {}, for {:.4} messages per message that a node sends",
                cut.channels, cut.across, cut.messages
            );
            self.add(BoundKind::Bisection, cut.load, why);
        }
        let around = cuts::around(network, traffic);
        let around: Vec<_> = topology.node_ids().zip(around).collect();
        let worst = around.iter().rev().max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some(&(node, load)) = worst {
            let node = topology.label(node);
            let why = format!("the channels of node {node} carry all that it sends or receives");
            self.add(BoundKind::Node, load, why);
        }
    }

    fn mean_load(&mut self, topology: &dyn Topology, network: &Network, traffic: &Matrix) -> f64 {
        let hops = traffic.hops(topology);
        let senders = traffic.senders();
        let channels = f64::from(network.channels());
        let mean = if senders > 0.0 { hops / senders } else { 0.0 };
        let why = format!("a message needs {mean:.4} of the {channels} channels");
        self.add(BoundKind::MeanLoad, hops / channels, why);
        mean
    }
}
