//! The subject of queries: a scene, simulated up to the end of its step.

mod changes;
mod journeys;
mod measured;

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::error::LessonError;
use engine::catalog::quoted;
use engine::routing::Scripts;
use engine::sim::{Delivery, History, Simulator, Snapshot};
use engine::topology::{ChannelId, NodeId};
use page::Address;
use study::scenario::{BuiltScenario, MOST_NODES_IN_PAGE, Scenario};
use study::sweep::{DeadlockReport, Report};

pub use changes::changed;
use journeys::Journeys;

/// The longest run of a step \[cycles\].
pub(super) const MOST_CYCLES: u64 = 20_000;

/// The most messages of a run that are followed from cycle to cycle. Messages drawn at random are only
/// counted, never followed.
const MOST_FOLLOWED: usize = 512;

/// A scene and its simulation so far.
#[derive(Debug)]
pub struct SceneRun {
    scenario: Scenario,
    /// The original scene of a challenge; the scene itself for other steps.
    scene: Scenario,
    /// Whether this run was created by [`SceneRun::beside`], and so cannot create further ones.
    is_beside: bool,
    built: BuiltScenario,
    history: RefCell<History>,
    /// Deliveries, in the order of arrival.
    deliveries: RefCell<Vec<Delivery>>,
    journeys: RefCell<Journeys>,
    /// The cycle at which each multicast had reached its last destination.
    completed: RefCell<Vec<u64>>,
    measured: RefCell<BTreeMap<u64, Rc<Report>>>,
    saturation: OnceCell<f64>,
    deadlock: OnceCell<Result<DeadlockReport, LessonError>>,
}

/// A scene as described by the link of a step: the scenario and the first cycle shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    pub scenario: Scenario,
    pub cycle: u64,
}

impl Scene {
    /// Parses the query string of a link; refuses it if any part is unusable. The scenario is built with
    /// `scripts`.
    pub fn read(link: &str, scripts: &Scripts) -> Result<Self, LessonError> {
        let opened = Address::read(link, scripts);
        if opened.is_empty || !page::names_network(link) {
            let network = "the link of a network, such as t=mesh:4x4&msg=0:0,0>3,3&c=0";
            return Err(LessonError::rejected("scene", network, link));
        }
        if let Some(problem) = opened.problems.into_iter().next() {
            return Err(LessonError::new(problem));
        }
        Ok(Self {
            scenario: opened.address.scenario,
            cycle: opened.address.cycle.unwrap_or(0),
        })
    }
}

impl SceneRun {
    /// Creates a run at cycle 0 of a scenario derived from a scene.
    pub fn new(scenario: &Scenario, scene: &Scenario) -> Result<Rc<Self>, LessonError> {
        let built = scenario.build_within(MOST_NODES_IN_PAGE)?;
        Ok(Rc::new(Self {
            scenario: scenario.clone(),
            scene: scene.clone(),
            is_beside: false,
            history: RefCell::new(History::new(built.design.clone())),
            built,
            deliveries: RefCell::default(),
            journeys: RefCell::default(),
            completed: RefCell::default(),
            measured: RefCell::default(),
            saturation: OnceCell::new(),
            deadlock: OnceCell::new(),
        }))
    }

    /// Creates a run of another scenario for comparison with this one.
    pub(super) fn beside(&self, scenario: &Scenario) -> Result<Rc<Self>, LessonError> {
        if self.is_beside {
            return Err(LessonError::new(
                "changing must not stand inside of changing",
            ));
        }
        let mut run = Self::new(scenario, &self.scene)?;
        if let Some(run) = Rc::get_mut(&mut run) {
            run.is_beside = true;
        }
        Ok(run)
    }

    /// Returns an error if the scene simulates packets instead of flits.
    pub(super) fn counts_flits(&self) -> Result<(), LessonError> {
        if self.built.packet.is_some() {
            return Err(LessonError::new(
                "this query is about flits, and the scene is about packets",
            ));
        }
        Ok(())
    }

    /// Simulates until a condition holds, tested from cycle `from` on; gives up after [`MOST_CYCLES`].
    /// Returns whether it held.
    pub fn until<E>(
        &self,
        from: u64,
        mut holds: impl FnMut() -> Result<bool, E>,
    ) -> Result<bool, E> {
        while self.cycle() < MOST_CYCLES {
            if self.cycle() >= from && holds()? {
                return Ok(true);
            }
            self.step();
        }
        holds()
    }

