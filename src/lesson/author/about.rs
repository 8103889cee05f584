//! The things of the program that a lesson is about.

use crate::error::LessonError;
use crate::session::controls::control;
use engine::catalog::quoted;
use engine::model;
use engine::sim::switching;
use engine::{multicast, routing, topology, traffic};
use study::paper;
use study::scenario::PRESETS;

/// Checks that an entry of `about` names something of the program.
pub(super) fn check_about(thing: &str) -> Result<(), LessonError> {
    let (kind, id) = thing.split_once(' ').unwrap_or((thing, ""));
    let is_one_of = |ids: &[&str]| ids.contains(&id);
    let known = match kind {
        "topology" => topology::FAMILIES
            .iter()
            .any(|family| family.entry.id == id),
        "routing" => routing::FAMILIES.iter().any(|family| family.entry.id == id),
        "multicast" => multicast::FAMILIES
            .iter()
            .any(|family| family.entry.id == id),
        "switching" => switching::FAMILIES
            .iter()
            .any(|family| family.entry.id == id),
        "pattern" => traffic::FAMILIES.iter().any(|family| family.entry.id == id),
        "model" => model::FAMILIES.iter().any(|family| family.entry.id == id),
        "paper" => paper::PAPERS.iter().any(|paper| paper.id == id),
        "example" => PRESETS.iter().any(|preset| preset.id == id),
        "overlay" => is_one_of(&["routes", "multicast", "deadlock"]),
        "dock" => is_one_of(&["spacetime", "modes", "curve", "script", "network"]),
        "setting" => control(id).is_ok(),
        _ => false,
    };
    if known {
        return Ok(());
    }
    let things = "something of the program, such as routing duato, paper ciciani, example ring-deadlock, overlay \
                  routes, dock curve or setting vcs";
    Err(LessonError::new(format!(
        "about must name {things}, not {}",
        quoted(thing)
    )))
}
