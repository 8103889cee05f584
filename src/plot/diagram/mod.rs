//! Curves of models, points of simulations and of print, over any quantity.
//!
//! A diagram is data: what stands where. [`Frame`] finds out which part of it is worth seeing and
//! where on a sheet that is, for whatever draws it or points at it.

mod clip;
mod draw;
mod errors;
mod frame;
mod keys;
pub(super) mod legend;
mod occurring;
pub(super) mod pen;
mod points;
mod reading;
mod writing;

use serde::{Deserialize, Serialize};

pub use errors::Difference;
pub use frame::{Frame, Rect};
pub use keys::DiagramKey;
pub use legend::Swatch;
pub use reading::Reading;

/// A chart of several traces, with what simulations and models differ by underneath.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Diagram {
    /// What is varied.
    pub x: Scale,
    /// What is found.
    pub y: Scale,
    /// In the order of the legend; a trace keeps its color, stroke and glyph when others hide.
    pub traces: Vec<Trace>,
    /// Whether the strip of errors stands underneath: model minus simulation in percent of the
    /// simulation, with its interval, for every trace that is [`of`](Trace::of) a model's.
    pub has_strip: bool,
}

/// An axis.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Scale {
    /// Quantity and unit, as it stands at the axis.
    pub label: String,
    /// Whether equal factors are equally far apart.
    pub is_log: bool,
    /// Whether it begins at 0, however far from 0 the values are; a logarithmic one cannot.
    #[serde(skip)]
    pub has_zero: bool,
}

/// One line of the legend.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// As the legend writes it.
    pub name: String,
    /// Where it comes from, which decides how it is drawn.
    pub kind: Kind,
    /// By ascending x.
    pub marks: Vec<Mark>,
    /// Where a model, drawn over the load, has its asymptote.
    pub saturation: Option<f64>,
    /// The trace of the model that a simulation is held against, or of another one that it has
    /// the look of.
    pub of: Option<usize>,
    /// Whether it is left out of the picture, but not of the legend.
    pub is_hidden: bool,
    /// How the points of a simulation are drawn.
    #[serde(skip)]
    pub style: Style,
    /// The mark that it is in the legend, color and glyph included; absent: it is named there,
    /// and has the color, stroke and glyph of its place.
    #[serde(skip)]
    pub key: Option<DiagramKey>,
    /// Where a simulation saturated or deadlocked: crosses at the upper edge.
    #[serde(skip)]
    pub crosses: Vec<f64>,
}

/// How the points of a simulation are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Style {
    /// By themselves.
    #[default]
    Points,
    /// Joined by a line. Stroke and glyph tell several of them apart without color.
    Joined,
    /// The same, thinner and smaller: what is beside the curves that are compared.
    Thin,
    /// The line alone, with a glyph at its end.
    Line,
    /// Bars from 0 up, those of all traces side by side around whole numbers.
    Bars,
}

/// Where numbers come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A closed form: a line.
    Model,
    /// Ours: discs with whiskers of 95 %, hollow where they are not steady.
    Simulation,
    /// A paper's: diamonds.
    Printed,
    /// What no network exceeds: a dashed upright at [`Trace::saturation`] and nothing else.
    Bound,
}

/// A point of a trace.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    /// Where on the axis.
    pub x: f64,
    /// What is there.
    pub y: f64,
    /// Half the width of its 95 % interval, of a simulation.
    pub half_width: Option<f64>,
    /// Whether it is a mean over a steady state, and does not depend on when one looks.
    pub is_steady: bool,
}

impl Trace {
    /// A trace of points; shown, and compared with no other.
    pub fn new(name: impl Into<String>, kind: Kind, marks: Vec<Mark>) -> Self {
        Self {
            name: name.into(),
            kind,
            marks,
            saturation: None,
            of: None,
            is_hidden: false,
            style: Style::default(),
            key: None,
            crosses: Vec::new(),
        }
    }

    /// Whether a line leads through its points.
    fn is_line(&self) -> bool {
        self.kind == Kind::Model || matches!(self.style, Style::Joined | Style::Thin | Style::Line)
    }
}

impl Mark {
    /// A number that is exactly known.
    pub fn exact(x: f64, y: f64) -> Self {
        Self {
            x,
            y,
            half_width: None,
            is_steady: true,
        }
    }
}

impl Kind {
    /// As files write it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::Simulation => "simulation",
            Self::Printed => "printed",
            Self::Bound => "bound",
        }
    }

    /// The kind that a file means.
    pub fn from_word(word: &str) -> Option<Self> {
        let all = [Self::Model, Self::Simulation, Self::Printed, Self::Bound];
        all.into_iter().find(|kind| kind.word() == word)
    }
}

impl Diagram {
    /// The traces that are shown, with their numbers.
    pub(super) fn shown(&self) -> impl Iterator<Item = (usize, &Trace)> {
        let traces = self.traces.iter().enumerate();
        traces.filter(|(_, trace)| !trace.is_hidden)
    }

    fn has_bars(&self) -> bool {
        self.shown().any(|(_, trace)| trace.style == Style::Bars)
    }

    /// The index of a trace's look: its place among traces without an owner and without a mark of
    /// their own; of what is held against a model, the model's.
    pub fn look(&self, index: usize) -> usize {
        let trace = &self.traces[index];
        let model = trace.of.filter(|&of| of < self.traces.len() && of != index);
        let index = model.unwrap_or(index);
        let before = self.traces[..index].iter();
        let places = before.filter(|trace| trace.of.is_none() && trace.key.is_none());
        places.count()
    }

