//! Links with simulated points.

use super::evaluate::Range;
use super::experiment::{Curve, Experiment};
use super::points::{self, Results};
use crate::sweep::{MOST_CHARACTERS, ShortCurve, ShortPoint, link_with_points};

impl Experiment {
    /// Writes the link, starting with `#`, with all points that fit. Returns the names of curves that are simulated again as
    /// well when it is opened.
    pub fn link_with_points(&self, results: &Results) -> (String, Vec<String>) {
        let range = Range::of(self);
        let curves = self.curves.iter();
        let points = curves.map(|curve| self.points_of(curve, &range, results));
        let (link, again) = link_with_points(points.collect(), MOST_CHARACTERS, |points| {
            let mut experiment = self.clone();
            for (curve, points) in experiment.curves.iter_mut().zip(points) {
                curve.linked = points.clone();
            }
            experiment.to_link()
        });
        let names = again.into_iter();
        let names = names.map(|place| self.name_of(&self.curves[place]));
        (link, names.collect())
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
