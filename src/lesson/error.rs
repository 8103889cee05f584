//! The error of lessons.

use thiserror::Error;

use engine::catalog::{BuildError, quoted};
use study::scenario::{LinkProblem, ScenarioError};

/// The reason why something of a lesson cannot be read, simulated, judged or graded, without a full stop.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(transparent)]
pub struct LessonError(#[from] BuildError);

impl LessonError {
    /// A field that must be something else; `allowed` follows "must be".
    pub(crate) fn rejected(field: &str, allowed: impl Into<String>, given: &str) -> Self {
        Self(BuildError::rejected(field, allowed, quoted(given)))
    }

    pub(crate) fn new(reason: impl Into<String>) -> Self {
        Self(BuildError::unfit(reason))
    }
}

impl From<ScenarioError> for LessonError {
    fn from(error: ScenarioError) -> Self {
        Self::new(error.to_string())
    }
}

impl From<Box<LinkProblem>> for LessonError {
    fn from(problem: Box<LinkProblem>) -> Self {
        Self::new(problem.to_string())
    }
}
