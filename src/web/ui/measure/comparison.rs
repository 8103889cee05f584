//! The curves that are measured together: that of the scenario, those kept by the user, and the conclusions of a
//! paper from such a comparison.

use flitscope::page::measure::{ComparedCurves, MeasuredCurve, compared_with};
use flitscope::page::{Action, PageStateStoreFields, ViewStoreFields, subject};
use flitscope::paper::{Comparison, claims};
use flitscope::routing;
use flitscope::scenario::Scenario;
use flitscope::sweep::{MOST_COMPARED, subject_of};
use leptos::prelude::*;

use super::offered::Offered;
use crate::ui::state::page::Page;

/// The compared curves; copies share them.
#[derive(Clone, Copy)]
pub struct Compared {
    page: Page,
    /// The scenarios beside that of the page.
    kept: Memo<Vec<Scenario>>,
    offered: Offered,
    pub checked: Memo<ComparedCurves>,
    /// Those of `checked` that can be measured.
    pub curves: Memo<Vec<MeasuredCurve>>,
}

impl Compared {
    /// Compares the scenario of the page, as the subject of a curve, with the kept curves of the page.
    pub fn new(page: Page, own: Memo<Scenario>) -> Self {
        let kept =
            Memo::new(move |_| compared_with(&own.read(), page.state.view().compared().get()));
        let checked = Memo::new(move |_| {
            let built = page.state.built().get();
            ComparedCurves::new(&own.read(), &built, kept.get(), &page.state.linked().read())
        });
        Self {
            page,
            kept,
            offered: Offered::new(page.state, own),
            checked,
            curves: Memo::new(move |_| checked.read().measured.clone()),
        }
    }

    /// Whether the channel load of the curves is shown: for multicasts, and for several curves.
    pub fn has_loads(self) -> bool {
        self.page.state.built().read().design.draws_several() || !self.kept.read().is_empty()
    }

    /// Adds a scenario to the kept ones, or removes it.
    fn toggle(self, scenario: &Scenario) {
        let scenario = subject(scenario);
        let mut kept = self.kept.get_untracked();
        let before = kept.len();
        kept.retain(|other| subject_of(other) != subject_of(&scenario));
        if kept.len() == before {
            if kept.len() + 1 >= MOST_COMPARED {
                let most =
                    format!("At most {MOST_COMPARED} curves can be compared: remove one first.");
                return self.page.notify(most);
            }
            kept.push(scenario);
        }
        self.page.act(Action::Compare(kept));
    }

    /// Whether a scenario is among the kept ones.
    fn has(self, scenario: &Scenario) -> bool {
        let subject = subject_of(scenario);
        self.kept
            .read()
            .iter()
            .any(|kept| subject_of(kept) == subject)
    }

    /// The kept curves, each of which can be shown as the network or removed, and more to choose from.
    pub fn view(self) -> impl IntoView {
        let toggle = Callback::new(move |scenario: Scenario| self.toggle(&scenario));
        let has = Callback::new(move |scenario: Scenario| self.has(&scenario));
        let refused = Memo::new(move |_| self.checked.read().refused.clone());
        view! {
            <KeptCurves page=self.page curves=self.curves toggle />
            <RefusedCurves refused toggle />
            {self.offered.view(toggle, has)}
        }
    }
}

/// The compared curves by name.
#[component]
fn KeptCurves(
    page: Page,
    curves: Memo<Vec<MeasuredCurve>>,
    toggle: Callback<Scenario>,
) -> impl IntoView {
    let row = move |curve: MeasuredCurve| {
        let MeasuredCurve {
            name,
            scenario,
            is_own,
            ..
        } = curve;
        if is_own {
            return view! { <li><span>{name}</span>" "<span class="muted">"(shown)"</span></li> }
                .into_any();
        }
        let shown = scenario.clone();
        let show = move |_| {
            // The load of the page stays.
            let own = page.state.scenario().get_untracked();
            let kept = page.state.view().compared().get_untracked();
            let kept = with_own(kept.unwrap_or_default(), &own);
            page.act(Action::Compare(kept));
            let mut scenario = shown.clone();
            scenario.traffic.rate = own.traffic.rate;
            page.act(Action::Show(
                Box::new(scenario),
                "a compared curve".to_owned(),
            ));
        };
        let remove = move |_| toggle.run(scenario.clone());
        let (shows, removes) = (
            format!("Show the network of {name}"),
            format!("Remove {name}"),
        );
        view! {
            <li>
                <button type="button" class="name" title=shows on:click=show>{name}</button>
                <button type="button" class="remove" aria-label=removes on:click=remove>"×"</button>
            </li>
        }
        .into_any()
    };
    let rows = move || curves.get().into_iter().map(row).collect_view();
    view! {
        <Show when=move || { curves.read().len() > 1 }>
            <ul class="kept-curves" aria-label="Compared curves">{rows}</ul>
        </Show>
    }
}

/// The curves that cannot be measured, and why.
#[component]
fn RefusedCurves(
    refused: Memo<Vec<(Scenario, String)>>,
    toggle: Callback<Scenario>,
) -> impl IntoView {
    let row = move |(scenario, reason): (Scenario, String)| {
        let name = routing::title_of(&scenario.routing);
        let removes = format!("Remove {name}");
        view! {
            <li>
                <span>{format!("{name} is not measured: {reason}.")}</span>
                <button type="button" class="remove" aria-label=removes on:click=move |_| toggle.run(scenario.clone())>"×"</button>
            </li>
        }
    };
    view! {
        <Show when=move || !refused.read().is_empty()>
            <ul class="kept-curves" id="refused-curves" role="status">{move || refused.get().into_iter().map(row).collect_view()}</ul>
        </Show>
    }
}

/// The kept curves and that of the scenario, which would be lost when another is shown. All keep their places, and so
/// their colors.
fn with_own(mut kept: Vec<Scenario>, own: &Scenario) -> Vec<Scenario> {
    if kept
        .iter()
        .all(|other| subject_of(other) != subject_of(own))
    {
        kept.push(subject(own));
    }
    kept
}

/// The conclusions of a paper from a figure, and whether Flitscope's simulation confirms them.
#[component]
pub fn ClaimsView(figure: Signal<Option<&'static Comparison>>) -> impl IntoView {
    move || {
        let figure = figure.get()?;
        let claims = claims(figure.item).iter().map(|claim| {
            view! {
                <details>
                    <summary>{claim.says}": "<b>{claim.holds.word()}</b></summary>
                    <p>{claim.found}</p>
                </details>
            }
            .into_any()
        });
        let claims = claims.collect_view();
        Some(view! {
            <div class="help" id="claims">
                <b>{figure.item}</b>
                ", in our long runs; measurements here vary more:"
                {claims}
                <details><summary>"How it is reproduced"</summary><p>{figure.remark}</p></details>
            </div>
        })
    }
}
