//! The state of the page, as signals.

use std::sync::Arc;

use flitscope::browser::time::prefers_stillness;
use flitscope::page::{Address, Dock, Entries, Opened, Place, Setting, UndoHistory};
use flitscope::scenario::{BuiltScenario, MOST_NODES_IN_PAGE, PRESETS, Scenario};
use flitscope::scene::{Focus, Layout, Pointed};
use flitscope::topology::Arrangement;
use leptos::prelude::*;

use super::custom::own_network::OwnNetwork;
use super::custom::written::Written;
use super::lesson::teaching::Teaching;
use super::overlay::Over;
use super::player::{Followed, Player};
use super::view_options::Look;

/// Panels that change the scenario, of which at most one is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Panel {
    /// No panel.
    #[default]
    None,
    /// All settings, in place of the inspector.
    Settings,
    /// The gallery of examples.
    Examples,
}

/// The state of the page; copies share state.
#[derive(Clone, Copy)]
pub struct Page {
    /// The place that is open.
    pub place: RwSignal<Place>,
    /// The query part of the address when it was last written or followed.
    pub query: StoredValue<String>,
    /// The newest entry of the browser's history.
    pub entries: StoredValue<Entries>,
    /// The address of the explored network, while another place has its own network on the stage.
    pub left: StoredValue<Option<String>>,
    /// The element to which a text beside the picture refers.
    pub pointed: RwSignal<Option<Pointed>>,
    /// The scenario, which is always buildable.
    pub scenario: RwSignal<Scenario>,
    /// The network and simulation design built from the scenario.
    pub study: RwSignal<Arc<BuiltScenario>>,
    /// The layout of the network, always one that the topology offers.
    pub arrangement: RwSignal<Arrangement>,
    /// The positions of nodes and channels in the picture.
    pub layout: Memo<Arc<Layout>>,
    /// The simulation in time.
    pub player: Player,
    /// The elements that are pointed at and selected.
    pub focus: RwSignal<Focus>,
    /// The view options.
    pub look: Look,
    /// The overlays.
    pub over: Over,
    /// The state of the lessons.
    pub teaching: Teaching,
    /// The user's routing function.
    pub written: Written,
    /// The user's network.
    pub drawn: OwnNetwork,
    /// Sentences about failures and about the unusable parts of a link.
    pub problems: RwSignal<Vec<String>>,
    /// Warnings about the validity of what is shown, in sentences.
    pub warnings: RwSignal<Vec<String>>,
    /// Report on the last action, until the run continues.
    pub notice: RwSignal<Option<String>>,
    /// The undo history.
    pub past: RwSignal<UndoHistory>,
    /// Description of the last undo or redo.
    pub turned: RwSignal<Option<String>>,
    /// Sentences about the settings that the last change removed, if it was a change of network.
    pub dropped: RwSignal<Option<String>>,
    /// The multicast algorithms whose runs are shown side by side; empty for a single picture.
    pub beside: RwSignal<Vec<String>>,
    /// The view in the dock below the network.
    pub dock: RwSignal<Dock>,
    /// Ids of the routing functions whose latency curves are measured along with the scenario's own;
    /// those not defined on the network are skipped.
    pub against: RwSignal<Vec<String>>,
    /// Whether the latency curve is to be measured as soon as it is shown.
    pub measures: RwSignal<bool>,
    /// The open panel that changes the scenario.
    pub panel: RwSignal<Panel>,
    /// The message in the space-time diagram.
    pub followed: RwSignal<Option<Followed>>,
    /// The speed that the user chose, while Home has its own \[cycles/s\].
    pub usual_speed: StoredValue<f64>,
    /// Whether the page was opened in Explore with an empty address.
    pub is_first_visit: bool,
    /// Whether the address was copied in the last two seconds.
    pub copied: RwSignal<bool>,
    /// Number of workers that measure; `None` for as many as suit the machine.
    pub workers: StoredValue<Option<usize>>,
    /// Whether the address names a theme.
    pub names_theme: StoredValue<bool>,
    /// Keys of the address that this version does not know, with their values.
    pub unknown: StoredValue<Vec<(String, String)>>,
}

impl Page {
    /// Creates the page in a place from the state of an address. `left` is the address of the explored network if
    /// the place has its own.
    pub fn new(opened: Opened, place: Place, left: Option<String>) -> Self {
        let study = built(&opened.address.scenario);
        let player = Player::new(study.design.clone());
        let study = RwSignal::new(study);
        let arrangement = RwSignal::new(Arrangement::default());
        let layout = Memo::new(move |_| {
            let study = study.read();
            let design = &study.design;
            Arc::new(Layout::new(
                &*study.topology,
                &design.network,
                design.vcs,
                arrangement.get(),
            ))
        });
        let page = Self {
            place: RwSignal::new(place),
            query: StoredValue::default(),
            entries: StoredValue::default(),
            left: StoredValue::new(left),
            pointed: RwSignal::new(None),
            scenario: RwSignal::new(opened.address.scenario.clone()),
            study,
            arrangement,
            layout,
            player,
            focus: RwSignal::new(Focus::default()),
            look: Look::new(),
            over: Over::new(),
            teaching: Teaching::new(),
            written: Written::new(),
            drawn: OwnNetwork::new(),
            problems: RwSignal::new(Vec::new()),
            warnings: RwSignal::new(Vec::new()),
            notice: RwSignal::new(None),
            past: RwSignal::new(UndoHistory::default()),
            turned: RwSignal::new(None),
            dropped: RwSignal::new(None),
            beside: RwSignal::new(Vec::new()),
            dock: RwSignal::new(Dock::TimeLine),
            against: RwSignal::new(Vec::new()),
            measures: RwSignal::new(false),
            panel: RwSignal::new(Panel::None),
            followed: RwSignal::new(None),
            usual_speed: StoredValue::new(player.speed.get_untracked()),
            is_first_visit: opened.is_empty && place == Place::Explore,
            copied: RwSignal::new(false),
            workers: StoredValue::new(None),
            names_theme: StoredValue::new(false),
            unknown: StoredValue::new(Vec::new()),
        };
        if let Some(awaits) = opened.awaits.clone() {
            page.await_script(awaits, &opened);
        }
        page.take(opened);
        page
    }

