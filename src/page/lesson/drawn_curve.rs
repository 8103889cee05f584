//! A curve of latency over load that a student draws, with the measured one: the axes, and the picture and the numbers
//! as files.

use std::fmt::Write;

use serde_json::{Value, json};

use picture::scene::{Anchor, Chart, Ink, Palette, Stroke};

/// Width of the picture \[pixels\], as all lengths here.
pub const WIDTH: f64 = 320.0;
pub const HEIGHT: f64 = 210.0;
/// Width of the margin with the latencies.
const LEFT: f64 = 40.0;
/// Width of the margin behind the last load.
const RIGHT: f64 = 12.0;
/// Height of the margin with the loads.
const BOTTOM: f64 = 40.0;
/// Height of the margin above the curves, with the name of the vertical axis.
const TOP: f64 = 22.0;

/// Largest number of loads of which each has a label; of more, every second one has.
const MOST_NUMBERS: usize = 6;

/// Pixels of a file for each unit of length.
const SCALE: f32 = 3.0;

/// Axes for a curve, from the origin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CurveAxes {
    /// The largest load \[messages/node/cycle\].
    pub last: f64,
    /// The upper end of the vertical axis \[cycles\].
    pub most: f64,
}

impl CurveAxes {
    /// The horizontal position of a load.
    pub fn x(self, load: f64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * load / self.last
    }

    /// The vertical position of a latency; of one beyond the axis, that of its end.
    pub fn y(self, latency: f64) -> f64 {
        HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (latency / self.most).clamp(0.0, 1.0)
    }

    /// The latency at a vertical position, also beyond the axis.
    pub fn latency_at(self, y: f64) -> f64 {
        (HEIGHT - BOTTOM - y) / (HEIGHT - BOTTOM - TOP) * self.most
    }

    /// The numbers on the vertical axis \[cycles\], with their positions.
    fn latencies(self) -> [(f64, f64); 5] {
        [0.0, 0.25, 0.5, 0.75, 1.0].map(|part| {
            let number = (part * self.most * 10.0).round() / 10.0;
            (number, self.y(part * self.most))
        })
    }
}

/// Returns whether the load at an index has a number below it, of `count` loads.
fn has_number(index: usize, count: usize) -> bool {
    count <= MOST_NUMBERS || (count - 1 - index).is_multiple_of(2)
}

/// The curve that a student has drawn, and the measured one.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawnCurve {
    /// The loads of the points, ascending \[messages/node/cycle\].
    pub loads: Vec<f64>,
    /// The upper end of the vertical axis \[cycles\].
    pub most: f64,
    /// The latency at each load, if drawn \[cycles\].
    pub drawn: Vec<Option<f64>>,
    /// The measured points: load \[messages/node/cycle\] and latency \[cycles\]; none before the answer.
    pub measured: Vec<[f64; 2]>,
}

impl DrawnCurve {
    /// Reads an answer, `load:latency` for each load, or nothing for a curve that is not drawn yet.
    pub fn of_answer(loads: Vec<f64>, most: f64, answer: &str) -> Self {
        let latencies = answer.split_whitespace().filter_map(|point| {
            let (_, latency) = point.split_once(':')?;
            Some(latency.parse().ok())
        });
        let mut drawn: Vec<_> = latencies.collect();
        drawn.resize(loads.len(), None);
        Self {
            loads,
            most,
            drawn,
            measured: Vec::new(),
        }
    }

    /// Writes the answer: every point, with the ones not drawn interpolated between their neighbors, or as their only
    /// neighbor; empty before anything is drawn.
    pub fn answer(&self) -> String {
        let known = self.drawn.iter().enumerate();
        let known: Vec<_> = known
            .filter_map(|(at, latency)| Some((at, (*latency)?)))
            .collect();
        let Some(&(_, last)) = known.last() else {
            return String::new();
        };
        let latency = |at: usize| match known.iter().position(|&(place, _)| place >= at) {
            Some(0) => known[0].1,
            None => last,
            Some(after) => {
                let ((x0, y0), (x1, y1)) = (known[after - 1], known[after]);
                y0 + (y1 - y0) * (at - x0) as f64 / (x1 - x0).max(1) as f64
            }
        };
        let points = self.loads.iter().enumerate();
        let points = points.map(|(at, load)| format!("{load}:{:.2}", latency(at)));
        points.collect::<Vec<_>>().join(" ")
    }

    /// Draws the point at an index at a latency \[cycles\], which the axis limits.
    pub fn draw(&mut self, index: usize, latency: f64) {
        self.drawn[index] = Some(latency.clamp(0.0, self.most));
    }

    /// Draws the point whose load is nearest to a position.
    pub fn draw_at(&mut self, x: f64, y: f64) {
        let axes = self.axes();
        let distance = |index: &usize| (axes.x(self.loads[*index]) - x).abs();
        let indices = 0..self.loads.len();
        let nearest = indices.min_by(|one, other| distance(one).total_cmp(&distance(other)));
        if let Some(index) = nearest {
            self.draw(index, axes.latency_at(y));
        }
    }

    /// The axes of the picture.
    pub fn axes(&self) -> CurveAxes {
        CurveAxes {
            last: self.loads.last().copied().unwrap_or(1.0),
            most: self.most,
        }
    }

    /// The points that are drawn: load and latency.
    pub fn points(&self) -> impl Iterator<Item = (f64, f64)> {
        let points = self.loads.iter().zip(&self.drawn);
        points.filter_map(|(load, latency)| Some((*load, (*latency)?)))
    }

