//! A chart with the points and models that a subject names.

use std::rc::Rc;
use std::sync::Arc;

use flitscope::paper::PrintedLatency;
use flitscope::plot::{CurveChart, Diagram, PointRow, Series};
use flitscope::sweep::Report;

use super::Charts;
use super::models::NamedModel;
use crate::ui::measure::chart_subject::ChartSubject;

/// The content of a chart and its tables.
pub(super) struct Shown<'a> {
    subject: &'a ChartSubject,
    model: Option<Rc<NamedModel>>,
    pub chart: CurveChart,
    /// The points in the order of the table: the place of the curve, and the report.
    pub points: Vec<(usize, Arc<Report>)>,
}

impl<'a> Shown<'a> {
    /// Reads the points of a subject and builds its models, unless that has been done before.
    pub(super) fn new(charts: Charts, subject: &'a ChartSubject) -> Self {
        let model = charts.model(&subject.model);
        let beside = charts.model(&subject.beside);
        let curves = subject.curves.iter();
        let mut series: Vec<_> = curves
            .map(|(_, curve)| Series {
                curve: curve.clone(),
                reports: Vec::new(),
            })
            .collect();
        let mut points = Vec::new();
        for point in &subject.measured {
            let mut labels = subject.curves.iter().map(|(label, _)| label);
            // For a moment after a change of curves, there may be points of earlier ones.
            let curve = labels.position(|label| *label == point.curve);
            let Some(curve) = curve else { continue };
            series[curve].reports.push(Report::clone(&point.report));
            points.push((curve, point.report.clone()));
        }
        let table = subject.print;
        let chart = CurveChart {
            title: subject.title.clone(),
            axes: subject.axes,
            series,
            own: subject.own,
            model: model
                .as_ref()
                .map(|named| named.curve().clone())
                .unwrap_or_default(),
            predicts: model.as_ref().map(|named| named.family.build.predicts),
            beside: beside.map(|named| (named.curve().clone(), named.family.build.predicts)),
            printed: table.map_or(Vec::new(), |table| table.points.to_vec()),
            prints_network: table.is_some_and(|table| table.latency == PrintedLatency::Network),
            present: subject.present,
        };
        Self {
            subject,
            model,
            chart,
            points,
        }
    }

    pub(super) fn diagram(&self) -> Diagram {
        self.chart.diagram()
    }

    /// The diagram of a file, in which the present load of the page has no place.
    pub(super) fn file(&self) -> Diagram {
        Diagram {
            present: None,
            ..self.diagram()
        }
    }

    /// The points as rows of a table, with the latency that the model predicts for those of the scenario's own
    /// curve.
    pub(super) fn rows(&self) -> Vec<PointRow<'_>> {
        let rows = self.points.iter().map(|(curve, report)| {
            let model = self.model.as_ref().filter(|_| *curve == self.chart.own);
            let prediction = model.map(|named| named.model.predict(report.load));
            PointRow {
                curve: &self.subject.curves[*curve].1.name,
                report,
                predicted: prediction.and_then(|p| p.latency().map(|latency| latency.total)),
            }
        });
        rows.collect()
    }
}
