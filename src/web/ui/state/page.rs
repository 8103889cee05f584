//! The page as a context: its state in a store, and the parts that have a state of their own.

use std::sync::Arc;
use std::time::Duration;

use browser::time::{now, prefers_stillness};
use flitscope::page::drawing::NetworkDrawing;
use flitscope::page::{
    Action, Address, Asked, Continuation, Dock, Ground, Made, Moment, Opened, PageState,
    PageStateStoreFields, Place, Refusal, Setting, Shown, Transition, ViewStoreFields, transition,
};
use flitscope::scenario::BuiltScenario;
use flitscope::scene::Layout;
use leptos::prelude::*;
use reactive_stores::Store;

use super::address_bar::AddressBar;
use super::custom::written::Written;
use super::lesson::teaching::Teaching;
use super::overlay::Overlays;
use super::player::Player;
use super::run::Run;
use super::view_options::Look;

/// The page; copies share state.
#[derive(Clone, Copy)]
pub struct Page {
    /// The state, which only [`Page::act`] and [`Page::try_act`] change.
    pub state: Store<PageState>,
    /// The content of the panel beside the network.
    pub shown: Memo<Shown>,
    /// The state on which the margins of the picture depend.
    pub ground: Memo<Ground>,
    /// The positions of nodes and channels in the picture.
    pub layout: Memo<Arc<Layout>>,
    pub player: Player,
    /// The run of the scenario.
    pub run: Run,
    pub look: Look,
    /// The computed parts of the overlays.
    pub overlays: Overlays,
    /// The state of the lessons.
    pub teaching: Teaching,
    pub written: Written,
    /// The user-drawn network while the dock shows another view.
    pub drawn: StoredValue<Option<NetworkDrawing>>,
    /// Warnings about the validity of what is shown, in sentences.
    pub warnings: RwSignal<Vec<String>>,
    /// Whether the latency curve is to be measured as soon as it is shown.
    pub measures: RwSignal<bool>,
    /// Returns a link to the curves that are shown, with their points, from `#` on; `None` while there are no points.
    pub curves_link: StoredValue<Option<Callback<(), String>>>,
    /// Whether the address was copied in the last two seconds.
    pub copied: RwSignal<bool>,
    /// The address and its entries in the browser's history.
    pub bar: AddressBar,
    /// Notes in the link that was opened about its making.
    pub expected: StoredValue<Option<Expected>>,
    /// Whether the page was opened in Explore with an empty address.
    pub is_first_visit: bool,
}

/// Notes in the link that was opened about its making, until the run stands at its cycle.
pub struct Expected {
    pub(super) made: Made,
    pub(super) built: Arc<BuiltScenario>,
    pub(super) cycle: u64,
}

impl Page {
    /// Creates the page in a place from the state of an address. `left` is the explored network to which the user will
    /// return.
    pub fn new(opened: Opened, place: Place, left: Option<Opened>) -> Self {
        let is_first_visit = opened.is_empty && place == Place::Explore;
        let next = PageState::begin(opened, place, left);
        let scripts = next.state.scenario.scripts.clone();
        let player = Player::new(next.state.built.design.clone());
        let state = Store::new(next.state.clone());
        let shown = Memo::new(move |_| {
            state.place().track();
            state.panel().track();
            state.view().dock().track();
            state.view().overlay().track();
            state.focus().track();
            state.with_untracked(PageState::shown)
        });
        let look = Look::new();
        let teaching = Teaching::new();
        let ground = Memo::new(move |_| Ground {
            place: state.place().get(),
            shown: shown.get(),
            has_lesson_task: state.place().get() == Place::Lessons
                && state.view().dock().get() != Dock::TimeLine,
            is_presenting: look.presenting.get(),
            width: look.ground.get().0,
            height: look.ground.get().1,
        });
        let room = Memo::new(move |_| ground.get().room());
        let layout = Memo::new(move |_| {
            let built = state.built().get();
            let design = &built.design;
            Arc::new(Layout::in_room(
                &*built.topology,
                &design.network,
                design.vcs,
                state.view().arrangement().get(),
                room.get(),
            ))
        });
        let overlays = Overlays::new();
        let page = Self {
            state,
            shown,
            ground,
            layout,
            player,
            run: Run {
                built: state.built().into(),
                snapshot: player.snapshot,
                before: player.before,
                history: player.history,
                ground: Signal::derive(move || overlays.below()),
                utilization: player.utilization,
            },
            look,
            overlays,
            teaching,
            written: Written::new(scripts),
            drawn: StoredValue::new(None),
            warnings: RwSignal::new(Vec::new()),
            measures: RwSignal::new(false),
            curves_link: StoredValue::new(None),
            copied: RwSignal::new(false),
            bar: AddressBar::new(player.now().speed),
            expected: StoredValue::new(None),
            is_first_visit,
        };
        page.show(next);
        page
    }

