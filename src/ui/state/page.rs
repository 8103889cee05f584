//! The state of the page, as signals.

use std::sync::Arc;

use flitscope::browser::time::prefers_stillness;
use flitscope::page::{Dock, Entries, Opened, PageState, Place, Setting, UndoHistory};
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

/// What is open that changes the scenario.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Panel {
    /// Nothing.
    #[default]
    None,
    /// All settings, in place of the inspector.
    Settings,
    /// The examples.
    Examples,
}

/// The state of the page; copies share it.
#[derive(Clone, Copy)]
pub struct Page {
    /// What of the page is shown.
    pub place: RwSignal<Place>,
    /// What the address said behind the question mark when it was last written or followed.
    pub query: StoredValue<String>,
    /// What the newest entry of the browser's history says.
    pub entries: StoredValue<Entries>,
    /// Where the network was left, as an address, while Home or a paper has its own on the stage.
    pub left: StoredValue<Option<String>>,
    /// What a text beside the picture speaks of.
    pub pointed: RwSignal<Option<Pointed>>,
    /// The scenario, always one that can be built.
    pub scenario: RwSignal<Scenario>,
    /// What was built from it.
    pub study: RwSignal<Arc<BuiltScenario>>,
    /// How the network is drawn, always a way that it offers.
    pub arrangement: RwSignal<Arrangement>,
    /// Where everything is drawn.
    pub layout: Memo<Arc<Layout>>,
    /// Its simulation.
    pub player: Player,
    /// What is pointed at and selected.
    pub focus: RwSignal<Focus>,
    /// How it is looked at.
    pub look: Look,
    /// What is laid over the network.
    pub over: Over,
    /// Lessons.
    pub teaching: Teaching,
    /// A routing function of one's own.
    pub written: Written,
    /// A network of one's own.
    pub drawn: OwnNetwork,
    /// Sentences about what could not be used of a link.
    pub problems: RwSignal<Vec<String>>,
    /// What to know before trusting what is shown, in sentences.
    pub warnings: RwSignal<Vec<String>>,
    /// What has just been done, until time goes on.
    pub notice: RwSignal<Option<String>>,
    /// What can be undone and redone.
    pub past: RwSignal<UndoHistory>,
    /// What has just been undone or redone, in words.
    pub turned: RwSignal<Option<String>>,
    /// What the last change, of the network, took away, in sentences.
    pub dropped: RwSignal<Option<String>>,
    /// The multicast algorithms whose runs are shown side by side; none: one picture.
    pub beside: RwSignal<Vec<String>>,
    /// What stands in the dock below the network.
    pub dock: RwSignal<Dock>,
    /// Routing functions, by their ids, whose latency curves are measured beside the scenario's
    /// own; what is not defined on the network is passed over.
    pub against: RwSignal<Vec<String>>,
    /// Whether the latency curve is to be measured as soon as it is shown.
    pub measures: RwSignal<bool>,
    /// Which of the panels is open that change the scenario.
    pub panel: RwSignal<Panel>,
    /// The message chosen for the space-time diagram.
    pub followed: RwSignal<Option<Followed>>,
    /// The speed that a person chose, while Home has its own.
    pub usual_speed: StoredValue<f64>,
    /// Whether the address said nothing when the page was opened.
    pub is_first_visit: bool,
    /// Whether the address has just been copied.
    pub copied: RwSignal<bool>,
    /// How many workers measure; none: as many as suit the machine.
    pub workers: StoredValue<Option<usize>>,
    /// Whether the address names a theme.
    pub names_theme: StoredValue<bool>,
    /// Keys of the address that this version does not know.
    pub unknown: StoredValue<Vec<(String, String)>>,
}

impl Page {
    /// The state that an address holds, in a place; `left`: where the network was left for it.
    pub fn new(opened: Opened, place: Place, left: Option<String>) -> Self {
        let study = built(&opened.state.scenario);
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
            scenario: RwSignal::new(opened.state.scenario.clone()),
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

    /// Whether a setting applies to the scenario. Tracks it.
    pub fn offers(self, setting: Setting) -> bool {
        setting.applies_to(&self.scenario.read(), &self.study.read())
    }

    /// Goes to what an address holds, of which undo knows.
    pub fn open(self, opened: Opened) {
        let link = opened.state.scenario.to_link();
        let example = PRESETS.iter().find(|preset| preset.link == link);
        let what = example.map_or("opening a link", |preset| preset.name);
        self.note(&opened.state.scenario, what);
        self.enter(opened);
    }

    /// Goes to what an address holds, on the way from place to place.
    pub fn enter(self, opened: Opened) {
        if let Some(awaits) = opened.awaits.clone() {
            self.await_script(awaits, &opened);
        }
        self.put(opened.state.scenario.clone());
        self.take(opened);
    }

    /// Opens the latency curve and measures that of another routing function, by its id, beside
    /// the scenario's own.
    pub fn compare_with(self, routing: &str) {
        self.against.set(vec![routing.to_owned()]);
        self.measures.set(true);
        self.dock.set(Dock::Curve);
    }

    /// Runs from a cycle on; stands there for those who prefer that nothing moves by itself.
    pub fn begin_at(self, cycle: u64) {
        if prefers_stillness() {
            self.player.pause_at(cycle);
        } else {
            self.player.play_from(cycle);
        }
    }

    /// Copies all but the scenario, which is shown already, into the signals.
    pub(super) fn take(self, opened: Opened) {
        let Opened {
            state,
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
            // An empty network has nothing to look at: begin when there is some traffic.
            None => self.begin_at(if is_empty { 150 } else { 0 }),
        }
        let state = untrack(|| self.state());
        self.entries.update_value(|entries| entries.are_at(&state));
    }

    /// What the address is to say. Tracks all of it but the cycle.
    pub fn state(self) -> PageState {
        PageState {
            scenario: self.scenario.get(),
            // Back, pressed twice, would read the cycle that time stands at on its way there.
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

/// What a scenario stands for; the first preset, should it not fit the page.
pub fn built(scenario: &Scenario) -> Arc<BuiltScenario> {
    let study = scenario.build_within(MOST_NODES_IN_PAGE);
    Arc::new(study.unwrap_or_else(|_| {
        let fallback = PRESETS[0].scenario().build();
        fallback.expect("presets are tested to be usable")
    }))
}
