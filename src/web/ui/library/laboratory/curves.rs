//! The panel of the curves: their models or scenarios, parameters and notes.

use flitscope::catalog::{self, Settings};
use flitscope::laboratory::{Curve, Findings, MOST_CURVES, Subject, Varied};
use flitscope::model;
use flitscope::page::experiment::Action;
use flitscope::plot::{Kind, Theme, readable};
use flitscope::scenario::Scenario;
use leptos::prelude::*;

use super::scenario_fields::ScenarioFields;
use super::state::LaboratoryState;
use super::why::WhySaturated;
use crate::ui::controls::about::About;
use crate::ui::controls::menu::{Menu, Options, entries};
use crate::ui::controls::param_field::ParamField;
use crate::ui::library::typeset::typeset;
use crate::ui::state::theme::CurrentPalette;

/// A card for every curve, and the controls that add one.
#[component]
pub fn CurvePanel() -> impl IntoView {
    let state = expect_context::<LaboratoryState>();
    let count = Memo::new(move |_| state.experiment.read().curves.len());
    // The curve that was just added, whose card opens unfolded.
    let opened = StoredValue::new(None::<usize>);
    let is_full = move || count.get() >= MOST_CURVES;
    let add = move |id: &str| {
        let curve = match id {
            SCENARIO => Curve::of(Subject::Scenario(Box::new(example()))),
            id => Curve::of_model(id, Settings::default()),
        };
        opened.set_value(Some(count.get_untracked()));
        state.change(|experiment| experiment.curves.push(curve));
    };
    let add_current = move |_| {
        opened.set_value(Some(count.get_untracked()));
        state.add_current_network();
    };
    let families = model::FAMILIES.iter();
    let options = families.map(|family| {
        view! { <option value=family.entry.id>{family.entry.name()}</option> }
    });
    view! {
        <section class="panel curves" aria-labelledby="curves-title">
            <h2 id="curves-title">"Curves"</h2>
            <For each=move || 0..count.get() key=|index| *index let(index)>
                <CurveRow index is_open=count.get_untracked() == 1 || opened.get_value() == Some(index) />
            </For>
            <button id="add-current" disabled=is_full on:click=add_current>
                "Add curve from the current network"
            </button>
            <div class="field">
                <label for="add-curve">"Add a curve"</label>
                <select
                    id="add-curve"
                    prop:value=""
                    disabled=is_full
                    on:change:target=move |event| {
                        add(&event.target().value());
                        event.target().set_value("");
                    }
                >
                    <option value="">"Choose a model…"</option>
                    {options.collect_view()}
                    <option value=SCENARIO>"A scenario, with the models that apply"</option>
                </select>
                <p class="help">
                    {move || is_full().then(|| format!("A plot has at most {MOST_CURVES} curves."))}
                </p>
            </div>
        </section>
    }
}

/// The menu entry for a scenario.
const SCENARIO: &str = "scenario";

fn example() -> Scenario {
    Scenario::from_link("t=hypercube:5&vc=1&M=32").scenario
}

/// The card of a curve, with its model and parameters or its scenario.
#[component]
fn CurveRow(index: usize, is_open: bool) -> impl IntoView {
    let state = expect_context::<LaboratoryState>();
    let palette = expect_context::<CurrentPalette>().0;
    let curve = Memo::new(move |_| state.experiment.read().curves.get(index).cloned());
    let sample = Memo::new(move |_| {
        let findings = state.findings.read();
        let trace = findings
            .origins
            .iter()
            .position(|&origin| origin == index)?;
        let theme = Theme::in_page(palette.read().id, 1.0);
        Some(findings.diagram.name_sample(trace, &theme))
    });
    let family = Memo::new(move |_| match &curve.read().as_ref()?.subject {
        Subject::Model { id, .. } => Some(id.clone()),
        Subject::Scenario(_) => None,
    });
    let notes = move || {
        let findings = state.findings.read();
        let ours = findings.notes.iter();
        let ours = ours.filter(|note| findings.origins.get(note.trace) == Some(&index));
        let mut texts: Vec<&str> = Vec::new();
        for note in ours {
            // Several lines of a scenario may have the same note.
            if !texts.contains(&&*note.text) {
                texts.push(&note.text);
            }
        }
        let items = texts.into_iter();
        let items = items.map(|text| view! { <li>{text.to_owned()}</li> });
        items.collect_view()
    };
    let remove = move |_| {
        state.change(|experiment| {
            if index < experiment.curves.len() {
                experiment.curves.remove(index);
            }
        });
    };
    let duplicate = move |_| {
        state.change(|experiment| {
            if let Some(curve) = experiment.curves.get(index).cloned()
                && experiment.curves.len() < MOST_CURVES
            {
                experiment.curves.insert(index + 1, curve);
            }
        });
    };
    let name = Memo::new(move |_| {
        let experiment = state.experiment.read();
        let curve = experiment.curves.get(index)?;
        Some(experiment.name_of(curve))
    });
    let short = Memo::new(move |_| state_in_words(&state.findings.read(), index));
    let is_kept = move || {
        let curve = curve.read();
        let kept = state.kept_curves.read();
        curve.as_ref().is_some_and(|curve| kept.contains(curve))
    };
    let number = index + 1;
    let body = move || match family.get() {
        Some(id) => view! { <ModelFields index id /> }.into_any(),
        None => view! { <ScenarioFields index /> }.into_any(),
    };
    view! {
        <details class="curve" open=is_open>
            <summary>
                <span class="diagram-sample" aria-hidden="true" inner_html=move || sample.get().unwrap_or_default()></span>
                <span class="curve-name">
                    {move || typeset(&name.get().unwrap_or_else(|| format!("Curve {number}")))}
                </span>
                <small class="curve-state">{short}</small>
            </summary>
            <div class="curve-tools">
                <button

                    title="Kept curves are added again when a network is opened from Explore"
                    aria-pressed=move || is_kept().to_string()
                    aria-label=format!("Keep this curve, number {number}")
                    on:click=move |_| state.act(Action::Keep(index))
                >
                    "Keep this curve"
                </button>
                <button aria-label=format!("Duplicate curve {number}") on:click=duplicate>"Duplicate"</button>
                <button aria-label=format!("Remove curve {number}") on:click=remove>"Remove"</button>
            </div>
            {body}
            <ul class="notes">{notes}</ul>
            <WhySaturated index />
        </details>
    }
}

