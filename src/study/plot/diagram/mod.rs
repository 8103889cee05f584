//! Diagrams of models' curves, simulated points and printed values over any quantity.
//!
//! A diagram is data. A [`Frame`] determines its visible part and the position of that part on a
//! sheet, for drawing and for hit tests.

mod clip;
mod draw;
mod errors;
mod frame;
mod keys;
mod labels;
pub(super) mod legend;
mod occurring;
mod path;
pub(super) mod pen;
mod points;
mod reading;
mod sample;
mod spots;
mod writing;

use serde::{Deserialize, Serialize};

pub use errors::Difference;
pub use frame::{Frame, Rect};
pub use keys::DiagramKey;
pub use legend::Swatch;
pub use reading::Reading;
pub use spots::Spot;
pub(super) use spots::percent;

/// A chart of several traces, optionally with the differences of models and simulations below.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Diagram {
    /// The axis of the independent quantity.
    pub x: Scale,
    /// The axis of the dependent quantity.
    pub y: Scale,
    /// The traces in the order of the legend; a trace keeps its color, stroke and glyph when others
    /// are hidden.
    pub traces: Vec<Trace>,
    /// The title above the legend of a file; may be empty.
    #[serde(skip)]
    pub title: String,
    /// Whether the strip of errors is shown below: model minus simulation in percent of the
    /// simulation, with its confidence interval, for every trace whose [`of`](Trace::of) is a
    /// model.
    pub has_strip: bool,
    /// Whether the name of each line stands at its end.
    #[serde(skip)]
    pub has_names: bool,
    /// A marked place on the x axis.
    #[serde(skip)]
    pub present: Option<Present>,
}

/// A marked place on the x axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Present {
    /// Value on the x axis.
    pub x: f64,
    /// The text of the mark: `now 22 %`.
    pub label: String,
}

/// The properties of an axis.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Scale {
    /// Quantity and unit, as shown at the axis.
    pub label: String,
    /// Whether the axis is logarithmic.
    pub is_log: bool,
    /// Whether the axis starts at 0, however far from 0 the values are; ignored by logarithmic
    /// axes.
    #[serde(skip)]
    pub has_zero: bool,
}

/// A series of points, which is one entry of the legend.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    pub name: String,
    /// Source of the values, which determines how they are drawn.
    pub kind: Kind,
    /// Points in ascending order of x.
    pub marks: Vec<Mark>,
    /// The load of a model's asymptote, if the x axis is the load.
    pub saturation: Option<f64>,
    /// Index of the model's trace that a simulation is compared with, or of another trace whose
    /// appearance this one shares.
    pub of: Option<usize>,
    /// Whether the trace is left out of the picture, but not of the legend.
    pub is_hidden: bool,
    /// The style of a simulation's points.
    #[serde(skip)]
    pub style: Style,
    /// The mark that explains the trace in the legend and determines its color and glyph. Without
    /// one the trace is named in the legend and has the color, stroke and glyph of its position.
    #[serde(skip)]
    pub key: Option<DiagramKey>,
    /// Loads at which a simulation saturated or deadlocked, ascending: arrows at the upper edge, because there is
    /// no value. A line that joins the points goes up vertically before the first of them.
    #[serde(skip)]
    pub beyond: Vec<f64>,
    /// Loads of runs that have not settled: no line leads to their points.
    #[serde(skip)]
    pub apart: Vec<f64>,
    /// Whether the values fall beyond these loads instead of growing: the arrows point down at the lower edge.
    #[serde(skip)]
    pub falls: bool,
}

/// The style of a simulation's points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Style {
    #[default]
    Points,
    /// Points joined by a line. Stroke and glyph distinguish several traces without color.
    Joined,
    /// Points joined by a line, thinner and smaller: secondary values beside the curves that are
    /// compared.
    Thin,
    /// A line alone, with a glyph at its end.
    Line,
    /// Bars from 0 upwards, with those of all traces side by side around whole numbers.
    Bars,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A model's closed form, drawn as a line.
    Model,
    /// A simulation, drawn as discs with whiskers for 95 % confidence intervals, hollow where not
    /// steady.
    Simulation,
    /// Values printed in a paper, drawn as diamonds.
    Printed,
    /// A bound that no network exceeds, drawn as a dashed vertical line at [`Trace::saturation`]
    /// and nothing else.
    Bound,
}

/// A point of a trace.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    /// Value on the x axis.
    pub x: f64,
    /// Value on the y axis.
    pub y: f64,
    /// Half-width of the 95 % confidence interval of a simulation.
    pub half_width: Option<f64>,
    /// Whether the value is a mean over a steady state, and so does not depend on the length of the
    /// run.
    pub is_steady: bool,
}

