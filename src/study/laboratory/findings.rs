//! The results of an experiment: a diagram, and a sentence on everything missing from it.

use super::evaluate::{Limit, Line, Probe, Range, limits, sample};
use super::experiment::{Curve, Experiment, Found, Subject, Varied};
use super::naming;
use super::points::{self, FoundPoints, RequestedPoint, Results};
use crate::plot::{Diagram, Kind, Trace, readable};
use crate::scenario::{self, MOST_NODES_IN_PAGE, Scenario};
use engine::model::LatencyKind;

/// The results of an experiment.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Findings {
    pub diagram: Diagram,
    pub notes: Vec<Note>,
    /// The index of the curve of each trace.
    pub origins: Vec<usize>,
    /// The ends of the x axis.
    pub range: (f64, f64),
    /// The number of points that are not simulated yet.
    pub missing: usize,
    /// The requested end of the x axis, if any.
    end: Option<f64>,
}

/// A sentence on a trace: why it is absent, or which assumption of a model fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The index of the trace.
    pub trace: usize,
    /// The sentence, without a full stop.
    pub text: String,
}

impl Experiment {
    /// Evaluates all models and reads all simulation results.
    pub fn find(&self, results: &Results) -> Findings {
        let range = Range::of(self);
        let ends = self.ends();
        let mut findings = Findings {
            diagram: Diagram {
                x: self.x_scale(),
                y: self.y_scale(),
                traces: Vec::new(),
                has_strip: true,
                ..Diagram::default()
            },
            range: (range.from, range.to),
            end: ends.to,
            ..Findings::default()
        };
        for (index, curve) in self.curves.iter().enumerate() {
            let asked = points::asked(self, curve, &range, results);
            let waits = |point: &&RequestedPoint| {
                point.task.is_ok() && points::report(self, curve, results, point).is_none()
            };
            findings.missing += asked.iter().filter(waits).count();
            let besides: Vec<_> = asked.iter().map(|point| point.x).collect();
            let first = findings.diagram.traces.len();
            match &curve.subject {
                Subject::Model { id, settings, on } => {
                    let name = naming::of_model(self, id, settings);
                    let line = match Probe::new(self, id, settings) {
                        Ok(probe) => {
                            let mut line = self.line(&probe, &range, &besides);
                            line.reasons
                                .extend(on.iter().flat_map(|on| differences(id, on)));
                            line
                        }
                        Err(reason) => empty_line(reason),
                    };
                    findings.add_line(index, curve, name, line);
                }
                Subject::Scenario(scenario) => {
                    self.lines_of(scenario, &range, &besides, |name, line| {
                        findings.add_line(index, curve, name, line);
                    });
                }
            }
            let has_line = findings.diagram.traces.len() > first;
            let of = has_line.then_some(first);
            let name = match &curve.subject {
                Subject::Model { id, settings, .. } => naming::of_model(self, id, settings),
                Subject::Scenario(scenario) => naming::of_scenario(scenario),
            };
            let of = of.filter(|_| self.is_alike(curve));
            let points = points::marks(self, curve, &asked, results);
            findings.add_points(index, curve, &name, of, points);
            if let Some(limit) = limits::limit(self, &curve.subject) {
                findings.add_limit(index, curve, &name, of, limit);
            }
        }
        self.convert(&mut findings);
        if !findings.diagram.traces.is_empty() {
            let notes = ends.refused.into_iter();
            let notes = notes.map(|problem| Note {
                trace: 0,
                text: problem.to_string(),
            });
            findings.notes.extend(notes);
        }
        // In the order of the traces, as in files.
        findings.notes.sort_by_key(|note| note.trace);
        findings
    }

    /// The scenarios that are not simulated yet, without duplicates.
    pub fn missing(&self, results: &Results) -> Vec<Scenario> {
        let range = Range::of(self);
        let mut missing: Vec<Scenario> = Vec::new();
        for curve in &self.curves {
            for point in points::asked(self, curve, &range, results) {
                let is_there = points::report(self, curve, results, &point).is_some();
                if let Ok((_, scenario)) = point.task
                    && !is_there
                    && !missing.contains(&scenario)
                {
                    missing.push(scenario);
                }
            }
        }
        missing
    }

    fn line(&self, probe: &Probe, range: &Range, besides: &[f64]) -> Line {
        let axis = match &self.x.of {
            Varied::Load => "λ",
            Varied::Parameter(id) => id,
        };
        let mut line = sample::line(probe, range, besides, axis);
        if matches!(self.y.of, Found::ZeroLoad | Found::Saturation) {
            line.saturation = None;
        }
        line
    }

