//! Names in a diagram: of lines at their ends, of bounds at their feet, of the level without load and of the marked
//! place. None covers another.

use super::frame::{LETTER, LINE};
use super::pen::Position;
use super::{Diagram, DiagramKey, Frame, Kind, Rect, Style, Trace};
use crate::plot::axis::readable;

/// A name on the sheet.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Label {
    pub(super) text: String,
    pub(super) role: Role,
    /// The trace whose glyph stands beside the text.
    pub(super) glyph: Option<usize>,
    /// Whether it stands to the left of what it names: the text ends there, and its glyph is behind it.
    pub(super) is_left: bool,
    pub(super) rect: Rect,
}

/// A place for a label: its left upper corner, and whether it is to the left of what is named.
type Place = (Position, bool);

/// The subject of a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Name,
    Present,
    /// A bound or a level.
    Faint,
}

/// Width of the sample of a line, with its glyph, beside a name.
const GLYPH: f64 = 22.0;

/// The space between the sample and the name.
const GAP: f64 = 5.0;

/// Largest number of characters of a name at a line.
const LONGEST: usize = 34;

/// A lower plot has no room for names \[pixels\].
const LOWEST: f64 = 70.0;

/// The distance of a name from its line.
const BESIDE: f64 = 9.0;

impl Role {
    /// The size of the font.
    pub(super) fn size(self) -> f64 {
        match self {
            Self::Name => 15.0,
            Self::Present | Self::Faint => 13.0,
        }
    }
}

struct Ground {
    plot: Rect,
    /// The parts of lines, each with its trace.
    lines: Vec<(usize, Position, Position)>,
    /// Where points and arrows are.
    points: Vec<Position>,
    /// The width of a bold letter relative to the size of the font.
    letter: f64,
    placed: Vec<Label>,
}

impl Diagram {
    /// The names in a frame, for a font whose bold letters have a mean width.
    pub(super) fn labels(&self, frame: &Frame, letter: f64) -> Vec<Label> {
        let plot = frame.plot;
        if plot.bottom - plot.top < LOWEST {
            return Vec::new();
        }
        let shown = || self.shown();
        let lines = shown().flat_map(|(index, trace)| {
            let pieces = trace.pieces(frame).into_iter();
            pieces.flat_map(move |piece| {
                let pairs: Vec<_> = piece
                    .windows(2)
                    .map(|pair| (index, pair[0], pair[1]))
                    .collect();
                pairs
            })
        });
        let points = shown().flat_map(|(index, trace)| trace.seen(self.row(index), frame));
        let mut ground = Ground {
            plot,
            lines: lines
                .filter(|(index, ..)| self.traces[*index].is_line())
                .collect(),
            points: points.collect(),
            letter,
            placed: Vec::new(),
        };
        self.name_bounds(frame, &mut ground);
        if self.has_names {
            self.name_lines(frame, &mut ground);
            self.name_level(frame, &mut ground);
        }
        self.name_present(frame, &mut ground);
        ground.placed
    }

    /// The names of bounds stand at the feet of their lines, one row for each bound, on the side with more room.
    fn name_bounds(&self, frame: &Frame, ground: &mut Ground) {
        let bounds = self.shown().filter(|(_, trace)| trace.is_bound());
        let visible = bounds.filter_map(|(index, trace)| {
            let x = trace.saturation.and_then(|x| frame.pixel_of(x))?;
            Some((index, x))
        });
        for ((index, x), row) in visible.zip(0..) {
            let bottom = frame.plot.bottom - 3.0 - LINE * f64::from(row);
            let name = self.traces[index].name.clone();
            let mut label = ground.label(name, Role::Faint, None);
            let is_left = x - frame.plot.left > frame.plot.right - x;
            let left = if is_left {
                x - 4.0 - label.width()
            } else {
                x + 4.0
            };
            label.move_to(((left, bottom - label.height()), is_left));
            ground.placed.push(label);
        }
    }

