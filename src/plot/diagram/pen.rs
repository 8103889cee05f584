//! What a diagram is drawn with, in pixels of the page.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::clip::inside;
use super::{Diagram, DiagramKey, Frame, Kind, Mark, Rect, Trace};
use crate::plot::Theme;
use crate::plot::axis::Axis;
use crate::plot::stroke::{self, DASHES, Dash, Drawn, Pixel};
use crate::plot::typeset::{Run, runs};

/// A place on the sheet \[pixels of the page\].
pub(in crate::plot) type Place = (f64, f64);

/// Draws in pixels of the page.
#[derive(Debug)]
pub(in crate::plot) struct DiagramPen {
    pub(in crate::plot) theme: Theme,
}

impl DiagramPen {
    pub(in crate::plot) fn new(theme: &Theme) -> Self {
        Self { theme: *theme }
    }

    pub(in crate::plot) fn device(&self, at: Place) -> Pixel {
        let scaled = |length: f64| (length * self.theme.scale).round() as i32;
        (scaled(at.0), scaled(at.1))
    }

    pub(in crate::plot) fn hue(&self, diagram: &Diagram, index: usize) -> RGBColor {
        let hues = self.theme.series;
        hues[diagram.look(index) % hues.len()]
    }

    /// When colors come round again, strokes have moved on by one.
    #[expect(clippy::unused_self, reason = "a pen knows what it draws with")]
    pub(in crate::plot) fn dash(&self, diagram: &Diagram, index: usize) -> Dash {
        let look = diagram.look(index);
        DASHES[(look + look / DASHES.len()) % DASHES.len()]
    }

