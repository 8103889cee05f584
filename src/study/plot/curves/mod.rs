//! Charts over the load: latency or accepted throughput of measured curves, a model, and printed values.
//!
//! The scenario's own curve has the same color and glyph alone and among others. When several are compared, each has
//! its own, or two if only some messages go to several nodes.

mod knee;
#[cfg(test)]
mod knee_tests;
mod rows;
#[cfg(test)]
mod tests;

use super::{
    Diagram, DiagramKey, Frame, Kind, Mark, ModelCurve, Present, Scale, Series, ShownBound, Style,
    Trace,
};
pub use rows::CurveRow;

use super::axis::readable;
use super::diagram::percent;
use crate::sweep::{ChartAxes, LoadUnit, Quantity, Report, State};
use engine::model::LatencyKind;
use engine::sim::Estimate;

/// The contents of a chart over the load.
#[derive(Debug, Clone, Default)]
pub struct CurveChart {
    /// The title in files; may be empty.
    pub title: String,
    /// The quantity and the unit of the load.
    pub axes: ChartAxes,
    pub series: Vec<Series>,
    /// The place of the scenario's own curve, to which model and print belong.
    pub own: usize,
    /// The curve of a model, over λ [messages/node/cycle].
    pub model: ModelCurve,
    /// The kind of latency that the model predicts.
    pub predicts: Option<LatencyKind>,
    /// The curve of a published model beside it, and the kind of latency that this predicts.
    pub beside: Option<(ModelCurve, LatencyKind)>,
    /// Printed pairs of λ [messages/node/cycle] and latency \[cycles\].
    pub printed: Vec<(f64, f64)>,
    /// Whether the printed latencies are without the source queue.
    pub prints_network: bool,
    /// The present load of the scenario [messages/node/cycle], if it is marked.
    pub present: Option<f64>,
}

impl CurveChart {
    /// The chart as a diagram.
    pub fn diagram(&self) -> Diagram {
        let mut traces = Vec::new();
        match self.axes.quantity {
            Quantity::Accepted => traces.extend(self.offered()),
            _ => traces.extend(self.of_theory()),
        }
        for series in self.own_first() {
            self.add(&mut traces, &self.series[series]);
        }
        self.name_model(&mut traces);
        let bounds = self.bounds(&traces);
        traces.extend(bounds);
        Diagram {
            x: from_zero(&self.load_label()),
            y: from_zero(&self.quantity_label()),
            title: self.title.clone(),
            traces,
            has_strip: false,
            has_names: true,
            present: self.present.map(|rate| self.marked(rate)),
        }
    }

    /// The mark at a load.
    fn marked(&self, rate: f64) -> Present {
        let x = rate * self.own_factor();
        let label = match self.axes.unit {
            LoadUnit::Capacity => format!("now {x:.0} %"),
            _ => ["now ", &readable(x)].concat(),
        };
        Present { x, label }
    }

    /// The load [messages/node/cycle] at a place on the axis.
    pub fn rate_at(&self, x: f64) -> f64 {
        x / self.own_factor()
    }

    /// A load in the unit of the axis, with a percent sign where that is the unit.
    fn load_in_words(&self, x: f64) -> String {
        match self.axes.unit {
            LoadUnit::Capacity => [&percent(x), " %"].concat(),
            _ => readable(x),
        }
    }

    /// The places of the curves in the order of their traces: the scenario's own first, so that it looks as it does alone.
    fn own_first(&self) -> impl Iterator<Item = usize> {
        let all = 0..self.series.len();
        let others = all.clone().filter(|&place| place != self.own);
        all.filter(|&place| place == self.own).chain(others)
    }

    /// The factor from λ of a curve to the unit of the load; λ itself where the unit is unknown.
    fn factor(&self, series: &Series) -> f64 {
        series.curve.factor(self.axes.unit).unwrap_or(1.0)
    }

    /// The factor of the scenario's own curve.
    fn own_factor(&self) -> f64 {
        self.series
            .get(self.own)
            .map_or(1.0, |own| self.factor(own))
    }

