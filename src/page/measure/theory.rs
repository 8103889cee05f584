//! The model of a scenario, and a published one beside it.

use engine::model::{LatencyKind, Model};
use study::plot::ModelCurve;
use study::scenario::{self, Scenario, Theory};

/// The model of a scenario, and a published model beside it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Theories {
    pub own: Option<Theory>,
    pub beside: Option<Theory>,
    /// The reason why there is no model.
    absence: String,
}

/// A built model, with its curve.
#[derive(Debug)]
pub(super) struct BuiltTheory {
    pub(super) theory: Theory,
    pub(super) model: Box<dyn Model>,
    pub(super) curve: ModelCurve,
}

impl Theories {
    pub fn of(scenario: &Scenario) -> Self {
        let built = scenario.build_in_page();
        let built = built.map_err(|error| format!("{error}."));
        let found = built.and_then(|built| {
            let own = scenario::theory(scenario, &built)?;
            let beside = scenario::published_beside(&own, scenario, &built);
            Ok((own, beside))
        });
        match found {
            Ok((own, beside)) => Self {
                own: Some(own),
                beside,
                absence: String::new(),
            },
            Err(absence) => Self {
                absence,
                ..Self::default()
            },
        }
    }

    /// The prediction of the models in words; `saturation` is the load at which that of the scenario saturates.
    pub fn in_words(&self, saturation: Option<f64>) -> String {
        let Some(theory) = &self.own else {
            return format!("{} Measure shows the simulation alone.", self.absence);
        };
        let saturates = saturation.map_or_else(String::new, |saturation| {
            format!(" and saturates at λ = {saturation:.5}")
        });
        let predicts = predicted(theory.predicts);
        let published = self.beside.as_ref().map_or_else(String::new, |beside| {
            let name = beside.family().entry.name();
            let place = if beside.predicts == theory.predicts {
                "Dashed beside it"
            } else {
                "In the chart of that latency"
            };
            let predicts = predicted(beside.predicts);
            format!(" {place}: {name}, a published model of the {predicts}.")
        });
        format!("The model predicts the {predicts}{saturates}.{published}")
    }
}

impl BuiltTheory {
    pub(super) fn new(theory: &Theory) -> Self {
        let model = theory.model();
        Self {
            theory: theory.clone(),
            curve: ModelCurve::of(&*model),
            model,
        }
    }

    /// The model as its id and `key=value` words.
    pub(super) fn text(&self) -> String {
        let text = format!("{} {}", self.theory.id, self.theory.settings);
        text.trim_end().to_owned()
    }
}

fn predicted(latency: LatencyKind) -> &'static str {
    match latency {
        LatencyKind::Latency => "latency with source queue",
        LatencyKind::Network => "network latency",
        LatencyKind::Multicast => "multicast latency",
        LatencyKind::Unicast => "latency of messages to one node",
        LatencyKind::Link => "delay per hop",
    }
}