    /// Simulates up to a cycle.
    pub fn to_cycle(&self, cycle: u64) {
        while self.cycle() < cycle.min(MOST_CYCLES) {
            self.step();
        }
    }

    /// Returns whether no further activity is possible.
    pub fn is_over(&self) -> bool {
        self.history.borrow().now().is_over()
    }

    /// Returns whether messages are drawn at random, so that the run never ends.
    pub fn is_endless(&self) -> bool {
        self.built.design.is_random() || self.built.packet.is_some()
    }

    fn step(&self) {
        let mut history = self.history.borrow_mut();
        let mut journeys = self.journeys.borrow_mut();
        history.step();
        let now = history.now();
        self.deliveries.borrow_mut().extend(now.deliveries());
        let ends = now.completions().iter().map(|done| done.arrived);
        self.completed.borrow_mut().extend(ends);
        if !self.is_endless() && self.built.design.orders.len() <= MOST_FOLLOWED {
            journeys.observe(&now.snapshot());
        }
    }

    pub fn cycle(&self) -> u64 {
        self.history.borrow().furthest()
    }

    /// The scenario that is simulated.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The scene from which the scenario was derived.
    pub fn scene(&self) -> &Scenario {
        &self.scene
    }

    /// The network and design built from the scenario.
    pub fn built(&self) -> &BuiltScenario {
        &self.built
    }

    /// Calls a function with the simulator at the last cycle simulated.
    pub(super) fn now<T>(&self, look: impl FnOnce(&Simulator) -> T) -> T {
        let mut history = self.history.borrow_mut();
        let furthest = history.furthest();
        history.seek(furthest, u64::MAX);
        look(history.now())
    }

    /// Returns the state at a cycle, or at the last cycle simulated if that is earlier.
    pub(super) fn at(&self, cycle: u64) -> Snapshot {
        let mut history = self.history.borrow_mut();
        let cycle = cycle.min(history.furthest());
        history.seek(cycle, u64::MAX);
        history.now().snapshot()
    }

    pub(super) fn deliveries<T>(&self, look: impl FnOnce(&[Delivery]) -> T) -> T {
        look(&self.deliveries.borrow())
    }

    pub(super) fn completed(&self) -> Vec<u64> {
        self.completed.borrow().clone()
    }

    pub(super) fn journeys<T>(&self, look: impl FnOnce(&Journeys) -> T) -> T {
        look(&self.journeys.borrow())
    }

    /// Analyzes the channel dependency graph for deadlock.
    pub(super) fn deadlock(&self) -> Result<&DeadlockReport, LessonError> {
        let report = self
            .deadlock
            .get_or_init(|| Ok(DeadlockReport::of(&self.scenario, &self.built)?));
        report.as_ref().map_err(Clone::clone)
    }

    /// The routing function, which avoids the failed links of the scenario.
    pub(super) fn routing(&self) -> &dyn engine::routing::RoutingFunction {
        &*self.built.design.routing
    }

    /// Parses the name of a node in a lesson.
    pub(super) fn node(&self, field: &str, text: &str) -> Result<NodeId, LessonError> {
        Ok(self.built.topology.node(field, text)?)
    }

    /// Returns the name of a node in lessons.
    pub(super) fn label(&self, node: NodeId) -> String {
        self.built.topology.label(node)
    }

    /// Parses the name of a channel, its two nodes: `2>3`.
    pub(super) fn channel(&self, text: &str) -> Result<ChannelId, LessonError> {
        let (from, to) = text.split_once('>').ok_or_else(|| {
            LessonError::rejected("channel", "its two nodes with > between them", text)
        })?;
        let (from, to) = (self.node("channel", from)?, self.node("channel", to)?);
        let network = &self.built.design.network;
        network.between(from, to).ok_or_else(|| {
            let (network, given) = (&self.scenario.network, quoted(text));
            LessonError::new(format!(
                "channel must lead from a node to a neighbor in {network}, not {given}"
            ))
        })
    }

    /// Returns the name of a channel in lessons: `2>3`.
    pub(super) fn channel_name(&self, channel: ChannelId) -> String {
        let network = &self.built.design.network;
        let [from, to] = [network.from(channel), network.to(channel)];
        format!("{}>{}", self.label(from), self.label(to))
    }
}
