//! The names of traces, where a file has no page around it.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::frame::{LETTER, LINE};
use super::pen::DiagramPen;
use super::{Diagram, DiagramKey, Frame, Kind};
use crate::plot::Theme;
use crate::plot::stroke::{Dash, Drawn};

/// Of a piece of line with its glyph.
const SAMPLE: f64 = 34.0;

/// How a page shows what a line of the legend looks like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Swatch {
    /// Its color, as a style sheet writes it.
    pub color: String,
    /// Pieces and gaps of its line, as SVG writes them; empty: no gaps.
    pub dash: String,
    /// What it is of.
    pub kind: Kind,
}

impl Diagram {
    /// What a trace looks like.
    pub fn swatch(&self, index: usize, theme: &Theme) -> Swatch {
        let pen = DiagramPen::new(theme);
        let RGBColor(red, green, blue) = pen.hue(self, index);
        let kind = self.traces[index].kind;
        let dash = match (kind, pen.dash(self, index)) {
            (Kind::Bound, _) => "3 3".to_owned(),
            (_, Dash(0.0, _)) => String::new(),
            (_, Dash(piece, gap)) => format!("{piece} {gap}"),
        };
        Swatch {
            color: format!("rgb({red} {green} {blue})"),
            dash,
            kind,
        }
    }
}

/// Where the names stand: in rows of cells of equal width.
#[derive(Debug)]
pub(super) struct Legend {
    columns: usize,
    cell: f64,
    shown: Vec<usize>,
    keys: Vec<DiagramKey>,
    /// Of all rows.
    pub(super) height: f64,
}

impl Legend {
    /// As many columns as fit; hidden traces have no name either.
    pub(super) fn new(diagram: &Diagram, width: f64, height: f64) -> Self {
        let keys = diagram.keys(&Frame::of(diagram, width, height, 0.0));
        let shown: Vec<_> = diagram.shown().map(|(index, _)| index).collect();
        let letters = shown
            .iter()
            .map(|&index| diagram.traces[index].name.chars().count());
        let others = keys.iter().map(|key| key.label().chars().count());
        let longest = letters.chain(others).max().unwrap_or(0) as f64;
        let cell = SAMPLE + 24.0 + LETTER * longest;
        let columns = ((width - 20.0) / cell).max(1.0) as usize;
        let entries = shown.len() + keys.len();
        let height = LINE * entries.div_ceil(columns) as f64 + 4.0;
        Self {
            columns,
            cell,
            shown,
            keys,
            height,
        }
    }

    pub(super) fn draw<B: DrawingBackend>(
        &self,
        diagram: &Diagram,
        area: &DrawingArea<B, Shift>,
        pen: &DiagramPen,
    ) -> Drawn<B> {
        for (place, &index) in self.shown.iter().enumerate() {
            let (column, row) = (place % self.columns, place / self.columns);
            let left = 12.0 + self.cell * column as f64;
            let middle = 14.0 + LINE * row as f64;
            let trace = &diagram.traces[index];
            let ends = [(left, middle), (left + SAMPLE, middle)];
            match trace.kind {
                Kind::Model => pen.stroke(area, diagram, index, &ends)?,
                Kind::Bound => pen.upright(area, diagram, index, &ends)?,
                _ => pen.point(area, diagram, index, (left + SAMPLE / 2.0, middle), true)?,
            }
            let at = (left + SAMPLE + 8.0, middle);
            pen.write(area, &trace.name, at, (HPos::Left, VPos::Center), 13.0)?;
        }
        for (place, &key) in (self.shown.len()..).zip(&self.keys) {
            let (column, row) = (place % self.columns, place / self.columns);
            let left = 12.0 + self.cell * column as f64;
            let middle = 14.0 + LINE * row as f64;
            pen.key(area, key, (left + SAMPLE / 2.0, middle))?;
            let at = (left + SAMPLE + 8.0, middle);
            pen.write(area, key.label(), at, (HPos::Left, VPos::Center), 13.0)?;
        }
        Ok(())
    }
}
