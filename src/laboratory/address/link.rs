//! Experiment ↔ the query of a link: `x=n&share=0.5&m=ciciani-hypercube:length=64`.
//!
//! Only what differs from the default is written. Reading never fails: what is not understood
//! is named and the rest is plotted. `m` is a curve of a model, `on` the scenario for the model
//! before it, `sim` a curve of a scenario; a curve that a model does not allow is still one, and
//! says so in the legend.

use percent_encoding::utf8_percent_encode;

use super::key::scenario_of;
use super::model_text::{self, ESCAPED, decode};
use crate::catalog::{self, Settings};
use crate::laboratory::evaluate::{described, numeric};
use crate::laboratory::{
    experiment::{Curve, Experiment, Found, Load, Subject, Varied},
    presets::PRESETS,
};
use crate::model;
use crate::scenario::Scenario;

/// What was found in a link.
#[derive(Debug, Clone, PartialEq)]
pub struct Opened {
    /// What can be plotted.
    pub experiment: Experiment,
    /// A sentence for everything that was not understood, as far as anybody reads on.
    pub problems: Vec<String>,
}

/// Where links begin.
const PLACE: &str = "#/laboratory";

/// Sentences on a link, after which those that are left are only counted.
const MOST_PROBLEMS: usize = 8;

/// A link to a model in the laboratory, at the load of a point that is read there, beside the
/// scenario that stands for it, if that is another than the model describes.
pub fn link_of(model: &str, settings: &Settings, load: f64, scenario: Option<&Scenario>) -> String {
    let own = described(model, settings).ok();
    let differs = |other: &&Scenario| own.as_ref().is_none_or(|own| !is_same(own, other));
    let on = scenario.filter(differs).cloned().map(Box::new);
    let mut experiment = Experiment {
        curves: vec![Curve::of(Subject::Model {
            id: model.to_owned(),
            settings: settings.clone(),
            on,
        })],
        ..Experiment::default()
    };
    if load > 0.0 && load.is_finite() {
        experiment.simulation.also.push(load);
    }
    experiment.to_link()
}

/// Whether two scenarios differ in nothing but load, random numbers and length of the run.
fn is_same(one: &Scenario, other: &Scenario) -> bool {
    let mut other = other.clone();
    other.traffic.rate = one.traffic.rate;
    other.seed = one.seed;
    other.run = one.run;
    *one == other
}

/// The scenario that a link brings along from elsewhere, `new=…`, to be put beside the curves that
/// were kept; none where it brings none.
pub fn newcomer(query: &str) -> Option<Result<Scenario, String>> {
    let mut pairs = query.split('&');
    let text = pairs.find_map(|pair| pair.strip_prefix("new="))?;
    Some(scenario_of("new", &decode(text)))
}

impl Experiment {
    /// The link, from `#` on.
    pub fn to_link(&self) -> String {
        match self.to_query() {
            query if query.is_empty() => PLACE.to_owned(),
            query => format!("{PLACE}?{query}"),
        }
    }

