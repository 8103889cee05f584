//! Curves that are measured and shown together, each of a scenario.

use super::subject_of;
use crate::scenario::Scenario;

/// The largest number of curves that are measured together.
pub const MOST_COMPARED: usize = 8;

/// A curve of latency or throughput over the load.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// Identifies the curve in points; empty if there is only one.
    pub label: String,
    /// The scenario; its load is not used.
    pub scenario: Scenario,
}

impl Curve {
    /// The only curve of a measurement.
    pub fn alone(scenario: Scenario) -> Self {
        Self {
            label: String::new(),
            scenario,
        }
    }

    /// One of several curves, labelled by its subject.
    pub fn labelled(scenario: Scenario) -> Self {
        Self {
            label: subject_of(&scenario),
            scenario,
        }
    }

    /// The curves of scenarios: of several with the same subject only the first, and at most
    /// [`MOST_COMPARED`].
    pub fn all(scenarios: impl IntoIterator<Item = Scenario>) -> Vec<Self> {
        let mut curves: Vec<Self> = Vec::new();
        for curve in scenarios.into_iter().map(Self::labelled) {
            let is_new = curves.iter().all(|known| known.label != curve.label);
            if is_new && curves.len() < MOST_COMPARED {
                curves.push(curve);
            }
        }
        if let [alone] = &mut *curves {
            alone.label = String::new();
        }
        curves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scenario(link: &str) -> Scenario {
        Scenario::from_link(link).scenario
    }

    #[test]
    fn curves_of_the_same_subject_are_one() {
        let links = [
            "t=mesh:4x4",
            "t=mesh:4x4&lam=0.01&run=9000",
            "t=mesh:4x4&vc=3",
        ];
        let curves = Curve::all(links.map(scenario));
        assert_eq!(curves.len(), 2);
        assert_ne!(curves[0].label, curves[1].label);
        let alone = Curve::all(links[..2].iter().copied().map(scenario));
        assert_eq!(alone, [Curve::alone(scenario(links[0]))]);
        let many = (1..=12).map(|vcs| scenario(&format!("t=mesh:4x4&vc={vcs}")));
        assert_eq!(Curve::all(many).len(), MOST_COMPARED);
    }
}