impl Trace {
    /// Creates a trace of separate points that is shown and not compared with another.
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
            beyond: Vec::new(),
            apart: Vec::new(),
            falls: false,
        }
    }

    /// Whether a point is drawn in a frame. Points beyond the y axis are drawn at its edge, unless a line
    /// already shows that the values are beyond.
    fn draws(&self, mark: &Mark, frame: &Frame) -> bool {
        let is_beyond = !frame.y.holds(mark.y);
        frame.pixel_of(mark.x).is_some() && !(is_beyond && self.is_line())
    }

    /// Whether it is a bound with its name at the line.
    fn is_bound(&self) -> bool {
        matches!(self.key, Some(DiagramKey::Bound | DiagramKey::BoundOfCurve))
    }

    /// The name, or the meaning of the mark of a trace without one.
    pub(super) fn titled(&self) -> &str {
        match self.key {
            Some(key) if self.name.is_empty() => key.label(),
            _ => &self.name,
        }
    }

    /// Whether its name stands at its end, if names do.
    fn is_named_at_end(&self) -> bool {
        let is_level = matches!(self.key, Some(DiagramKey::ZeroLoad));
        self.kind != Kind::Bound && !is_level && self.style != Style::Thin
    }

    /// Whether a line joins the points.
    fn is_line(&self) -> bool {
        self.kind == Kind::Model || matches!(self.style, Style::Joined | Style::Thin | Style::Line)
    }
}

impl Mark {
    /// A value without a confidence interval.
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
    /// The word for the kind in files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::Simulation => "simulation",
            Self::Printed => "printed",
            Self::Bound => "bound",
        }
    }

    /// The kind for a word in a file.
    pub fn from_word(word: &str) -> Option<Self> {
        let all = [Self::Model, Self::Simulation, Self::Printed, Self::Bound];
        all.into_iter().find(|kind| kind.word() == word)
    }
}

impl Diagram {
    /// The shown traces with their indices.
    pub(super) fn shown(&self) -> impl Iterator<Item = (usize, &Trace)> {
        let traces = self.traces.iter().enumerate();
        traces.filter(|(_, trace)| !trace.is_hidden)
    }

    fn has_bars(&self) -> bool {
        self.shown().any(|(_, trace)| trace.style == Style::Bars)
    }

    /// The index of a trace's appearance: its position among the traces with neither
    /// [`of`](Trace::of) nor [`key`](Trace::key). A trace with `of` has the appearance of that one.
    pub fn look(&self, index: usize) -> usize {
        let trace = &self.traces[index];
        let model = trace.of.filter(|&of| of < self.traces.len() && of != index);
        let index = model.unwrap_or(index);
        let before = self.traces[..index].iter();
        let places = before.filter(|trace| trace.of.is_none() && trace.key.is_none());
        places.count()
    }

    /// Whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        let mut shown = self.shown();
        shown.all(|(_, trace)| {
            trace.marks.is_empty() && trace.beyond.is_empty() && trace.saturation.is_none()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::Theme;

    /// A curve with an asymptote at 1, two simulated points on it, and a printed one.
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
            ..Diagram::default()
        }
    }

    #[test]
    fn differences_are_relative_to_the_simulation_and_have_its_interval() {
        let errors = example().differences();
        assert_eq!(errors.len(), 2);
        assert!(errors[0].percent.abs() < 1e-9);
        assert!((errors[1].percent + 20.0).abs() < 1e-9, "20 instead of 25");
        let half = errors[1].half_width.expect("the simulation has one");
        assert!((half - 8.0).abs() < 1e-9, "a tenth of 80 %");
    }

    #[test]
    fn a_trace_keeps_its_look_and_a_simulation_shares_that_of_its_model() {
        let mut diagram = example();
        assert_eq!([0, 1, 2].map(|index| diagram.look(index)), [0, 0, 1]);
        diagram.traces[0].is_hidden = true;
        assert_eq!([0, 1, 2].map(|index| diagram.look(index)), [0, 0, 1]);
    }

    #[test]
    fn a_cross_hair_reads_lines_everywhere_and_points_nearby() {
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
    fn a_diverging_curve_does_not_flatten_the_rest() {
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
    fn a_joined_curve_goes_up_vertically_before_its_first_arrow() {
        let marks = vec![
            Mark::exact(0.1, 10.0),
            Mark::exact(0.2, 14.0),
            Mark::exact(0.4, 90.0),
        ];
        let joined = |beyond: &[f64]| Diagram {
            traces: vec![Trace {
                style: Style::Joined,
                beyond: beyond.to_vec(),
                ..Trace::new("measured", Kind::Simulation, marks.clone())
            }],
            ..Diagram::default()
        };
        // Whether a line of the sheet has two corners at the place of load 0.2, the last one at the edge.
        let is_vertical = |diagram: &Diagram| {
            let svg = diagram.to_svg((640, 420), &Theme::named("light", 1.0));
            // Lines of curves are wider than the edges of glyphs.
            let lines = svg.split("stroke-width=\"20\" points=\"").skip(1);
            let mut lines = lines.map(|rest| rest.split_once('"').map_or("", |(points, _)| points));
            lines.any(|points| {
                let mut corners = points.split_whitespace().rev();
                let mut corner = || corners.next()?.split_once(',');
                matches!((corner(), corner()), (Some((x, y)), Some((before, below)))
                    if x == before && y.parse::<f64>().ok() < below.parse::<f64>().ok())
            })
        };
        assert!(!is_vertical(&joined(&[])));
        assert!(is_vertical(&joined(&[0.3, 0.5])));
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
    fn an_empty_diagram_can_be_drawn() {
        let theme = Theme::named("dark", 2.0);
        let svg = Diagram::default().to_svg((60, 40), &theme);
        assert!(svg.contains("<svg"));
    }
}
