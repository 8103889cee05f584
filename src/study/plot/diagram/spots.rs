//! The points of a diagram as a reader points at them.

use super::{Diagram, Frame, Kind};
use crate::plot::axis::readable;

/// A drawn point or arrow.
#[derive(Debug, Clone, PartialEq)]
pub struct Spot {
    pub trace: usize,
    /// Position on the sheet \[pixels\].
    pub at: (f64, f64),
    /// The curve, the load and the value in a sentence.
    pub words: String,
}

impl Diagram {
    /// The simulated and printed points in a frame, and the arrows in place of points, from left to right.
    pub fn spots(&self, frame: &Frame) -> Vec<Spot> {
        let differences = self.differences();
        let unit = match self.y.label.split_once('[') {
            Some((_, unit)) => [" ", unit.trim_end_matches(']')].concat(),
            None => String::new(),
        };
        let shown = self.shown().filter(|(_, trace)| trace.kind != Kind::Model);
        let spots = shown.flat_map(|(index, trace)| {
            let name = trace.titled();
            let differences = &differences;
            let unit = &unit;
            let marks = trace.marks.iter().filter_map(move |mark| {
                let at = frame.pixel_of(mark.x).zip(frame.height_of(mark.y))?;
                let half = mark
                    .half_width
                    .map_or(String::new(), |half| format!(" ± {}", readable(half)));
                let of_model = differences
                    .iter()
                    .find(|off| off.trace == index && off.x.total_cmp(&mark.x).is_eq());
                let of_model = of_model.map_or(String::new(), |off| {
                    format!(", model {:+.1} %", off.percent)
                });
                let open = if mark.is_steady { "" } else { ", not steady" };
                let value = readable(mark.y);
                let place = self.place_in_words(mark.x);
                let words = format!("{name}, {place}: {value}{half}{unit}{of_model}{open}");
                Some(Spot {
                    trace: index,
                    at,
                    words,
                })
            });
            let arrows = trace.beyond.iter().filter_map(move |&x| {
                let at = (
                    frame.pixel_of(x)?,
                    trace.arrow_height(self.row(index), frame),
                );
                let words = format!("{name}, {}: no steady state", self.place_in_words(x));
                Some(Spot {
                    trace: index,
                    at,
                    words,
                })
            });
            marks.chain(arrows).collect::<Vec<_>>()
        });
        let mut spots: Vec<_> = spots.collect();
        spots.sort_by(|a, b| a.at.0.total_cmp(&b.at.0).then(b.at.1.total_cmp(&a.at.1)));
        spots
    }

    /// A value of the x axis with its name; percent follow the number.
    pub(super) fn place_in_words(&self, x: f64) -> String {
        match self.x.label.split_once(" [%") {
            Some((name, unit)) => {
                format!("{name} {} %{}", percent(x), unit.trim_end_matches(']'))
            }
            None => [&self.x.label, " ", &readable(x)].concat(),
        }
    }
}

/// A share in percent with at most one decimal.
pub(in crate::plot) fn percent(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use crate::plot::{Diagram, Frame, Kind, Mark, Scale, Trace};

    #[test]
    fn every_point_and_arrow_can_be_read() {
        let mark = Mark {
            half_width: Some(0.5),
            ..Mark::exact(22.0, 37.6)
        };
        let diagram = Diagram {
            x: Scale {
                label: "load [% of capacity]".to_owned(),
                ..Scale::default()
            },
            y: Scale {
                label: "latency [cycles]".to_owned(),
                ..Scale::default()
            },
            traces: vec![Trace {
                beyond: vec![40.0],
                ..Trace::new("Valiant", Kind::Simulation, vec![mark])
            }],
            ..Diagram::default()
        };
        let frame = Frame::of(&diagram, 600.0, 400.0, 0.0);
        let spots = diagram.spots(&frame);
        let words: Vec<_> = spots.iter().map(|spot| &*spot.words).collect();
        assert_eq!(
            words,
            [
                "Valiant, load 22 % of capacity: 37.6 ± 0.5 cycles",
                "Valiant, load 40 % of capacity: no steady state"
            ]
        );
        assert_eq!(Some(spots[0].at.0), frame.pixel_of(22.0));
    }
}
