//! Requests of the builder, in which lessons are made.

use super::step;
use crate::author::draft::Draft;
use crate::author::propose;
use crate::error::LessonError;
use crate::protocol::{QueryShown, Recorded, Written};
use crate::query::GROUPS;
use crate::session::Session;
use crate::session::reach;

/// Writes the file of a draft, and shows a step of it as students see it.
pub(super) fn written(draft: &Draft, number: Option<usize>) -> Written {
    let file = draft.to_toml();
    let shown = number.map(|number| {
        let session = Session::open(&file)?;
        step::shown(&session, number.saturating_sub(1))
    });
    let (preview, why) = match shown {
        None => (None, None),
        Some(Ok(shown)) => (Some(Box::new(shown)), None),
        Some(Err(mistake)) => (None, Some(mistake.reason)),
    };
    Written { file, preview, why }
}

/// Returns the changes from the scene of a step to a scene that a student is to reach, and the controls for them.
pub(super) fn recorded(scene: &str, link: &str) -> Result<Recorded, LessonError> {
    let (scene, solved) = (propose::scenario_of(scene)?, propose::scenario_of(link)?);
    let changes = propose::changes(&scene, &solved);
    if changes.is_empty() {
        return Err(LessonError::new(
            "the network is as in the step; change it as a solution does before it is recorded",
        ));
    }
    let allow = reach::controls_for(&scene, &solved);
    Ok(Recorded {
        changes,
        allow: allow.into_iter().map(str::to_owned).collect(),
        par: solved.changes(&scene),
    })
}

pub(super) fn queries() -> Vec<QueryShown> {
    let queries = GROUPS.iter().flat_map(|group| group.queries);
    let queries = queries.map(|query| QueryShown {
        call: query.call.to_owned(),
        tells: query.tells.to_owned(),
    });
    queries.collect()
}