    /// A piece of a trace's line.
    pub(in crate::plot) fn stroke<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        diagram: &Diagram,
        index: usize,
        corners: &[Place],
    ) -> Drawn<B> {
        let dash = self.dash(diagram, index);
        let corners = corners.iter().map(|&at| self.device(at)).collect();
        let hue = self.hue(diagram, index);
        stroke::line(area, corners, dash, (hue, 2.25), &self.theme)
    }

    /// Where a trace grows without end, or what it never exceeds.
    pub(in crate::plot) fn upright<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        diagram: &Diagram,
        index: usize,
        ends: &[Place; 2],
    ) -> Drawn<B> {
        let ends = ends.map(|at| self.device(at)).to_vec();
        let hue = self.hue(diagram, index);
        let dash = match diagram.traces[index].kind {
            Kind::Bound => Dash(3.0, 3.0),
            _ => Dash(7.0, 5.0),
        };
        stroke::line(area, ends, dash, (hue, 1.25), &self.theme)
    }

    pub(in crate::plot) fn asymptote<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        diagram: &Diagram,
        index: usize,
        trace: &Trace,
        frame: &Frame,
    ) -> Drawn<B> {
        let x = trace.saturation.and_then(|x| frame.pixel_of(x));
        let Some(x) = x else {
            return Ok(());
        };
        let ends = [(x, frame.plot.bottom), (x, frame.plot.top)];
        self.upright(area, diagram, index, &ends)
    }

    /// A curve as far as it lies in the plot; one over a few whole numbers has dots on them.
    pub(in crate::plot) fn curve<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        diagram: &Diagram,
        index: usize,
        trace: &Trace,
        frame: &Frame,
    ) -> Drawn<B> {
        const FEW: usize = 40;
        // Whatever is farther away is not seen, and too far for a line to be cut where it leaves.
        const FAR: f64 = 1e9;
        let plot = frame.plot;
        let near = |place: f64| place.clamp(-FAR, FAR);
        let place = |mark: &Mark| {
            let (x, y) = frame.x.place(mark.x).zip(frame.y.place(mark.y))?;
            Some((near(x), near(y)))
        };
        let places: Vec<_> = trace.marks.iter().filter_map(place).collect();
        let on_sheet = |(x, y): Place| {
            let across = plot.left + x * (plot.right - plot.left);
            (across, plot.bottom - y * (plot.bottom - plot.top))
        };
        for piece in inside(&places) {
            let corners: Vec<_> = piece.into_iter().map(on_sheet).collect();
            self.stroke(area, diagram, index, &corners)?;
        }
        let is_whole = trace.marks.iter().all(|mark| mark.x.fract() == 0.0);
        if is_whole && trace.marks.len() <= FEW {
            let hue = self.hue(diagram, index);
            let is_inside =
                |at: &&Place| (0.0..=1.0).contains(&at.0) && (0.0..=1.0).contains(&at.1);
            for &at in places.iter().filter(is_inside) {
                let at = self.device(on_sheet(at));
                stroke::glyph(area, at, (0, 2.0), (hue, hue), &self.theme)?;
            }
        }
        Ok(())
    }

    /// Points with whiskers as far as they lie in the plot; above it, a hollow one at the edge.
    pub(in crate::plot) fn points<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        diagram: &Diagram,
        index: usize,
        trace: &Trace,
        frame: &Frame,
    ) -> Drawn<B> {
        for mark in &trace.marks {
            let Some(x) = frame.pixel_of(mark.x) else {
                continue;
            };
            let edge = |y: f64| {
                let seen = y.clamp(frame.y.start, frame.y.end);
                frame.height_of(seen).unwrap_or(frame.plot.bottom)
            };
            if let Some(half) = mark.half_width
                && frame.y.holds(mark.y)
            {
                let ends = [mark.y - half, mark.y + half].map(edge);
                self.whisker(area, diagram, index, x, ends)?;
            }
            let is_filled = mark.is_steady && frame.y.holds(mark.y);
            self.point(area, diagram, index, (x, edge(mark.y)), is_filled)?;
        }
        Ok(())
    }

    /// The glyph of a trace of points.
    pub(in crate::plot) fn point<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        diagram: &Diagram,
        index: usize,
        at: Place,
        is_filled: bool,
    ) -> Drawn<B> {
        const DIAMOND: usize = 3;
        let hue = self.hue(diagram, index);
        let is_printed = diagram.traces[index].kind == Kind::Printed;
        let fill = if is_filled && !is_printed {
            hue
        } else {
            self.theme.paper
        };
        let shape = if is_printed { (DIAMOND, 3.5) } else { (0, 4.0) };
        stroke::glyph(area, self.device(at), shape, (hue, fill), &self.theme)
    }

    pub(in crate::plot) fn whisker<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        diagram: &Diagram,
        index: usize,
        x: f64,
        ends: [f64; 2],
    ) -> Drawn<B> {
        let hue = self.hue(diagram, index);
        self.thin(area, ends.map(|y| (x, y)).to_vec(), hue, 1.5)?;
        for y in ends {
            self.thin(area, vec![(x - 4.0, y), (x + 4.0, y)], hue, 1.5)?;
        }
        Ok(())
    }

    /// A mark by itself, for a legend.
    pub(in crate::plot) fn key<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        key: DiagramKey,
        (x, y): Place,
    ) -> Drawn<B> {
        let ink = self.theme.ink;
        match key {
            DiagramKey::Interval => {
                for end in [y - 5.0, y + 5.0] {
                    self.thin(area, vec![(x - 4.0, end), (x + 4.0, end)], ink, 1.5)?;
                }
                self.thin(area, vec![(x, y - 5.0), (x, y + 5.0)], ink, 1.5)
            }
            DiagramKey::Hollow => {
                let at = self.device((x, y));
                stroke::glyph(area, at, (0, 4.0), (ink, self.theme.paper), &self.theme)
            }
            DiagramKey::Saturation => {
                let ends = [(x, y - 8.0), (x, y + 8.0)].map(|at| self.device(at));
                stroke::line(
                    area,
                    ends.to_vec(),
                    Dash(4.0, 3.0),
                    (ink, 1.25),
                    &self.theme,
                )
            }
            DiagramKey::Agreement => {
                let corners = [(x - 14.0, y - 4.0), (x + 14.0, y + 4.0)];
                let fill = self.theme.model.mix(0.13).filled();
                area.draw(&Rectangle::new(corners.map(|at| self.device(at)), fill))
            }
        }
    }

    pub(in crate::plot) fn thin<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        corners: Vec<Place>,
        hue: RGBColor,
        thick: f64,
    ) -> Drawn<B> {
        let corners = corners.into_iter().map(|at| self.device(at)).collect();
        stroke::line(area, corners, Dash(0.0, 0.0), (hue, thick), &self.theme)
    }

    /// A line of the grid, fainter where its value is not written down.
    pub(in crate::plot) fn grid<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        ends: [Place; 2],
        label: &str,
    ) -> Drawn<B> {
        let thick = if label.is_empty() { 0.5 } else { 1.0 };
        let faint = if label.is_empty() { 0.45 } else { 1.0 };
        let style = self.theme.grid.mix(faint);
        let style = style.stroke_width(stroke::width(&self.theme, thick));
        area.draw(&PathElement::new(
            ends.map(|at| self.device(at)).to_vec(),
            style,
        ))
    }

    /// Levels of an upright axis, with their values beside.
    pub(in crate::plot) fn levels<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        rect: Rect,
        axis: &Axis,
        most: usize,
    ) -> Drawn<B> {
        for tick in axis.ticks(most) {
            let Some(place) = axis.place(tick.value) else {
                continue;
            };
            let y = rect.bottom - place * (rect.bottom - rect.top);
            self.grid(area, [(rect.left, y), (rect.right, y)], &tick.label)?;
            let at = (rect.left - 6.0, y);
            self.write(area, &tick.label, at, (HPos::Right, VPos::Center), 13.0)?;
        }
        Ok(())
    }

    pub(in crate::plot) fn edges<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        rect: Rect,
    ) -> Drawn<B> {
        let corners = vec![
            (rect.left, rect.top),
            (rect.left, rect.bottom),
            (rect.right, rect.bottom),
        ];
        self.thin(area, corners, self.theme.ink, 1.0)
    }

    /// The name of an axis, smaller where it would not fit.
    pub(in crate::plot) fn title<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        text: &str,
        at: Place,
        anchor: (HPos, VPos),
        room: f64,
    ) -> Drawn<B> {
        let letters = text.chars().count().max(1) as f64;
        let size = (room / letters / 0.56).clamp(8.0, 13.0);
        self.typeset(area, text, at, anchor, size)
    }

    /// Writes a text with its first symbol in italics and what is its subscript below the line.
    ///
    /// What comes before ends where the symbol begins, and what comes behind begins where it ends,
    /// so that nobody has to know how wide the letters of a backend are.
    pub(in crate::plot) fn typeset<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        text: &str,
        at: Place,
        anchor: (HPos, VPos),
        size: f64,
    ) -> Drawn<B> {
        let pieces = runs(text);
        let symbol = pieces.iter().position(|run| matches!(run, Run::Symbol(_)));
        let Some(first) = symbol else {
            return self.write(area, text, at, anchor, size);
        };
        let plain = |runs: &[Run]| {
            let texts = runs.iter().map(|run| match run {
                Run::Roman(text) | Run::Symbol(text) | Run::Subscript(text) => *text,
            });
            texts.collect::<String>()
        };
        let subscript = match pieces.get(first + 1) {
            Some(Run::Subscript(text)) => *text,
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
            &family.style(FontStyle::Italic),
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
        at: Place,
        (across, upwards): (HPos, VPos),
        size: f64,
    ) -> Drawn<B> {
        let font = ("sans-serif", size * self.theme.scale).into_font();
        self.letters(area, text, at, (across, upwards), &font)
    }

    fn letters<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        text: &str,
        at: Place,
        (across, upwards): (HPos, VPos),
        font: &FontDesc,
    ) -> Drawn<B> {
        if text.is_empty() {
            return Ok(());
        }
        let style = font
            .clone()
            .color(&self.theme.ink)
            .pos(Pos::new(across, upwards));
        area.draw(&Text::new(text.to_owned(), self.device(at), style))
    }
}
