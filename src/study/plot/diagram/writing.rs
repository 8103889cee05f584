//! Text in a diagram: the titles of axes, with symbols in italics.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::Diagram;
use super::labels::{Label, Role};
use super::pen::{DiagramPen, Position};
use crate::plot::stroke::Drawn;
use crate::plot::typeset::{TextRun, runs};

impl DiagramPen {
    /// Writes the title of an axis, in a smaller size if it would not fit otherwise.
    pub(in crate::plot) fn title<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        text: &str,
        at: Position,
        anchor: (HPos, VPos),
        room: f64,
    ) -> Drawn<B> {
        let letters = text.chars().count().max(1) as f64;
        let size = (room / letters / 0.56).clamp(8.0, 13.0);
        self.typeset(area, text, at, anchor, size)
    }

    /// Writes a text with its first symbol in italics and the subscript of that symbol lowered.
    ///
    /// The text before the symbol is right-aligned to its start and the text after it left-aligned
    /// to its end, so the widths of the backend's characters are not needed.
    pub(in crate::plot) fn typeset<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        text: &str,
        at: Position,
        anchor: (HPos, VPos),
        size: f64,
    ) -> Drawn<B> {
        let pieces = runs(text);
        let symbol = pieces
            .iter()
            .position(|run| matches!(run, TextRun::Symbol(_)));
        let Some(first) = symbol else {
            return self.write(area, text, at, anchor, size);
        };
        let plain = |runs: &[TextRun]| {
            let texts = runs.iter().map(|run| match run {
                TextRun::Roman(text) | TextRun::Symbol(text) | TextRun::Subscript(text) => *text,
            });
            texts.collect::<String>()
        };
        let subscript = match pieces.get(first + 1) {
            Some(TextRun::Subscript(text)) => *text,
            _ => "",
        };
        let behind = first + 1 + usize::from(!subscript.is_empty());
        let (before, symbol) = (plain(&pieces[..first]), plain(&pieces[first..=first]));
        let after = plain(&pieces[behind..]);
        let width = |text: &str, size: f64| 0.5 * size * text.chars().count() as f64;
        let small = 0.75 * size;
        let widths = [
            width(&before, size),
            0.62 * size,
            width(subscript, small),
            width(&after, size),
        ];
        let all: f64 = widths.iter().sum();
        let left = match anchor.0 {
            HPos::Left => at.0,
            HPos::Center => at.0 - all / 2.0,
            HPos::Right => at.0 - all,
        };
        let (symbol_at, line) = (left + widths[0], (HPos::Left, anchor.1));
        if first > 0 {
            let end = before.trim_end();
            let gap = if end.len() < before.len() {
                0.3 * size
            } else {
                0.0
            };
            self.write(
                area,
                end,
                (symbol_at - gap, at.1),
                (HPos::Right, anchor.1),
                size,
            )?;
        }
        let family = ("serif", size * 1.08 * self.theme.scale).into_font();
        self.letters(
            area,
            &symbol,
            (symbol_at, at.1),
            line,
            (&family.style(FontStyle::Italic), self.theme.ink),
        )?;
        let below = (symbol_at + widths[1], at.1 + 0.3 * size);
        self.write(area, subscript, below, line, small)?;
        let rest = after.trim_start();
        let gap = if rest.len() < after.len() {
            0.3 * size
        } else {
            0.0
        };
        let behind = symbol_at + widths[1] + widths[2] + gap;
        self.write(area, rest, (behind, at.1), line, size)
    }

    pub(in crate::plot) fn write<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        text: &str,
        at: Position,
        (across, upwards): (HPos, VPos),
        size: f64,
    ) -> Drawn<B> {
        let font = (self.theme.face, size * self.theme.scale).into_font();
        self.letters(area, text, at, (across, upwards), (&font, self.theme.ink))
    }

    /// Writes a label on a ground that separates it from lines behind it.
    pub(super) fn label<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        diagram: &Diagram,
        label: &Label,
    ) -> Drawn<B> {
        let rect = label.rect;
        let ground = [(rect.left, rect.top + 1.0), (rect.right, rect.bottom - 1.0)];
        let ground = ground.map(|at| self.device(at));
        let veil = self.theme.paper.mix(0.8).filled();
        area.draw(&Rectangle::new(ground, veil))?;
        let middle = f64::midpoint(rect.top, rect.bottom);
        let (start, [from, to]) = label.positions();
        if let Some(index) = label.glyph {
            self.stroke(area, diagram, index, &[(from, middle), (to, middle)])?;
            let at = (f64::midpoint(from, to), middle);
            self.point(area, diagram, index, at, true)?;
        }
        let font = (self.theme.face, label.role.size() * self.theme.scale).into_font();
        let (font, color) = match label.role {
            Role::Faint => (font, self.theme.muted),
            Role::Name | Role::Present => (font.style(FontStyle::Bold), self.theme.ink),
        };
        let side = if label.is_left {
            HPos::Right
        } else {
            HPos::Left
        };
        let at = (start, middle);
        self.letters(area, &label.text, at, (side, VPos::Center), (&font, color))
    }

    fn letters<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        text: &str,
        at: Position,
        (across, upwards): (HPos, VPos),
        (font, color): (&FontDesc, RGBColor),
    ) -> Drawn<B> {
        if text.is_empty() {
            return Ok(());
        }
        let style = font.clone().color(&color).pos(Pos::new(across, upwards));
        area.draw(&Text::new(text.to_owned(), self.device(at), style))
    }
}
