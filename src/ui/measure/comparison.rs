//! The curves that are measured together, one for each multicast algorithm or routing function, and
//! the conclusions of a paper from such a comparison.

use std::sync::Arc;

use flitscope::multicast::{name_of, variants};
use flitscope::page::PageStateStoreFields;
use flitscope::paper::{Comparison, comparison};
use flitscope::scenario::{MOST_NODES_IN_PAGE, Scenario};
use flitscope::sweep::on_curve;
use leptos::prelude::*;

use super::chart_program::ChartProgram;
use super::measurement::MeasuredCurve;
use super::routing_comparison::ComparedRouting;
use crate::ui::state::page::Page;

/// The algorithms to choose from and the chosen ones; copies share them.
#[derive(Clone, Copy)]
pub struct Compared {
    page: Page,
    subject: Memo<Scenario>,
    /// Specs of the algorithms; empty if no random message goes to several nodes.
    offered: Memo<Vec<String>>,
    /// The algorithms that are chosen by default.
    default: Memo<Vec<String>>,
    /// The user's choice, and the default for which it was made.
    checked: RwSignal<Option<(Vec<String>, Vec<String>)>>,
    /// The algorithms of `offered` that are to be measured.
    chosen: Memo<Vec<String>>,
    /// The routing functions to compare instead if `chosen` is empty.
    routing: ComparedRouting,
}

impl Compared {
    /// Offers the algorithms of the network; initially chosen are those of the figure that the
    /// scenario repeats, or else the scenario's own.
    pub fn new(page: Page, subject: Memo<Scenario>) -> Self {
        let offered = Memo::new(move |_| {
            let study = page.state.built().read();
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
        // The user's choice lasts until the figure or the scenario's own algorithm changes.
        let default = Memo::new(move |_| match comparison(&subject.read()) {
            Some(figure) => figure
                .algorithms
                .iter()
                .map(|id| (*id).to_owned())
                .collect(),
            None => Vec::from_iter(page.state.built().read().multicast.clone()),
        });
        let checked = RwSignal::new(None::<(Vec<String>, Vec<String>)>);
        let chosen = Memo::new(move |_| {
            let default = default.get();
            let checked = checked.get();
            let checked = checked.filter(|(made_for, _)| *made_for == default);
            let checked = checked.map_or(default, |(_, chosen)| chosen);
            let is_checked = |one: &&String| checked.iter().any(|c| name_of(c) == name_of(one));
            offered.read().iter().filter(is_checked).cloned().collect()
        });
        Self {
            page,
            subject,
            offered,
            default,
            checked,
            chosen,
            routing: ComparedRouting::new(page, subject),
        }
    }

    /// Whether random messages go to several nodes.
    fn has_several(self) -> bool {
        !self.offered.read().is_empty()
    }

    /// Whether the channel load of the curves is shown: for multicast algorithms, and for compared
    /// routing functions.
    pub fn has_loads(self) -> bool {
        self.has_several() || !self.routing.labels.read().is_empty()
    }

    /// Returns the curves to measure: one for each chosen algorithm or routing function, or the
    /// scenario's own if none is chosen. Tracks the signals that they depend on.
    pub fn curves(self) -> Vec<MeasuredCurve> {
        let subject = self.subject.get();
        let mut chosen = self.chosen.get();
        if chosen.is_empty() {
            chosen = self.routing.labels.get();
        }
        if chosen.is_empty() {
            let built = self.page.state.built().get();
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

    /// Check boxes for the algorithms and for the routing functions.
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
            self.checked
                .set(Some((self.default.get_untracked(), chosen)));
        };
        view! {
            <label><input type="checkbox" prop:checked=is_chosen on:change=toggle />{name}</label>
        }
        .into_any()
    }
}

/// The conclusions of a paper from a figure, and whether Flitscope's simulation confirms them.
#[component]
pub fn ClaimsView(
    figure: Signal<Option<&'static Comparison>>,
    charts: ChartProgram,
) -> impl IntoView {
    move || {
        let figure = figure.get()?;
        charts.want();
        let claims = charts.claims(figure.item);
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
                ", in our long runs; measurements here vary more:"
                {claims}
                <details><summary>"How it is reproduced"</summary><p>{figure.remark}</p></details>
            </div>
        })
    }
}
