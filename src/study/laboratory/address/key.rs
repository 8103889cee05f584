//! The keys of a link, which forms set too.

use std::str::FromStr;

use super::model_text;
use crate::laboratory::experiment::{
    Curve, Experiment, Found, Load, MOST_CURVES, MOST_POINTS, MOST_SIMULATED, Subject, Varied,
};
use crate::paper::Effort;
use crate::scenario::{MOST_REPLICATIONS, Scenario};
use crate::sweep::{LoadUnit, ShortCurve};
use engine::catalog::quoted;
use engine::routing::Scripts;

impl Experiment {
    /// Sets a key of a link. An empty text makes `from`, `to` and `reps` follow from the curves and
    /// the effort.
    ///
    /// # Errors
    ///
    /// Returns a message if the value is invalid; the experiment is then unchanged.
    pub fn set(&mut self, key: &str, text: &str) -> Result<(), String> {
        match (key, text.trim()) {
            ("from", "") => self.x.from = None,
            ("to", "") => self.x.to = None,
            ("reps", "") => self.simulation.replications = None,
            (_, text) => {
                let mut changed = self.clone();
                changed.take(key, text)?;
                // Problems from before are not due to this key.
                let before = self.ends().refused;
                let refused = changed.ends().refused.into_iter();
                let mut refused = refused.filter(|problem| !before.contains(problem));
                if let Some(problem) = refused.next() {
                    return Err(problem.to_string());
                }
                *self = changed;
            }
        }
        Ok(())
    }

    /// The value of one of the keys `from`, `to`, `load`, `share`, `effort`, `seed`, `reps` and
    /// `sims`, as [`Experiment::set`] takes it; empty if it is not set, and for all other keys.
    pub fn get(&self, key: &str) -> String {
        let optional = |end: Option<f64>| end.map_or(String::new(), |end| end.to_string());
        let ours = &self.simulation;
        match key {
            "from" => optional(self.x.from),
            "to" => optional(self.x.to),
            "load" | "share" => match self.load {
                Load::Absolute(value) | Load::Share(value) => value.to_string(),
            },
            "effort" => ours.effort.id().to_owned(),
            "seed" => ours.seed.to_string(),
            "reps" => ours
                .replications
                .map_or(String::new(), |count| count.to_string()),
            "sims" => ours.points.to_string(),
            _ => String::new(),
        }
    }

    /// Applies one pair of a link, or returns a message on why it is invalid.
    pub(in crate::laboratory) fn take(&mut self, key: &str, text: &str) -> Result<(), String> {
        match key {
            "x" => {
                self.x.of = match text.trim() {
                    "load" => Varied::Load,
                    id if is_name(id) => Varied::Parameter(id.to_owned()),
                    _ => return refused(key, "load or the id of a parameter", text),
                }
            }
            "from" => self.x.from = Some(number(key, text, f64::MIN, f64::MAX)?),
            "to" => self.x.to = Some(number(key, text, f64::MIN, f64::MAX)?),
            "points" => self.x.points = number(key, text, 2, MOST_POINTS)?,
            "load" => self.load = Load::Absolute(number(key, text, 0.0, f64::MAX)?),
            "share" => self.load = Load::Share(number(key, text, 0.0, 1.0)?),
            "y" => {
                self.y.of = match text.trim() {
                    "latency" => Found::Latency,
                    "network" => Found::NetworkLatency,
                    "accepted" => Found::Accepted,
                    "zero-load" => Found::ZeroLoad,
                    "saturation" => Found::Saturation,
                    _ => {
                        return refused(
                            key,
                            "latency, network, accepted, zero-load or saturation",
                            text,
                        );
                    }
                }
            }
            "part" if text.trim().is_empty() => return refused(key, "the symbol of a part", text),
            "part" => self.y.of = Found::Part(text.to_owned()),
            "log" => {
                if !matches!(text, "" | "x" | "y" | "xy") {
                    return refused(key, "x, y or xy", text);
                }
                (self.x.is_log, self.y.is_log) = (text.contains('x'), text.contains('y'));
            }
            "m" | "sim" => return self.add(key, text),
            "unit" => match LoadUnit::from_id(text) {
                Some(unit) => self.unit = unit,
                None => return refused(key, "capacity, messages, flits or bound", text),
            },
            "on" | "hide" | "pts" => return self.change_last(key, text),
            "effort" => match Effort::from_id(text) {
                Some(effort) => self.simulation.effort = effort,
                None => return refused(key, "quick or thorough", text),
            },
            "seed" => self.simulation.seed = number(key, text, 0, u64::MAX)?,
            "reps" => {
                let count = number(key, text, 1, MOST_REPLICATIONS)?;
                self.simulation.replications = Some(count);
            }
            "sims" => self.simulation.points = number(key, text, 0, MOST_SIMULATED)?,
            "also" => self.simulation.also = places(key, text)?,
            "bounds" => match text {
                "0" | "1" => self.has_bounds = text == "1",
                _ => return refused(key, "0 or 1", text),
            },
            _ => {
                let keys = "x, from, to, points, load, share, y, part, log, unit, m, on, sim, \
                            hide, pts, effort, seed, reps, sims, also and bounds";
                let key = quoted(key);
                return Err(format!(
                    "{key} is not a key of the laboratory: there are {keys}"
                ));
            }
        }
        Ok(())
    }

