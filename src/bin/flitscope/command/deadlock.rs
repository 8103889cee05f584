//! Whether messages can deadlock, from the channel dependency graph.

use clap::Args;
use serde_json::{Value, json};

use super::common::network::{topology_of, vcs_of};
use super::common::written::{RoutingOptions, delivery};
use flitscope::multicast::{self, PORTS, Relay};
use flitscope::routing::dependency::{Analysis, Graph};
use flitscope::routing::{self, Vcs, VirtualChannel};
use flitscope::scenario::Scenario;
use flitscope::sweep::{Cure, cures};
use flitscope::topology::{Network, Topology};

/// What to look at.
#[derive(Debug, Args)]
pub(crate) struct DeadlockOptions {
    /// For example mesh:10x10, torus:8x8, hypercube:6, graph:FILE.
    network: String,
    #[command(flatten)]
    routing: RoutingOptions,
    /// V, virtual channels per channel.
    #[arg(long, default_value = "2", allow_hyphen_values = true)]
    vcs: String,
    /// Give a torus no dateline: all its virtual channels are one class.
    #[arg(long)]
    no_dateline: bool,
    /// A multicast algorithm whose worms share the network with messages to one node.
    #[arg(long)]
    multicast: Option<String>,
    /// Let routers copy its messages along trees, all branches in lockstep, instead of nodes
    /// forwarding them.
    #[arg(long, requires = "multicast")]
    replicate: bool,
}

/// How to read the answer.
pub(crate) const HELP: &str = "The virtual channels of the cycle are written as from>to vc N, as \
in 0,0>1,0 vc 0; each waits for the next, and the last for the first. With escape channels, \
deadlock_free follows from the extended channel dependency graph (Duato 1993); direct and indirect \
count its dependencies. Each of the cures is one change after which messages cannot deadlock; \
its link opens the changed scenario in the page, behind #/lab?.";

impl DeadlockOptions {
    /// The verdict, or what is wrong with the options.
    pub(crate) fn answer(&self) -> Result<Value, String> {
        let topology = topology_of(&self.network)?;
        let topology = &*topology;
        let count = vcs_of(&self.vcs)?;
        let dateline = !self.no_dateline;
        let id = self.routing.id(topology)?;
        let routing = routing::from_id(&id, topology, Vcs { count, dateline });
        let routing = routing.map_err(|error| error.to_string())?;
        let network = Network::new(topology);
        let graph = Graph::of(&network, &*routing, count);
        let mut graph = graph.map_err(|error| error.to_string())?;
        let mut keeps_ports = self.replicate;
        if let Some(spec) = &self.multicast {
            let algorithm = multicast::from_spec("multicast", spec, topology);
            let algorithm = algorithm.map_err(|error| error.to_string())?;
            keeps_ports |= algorithm.base().is_some();
            let relay = if self.replicate {
                Relay::RouterCopies
            } else {
                Relay::Received
            };
            multicast::add_dependencies(&mut graph, &network, &*routing, &*algorithm, relay)
                .map_err(|error| error.to_string())?;
        }
        let analysis = graph.analyze();
        let mut why = analysis.why(topology, &network);
        if keeps_ports {
            why = format!("{why} {PORTS}");
        }
        let cures = if analysis.is_deadlock_free() {
            Vec::new()
        } else {
            cures(&self.scenario(&id, count, topology))
        };
        let mut found = report(&analysis, &why, &cures, |lane| {
            let [from, to] = [network.from(lane.channel), network.to(lane.channel)];
            let (from, to) = (topology.label(from), topology.label(to));
            format!("{from}>{to} vc {}", lane.vc)
        });
        if let Some(delivery) = delivery(&id, topology, &network, &*routing) {
            found["delivery"] = delivery;
        }
        Ok(found)
    }

    /// A scenario in which what is asked about can happen.
    fn scenario(&self, routing: &str, vcs: u8, topology: &dyn Topology) -> Scenario {
        let mut scenario = Scenario::on(&topology.spec());
        routing.clone_into(&mut scenario.routing);
        scenario.vcs = vcs.into();
        scenario.dateline = !self.no_dateline;
        if self.multicast.is_some() {
            let multicast = &mut scenario.traffic.multicast;
            multicast.algorithm.clone_from(&self.multicast);
            multicast.router_copies = self.replicate;
            // Messages to one node share the network with them.
            scenario.traffic.rate = LITTLE;
            scenario.traffic.broadcast = HALF;
        }
        scenario
    }
}

/// Some traffic [messages/node/cycle], half of it broadcasts.
const LITTLE: f64 = 0.001;
const HALF: f64 = 0.5;

fn report(
    analysis: &Analysis,
    why: &str,
    cures: &[Cure],
    name: impl Fn(VirtualChannel) -> String,
) -> Value {
    let names = |cycle: &Vec<VirtualChannel>| {
        let lanes = cycle.iter().copied();
        json!(lanes.map(&name).collect::<Vec<_>>())
    };
    let escape = analysis.escape.as_ref().map(|escape| {
        json!({
            "channels": escape.lanes,
            "direct": escape.direct,
            "indirect": escape.indirect,
            "connected": escape.is_connected,
            "acyclic": escape.cycle.is_none(),
        })
    });
    json!({
        "channels": analysis.lanes,
        "dependencies": analysis.dependencies,
        "acyclic": analysis.cycle.is_none(),
        "cycle": analysis.cycle.as_ref().map(names),
        "escape": escape,
        "deadlock_free": analysis.is_deadlock_free(),
        "why": why,
        "cures": cures.iter().map(cure).collect::<Vec<_>>(),
    })
}

fn cure(cure: &Cure) -> Value {
    json!({ "label": cure.label(), "why": cure.why(), "link": cure.link })
}
