//! Links with simulated points.

use super::evaluate::Range;
use super::experiment::{Curve, Experiment};
use super::points::{self, Results};
use crate::sweep::{ShortCurve, ShortPoint};

/// The largest number of characters of a link with points.
const MOST_CHARACTERS: usize = 4_000;

/// A link with simulated points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkWithPoints {
    /// The link, starting with `#`.
    pub link: String,
    /// The names of curves that are simulated again when it is opened.
    pub again: Vec<String>,
}

impl Experiment {
    /// Writes the link with all points that there are. If it would be too long for programs that people write in, the
    /// longest curves have only the places of their points.
    pub fn link_with_points(&self, results: &Results) -> LinkWithPoints {
        let mut experiment = self.clone();
        let range = Range::of(self);
        for (curve, of) in experiment.curves.iter_mut().zip(&self.curves) {
            curve.linked = self.points_of(of, &range, results);
        }
        let mut link = experiment.to_link();
        while link.len() > MOST_CHARACTERS {
            let measured = experiment.curves.iter_mut().map(|curve| &mut curve.linked);
            let measured =
                measured.filter(|linked| linked.to_measure().len() < linked.points.len());
            let Some(longest) = measured.max_by_key(|linked| linked.write().len()) else {
                break;
            };
            *longest = longest.without_measures();
            link = experiment.to_link();
        }
        LinkWithPoints {
            link,
            again: experiment.linked_again(),
        }
    }

    /// The points of a curve that are simulated or in the opened link.
    fn points_of(&self, curve: &Curve, range: &Range, results: &Results) -> ShortCurve {
        let asked = points::asked(self, curve, range, results);
        let points = asked.iter().filter_map(|point| {
            let report = points::report(self, curve, results, point)?;
            Some(ShortPoint {
                load: point.x,
                ..ShortPoint::of(&report)
            })
        });
        ShortCurve {
            points: points.collect(),
        }
    }

    /// The names of curves of which an opened link has places without points.
    pub fn linked_again(&self) -> Vec<String> {
        let curves = self.curves.iter();
        let again = curves.filter(|curve| !curve.linked.to_measure().is_empty());
        again.map(|curve| self.name_of(curve)).collect()
    }

    /// Whether such points are not simulated yet.
    pub fn has_linked_missing(&self, results: &Results) -> bool {
        let range = Range::of(self);
        let is_missing = |curve: &Curve| {
            let places = curve.linked.to_measure();
            let asked = points::asked(self, curve, &range, results);
            let mut asked = asked.iter().filter(|point| places.contains(&point.x));
            asked.any(|point| {
                point.task.is_ok() && points::report(self, curve, results, point).is_none()
            })
        };
        self.curves.iter().any(is_missing)
    }
}
