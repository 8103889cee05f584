//! A pane with one of several algorithms on one clock: its run follows the page's cycle, forward and
//! backward.

use std::sync::Arc;

use browser::time::now;
use flitscope::multicast;
use flitscope::page::{Action, PageStateStoreFields, ViewStoreFields, id_of};
use flitscope::scene::{Bill, Thing};
use flitscope::sim::History;
use leptos::html;
use leptos::prelude::*;

use super::Network;
use super::layers::Screen;
use crate::ui::state::{page::Page, run::Run, utilization::utilization};

/// Time budget of one pane in one frame to reach the page's cycle [ms].
const BUDGET: f64 = 5.0;
/// Simulation steps between two checks of the budget.
const SLICE: u64 = 32;

/// A run that follows the page's cycle; copies share it.
#[derive(Clone, Copy)]
struct Follower {
    page: Page,
    run: Run,
    /// Whether an animation frame has been requested.
    is_awake: StoredValue<bool>,
}

impl Follower {
    /// Creates a run of the scenario under the algorithm of a pane, and a signal with the reason if
    /// that cannot be built.
    fn new(page: Page, place: usize, spec: Memo<String>) -> (Self, RwSignal<Option<String>>) {
        let own = page.state.built().get_untracked();
        let snapshot = RwSignal::new(page.player.snapshot.get_untracked());
        let history = StoredValue::new(History::new(own.design.clone()));
        let built = RwSignal::new(own);
        let run = Run {
            snapshot,
            before: RwSignal::new(None),
            history,
            utilization: utilization(snapshot, history, page.player.playing),
            built: built.into(),
            ground: Memo::new(move |_| {
                let is_shown = page.state.view().overlay().get().has_plan();
                let shapes = is_shown.then(|| page.planned(&spec.read()).shapes);
                Arc::new(shapes.unwrap_or_default())
            })
            .into(),
        };
        let follower = Self {
            page,
            run,
            is_awake: StoredValue::new(false),
        };
        let problem = RwSignal::new(None);
        Effect::new(move |_| {
            let own = page.state.built().get();
            let spec = spec.get();
            if own.multicast.as_ref() == Some(&spec) {
                problem.set(None);
                page.player.note_beside(place, None);
                run.before.set(None);
                run.snapshot.set(page.player.snapshot.get_untracked());
                return built.set(own);
            }
            let scenario = page.state.scenario().get_untracked().planned_by(&spec);
            match scenario.build_in_page() {
                Ok(study) => {
                    problem.set(None);
                    // The snapshot and the network must change together.
                    let history = History::new(study.design.clone());
                    run.before.set(None);
                    run.snapshot.set(Arc::new(history.now().snapshot()));
                    run.history.set_value(history);
                    page.player.note_beside(place, Some(run.history));
                    built.set(Arc::new(study));
                }
                Err(error) => {
                    page.player.note_beside(place, None);
                    problem.set(Some(format!("{error}.")));
                }
            }
        });
        Effect::new(move |_| {
            built.track();
            page.player.snapshot.track();
            page.player.before.track();
            untrack(move || follower.follow());
        });
        on_cleanup(move || page.player.note_beside(place, None));
        (follower, problem)
    }

    /// Advances to the page's cycle as far as the time budget allows; later frames continue.
    fn follow(self) {
        let Self { page, run, .. } = self;
        let before = page.player.before.get_untracked();
        if page.is_own(run) {
            run.snapshot.set(page.player.snapshot.get_untracked());
            return run.before.set(before);
        }
        let cycle = page.player.cycle.get_untracked();
        let has_before = before.is_some() && cycle > 0;
        let target = cycle - u64::from(has_before);
        let begin = now();
        let mut before = None;
        let mut is_there = false;
        run.history.update_value(|history| {
            while !is_there && now() - begin < BUDGET {
                is_there = history.seek(target, SLICE);
            }
            if is_there && has_before {
                before = Some(Arc::new(history.now().snapshot()));
                history.step();
            }
        });
        if is_there {
            let state = run.history.read_value().now().snapshot();
            run.snapshot.set(Arc::new(state));
            run.before.set(before);
        } else {
            self.wake();
        }
    }

