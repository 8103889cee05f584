//! Links to the page with measured points.

use super::Address;
use study::sweep::{MOST_CHARACTERS, ShortCurve, link_with_points};

impl Address {
    /// Writes the query string with the points of the scenario and of each compared one, as many as fit. Returns the places
    /// of the curves that are measured again as well: 0 for that of the scenario, from 1 for the compared ones.
    pub fn with_points(&self, points: Vec<ShortCurve>) -> (String, Vec<usize>) {
        self.with_points_in(points, MOST_CHARACTERS)
    }

    fn with_points_in(&self, points: Vec<ShortCurve>, most: usize) -> (String, Vec<usize>) {
        link_with_points(points, most, |points| {
            let last = points.iter().rposition(|curve| !curve.points.is_empty());
            let address = Self {
                points: points[..last.map_or(0, |last| last + 1)].to_vec(),
                ..self.clone()
            };
            address.write()
        })
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
        let (query, again) = compared(MOST_COMPARED).with_points(vec![curve(); 8]);
        assert!(query.len() < MOST_CHARACTERS, "{}", query.len());
        assert_eq!(again, [0; 0]);
        let opened = Address::read(&query, &Scripts::default());
        assert_eq!(opened.problems, [""; 0]);
        assert_eq!(opened.address.points.len(), 8);
        assert_eq!(opened.address.write(), query);
    }

    #[test]
    fn curves_that_do_not_fit_are_measured_again_at_their_loads() {
        let (query, again) = compared(3).with_points_in(vec![curve(); 3], 900);
        assert!(query.len() <= 900, "{}", query.len());
        assert_eq!(again.len(), 2);
        let opened = Address::read(&query, &Scripts::default()).address;
        let again: Vec<_> = opened
            .points
            .iter()
            .map(|curve| curve.to_measure().len())
            .collect();
        assert_eq!(again.iter().sum::<usize>(), 24, "{again:?}");
        // Without any points nothing is measured again.
        let (_, again) = compared(3).with_points_in(vec![ShortCurve::default(); 3], 10);
        assert_eq!(again, [0; 0]);
    }
}