    /// Returns whether a setting applies to the scenario. Tracks the scenario.
    pub fn offers(self, setting: Setting) -> bool {
        setting.applies_to(&self.scenario.read(), &self.study.read())
    }

    /// Shows the state of an address, as a change that can be undone.
    pub fn open(self, opened: Opened) {
        let link = opened.address.scenario.to_link();
        let example = PRESETS.iter().find(|preset| preset.link == link);
        let what = example.map_or("opening a link", |preset| preset.name);
        self.note(&opened.address.scenario, what);
        self.enter(opened);
    }

    /// Shows the state of an address without an entry in the undo history, as on a change of place.
    pub fn enter(self, opened: Opened) {
        if let Some(awaits) = opened.awaits.clone() {
            self.await_script(awaits, &opened);
        }
        self.put(opened.address.scenario.clone());
        self.take(opened);
    }

    /// Opens the latency curve and measures that of another routing function, given by its id, along with
    /// the scenario's own.
    pub fn compare_with(self, routing: &str) {
        self.against.set(vec![routing.to_owned()]);
        self.measures.set(true);
        self.dock.set(Dock::Curve);
    }

    /// Plays from a cycle on, or pauses there for users who prefer reduced motion.
    pub fn begin_at(self, cycle: u64) {
        if prefers_stillness() {
            self.player.pause_at(cycle);
        } else {
            self.player.play_from(cycle);
        }
    }

    /// Copies the state into the signals, except for the scenario, which is already shown.
    pub(super) fn take(self, opened: Opened) {
        let Opened {
            address: state,
            problems,
            is_empty,
            ..
        } = opened;
        self.problems.set(problems);
        self.workers.set_value(state.workers);
        self.names_theme.set_value(state.theme.is_some());
        self.unknown.set_value(state.unknown);
        self.dock.set(state.dock);
        self.beside.set(state.side_by_side);
        self.arrangement.set(state.arrangement);
        self.over.overlay.set(state.overlay);
        self.over.pair.set(state.pair);
        self.over.node_disjoint.set(state.node_disjoint);
        self.look.heat.set(state.heat);
        self.look.matrix.set(state.matrix);
        if let Some(theme) = state.theme {
            self.look.theme.set(theme);
        }
        if state.selected.is_some() {
            self.focus.update(|focus| focus.selected = state.selected);
        }
        self.followed.set(state.followed.map(Followed::from));
        if let Some(speed) = state.play {
            self.player.speed.set(speed);
        }
        match state.cycle {
            Some(cycle) if state.play.is_some() => self.begin_at(cycle),
            Some(cycle) => self.player.pause_at(cycle),
            // An empty network shows nothing: start at a cycle with some traffic.
            None => self.begin_at(if is_empty { 150 } else { 0 }),
        }
        let state = untrack(|| self.state());
        self.entries.update_value(|entries| entries.are_at(&state));
    }

    /// Returns the state for the address. Tracks all of it except the cycle.
    pub fn state(self) -> Address {
        Address {
            scenario: self.scenario.get(),
            // During a seek, the address names the goal: the cycles passed on the way must not become entries to which
            // Back returns.
            cycle: (self.player.goal.get_untracked())
                .or_else(|| Some(self.player.cycle.get_untracked())),
            play: None,
            dock: self.dock.get(),
            side_by_side: self.beside.get(),
            overlay: self.over.overlay.get(),
            pair: self.over.pair.get(),
            node_disjoint: self.over.node_disjoint.get(),
            arrangement: self.arrangement.get(),
            followed: self.followed.get().map(|followed| followed.message),
            theme: Some(self.look.theme.get()).filter(|_| self.names_theme.get_value()),
            heat: self.look.heat.get(),
            matrix: self.look.matrix.get(),
            selected: self.focus.read().selected,
            workers: self.workers.get_value(),
            unknown: self.unknown.get_value(),
        }
    }
}

/// Builds a scenario, or the first preset if it cannot be built within the limits of the page.
pub fn built(scenario: &Scenario) -> Arc<BuiltScenario> {
    let study = scenario.build_within(MOST_NODES_IN_PAGE);
    Arc::new(study.unwrap_or_else(|_| {
        let fallback = PRESETS[0].scenario().build();
        fallback.expect("presets are tested to be usable")
    }))
}
