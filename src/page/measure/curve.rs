//! The curves that are measured together: that of the scenario, and those beside it.

use std::sync::Arc;

use study::paper::comparison;
use study::scenario::{BuiltScenario, Run, Scenario, curve_names};
use study::sweep::{Curve, MOST_COMPARED, RequestedCurve, ShortCurve, subject_of};

use crate::LinkedPoints;

/// One of the curves that are measured together.
#[derive(Debug, Clone)]
pub struct MeasuredCurve {
    /// Label of the curve in its points; empty if there is only one curve.
    pub label: String,
    /// Name in the legend; may be empty if there is only one curve.
    pub name: String,
    /// Whether it is that of the scenario of the page.
    pub is_own: bool,
    /// The points of an opened link, which are shown until they are measured.
    pub linked: ShortCurve,
    /// The scenario; its load is not used.
    pub scenario: Scenario,
    /// The built form of `scenario`.
    pub built: Arc<BuiltScenario>,
}

impl PartialEq for MeasuredCurve {
    fn eq(&self, other: &Self) -> bool {
        // `built` is determined by the scenario.
        self.label == other.label
            && self.scenario == other.scenario
            && self.name == other.name
            && self.is_own == other.is_own
            && self.linked == other.linked
    }
}

impl MeasuredCurve {
    /// Returns the scenario of the curve with another run length.
    pub(super) fn lasting(&self, run: Run) -> Scenario {
        Scenario {
            run,
            ..self.scenario.clone()
        }
    }

    pub(super) fn requested(&self, run: Run, loads: Vec<f64>) -> RequestedCurve {
        RequestedCurve {
            curve: Curve {
                label: self.label.clone(),
                scenario: self.lasting(run),
            },
            loads,
        }
    }
}

/// The scenarios beside that of a curve: those that the user keeps, or else those of the figure of a paper that it repeats.
pub fn compared_with(own: &Scenario, kept: Option<Vec<Scenario>>) -> Vec<Scenario> {
    kept.unwrap_or_else(|| {
        let algorithms = comparison(own)
            .into_iter()
            .flat_map(|figure| figure.algorithms);
        algorithms
            .map(|spec| own.clone().planned_by(spec))
            .collect()
    })
}

/// Curves by whether they can be measured.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ComparedCurves {
    pub measured: Vec<MeasuredCurve>,
    /// The others, each with the reason.
    pub refused: Vec<(Scenario, String)>,
}

impl ComparedCurves {
    /// Builds the curves of others and, last, of the scenario of the page, so that the others keep their colors while it
    /// changes. `built` is its built form.
    pub fn new(
        own: &Scenario,
        built: &Arc<BuiltScenario>,
        mut others: Vec<Scenario>,
        linked: &LinkedPoints,
    ) -> Self {
        let is_own = |other: &Scenario| subject_of(other) == subject_of(own);
        if !others.iter().any(is_own) {
            others.truncate(MOST_COMPARED - 1);
        }
        let mut all = Self::default();
        for Curve { label, scenario } in Curve::all(others.into_iter().chain([own.clone()])) {
            let is_own = is_own(&scenario);
            let built = if is_own {
                checked(&scenario, Arc::clone(built))
            } else {
                let built = scenario.build_in_page();
                let built = built.map_err(|error| error.reason());
                built.and_then(|built| checked(&scenario, Arc::new(built)))
            };
            match built {
                Err(reason) => all.refused.push((scenario, reason)),
                Ok(built) => all.measured.push(MeasuredCurve {
                    label,
                    name: String::new(),
                    linked: linked.of(&scenario).cloned().unwrap_or_default(),
                    // The length of a run is that of the page for all curves.
                    scenario: Scenario {
                        run: own.run,
                        ..scenario
                    },
                    is_own,
                    built,
                }),
            }
        }
        let scenarios: Vec<_> = all.measured.iter().map(|curve| &curve.scenario).collect();
        let names = curve_names(&scenarios);
        for (curve, name) in all.measured.iter_mut().zip(names) {
            curve.name = name;
        }
        all
    }
}

/// The built form of a scenario, or the reason why its curve cannot be measured, such as a pattern that its network does not
/// have.
fn checked(scenario: &Scenario, built: Arc<BuiltScenario>) -> Result<Arc<BuiltScenario>, String> {
    let pattern = scenario.check_pattern_in_page(&*built.topology);
    pattern.map_err(|error| error.to_string())?;
    Ok(built)
}
