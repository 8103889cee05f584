//! The routing functions that are measured beside the scenario's own.

use flitscope::catalog::Settings;
use flitscope::page::{Action, PageStateStoreFields};
use flitscope::routing::{FAMILIES, Vcs};
use flitscope::scenario::Scenario;
use flitscope::sweep::{OWN_ROUTING, routing_label};
use leptos::prelude::*;

use crate::ui::state::page::Page;

/// The functions to choose from and the chosen ones; copies share them.
#[derive(Clone, Copy)]
pub struct ComparedRouting {
    page: Page,
    /// Ids and names; empty if random messages go to several nodes, or are packets.
    offered: Memo<Vec<(&'static str, &'static str)>>,
    /// The labels of the curves, the scenario's own first; empty if no other function is chosen.
    pub labels: Memo<Vec<String>>,
}

impl ComparedRouting {
    /// Offers the functions that suit the network and its virtual channels; chosen are those that
    /// the page compares.
    pub fn new(page: Page, subject: Memo<Scenario>) -> Self {
        // Which functions suit is known only from building each, so this is repeated only when
        // the network, the virtual channels or the dateline change.
        let lanes = Memo::new(move |_| {
            let study = page.state.built().read();
            let goes_to_one = study.packet.is_none() && !study.design.draws_several();
            let vcs = Vcs {
                count: study.design.vcs,
                dateline: subject.read().dateline,
            };
            goes_to_one.then(|| (study.topology.spec(), vcs))
        });
        let possible = Memo::new(move |_| {
            let Some((_, vcs)) = lanes.get() else {
                return Vec::new();
            };
            let topology = page.state.built().read_untracked().topology.clone();
            let families = FAMILIES.iter();
            let settings = Settings::default();
            let families =
                families.filter(|family| (family.build)(&*topology, vcs, &settings).is_ok());
            let named = families.map(|family| (family.entry.id, family.entry.name));
            named.collect::<Vec<_>>()
        });
        let offered = Memo::new(move |_| {
            let subject = subject.read();
            let mut others = possible.get();
            others.retain(|(id, _)| *id != subject.routing);
            others
        });
        let labels = Memo::new(move |_| {
            let chosen = page.state.against().read();
            let offered = offered.read();
            let others = offered.iter().map(|(id, _)| *id);
            let others = others.filter(|id| chosen.iter().any(|one| one == id));
            let others: Vec<_> = others.map(routing_label).collect();
            if others.is_empty() {
                return others;
            }
            [vec![OWN_ROUTING.to_owned()], others].concat()
        });
        Self {
            page,
            offered,
            labels,
        }
    }

    /// A check box for each function; collapsed, because there are many.
    pub fn view(self) -> impl IntoView {
        let has_some = Memo::new(move |_| !self.offered.read().is_empty());
        let chosen = move || match self.labels.read().len() {
            0 => String::new(),
            curves => format!(" ({} chosen)", curves - 1),
        };
        let boxes = move || {
            let offered = self.offered.get().into_iter();
            let boxes = offered.map(|(id, name)| self.check_box(id, name));
            boxes.collect_view()
        };
        view! {
            <Show when=move || has_some.get()>
                <details class="compare-routing">
                    <summary>"Compare routing functions"{chosen}</summary>
                    <fieldset class="compare"><legend>"Compare with"</legend>{boxes}</fieldset>
                </details>
            </Show>
        }
    }

    fn check_box(self, id: &'static str, name: &'static str) -> AnyView {
        let against = self.page.state.against();
        let is_chosen = move || against.read().iter().any(|one| one == id);
        let toggle = move |_| {
            let mut chosen = against.get_untracked();
            match chosen.iter().position(|one| one == id) {
                Some(at) => {
                    chosen.remove(at);
                }
                None => chosen.push(id.to_owned()),
            }
            self.page.act(Action::Against(chosen));
        };
        view! {
            <label><input type="checkbox" prop:checked=is_chosen on:change=toggle />{name}</label>
        }
        .into_any()
    }
}
