//! The decision whether messages can deadlock, from the channel dependency graph.

use clap::Args;
use serde_json::{Value, json};

use super::common::answer::{Answer, CommandResult};
use super::common::network::{NetworkArgument, vcs_of};
use super::common::written::{RoutingOptions, delivery_in_json};
use flitscope::multicast::{self, PORTS};
use flitscope::routing::deadlock::{Escapes, Stuck, verdict};
use flitscope::routing::{Scripts, VirtualChannel};
use flitscope::scenario::Scenario;
use flitscope::sweep::{Cure, Judged, cures};
use flitscope::topology::{Network, Topology};

/// The network, its routing function and multicasts.
#[derive(Debug, Args)]
pub(crate) struct DeadlockOptions {
    #[command(flatten)]
    network: NetworkArgument,
    #[command(flatten)]
    routing: RoutingOptions,
    /// V, virtual channels per channel.
    #[arg(long, default_value = "2", allow_hyphen_values = true)]
    vcs: String,
    /// Remove the dateline of a torus: all its virtual channels form one class.
    #[arg(long)]
    no_dateline: bool,
    /// A multicast algorithm, whose worms share the network with messages to one node.
    #[arg(long)]
    multicast: Option<String>,
    /// Let routers copy its messages along trees, all branches in lockstep, instead of nodes
    /// forwarding them; then there is one virtual channel.
    #[arg(long, requires = "multicast")]
    replicate: bool,
    /// Let every message be a request to which its destination replies, and a terminal have so many
    /// requests without a reply.
    #[arg(
        long,
        value_name = "W",
        conflicts_with = "multicast",
        allow_hyphen_values = true
    )]
    outstanding: Option<String>,
    /// Places for replies in the queue of a terminal.
    #[arg(
        long,
        default_value = "1",
        requires = "outstanding",
        allow_hyphen_values = true
    )]
    reply_queue: String,
    /// Let replies have half of the virtual channels to themselves.
    #[arg(long, requires = "outstanding")]
    separate: bool,
}

/// The end of the help: the meaning of the answer.
pub(crate) const HELP: &str = "Two questions have two answers. deadlock_free is true if a proof was found that messages \
cannot wait for each other forever, false if a deadlock was found, and null if neither was; it speaks of the pairs of \
nodes that are served, of which some path arrives. delivers is true if every message arrives, whichever path it takes; \
unserved lists the first 100 pairs of which no path does, source and destination, and unserved_pairs is their number. \
dead_ends counts states in which a header is offered nothing, which is no deadlock; delivery has the numbers of pairs \
by what can happen to a message, and a path that does not arrive. Virtual channels are written as from>to vc N, as in \
0,0>1,0 vc 0. cycle is a shortest cycle of dependencies, which need not be a deadlock; deadlock lists the messages \
of one: the channels that each took, holds and waits for. escape says whether the extended channel dependency graph \
of the marked escapes proves the function free (Duato 1993): direct and indirect count its dependencies. \
escape.found is a proof if none were marked, or if those are not enough: virtual channels in an order such that \
every header may always wait for one before all that its message has taken. witness is a scenario that deadlocks when it is simulated, in cycle deadlocks_in. With \
--outstanding 4, messages are requests that wait at their destination for a place in its reply queue, whose replies may \
wait for them in turn. Each of \
the cures is one change after which messages cannot deadlock; its link, after #/lab?, opens the changed scenario in \
the page.";

impl DeadlockOptions {
    /// Returns the verdict, or an error in the options.
    pub(crate) fn answer(&self, scripts: &Scripts) -> CommandResult {
        let topology = self.network.topology()?;
        let topology = &*topology;
        let count = vcs_of(&self.vcs)?;
        // Routers that copy need a single virtual channel.
        let count = if self.replicate { 1 } else { count };
        let id = self.routing.id(topology)?;
        if let Some(spec) = &self.multicast {
            let algorithm = multicast::from_spec("multicast", spec, topology);
            algorithm.map_err(|error| error.to_string())?;
        }
        let scenario = self.scenario(&id, count, topology).with_scripts(scripts);
        let scenario = self.with_replies(scenario)?;
        let built = scenario.build().map_err(|error| error.reason())?;
        let judged =
            Judged::of(&scenario, &built, &mut |_| ()).map_err(|error| error.to_string())?;
        let network = &built.design.network;
        let mut why = format!("{}: {}", verdict(judged.is_free), judged.reason);
        let multicasts = built.design.multicasts.as_ref();
        if multicasts.is_some_and(|m| self.replicate || m.algorithm.base().is_some()) {
            why = format!("{why} {PORTS}");
        }
        let cures = if judged.is_free == Some(true) {
            Vec::new()
        } else {
            cures(&scenario)
        };
        let mut found = Reporter { topology, network }.report(&judged, &why, &cures);
        if let Some(delivery) = &judged.delivery {
            let label = |&(from, to)| [from, to].map(|node| topology.label(node));
            found["delivers"] = json!(delivery.is_certain());
            found["unserved"] = json!(delivery.unserved.iter().map(label).collect::<Vec<_>>());
            found["unserved_pairs"] = json!(delivery.never);
            found["dead_ends"] = json!(delivery.dead_ends);
            found["delivery"] = delivery_in_json(delivery, topology);
            if let Some(lost) = delivery.lost_in_words(topology) {
                found["lost"] = json!(lost);
            }
        }
        Ok(Answer::fields(found))
    }

