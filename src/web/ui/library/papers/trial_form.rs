//! The form in which a reader chooses a paper's model, its parameters and its load.

use browser::alive::Alive;
use flitscope::catalog::{self, Choice, Param, Settings};
use flitscope::model::{self, ModelFamily};
use flitscope::paper::{MOST_SHARE, Paper, Trial, significant};
use leptos::prelude::*;

use super::links;
use crate::ui::controls::menu::{Menu, Options, of_entry};
use crate::ui::controls::param_field::ParamField;

/// A model with its parameters and its load.
#[derive(Debug, Clone)]
pub struct TrialChoice {
    model: &'static str,
    settings: Settings,
    /// The load, as a share of saturation.
    share: f64,
}

/// The model of a paper's page with the reader's choices. Copies share them.
#[derive(Clone, Copy)]
pub struct Trialed {
    /// The ids of the paper's models.
    pub models: &'static [&'static str],
    choice: RwSignal<TrialChoice>,
    /// The id of the chosen model.
    model: Memo<&'static str>,
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
        let choice = RwSignal::new(TrialChoice {
            model: paper.models.first().copied().unwrap_or_default(),
            settings: Settings::default(),
            share: 0.5,
        });
        let trial = Memo::new(move |_| {
            let choice = choice.read();
            TrialAnswer(Trial::at_share(
                choice.model,
                &choice.settings,
                choice.share,
            ))
        });
        Self {
            models: paper.models,
            choice,
            model: Memo::new(move |_| choice.read().model),
            trial,
        }
    }

    /// The register entry of the chosen model, if there is one.
    pub fn family(self) -> Option<&'static ModelFamily> {
        family(self.model.get())
    }
}

fn family(id: &str) -> Option<&'static ModelFamily> {
    catalog::family(model::FAMILIES, id)
}

/// The controls for model, parameters and load.
#[component]
pub fn TrialForm(paper: &'static Paper, trialed: Trialed) -> impl IntoView {
    let families = trialed.models.iter().filter_map(|id| family(id));
    let options: Options = families.map(|family| of_entry(&family.entry)).collect();
    let options = Signal::stored(options);
    let choose = move |chosen: String| {
        let known = trialed.models.iter().find(|id| **id == chosen);
        if let Some(id) = known {
            trialed.choice.update(|choice| {
                choice.model = id;
                // The new model would reject the settings of the old one.
                choice.settings = Settings::default();
            });
        }
    };
    let settings = Signal::derive(move || trialed.choice.read().settings.clone());
    let params = move || {
        let family = trialed.family();
        let params = family.map_or(&[][..], |family| family.entry.params).iter();
        let views = params.map(|param| {
            if let Param::Choice(choice) = param {
                view! { <VariantSwitch choice trialed /> }.into_any()
            } else {
                let write = move |text: String| {
                    let id = param.control().id;
                    trialed
                        .choice
                        .update(|choice| choice.settings.set(id, text));
                    Ok(())
                };
                view! { <ParamField of="trial" param settings write=Callback::new(write) /> }
                    .into_any()
            }
        });
        views.collect_view()
    };
    let has_several = trialed.models.len() > 1;
    view! {
        <div class="trial" role="group" aria-label="Parameters and load of the model">
            <Show when=move || has_several>
                <Menu
                    id="trial-model"
                    label="Model"
                    options
                    chosen=Signal::derive(move || trialed.model.get().to_owned())
                    choose
                />
            </Show>
            <div class="fields">{params}</div>
            <LoadSlider trialed />
            <ToStage paper trialed />
        </div>
    }
}

/// The options of a choice, as buttons.
#[component]
pub fn VariantSwitch(choice: &'static Choice, trialed: Trialed) -> impl IntoView {
    let control = &choice.control;
    let chosen = Memo::new(move |_| trialed.choice.read().settings.choice(choice).ok());
    let buttons = choice.options.iter().map(|&option| {
        let set = move |_| {
            trialed
                .choice
                .update(|choice| choice.settings.set(control.id, option));
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
            trialed
                .choice
                .update(|choice| choice.share = position / STEPS);
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
                trialed.choice.update(|choice| choice.share = share);
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
                trialed.choice.read().share * 100.0,
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
                    prop:value=move || (trialed.choice.read().share * STEPS).to_string()
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
    // The trial that cannot be shown, and why; the message applies to no other.
    let refused = RwSignal::new(None::<(TrialAnswer, String)>);
    let show = move |_| {
        let answer = trialed.trial.get_untracked();
        let found = answer.0.clone().and_then(|trial| trial.scenario());
        refused.set(match found {
            Ok(scenario) => {
                links::show(paper, &scenario.to_link());
                None
            }
            Err(reason) => Some((answer, format!("This cannot be shown: {reason}."))),
        });
    };
    let problem = move || {
        let refused = refused
            .get()
            .filter(|(trial, _)| *trial == *trialed.trial.read());
        refused.map(|(_, reason)| reason)
    };
    view! {
        <div class="to-stage">
            <button on:click=show>"Show this in the picture"</button>
            <p class="problem" role="status">{problem}</p>
        </div>
    }
}