    /// Requests an animation frame that continues, unless one is pending.
    fn wake(self) {
        let mark = |awake: &mut bool| std::mem::replace(awake, true);
        if self.is_awake.try_update_value(mark) == Some(false) {
            request_animation_frame(move || {
                // The stored value is disposed if the pane has been removed.
                if self
                    .is_awake
                    .try_update_value(|awake| *awake = false)
                    .is_some()
                {
                    untrack(move || self.follow());
                }
            });
        }
    }
}

/// One algorithm: its name, its picture and its progress.
#[component]
pub fn Pane(place: usize) -> impl IntoView {
    let page = expect_context::<Page>();
    let spec = Memo::new(move |_| {
        page.state
            .view()
            .side_by_side()
            .read()
            .get(place)
            .cloned()
            .unwrap_or_default()
    });
    let (Follower { run, .. }, problem) = Follower::new(page, place, spec);
    let element = NodeRef::<html::Div>::new();
    let screen = Screen::new(page, run, element).small();

    let name = Signal::derive(move || name_of(&spec.read()));
    let bill = Memo::new(move |_| {
        let study = run.built.read();
        Bill::of(&*study.topology, &study.design)
    });
    let told = move || match problem.get() {
        Some(problem) => problem,
        None => run.telling(|teller| teller.progress(bill.get())),
    };
    let node_text = move || match page.state.focus().read().selected {
        Some(Thing::Node(node)) => Some(run.telling(|teller| teller.node_in_a_sentence(node))),
        _ => None,
    };
    let share = move || {
        let copies = bill.get().map_or(0, |bill| bill.copies).max(1);
        let arrived = run.snapshot.read().counters.arrivals;
        format!("{}%", arrived * 100 / copies)
    };
    let choose = move |chosen: String| {
        page.act(Action::Pane(place, chosen));
    };
    let options = move || {
        let spec = spec.get();
        let known = multicast::defined_on(&*page.state.built().read().topology);
        let mut specs: Vec<_> = known.into_iter().map(str::to_owned).collect();
        if !specs.contains(&spec) {
            specs.push(spec.clone());
        }
        let options = specs.into_iter().map(|other| {
            let is_chosen = other == spec;
            let name = name_of(&other);
            view! { <option value=other selected=is_chosen>{name}</option> }
        });
        options.collect_view()
    };
    let number = place + 1;
    let live = move || {
        if page.player.is_busy() {
            "off"
        } else {
            "polite"
        }
    };
    view! {
        <section class="pane" aria-label=move || format!("{number}: {}", name.read())>
            <div class="pane-head">
                <select aria-label=format!("Algorithm of picture {number}") on:change:target=move |e| choose(e.target().value())>{options}</select>
                <span class="course-bar" aria-hidden="true" hidden=move || bill.get().is_none()><i style:width=share></i></span>
            </div>
            <div class="pane-picture">
            <Network screen element id=if place == 0 { "worms".to_owned() } else { format!("worms-{number}") } name=Signal::derive(move || format!("Network under {}", name.read())) told=format!("pane-{number}") />
            </div>
            <div class="pane-said">
                <p id=format!("pane-{number}") class="pane-told" aria-live=live>{told}</p>
                <p class="pane-node" hidden=move || node_text().is_none()>{node_text}</p>
            </div>
        </section>
    }
}

/// Returns the name of an algorithm, followed by its settings.
pub fn name_of(spec: &str) -> String {
    let id = id_of(spec);
    let family = multicast::FAMILIES.iter().find(|f| f.entry.id == id);
    let name = family.map_or(id, |family| family.entry.name());
    match &spec[id.len()..] {
        "" => name.to_owned(),
        settings => format!("{name} {settings}"),
    }
}
