//! Curves that are often compared with that of the scenario: the same under other routing functions, or with other
//! multicast algorithms.

use flitscope::catalog::Settings;
use flitscope::multicast::{name_of, variants};
use flitscope::page::{PageState, PageStateStoreFields};
use flitscope::routing::{FAMILIES, Vcs};
use flitscope::scenario::Scenario;
use leptos::prelude::*;
use reactive_stores::Store;

/// A curve by its name.
type Named = (String, Scenario);

/// The offered curves; copies share them.
#[derive(Clone, Copy)]
pub struct Offered {
    /// Other algorithms; none if no random message goes to several nodes.
    algorithms: Memo<Vec<Named>>,
    /// Other functions; none if random messages go to several nodes, or are packets.
    functions: Memo<Vec<Named>>,
}

impl Offered {
    /// Offers what suits the network and its virtual channels, apart from the scenario's own.
    pub fn new(state: Store<PageState>, subject: Memo<Scenario>) -> Self {
        let algorithms = Memo::new(move |_| {
            let (study, subject) = (state.built().read(), subject.read());
            let own = study.multicast.as_ref();
            let own = own.filter(|_| study.design.draws_several());
            let all = own.map(|own| (name_of(own), variants(&*study.topology)));
            let all = all.into_iter().flat_map(|(own, all)| {
                let named = all.into_iter().map(|spec| (name_of(&spec), spec));
                named.filter(move |(name, _)| *name != own)
            });
            all.map(|(name, spec)| (name, subject.clone().planned_by(&spec)))
                .collect()
        });
        // Which functions suit is known only from building each, so this is repeated only when
        // the network, the virtual channels or the dateline change.
        let lanes = Memo::new(move |_| {
            let study = state.built().read();
            let goes_to_one = study.packet.is_none() && !study.design.draws_several();
            let vcs = Vcs {
                count: study.design.vcs_of_class(),
                dateline: subject.read().dateline,
            };
            goes_to_one.then(|| (study.topology.spec(), vcs))
        });
        let possible = Memo::new(move |_| {
            let Some((_, vcs)) = lanes.get() else {
                return Vec::new();
            };
            let topology = state.built().read_untracked().topology.clone();
            let families = FAMILIES.iter();
            let settings = Settings::default();
            let families =
                families.filter(|family| family.build(&*topology, vcs, &settings).is_ok());
            let named = families.map(|family| (family.entry.id, family.entry.name()));
            named.collect::<Vec<_>>()
        });
        let functions = Memo::new(move |_| {
            let subject = subject.read();
            let others = possible.get().into_iter();
            let others = others.filter(|(id, _)| *id != subject.routing);
            let named = others.map(|(id, name)| {
                let scenario = Scenario {
                    routing: id.to_owned(),
                    ..subject.clone()
                };
                (name.to_owned(), scenario)
            });
            named.collect()
        });
        Self {
            algorithms,
            functions,
        }
    }

    /// A check box for each algorithm or function, which adds a curve or removes it; functions are collapsed, because
    /// there are many.
    pub fn view(self, toggle: Callback<Scenario>, has: Callback<Scenario, bool>) -> impl IntoView {
        let boxes = move |offered: Vec<Named>| {
            let boxes = offered.into_iter().map(|(name, scenario)| {
                let toggled = scenario.clone();
                let is_chosen = move || has.run(scenario.clone());
                let change = move |_| toggle.run(toggled.clone());
                view! {
                    <label><input type="checkbox" prop:checked=is_chosen on:change=change />{name}</label>
                }
                .into_any()
            });
            let boxes = boxes.collect_view();
            view! { <fieldset class="compare"><legend>"Compare with"</legend>{boxes}</fieldset> }
        };
        view! {
            <Show when=move || !self.algorithms.read().is_empty()>{move || boxes(self.algorithms.get())}</Show>
            <Show when=move || !self.functions.read().is_empty()>
                <details class="compare-routing">
                    <summary>"Compare routing functions"</summary>
                    {move || boxes(self.functions.get())}
                </details>
            </Show>
        }
    }
}
