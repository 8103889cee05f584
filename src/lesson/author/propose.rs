//! Proposals for a lesson that is being made: queries whose value is a given answer, and the changes between two
//! scenes.

use std::rc::Rc;

use crate::error::LessonError;
use crate::file::format::{Ask, Kind};
use crate::query::{GROUPS, MEASURED, QueryEngine};
use crate::run::{Scene, SceneRun};
use crate::session::answer::Answer;
use engine::sim::MessageId;
use study::custom;
use study::scenario::Scenario;

/// The most messages for which queries are tried.
const MOST_MESSAGES: u64 = 12;

const MOST_PROPOSED: usize = 12;

/// Queries about a message, with the kinds of answer that they return.
const OF_A_MESSAGE: &[(&str, &[Kind])] = &[
    ("wants", &[Kind::Channel]),
    ("holds", &[Kind::Channel]),
    ("arrival", &[Kind::Number]),
    ("latency", &[Kind::Number]),
    ("delay", &[Kind::Number]),
    ("hops", &[Kind::Number]),
    ("blocked_for", &[Kind::Number]),
    ("blocked_since", &[Kind::Number]),
    ("length", &[Kind::Number]),
    ("destination", &[Kind::Node]),
    ("source", &[Kind::Node]),
    ("path", &[Kind::Path]),
];

/// Queries about the whole run or network.
const OF_ALL: &[(&str, &[Kind])] = &[
    ("delivered()", &[Kind::Number]),
    ("cycle()", &[Kind::Number]),
    ("deadlock_cycle()", &[Kind::Number]),
    ("deadlocked().len()", &[Kind::Number]),
    ("completed()", &[Kind::Number]),
    ("channels_used()", &[Kind::Number]),
    ("busiest()", &[Kind::Channel]),
    ("dependency_cycle()", &[Kind::Channel]),
    ("nodes()", &[Kind::Number]),
    ("channels()", &[Kind::Number]),
    ("degree()", &[Kind::Number]),
    ("diameter()", &[Kind::Number]),
    ("bisection()", &[Kind::Number]),
    ("min_vcs()", &[Kind::Number]),
];

/// Returns queries whose value is the answer, on the scene of a link simulated up to a cycle.
pub(crate) fn proposals(
    link: &str,
    stop: u64,
    kind: Kind,
    answer: &str,
) -> Result<Vec<String>, LessonError> {
    let Scene { scenario, .. } = Scene::read(link, &custom::scripts())?;
    let run = SceneRun::new(&scenario, &scenario)?;
    run.to_cycle(stop);
    let ask = Ask::of_kind(kind);
    let answer = Answer::read(&ask, &run, answer)?;
    let engine = QueryEngine::of(&run);
    let agrees = |query: &String| {
        let value = engine.value(query, &[]);
        value.is_ok_and(|value| answer.agrees(&ask, &value))
    };
    let mut found: Vec<_> = queries(&run, kind, &answer).filter(agrees).collect();
    found.truncate(MOST_PROPOSED);
    Ok(found)
}

fn queries<'a>(
    run: &Rc<SceneRun>,
    kind: Kind,
    answer: &'a Answer,
) -> impl Iterator<Item = String> + 'a {
    let messages = run.now(|now| now.counters().generated).min(MOST_MESSAGES);
    let messages = (0..messages).map(MessageId);
    let of_messages = messages.flat_map(move |MessageId(message)| {
        let fitting = OF_A_MESSAGE
            .iter()
            .filter(move |(_, kinds)| kinds.contains(&kind));
        fitting.map(move |(name, _)| format!("{name}({message})"))
    });
    let of_all = OF_ALL
        .iter()
        .filter(move |(_, kinds)| kinds.contains(&kind));
    let of_all = of_all.map(|(query, _)| (*query).to_owned());
    let others = others(kind).map(str::to_owned);
    of_messages
        .chain(of_all)
        .chain(others)
        .chain(of_structure(answer))
}

/// Returns the other queries without arguments whose value may be a number. Those that simulate until a mean has settled
/// take too long to be tried.
fn others(kind: Kind) -> impl Iterator<Item = &'static str> {
    let groups = GROUPS.iter().filter(|group| group.name != MEASURED);
    let calls = groups
        .flat_map(|group| group.queries)
        .map(|query| query.call);
    let is_new =
        |call: &&str| call.ends_with("()") && OF_ALL.iter().all(|(known, _)| known != call);
    calls.filter(is_new).filter(move |_| kind == Kind::Number)
}

/// Returns queries about the network that mention the nodes of the answer.
fn of_structure(answer: &Answer) -> Vec<String> {
    match answer {
        Answer::Path(nodes) => match &**nodes {
            [from, .., to] => vec![format!("route({from:?}, {to:?})")],
            _ => Vec::new(),
        },
        Answer::Set(nodes) => {
            let around = nodes.first().into_iter();
            around.map(|node| format!("neighbors({node:?})")).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the scenario of a link of the page.
pub(crate) fn scenario_of(link: &str) -> Result<Scenario, LessonError> {
    Ok(Scene::read(link, &custom::scripts())?.scenario)
}

/// Returns the changes, as in a link, that turn one scene into another.
pub(crate) fn changes(scene: &Scenario, changed: &Scenario) -> Vec<String> {
    let (before, after) = (scene.to_link(), changed.to_link());
    let old: Vec<_> = before.split('&').collect();
    let mut changes: Vec<_> = after
        .split('&')
        .filter(|pair| !old.contains(pair))
        .map(str::to_owned)
        .collect();
    // A setting that was reset to its default is missing from the link.
    let key = |pair: &str| pair.split('=').next().unwrap_or_default().to_owned();
    let kept: Vec<_> = after.split('&').map(key).collect();
    let gone = old
        .iter()
        .map(|pair| key(pair))
        .filter(|name| !kept.contains(name));
    for name in gone {
        let field = Scenario::fields().find(|(short, _)| *short == name);
        let value = field.map(|(_, path)| changed.get(path)).unwrap_or_default();
        changes.push(format!("{name}={value}"));
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_the_network_is_proposed() {
        let tornado = "t=ring:8&tr=tornado&lam=0.02";
        for (answer, query) in [
            ("3", "channel_load()"),
            ("8", "nodes()"),
            ("16", "channels()"),
        ] {
            let found = proposals(tornado, 0, Kind::Number, answer).expect("a valid scene");
            assert!(
                found.iter().any(|found| found == query),
                "{answer}: {found:?}"
            );
        }
        let found = proposals(tornado, 0, Kind::Channel, "0>1").expect("a valid scene");
        assert!(
            !found.iter().any(|found| found == "all_channels()"),
            "{found:?}"
        );
    }
}
