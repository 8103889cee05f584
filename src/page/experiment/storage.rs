use study::scenario::Scenario;
use study::sweep::{Report, subject_of};

use super::Kept;

/// Stored reports with their scenarios.
#[derive(Default)]
pub(crate) struct Storage(pub(crate) Vec<(Scenario, Report)>);

impl Kept for Storage {
    fn get(&self, scenario: &Scenario) -> Option<Report> {
        let mut all = self.0.iter();
        let found = all.find(|(of, _)| of == scenario);
        found.map(|(_, report)| report.clone())
    }

    fn of_subject(&self, scenario: &Scenario) -> Vec<Report> {
        let all = self.0.iter();
        let ours = all.filter(|(of, _)| subject_of(of) == subject_of(scenario));
        ours.map(|(_, report)| report.clone()).collect()
    }
}
