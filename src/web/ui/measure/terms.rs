//! *Terms of the model*: waits, times of lanes and platoons, each measured beside its value in the model.

use browser::workers::worker::RunningWorker;
use flitscope::page::{Action, PageStateStoreFields};
use flitscope::scene::Pointed;
use flitscope::sweep::{MeasuredTerms, Reply, Term, TermsQuestion};
use leptos::prelude::*;

use crate::ui::state::page::Page;

/// Number of cycles that are observed.
const CYCLES: u64 = 100_000;

#[derive(Debug, Clone, PartialEq)]
enum Asked {
    None,
    /// The share of the run that is done.
    Running(f64),
    Found(MeasuredTerms),
    Failed(String),
}

/// The button and the table, for the scenario at its load.
#[component]
pub fn TermsOfModel() -> impl IntoView {
    let page = expect_context::<Page>();
    let answer = RwSignal::new(Asked::None);
    let worker = StoredValue::new_local(None::<RunningWorker>);
    let stop = move || {
        worker.set_value(None);
        answer.set(Asked::None);
    };
    Effect::new(move |_| {
        page.state.scenario().track();
        stop();
    });
    on_cleanup(move || refer(page, ""));
    let ask = move |_| {
        let scenario = page.state.scenario().get_untracked();
        answer.set(Asked::Running(0.0));
        let on_reply = move |reply| match reply {
            Reply::Progress(share) => answer.set(Asked::Running(share)),
            Reply::Answer(terms) => answer.set(Asked::Found(terms)),
            Reply::Failed(reason) => answer.set(Asked::Failed(reason)),
        };
        let question = TermsQuestion::new(CYCLES);
        match question.and_then(|it| RunningWorker::ask(&scenario, &it, on_reply)) {
            Ok(running) => worker.set_value(Some(running)),
            Err(reason) => answer.set(Asked::Failed(reason)),
        }
    };
    let found = move || match answer.get() {
        Asked::None => ().into_any(),
        Asked::Running(share) => view! {
            <p role="status">
                {format!("{:.0} % of {CYCLES} cycles ", share * 100.0)}
                <button type="button" id="cancel-terms" on:click=move |_| stop()>"Cancel"</button>
            </p>
        }
        .into_any(),
        Asked::Failed(reason) => view! { <p class="warning" role="status">{reason}</p> }.into_any(),
        Asked::Found(terms) => table(page, terms).into_any(),
    };
    let load = move || page.state.scenario().read().traffic.rate;
    view! {
        <details class="more terms-of-model">
            <summary>"Terms of the model"</summary>
            <p class="help">
                "How long lanes are held, how long headers wait from one lane to the next, and how many worms follow right behind another: measured at the load of the picture, beside the model. Pointing at a row shows its channels."
            </p>
            <button type="button" id="measure-terms" on:click=ask>{move || format!("Measure the terms at λ = {}", load())}</button>
            {found}
        </details>
    }
}

fn table(page: Page, found: MeasuredTerms) -> impl IntoView {
    let rows = found.terms.into_iter().map(move |term| {
        let [measured, model, difference] = numbers(&term);
        let (place, focused) = (term.place.clone(), term.place.clone());
        view! {
            <tr
                tabindex="0"
                on:pointerenter=move |_| refer(page, &place)
                on:pointerleave=move |_| refer(page, "")
                on:focus=move |_| refer(page, &focused)
                on:blur=move |_| refer(page, "")
            >
                <th scope="row">{term.symbol.clone()}</th>
                <td>{measured}</td>
                <td>{model}</td>
                <td>{difference}</td>
                <td class="words">{term.meaning}</td>
            </tr>
        }
        .into_any()
    });
    let note = match (found.model, found.why_none) {
        (Some(name), _) => format!("Model: {name}."),
        (None, why) => why.unwrap_or_default(),
    };
    let cycles = found.cycles;
    view! {
        <p role="status">{format!("{cycles} cycles observed. {note}")}</p>
        <div class="table" tabindex="0" role="region" aria-label="Terms of the model">
            <table id="terms">
                <thead>
                    <tr>
                        <th scope="col">"term"</th>
                        <th scope="col">"measured"</th>
                        <th scope="col">"model"</th>
                        <th scope="col">"difference"</th>
                        <th scope="col" class="words">"meaning"</th>
                    </tr>
                </thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
    }
}

/// Highlights a part of the network; an empty name clears the highlight.
fn refer(page: Page, place: &str) {
    page.act(Action::Refer(Pointed::named(place)));
}

/// Measured, modeled, and the difference relative to the measured value.
fn numbers(term: &Term) -> [String; 3] {
    let dash = || "–".to_owned();
    let number = |value: f64| format!("{value:.3}");
    let model = term.model.map_or_else(dash, number);
    let difference = term.model.filter(|_| term.measured > 0.0);
    let difference =
        difference.map_or_else(dash, |model| percent((model / term.measured - 1.0) * 100.0));
    [number(term.measured), model, difference]
}

/// With a sign, and without one if it is rounded to 0.
fn percent(value: f64) -> String {
    match format!("{value:+.1}") {
        zero if zero.ends_with("0.0") && value.abs() < 1.0 => "0.0 %".to_owned(),
        number => format!("{} %", number.replace('-', "−")),
    }
}
