//! Loads that no network can carry, however its routers buffer and arbitrate: bounds on saturation.
//!
//! A channel moves one flit per cycle. So wherever a part of the network is known to carry some
//! share of all flits, the load is at most what makes that part busy all the time. The channel load
//! is that of one routing function; the others hold for all of them. Five parts:
//!
//! 1. **Ports**: λ·M of a node go through its injection channels, and what others send it
//!    through its ejection channels, where these are limited.
//! 2. **Bisection**: what one half of the nodes sends to the other crosses the channels between
//!    them: λ·M·Σ_{a∈A} p(a, B) ≤ |A → B| (Dally & Towles 2004, 3.3). Halves by every
//!    dimension are tried in both directions; of odd radices, as even as they come.
//! 3. **A node**: the same for a node and all others, which is what a hot spot comes up against.
//! 4. **Channel load**: λ·M·γ_max ≤ 1, where γ is how many messages a routing function leads
//!    over a channel for each one that a node sends (`flows.rs`), exactly, for functions whose
//!    paths do not depend on the traffic.
//! 5. **Mean load**: no function can do better than to spread the d̄ channels that an average
//!    message needs over all of them evenly, λ·M·N·d̄ ≤ C. The bound for adaptive functions,
//!    whose channel load is not known beforehand.
//!
//! Saturation is lower than the lowest bound: worms block each other long before a channel
//! never rests. Of packets, 1/μ stands for M, and ports have no limit.

mod cuts;
mod flows;

use super::Scenario;
use super::build::BuiltScenario;
use crate::routing::{self, Adaptivity, RoutingFunction};
use crate::topology::{Network, Topology};
use crate::traffic::{self, Pattern};

use cuts::{Cut, Matrix};

/// The largest network of which channel loads are found: 16 million pairs of nodes.
pub const MOST_NODES_BOUND: u32 = 4096;

/// The same for functions that go by way of each node between source and destination: so many
/// for every pair.
const MOST_NODES_OF_BOXES: u32 = 1024;

/// What limits the load of a network.
#[derive(Debug, Clone, PartialEq)]
pub struct Bounds {
    /// Every bound, the lowest first.
    pub all: Vec<Bound>,
    /// Channels, in one direction, between halves of the network, the fewest over all ways to
    /// halve it along a dimension.
    pub bisection: Bisection,
    /// Messages over a channel for each one that a node sends, where the routing function
    /// decides it.
    pub channel_load: Option<ChannelLoad>,
    /// d̄, channels that a message needs on a shortest path under this traffic.
    pub mean_distance: f64,
}

/// A load that is not exceeded.
#[derive(Debug, Clone, PartialEq)]
pub struct Bound {
    /// What gives way.
    pub kind: BoundKind,
    /// λ [messages/node/cycle, or unit of time], of nodes that send at all.
    pub rate: f64,
    /// Why, in a sentence.
    pub why: String,
}

/// What gives way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoundKind {
    /// Injection channels.
    Injection,
    /// Ejection channels.
    Ejection,
    /// Channels between two halves.
    Bisection,
    /// Channels around a node.
    Node,
    /// The busiest channel under the routing function.
    ChannelLoad,
    /// All channels together.
    MeanLoad,
}

/// Halves of a network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bisection {
    /// Channels from one half to the other.
    pub channels: u32,
    /// What the halves are divided by: `x`, `bit 2`.
    pub across: String,
}

/// How many messages a routing function leads over a channel for each one that a node sends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChannelLoad {
    /// Over the busiest.
    pub max: f64,
    /// Over an average one.
    pub mean: f64,
}

