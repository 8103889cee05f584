//! Why a scenario cannot be used: the field, what it takes and what it got, put into words where
//! they are shown.

use thiserror::Error;

use crate::catalog::BuildError;

/// Why a scenario cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{problem}")]
pub struct ScenarioError {
    /// The field that is wrong, without places in lists: `traffic.rate`, `messages`.
    pub field: String,
    /// What is wrong with it, or with what is built from it.
    pub problem: BuildError,
}

impl ScenarioError {
    /// One sentence: field, what is allowed, what was given.
    pub fn reason(&self) -> String {
        self.problem.to_string()
    }

    /// The same with the name that the field has in a form in place of its own.
    #[must_use]
    pub fn labeled(mut self, label: &str) -> Self {
        if let BuildError::Rejected { field, .. } | BuildError::Missing { field } =
            &mut self.problem
            // A parameter of an algorithm has a label already.
            && field.starts_with(&self.field)
        {
            label.clone_into(field);
        }
        self
    }
}

pub(super) fn refuse<T>(
    field: &str,
    allowed: impl Into<String>,
    given: impl Into<String>,
) -> Result<T, ScenarioError> {
    Err(in_field(field)(BuildError::rejected(field, allowed, given)))
}

/// Says in which field of the scenario something could not be built.
pub(super) fn in_field(field: &str) -> impl Fn(BuildError) -> ScenarioError {
    move |problem| ScenarioError {
        field: field.split(['[', ':']).next().unwrap_or(field).to_owned(),
        problem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_calls_a_field_by_its_label_and_a_parameter_by_the_parameters() {
        let error = in_field("vcs")(BuildError::rejected("vcs", "a whole number", "two"));
        let told = error.labeled("Virtual channels V").reason();
        assert_eq!(told, "Virtual channels V must be a whole number, not two");
        let radices = BuildError::rejected("Radices k", "1 to 8 numbers", "0x4");
        let told = in_field("network")(radices).labeled("Network").reason();
        assert_eq!(told, "Radices k must be 1 to 8 numbers, not 0x4");
    }
}
