//! Parts of lesson files, for the builder.

use super::error::Refusal;
use crate::custom;
use crate::lesson::author::propose;
use crate::lesson::protocol::{FilePart, QueryShown};
use crate::lesson::query::GROUPS;
use crate::scenario::Scenario;

/// Writes a part of a lesson file.
pub(super) fn written(part: &FilePart) -> Result<String, Refusal> {
    Ok(match part {
        FilePart::Head { title } => propose::head(title),
        FilePart::Step { link, stop } => propose::step(link, *stop),
        FilePart::Question { kind, query } => propose::question(*kind, query),
        FilePart::Challenge { scene, link, query } => {
            propose::challenge(&scenario(scene)?, &scenario(link)?, query)
        }
    })
}

fn scenario(link: &str) -> Result<Scenario, Refusal> {
    let opened = Scenario::from_link_with(link, &custom::scripts()).whole();
    Ok(opened.map_err(Refusal::Scene)?.scenario)
}

/// Returns all queries.
pub(super) fn queries() -> Vec<QueryShown> {
    let queries = GROUPS.iter().flat_map(|group| group.queries);
    let queries = queries.map(|query| QueryShown {
        call: query.call.to_owned(),
        tells: query.tells.to_owned(),
    });
    queries.collect()
}
