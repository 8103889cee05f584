//! Curves that are often compared with that of the scenario: the same under other routing functions, or with other
//! multicast algorithms.

use flitscope::catalog::Settings;
use flitscope::multicast::{name_of, variants};
use flitscope::page::{PageState, PageStateStoreFields};
use flitscope::routing::{FAMILIES, Vcs};
use flitscope::scenario::Scenario;
use leptos::prelude::*;
use reactive_stores::Store;

/// The offered curves; copies share them.
#[derive(Clone, Copy)]
pub struct Offered {
    subject: Memo<Scenario>,
    /// Specs of algorithms; empty if no random message goes to several nodes.
    algorithms: Memo<Vec<String>>,
    /// Ids and names of functions; empty if random messages go to several nodes, or are packets.
    functions: Memo<Vec<(&'static str, &'static str)>>,
}

impl Offered {
    /// Offers what suits the network and its virtual channels, apart from the scenario's own.
    pub fn new(state: Store<PageState>, subject: Memo<Scenario>) -> Self {
        let algorithms = Memo::new(move |_| {
            let study = state.built().read();
            let own = study.multicast.clone();
            let Some(own) = own.filter(|_| study.design.draws_several()) else {
                return Vec::new();
            };
            let mut all = variants(&*study.topology);
            all.retain(|known| name_of(known) != name_of(&own));
            all
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
            let mut others = possible.get();
            others.retain(|(id, _)| *id != subject.routing);
            others
        });
        Self {
            subject,
            algorithms,
            functions,
        }
    }

    /// A check box for each algorithm or function, which adds a curve or removes it; functions are collapsed, because
    /// there are many.
    pub fn view(self, toggle: Callback<Scenario>, has: Callback<Scenario, bool>) -> impl IntoView {
        let check_box = move |name: String, scenario: Box<dyn Fn() -> Scenario + Send + Sync>| {
            let scenario = StoredValue::new(scenario);
            let is_chosen = move || has.run(scenario.with_value(|scenario| scenario()));
            let change = move |_| toggle.run(scenario.with_value(|scenario| scenario()));
            view! {
                <label><input type="checkbox" prop:checked=is_chosen on:change=change />{name}</label>
            }
            .into_any()
        };
        let algorithms = move || {
            let offered = self.algorithms.get();
            let has_some = !offered.is_empty();
            let boxes = offered.into_iter().map(|spec| {
                let scenario = {
                    let spec = spec.clone();
                    move || self.subject.get().planned_by(&spec)
                };
                check_box(name_of(&spec), Box::new(scenario))
            });
            let boxes = boxes.collect_view();
            has_some.then(|| {
                view! { <fieldset class="compare"><legend>"Compare with"</legend>{boxes}</fieldset> }
            })
        };
        let functions = move || {
            let offered = self.functions.get();
            let has_some = !offered.is_empty();
            let boxes = offered.into_iter().map(|(id, name)| {
                let scenario = move || Scenario {
                    routing: id.to_owned(),
                    ..self.subject.get()
                };
                check_box(name.to_owned(), Box::new(scenario))
            });
            let boxes = boxes.collect_view();
            has_some.then(|| {
                view! {
                    <details class="compare-routing">
                        <summary>"Compare routing functions"</summary>
                        <fieldset class="compare"><legend>"Compare with"</legend>{boxes}</fieldset>
                    </details>
                }
            })
        };
        view! { {algorithms}{functions} }
    }
}