    /// The names of lines, from right to left.
    fn name_lines(&self, frame: &Frame, ground: &mut Ground) {
        let named = self.shown().filter(|(_, trace)| trace.is_named_at_end());
        let ways = named.filter_map(|(index, trace)| {
            let way = trace.way(frame);
            let end = *way.last()?;
            Some((index, way, end))
        });
        let mut ways: Vec<_> = ways.collect();
        ways.sort_by(|a, b| b.2.0.total_cmp(&a.2.0));
        for (index, way, end) in ways {
            let trace = &self.traces[index];
            // The symbol of separate points is that of the last one; another beside it would look like a point.
            let is_sampled = trace.kind != Kind::Model && trace.style != Style::Points;
            let glyph = is_sampled.then_some(index);
            let label = ground.label(cut(&self.short_name(index)), Role::Name, glyph);
            let half = label.height() / 2.0;
            let width = label.width();
            let spots = spots_along(&way).into_iter().flat_map(|(x, y)| {
                let y = y.clamp(ground.plot.top + half, ground.plot.bottom - half);
                let away = (x - end.0).abs() + (y - end.1).abs();
                [0.0, 8.0, 20.0].into_iter().flat_map(move |apart| {
                    let right = (x + BESIDE + apart, y - half);
                    let left = (x - BESIDE - apart - width, y - half);
                    let cost = away + 2.0 * apart;
                    [((right, false), cost), ((left, true), cost + 6.0)]
                })
            });
            let spots: Vec<_> = spots.collect();
            ground.place(label, spots);
        }
    }

    /// The name of a line; a long one ends at its first comma if no other begins so.
    fn short_name(&self, index: usize) -> String {
        const LONG: usize = 22;
        let name = self.traces[index].titled();
        let begin = name.split_once(", ").map_or(name, |(begin, _)| begin);
        let others = self.shown().filter(|(other, _)| *other != index);
        let mut others = others.filter(|(_, trace)| trace.is_named_at_end());
        let is_only = !others.any(|(_, other)| other.titled().starts_with(begin));
        let is_cut = is_only && name.chars().count() > LONG;
        if is_cut { begin } else { name }.to_owned()
    }

    /// The value of the level without load.
    fn name_level(&self, frame: &Frame, ground: &mut Ground) {
        let mut shown = self.shown();
        let level = shown.find(|(_, trace)| trace.key == Some(DiagramKey::ZeroLoad));
        let value = level.and_then(|(_, trace)| Some(trace.marks.first()?.y));
        let Some((value, y)) = value.and_then(|value| Some((value, frame.height_of(value)?)))
        else {
            return;
        };
        let label = ground.label(format!("{} without load", short(value)), Role::Faint, None);
        let (width, height) = (label.width(), label.height());
        let room = ground.plot.right - ground.plot.left - width;
        let spots = (0..=12).flat_map(|step| {
            let left = ground.plot.right - width - room * f64::from(step) / 12.0;
            let cost = 12.0 * f64::from(step);
            let (below, above) = ((left, y + 2.0), (left, y - 2.0 - height));
            [((below, true), cost), ((above, true), cost + 30.0)]
        });
        let spots: Vec<_> = spots.collect();
        ground.place(label, spots);
    }

    /// The marked place, at the foot of its line; at the edge if it is beyond the axis.
    fn name_present(&self, frame: &Frame, ground: &mut Ground) {
        let Some(present) = &self.present else {
            return;
        };
        let plot = ground.plot;
        let (x, text) = match frame.pixel_of(present.x) {
            Some(x) => (x, present.label.clone()),
            None => (plot.right, [&*present.label, " ›"].concat()),
        };
        let label = ground.label(text, Role::Present, None);
        let (width, height) = (label.width(), label.height());
        let steps = ((plot.bottom - plot.top - height) / 6.0) as u32;
        let spots = (0..steps).flat_map(|step| {
            let top = plot.bottom - 4.0 - height - 6.0 * f64::from(step);
            let cost = 2.0 * f64::from(step);
            let (right, left) = ((x + 6.0, top), (x - 6.0 - width, top));
            [((right, false), cost), ((left, true), cost + 3.0)]
        });
        let spots: Vec<_> = spots.collect();
        ground.place(label, spots);
    }
}

