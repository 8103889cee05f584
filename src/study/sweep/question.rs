//! Questions about scenarios that workers answer.
//!
//! A kind of question is a type that implements [`Question`], and a line in the list of
//! [`task`](super::task). Its replies have its own types and reach only their asker.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Point;

/// A question about a scenario.
pub trait Question: Serialize + DeserializeOwned {
    /// Identifies the kind in messages.
    const ID: &'static str;
    /// Whether progress comes so often that some of it may be left out.
    const MAY_SKIP_PROGRESS: bool = true;
    type Progress: Serialize + DeserializeOwned;
    type Answer: Serialize + DeserializeOwned;

    /// Answers the question about the scenario of a point.
    ///
    /// # Errors
    /// Returns the reason why there is no answer.
    fn run(
        self,
        of: &Point,
        progress: &mut dyn FnMut(Self::Progress),
    ) -> Result<Self::Answer, String>;
}

/// A reply to a question; after an answer or a failure there are no more.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply<P, A> {
    Progress(P),
    Answer(A),
    /// There is no answer, for this reason.
    Failed(String),
}

/// A reply to a question of a type.
pub type ReplyTo<Q> = Reply<<Q as Question>::Progress, <Q as Question>::Answer>;
