//! Sampling of a model along an axis, more densely where its curve bends.

use super::absence::{Absence, sentences};
use super::range::Range;
use super::subject::Probe;
use crate::plot::Mark;

/// The values of a model along an axis.
#[derive(Debug, Clone, PartialEq, Default)]
pub(in crate::laboratory) struct Line {
    pub(in crate::laboratory) marks: Vec<Mark>,
    /// The x at which the steady state ends.
    pub(in crate::laboratory) saturation: Option<f64>,
    pub(in crate::laboratory) reasons: Vec<String>,
}

/// Samples a model along the axis named `axis`, and at the additional points `besides`.
pub(in crate::laboratory) fn line(
    probe: &Probe,
    range: &Range,
    besides: &[f64],
    axis: &str,
) -> Line {
    let is_whole = match probe.parameter() {
        Err(reason) => return without(reason),
        Ok(param) => param.is_some() && range.is_whole,
    };
    let mut asked = Samples::default();
    let end = probe.saturation();
    // The grid has as many points up to the asymptote as without one, and some beyond it.
    let mut grid = match end {
        Some(end) if end > range.from && end < range.to => {
            let beyond = range.grid().into_iter().filter(|&x| x > end);
            range.until(end).grid().into_iter().chain(beyond).collect()
        }
        _ => range.grid(),
    };
    grid.extend(
        besides
            .iter()
            .filter(|&&x| range.from <= x && x <= range.to),
    );
    if let Some(end) = end.filter(|&end| end > range.from && end <= range.to) {
        // Points are denser towards the asymptote, where the curve bends.
        const NEAR: u32 = 24;
        let near = (1..NEAR).map(|i| {
            let left = 1.0 - f64::from(i) / f64::from(NEAR);
            end - (end - range.from) * left.powi(3)
        });
        grid.extend(near);
        grid.push(end);
        // A point just beyond it, so that the interval of the sentence on saturation begins here.
        grid.extend(Some(end * (1.0 + 1e-9)).filter(|&x| x <= range.to));
    }
    grid.sort_by(f64::total_cmp);
    grid.dedup();
    for x in grid {
        asked.push(x, probe.value(x));
    }
    if !is_whole {
        asked.refine(probe);
    }
    asked.into_line(probe, end, is_whole, axis)
}

fn without(reason: String) -> Line {
    Line {
        reasons: vec![reason],
        ..Line::default()
    }
}

#[derive(Debug, Default)]
struct Samples {
    answers: Vec<(f64, Result<f64, Absence>)>,
}

impl Samples {
    fn push(&mut self, x: f64, answer: Result<f64, Absence>) {
        self.answers.push((x, answer));
    }

    /// Inserts points where the straight line between samples deviates visibly from the curve.
    fn refine(&mut self, probe: &Probe) {
        const VISIBLE: f64 = 0.003;
        const DEPTH: usize = 5;
        let values = || {
            self.answers
                .iter()
                .filter_map(|(_, answer)| answer.as_ref().ok())
        };
        let low = values().copied().fold(f64::INFINITY, f64::min);
        let high = values().copied().fold(f64::NEG_INFINITY, f64::max);
        // For curves that grow without bound, the height of the part that is shown.
        let first = values().next().copied().unwrap_or(0.0).abs();
        let height = (high - low)
            .min(4.0 * first.max(low.abs()))
            .max(f64::MIN_POSITIVE);
        for _ in 0..DEPTH {
            let mut more = Vec::new();
            for (index, trio) in self.answers.windows(3).enumerate() {
                let [(a, Ok(at_a)), (b, Ok(at_b)), (c, Ok(at_c))] = trio else {
                    continue;
                };
                let share = (b - a) / (c - a);
                let straight = at_a + share * (at_c - at_a);
                if (at_b - straight).abs() > 4.0 * VISIBLE * height && *at_b < low + 2.0 * height {
                    more.push((index, f64::midpoint(*a, *b)));
                    more.push((index + 1, f64::midpoint(*b, *c)));
                }
            }
            more.dedup_by(|one, other| one.0 == other.0);
            if more.is_empty() || self.answers.len() > 600 {
                return;
            }
            let new = more.into_iter().map(|(_, x)| (x, probe.value(x)));
            self.answers.extend(new.collect::<Vec<_>>());
            self.answers.sort_by(|one, other| one.0.total_cmp(&other.0));
            self.answers
                .dedup_by(|one, other| one.0.total_cmp(&other.0).is_eq());
        }
    }

    fn into_line(self, probe: &Probe, end: Option<f64>, is_whole: bool, axis: &str) -> Line {
        let saturates = |pair: &[(f64, Result<f64, Absence>)]| {
            let [(from, one), (to, other)] = pair else {
                return None;
            };
            match (one, other) {
                (Ok(_), Err(Absence::Saturated(_))) => Some((*from, *to)),
                (Err(Absence::Saturated(_)), Ok(_)) => Some((*to, *from)),
                _ => None,
            }
        };
        let last = self.answers.last().map_or(f64::INFINITY, |last| last.0);
        let saturation = end.filter(|&end| end <= last).or_else(|| {
            let bracket = self.answers.windows(2).find_map(saturates);
            bracket
                .filter(|_| !is_whole)
                .map(|bracket| edge(probe, bracket))
        });
        let asked = self.answers.iter();
        let asked = asked.map(|(x, answer)| (*x, answer.as_ref().err().cloned()));
        let reasons = sentences(axis, &asked.collect::<Vec<_>>());
        let marks = self.answers.into_iter();
        let marks = marks.filter_map(|(x, answer)| Some(Mark::exact(x, answer.ok()?)));
        Line {
            marks: marks.collect(),
            saturation,
            reasons,
        }
    }
}

/// Bisects for the end of the steady state, between a point that has one and a point that has none.
fn edge(probe: &Probe, (mut steady, mut saturated): (f64, f64)) -> f64 {
    const HALVINGS: u32 = 30;
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(steady, saturated);
        match probe.value(middle) {
            Ok(_) => steady = middle,
            Err(_) => saturated = middle,
        }
    }
    steady
}
