//! A reproduced table or figure, folded until the reader opens it.

use browser::time::{self, time_left};
use flitscope::paper::{Effort, Item, Paper, Recorded};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::super::address::Address;
use super::super::bookmarks::Bookmarks;
use super::super::diagram_view::DiagramView;
use super::downloads::Downloads;
use super::index::Chips;
use super::item_table::ItemTable;
use super::links;
use super::prose::prose;
use super::results::{Reproduced, Results, TableStage};
use super::scenes::SceneButtons;

/// A table or figure below its name.
#[component]
pub fn ItemSection(
    paper: &'static Paper,
    item: &'static Item,
    address: RwSignal<Address>,
) -> impl IntoView {
    let results = expect_context::<Results>();
    let bookmarks = expect_context::<Bookmarks>();
    let open = Memo::new(move |_| bookmarks.unfolded.read().iter().any(|id| id == item.id));
    let unfold = move || {
        if !links::names(paper, item.id) {
            // The clicked button must not move.
            bookmarks.stay();
            links::open_item(paper, item.id);
        }
        bookmarks.unfold(item.id);
    };
    // The models of some tables take a second, for which the page says what it does.
    let is_evaluated = RwSignal::new(true);
    let toggle = move |_| {
        if open.get_untracked() {
            bookmarks.fold(item.id);
        } else if untrack(|| results.known_of(paper, item)).is_some() {
            unfold();
        } else if is_evaluated.get_untracked() {
            is_evaluated.set(false);
            spawn_local(async move {
                time::pause().await;
                results.of(paper, item);
                // The page may have been left.
                if is_evaluated.try_set(true).is_none() {
                    unfold();
                }
            });
        }
    };
    // Rows are evaluated when the table is opened.
    let made = Memo::new(move |_| open.get().then(|| ShownTable(results.of(paper, item))));
    let body = move || {
        made.get()
            .map(|ShownTable(made)| view! { <Body made address /> })
    };
    // An open table shows its state beside its button instead.
    let state = move || {
        if !is_evaluated.get() {
            return Some("solving the equations…".to_owned());
        }
        let known = results.known_of(paper, item);
        let asked = known.filter(|_| !open.get());
        let asked = asked.filter(|made| *made.stage.read() != TableStage::Idle);
        asked.map(in_words)
    };
    let inside = format!("{}-inside", item.id);
    view! {
        <section class="item" id=item.id aria-labelledby=format!("{}-name", item.id)>
            <h4>
                <button
                    class="fold"
                    id=format!("{}-name", item.id)
                    aria-expanded=move || open.get().to_string()
                    aria-controls=inside.clone()
                    on:click=toggle
                >
                    {item.name}
                </button>
                <Chips labels=Recorded::labels(Recorded::of(paper.id, Some(item.id))) />
                <small>{state}</small>
            </h4>
            <p class="caption">{prose(item.caption)}</p>
            <div id=inside>{body}</div>
        </section>
    }
}

/// A table that is shown, compared by its identity.
#[derive(Clone, Copy)]
struct ShownTable(Reproduced);

impl PartialEq for ShownTable {
    fn eq(&self, other: &Self) -> bool {
        self.0.is(&other.0)
    }
}

#[component]
fn Body(made: Reproduced, address: RwSignal<Address>) -> impl IntoView {
    let item = made.item;
    let claim = (!item.claim.is_empty()).then(|| {
        view! { <p class="claim"><b>"The paper: "</b>{prose(item.claim)}</p> }
    });
    let remark =
        (!item.remark.is_empty()).then(|| view! { <p class="remark">{prose(item.remark)}</p> });
    let verdict = move || prose(&made.item.verdict(&made.judged.read()));
    let diagram = Memo::new(move |_| item.diagram(&made.judged.read()));
    // Without printed values and closed forms, there is nothing to draw at first.
    let has_marks = Memo::new(move |_| {
        let diagram = diagram.read();
        let traces = diagram.iter().flat_map(|diagram| &diagram.traces);
        traces.into_iter().any(|trace| !trace.marks.is_empty())
    });
    let drawn = Signal::derive(move || diagram.get().filter(|_| has_marks.get()));
    let chart = move || {
        has_marks.get().then(|| {
            let shown = Signal::derive(move || diagram.get().unwrap_or_default());
            let label = format!("{}: {}", item.name, item.caption);
            view! { <DiagramView diagram=shown label /> }
        })
    };
    let actions = (made.tasks() > 0).then(|| view! { <Actions made /> });
    view! {
        {claim}
        <SceneButtons paper=made.paper scenes=item.scenes address />
        {actions}
        {chart}
        <ItemTable made />
        <p class="finding">{verdict}</p>
        <Conclusions made />
        {remark}
        <Downloads made diagram=drawn />
    }
}

/// Further conclusions of the paper, with our findings.
#[component]
fn Conclusions(made: Reproduced) -> impl IntoView {
    let claims = made.item.conclusions.iter().map(|claim| {
        view! {
            <details>
                <summary>{prose(claim.says)} ": " <b>{claim.holds.word()}</b></summary>
                <p>{prose(claim.found)}</p>
            </details>
        }
        .into_any()
    });
    let claims = claims.collect_view();
    (!claims.is_empty()).then(|| view! { <div class="conclusions">{claims}</div> })
}

/// The button that simulates the table, and the progress.
#[component]
fn Actions(made: Reproduced) -> impl IntoView {
    let results = expect_context::<Results>();
    let is_under_way = Memo::new(move |_| made.stage.read().is_under_way());
    // A single button for both actions keeps the keyboard focus.
    let press = move |_| {
        if is_under_way.get_untracked() {
            results.cancel(made);
        } else {
            results.rerun([made]);
        }
    };
    let share = move || match *made.stage.read() {
        TableStage::Running(share) => Some(share),
        _ => None,
    };
    let name = made.item.name;
    view! {
        <div class="actions">
            <button
                class="rerun"
                class:primary=move || !is_under_way.get()
                aria-label=move || {
                    let word = if is_under_way.get() { "Cancel" } else { "Re-run" };
                    format!("{word} {name}")
                }
                on:click=press
            >
                {move || if is_under_way.get() { "Cancel" } else { "Re-run" }}
            </button>
            <Show when=move || share().is_some()>
                <progress max="1" prop:value=move || share().unwrap_or_default() aria-label="Progress of the simulation"></progress>
            </Show>
            <span class="state">{move || in_words(made)}</span>
        </div>
    }
}

/// The progress of a table's simulation.
fn in_words(made: Reproduced) -> String {
    let (done, all) = (made.done(), made.tasks());
    let on_terms = move || {
        let terms = made.terms.get()?;
        let effort = match terms.effort {
            Effort::Quick => "quick",
            Effort::Thorough => "thorough",
        };
        Some(format!("{effort}, seed {}", terms.seed))
    };
    match &*made.stage.read() {
        _ if all == 0 => "nothing to simulate: everything is counted".to_owned(),
        TableStage::Idle => "not simulated here yet".to_owned(),
        TableStage::Waiting => "queued".to_owned(),
        TableStage::Running(share) => {
            let left = time_left(*share, made.began.get_value());
            format!("{done} of {all} rows simulated{left}")
        }
        TableStage::Done => format!("{done} rows simulated ({})", on_terms().unwrap_or_default()),
        TableStage::Canceled => format!("canceled after {done} of {all} rows"),
        TableStage::Failed(reason) => format!("could not be simulated: {reason}"),
    }
}
