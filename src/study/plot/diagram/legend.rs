//! The legend of a diagram: the names of traces, for files without a page around them.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::frame::{LETTER, LINE};
use super::pen::{DiagramPen, SAMPLE};
use super::{Diagram, DiagramKey, Frame, Kind};
use crate::plot::Theme;
use crate::plot::stroke::{Dash, Drawn};

/// The appearance of a legend entry on a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Swatch {
    pub color: String,
    /// SVG dash pattern of the line; empty for a solid line.
    pub dash: String,
    pub kind: Kind,
}

impl Diagram {
    /// The swatch of a trace.
    pub fn swatch(&self, index: usize, theme: &Theme) -> Swatch {
        let pen = DiagramPen::new(theme);
        let RGBColor(red, green, blue) = pen.hue(self, index);
        let kind = self.traces[index].kind;
        let dash = match (kind, pen.dash(self, index)) {
            (Kind::Bound, _) => "3 3".to_owned(),
            (Kind::Model, _) if self.traces[index].of.is_some() => "9 4".to_owned(),
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

/// The layout of a legend: rows of cells of equal width.
#[derive(Debug)]
pub(in crate::plot) struct Legend {
    columns: usize,
    cell: f64,
    /// Largest number of characters in a cell.
    letters: usize,
    named: Vec<usize>,
    keys: Vec<DiagramKey>,
    /// The title above the rows.
    title: String,
    /// Height of title and rows.
    pub(in crate::plot) height: f64,
}

/// Width of a cell without its text.
const BESIDE: f64 = SAMPLE + 24.0;

impl Legend {
    /// A legend of names and marks.
    pub(super) fn new(diagram: &Diagram, (width, height): (f64, f64)) -> Self {
        let keys = diagram.keys(&Frame::of(diagram, width, height, 0.0));
        Self::with(diagram, width, keys)
    }

    /// A legend of names alone.
    pub(in crate::plot) fn of_names(diagram: &Diagram, width: f64) -> Self {
        Self::with(diagram, width, Vec::new())
    }

    /// Lays out as many columns as fit; hidden traces are left out.
    fn with(diagram: &Diagram, width: f64, keys: Vec<DiagramKey>) -> Self {
        // A curve with its name beside it needs no entry.
        let named = diagram.shown().filter(|(_, trace)| trace.key.is_none());
        let named = named.filter(|(_, trace)| !(diagram.has_names && trace.is_named_at_end()));
        let named: Vec<_> = named.map(|(index, _)| index).collect();
        let letters = named
            .iter()
            .map(|&index| diagram.traces[index].name.chars().count());
        let others = keys.iter().map(|key| key.label().chars().count());
        let longest = letters.chain(others).max().unwrap_or(0) as f64;
        let cell = BESIDE + LETTER * longest;
        let columns = ((width - 20.0) / cell).max(1.0) as usize;
        let entries = named.len() + keys.len();
        let lines = entries.div_ceil(columns) + usize::from(!diagram.title.is_empty());
        let height = match lines {
            0 => 0.0,
            _ => LINE * lines as f64 + 4.0,
        };
        Self {
            columns,
            cell,
            letters: ((width - BESIDE) / LETTER).max(1.0) as usize,
            named,
            keys,
            title: diagram.title.clone(),
            height,
        }
    }

    pub(in crate::plot) fn draw<B: DrawingBackend>(
        &self,
        diagram: &Diagram,
        area: &DrawingArea<B, Shift>,
        pen: &DiagramPen,
    ) -> Drawn<B> {
        let above = (12.0, 14.0);
        let title = cut(&self.title, self.letters);
        pen.write(area, &title, above, (HPos::Left, VPos::Center), 13.0)?;
        for (place, &index) in self.named.iter().enumerate() {
            let (left, middle) = self.place(place);
            let trace = &diagram.traces[index];
            pen.name(area, diagram, index, (left, middle))?;
            self.write(area, pen, place, &trace.name)?;
        }
        for (place, &key) in (self.named.len()..).zip(&self.keys) {
            let (left, middle) = self.place(place);
            pen.key(area, diagram, key, (left + SAMPLE / 2.0, middle))?;
            self.write(area, pen, place, key.label())?;
        }
        Ok(())
    }

    /// The left end and vertical center of a cell.
    fn place(&self, place: usize) -> (f64, f64) {
        let (column, row) = (place % self.columns, place / self.columns);
        let row = row + usize::from(!self.title.is_empty());
        (12.0 + self.cell * column as f64, 14.0 + LINE * row as f64)
    }

    fn write<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        pen: &DiagramPen,
        place: usize,
        text: &str,
    ) -> Drawn<B> {
        let (left, middle) = self.place(place);
        let at = (left + SAMPLE + 8.0, middle);
        let text = cut(text, self.letters);
        pen.write(area, &text, at, (HPos::Left, VPos::Center), 13.0)
    }
}

/// Cuts a text to at most `letters` characters.
fn cut(text: &str, letters: usize) -> String {
    if text.chars().count() <= letters {
        return text.to_owned();
    }
    let kept: String = text.chars().take(letters.saturating_sub(1)).collect();
    [kept.trim_end(), "…"].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_longer_than_its_cell_is_cut() {
        assert_eq!(cut("Up*/down*", 9), "Up*/down*");
        assert_eq!(cut("Dual path, always", 11), "Dual path,…");
        assert_eq!(cut("Label", 0), "…");
    }
}
