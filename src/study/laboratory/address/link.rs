//! Conversion between experiments and the query of a link:
//! `x=n&share=0.5&m=ciciani-hypercube:length=64`.
//!
//! Only values that differ from the defaults are written. Reading never fails: parts that are not
//! understood become messages, and the rest is plotted. `m` adds a curve of a model, `on` sets the
//! scenario of the preceding model, and `sim` adds a curve of a scenario. A curve with invalid
//! parameters is kept, with the reason as a note.

use percent_encoding::utf8_percent_encode;

use super::key::scenario_of;
use super::model_text::{self, ESCAPED, decode};
use crate::laboratory::evaluate::{described, numeric};
use crate::laboratory::{
    experiment::{Curve, Experiment, Found, Load, Subject, Varied},
    presets::PRESETS,
};
use crate::scenario::Scenario;
use crate::sweep::ShortCurve;
use engine::catalog::{self, Settings};
use engine::model;
use engine::routing::Scripts;

/// The contents of a link.
#[derive(Debug, Clone, PartialEq)]
pub struct Opened {
    /// The experiment, without the parts that were not understood.
    pub experiment: Experiment,
    /// Messages on the parts that were not understood; the last one counts those beyond a limit.
    pub problems: Vec<String>,
}

/// The start of every link.
const PLACE: &str = "#/laboratory";

/// The maximum number of messages on a link; the remaining ones are only counted.
const MOST_PROBLEMS: usize = 8;

/// Writes a link to a model in the laboratory, with a simulated point at `load`.
///
/// The link contains the scenario only if it differs from the one that the model describes.
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

/// Whether two scenarios differ at most in load, random seed and run settings.
fn is_same(one: &Scenario, other: &Scenario) -> bool {
    let mut other = other.clone();
    other.traffic.rate = one.traffic.rate;
    other.seed = one.seed;
    other.run = one.run;
    *one == other
}

/// Reads the curves of scenarios in the `new=…` parts of a query, each with its points if `pts=…` follows, which other
/// pages pass on to be plotted beside the kept curves; `None` if there is no such part.
pub fn newcomers(query: &str) -> Option<Result<Vec<Curve>, String>> {
    let mut curves: Vec<Curve> = Vec::new();
    for pair in query.split('&') {
        let (key, text) = pair.split_once('=').unwrap_or((pair, ""));
        match (key, curves.last_mut()) {
            ("new", _) => match scenario_of("new", &decode(text), &Scripts::default()) {
                Ok(scenario) => curves.push(Curve::of(Subject::Scenario(Box::new(scenario)))),
                Err(problem) => return Some(Err(problem)),
            },
            ("pts", Some(curve)) => match ShortCurve::read(&decode(text)) {
                Some(points) => curve.linked = points,
                None => {
                    return Some(Err(
                        "pts must be measured points as a link has them".to_owned()
                    ));
                }
            },
            _ => {}
        }
    }
    (!curves.is_empty()).then_some(Ok(curves))
}

impl Experiment {
    /// Writes the link, starting with `#`.
    pub fn to_link(&self) -> String {
        match self.to_query() {
            query if query.is_empty() => PLACE.to_owned(),
            query => format!("{PLACE}?{query}"),
        }
    }

    /// Writes the part of the link after the question mark.
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
            Found::NetworkLatency => put("y", "network".to_owned()),
            Found::Accepted => put("y", "accepted".to_owned()),
            Found::ZeroLoad => put("y", "zero-load".to_owned()),
            Found::Saturation => put("y", "saturation".to_owned()),
            Found::Part(symbol) => put("part", symbol.clone()),
        }
        let logs = [(self.x.is_log, "x"), (self.y.is_log, "y")];
        let logs: String = logs.iter().filter(|log| log.0).map(|log| log.1).collect();
        if !logs.is_empty() {
            put("log", logs);
        }
        if self.unit != default.unit {
            put("unit", self.unit.id().to_owned());
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
            if !curve.linked.points.is_empty() {
                put("pts", curve.linked.write());
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

    /// Messages on models that do not exist, and on an axis that no curve has.
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

    /// Opens a link; without a query, it opens the first preset. A scenario with a script is not
    /// valid, because it is not compiled; see [`Experiment::open_with`].
    pub fn open(link: &str) -> Opened {
        Self::open_with(link, &Scripts::default())
    }

    /// Same as [`Experiment::open`], for scenarios that are built with `scripts`.
    pub fn open_with(link: &str, scripts: &Scripts) -> Opened {
        let place = link.trim_end_matches('?');
        let is_bare = place.is_empty() || place == PLACE;
        Self::read(if is_bare { PRESETS[0].query } else { link }, scripts)
    }

    /// Reads a link, with or without the part before the question mark.
    pub fn from_link(link: &str) -> Opened {
        Self::read(link, &Scripts::default())
    }

    fn read(link: &str, scripts: &Scripts) -> Opened {
        let query = link.split_once('?').map_or(link, |(_, query)| query);
        let query = query.strip_prefix(PLACE).unwrap_or(query);
        let mut experiment = Self {
            scripts: scripts.clone(),
            ..Self::default()
        };
        let mut problems = Vec::new();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (key, text) = pair.split_once('=').unwrap_or((pair, ""));
            let (key, text) = (decode(key), decode(text));
            // The page has taken its own keys; a curve hides its lines or points by one of them.
            let is_of_curve = key == "hide" && ["lines", "points"].contains(&&*text);
            if ["ui", "hide", "lock", "host", "theme"].contains(&&*key) && !is_of_curve {
                continue;
            }
            if let Err(problem) = experiment.take(&key, &text) {
                problems.push(problem);
            }
        }
        // The keys `x` and `log` may follow the ends that they restrict.
        let refused = experiment.keep_ends().into_iter();
        problems.extend(refused.map(|problem| problem.to_string()));
        problems.extend(experiment.unknown());
        let left = problems.len().saturating_sub(MOST_PROBLEMS);
        problems.truncate(MOST_PROBLEMS);
        if left > 0 {
            problems.push(format!("{left} more parts of the link could not be read"));
        }
        Opened {
            experiment,
            problems,
        }
    }
}
