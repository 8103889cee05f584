//! The panel of the axes: their quantities, ends and spacing.

use flitscope::laboratory::{Found, Load, Quantity, Varied};
use flitscope::plot::readable;
use flitscope::sweep::LoadUnit;
use leptos::prelude::*;

use super::state::LaboratoryState;
use browser::text_field::{Name, TextField};

/// The menus and fields of both axes.
#[component]
pub fn AxesPanel() -> impl IntoView {
    let state = expect_context::<LaboratoryState>();
    let abscissas = Memo::new(move |_| state.experiment.read().abscissas());
    let quantities = Memo::new(move |_| state.experiment.read().quantities());
    let x = Memo::new(move |_| state.experiment.read().x.of.clone());
    let y = Memo::new(move |_| state.experiment.read().y.of.clone());
    let xs = move || {
        let mut all = abscissas.get();
        // A quantity from a link is listed even if no curve has it.
        if all.iter().all(|(of, _)| *of != x.get()) {
            let label = format!("{} (no curve has it)", key_of(&x.get()));
            all.push((x.get(), label));
        }
        all.into_iter()
            .map(|(of, label)| {
                let is_it = x.get() == of;
                view! { <option value=key_of(&of) prop:selected=is_it>{label}</option> }
            })
            .collect_view()
    };
    let ys = move || {
        let mut all = quantities.get();
        if let Found::Part(symbol) = y.get()
            && all.iter().all(|quantity| quantity.of != y.get())
        {
            let label = format!("{symbol} (no curve has it)");
            all.push(Quantity { of: y.get(), label });
        }
        let all = all.into_iter().enumerate();
        all.map(|(index, quantity)| {
            let is_it = y.get() == quantity.of;
            view! { <option value=index prop:selected=is_it>{quantity.label}</option> }
        })
        .collect_view()
    };
    let choose_x = move |key: String| {
        state.change(|experiment| {
            let chosen = abscissas.get_untracked().into_iter();
            let mut chosen = chosen.filter(|(of, _)| key_of(of) == key);
            if let Some((of, _)) = chosen.next() {
                experiment.x.of = of;
                // The old ends and points do not apply to the new quantity.
                (experiment.x.from, experiment.x.to) = (None, None);
                experiment.simulation.also.clear();
            }
        });
    };
    let choose_y = move |index: String| {
        let index = index.parse::<usize>().ok();
        let chosen = index.and_then(|index| quantities.get_untracked().get(index).cloned());
        if let Some(chosen) = chosen {
            state.change(|experiment| experiment.y.of = chosen.of);
        }
    };
    let is_over_load = move || x.get() == Varied::Load;
    let needs_load =
        move || !is_over_load() && !matches!(y.get(), Found::ZeroLoad | Found::Saturation);
    view! {
        <section class="panel axes" aria-labelledby="axes-title">
            <h2 id="axes-title">"Axes"</h2>
            <div class="field">
                <label for="axis-x">"x axis"</label>
                <select id="axis-x" on:change:target=move |event| choose_x(event.target().value())>{xs}</select>
            </div>
            <div class="row">
                <EndField key="from" label="from" />
                <EndField key="to" label="to" />
                <LogSwitch is_x=true />
            </div>
            <Show when=needs_load>
                <LoadField />
            </Show>
            <div class="row">
                <div class="field">
                    <label for="axis-y">"y axis"</label>
                    <select id="axis-y" on:change:target=move |event| choose_y(event.target().value())>{ys}</select>
                </div>
                <LogSwitch is_x=false />
            </div>
            <Show when=is_over_load>
                <UnitField />
                <label class="switch">
                    <input
                        type="checkbox"
                        prop:checked=move || state.experiment.read().has_bounds
                        on:change:target=move |event| {
                            let is_on = event.target().checked();
                            state.change(|experiment| experiment.has_bounds = is_on);
                        }
                    />
                    "Bounds on throughput that no routing exceeds"
                </label>
            </Show>
        </section>
    }
}

