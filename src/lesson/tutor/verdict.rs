//! Verdicts on answers and attempts.

use crate::error::LessonError;
use crate::file::format::Kind;
use crate::protocol::{AttemptShown, Outcome, VerdictShown};
use crate::session::Session;
use crate::session::answer::Answer;
use crate::session::judge::{Attempt, Verdict};

/// Judges an answer to the question of a step, given by its index.
pub(super) fn on_answer(
    session: &Session,
    index: usize,
    answer: &str,
) -> Result<VerdictShown, LessonError> {
    let verdict = session.answer(index, answer)?;
    let outcome = if verdict.right {
        Outcome::Right
    } else {
        Outcome::Wrong
    };
    Ok(shown(session, index, verdict, outcome))
}

/// Returns the right answer to the question of a step, given by its index.
pub(super) fn revealed(session: &Session, index: usize) -> Result<VerdictShown, LessonError> {
    let answer = session.expected(index)?.write();
    let verdict = session.answer(index, &answer)?;
    Ok(shown(session, index, verdict, Outcome::Revealed { answer }))
}

fn shown(session: &Session, index: usize, verdict: Verdict, outcome: Outcome) -> VerdictShown {
    VerdictShown {
        step: index + 1,
        outcome,
        says: unless_empty(verdict.says),
        scene: verdict.scene,
        is_incomplete: verdict.is_incomplete,
        measured: measured(session, index).unwrap_or_default(),
    }
}

/// Returns the measured curve if the question asks for one.
fn measured(session: &Session, index: usize) -> Option<Vec<[f64; 2]>> {
    let ask = session.step(index).ok()?.ask.as_ref()?;
    if ask.kind != Kind::Curve {
        return None;
    }
    match session.expected(index) {
        Ok(Answer::Curve(points)) => Some(points),
        _ => None,
    }
}

/// Judges an attempt at the challenge of a step, given by its index.
pub(super) fn on_attempt(
    session: &Session,
    index: usize,
    link: &str,
) -> Result<AttemptShown, LessonError> {
    let Attempt { met, score, says } = session.attempt(index, link)?;
    Ok(AttemptShown {
        step: index + 1,
        link: link.to_owned(),
        met,
        score,
        says: unless_empty(says),
    })
}

fn unless_empty(html: String) -> Option<String> {
    Some(html).filter(|html| !html.is_empty())
}