impl Trace {
    /// Where its points and its arrows are, which have a row.
    fn seen(&self, row: usize, frame: &Frame) -> Vec<Position> {
        let is_drawn = self.kind != Kind::Model && self.key != Some(DiagramKey::ZeroLoad);
        let marks = self.marks.iter();
        let marks = marks.filter(|mark| is_drawn && self.draws(mark, frame));
        let marks = marks.filter_map(|mark| {
            let y = mark.y.clamp(frame.y.start, frame.y.end);
            frame.pixel_of(mark.x).zip(frame.height_of(y))
        });
        let arrows = self.beyond.iter().filter_map(|&x| frame.pixel_of(x));
        let edge = self.arrow_height(row, frame);
        marks.chain(arrows.map(|x| (x, edge))).collect()
    }

    /// The corners that lead to its end, of its line or, if it has none, of its points within the plot.
    fn way(&self, frame: &Frame) -> Vec<Position> {
        // A line that comes back to the edge has a point there.
        let is_long = |piece: &Vec<Position>| {
            let ends = piece.first().zip(piece.last());
            ends.is_some_and(|(from, to)| (from.0 - to.0).hypot(from.1 - to.1) > 3.0)
        };
        if self.is_line() {
            let mut pieces = self.pieces(frame);
            let long = pieces.iter().rposition(is_long);
            return match long {
                Some(last) => pieces.swap_remove(last),
                None => pieces.pop().unwrap_or_default(),
            };
        }
        let marks = self.marks.iter();
        let seen = marks.filter_map(|mark| frame.pixel_of(mark.x).zip(frame.height_of(mark.y)));
        seen.collect()
    }
}

/// Places along a way, from its end backwards.
fn spots_along(way: &[Position]) -> Vec<Position> {
    const STEP: f64 = 9.0;
    const MOST: usize = 48;
    let mut spots = Vec::new();
    let mut left = 0.0;
    for pair in way.windows(2).rev() {
        let (to, from) = (pair[1], pair[0]);
        let length = (from.0 - to.0).hypot(from.1 - to.1);
        while left <= length && spots.len() < MOST {
            let share = if length > 0.0 { left / length } else { 0.0 };
            spots.push((
                to.0 + share * (from.0 - to.0),
                to.1 + share * (from.1 - to.1),
            ));
            left += STEP;
        }
        left -= length;
    }
    if spots.is_empty() {
        spots.extend(way.last());
    }
    spots
}

impl Ground {
    /// A label that has no place yet.
    fn label(&self, text: String, role: Role, glyph: Option<usize>) -> Label {
        let letters = text.chars().count() as f64;
        let letter = match role {
            Role::Faint => LETTER,
            _ => self.letter * role.size(),
        };
        let before = glyph.map_or(0.0, |_| GLYPH + GAP);
        let rect = Rect {
            left: 0.0,
            top: 0.0,
            right: before + letter * letters + 3.0,
            bottom: role.size() + 4.0,
        };
        Label {
            text,
            role,
            glyph,
            is_left: false,
            rect,
        }
    }

    /// Places a label at the best of some places, each with its cost, or else where there is room; leaves it out if there is
    /// none.
    fn place(&mut self, mut label: Label, spots: Vec<(Place, f64)>) {
        let (width, height) = (label.width(), label.height());
        let room = |(left, top): Position| Rect {
            left,
            top,
            right: left + width,
            bottom: top + height,
        };
        let best = |spots: &mut dyn Iterator<Item = (Place, f64)>| {
            let free = spots.filter(|((at, _), _)| self.is_free(room(*at)));
            let costs = free.map(|(place, cost)| (place, cost + self.cost(room(place.0))));
            let best = costs.min_by(|a, b| a.1.total_cmp(&b.1));
            best.map(|(place, _)| place)
        };
        let anywhere = || {
            let steps = ((self.plot.bottom - self.plot.top) / 10.0) as u32;
            let rows = (0..steps).map(|step| self.plot.top + 10.0 * f64::from(step));
            let mut all = rows.map(|top| (((self.plot.right - width, top), false), 0.0));
            best(&mut all)
        };
        if let Some(at) = best(&mut spots.into_iter()).or_else(anywhere) {
            label.move_to(at);
            self.placed.push(label);
        }
    }