    fn load_label(&self) -> String {
        match (self.axes.unit, &*self.series) {
            (LoadUnit::Capacity, _) => "load [% of capacity]".to_owned(),
            (LoadUnit::Messages, _) => "injection rate λ [messages/node/cycle]".to_owned(),
            (LoadUnit::Flits, _) => "injection rate λM [flits/node/cycle]".to_owned(),
            (LoadUnit::Bound, [only]) => {
                let bound = only.curve.network_bound();
                let bound = bound.map_or(String::new(), |bound| {
                    format!(": {}, λ = {:.4}", bound.name, bound.rate)
                });
                format!("injection rate [fraction of the network's bound{bound}]")
            }
            (LoadUnit::Bound, _) => "injection rate [fraction of the network's bound]".to_owned(),
        }
    }

    fn quantity_label(&self) -> String {
        let unit = match self.axes.unit {
            LoadUnit::Capacity => "% of capacity",
            LoadUnit::Messages => "messages/node/cycle",
            LoadUnit::Flits => "flits/node/cycle",
            LoadUnit::Bound => "fraction of the network's bound",
        };
        match self.axes.quantity {
            Quantity::Latency => "latency with source queue [cycles]".to_owned(),
            Quantity::NetworkLatency => "latency without source queue [cycles]".to_owned(),
            Quantity::Accepted => format!("accepted throughput [{unit}]"),
        }
    }

    /// The curve of the model and the printed values, as far as they are of the latency at the axis, and the level of
    /// the zero-load latency if it is the same for all curves.
    fn of_theory(&self) -> Vec<Trace> {
        let is_shown =
            |is_network: bool| is_network == (self.axes.quantity == Quantity::NetworkLatency);
        let factor = self.own_factor();
        let is_predicted = |kind: LatencyKind| is_shown(kind == LatencyKind::Network);
        let own = self.series.get(self.own);
        let bound = own.and_then(|own| own.curve.bounds.first());
        let bound = bound.map_or(f64::INFINITY, |bound| bound.rate);
        let predicts = self.predicts.unwrap_or(LatencyKind::Latency);
        let model = is_predicted(predicts).then(|| {
            let curve = self.model.up_to(bound);
            Trace {
                saturation: curve.saturation.map(|rate| rate * factor),
                ..keyed(DiagramKey::Model, Kind::Model, exact(&curve.points, factor))
            }
        });
        let beside = self.beside.as_ref();
        let beside = beside.filter(|(_, predicts)| is_predicted(*predicts));
        let beside = beside.map(|(curve, _)| {
            let points = curve.up_to(bound).points;
            keyed(DiagramKey::Published, Kind::Model, exact(&points, factor))
        });
        let print = is_shown(self.prints_network).then(|| {
            keyed(
                DiagramKey::Print,
                Kind::Printed,
                exact(&self.printed, factor),
            )
        });
        let traces = model.into_iter().chain(beside).chain(print);
        traces.chain(self.zero_load()).collect()
    }

    /// The level of the zero-load latency, up to the highest measured load; without one, to the end of the model or to the
    /// highest bound. It is drawn through the whole plot.
    fn zero_load(&self) -> Option<Trace> {
        let mut levels = self.series.iter().map(|series| series.curve.zero_load);
        let level = levels.next()??;
        if !levels.all(|other| other == Some(level)) {
            return None;
        }
        let loads = self.series.iter().flat_map(|series| {
            let factor = self.factor(series);
            let loads = series.reports.iter().map(|report| report.load);
            loads.map(move |load| load * factor)
        });
        let bound = || {
            let bounds = self.series.iter().filter_map(|series| {
                let bound = series.curve.bounds.first()?;
                Some(bound.rate * self.factor(series))
            });
            bounds.fold(0.0, f64::max)
        };
        let model = self
            .model
            .points
            .last()
            .map(|(load, _)| load * self.own_factor());
        let end = match loads.fold(0.0, f64::max) {
            0.0 => model.unwrap_or_else(bound),
            end => end,
        };
        let ends = exact(&[(0.0, level), (end, level)], 1.0);
        (end > 0.0).then(|| keyed(DiagramKey::ZeroLoad, Kind::Model, ends))
    }

    /// Gives the model the color of its curve, and a name, if several curves are compared.
    fn name_model(&self, traces: &mut [Trace]) {
        let own = self.series.get(self.own).map(|own| &*own.curve.name);
        let Some(own) = own.filter(|_| self.series.len() > 1) else {
            return;
        };
        let of = traces
            .iter()
            .position(|trace| trace.kind == Kind::Simulation && trace.name == own);
        let models = traces.iter_mut();
        for trace in models.filter(|trace| trace.kind == Kind::Model && !trace.marks.is_empty()) {
            let kind = match trace.key {
                Some(DiagramKey::Model) => "model of ",
                Some(DiagramKey::Published) => "published model of ",
                _ => continue,
            };
            trace.name = [kind, own].concat();
            (trace.of, trace.key) = (of, None);
        }
    }

