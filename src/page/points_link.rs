//! Links with measured points, as many as fit.

use super::Address;
use study::sweep::ShortCurve;

/// The largest number of characters of a link with points, of which programs that people write in take no more.
pub const MOST_CHARACTERS: usize = 4_000;

/// A link with measured points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PointsLink {
    pub query: String,
    /// The places of the curves that are measured again when the link is opened: 0 for that of the scenario, from 1
    /// for the compared ones.
    pub again: Vec<usize>,
}

impl Address {
    /// Writes the query string with the points of the scenario and of each compared one. If it would have more than
    /// `most` characters, the longest curves have only their loads.
    pub fn with_points(&self, points: Vec<ShortCurve>, most: usize) -> PointsLink {
        let mut address = Self {
            points,
            ..self.clone()
        };
        let is_empty = |curve: &ShortCurve| curve.points.is_empty();
        while address.points.last().is_some_and(is_empty) {
            address.points.pop();
        }
        let mut query = address.write();
        while query.len() > most {
            let measured = address.points.iter_mut();
            let measured = measured.filter(|curve| curve.to_measure().len() < curve.points.len());
            let Some(longest) = measured.max_by_key(|curve| curve.write().len()) else {
                break;
            };
            *longest = longest.without_measures();
            query = address.write();
        }
        let curves = address.points.iter().enumerate();
        let again = curves.filter(|(_, curve)| !curve.to_measure().is_empty());
        PointsLink {
            again: again.map(|(place, _)| place).collect(),
            query,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::View;
    use engine::routing::Scripts;
    use study::scenario::Scenario;
    use study::sweep::{Ending, MOST_COMPARED, ShortMeasures, ShortPoint};

    fn curve() -> ShortCurve {
        let points = (1..=12).map(|load| ShortPoint {
            load: f64::from(123 * load) / 1e5,
            measured: Some(ShortMeasures {
                ending: Ending::Steady,
                latency: (Some(123.456), Some(1.234)),
                network_latency: (Some(101.234), Some(1.234)),
                accepted: 0.012_345 * f64::from(load),
                has_multicasts: false,
                is_doubtful: false,
                is_dead_end: false,
            }),
        });
        ShortCurve {
            points: points.collect(),
        }
    }

    fn compared(curves: usize) -> Address {
        let kept = (1..curves).map(|vcs| {
            let link = format!("t=torus:16x16&r=duato&vc={vcs}&buf=4&M=16&tr=transpose&dl=0");
            Scenario::from_link(&link).scenario
        });
        Address {
            view: View {
                compared: Some(kept.collect()),
                ..View::default()
            },
            ..Address::of(Scenario::from_link("t=torus:16x16&vc=9&M=16&tr=transpose").scenario)
        }
    }

    #[test]
    fn eight_curves_of_twelve_points_fit() {
        let link = compared(MOST_COMPARED).with_points(vec![curve(); 8], MOST_CHARACTERS);
        assert!(link.query.len() < MOST_CHARACTERS, "{}", link.query.len());
        assert_eq!(link.again, [0; 0]);
        let opened = Address::read(&link.query, &Scripts::default());
        assert_eq!(opened.problems, [""; 0]);
        assert_eq!(opened.address.points.len(), 8);
        assert_eq!(opened.address.write(), link.query);
    }

    #[test]
    fn curves_that_do_not_fit_are_measured_again_at_their_loads() {
        let link = compared(3).with_points(vec![curve(); 3], 900);
        assert!(link.query.len() <= 900, "{}", link.query.len());
        assert_eq!(link.again.len(), 2);
        let opened = Address::read(&link.query, &Scripts::default()).address;
        let again: Vec<_> = opened
            .points
            .iter()
            .map(|curve| curve.to_measure().len())
            .collect();
        assert_eq!(again.iter().sum::<usize>(), 24, "{again:?}");
        // Without any points nothing is measured again.
        let bare = compared(3).with_points(vec![ShortCurve::default(); 3], 10);
        assert_eq!(bare.again, [0; 0]);
    }
}
