//! Which curves are measured together: of multicast algorithms, or of routing functions; and what a
//! paper concludes from such a comparison.

use std::sync::Arc;

use flitscope::multicast::{name_of, variants};
use flitscope::paper::{Comparison, comparison};
use flitscope::scenario::{MOST_NODES_IN_PAGE, Scenario};
use flitscope::sweep::on_curve;
use leptos::prelude::*;

use super::chart_program::Drawing;
use super::measurement::MeasuredCurve;
use super::routing_comparison::ComparedRouting;
use crate::ui::state::page::Page;

/// The algorithms on offer and those chosen; copies share them.
#[derive(Clone, Copy)]
pub struct Compared {
    page: Page,
    subject: Memo<Scenario>,
    /// As scenarios name them; none where no random message goes to several nodes.
    offered: Memo<Vec<String>>,
    checked: RwSignal<Vec<String>>,
    /// Those of `offered` that are to be measured.
    chosen: Memo<Vec<String>>,
    /// Where none is offered.
    routing: ComparedRouting,
}

impl Compared {
    /// Those of the network, the scenario's own or those of a figure chosen.
    pub fn new(page: Page, subject: Memo<Scenario>) -> Self {
        let offered = Memo::new(move |_| {
            let study = page.study.read();
            let own = study.multicast.clone();
            let Some(own) = own.filter(|_| study.design.draws_several()) else {
                return Vec::new();
            };
            let mut all = variants(&*study.topology);
            if !all.iter().any(|known| name_of(known) == name_of(&own)) {
                all.push(own);
            }
            all
        });
        // What is chosen stays so while neither the figure nor the scenario's own changes.
        let usual = Memo::new(move |_| match comparison(&subject.read()) {
            Some(figure) => figure
                .algorithms
                .iter()
                .map(|id| (*id).to_owned())
                .collect(),
            None => Vec::from_iter(page.study.read().multicast.clone()),
        });
        let checked = RwSignal::new(Vec::new());
        Effect::new(move |_| checked.set(usual.get()));
        let chosen = Memo::new(move |_| {
            let checked = checked.read();
            let is_checked = |one: &&String| checked.iter().any(|c| name_of(c) == name_of(one));
            offered.read().iter().filter(is_checked).cloned().collect()
        });
        Self {
            page,
            subject,
            offered,
            checked,
            chosen,
            routing: ComparedRouting::new(page, subject),
        }
    }

    /// Whether random messages go to several nodes.
    fn has_several(self) -> bool {
        !self.offered.read().is_empty()
    }

    /// Whether it is shown how curves load the channels: of multicast algorithms, and of routing
    /// functions that are compared.
    pub fn has_loads(self) -> bool {
        self.has_several() || !self.routing.labels.read().is_empty()
    }

    /// The curves that are measured: of each algorithm or function that is chosen, or of the
    /// scenario itself.
    /// Tracks what they follow from.
    pub fn curves(self) -> Vec<MeasuredCurve> {
        let subject = self.subject.get();
        let mut chosen = self.chosen.get();
        if chosen.is_empty() {
            chosen = self.routing.labels.get();
        }
        if chosen.is_empty() {
            let built = self.page.study.get();
            return vec![MeasuredCurve {
                label: String::new(),
                scenario: subject,
                built,
            }];
        }
        let curves = chosen.into_iter().filter_map(|label| {
            let scenario = on_curve(&subject, &label);
            let built = scenario.build_within(MOST_NODES_IN_PAGE).ok()?;
            Some(MeasuredCurve {
                label,
                scenario,
                built: Arc::new(built),
            })
        });
        curves.collect()
    }

    /// A check box for each algorithm, or for each routing function.
    pub fn view(self) -> impl IntoView {
        let algorithms = move || {
            let offered = self.offered.get();
            let boxes = offered.into_iter().map(|spec| self.check_box(spec));
            let boxes = boxes.collect_view();
            self.has_several().then(|| {
                view! { <fieldset class="compare"><legend>"Compare"</legend>{boxes}</fieldset> }
            })
        };
        view! {
            {algorithms}
            {self.routing.view()}
        }
    }

    fn check_box(self, spec: String) -> AnyView {
        let name = name_of(&spec);
        let known = spec.clone();
        let is_chosen = move || self.chosen.read().contains(&known);
        let toggle = move |_| {
            let mut chosen = self.chosen.get_untracked();
            match chosen.iter().position(|one| *one == spec) {
                Some(at) => {
                    chosen.remove(at);
                }
                None => chosen.push(spec.clone()),
            }
            self.checked.set(chosen);
        };
        view! {
            <label><input type="checkbox" prop:checked=is_chosen on:change=toggle />{name}</label>
        }
        .into_any()
    }
}

/// What a paper concludes from a figure, and what our simulation says of it.
#[component]
pub fn ClaimsView(figure: Signal<Option<&'static Comparison>>, drawing: Drawing) -> impl IntoView {
    move || {
        let figure = figure.get()?;
        drawing.want();
        let claims = drawing.claims(figure.item);
        let claims = claims.into_iter().map(|[says, holds, found]| {
            view! {
                <details>
                    <summary>{says}": "<b>{holds}</b></summary>
                    <p>{found}</p>
                </details>
            }
            .into_any()
        });
        let claims = claims.collect_view();
        Some(view! {
            <div class="help" id="claims">
                <b>{figure.item}</b>
                ", in long runs of ours; what is measured here scatters more:"
                {claims}
                <details><summary>"How it is repeated"</summary><p>{figure.remark}</p></details>
            </div>
        })
    }
}