    /// The lines on which everything offered is accepted, up to the highest measured load: below the diagonal where
    /// some nodes do not send.
    fn offered(&self) -> Vec<Trace> {
        let loads = self.series.iter().flat_map(|series| {
            let factor = self.factor(series);
            series
                .reports
                .iter()
                .map(move |report| report.load * factor)
        });
        let end = loads.fold(0.0, f64::max);
        let mut shares: Vec<f64> = self
            .series
            .iter()
            .map(|series| series.curve.senders)
            .collect();
        shares.sort_by(f64::total_cmp);
        shares.dedup();
        let lines = shares.into_iter().filter(|_| end > 0.0);
        let lines = lines.map(|share| {
            let ends = exact(&[(0.0, 0.0), (end, end * share)], 1.0);
            keyed(DiagramKey::Offered, Kind::Model, ends)
        });
        lines.collect()
    }

    /// Adds the points of a curve. Of messages to several nodes, the latency of those to one node is a thin line
    /// below.
    fn add(&self, traces: &mut Vec<Trace>, series: &Series) {
        let factor = self.factor(series);
        let quantity = self.axes.quantity;
        let name = &*series.curve.name;
        if quantity == Quantity::Latency && series.has_multicasts() {
            let unicasts = marks(&series.reports, factor, |report| {
                let measures = &report.measures;
                let so_far = measures.so_far.and_then(|so_far| so_far.unicast_latency);
                (measures.unicast_latency, so_far)
            });
            if !unicasts.is_empty() {
                traces.push(Trace {
                    of: Some(traces.len() + 1),
                    style: Style::Thin,
                    apart: loads(&series.reports, factor, has_not_settled),
                    key: Some(DiagramKey::Unicasts),
                    ..Trace::new(
                        [name, ", messages to one node"].concat(),
                        Kind::Simulation,
                        unicasts,
                    )
                });
            }
        }
        let (marks, beyond) = match quantity {
            Quantity::Accepted => (
                accepted(series, factor),
                loads(&series.reports, factor, Report::is_stuck),
            ),
            Quantity::Latency if series.has_multicasts() => (
                marks(&series.reports, factor, |report| {
                    let measures = &report.measures;
                    let so_far = measures.so_far.and_then(|so_far| so_far.multicast_latency);
                    (measures.multicast_latency, so_far)
                }),
                loads(&series.reports, factor, has_no_mean),
            ),
            Quantity::Latency => (
                marks(&series.reports, factor, |report| {
                    let measures = &report.measures;
                    let so_far = measures.so_far.and_then(|so_far| so_far.latency);
                    (Some(measures.latency), so_far)
                }),
                loads(&series.reports, factor, has_no_mean),
            ),
            Quantity::NetworkLatency => (
                marks(&series.reports, factor, |report| {
                    (Some(report.measures.network_latency), None)
                }),
                loads(&series.reports, factor, has_no_mean),
            ),
        };
        let trace = Trace {
            beyond,
            apart: loads(&series.reports, factor, has_not_settled),
            falls: quantity == Quantity::Accepted,
            ..Trace::new(series.curve.titled(), Kind::Simulation, marks)
        };
        let is_joined = !name.is_empty() || self.model.points.is_empty();
        traces.push(Trace {
            style: if is_joined {
                Style::Joined
            } else {
                Style::Points
            },
            key: name.is_empty().then_some(match quantity {
                Quantity::Latency => DiagramKey::Latency,
                Quantity::NetworkLatency => DiagramKey::Network,
                Quantity::Accepted => DiagramKey::Accepted,
            }),
            ..trace
        });
    }