    /// The part after the question mark.
    pub fn to_query(&self) -> String {
        let default = Self::default();
        let mut pairs = Vec::new();
        let mut put = |key: &str, text: String| {
            let text = utf8_percent_encode(&text, ESCAPED);
            pairs.push(format!("{key}={text}"));
        };
        if let Varied::Parameter(id) = &self.x.of {
            put("x", id.clone());
        }
        for (key, end) in [("from", self.x.from), ("to", self.x.to)] {
            if let Some(end) = end {
                put(key, end.to_string());
            }
        }
        if self.x.points != default.x.points {
            put("points", self.x.points.to_string());
        }
        if self.load != default.load {
            match self.load {
                Load::Absolute(load) => put("load", load.to_string()),
                Load::Share(share) => put("share", share.to_string()),
            }
        }
        match &self.y.of {
            Found::Latency => {}
            Found::ZeroLoad => put("y", "zero-load".to_owned()),
            Found::Saturation => put("y", "saturation".to_owned()),
            Found::Part(symbol) => put("part", symbol.clone()),
        }
        let logs = [(self.x.is_log, "x"), (self.y.is_log, "y")];
        let logs: String = logs.iter().filter(|log| log.0).map(|log| log.1).collect();
        if !logs.is_empty() {
            put("log", logs);
        }
        for curve in &self.curves {
            match &curve.subject {
                Subject::Model { id, settings, on } => {
                    put("m", model_text::write(id, settings));
                    if let Some(on) = on {
                        put("on", on.to_link());
                    }
                }
                Subject::Scenario(scenario) => put("sim", scenario.to_link()),
            }
            let hidden = [(curve.hides_lines, "lines"), (curve.hides_points, "points")];
            for (_, what) in hidden.iter().filter(|(is_hidden, _)| *is_hidden) {
                put("hide", (*what).to_owned());
            }
        }
        let (ours, usual) = (&self.simulation, &default.simulation);
        if ours.effort != usual.effort {
            put("effort", ours.effort.id().to_owned());
        }
        if ours.seed != usual.seed {
            put("seed", ours.seed.to_string());
        }
        if let Some(count) = ours.replications {
            put("reps", count.to_string());
        }
        if ours.points != usual.points {
            put("sims", ours.points.to_string());
        }
        if !ours.also.is_empty() {
            let also: Vec<_> = ours.also.iter().map(f64::to_string).collect();
            put("also", also.join(","));
        }
        if self.has_bounds {
            put("bounds", "1".to_owned());
        }
        pairs.join("&")
    }

    /// A sentence for every model that there is not, and for an axis that no curve has.
    fn unknown(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        let mut axes = vec!["load"];
        for curve in &self.curves {
            let Subject::Model { id, .. } = &curve.subject else {
                continue;
            };
            match catalog::find(model::FAMILIES, "model", id) {
                Ok(family) => {
                    let ids = numeric(family.entry.params).map(|param| param.control().id);
                    for id in ids {
                        if !axes.contains(&id) {
                            axes.push(id);
                        }
                    }
                }
                Err(error) => {
                    let sentence = error.to_string();
                    if !sentences.contains(&sentence) {
                        sentences.push(sentence);
                    }
                }
            }
        }
        let has_curves = !self.curves.is_empty() && sentences.is_empty();
        if let Varied::Parameter(id) = &self.x.of
            && has_curves
            && !axes.contains(&&**id)
        {
            let given = catalog::quoted(id);
            let allowed = catalog::one_of(&axes);
            sentences.push(format!("x must be {allowed}, not {given}"));
        }
        sentences
    }

    /// Opens a link: without a query it is what the laboratory begins with.
    pub fn open(link: &str) -> Opened {
        let place = link.trim_end_matches('?');
        let is_bare = place.is_empty() || place == PLACE;
        Self::from_link(if is_bare { PRESETS[0].query } else { link })
    }

    /// Reads a link, with or without the part before the question mark.
    pub fn from_link(link: &str) -> Opened {
        let query = link.split_once('?').map_or(link, |(_, query)| query);
        let query = query.strip_prefix(PLACE).unwrap_or(query);
        let (mut experiment, mut problems) = (Self::default(), Vec::new());
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (key, text) = pair.split_once('=').unwrap_or((pair, ""));
            let (key, text) = (decode(key), decode(text));
            if let Err(problem) = experiment.take(&key, &text) {
                problems.push(problem);
            }
        }
        // What an axis is of and how it is spaced may stand behind its ends.
        let refused = experiment.keep_ends().into_iter();
        problems.extend(refused.map(|problem| problem.to_string()));
        problems.extend(experiment.unknown());
        let left = problems.len().saturating_sub(MOST_PROBLEMS);
        problems.truncate(MOST_PROBLEMS);
        if left > 0 {
            problems.push(format!("{left} more parts of the link are not understood"));
        }
        Opened {
            experiment,
            problems,
        }
    }
}
