//! The serializable root: everything that a user can set.
//!
//! A [`Scenario`] is plain data, as stored in a file or a link, beside a handle on the compiled
//! functions that a script needs. [`Scenario::build`] checks it against the registered families and
//! returns a [`BuiltScenario`], which needs no further checks.

mod bounds;
mod build;
mod closed_loop;
mod edit;
mod error;
mod faults;
mod file_name;
mod multicast;
mod packet;
mod pattern;
mod presets;
mod run;
mod sources;
mod text;
mod theory;
mod trace;
mod uncompiled;
mod via;
mod warnings;
mod work;

use serde::Serialize;

use engine::routing::{self, Scripts};
use engine::topology::{self, Terminals, Topology};
use engine::traffic::Length;

pub use bounds::{Bound, BoundKind, Bounds, ChannelLoad, MOST_NODES_BOUND, ONE_VIRTUAL_CHANNEL};
pub use build::BuiltScenario;
pub use closed_loop::ClosedLoop;
pub use edit::ComparedAlgorithm;
pub use error::ScenarioError;
pub use multicast::Multicast;
pub use packet::Packet;
pub use pattern::MOST_TERMINALS_IN_PAGE;
pub use presets::{Group, PRESETS, Preset, RING_DEADLOCK};
pub use run::{Run, Warmup};
pub use sources::{Burst, Surge};
pub use text::{
    CyclesOrAuto, LinkProblem, MOST_REPLICATIONS, Opened, check_rate, common_settings, curve_names,
    object_of, pack, routing_in_link, script_of_link, unpack, unused_fields,
    unused_fields_at_loads,
};
pub use theory::{Theory, published_beside, system, theories, theory, theory_of};
pub use trace::{MOST_TRACED, MOST_TRACED_IN_PAGE};
pub use via::{lane_text, path_text};
pub use work::{expected_work, longest_first};

/// The largest network that the page builds; the command line goes up to
/// [`MOST_NODES`](engine::topology::MOST_NODES).
pub const MOST_NODES_IN_PAGE: u32 = 4096;

/// The complete input of a simulation: everything that a user can set.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Scenario {
    /// Specification of the network: `mesh:8x8`, `hypercube:6`, …, or `graph:` followed by the text
    /// of a user-defined network.
    #[serde(serialize_with = "text::network::serialize")]
    pub network: String,
    /// Id of a routing function, or the script of a user-written one (see
    /// [`written`](engine::routing::written)).
    #[serde(serialize_with = "text::routing::serialize")]
    pub routing: String,
    /// Id of a switching mode.
    pub switching: String,
    /// Id of a selection function.
    pub selection: String,
    /// V, virtual channels per physical channel.
    pub vcs: i64,
    /// Whether worms change to another class of virtual channels at the dateline of a ring; if
    /// not, all virtual channels of a torus form one class.
    #[serde(skip_serializing_if = "is_default_dateline")]
    pub dateline: bool,
    /// B, flits per virtual channel.
    pub buffer: i64,
    /// M, the message length \[flits\]: fixed, or the mean of an exponential distribution.
    pub length: Length,
    pub traffic: Traffic,
    /// Delays in addition to the one cycle per channel.
    pub timing: Timing,
    /// Channels between each processor and its router.
    pub ports: Ports,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Length and number of the runs.
    pub run: Run,
    /// Selects the packet simulator in place of the flit simulator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packet: Option<Packet>,
    /// Explicitly listed messages, in addition to random traffic.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub messages: Vec<Message>,
    /// Failed links, each given by the nodes at its ends; both directions fail.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<(String, String)>,
    /// The compiled functions, one of which the scenario needs if its routing function is a script.
    /// Not a setting: neither written to files and links nor compared.
    #[serde(skip)]
    pub scripts: Scripts,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Traffic {
    /// Id of a traffic pattern.
    pub pattern: String,
    /// λ_g [messages/node/cycle]; 0 for none. For packets, λ [messages/node/unit of time].
    pub rate: f64,
    /// β, the fraction of messages that are broadcasts.
    pub broadcast: f64,
    /// Bursts, in place of Poisson sources.
    #[serde(skip_serializing_if = "Burst::is_absent")]
    pub burst: Burst,
    /// Another rate at the beginning.
    #[serde(skip_serializing_if = "Surge::is_absent")]
    pub surge: Surge,
    #[serde(skip_serializing_if = "ClosedLoop::is_absent")]
    pub closed: ClosedLoop,
    /// Settings of messages to several nodes.
    #[serde(skip_serializing_if = "Multicast::is_absent")]
    pub multicast: Multicast,
}

/// Delays \[cycles\] in addition to the one cycle per channel.
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
    /// Before every step of a multicast, once per node; `auto`: the value that the literature
    /// assumes for the algorithm.
    pub preparation: CyclesOrAuto,
}

/// Channels between a processor and its router.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Ports {
    pub injection: i64,
    /// Out of the router; absent: as many as can be in use at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ejection: Option<i64>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Message {
    pub at: i64,
    pub from: String,
    pub to: Vec<String>,
    /// M \[flits\]; absent: the mean length of the scenario.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<i64>,
    /// The virtual channels that it takes first, even if others are free, each written as
    /// `0,0>1,0 vc 1`; after them it may take any that it is offered.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub via: Vec<String>,
    /// The intermediate node, in place of a random one, for routing functions that route via a
    /// random node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

impl Scenario {
    /// The default scenario on a network, with the usual routing function there.
    pub fn on(network: &str) -> Self {
        let mut scenario = Self {
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
            scripts: Scripts::default(),
        };
        scenario.take_usual_routing(network);
        scenario
    }

    /// Selects the usual routing function of a network, if there is such a network.
    fn take_usual_routing(&mut self, network: &str) {
        if let Ok(topology) = topology::from_spec(network) {
            routing::usual(&*topology).clone_into(&mut self.routing);
        }
    }

    /// Returns the scenario with a handle on compiled functions.
    #[must_use]
    pub fn with_scripts(self, scripts: &Scripts) -> Self {
        Self {
            scripts: scripts.clone(),
            ..self
        }
    }

    /// Returns the scenario with `message`, generated in cycle 0, as its only traffic.
    #[must_use]
    pub fn alone(&self, message: Message) -> Self {
        Self {
            traffic: Traffic::default(),
            messages: vec![Message { at: 0, ..message }],
            ..self.clone()
        }
    }

    /// An example message: the first listed one, or else one between distant nodes.
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

    /// Returns the scenario with the switching mode of the given id.
    #[must_use]
    pub fn switched(&self, switching: &str) -> Self {
        Self {
            switching: switching.to_owned(),
            ..self.clone()
        }
    }
}

impl Message {
    /// A message of `length` flits that is generated in cycle 0.
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
            burst: Burst::default(),
            surge: Surge::default(),
            closed: ClosedLoop::default(),
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