    /// Whether a label can be here: within the plot, a little beyond its right edge, and on no other one.
    fn is_free(&self, rect: Rect) -> bool {
        const MARGIN: f64 = 12.0;
        let plot = self.plot;
        let is_inside = rect.left >= plot.left + 2.0
            && rect.right <= plot.right + MARGIN
            && rect.top >= plot.top - 1.0
            && rect.bottom <= plot.bottom + 1.0;
        is_inside && self.placed.iter().all(|other| !other.rect.meets(&rect))
    }

    /// The cost of covering a place.
    fn cost(&self, rect: Rect) -> f64 {
        const LINE: f64 = 60.0;
        const POINT: f64 = 40.0;
        let crossed = self.lines.iter();
        let mut crossed: Vec<_> = crossed
            .filter(|(_, from, to)| rect.is_crossed(*from, *to))
            .map(|(index, ..)| *index)
            .collect();
        crossed.dedup();
        let near = |at: &&Position| {
            let (x, y) = **at;
            x > rect.left - 5.0
                && x < rect.right + 5.0
                && y > rect.top - 4.0
                && y < rect.bottom + 4.0
        };
        let covered = self.points.iter().filter(near).count();
        LINE * crossed.len() as f64 + POINT * covered as f64
    }
}

impl Label {
    /// Where the text begins, or ends if it is to the left, and the ends of the sample.
    pub(super) fn positions(&self) -> (f64, [f64; 2]) {
        let beside = self.glyph.map_or(1.0, |_| GLYPH + GAP);
        let Rect { left, right, .. } = self.rect;
        if self.is_left {
            (right - beside, [right - GLYPH, right])
        } else {
            (left + beside, [left, left + GLYPH])
        }
    }

    fn width(&self) -> f64 {
        self.rect.right - self.rect.left
    }

    fn height(&self) -> f64 {
        self.rect.bottom - self.rect.top
    }

    fn move_to(&mut self, ((left, top), is_left): Place) {
        self.is_left = is_left;
        self.rect = Rect {
            left,
            top,
            right: left + self.width(),
            bottom: top + self.height(),
        };
    }
}

impl Rect {
    /// Whether two rectangles have a common part.
    pub(super) fn meets(&self, other: &Self) -> bool {
        let across = self.left < other.right && other.left < self.right;
        across && self.top < other.bottom && other.top < self.bottom
    }

    /// Whether a part of a line is inside.
    fn is_crossed(&self, from: Position, to: Position) -> bool {
        let box_of_line = Self {
            left: from.0.min(to.0),
            right: from.0.max(to.0),
            top: from.1.min(to.1),
            bottom: from.1.max(to.1),
        };
        if box_of_line.left > self.right
            || box_of_line.right < self.left
            || box_of_line.top > self.bottom
            || box_of_line.bottom < self.top
        {
            return false;
        }
        let share = |(x, y): Position| {
            (
                (x - self.left) / (self.right - self.left),
                (y - self.top) / (self.bottom - self.top),
            )
        };
        !super::clip::inside(&[share(from), share(to)]).is_empty()
    }
}

fn cut(name: &str) -> String {
    if name.chars().count() <= LONGEST {
        return name.to_owned();
    }
    let kept: String = name.chars().take(LONGEST - 1).collect();
    [kept.trim_end(), "…"].concat()
}