    fn add(&mut self, key: &str, text: &str) -> Result<(), String> {
        if self.curves.len() == MOST_CURVES {
            return Err(format!(
                "{key}={}: there must be at most {MOST_CURVES} curves",
                quoted(text)
            ));
        }
        let curve = if key == "m" {
            let (id, settings) =
                model_text::read(text).or_else(|wrong| refused(key, wrong, text))?;
            Curve::of_model(&id, settings)
        } else {
            Curve::of(Subject::Scenario(Box::new(scenario_of(
                key,
                text,
                &self.scripts,
            )?)))
        };
        self.curves.push(curve);
        Ok(())
    }

    /// Applies a key that refers to the preceding curve.
    fn change_last(&mut self, key: &str, text: &str) -> Result<(), String> {
        let Some(curve) = self.curves.last_mut() else {
            return Err(format!("{key} must follow a curve, which is m or sim"));
        };
        match (key, &mut curve.subject) {
            ("on", Subject::Model { on, .. }) => {
                *on = Some(Box::new(scenario_of(key, text, &self.scripts)?));
            }
            ("on", Subject::Scenario(_)) => {
                return Err("on must follow a model, which is m".to_owned());
            }
            ("pts", _) => match ShortCurve::read(text) {
                Some(points) => curve.linked = points,
                None => return refused(key, "measured points as a link has them", text),
            },
            _ => match text {
                "lines" => curve.hides_lines = true,
                "points" => curve.hides_points = true,
                _ => return refused(key, "lines or points", text),
            },
        }
        Ok(())
    }
}

pub(super) fn scenario_of(key: &str, text: &str, scripts: &Scripts) -> Result<Scenario, String> {
    let opened = Scenario::from_link_with(text, scripts).whole();
    let opened = opened.map_err(|problem| format!("{key}: {problem}"))?;
    match opened.others.first() {
        Some((other, _)) => Err(format!("{key}: a scenario has no {}", quoted(other))),
        None => Ok(opened.scenario),
    }
}

fn places(key: &str, text: &str) -> Result<Vec<f64>, String> {
    let words: Vec<_> = text.split(',').filter(|word| !word.is_empty()).collect();
    if words.len() > MOST_SIMULATED as usize {
        return refused(key, &format!("at most {MOST_SIMULATED} numbers"), text);
    }
    let places = words.into_iter();
    places
        .map(|word| number(key, word, f64::MIN, f64::MAX))
        .collect()
}

fn number<N>(key: &str, text: &str, least: N, most: N) -> Result<N, String>
where
    N: Copy + FromStr + PartialOrd + ToString,
{
    let read = text.trim().parse().ok();
    match read.filter(|value| (least..=most).contains(value)) {
        Some(value) => Ok(value),
        None if most.to_string().len() > 25 && least.to_string().len() > 25 => {
            refused(key, "a number", text)
        }
        None if most.to_string().len() > 25 => refused(key, "a number of at least 0", text),
        None => {
            let allowed = format!(
                "a number from {} to {}",
                least.to_string(),
                most.to_string()
            );
            refused(key, &allowed, text)
        }
    }
}

fn refused<T>(key: &str, allowed: &str, text: &str) -> Result<T, String> {
    Err(format!("{key} must be {allowed}, not {}", quoted(text)))
}

fn is_name(id: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    !id.is_empty() && id.chars().all(is_part)
}
