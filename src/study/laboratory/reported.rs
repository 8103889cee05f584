//! Curves of a file of reports in an experiment.

use super::experiment::{Curve, Experiment, MOST_CURVES, Subject, Varied};
use crate::batch::ReportedCurve;
use crate::scenario::Scenario;

impl Curve {
    /// The curve of a file, with its points.
    pub fn of_reports(reported: &ReportedCurve) -> Self {
        let scenario = Scenario::from_link(&reported.link).scenario;
        Self {
            linked: reported.short(),
            ..Self::of(Subject::Scenario(Box::new(scenario)))
        }
    }
}

impl Experiment {
    /// Adds curves with points, as many as have room, in place of those of the same scenarios, and shows them over the
    /// load, over which they are measured; returns their number.
    pub fn add_measured(&mut self, curves: &[Curve]) -> usize {
        let is_new = |old: &Curve| curves.iter().all(|new| new.subject != old.subject);
        self.curves.retain(is_new);
        if self.x.of != Varied::Load {
            self.x = Self::default().x;
        }
        let room = MOST_CURVES.saturating_sub(self.curves.len());
        let added = curves.iter().take(room);
        let count = added.len();
        self.curves.extend(added.cloned());
        count
    }

    /// Whether a curve of a file is in the plot, with its points.
    pub fn has_measured(&self, curve: &Curve) -> bool {
        let mut same = self
            .curves
            .iter()
            .filter(|own| own.subject == curve.subject);
        same.any(|own| !own.linked.points.is_empty())
    }

    /// Removes a curve of a file.
    pub fn remove_measured(&mut self, curve: &Curve) {
        self.curves.retain(|own| own.subject != curve.subject);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laboratory::Results;
    use crate::plot::Kind;
    use crate::sweep::{Ending, ShortMeasures, ShortPoint};

    fn reported(length: u32) -> Curve {
        let point = |load: f64| ShortPoint {
            load,
            measured: Some(ShortMeasures {
                ending: Ending::Steady,
                latency: (Some(20.0 + load), Some(0.25)),
                network_latency: (Some(19.0), Some(0.2)),
                accepted: 0.1,
                has_multicasts: false,
                is_doubtful: false,
                is_dead_end: false,
            }),
        };
        Curve::of_reports(&ReportedCurve {
            link: format!("t=hypercube:4&M={length}"),
            points: vec![point(0.001), point(0.0023)],
            runs: 2,
        })
    }

    #[test]
    fn curves_of_a_file_stand_beside_models_and_keep_their_points() {
        let mut experiment =
            Experiment::from_link("x=n&m=ciciani-hypercube:n=4,length=16").experiment;
        experiment.simulation.points = 0;
        assert_eq!(experiment.add_measured(&[reported(16), reported(17)]), 2);
        assert_eq!(experiment.x.of, Varied::Load);
        for _ in 0..2 {
            let diagram = experiment.find(&Results::default()).diagram;
            let simulated = diagram
                .traces
                .iter()
                .filter(|trace| trace.kind == Kind::Simulation);
            let marks: Vec<_> = simulated.flat_map(|trace| &trace.marks).collect();
            let found: Vec<_> = marks
                .iter()
                .map(|mark| (mark.x, mark.y, mark.half_width))
                .collect();
            let expected = [(0.001, 20.001, Some(0.25)), (0.0023, 20.0023, Some(0.25))];
            assert_eq!(found, [expected, expected].concat());
            assert!(diagram.traces.iter().any(|trace| trace.kind == Kind::Model));
            // The address has them too, rounded.
            experiment = Experiment::from_link(&experiment.to_link()).experiment;
            for curve in &mut experiment.curves[1..] {
                assert_eq!(
                    curve.linked.points[1]
                        .measured
                        .as_ref()
                        .map(|m| m.latency.0),
                    Some(Some(20.0))
                );
                for point in &mut curve.linked.points {
                    if let Some(measured) = &mut point.measured {
                        measured.latency.0 = Some(20.0 + point.load);
                    }
                }
            }
        }
    }

    #[test]
    fn a_plot_takes_as_many_curves_as_it_has_room_for() {
        let mut experiment = Experiment::from_link("m=ciciani-hypercube:n=4,length=16").experiment;
        let curves: Vec<_> = (1..=20).map(reported).collect();
        assert_eq!(experiment.add_measured(&curves), MOST_CURVES - 1);
        // The same file again changes nothing.
        assert_eq!(experiment.add_measured(&curves), MOST_CURVES - 1);
        assert_eq!(experiment.curves.len(), MOST_CURVES);
        assert!(experiment.has_measured(&curves[0]) && !experiment.has_measured(&curves[19]));
        experiment.remove_measured(&curves[0]);
        assert!(!experiment.has_measured(&curves[0]));
        assert_eq!(experiment.add_measured(&curves[19..]), 1);
    }
}
