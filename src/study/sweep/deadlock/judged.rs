//! Decides whether the traffic of a scenario can deadlock: messages to one node under its routing function, worms of
//! multicasts on their paths or along trees, or both together.

use super::played::{self, Witness};
use super::{DeadlockStage, order, witness};
use crate::scenario::{BuiltScenario, Scenario};
use engine::catalog::BuildError;
use engine::multicast::{self, Relay};
use engine::routing::deadlock::{Configuration, Decision, Escapes, Room, judge, proved};
use engine::routing::dependency::{Analysis, Graph};
use engine::routing::{Delivery, RoutingFunction, Served, VirtualChannel};
use engine::sim::Switching;

/// The largest number of dependencies that are listed; of more only the number is reported, because
/// a picture of them would be unreadable.
pub const MOST_EDGES: usize = 20_000;

/// The verdict on a scenario.
#[derive(Debug, Clone)]
pub struct Judged {
    /// The analysis of the dependency graph.
    pub analysis: Analysis,
    /// Its edges, ascending; empty if there are more than [`MOST_EDGES`].
    pub edges: Vec<(VirtualChannel, VirtualChannel)>,
    /// Whether messages can never deadlock; `None` if unknown.
    pub is_free: Option<bool>,
    /// The reason, as the rest of a sentence that begins with the verdict.
    pub reason: String,
    /// Whether and how messages to one node arrive, which is another question; `None` if all are known to.
    pub delivery: Option<Delivery>,
    /// A deadlock of messages to one node, if one was found.
    pub found: Option<Configuration>,
    /// The escapes that prove freedom from deadlock, if the analysis found them rather than the function marking them.
    pub escapes: Option<Escapes>,
    /// If nothing can deadlock, the virtual channels in ranks: a message that holds one of a rank may always continue
    /// over one of a lower rank or without a rank. A message that holds one without a rank waits for nothing. Empty
    /// if no virtual channel has a rank, or there are more than [`MOST_EDGES`] dependencies.
    pub order: Vec<Vec<VirtualChannel>>,
    /// A scenario in which messages deadlock, if one was found.
    pub witness: Option<Witness>,
}

impl Judged {
    /// Judges a scenario of the flit simulator; `progress` receives each stage when it begins.
    pub fn of(
        scenario: &Scenario,
        built: &BuiltScenario,
        progress: &mut dyn FnMut(DeadlockStage),
    ) -> Result<Self, BuildError> {
        progress(DeadlockStage::Dependencies);
        let design = &*built.design;
        let network = &design.network;
        // Messages that never arrive are lost, whatever others do: the verdict is about the others.
        let served = Served::of(network, &*design.routing);
        let routing: &dyn RoutingFunction = match &served {
            Some(served) => served,
            None => &*design.routing,
        };
        // Requests and replies with virtual channels of their own do the same in each half.
        let vcs = design.vcs_of_class();
        let own = design.multicasts.as_ref().map(|m| &*m.algorithm);
        let relay = if design.router_copies() {
            Relay::RouterCopies
        } else {
            Relay::Received
        };
        let own = own.filter(|own| relay == Relay::RouterCopies || own.base().is_some());
        // Without traffic, the verdict is about the messages that the function could route.
        let has_unicast = own.is_none() || design.sends_to_one();
        let mut graph = if has_unicast {
            Graph::of(network, routing, vcs)?
        } else {
            Graph::empty(network, vcs)
        };
        let alone = has_unicast.then(|| graph.analyze());
        if let Some(algorithm) = own {
            multicast::add_dependencies(&mut graph, network, routing, algorithm, relay)?;
        }
        let analysis = match alone {
            Some(alone) if own.is_none() => alone,
            _ => graph.analyze(),
        };
        let edges = if analysis.dependencies <= MOST_EDGES as u64 {
            graph.dependencies()
        } else {
            Vec::new()
        };
        let mut judged = Self {
            analysis,
            edges,
            is_free: None,
            reason: String::new(),
            delivery: delivery_of(built),
            found: None,
            escapes: None,
            order: Vec::new(),
            witness: None,
        };
        // In the other modes, a blocked message gathers in the buffer of its header.
        let room = match design.switching {
            Switching::Wormhole => Room::Flits,
            Switching::VirtualCutThrough | Switching::StoreAndForward => Room::Message,
        };
        if own.is_none() || !judged.analysis.is_proved_free() && has_unicast {
            progress(DeadlockStage::Waiting);
            let answer = judge(&judged.analysis, network, routing, vcs, room);
            if own.is_none() || answer.is_free() == Some(false) {
                judged.answer(answer, built);
                if let Some(served) = &served {
                    judged.qualify(served);
                }
                progress(DeadlockStage::Playing);
                if judged.is_free == Some(true) && design.may_refuse_requests() {
                    judged.with_replies(scenario);
                    return Ok(judged);
                }
                judged.play(scenario, built);
                return Ok(judged);
            }
        }
        progress(DeadlockStage::Playing);
        judged.with_multicasts(scenario, built);
        Ok(judged)
    }