    /// The bounds as lines: all of a single curve; of several, the lowest of each in the color of the first curve that
    /// has it, or in that of text if it is the same for all curves.
    fn bounds(&self, traces: &[Trace]) -> Vec<Trace> {
        let line = |name: String, at: f64, of: Option<usize>| {
            let key = if of.is_some() {
                DiagramKey::BoundOfCurve
            } else {
                DiagramKey::Bound
            };
            Trace {
                saturation: Some(at),
                of,
                ..keyed_as(key, name, Kind::Bound)
            }
        };
        if let [only] = &*self.series {
            let factor = self.factor(only);
            let bounds = only.curve.bounds.iter();
            return bounds
                .map(|bound| line(bound.name.clone(), bound.rate * factor, None))
                .collect();
        }
        // Curves with the same lowest bound share a line.
        let mut lines: Vec<(&ShownBound, f64, Vec<&str>)> = Vec::new();
        for series in &self.series {
            let Some(bound) = series.curve.bounds.first() else {
                continue;
            };
            let at = bound.rate * self.factor(series);
            let name = &*series.curve.name;
            let is_same = |(_, other, _): &&mut (_, f64, _)| (at / *other - 1.0).abs() < 1e-9;
            match lines.iter_mut().find(is_same) {
                Some((.., names)) => names.push(name),
                None => lines.push((bound, at, vec![name])),
            }
        }
        let lines = lines.into_iter().map(|(bound, at, names)| {
            let is_of_all = names.len() == self.series.len();
            let first = traces.iter().position(|trace| trace.name == names[0]);
            line(bound.name.clone(), at, first.filter(|_| !is_of_all))
        });
        lines.collect()
    }
}

impl Diagram {
    /// The marks that occur, on a sheet of any size.
    pub fn occurring_keys(&self) -> Vec<DiagramKey> {
        // The size of a sheet determines the positions of axes, not their ranges.
        self.keys(&Frame::of(self, 640.0, 360.0, 0.0))
    }
}

fn from_zero(label: &str) -> Scale {
    Scale {
        label: label.to_owned(),
        is_log: false,
        has_zero: true,
    }
}

/// A trace that the legend explains by its mark.
fn keyed(key: DiagramKey, kind: Kind, marks: Vec<Mark>) -> Trace {
    Trace {
        marks,
        ..keyed_as(key, key.label().to_owned(), kind)
    }
}

fn keyed_as(key: DiagramKey, name: String, kind: Kind) -> Trace {
    Trace {
        key: Some(key),
        ..Trace::new(name, kind, Vec::new())
    }
}

/// The estimate of a latency, if the report has it, and the mean so far of a run that has not
/// settled.
type Latency = (Option<Estimate>, Option<f64>);

fn exact(points: &[(f64, f64)], factor: f64) -> Vec<Mark> {
    let points = points.iter();
    points
        .map(|&(load, value)| Mark::exact(load * factor, value))
        .collect()
}

/// The means by load; runs that have not settled contribute their means so far, saturated and deadlocked ones nothing.
fn marks(reports: &[Report], factor: f64, of: fn(&Report) -> Latency) -> Vec<Mark> {
    let reports = reports.iter().filter(|report| !has_no_mean(report));
    let marks = reports.filter_map(|report| {
        let (estimate, so_far) = of(report);
        let estimate = estimate?;
        Some(Mark {
            x: report.load * factor,
            y: estimate.mean.or(so_far)?,
            half_width: estimate.ci95,
            is_steady: report.is_steady(),
        })
    });
    ascending(marks.collect())
}

/// Accepted throughput by load, in the unit of the load; of saturated runs, too, but not of deadlocked ones, in which
/// it depends on the length of the run.
fn accepted(series: &Series, factor: f64) -> Vec<Mark> {
    let reports = series.reports.iter().filter(|report| !report.is_stuck());
    let marks = reports.map(|report| Mark {
        x: report.load * factor,
        y: report.measures.accepted / series.curve.length * factor,
        half_width: None,
        is_steady: report.is_steady(),
    });
    ascending(marks.collect())
}

fn ascending(mut marks: Vec<Mark>) -> Vec<Mark> {
    marks.sort_by(|a, b| a.x.total_cmp(&b.x));
    marks
}

/// The loads of some reports, ascending.
fn loads(reports: &[Report], factor: f64, are: fn(&Report) -> bool) -> Vec<f64> {
    let reports = reports.iter().filter(|report| are(report));
    let mut loads: Vec<_> = reports.map(|report| report.load * factor).collect();
    loads.sort_by(f64::total_cmp);
    loads
}

/// Whether the source queues grew without bound or worms deadlocked, so that latencies depend on the length of the run.
fn has_no_mean(report: &Report) -> bool {
    report.saturated || report.is_stuck()
}

/// Whether the run was too short for its means.
fn has_not_settled(report: &Report) -> bool {
    report.state == State::NotSettled
}