impl BoundKind {
    /// As the command line prints it.
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
    /// The bounds of a scenario without messages to several nodes, or in a sentence why there
    /// are none.
    pub fn of(scenario: &Scenario, study: &BuiltScenario) -> Result<Self, String> {
        if let Some(refusal) = refusal(scenario, study) {
            return Err(refusal);
        }
        let topology = &*study.topology;
        let pattern = traffic::from_id(&scenario.traffic.pattern, topology);
        let pattern = pattern.map_err(|error| error.to_string())?;
        let traffic = Matrix::new(topology, &*pattern);
        let network = &study.design.network;
        let (occupation, routing) = match &study.packet {
            Some(packets) => (1.0 / packets.mu, "random-shortest"),
            None => (study.design.length.mean(), &*scenario.routing),
        };
        let mut found = Found {
            occupation,
            all: Vec::new(),
        };
        if study.packet.is_none() {
            found.ports(study, &traffic);
        }
        let bisection = found.cuts(topology, network, &traffic);
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

    /// The load at which the busiest channel or port is busy all the time, and why, of a function whose
    /// paths do not depend on the traffic; of others, of many messages at once and of networks too
    /// large `None`. What is offered beyond it is never all accepted.
    pub fn limit(scenario: &Scenario, study: &BuiltScenario) -> Option<Bound> {
        let function = &*study.design.routing;
        let is_exact = is_known(study, function);
        if !is_exact || study.packet.is_some() || refusal(scenario, study).is_some() {
            return None;
        }
        let pattern = traffic::from_id(&scenario.traffic.pattern, &*study.topology).ok()?;
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

    /// The lowest bound.
    pub fn lowest(&self) -> Option<&Bound> {
        self.all.first()
    }
}

/// Why there are no bounds, in a sentence.
fn refusal(scenario: &Scenario, study: &BuiltScenario) -> Option<String> {
    let several = scenario.traffic.multicast.destinations > Some(1);
    if scenario.traffic.broadcast > 0.0 || several {
        return Some(
            "Bounds are known of messages to one node, here some go to several.".to_owned(),
        );
    }
    if !study.design.faults.is_empty() {
        return Some(
            "Bounds are known of networks with all links, here some have failed.".to_owned(),
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

/// Whether the channel loads of a function are known beforehand, and found soon enough.
fn is_known(study: &BuiltScenario, function: &dyn RoutingFunction) -> bool {
    function.adaptivity() != Adaptivity::Adaptive
        && (function.minimal_box().is_none() || study.topology.nodes() <= MOST_NODES_OF_BOXES)
}

/// Bounds as they are found.
struct Found {
    /// Cycles, or units of time, for which a message occupies a channel.
    occupation: f64,
    all: Vec<Bound>,
}

impl Found {
    /// Messages that something carries for each one that a node sends, at a flit per cycle.
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
                "the busiest node receives {most:.4} messages for each that a node sends; its \
                 ejection channels: {ejection}"
            );
            self.add(BoundKind::Ejection, most / f64::from(ejection), why);
        }
    }

    fn channels(&mut self, load: ChannelLoad, routing: &str) {
        let why = format!(
            "{routing} leads {:.4} messages over the busiest channel for each that a node \
             sends, {:.4} over an average one",
            load.max, load.mean
        );
        self.add(BoundKind::ChannelLoad, load.max, why);
    }

    fn cuts(&mut self, topology: &dyn Topology, network: &Network, traffic: &Matrix) -> Bisection {
        let halves = topology.natural_cuts();
        let cuts: Vec<_> = halves
            .iter()
            .map(|half| Cut::of(half, network, traffic))
            .collect();
        // Of equals the first.
        let tightest = cuts.iter().rev().max_by(|a, b| a.load.total_cmp(&b.load));
        if let Some(cut) = tightest {
            let why = format!(
                "{} channels lead across {}, for {:.4} messages for each that a node sends",
                cut.channels, cut.across, cut.messages
            );
            self.add(BoundKind::Bisection, cut.load, why);
        }
        let around = cuts::around(network, traffic);
        let around: Vec<_> = topology.node_ids().zip(around).collect();
        let worst = around.iter().rev().max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some(&(node, load)) = worst {
            let node = topology.label(node);
            let why = format!("the channels of node {node} carry what it sends or receives");
            self.add(BoundKind::Node, load, why);
        }
        let narrowest = cuts.into_iter().min_by_key(|cut| cut.channels);
        narrowest.map_or_else(
            || Bisection {
                channels: 0,
                across: String::new(),
            },
            |cut| Bisection {
                channels: cut.channels,
                across: cut.across,
            },
        )
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