    /// Provides the page as a context, and each part that has readers of its own.
    pub fn provide(self) {
        provide_context(self);
        provide_context(self.state);
        provide_context(self.player);
        provide_context(self.look);
        provide_context(self.overlays);
        provide_context(self.teaching);
        provide_context(self.written);
    }

    /// Returns a part of the state at this time, for the handler of an event. Tracks nothing.
    pub fn now<T>(self, part: impl FnOnce(&PageState) -> T) -> T {
        self.state.with_untracked(part)
    }

    /// Performs an action, or reports why it cannot be done.
    pub fn act(self, action: Action) {
        if let Err(error) = self.try_act(action) {
            self.report(error.reason());
        }
    }

    /// Performs an action. One that needs a script compiled is performed later, and reports failure by itself.
    ///
    /// # Errors
    ///
    /// Why it cannot be done; nothing has changed then.
    pub fn try_act(self, action: Action) -> Result<(), Refusal> {
        match self.perform(action.clone()) {
            Err(Refusal::NotCompiled(script)) => {
                self.act_when_compiled(script, action);
                Ok(())
            }
            done => done,
        }
    }

    pub(super) fn perform(self, action: Action) -> Result<(), Refusal> {
        let next = transition(self.state.get_untracked(), action, &self.moment())?;
        self.show(next);
        Ok(())
    }

    /// Sets one field to a value as the user typed it.
    ///
    /// # Errors
    ///
    /// A sentence that says why the value is invalid; the scenario then stays unchanged.
    pub fn set(self, field: &str, text: &str) -> Result<(), String> {
        self.try_act(Action::set(field, text))
            .map_err(|error| error.reason())
    }

    /// Shows the state of an address without an entry in the undo history.
    pub fn open_by_page(self, opened: Opened) {
        self.open_by_page_then(opened, || {});
    }

    /// Does the same, and then calls `then`, unless another address is entered or opened before that.
    pub fn open_by_page_then(self, opened: Opened, then: impl FnOnce() + 'static) {
        // The scene of a step that the user has left may arrive late.
        if self.bar.is_entered.get_value() {
            return;
        }
        self.when_compiled(opened, move |opened| {
            self.act(Action::Open(Box::new(opened), Asked::ByPage));
            then();
        });
    }

    /// Confirms for two seconds that a link is copied.
    pub fn confirm_copy(self) {
        self.copied.set(true);
        set_timeout(move || self.copied.set(false), Duration::from_secs(2));
    }

    /// Reports a failure, in place of earlier ones.
    pub fn report(self, problem: impl Into<String>) {
        self.act(Action::Problems(vec![problem.into()]));
    }

    /// Reports on an action, until the run continues.
    pub fn notify(self, notice: impl Into<String>) {
        self.act(Action::Notice(notice.into()));
    }

    /// Returns whether a setting applies to the scenario. Tracks the scenario.
    pub fn offers(self, setting: Setting) -> bool {
        setting.applies_to(&self.state.scenario().read(), &self.state.built().read())
    }

    /// Returns whether the link locks a field of the scenario, given by its path, or the view. Tracks the
    /// restrictions.
    pub fn locks(self, field: &str) -> bool {
        let locked = self.state.restrictions().read().locked;
        locked.has_field(field) || field == "view" && locked.has(field)
    }