    /// Whether a point of a trace is drawn: on a frame, or at its upper edge, unless a line or a
    /// cross says there that it is beyond.
    fn is_drawn(&self, trace: &Trace, mark: &Mark, frame: &Frame) -> bool {
        let is_beyond = !frame.y.holds(mark.y);
        let is_crossed = || !mark.is_steady && self.has_cross(mark.x);
        frame.pixel_of(mark.x).is_some() && !(is_beyond && (trace.is_line() || is_crossed()))
    }

    fn has_cross(&self, x: f64) -> bool {
        let mut crosses = self.shown().flat_map(|(_, trace)| &trace.crosses);
        crosses.any(|cross| cross.total_cmp(&x).is_eq())
    }

    /// Whether there is a number to be seen.
    pub fn is_empty(&self) -> bool {
        let mut shown = self.shown();
        shown.all(|(_, trace)| {
            trace.marks.is_empty() && trace.crosses.is_empty() && trace.saturation.is_none()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::Theme;

    /// A curve with an asymptote at 1, two points of a simulation on it, and a print.
    fn example() -> Diagram {
        let line = (0..50).map(|i| f64::from(i) / 50.0);
        let mark = Mark::exact;
        let of = |name: &str, kind, marks, of| Trace {
            saturation: (kind == Kind::Model).then_some(1.0),
            of,
            ..Trace::new(name, kind, marks)
        };
        let curve = line.map(|x| mark(x, 10.0 / (1.0 - x))).collect();
        let mut points = vec![mark(0.2, 12.5), mark(0.5, 25.0)];
        points[1].half_width = Some(2.5);
        Diagram {
            x: Scale {
                label: "load".to_owned(),
                ..Scale::default()
            },
            y: Scale {
                label: "latency [cycles]".to_owned(),
                ..Scale::default()
            },
            traces: vec![
                of("M/M/1", Kind::Model, curve, None),
                of("simulated", Kind::Simulation, points, Some(0)),
                of("paper", Kind::Printed, vec![mark(0.5, 21.0)], None),
            ],
            has_strip: true,
        }
    }

    #[test]
    fn errors_are_of_the_simulation_and_have_its_interval() {
        let errors = example().differences();
        assert_eq!(errors.len(), 2);
        assert!(errors[0].percent.abs() < 1e-9);
        assert!((errors[1].percent + 20.0).abs() < 1e-9, "20 instead of 25");
        let half = errors[1].half_width.expect("the simulation has one");
        assert!((half - 8.0).abs() < 1e-9, "a tenth of 80 %");
    }

    #[test]
    fn a_trace_keeps_its_look_and_a_simulation_has_that_of_its_model() {
        let mut diagram = example();
        assert_eq!([0, 1, 2].map(|index| diagram.look(index)), [0, 0, 1]);
        diagram.traces[0].is_hidden = true;
        assert_eq!([0, 1, 2].map(|index| diagram.look(index)), [0, 0, 1]);
    }

    #[test]
    fn a_cross_hair_reads_lines_everywhere_and_points_where_they_are() {
        let diagram = example();
        let frame = Frame::of(&diagram, 600.0, 400.0, 0.0);
        let at = diagram.at(0.35, &frame);
        assert_eq!(at.len(), 1);
        let at = diagram.sentence(0.5, &frame);
        assert_eq!(
            at,
            "load 0.5: M/M/1: 20; simulated: 25 ± 2.5 (model -20.0 %); paper: 21"
        );
        let stops = diagram.stops(&frame, 10);
        assert!(stops.contains(&0.2) && stops.contains(&0.5));
        assert!(stops.is_sorted());
    }

    #[test]
    fn what_grows_without_end_does_not_flatten_the_rest() {
        let diagram = example();
        let frame = Frame::of(&diagram, 600.0, 400.0, 0.0);
        assert!((30.0..60.0).contains(&frame.y.end), "{:?}", frame.y);
        assert!((1.0..1.1).contains(&frame.x.end), "{:?}", frame.x);
        for pixel in [frame.plot.left, 300.0, frame.plot.right] {
            let back = frame.pixel_of(frame.x_at(pixel)).expect("it is seen");
            assert!((back - pixel).abs() < 1e-9);
        }
    }

    #[test]
    fn a_file_has_every_trace_on_every_kind_of_axis() {
        let theme = Theme::named("light", 1.0);
        for (x, y) in [(false, false), (true, false), (false, true), (true, true)] {
            let mut diagram = example();
            (diagram.x.is_log, diagram.y.is_log) = (x, y);
            let svg = diagram.to_svg((640, 420), &theme);
            for name in ["M/M/1", "simulated", "paper", "load", "% of simulation"] {
                assert!(svg.contains(name), "{name}");
            }
            assert!(svg.contains("<polyline") && svg.contains("<circle"));
            diagram.traces[2].is_hidden = true;
            assert!(!diagram.to_svg((640, 420), &theme).contains("paper"));
        }
    }

    #[test]
    fn nothing_to_draw_is_drawn_too() {
        let theme = Theme::named("dark", 2.0);
        let svg = Diagram::default().to_svg((60, 40), &theme);
        assert!(svg.contains("<svg"));
    }
}
