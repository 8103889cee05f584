//! The form in which a reader chooses a paper's model, its parameters and its load.

use browser::alive::Alive;
use flitscope::catalog::{Choice, Param, Settings};
use flitscope::model::{self, ModelFamily};
use flitscope::paper::{MOST_SHARE, Paper, Trial, significant};
use leptos::prelude::*;

use super::links;

/// The model of a paper's page with the reader's choices. Copies share them.
#[derive(Clone, Copy)]
pub struct Trialed {
    /// The ids of the paper's models.
    pub models: &'static [&'static str],
    pub model: RwSignal<&'static str>,
    pub settings: RwSignal<Settings>,
    /// The load, as a share of saturation.
    pub share: RwSignal<f64>,
    /// The prediction, or an error on the parameters.
    pub trial: Memo<TrialAnswer>,
}

/// A trial, or a message on why there is none; trials are equal if their model, parameters, load and
/// prediction are.
#[derive(Debug, Clone)]
pub struct TrialAnswer(pub Result<Trial, String>);

impl PartialEq for TrialAnswer {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Ok(one), Ok(other)) => {
                one.family.entry.id == other.family.entry.id
                    && one.settings == other.settings
                    && one.prediction == other.prediction
                    && one.load.to_bits() == other.load.to_bits()
            }
            (Err(one), Err(other)) => one == other,
            _ => false,
        }
    }
}

impl Trialed {
    /// The first model of a paper, at its defaults and half of its saturation load.
    pub fn new(paper: &'static Paper) -> Self {
        let model = RwSignal::new(paper.models.first().copied().unwrap_or_default());
        let settings = RwSignal::new(Settings::default());
        let share = RwSignal::new(0.5);
        let trial = Memo::new(move |_| {
            TrialAnswer(Trial::at_share(model.get(), &settings.read(), share.get()))
        });
        Self {
            models: paper.models,
            model,
            settings,
            share,
            trial,
        }
    }

    /// The register entry of the chosen model, if there is one.
    pub fn family(self) -> Option<&'static ModelFamily> {
        family(self.model.get())
    }
}

fn family(id: &str) -> Option<&'static ModelFamily> {
    model::FAMILIES.iter().find(|family| family.entry.id == id)
}

/// The controls for model, parameters and load.
#[component]
pub fn TrialForm(paper: &'static Paper, trialed: Trialed) -> impl IntoView {
    let options = move || {
        let families = trialed.models.iter().filter_map(|id| family(id));
        let options = families.map(|family| {
            view! { <option value=family.entry.id>{family.entry.name}</option> }.into_any()
        });
        options.collect_view()
    };
    let choose = move |chosen: String| {
        let known = trialed.models.iter().find(|id| **id == chosen);
        if let Some(id) = known {
            // The new model would reject the settings of the old one.
            trialed.settings.set(Settings::default());
            trialed.model.set(id);
        }
    };
    let params = move || {
        let family = trialed.family();
        let params = family.map_or(&[][..], |family| family.entry.params).iter();
        let views = params.map(|param| view! { <ParamField param trialed /> }.into_any());
        views.collect_view()
    };
    let has_several = trialed.models.len() > 1;
    view! {
        <div class="trial" role="group" aria-label="Parameters and load of the model">
            <Show when=move || has_several>
                <div class="field">
                    <label for="trial-model">"Model"</label>
                    <select
                        id="trial-model"
                        prop:value=move || trialed.model.get()
                        on:change:target=move |event| choose(event.target().value())
                    >
                        {options()}
                    </select>
                </div>
            </Show>
            <div class="fields">{params}</div>
            <LoadSlider trialed />
            <ToStage paper trialed />
        </div>
    }
}

/// The control for a parameter: a text box, or buttons for its options.
#[component]
fn ParamField(param: &'static Param, trialed: Trialed) -> impl IntoView {
    if let Param::Choice(choice) = param {
        return view! { <VariantSwitch choice trialed /> }.into_any();
    }
    let control = param.control();
    let id = format!("trial-{}", control.id);
    let note = format!("{id}-note");
    let text = move || {
        let settings = trialed.settings.read();
        settings
            .get(control.id)
            .unwrap_or(control.default)
            .to_owned()
    };
    let problem = Memo::new(move |_| {
        let settings = trialed.settings.read();
        let read = match param {
            Param::Integer(integer) => settings.integer(integer).map(|_| ()),
            Param::Real(real) => settings.real(real).map(|_| ()),
            Param::Radices(radices) => settings.radices(radices).map(|_| ()),
            Param::Choice(choice) => settings.choice(choice).map(|_| ()),
            Param::Text(_) => Ok(()),
        };
        read.err().map(|problem| problem.to_string())
    });
    let typed = move |text: String| {
        trialed
            .settings
            .update(|settings| settings.set(control.id, text));
    };
    view! {
        <div class="field" class:wrong=move || problem.read().is_some()>
            <label for=id.clone()>
                {control.label} " " <i>{control.symbol}</i> <small>{control.unit}</small>
            </label>
            <input
                id=id
                type="text"
                autocomplete="off"
                spellcheck="false"
                title=format!("{} It must be {}.", control.help, param.allowed())
                aria-describedby=note.clone()
                aria-invalid=move || problem.read().is_some().to_string()
                prop:value=text
                on:input:target=move |event| typed(event.target().value())
            />
            <p id=note class="problem" role="status">{problem}</p>
        </div>
    }
    .into_any()
}

