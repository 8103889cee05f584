//! The panel of the axes: their quantities, ends and spacing.

use flitscope::laboratory::{Experiment, Found, Load, Quantity, Varied};
use flitscope::plot::readable;
use flitscope::sweep::LoadUnit;
use leptos::prelude::*;

use super::state::LaboratoryState;
use crate::ui::controls::menu::{Menu, Options};
use browser::text_field::{Name, TextField};

/// The quantities of the x axis by their keys; a quantity from a link is listed even if no curve has it.
fn abscissas(experiment: &Experiment) -> Vec<(Varied, String)> {
    let mut all = experiment.abscissas();
    let own = &experiment.x.of;
    if all.iter().all(|(of, _)| of != own) {
        all.push((own.clone(), format!("{} (no curve has it)", key_of(own))));
    }
    all
}

/// The quantities of the y axis; a part from a link is listed even if no curve has it.
fn quantities(experiment: &Experiment) -> Vec<Quantity> {
    let mut all = experiment.quantities();
    let of = experiment.y.of.clone();
    if let Found::Part(symbol) = &of
        && all.iter().all(|quantity| quantity.of != of)
    {
        let label = format!("{symbol} (no curve has it)");
        all.push(Quantity { of, label });
    }
    all
}

/// The menus and fields of both axes.
#[component]
pub fn AxesPanel() -> impl IntoView {
    let state = expect_context::<LaboratoryState>();
    let xs = Memo::new(move |_| abscissas(&state.experiment.read()));
    let ys = Memo::new(move |_| quantities(&state.experiment.read()));
    let x = Memo::new(move |_| state.experiment.read().x.of.clone());
    let y = Memo::new(move |_| state.experiment.read().y.of.clone());
    let x_choices = Signal::derive(move || {
        let all = xs.get().into_iter();
        all.map(|(of, label)| (key_of(&of).into(), label.into()))
            .collect::<Options>()
    });
    let y_choices = Signal::derive(move || {
        let all = ys.get().into_iter().enumerate();
        all.map(|(index, quantity)| (index.to_string().into(), quantity.label.into()))
            .collect::<Options>()
    });
    let y_chosen = Signal::derive(move || {
        let ys = ys.read();
        let place = ys.iter().position(|quantity| quantity.of == *y.read());
        place.map_or(String::new(), |place| place.to_string())
    });
    let choose_x = Callback::new(move |key: String| {
        let chosen = xs.get_untracked().into_iter();
        let Some((of, _)) = chosen.into_iter().find(|(of, _)| key_of(of) == key) else {
            return;
        };
        state.change(|experiment| {
            experiment.x.of = of;
            // The old ends and points do not apply to the new quantity.
            (experiment.x.from, experiment.x.to) = (None, None);
            experiment.simulation.also.clear();
        });
    });
    let choose_y = Callback::new(move |index: String| {
        let index = index.parse::<usize>().ok();
        let chosen = index.and_then(|index| ys.get_untracked().get(index).cloned());
        if let Some(chosen) = chosen {
            state.change(|experiment| experiment.y.of = chosen.of);
        }
    });
    let is_over_load = move || x.get() == Varied::Load;
    let needs_load =
        move || !is_over_load() && !matches!(y.get(), Found::ZeroLoad | Found::Saturation);
    view! {
        <section class="panel axes" aria-labelledby="axes-title">
            <h2 id="axes-title">"Axes"</h2>
            <Menu id="axis-x" label="x axis" options=x_choices chosen=Signal::derive(move || key_of(&x.read())) choose=choose_x />
            <div class="row">
                <EndField key="from" label="from" />
                <EndField key="to" label="to" />
                <LogSwitch is_x=true />
            </div>
            <Show when=needs_load>
                <LoadField />
            </Show>
            <div class="row">
                <Menu id="axis-y" label="y axis" options=y_choices chosen=y_chosen choose=choose_y />
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
    let units: Options = LoadUnit::ALL
        .map(|(_, id, name)| (id.into(), name.into()))
        .to_vec();
    let chosen = Signal::derive(move || state.experiment.read().unit.id().to_owned());
    let choose = Callback::new(move |id: String| {
        if let Some(unit) = LoadUnit::from_id(&id) {
            state.change(|experiment| experiment.unit = unit);
        }
    });
    view! { <Menu id="axis-unit" label="Load in" options=units chosen choose /> }
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
    let choose = Callback::new(move |kind: String| {
        state.change(|experiment| {
            experiment.load = match &*kind {
                "share" => Load::Share(0.5),
                _ => Load::Absolute(0.001),
            };
        });
    });
    let kinds = [("share", "share of saturation"), ("load", "rate λ")];
    let kinds: Options = kinds.map(|(id, name)| (id.into(), name.into())).to_vec();
    let chosen = Signal::derive(move || {
        let kind = if is_share.get() { "share" } else { "load" };
        kind.to_owned()
    });
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
            <Menu id="axis-load-kind" label="as" options=kinds chosen choose />
        </div>
    }
}