    /// Looks for a scenario in which the messages of the deadlock that was found reach it.
    fn play(&mut self, scenario: &Scenario, built: &BuiltScenario) {
        let found = self.found.as_ref();
        self.witness = found.and_then(|found| {
            witness::of(found, scenario, built).or_else(|| played::under_load(scenario))
        });
    }

    /// Says of which messages the verdict speaks, if the function does not serve all pairs of nodes.
    fn qualify(&mut self, served: &Served) {
        if served.count() == 0 {
            self.is_free = None;
        }
        self.reason = served.in_words(&self.reason);
    }

    /// Records the verdict on messages to one node.
    fn answer(&mut self, answer: Decision, built: &BuiltScenario) {
        self.is_free = answer.is_free();
        self.reason = answer.reason(&self.analysis, &*built.topology, &built.design.network);
        match answer {
            Decision::Free(escapes) => {
                self.order = escapes.by_round().split_off(1);
                self.escapes = Some(escapes).filter(|_| !self.analysis.is_proved_free());
            }
            Decision::Deadlock(found) => self.found = Some(found),
            Decision::Acyclic => self.order = order::by_dependencies(&self.edges),
            Decision::Undecided(_) => {}
        }
    }

    /// Records the verdict on requests and replies in the same virtual channels, under a routing function that is free
    /// of deadlock otherwise: it is not if a run deadlocks.
    fn with_replies(&mut self, scenario: &Scenario) {
        let danger = "the routing function alone is free of deadlock, but replies share the virtual channels of requests: a \
                      request that waits for a place in a full reply queue holds channels that the replies in the \
                      queue wait for";
        self.order = Vec::new();
        self.escapes = None;
        self.record_runs(danger, played::closed_loop(scenario));
    }

    /// Records a danger of deadlock, and the run that deadlocked, if one has.
    fn record_runs(&mut self, danger: &str, witness: Option<Witness>) {
        self.is_free = witness.is_some().then_some(false);
        self.reason = match &witness {
            Some(Witness { cycle, .. }) => {
                format!("{danger}. A run deadlocked in cycle {cycle}.")
            }
            None => format!(
                "{danger}. It is not known whether messages can reach such a state: no run of random messages has \
                 deadlocked."
            ),
        };
        self.witness = witness;
    }

    /// Records the verdict on worms of multicasts, which hold channels and ports: they are free of
    /// deadlock if the graph proves it, and not if a run deadlocks.
    fn with_multicasts(&mut self, scenario: &Scenario, built: &BuiltScenario) {
        let design = &*built.design;
        let enough = design.enough_ports();
        let few = design
            .ports
            .ejection
            .filter(|&ports| u32::from(ports) < enough);
        let is_proved = self.analysis.is_proved_free();
        if is_proved && few.is_none() {
            self.is_free = Some(true);
            if self.analysis.cycle.is_none() {
                self.order = order::by_dependencies(&self.edges);
            }
            self.reason = proved(&self.analysis);
            return;
        }
        let danger = match few.filter(|_| is_proved) {
            Some(ports) => format!(
                "waits for channels form no cycle, but worms hold an ejection port while they wait \
                 for the next channel, and with {ports} per node rather than {enough} they can \
                 wait for each other's ports"
            ),
            None => "worms of multicasts hold channels that others wait for, and these waits can form a \
                     cycle"
                .to_owned(),
        };
        self.record_runs(&danger, played::at_random(scenario));
    }
}

/// How messages to one node arrive; `None` if all are known to.
fn delivery_of(built: &BuiltScenario) -> Option<Delivery> {
    let design = &*built.design;
    let is_known = design.routing.always_arrives() && design.faults.is_empty();
    let follow = || Delivery::of(&*built.topology, &design.network, &*design.routing);
    (!is_known && design.multicasts.is_none()).then(follow)
}