    /// Adds requests and replies, if there are any.
    fn with_replies(&self, mut scenario: Scenario) -> Result<Scenario, String> {
        let Some(outstanding) = &self.outstanding else {
            return Ok(scenario);
        };
        let classes = if self.separate { "separate" } else { "shared" };
        for (field, text, option) in [
            ("length", FLITS, "length"),
            ("traffic.closed.outstanding", outstanding, "outstanding"),
            ("traffic.closed.queue", &self.reply_queue, "reply-queue"),
            ("traffic.closed.classes", classes, "classes"),
        ] {
            let set = scenario.set(field, text);
            set.map_err(|error| error.labeled(field, option).reason())?;
        }
        Ok(scenario)
    }

    /// Returns a scenario with the traffic to analyze.
    fn scenario(&self, routing: &str, vcs: u8, topology: &dyn Topology) -> Scenario {
        let mut scenario = Scenario::on(&topology.spec());
        routing.clone_into(&mut scenario.routing);
        scenario.vcs = vcs.into();
        scenario.dateline = !self.no_dateline;
        if self.multicast.is_some() {
            let multicast = &mut scenario.traffic.multicast;
            multicast.algorithm.clone_from(&self.multicast);
            multicast.router_copies = self.replicate;
            // Unicasts share the network with the multicasts.
            scenario.traffic.rate = LITTLE;
            scenario.traffic.broadcast = HALF;
        }
        scenario
    }
}

/// The length of requests and replies: short, so that a reply queue fills before channels do.
const FLITS: &str = "4";

/// A low load [messages/node/cycle].
const LITTLE: f64 = 0.001;

/// The fraction of broadcasts.
const HALF: f64 = 0.5;

struct Reporter<'a> {
    topology: &'a dyn Topology,
    network: &'a Network,
}

impl Reporter<'_> {
    fn lane(&self, lane: VirtualChannel) -> String {
        let [from, to] = [
            self.network.from(lane.channel),
            self.network.to(lane.channel),
        ];
        let (from, to) = (self.topology.label(from), self.topology.label(to));
        format!("{from}>{to} vc {}", lane.vc)
    }

    fn lanes(&self, lanes: &[VirtualChannel]) -> Value {
        json!(
            lanes
                .iter()
                .map(|&lane| self.lane(lane))
                .collect::<Vec<_>>()
        )
    }

    fn report(&self, judged: &Judged, why: &str, cures: &[Cure]) -> Value {
        let analysis = &judged.analysis;
        let found = judged.escapes.as_ref().map(|found| self.escapes(found));
        let marked = analysis.escape.as_ref().map(|escape| {
            json!({
                "channels": escape.lanes,
                "direct": escape.direct,
                "indirect": escape.indirect,
                "connected": escape.is_connected,
                "acyclic": escape.cycle.is_none(),
            })
        });
        let escape = match (marked, found) {
            (Some(mut marked), Some(found)) => {
                marked["found"] = found;
                Some(marked)
            }
            (marked, found) => marked.or_else(|| found.map(|found| json!({ "found": found }))),
        };
        let deadlock = judged.found.as_ref();
        json!({
            "channels": analysis.lanes,
            "dependencies": analysis.dependencies,
            "acyclic": analysis.cycle.is_none(),
            "cycle": analysis.cycle.as_ref().map(|cycle| self.lanes(cycle)),
            "escape": escape,
            "deadlock_free": judged.is_free,
            "why": why,
            "delivers": true,
            "unserved": [],
            "unserved_pairs": 0,
            "dead_ends": 0,
            "deadlock": deadlock.map(|found| {
                found.messages.iter().map(|message| self.message(message)).collect::<Vec<_>>()
            }),
            "witness": judged.witness.as_ref().map(|witness| &witness.scenario),
            "deadlocks_in": judged.witness.as_ref().map(|witness| witness.cycle),
            "cures": cures.iter().map(cure).collect::<Vec<_>>(),
        })
    }

    /// Describes a message of a deadlock.
    fn message(&self, message: &Stuck) -> Value {
        let label = |node| self.topology.label(node);
        json!({
            "from": label(message.from),
            "by": message.by.map(label),
            "to": label(message.to),
            "took": self.lanes(&message.walk),
            "holds": self.lanes(message.lanes()),
            "waits_for": self.lanes(&message.wants),
        })
    }

    /// Lists the virtual channels by the round in which headers wait for them.
    fn escapes(&self, escapes: &Escapes) -> Value {
        let rounds = escapes.by_round();
        let rounds: Vec<_> = rounds.iter().map(|lanes| self.lanes(lanes)).collect();
        json!({ "order": rounds })
    }
}

fn cure(cure: &Cure) -> Value {
    json!({ "label": cure.label(), "why": cure.why(), "link": cure.link })
}