/// A latency with one decimal.
fn short(value: f64) -> String {
    if (10.0..1e6).contains(&value) {
        format!("{value:.1}")
    } else {
        readable(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::{Mark, Present};

    /// Curves that grow towards loads that are close together, with bounds and a level.
    fn crowded(curves: usize, width: f64) -> (Diagram, Frame) {
        let traces = (0..curves).map(|curve| {
            let end = 0.4 + 0.01 * curve as f64;
            let marks = (0..9).map(|step| {
                let x = end * f64::from(step) / 9.0;
                Mark::exact(x, 20.0 + 4.0 / (1.0 - x / end))
            });
            Trace {
                style: Style::Joined,
                beyond: vec![end],
                ..Trace::new(
                    format!("Function {curve}"),
                    Kind::Simulation,
                    marks.collect(),
                )
            }
        });
        let bound = |name: &str, at: f64| Trace {
            saturation: Some(at),
            key: Some(DiagramKey::Bound),
            ..Trace::new(name, Kind::Bound, Vec::new())
        };
        let level = Trace {
            key: Some(DiagramKey::ZeroLoad),
            ..Trace::new(
                "",
                Kind::Model,
                vec![Mark::exact(0.0, 24.0), Mark::exact(0.5, 24.0)],
            )
        };
        let traces = traces.chain([bound("bisection", 0.5), bound("channel load", 0.48), level]);
        let diagram = Diagram {
            traces: traces.collect(),
            has_names: true,
            present: Some(Present {
                x: 0.22,
                label: "now 22 %".to_owned(),
            }),
            ..Diagram::default()
        };
        let frame = Frame::of(&diagram, width, 430.0, 0.0);
        (diagram, frame)
    }

    #[test]
    fn no_name_covers_another_and_all_are_in_the_plot() {
        for curves in [1, 3, 6, 12] {
            for width in [420.0, 580.0, 960.0] {
                let (mut diagram, _) = crowded(curves, width);
                for present in [0.0, 0.1, 0.3, 0.41, 0.45, 0.5, 0.9] {
                    if let Some(marked) = &mut diagram.present {
                        marked.x = present;
                    }
                    let frame = Frame::of(&diagram, width, 430.0, 0.0);
                    let labels = diagram.labels(&frame, 0.56);
                    for (place, label) in labels.iter().enumerate() {
                        for other in &labels[..place] {
                            assert!(!label.rect.meets(&other.rect), "{label:?} {other:?}");
                        }
                        let Rect { left, right, .. } = label.rect;
                        assert!(left > frame.plot.left && right < width, "{label:?}");
                    }
                    let names = labels.iter().filter(|label| label.role == Role::Name);
                    assert_eq!(names.count(), curves, "{width}");
                    assert!(
                        labels
                            .iter()
                            .any(|label| label.text.starts_with("now 22 %"))
                    );
                    assert!(labels.iter().any(|label| label.text == "24.0 without load"));
                }
            }
        }
    }

    #[test]
    fn a_long_name_is_shortened_where_it_is_still_the_only_one() {
        let names = |of: [&str; 2]| {
            let mark = Mark::exact(0.1, 10.0);
            let traces = of.map(|name| Trace::new(name, Kind::Simulation, vec![mark]));
            let diagram = Diagram {
                traces: traces.to_vec(),
                ..Diagram::default()
            };
            [0, 1].map(|index| diagram.short_name(index))
        };
        assert_eq!(
            names(["Valiant, by way of a random node", "Duato, fully adaptive"]),
            ["Valiant", "Duato, fully adaptive"]
        );
        let alike = [
            "Duato, fully adaptive, V = 2",
            "Duato, fully adaptive, V = 4",
        ];
        assert_eq!(names(alike), alike);
    }

    #[test]
    fn a_name_stands_beside_its_own_line() {
        let (diagram, frame) = crowded(1, 580.0);
        let labels = diagram.labels(&frame, 0.56);
        let name = labels.iter().find(|label| label.role == Role::Name);
        let rect = name.expect("the name").rect;
        let end = *diagram.traces[0].way(&frame).last().expect("a line");
        let across = (rect.left - end.0).max(end.0 - rect.right);
        assert!(across < 30.0 && rect.top < end.1 + 60.0, "{rect:?} {end:?}");
    }

    #[test]
    fn without_names_there_is_only_what_is_at_the_foot() {
        let (mut diagram, frame) = crowded(3, 580.0);
        diagram.has_names = false;
        let labels = diagram.labels(&frame, 0.56);
        assert!(labels.iter().all(|label| label.role != Role::Name));
    }
}