/// The saturation load and number of points of a curve, or the reason why it is empty.
fn state_in_words(findings: &Findings, index: usize) -> String {
    let traces = findings.diagram.traces.iter().enumerate();
    let ours = traces.filter(|(trace, _)| findings.origins.get(*trace) == Some(&index));
    let ours: Vec<_> = ours.collect();
    let mut parts = Vec::new();
    let mut models = ours.iter().filter(|(_, trace)| trace.kind == Kind::Model);
    if let Some(rate) = models.find_map(|(_, trace)| trace.saturation) {
        parts.push(format!("model saturates at λ = {}", readable(rate)));
    }
    let points = ours
        .iter()
        .filter(|(_, trace)| trace.kind == Kind::Simulation);
    match points
        .map(|(_, trace)| trace.marks.len() + trace.beyond.len())
        .sum::<usize>()
    {
        0 => {}
        1 => parts.push("1 point".to_owned()),
        count => parts.push(format!("{count} points")),
    }
    if parts.is_empty() && ours.iter().all(|(_, trace)| trace.marks.is_empty()) {
        let mut notes = ours.iter().flat_map(|(trace, _)| findings.notes_of(*trace));
        parts.extend(notes.next().map(str::to_owned));
    }
    parts.join(", ")
}

/// The menu of models, and a control for every parameter of the one chosen.
#[component]
fn ModelFields(index: usize, id: String) -> impl IntoView {
    let state = expect_context::<LaboratoryState>();
    let found = catalog::family(model::FAMILIES, &id);
    let choose = move |id: String| {
        state.change(|experiment| {
            if let Some(curve) = experiment.curves.get_mut(index) {
                curve.subject = other_model(&curve.subject, id);
            }
        });
    };
    let unknown = found
        .is_none()
        .then(|| (id.clone().into(), id.clone().into()));
    let known = entries(model::FAMILIES).into_iter();
    let options: Options = unknown.into_iter().chain(known).collect();
    let settings = Signal::derive(move || {
        let experiment = state.experiment.read();
        match experiment.curves.get(index).map(|curve| &curve.subject) {
            Some(Subject::Model { settings, .. }) => settings.clone(),
            _ => Settings::default(),
        }
    });
    let params = found.into_iter().flat_map(|family| family.entry.params);
    let params = params.map(|param| {
        let id = param.control().id;
        let write = move |text: String| {
            state.type_into(&format!("{index} {id}"), |experiment| {
                let curve = experiment.curves.get_mut(index);
                if let Some(Subject::Model { settings, .. }) = curve.map(|curve| &mut curve.subject)
                {
                    settings.set(id, text);
                }
            });
            Ok(())
        };
        let is_varied = move || state.experiment.read().x.of == Varied::Parameter(id.to_owned());
        view! {
            <div class:varied=is_varied>
                <ParamField of=format!("curve-{index}") param settings write=Callback::new(write) />
            </div>
        }
    });
    view! {
        <Menu id=format!("curve-{index}-model") label="Model" options chosen=id choose>
            <p class="help">{found.map(|family| family.entry.summary())}</p>
        </Menu>
        <div class="params">{params.collect_view()}</div>
        {found.map(|family| view! { <About kind="model" entry=&family.entry /> })}
    }
}

/// A subject with another model, which keeps the parameters that it accepts.
fn other_model(old: &Subject, id: String) -> Subject {
    let family = catalog::family(model::FAMILIES, &id);
    let settings = match old {
        Subject::Model { settings, .. } => settings.clone(),
        Subject::Scenario(_) => Settings::default(),
    };
    let kept = family.into_iter().flat_map(|family| family.entry.params);
    let kept = kept.filter_map(|param| {
        let id = param.control().id;
        let text = settings.get(id)?;
        // Values that the new model rejects are dropped.
        let settings = Settings::default().with(id, text);
        let accepted = family.is_some_and(|family| model::build(family, &settings).is_ok());
        accepted.then(|| (id, text.to_owned()))
    });
    let settings = kept.fold(Settings::default(), |all, (id, text)| all.with(id, text));
    Subject::Model {
        id,
        settings,
        on: None,
    }
}