    /// The picture: the drawn curve dashed, the measured one solid.
    pub fn chart(&self) -> Chart {
        let axes = self.axes();
        let mut chart = Chart {
            scale: SCALE,
            ..Chart::new(WIDTH as f32, HEIGHT as f32, 10.0)
        };
        let at = |x: f64, y: f64| (x as f32, y as f32);
        let (foot, end) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        for (number, y) in axes.latencies() {
            let rule = (1.0, Ink::FarLink, Stroke::Flat);
            chart.line(at(LEFT, y), at(end, y), rule);
            chart.caption(
                at(LEFT - 4.0, y),
                &number.to_string(),
                (Ink::Text, Anchor::End),
            );
        }
        let axis = (1.0, Ink::Muted, Stroke::Flat);
        chart.line(at(LEFT, TOP), at(LEFT, foot), axis);
        chart.line(at(LEFT, foot), at(WIDTH - 6.0, foot), axis);
        for (index, &load) in self.loads.iter().enumerate() {
            let x = axes.x(load);
            chart.line(at(x, foot), at(x, foot + 4.0), axis);
            if has_number(index, self.loads.len()) {
                let look = (Ink::Text, Anchor::Middle);
                chart.caption(at(x, foot + 11.0), &load.to_string(), look);
            }
        }
        let look = (Ink::Text, Anchor::End);
        chart.caption(at(end, HEIGHT - 10.0), "load [messages/node/cycle]", look);
        chart.caption(
            at(4.0, TOP / 2.0),
            "latency [cycles]",
            (Ink::Text, Anchor::Start),
        );
        let measured = self.measured.iter().map(|&[load, latency]| (load, latency));
        let curves = [
            (
                self.points().collect::<Vec<_>>(),
                (2.5, Ink::Text, Stroke::Dashed),
            ),
            (measured.collect(), (2.5, Ink::Chosen, Stroke::Solid)),
        ];
        for (points, look) in curves {
            let place = |(load, latency): (f64, f64)| at(axes.x(load), axes.y(latency));
            for ends in points.windows(2) {
                chart.line(place(ends[0]), place(ends[1]), look);
            }
        }
        chart
    }

    /// Writes the picture as an SVG file.
    pub fn to_svg(&self, palette: &Palette) -> String {
        let title = "Latency over load: drawn (dashed) and measured (solid)";
        self.chart().to_svg(palette, title)
    }

    /// Writes the points as CSV: a row for each point of either curve.
    pub fn to_csv(&self) -> String {
        let drawn = self.points().map(|point| ("drawn", point));
        let measured = self
            .measured
            .iter()
            .map(|&[load, latency]| ("measured", (load, latency)));
        let mut table = "curve,load,latency\n".to_owned();
        for (curve, (load, latency)) in drawn.chain(measured) {
            // Writing to a string cannot fail.
            let _ = writeln!(table, "{curve},{load},{latency}");
        }
        table
    }

    /// Returns the points as JSON: pairs of load \[messages/node/cycle\] and latency \[cycles\].
    pub fn to_json(&self) -> Value {
        let drawn: Vec<_> = self
            .points()
            .map(|(load, latency)| [load, latency])
            .collect();
        json!({"drawn": drawn, "measured": self.measured})
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use picture::scene::Shape;

    #[test]
    fn positions_and_latencies_are_inverse_and_the_files_have_every_point() {
        let curve = DrawnCurve {
            loads: vec![0.005, 0.01, 0.015],
            most: 200.0,
            drawn: vec![Some(20.0), None, Some(150.0)],
            measured: vec![[0.005, 21.5], [0.01, 30.25]],
        };
        let axes = curve.axes();
        assert!((axes.latency_at(axes.y(150.0)) - 150.0).abs() < 1e-9);
        assert!((axes.y(500.0) - TOP).abs() < 1e-9);
        assert_eq!(
            curve.to_csv(),
            "curve,load,latency\ndrawn,0.005,20\ndrawn,0.015,150\nmeasured,0.005,21.5\nmeasured,0.01,30.25\n"
        );
        let json = curve.to_json();
        assert_eq!(json["drawn"][1][1], 150.0);
        assert_eq!(json["measured"][0][1], 21.5);
        let is_drawn = |shape: &&Shape| matches!(shape, Shape::Line { width, .. } if *width > 2.0);
        let chart = curve.chart();
        assert_eq!(chart.shapes.iter().filter(is_drawn).count(), 2);
    }

    #[test]
    fn points_that_are_not_drawn_follow_from_their_neighbors() {
        let loads = vec![1.0, 2.0, 3.0, 4.0, 5.0];
        let mut curve = DrawnCurve::of_answer(loads.clone(), 100.0, "");
        assert_eq!(curve.answer(), "");
        curve.draw(1, 10.0);
        assert_eq!(curve.answer(), "1:10.00 2:10.00 3:10.00 4:10.00 5:10.00");
        curve.draw_at(curve.axes().x(3.9), curve.axes().y(30.0));
        assert_eq!(curve.answer(), "1:10.00 2:10.00 3:20.00 4:30.00 5:30.00");
        curve.draw(4, 999.0);
        let again = DrawnCurve::of_answer(loads, 100.0, &curve.answer());
        assert_eq!(again.drawn[4], Some(100.0));
        assert_eq!(again.answer(), curve.answer());
    }
}