/// The menu of the unit of the load.
#[component]
fn UnitField() -> impl IntoView {
    let state = expect_context::<LaboratoryState>();
    let units = LoadUnit::ALL.map(|(unit, id, name)| {
        let is_chosen = move || state.experiment.read().unit == unit;
        view! { <option value=id prop:selected=is_chosen>{name}</option> }.into_any()
    });
    let choose = move |id: String| {
        if let Some(unit) = LoadUnit::from_id(&id) {
            state.change(|experiment| experiment.unit = unit);
        }
    };
    view! {
        <div class="field">
            <label for="axis-unit">"Load in"</label>
            <select id="axis-unit" on:change:target=move |event| choose(event.target().value())>{units.into_iter().collect_view()}</select>
        </div>
    }
}

fn key_of(of: &Varied) -> String {
    match of {
        Varied::Load => "load".to_owned(),
        Varied::Parameter(id) => id.clone(),
    }
}

/// The field for an end of the x axis.
#[component]
fn EndField(key: &'static str, label: &'static str) -> impl IntoView {
    let state = expect_context::<LaboratoryState>();
    let absent = Signal::derive(move || {
        let (from, to) = state.findings.read().range;
        readable(if key == "from" { from } else { to })
    });
    let current = Signal::derive(move || state.experiment.read().get(key));
    let name = Name {
        id: ["axis-", key].concat(),
        label: label.to_owned(),
        unit: "",
        help: "A number; leave empty to fit the curves.".to_owned(),
    };
    let write = Callback::new(move |text: String| state.set(key, &text));
    view! { <TextField name current absent write /> }
}

#[component]
fn LogSwitch(is_x: bool) -> impl IntoView {
    let state = expect_context::<LaboratoryState>();
    let is_log = move || {
        let experiment = state.experiment.read();
        if is_x {
            experiment.x.is_log
        } else {
            experiment.y.is_log
        }
    };
    let switch = move |is_on: bool| {
        state.change(|experiment| {
            if is_x {
                experiment.x.is_log = is_on;
            } else {
                experiment.y.is_log = is_on;
            }
        });
    };
    let label = if is_x {
        "Logarithmic x axis"
    } else {
        "Logarithmic y axis"
    };
    view! {
        <label class="switch" title=label>
            <input
                type="checkbox"
                aria-label=label
                prop:checked=is_log
                on:change:target=move |event| switch(event.target().checked())
            />
            "log"
        </label>
    }
}

/// The field for the load if a parameter is varied.
#[component]
fn LoadField() -> impl IntoView {
    let state = expect_context::<LaboratoryState>();
    let is_share = Memo::new(move |_| matches!(state.experiment.read().load, Load::Share(_)));
    let key = move || {
        if is_share.get_untracked() {
            "share"
        } else {
            "load"
        }
    };
    let choose = move |kind: String| {
        state.change(|experiment| {
            experiment.load = match &*kind {
                "share" => Load::Share(0.5),
                _ => Load::Absolute(0.001),
            };
        });
    };
    let name = Name {
        id: "axis-load".to_owned(),
        label: "At load".to_owned(),
        unit: "",
        help: "A fraction of the saturation load from 0 to 1, or a rate λ.".to_owned(),
    };
    let current = Signal::derive(move || state.experiment.read().get("load"));
    let write = Callback::new(move |text: String| state.set(key(), &text));
    view! {
        <div class="row">
            <TextField name current write />
            <div class="field">
                <label for="axis-load-kind">"as"</label>
                <select id="axis-load-kind" on:change:target=move |event| choose(event.target().value())>
                    <option value="share" prop:selected=move || is_share.get()>"share of saturation"</option>
                    <option value="load" prop:selected=move || !is_share.get()>"rate λ"</option>
                </select>
            </div>
        </div>
    }
}