    /// Adds a line for every model that applies to a scenario, or an empty line with the reason if
    /// none does.
    fn lines_of(
        &self,
        scenario: &Scenario,
        range: &Range,
        besides: &[f64],
        mut add: impl FnMut(String, Line),
    ) {
        let name = naming::of_scenario(scenario);
        if self.x.of != Varied::Load {
            let reason = "a scenario can be plotted over load only";
            return add(name, empty_line(reason.to_owned()));
        }
        let built = match scenario.build_within(MOST_NODES_IN_PAGE) {
            Ok(built) => built,
            Err(error) => return add(name, empty_line(error.reason())),
        };
        let theories = scenario::theories(scenario, &built);
        if theories.is_empty() {
            let reason = scenario::theory(scenario, &built).err();
            let reason = reason.unwrap_or_default();
            return add(name, empty_line(reason.trim_end_matches('.').to_owned()));
        }
        for theory in theories {
            let is_other = self.y.of == Found::Latency && theory.predicts == LatencyKind::Network;
            let kind = if is_other {
                " (without source queue)"
            } else {
                ""
            };
            let title = naming::of_model(self, theory.id, &theory.settings) + kind;
            let mut line = match Probe::new(self, theory.id, &theory.settings) {
                Ok(probe) => self.line(&probe, range, besides),
                Err(reason) => empty_line(reason),
            };
            if is_other {
                let says = "the model predicts the latency without the source queue, and the points are \
                            with it: choose the other on the y axis to compare them";
                line.reasons.push(says.to_owned());
            }
            line.reasons.extend(theory.differences);
            add([&title, ", for ", &name].concat(), line);
        }
    }
}

impl Findings {
    /// The texts of the notes on a trace.
    pub fn notes_of(&self, trace: usize) -> impl Iterator<Item = &str> {
        let notes = self.notes.iter().filter(move |note| note.trace == trace);
        notes.map(|note| &*note.text)
    }

    fn add_line(&mut self, curve: usize, of: &Curve, name: String, line: Line) {
        let trace = Trace {
            saturation: line.saturation,
            is_hidden: of.hides_lines,
            ..Trace::new(name, Kind::Model, line.marks)
        };
        self.add(curve, trace, line.reasons);
    }

    /// Adds a trace of points, or, if there are no points yet, only the notes.
    fn add_points(
        &mut self,
        curve: usize,
        of: &Curve,
        name: &str,
        model: Option<usize>,
        points: FoundPoints,
    ) {
        let FoundPoints {
            marks,
            beyond,
            reasons,
        } = points;
        if marks.is_empty() && beyond.is_empty() {
            // The notes go to the trace of the model.
            let trace = model.unwrap_or(0);
            let notes = reasons.into_iter().map(|text| Note { trace, text });
            return self.notes.extend(notes.collect::<Vec<_>>());
        }
        let name = [name, " (simulated)"].concat();
        let trace = Trace {
            of: model,
            is_hidden: of.hides_points,
            beyond,
            ..Trace::new(name, Kind::Simulation, marks)
        };
        self.add(curve, trace, reasons);
    }

    /// Adds a trace for a bound, which has only a note if it is beyond the requested end of the axis.
    fn add_limit(
        &mut self,
        curve: usize,
        of: &Curve,
        name: &str,
        model: Option<usize>,
        limit: Result<Limit, String>,
    ) {
        let (saturation, reason) = match limit {
            Ok(Limit { rate, why }) => (
                Some(rate),
                format!("no router exceeds λ = {} ({why})", readable(rate)),
            ),
            Err(reason) => (None, reason),
        };
        let saturation = saturation.filter(|&rate| self.end.is_none_or(|end| rate <= end));
        let name = [name, " (bound)"].concat();
        let trace = Trace {
            saturation,
            of: model,
            is_hidden: of.hides_lines,
            ..Trace::new(name, Kind::Bound, Vec::new())
        };
        self.add(curve, trace, vec![reason.trim_end_matches('.').to_owned()]);
    }

    fn add(&mut self, curve: usize, trace: Trace, reasons: Vec<String>) {
        let index = self.diagram.traces.len();
        let notes = reasons.into_iter().map(|text| Note { trace: index, text });
        self.notes.extend(notes);
        self.diagram.traces.push(trace);
        self.origins.push(curve);
    }
}

/// The assumptions of a model that a scenario violates.
fn differences(id: &str, scenario: &Scenario) -> Vec<String> {
    let Ok(built) = scenario.build_within(MOST_NODES_IN_PAGE) else {
        return Vec::new();
    };
    match scenario::theory_of(id, scenario, &built) {
        Ok(theory) => theory.differences,
        Err(failure) => vec![failure.trim_end_matches('.').to_owned()],
    }
}

fn empty_line(reason: String) -> Line {
    Line {
        reasons: vec![reason],
        ..Line::default()
    }
}
