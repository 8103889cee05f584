//! The serializable root: everything that a person can set, and nothing else.
//!
//! A [`Scenario`] is plain data, as a file or a link has it. [`Scenario::build`] checks it
//! against everything that is registered and yields a [`BuiltScenario`], which cannot fail any more.

mod bounds;
mod build;
mod edit;
mod error;
mod faults;
mod file_name;
mod multicast;
mod packet;
mod presets;
mod run;
mod text;
mod theory;
mod via;
mod warnings;

use serde::Serialize;

use crate::topology::{Terminals, Topology};
use crate::traffic::Length;

pub use bounds::{Bisection, Bound, BoundKind, Bounds, ChannelLoad, MOST_NODES_BOUND};
pub use build::BuiltScenario;
pub use edit::ComparedAlgorithm;
pub use error::ScenarioError;
pub use multicast::Multicast;
pub use packet::Packet;
pub use presets::{Group, PRESETS, Preset, RING_DEADLOCK};
pub use run::{Run, Warmup};
pub use text::{
    CyclesOrAuto, LinkProblem, MOST_REPLICATIONS, Opened, check_rate, object_of, pack,
    routing_in_link, script_of_link, unpack,
};
pub use theory::{Theory, system, theories, theory, theory_of};
pub use via::{lane_text, path_text};

/// The largest network that the page builds; the command line goes up to
/// [`MOST_NODES`](crate::topology::MOST_NODES).
pub const MOST_NODES_IN_PAGE: u32 = 4096;

/// Everything that a person can set.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Scenario {
    /// `mesh:8x8`, `hypercube:6`, …, or `graph:` and the text of a network of one's own.
    #[serde(serialize_with = "text::network::serialize")]
    pub network: String,
    /// Id of a routing function, or the text of one (see [`written`](crate::routing::written)).
    #[serde(serialize_with = "text::routing::serialize")]
    pub routing: String,
    /// Id of a switching mode.
    pub switching: String,
    /// Id of a selection function.
    pub selection: String,
    /// V, virtual channels per physical channel.
    pub vcs: i64,
    /// Whether worms change their class of virtual channels where a ring closes; without it all
    /// virtual channels of a torus are one class.
    #[serde(skip_serializing_if = "is_default_dateline")]
    pub dateline: bool,
    /// B, flits per virtual channel.
    pub buffer: i64,
    /// M.
    pub length: Length,
    /// What is sent at random.
    pub traffic: Traffic,
    /// Delays beside the cycle per channel.
    pub timing: Timing,
    /// Channels to and from the processors.
    pub ports: Ports,
    /// Where all randomness comes from.
    pub seed: u64,
    /// How long to simulate.
    pub run: Run,
    /// Asks for the packet simulator in place of the flit simulator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packet: Option<Packet>,
    /// Messages asked for by name, on top of random traffic.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub messages: Vec<Message>,
    /// Links that have failed, by the nodes at their ends; both directions of one fail.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<(String, String)>,
}

/// What is sent at random.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Traffic {
    /// Id of a traffic pattern.
    pub pattern: String,
    /// λ_g [messages/node/cycle]; 0 for none. Of packets, λ [messages/node/unit of time].
    pub rate: f64,
    /// β, the fraction of messages that are broadcasts.
    pub broadcast: f64,
    /// How messages to several nodes are sent.
    #[serde(skip_serializing_if = "Multicast::is_absent")]
    pub multicast: Multicast,
}

/// Delays \[cycles\] beside the one per channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Timing {
    /// Between the queue and the first router.
    pub injection: i64,
    /// Between the last router and the processor.
    pub ejection: i64,
    /// In every router, before each channel.
    pub router: i64,
    /// Before every step of a multicast.
    pub startup: i64,
    /// Before every step of a multicast, once per node; `auto`: what the literature charges for
    /// the algorithm.
    pub preparation: CyclesOrAuto,
}

/// Channels between a processor and its router.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Ports {
    /// Into the router.
    pub injection: i64,
    /// Out of the router; absent: as many as can be in use at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ejection: Option<i64>,
}

/// A message asked for by name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Message {
    /// Cycle of generation.
    pub at: i64,
    /// Source.
    pub from: String,
    /// Destinations.
    pub to: Vec<String>,
    /// M \[flits\]; absent: the mean length of the scenario.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<i64>,
    /// The virtual channels that it takes first, whatever else is free, each as `0,0>1,0 vc 1`; behind them it may take
    /// whatever it is offered.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub via: Vec<String>,
    /// With a routing function that goes by way of a random node: that node, in place of one that is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

impl Scenario {
    /// The default scenario on a network.
    pub fn on(network: &str) -> Self {
        Self {
            network: network.to_owned(),
            routing: default_routing(),
            switching: default_switching(),
            selection: default_selection(),
            vcs: default_vcs(),
            dateline: default_dateline(),
            buffer: default_buffer(),
            length: default_length(),
            traffic: Traffic::default(),
            timing: Timing::default(),
            ports: Ports::default(),
            seed: default_seed(),
            run: Run::default(),
            packet: None,
            messages: Vec::new(),
            faults: Vec::new(),
        }
    }
}

impl Scenario {
    /// The same network with one message and nothing else, from cycle 0 on.
    #[must_use]
    pub fn alone(&self, message: Message) -> Self {
        Self {
            traffic: Traffic::default(),
            messages: vec![Message { at: 0, ..message }],
            ..self.clone()
        }
    }

    /// A message worth looking at: the first of the scenario, or one between far nodes.
    pub fn example_message(&self, topology: &dyn Topology) -> Message {
        if let Some(first) = self.messages.first() {
            return first.clone();
        }
        let terminals = Terminals::of(topology);
        let from = terminals.nth(0);
        let far = terminals
            .iter()
            .max_by_key(|&to| topology.distance(from, to));
        let label = |node| topology.label(node);
        let mut message = Message::new(label(from), label(far.unwrap_or(from)), 1);
        message.length = None;
        message
    }

    /// The same in another switching mode, by its id.
    #[must_use]
    pub fn switched(&self, switching: &str) -> Self {
        Self {
            switching: switching.to_owned(),
            ..self.clone()
        }
    }
}

impl Message {
    /// A message of so many flits from cycle 0 on.
    pub fn new(from: String, to: String, length: u32) -> Self {
        Self {
            via: Vec::new(),
            by: None,
            at: 0,
            from,
            to: vec![to],
            length: Some(length.into()),
        }
    }
}

impl Default for Scenario {
    fn default() -> Self {
        Self::on("mesh:8x8")
    }
}

impl Default for Traffic {
    fn default() -> Self {
        Self {
            pattern: "uniform".to_owned(),
            rate: 0.0,
            broadcast: 0.0,
            multicast: Multicast::default(),
        }
    }
}

impl Default for Ports {
    fn default() -> Self {
        Self {
            injection: 1,
            ejection: None,
        }
    }
}

fn default_routing() -> String {
    "dimension-order".to_owned()
}

fn default_switching() -> String {
    "wormhole".to_owned()
}

fn default_selection() -> String {
    "auto".to_owned()
}

const fn default_vcs() -> i64 {
    2
}

const fn default_dateline() -> bool {
    true
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over a reference"
)]
const fn is_default_dateline(dateline: &bool) -> bool {
    *dateline
}

const fn default_buffer() -> i64 {
    1
}

const fn default_length() -> Length {
    Length::Fixed(32)
}

const fn default_seed() -> u64 {
    1
}
