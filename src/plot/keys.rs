//! The marks of a latency chart and what they mean: for its legend, on a page or in a file.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::series::is_of_series;
use super::stroke::{self, Dash, Drawn, px, width};
use super::{LatencyChart, Theme};
use crate::sweep::Report;

/// A mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChartKey {
    /// The curve of the model.
    Model,
    /// Where it saturates.
    Saturation,
    /// Measured network latency.
    Network,
    /// Measured latency from generation.
    Latency,
    /// Network latency beyond saturation.
    Hollow,
    /// A paper's print.
    Printed,
    /// Messages to one node beside multicasts.
    Unicasts,
    /// A load without latency.
    Cross,
}

impl ChartKey {
    const ALL: [Self; 8] = [
        Self::Model,
        Self::Saturation,
        Self::Network,
        Self::Latency,
        Self::Hollow,
        Self::Printed,
        Self::Unicasts,
        Self::Cross,
    ];

    /// As style sheets name it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::Saturation => "saturation",
            Self::Network => "network",
            Self::Latency => "latency",
            Self::Hollow => "hollow",
            Self::Printed => "print",
            Self::Unicasts => "unicasts",
            Self::Cross => "cross",
        }
    }

    /// The mark of an id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.id() == id)
    }

    /// What it means.
    pub fn label(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::Saturation => "model saturates",
            Self::Network => "network latency ± 95 %",
            Self::Latency => "latency with source queue",
            Self::Hollow => "network latency beyond saturation",
            Self::Printed => "printed simulation",
            Self::Unicasts => "thin line, small mark: messages to one node",
            Self::Cross => "simulation saturated or deadlocked",
        }
    }
}

impl LatencyChart {
    /// The marks that occur in the chart.
    pub fn keys(&self) -> Vec<ChartKey> {
        let (loads, latencies) = (self.loads(), self.latencies());
        let seen = |mean: Option<f64>| mean.is_some_and(|mean| latencies.contains(&mean));
        let is_single = |report: &&Report| !is_of_series(report);
        let singles = || self.measured.iter().filter(is_single);
        let network = |report: &Report| seen(report.measures.network_latency.mean);
        let is_there = |key: &ChartKey| match key {
            ChartKey::Model => !self.predicted.points.is_empty(),
            ChartKey::Saturation => {
                let saturation = self.predicted.saturation;
                saturation.is_some_and(|load| loads.contains(&load))
            }
            ChartKey::Network => singles().any(|report| !report.saturated && network(report)),
            ChartKey::Latency => singles().any(|report| seen(report.measures.latency.mean)),
            ChartKey::Hollow => singles().any(|report| report.saturated && network(report)),
            ChartKey::Printed => self.printed.iter().any(|at| latencies.contains(&at.1)),
            ChartKey::Unicasts => {
                let mut reports = self.measured.iter();
                reports.any(|report| report.measures.unicast_latency.is_some())
            }
            ChartKey::Cross => {
                let mut reports = self.measured.iter();
                reports.any(|report| report.saturated || report.deadlocked)
            }
        };
        Self::all_keys().filter(is_there).collect()
    }

    fn all_keys() -> impl Iterator<Item = ChartKey> {
        ChartKey::ALL.into_iter()
    }
}

/// Where the marks are explained: in rows of cells of equal width.
#[derive(Debug)]
pub(super) struct KeyLegend {
    keys: Vec<ChartKey>,
    columns: u32,
    cell: u32,
    row: u32,
    /// Of all rows \[device pixels\].
    pub(super) height: u32,
}

impl KeyLegend {
    /// As many columns as fit.
    pub(super) fn new(keys: Vec<ChartKey>, across: u32, theme: &Theme) -> Self {
        let letters = keys.iter().map(|key| key.label().chars().count());
        let cell = width(theme, 44.0 + 7.0 * letters.max().unwrap_or(0) as f64);
        let row = width(theme, 18.0);
        let count = keys.len() as u32;
        let columns = (across / cell).clamp(1, count.max(1));
        Self {
            columns,
            cell,
            row,
            height: row * count.div_ceil(columns),
            keys,
        }
    }

    /// Draws them from a height down.
    pub(super) fn draw<Backend: DrawingBackend>(
        &self,
        area: &DrawingArea<Backend, Shift>,
        top: u32,
        theme: &Theme,
    ) -> Drawn<Backend> {
        let text = ("sans-serif", px(theme, 13.0))
            .into_font()
            .color(&theme.ink);
        for (place, &key) in (0..).zip(&self.keys) {
            let (column, row) = (place % self.columns, place / self.columns);
            let left = (column * self.cell).cast_signed() + px(theme, 10.0);
            let middle = (top + row * self.row + self.row / 2).cast_signed() + px(theme, 6.0);
            let right = left + px(theme, 22.0);
            let center = (i32::midpoint(left, right), middle);
            let line = vec![(left, middle), (right, middle)];
            match key {
                ChartKey::Model => {
                    stroke::line(area, line, Dash(0.0, 0.0), (theme.model, 2.5), theme)?;
                }
                ChartKey::Saturation => {
                    stroke::line(area, line, Dash(6.0, 5.0), (theme.warning, 1.5), theme)?;
                }
                ChartKey::Unicasts => {
                    stroke::line(area, line, Dash(0.0, 0.0), (theme.ink, 1.0), theme)?;
                }
                ChartKey::Network => {
                    stroke::glyph(
                        area,
                        center,
                        (0, 4.0),
                        (theme.network, theme.network),
                        theme,
                    )?;
                }
                ChartKey::Latency => {
                    stroke::glyph(area, center, (0, 4.0), (theme.latency, theme.paper), theme)?;
                }
                ChartKey::Hollow => {
                    stroke::glyph(area, center, (0, 4.0), (theme.network, theme.paper), theme)?;
                }
                ChartKey::Printed => {
                    stroke::glyph(area, center, (3, 4.0), (theme.ink, theme.paper), theme)?;
                }
                ChartKey::Cross => {
                    let d = px(theme, 4.0);
                    for tilt in [1, -1] {
                        let ends = [
                            (center.0 - d, center.1 - tilt * d),
                            (center.0 + d, center.1 + tilt * d),
                        ];
                        stroke::line(
                            area,
                            ends.to_vec(),
                            Dash(0.0, 0.0),
                            (theme.warning, 2.0),
                            theme,
                        )?;
                    }
                }
            }
            let at = (right + px(theme, 6.0), middle - px(theme, 8.0));
            area.draw(&Text::new(key.label(), at, text.clone()))?;
        }
        Ok(())
    }
}
