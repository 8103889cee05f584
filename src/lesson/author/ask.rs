//! Evaluation of a single query on a scene.

use crate::error::LessonError;
use crate::query::{QueryEngine, in_words};
use crate::run::{Scene, SceneRun};
use study::custom;

/// Evaluates a query on the scene of a link and formats the value as in a lesson: `14`, `2>3`, `never`.
/// The scene is simulated up to cycle `until`; if that is `None`, until all activity has ended, or, if
/// messages are drawn at random, up to the cycle of the link.
pub fn ask(link: &str, until: Option<u64>, query: &str) -> Result<String, LessonError> {
    let scene = Scene::read(link, &custom::scripts())?;
    let run = SceneRun::new(&scene.scenario, &scene.scenario)?;
    match until {
        Some(cycle) => run.to_cycle(cycle),
        None if run.is_endless() => run.to_cycle(scene.cycle),
        None => {
            let Ok(_) = run.until::<std::convert::Infallible>(0, || Ok(run.is_over()));
        }
    }
    let value = QueryEngine::of(&run).value(query, &[]);
    value
        .map(|value| in_words(&value))
        .map_err(|fault| LessonError::new(fault.to_string()))
}
