//! The curves over the load that are compared with that of the scenario.

use study::scenario::Scenario;
use study::sweep::{ChartAxes, MOST_COMPARED, ShortCurve, subject_of};

/// The curves beside that of the scenario, and how they are shown.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Curves {
    /// The scenarios that are compared with the current one, without loads and messages; `None` for those of the
    /// figure that the scenario repeats, if it repeats one.
    pub kept: Option<Vec<Scenario>>,
    /// The axes of the chart.
    pub axes: ChartAxes,
    /// The points of an opened link, with the scenarios to which they belong.
    pub linked: Vec<(Scenario, ShortCurve)>,
}

/// The scenario of a curve: without load, messages and the length of a run.
#[must_use]
pub fn subject(scenario: &Scenario) -> Scenario {
    let mut subject = scenario.clone();
    subject.traffic.rate = 0.0;
    subject.messages.clear();
    subject
}

impl Curves {
    /// The curves of an address: points are those of the scenario, followed by those of each kept one.
    pub(super) fn of_link(
        own: &Scenario,
        kept: Option<Vec<Scenario>>,
        axes: ChartAxes,
        points: Vec<ShortCurve>,
    ) -> Self {
        let scenarios = std::iter::once(subject(own)).chain(kept.iter().flatten().cloned());
        let linked = scenarios.zip(points);
        Self {
            linked: linked
                .filter(|(_, curve)| !curve.points.is_empty())
                .collect(),
            kept,
            axes,
        }
    }

    /// The points of a link for a scenario.
    pub fn linked_to(&self, scenario: &Scenario) -> Option<&ShortCurve> {
        let subject = subject_of(scenario);
        let mut linked = self.linked.iter();
        let linked = linked.find(|(scenario, _)| subject_of(scenario) == subject);
        linked.map(|(_, points)| points)
    }

    /// The points of a link in the order of an address, up to the last curve that has some.
    pub(super) fn points_beside(&self, own: &Scenario) -> Vec<ShortCurve> {
        let scenarios = std::iter::once(own).chain(self.kept.iter().flatten());
        let mut points: Vec<_> = scenarios
            .map(|scenario| self.linked_to(scenario).cloned().unwrap_or_default())
            .collect();
        while points.last().is_some_and(|curve| curve.points.is_empty()) {
            points.pop();
        }
        points
    }

    /// Keeps a scenario as a curve.
    ///
    /// # Errors
    ///
    /// A sentence that says why there is no further curve.
    pub(super) fn keep(&mut self, scenario: &Scenario) -> Result<(), String> {
        let subject = subject(scenario);
        let kept = self.kept.get_or_insert_default();
        if kept
            .iter()
            .any(|known| subject_of(known) == subject_of(&subject))
        {
            return Err(
                "This curve is kept already: change a setting to compare with it.".to_owned(),
            );
        }
        // The current scenario has a curve as well.
        if kept.len() + 1 >= MOST_COMPARED {
            return Err(format!(
                "At most {MOST_COMPARED} curves can be compared: remove one first."
            ));
        }
        kept.push(subject);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scenario(link: &str) -> Scenario {
        Scenario::from_link(link).scenario
    }

    #[test]
    fn a_curve_is_kept_once_and_there_are_at_most_eight() {
        let mut curves = Curves::default();
        assert_eq!(curves.keep(&scenario("t=mesh:4x4&lam=0.1")), Ok(()));
        let again = curves.keep(&scenario("t=mesh:4x4&lam=0.2"));
        assert!(again.is_err_and(|reason| reason.contains("kept already")));
        for vcs in 2..8 {
            let link = format!("t=mesh:4x4&vc={vcs}&dl=0");
            let kept = curves.keep(&scenario(&link));
            assert_eq!(kept, Ok(()), "{vcs}");
        }
        let more = curves.keep(&scenario("t=torus:4x4"));
        assert!(more.is_err_and(|reason| reason.contains("At most 8 curves")));
    }

    #[test]
    fn points_of_a_link_stay_with_their_scenario() {
        let (own, kept) = (scenario("t=mesh:4x4&lam=0.1"), scenario("t=torus:4x4"));
        let points = ["", ".01~.02"].map(|text| ShortCurve::read(text).expect("points"));
        let curves = Curves::of_link(
            &own,
            Some(vec![kept.clone()]),
            ChartAxes::default(),
            points.to_vec(),
        );
        assert_eq!(curves.linked_to(&own), None);
        assert_eq!(curves.linked_to(&kept), Some(&points[1]));
        assert_eq!(curves.points_beside(&own), points);
        // After a change of the scenario its points are those of another one.
        assert_eq!(
            curves.points_beside(&kept),
            [points[1].clone(), points[1].clone()]
        );
    }
}