    /// Opens the latency curve and measures that of another routing function, given by its id, along with
    /// the scenario's own.
    pub fn compare_with(self, routing: &str) {
        self.act(Action::CompareRouting(routing.to_owned()));
        self.measures.set(true);
    }

    /// Opens the latency curve and measures that under another traffic pattern, given by its id, along with it.
    pub fn compare_under(self, pattern: &str) {
        self.act(Action::CompareTraffic(pattern.to_owned()));
        self.measures.set(true);
    }

    /// Returns the content of the address. During a seek, it names the goal: the cycles passed on the way must not
    /// become entries to which Back returns.
    pub fn address(self) -> Address {
        let address = |state: &PageState| state.address(self.moment().position());
        self.state.with_untracked(address)
    }

    /// Returns the run at this time.
    fn moment(self) -> Moment {
        let generated = self.player.snapshot.read_untracked().counters.generated;
        let run = self.player.now();
        Moment {
            cycle: run.cycle,
            goal: run.goal,
            plays: run.will_play(),
            generated,
            time: now(),
        }
    }

    /// Shows the result of an action.
    fn show(self, next: Transition) {
        let Transition {
            state,
            run,
            speed,
            was_opened,
            made,
        } = next;
        let is_same = |before: &PageState| {
            let is_same_run = Arc::ptr_eq(&before.built, &state.built);
            (
                is_same_run,
                before.scenario.network == state.scenario.network,
            )
        };
        let (is_same_run, is_same_network) = self.state.with_untracked(is_same);
        if !is_same_run {
            // Overlays refer to channels that may no longer exist.
            self.overlays.forget();
            self.player.restart(state.built.design.clone());
        }
        if !is_same_network {
            self.look.fit();
        }
        if let Some(theme) = state.view.theme.filter(|_| was_opened) {
            self.look.theme.set(theme);
        }
        let is_held = state.restrictions.locked.has("time");
        self.player.change(|run| run.is_held = is_held);
        write(self.state, state);
        if let Some(speed) = speed {
            self.player.change(|run| run.speed = speed);
        }
        if was_opened {
            let expected = made.zip(run).and_then(|(made, run)| match run {
                Continuation::Pause(cycle) => {
                    let built = self.now(|state| state.built.clone());
                    Some(Expected { made, built, cycle })
                }
                _ => None,
            });
            self.expected.set_value(expected);
        }
        match run {
            Some(Continuation::Pause(cycle)) => self.player.pause_at(cycle),
            Some(Continuation::Play(cycle)) => self.player.play_from(cycle),
            Some(Continuation::Begin(cycle)) => self.begin_at(cycle),
            None => {}
        }
        if was_opened {
            self.bar.is_at(&self.address());
        }
    }

    /// Plays from a cycle on, or pauses there for users who prefer reduced motion.
    pub fn begin_at(self, cycle: u64) {
        if prefers_stillness() {
            self.player.pause_at(cycle);
        } else {
            self.player.play_from(cycle);
        }
    }
}

/// Writes a state into the store, and notifies only readers of fields that have changed.
fn write(store: Store<PageState>, next: PageState) {
    /// Takes a struct apart, which names every field, so that none is forgotten; writes the fields behind the arrow.
    macro_rules! write_changed {
        ($next:expr, $kind:path, [$($other:ident),*], $store:expr => $($field:ident),* $(,)?) => {
            let $kind { $($other,)* $($field),* } = $next;
            $(
                let field = $store.$field();
                if *field.read_untracked() != $field {
                    field.set($field);
                }
            )*
        };
    }
    write_changed!(
        next, PageState, [built, view],
        store => place, panel, scenario, walked, focus, following, pointed, linked, restrictions, unknown, left, kept,
        past, turned, cured, problems, notice, dropped
    );
    write_changed!(
        view, flitscope::page::View, [],
        store.view() => dock, side_by_side, overlay, pair, by, node_disjoint, arrangement, followed, theme, heat,
        matrix, workers, compared, axes
    );
    if !Arc::ptr_eq(&*store.built().read_untracked(), &built) {
        store.built().set(built);
    }
}
