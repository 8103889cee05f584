//! The measured points that a link contains, of curves over the load.

use percent_encoding::utf8_percent_encode;
use study::scenario::Scenario;
use study::sweep::{ShortCurve, subject_of};

use crate::escaped::ESCAPED;

/// The points of an opened link, with the scenarios to which they belong.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LinkedPoints(Vec<(Scenario, ShortCurve)>);

/// The scenario of a curve: without load, messages and the length of a run.
#[must_use]
pub fn subject(scenario: &Scenario) -> Scenario {
    let mut subject = scenario.clone();
    subject.traffic.rate = 0.0;
    subject.messages.clear();
    subject
}

/// Returns the address at which Experiment shows the curve of a scenario, with points if there are some, beside the kept
/// ones.
pub fn in_experiment(scenario: &Scenario, points: Option<&ShortCurve>) -> String {
    format!("#/laboratory?{}", newcomer(scenario, points))
}

/// Returns the pairs of a query with which Experiment shows a further curve.
pub fn newcomer(scenario: &Scenario, points: Option<&ShortCurve>) -> String {
    let link = subject(scenario).to_link();
    let link = utf8_percent_encode(&link, ESCAPED);
    match points.filter(|points| !points.points.is_empty()) {
        Some(points) => format!("new={link}&pts={}", points.write()),
        None => format!("new={link}"),
    }
}

impl LinkedPoints {
    /// The points of an address: those of the scenario, followed by those of each compared one.
    pub(super) fn of_link(
        own: &Scenario,
        compared: Option<&[Scenario]>,
        points: Vec<ShortCurve>,
    ) -> Self {
        let compared = compared.into_iter().flatten().cloned();
        let scenarios = std::iter::once(subject(own)).chain(compared);
        let linked = scenarios.zip(points);
        Self(
            linked
                .filter(|(_, curve)| !curve.points.is_empty())
                .collect(),
        )
    }

    /// The points of a link for a scenario.
    pub fn of(&self, scenario: &Scenario) -> Option<&ShortCurve> {
        let subject = subject_of(scenario);
        let mut linked = self.0.iter();
        let linked = linked.find(|(scenario, _)| subject_of(scenario) == subject);
        linked.map(|(_, points)| points)
    }

    /// The points of a link in the order of an address, up to the last curve that has some.
    pub(super) fn in_order(
        &self,
        own: &Scenario,
        compared: Option<&[Scenario]>,
    ) -> Vec<ShortCurve> {
        let scenarios = std::iter::once(own).chain(compared.into_iter().flatten());
        let mut points: Vec<_> = scenarios
            .map(|scenario| self.of(scenario).cloned().unwrap_or_default())
            .collect();
        while points.last().is_some_and(|curve| curve.points.is_empty()) {
            points.pop();
        }
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scenario(link: &str) -> Scenario {
        Scenario::from_link(link).scenario
    }

    #[test]
    fn points_of_a_link_stay_with_their_scenario() {
        let own = scenario("t=mesh:4x4&lam=0.1");
        let kept = [scenario("t=torus:4x4")];
        let points = ["", ".01~.02"].map(|text| ShortCurve::read(text).expect("points"));
        let linked = LinkedPoints::of_link(&own, Some(&kept), points.to_vec());
        assert_eq!(linked.of(&own), None);
        assert_eq!(linked.of(&kept[0]), Some(&points[1]));
        assert_eq!(linked.in_order(&own, Some(&kept)), points);
        // After a change of the scenario its points are those of another one.
        assert_eq!(
            linked.in_order(&kept[0], Some(&kept)),
            [points[1].clone(), points[1].clone()]
        );
    }
}