/// The options of a choice, as buttons.
#[component]
pub fn VariantSwitch(choice: &'static Choice, trialed: Trialed) -> impl IntoView {
    let control = &choice.control;
    let chosen = Memo::new(move |_| trialed.settings.read().choice(choice).ok());
    let buttons = choice.options.iter().map(|&option| {
        let set = move |_| {
            trialed
                .settings
                .update(|settings| settings.set(control.id, option));
        };
        view! {
            <button aria-pressed=move || (chosen.get() == Some(option)).to_string() on:click=set>
                {option}
            </button>
        }
        .into_any()
    });
    view! {
        <div class="field choice" role="group" aria-label=control.label title=control.help>
            <span class="label">{control.label}</span>
            <div class="choices">{buttons.collect_view()}</div>
        </div>
    }
}

/// The number of slider steps from zero load to saturation.
const STEPS: f64 = 1000.0;

/// The slider for the load, up to just beyond saturation.
#[component]
fn LoadSlider(trialed: Trialed) -> impl IntoView {
    let problem = RwSignal::new(None::<String>);
    let slide = move |position: String| {
        if let Ok(position) = position.parse::<f64>() {
            problem.set(None);
            trialed.share.set(position / STEPS);
        }
    };
    let load = move || {
        let answer = trialed.trial.read();
        answer
            .0
            .as_ref()
            .map(|trial| significant(trial.load))
            .unwrap_or_default()
    };
    let alive = Alive::new();
    let typed = move |text: String| {
        let answer = trialed.trial.get_untracked();
        let Ok(trial) = answer.0 else { return };
        match trial.share_of(&text) {
            Ok(share) => {
                problem.set(None);
                trialed.share.set(share);
            }
            Err(reason) => problem.set(Some(reason)),
        }
    };
    let name = move || {
        let load = trialed.family().map(|family| family.build.load);
        load.map(|load| view! { "Load " <i>{load.symbol}</i> " " <small>{load.unit}</small> })
    };
    let of_saturation = move || match &trialed.trial.read().0 {
        Ok(trial) => match trial.saturation {
            Some(rate) => format!(
                "{:.0} % of the saturation at {}",
                trialed.share.get() * 100.0,
                significant(rate)
            ),
            None => "the model has no saturation".to_owned(),
        },
        Err(_) => String::new(),
    };
    view! {
        <div class="field load" class:wrong=move || problem.read().is_some()>
            <label for="trial-load">{name}</label>
            <div class="slider">
                <input
                    type="range"
                    aria-label="Load as a fraction of saturation"
                    aria-valuetext=of_saturation
                    min="0"
                    max=(MOST_SHARE * STEPS).to_string()
                    prop:value=move || (trialed.share.get() * STEPS).to_string()
                    on:input:target=move |event| slide(event.target().value())
                />
                <input
                    id="trial-load"
                    type="text"
                    autocomplete="off"
                    spellcheck="false"
                    aria-describedby="trial-load-note"
                    aria-invalid=move || problem.read().is_some().to_string()
                    prop:value=load
                    on:change:target=move |event| {
                        if alive.is_alive() {
                            typed(event.target().value());
                        }
                    }
                />
            </div>
            <p class="help">{of_saturation}</p>
            <p id="trial-load-note" class="problem" role="status">{problem}</p>
        </div>
    }
}

/// The button that shows the model's scenario on the stage, and the reason if it cannot.
#[component]
fn ToStage(paper: &'static Paper, trialed: Trialed) -> impl IntoView {
    let problem = RwSignal::new(None::<String>);
    let show = move |_| {
        let answer = trialed.trial.get_untracked();
        let found = answer.0.and_then(|trial| trial.scenario());
        problem.set(match found {
            Ok(scenario) => {
                links::show(paper, &scenario.to_link());
                None
            }
            Err(reason) => Some(format!("This cannot be shown: {reason}.")),
        });
    };
    // The message applies to the old parameters.
    Effect::new(move |_| {
        trialed.trial.track();
        problem.set(None);
    });
    view! {
        <div class="to-stage">
            <button on:click=show>"Show this in the picture"</button>
            <p class="problem" role="status">{problem}</p>
        </div>
    }
}
