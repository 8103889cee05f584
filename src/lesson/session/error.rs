//! Errors in answers, and the reasons why an answer or an attempt cannot be judged.

use thiserror::Error;

use crate::file::format::Mistake;
use crate::run::RunError;
use engine::catalog::quoted;
use study::scenario::LinkProblem;

/// The reason why an answer or an attempt cannot be judged.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum JudgeError {
    /// An error in the lesson file; the sentence is without its place.
    #[error("{}", .0.reason)]
    Lesson(#[from] Mistake),
    /// A step without a question.
    #[error("this step asks nothing")]
    NoQuestion,
    /// A step without a challenge.
    #[error("this step has no challenge")]
    NoChallenge,
    /// A text that is not an answer.
    #[error(transparent)]
    Answer(#[from] AnswerError),
    /// A link with an invalid value.
    #[error("{0}")]
    Link(Box<LinkProblem>),
    /// A scene that cannot be simulated.
    #[error(transparent)]
    Scene(#[from] RunError),
}

/// The reason why a text or the value of a query is not an answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AnswerError {
    /// A text that is not a number.
    #[error("answer must be a number, not {}", quoted(given))]
    NotANumber { given: String },
    /// A number below 0.
    #[error("answer must be a number from 0, not {}", quoted(given))]
    Negative { given: String },
    /// A path that does not lead from node to neighbor.
    #[error(
        "answer must be two nodes or more, each a neighbor of the one before, not {}",
        quoted(given)
    )]
    NoPath { given: String },
    /// A text that is not an option.
    #[error(
        "answer must be the number of an option from 0 to {last}, not {}",
        quoted(given)
    )]
    NoOption {
        /// The number of the last option.
        last: usize,
        given: String,
    },
    /// A text that is not a curve.
    #[error("answer must be points such as 0.01:14 0.02:17, not {}", quoted(given))]
    NotACurve { given: String },
    /// A node or channel that does not exist, or a scene that cannot be simulated.
    #[error(transparent)]
    Scene(#[from] RunError),
    /// The value of a query of another kind.
    #[error("it must give {wanted}, not {given}")]
    Value {
        /// Description of the values of the kind.
        wanted: &'static str,
        /// The value, as lessons show it.
        given: String,
    },
    /// A foreseen answer without an example.
    #[error("an example must be given, since the condition is not for one answer")]
    NoExample,
    /// A query without a value: the reason.
    #[error("{0}")]
    NoValue(String),
}

#[cfg(test)]
mod tests {
    use crate::file::format::{Ask, Kind};
    use crate::run::SceneRun;
    use crate::session::answer::Answer;
    use study::scenario::Scenario;

    fn run() -> std::rc::Rc<SceneRun> {
        let scenario = Scenario::from_link("t=torus-uni:4&vc=1&M=8&msg=0:0>2").scenario;
        SceneRun::new(&scenario, &scenario).expect("a valid scenario")
    }

    #[test]
    fn texts_that_are_no_answers_are_refused_with_a_reason() {
        for (kind, text, reason) in [
            (
                Kind::Number,
                "twelve",
                "answer must be a number, not twelve",
            ),
            (
                Kind::Choice,
                "1",
                "answer must be the number of an option from 0 to 0, not 1",
            ),
            (
                Kind::Node,
                "9",
                "answer must be a node from 0 to 3 in torus-uni:4, not 9",
            ),
            (
                Kind::Path,
                "0 9",
                "answer must be a node from 0 to 3 in torus-uni:4, not 9",
            ),
            (
                Kind::Channel,
                "1",
                "channel must be its two nodes with > between them, not 1",
            ),
            (
                Kind::Channel,
                "1>0",
                "channel must lead from a node to a neighbor in torus-uni:4, not 1>0",
            ),
            (
                Kind::Curve,
                "0.1",
                "answer must be points such as 0.01:14 0.02:17, not 0.1",
            ),
        ] {
            let error = Answer::read(&Ask::of_kind(kind), &run(), text).expect_err(reason);
            assert_eq!(error.to_string(), reason);
        }
    }
}
