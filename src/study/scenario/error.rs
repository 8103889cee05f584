//! Errors in scenarios: the field, what it allows and what was given, put into words only when
//! displayed.

use thiserror::Error;

use engine::catalog::BuildError;

/// The reason why a scenario cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{problem}")]
pub struct ScenarioError {
    /// The invalid field, without list indices: `traffic.rate`, `messages`.
    pub field: String,
    /// The error in it, or in what is built from it.
    pub problem: BuildError,
}

impl ScenarioError {
    /// One sentence with the field, the allowed values and the given one.
    pub fn reason(&self) -> String {
        self.problem.to_string()
    }

    /// Replaces the name of a field with its label in a form; an error in another field, which the new
    /// value of this one makes invalid, keeps that field's name.
    #[must_use]
    pub fn labeled(mut self, field: &str, label: &str) -> Self {
        let rest = self.field.strip_prefix(field);
        // `length` includes `length.fixed`.
        let is_in = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        if is_in
            && let BuildError::Rejected { field, .. } | BuildError::Missing { field } =
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

/// Returns a function that turns a [`BuildError`] into the [`ScenarioError`] of a field.
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
    fn labels_replace_field_names_but_not_parameter_names() {
        let error = in_field("vcs")(BuildError::rejected("vcs", "a whole number", "two"));
        let reason = error.labeled("vcs", "Virtual channels V").reason();
        assert_eq!(reason, "Virtual channels V must be a whole number, not two");
        let radices = BuildError::rejected("Radices k", "1 to 8 numbers", "0x4");
        let reason = in_field("network")(radices);
        let reason = reason.labeled("network", "Network").reason();
        assert_eq!(reason, "Radices k must be 1 to 8 numbers, not 0x4");
    }

    #[test]
    fn a_label_is_that_of_a_field_and_its_parts() {
        let labeled = |of: &str| {
            let error = in_field(of)(BuildError::rejected(of, "a whole number", "0"));
            error.labeled("length", "Message length M").reason()
        };
        assert_eq!(
            labeled("length.fixed"),
            "Message length M must be a whole number, not 0"
        );
        assert_eq!(labeled("vcs"), "vcs must be a whole number, not 0");
        assert_eq!(labeled("lengths"), "lengths must be a whole number, not 0");
    }
}
