//! The range of the x axis, and the points at which models are evaluated.

use super::subject::Probe;
use crate::laboratory::experiment::{Experiment, MOST_POINTS, Subject, Varied};
use crate::scenario::{self, BuiltScenario, MOST_NODES_IN_PAGE, Scenario};
use crate::sweep::{capacity, lowest_bound};
use engine::catalog::{Param, Settings};

/// The end of a load axis, in multiples of the saturation load.
const BEYOND: f64 = 1.04;

/// The range of an x axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::laboratory) struct Range {
    pub(in crate::laboratory) from: f64,
    pub(in crate::laboratory) to: f64,
    /// Whether the axis has only whole numbers.
    pub(in crate::laboratory) is_whole: bool,
    is_log: bool,
    points: u32,
}

impl Range {
    /// The range of an experiment: the requested ends, or else ends that fit the curves.
    pub(in crate::laboratory) fn of(experiment: &Experiment) -> Self {
        let suits: Vec<_> = experiment
            .curves
            .iter()
            .filter_map(|curve| match &curve.subject {
                Subject::Model { id, settings, on } => {
                    let probe = Probe::new(experiment, id, settings).ok()?;
                    of_model(&probe, settings, on.as_deref())
                }
                Subject::Scenario(scenario) => of_scenario(experiment, scenario),
            })
            .filter(|suit| suit.from.is_finite() && suit.to.is_finite())
            .collect();
        let is_log = experiment.x.is_log;
        let ends = experiment.ends();
        let to = suits.iter().map(|suit| suit.to).fold(0.0, f64::max);
        let to = ends.to.unwrap_or(if to > 0.0 { to } else { 1.0 });
        let from = suits.iter().map(|suit| suit.from);
        let from = from.fold(f64::INFINITY, f64::min).min(to);
        let from = ends.from.unwrap_or(from);
        // The ends may be given in either order.
        let (from, to) = (from.min(to), from.max(to));
        let from = if is_log && from <= 0.0 {
            // A hundredth of the smallest positive number would be 0.
            (to / 100.0).max(f64::MIN_POSITIVE).min(to)
        } else {
            from
        };
        let is_whole = !suits.is_empty() && suits.iter().all(|suit| suit.is_whole);
        Self {
            from: if is_whole { from.ceil() } else { from },
            to: if is_whole {
                to.floor().max(from.ceil())
            } else {
                to
            },
            is_whole,
            is_log,
            points: experiment.x.points,
        }
    }

    /// Evenly spaced points on the axis; on a whole-number axis, every number if there are at most
    /// `points`.
    pub(in crate::laboratory) fn places(&self, points: u32) -> Vec<f64> {
        let points = points.max(2);
        if self.is_whole && self.to - self.from < f64::from(points) {
            let count = (self.to - self.from) as u32;
            return (0..=count).map(|i| self.from + f64::from(i)).collect();
        }
        let last = f64::from(points - 1);
        let places = (0..points).map(|i| self.place(f64::from(i) / last));
        let mut places: Vec<_> = places.collect();
        places.dedup();
        places
    }

    /// The points at which models are evaluated first.
    pub(in crate::laboratory) fn grid(&self) -> Vec<f64> {
        // No whole number is skipped unless there are more than 200.
        let points = if self.is_whole {
            self.points.max(200)
        } else {
            self.points
        };
        self.places(points.min(MOST_POINTS))
    }

    /// The value at a fraction of the axis.
    pub(in crate::laboratory) fn place(&self, share: f64) -> f64 {
        let value = match share {
            0.0 => self.from,
            1.0 => self.to,
            share if self.is_log => self.by_factors(share),
            share => match self.to - self.from {
                length if length.is_finite() => self.from + share * length,
                _ => (1.0 - share) * self.from + share * self.to,
            },
        };
        if self.is_whole { value.round() } else { value }
    }

    fn by_factors(&self, share: f64) -> f64 {
        match self.to / self.from {
            ratio if ratio.is_finite() => self.from * libm::pow(ratio, share),
            _ => {
                let (low, high) = (libm::log10(self.from), libm::log10(self.to));
                libm::exp10(low + share * (high - low)).clamp(self.from, self.to)
            }
        }
    }

    /// The range with an earlier end.
    pub(in crate::laboratory) fn until(self, to: f64) -> Self {
        Self {
            to: to.clamp(self.from, self.to),
            ..self
        }
    }

    fn suiting(from: f64, to: f64, is_whole: bool) -> Self {
        Self {
            from,
            to,
            is_whole,
            is_log: false,
            points: 2,
        }
    }
}

/// The range that fits a model: over the load, to just beyond saturation; over a parameter, from a
/// quarter of its value to four times its value.
fn of_model(probe: &Probe, settings: &Settings, on: Option<&Scenario>) -> Option<Range> {
    let Some(param) = probe.parameter().ok()? else {
        let end = probe.saturation();
        let capacity_of = |on: &Scenario| {
            let built = on.build_within(MOST_NODES_IN_PAGE).ok()?;
            Some(capacity(&built).min(lowest_bound(on, &built)))
        };
        let end = end.or_else(|| capacity_of(on?))?;
        return Some(Range::suiting(0.0, BEYOND * end, false));
    };
    let around = |now: f64, min: f64, max: f64| {
        let to = (4.0 * now).clamp(min, max);
        ((now / 4.0).clamp(min, max), if to > min { to } else { max })
    };
    let typed = |text: &'static str| text.parse::<f64>().unwrap_or(1.0);
    Some(match param {
        Param::Integer(integer) => {
            let now = settings
                .integer(integer)
                .map_or_else(|_| typed(integer.control.default), f64::from);
            let (from, to) = around(now, integer.min.into(), integer.max.into());
            Range::suiting(from.ceil(), to, true)
        }
        Param::Radices(radices) => {
            let now = settings.radices(radices).ok();
            let now = now.and_then(|all| all.first().copied()).unwrap_or(8);
            let (from, to) = around(now.into(), radices.min.into(), radices.max.into());
            Range::suiting(from.ceil(), to, true)
        }
        Param::Real(real) => {
            let now = settings
                .real(real)
                .unwrap_or_else(|_| typed(real.control.default));
            let (from, to) = around(now, real.min, real.max);
            Range::suiting(from, to, false)
        }
        Param::Choice(_) | Param::Text(_) => return None,
    })
}

fn of_scenario(experiment: &Experiment, scenario: &Scenario) -> Option<Range> {
    if experiment.x.of != Varied::Load {
        return None;
    }
    let built = scenario.build_within(MOST_NODES_IN_PAGE).ok()?;
    let end = saturation_of(scenario, &built).map_or_else(|| capacity(&built), |end| BEYOND * end);
    // Beyond a bound of this traffic all points would be saturated.
    let end = end.min(BEYOND * lowest_bound(scenario, &built));
    Some(Range::suiting(0.0, end, false))
}

/// The saturation load of the first model of a scenario.
pub(in crate::laboratory) fn saturation_of(
    scenario: &Scenario,
    built: &BuiltScenario,
) -> Option<f64> {
    let theory = scenario::theory(scenario, built).ok()?;
    let rate = theory.model().saturation_rate();
    Some(rate).filter(|rate| rate.is_finite() && *rate > 0.0)
}
