//! Charts of figures and of tables over an axis.

use super::Columns;
use crate::paper::row::build;
use crate::paper::{Column, Computed, Item, Judged, Varied};
use crate::plot::{Diagram, Kind, Mark, ModelCurve, Scale, Trace};
use engine::model::Prediction;

/// The number of series that are visible at first; the legend contains the others too.
const SHOWN: usize = 4;

/// The number of intervals of a model's curve over the load.
const POINTS: usize = 80;

impl Item {
    /// Draws the rows as a chart of closed forms, simulations with their intervals and printed
    /// values; `None` if fewer than two rows have a number on the x axis.
    pub fn diagram(&self, judged: &[Judged]) -> Option<Diagram> {
        let rows = judged.iter().map(|of| &of.row);
        let numbers: Vec<_> = rows.clone().filter_map(|row| row.x).collect();
        if numbers.len() < 2 {
            return None;
        }
        let columns = Columns::of(rows);
        let end = numbers.iter().copied().fold(0.0, f64::max);
        let mut traces = Vec::new();
        for (nth, series) in columns.series.iter().enumerate() {
            let of = SeriesRows {
                judged: judged
                    .iter()
                    .filter(|of| of.row.series == *series)
                    .collect(),
                series,
                is_hidden: nth >= SHOWN,
            };
            let begin = traces.len();
            for name in &columns.computed {
                let end = (self.varied == Varied::Load).then_some(end);
                traces.extend(of.model(name, end));
            }
            let model = (traces.len() > begin).then_some(begin);
            traces.extend(of.simulation(model));
            for &column in &columns.printed {
                traces.extend(of.printed(column));
            }
        }
        let [mut x, y] = self.axes.map(|label| Scale {
            label: label.to_owned(),
            ..Scale::default()
        });
        // Sizes grow by factors from row to row.
        x.is_log = self.varied == Varied::Nodes;
        let has_strip = traces.iter().any(|trace| trace.of.is_some());
        Some(Diagram {
            x,
            y,
            traces,
            has_strip,
            ..Diagram::default()
        })
    }
}

struct SeriesRows<'a> {
    judged: Vec<&'a Judged>,
    series: &'a str,
    is_hidden: bool,
}

impl SeriesRows<'_> {
    /// The trace of the closed form with a name; over the load, a curve up to `end` or saturation.
    fn model(&self, name: &str, end: Option<f64>) -> Option<Trace> {
        let rows = self.judged.iter().map(|of| &of.row);
        let points = rows.clone().filter_map(|row| {
            let computed = row.computed.iter().find(|of| of.name == name)?;
            Some((row.x?, computed))
        });
        let points: Vec<(f64, &Computed)> = points.collect();
        let known = points.iter().filter_map(|(x, of)| {
            let value = *of.value.as_ref().ok()?;
            Some((*x, value))
        });
        let mut known: Vec<_> = known.collect();
        let curve = end.and_then(|end| over_load(&points, end));
        let saturation = curve.as_ref().and_then(|curve| curve.saturation);
        if let Some(curve) = curve {
            known.extend(curve.points);
        }
        let trace = self.trace(
            name,
            Kind::Model,
            known.into_iter().map(|(x, y)| Mark::exact(x, y)),
        )?;
        Some(Trace {
            saturation,
            ..trace
        })
    }

    fn simulation(&self, model: Option<usize>) -> Option<Trace> {
        let marks = self.judged.iter().filter_map(|of| {
            let found = of.simulated?;
            Some(Mark {
                x: of.row.x?,
                y: found.mean?,
                half_width: found.half_width,
                is_steady: found.is_steady,
            })
        });
        let trace = self.trace("simulated", Kind::Simulation, marks)?;
        Some(Trace { of: model, ..trace })
    }

    fn printed(&self, column: Column) -> Option<Trace> {
        let rows = self.judged.iter().map(|of| &of.row);
        let marks = rows.filter_map(|row| Some(Mark::exact(row.x?, row.printed(column.name)?)));
        self.trace(&column.head(), Kind::Printed, marks)
    }

    fn trace(&self, name: &str, kind: Kind, marks: impl Iterator<Item = Mark>) -> Option<Trace> {
        let mut marks: Vec<_> = marks.filter(|mark| mark.y.is_finite()).collect();
        marks.sort_by(|a, b| a.x.total_cmp(&b.x));
        marks.dedup_by(|a, b| a.x.total_cmp(&b.x).is_eq());
        let name = match self.series {
            "" => name.to_owned(),
            series => format!("{series}: {name}"),
        };
        (!marks.is_empty()).then(|| Trace {
            is_hidden: self.is_hidden,
            ..Trace::new(name, kind, marks)
        })
    }
}

/// The curve of the model behind these points, if all have the same model and contain its latency.
fn over_load(points: &[(f64, &Computed)], end: f64) -> Option<ModelCurve> {
    let (_, first) = points.first()?;
    let written = first.model.as_ref()?;
    if points
        .iter()
        .any(|(_, of)| of.model.as_ref() != Some(written))
    {
        return None;
    }
    let model = build(written).ok()?;
    let at = |load| match model.predict(load) {
        Prediction::Steady(latency) => Some(latency.total),
        Prediction::Saturated { .. } => None,
    };
    let is_same = |(load, of): &(f64, &Computed)| at(*load) == of.value.as_ref().ok().copied();
    if !points.iter().all(is_same) {
        return None;
    }
    let saturation = Some(model.saturation_rate()).filter(|&rate| rate <= end * 1.2);
    // Points are denser towards the end of the curve, where it is steep.
    let last = saturation.unwrap_or(end);
    let share = |nth: usize| {
        let left = 1.0 - nth as f64 / POINTS as f64;
        1.0 - left * left
    };
    let loads = (0..=POINTS).map(|nth| last * share(nth));
    Some(ModelCurve {
        points: loads.filter_map(|load| Some((load, at(load)?))).collect(),
        saturation,
    })
}
