//! Templates of steps, questions and challenges for a lesson file, and proposals of queries whose value is
//! a given answer.

use std::fmt::Write as _;
use std::rc::Rc;

use crate::custom;
use crate::lesson::file::format::{Ask, Kind};
use crate::lesson::query::QueryEngine;
use crate::lesson::run::{Scene, SceneRun};
use crate::lesson::session::answer::Answer;
use crate::lesson::session::error::AnswerError;
use crate::scenario::Scenario;
use crate::sim::MessageId;

/// The most messages for which queries are tried.
const MOST_MESSAGES: u64 = 12;

/// The most queries proposed.
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
pub(in crate::lesson) fn proposals(
    link: &str,
    stop: u64,
    kind: Kind,
    answer: &str,
) -> Result<Vec<String>, AnswerError> {
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
    of_messages.chain(of_all).chain(of_structure(answer))
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

/// Writes the head of a lesson file.
pub(in crate::lesson) fn head(title: &str) -> String {
    let id = title.to_lowercase();
    let id: String = id
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    let id = id.trim_matches('-');
    let id = if id.is_empty() { "my-lesson" } else { id };
    format!(
        "id = {id:?}\ntitle = {title:?}\ncourse = \"switching\"\nplace = 1\nminutes = 8\n\
         goal = \"What one can do afterwards, in a sentence.\"\nteacher = \"\"\"\nWhat students believe, timing, \
         what to ask the room.\n\"\"\"\n\n[terms]\n"
    )
}

/// Writes a step that shows a scene.
pub(in crate::lesson) fn step(link: &str, stop: u64) -> String {
    let mut step = format!(
        "\n[[step]]\ntitle = \"A few words\"\ntext = \"\"\"\nWhat there is to see, in a few sentences.\n\"\"\"\n\
         scene = {link:?}\n"
    );
    if stop > 0 {
        // Writing to a string cannot fail.
        let _ = writeln!(step, "until = {stop}");
    }
    step
}

/// Writes a question whose answer is a query.
pub(in crate::lesson) fn question(kind: Kind, query: &str) -> String {
    let wrong = |text: &str| {
        let example = match kind {
            Kind::Number => format!("when = \"answer == {query} + 1\"\n"),
            _ => "when = \"answer == …\"\n".to_owned(),
        };
        format!("\n[[step.ask.wrong]]\n{example}text = {text:?}\n")
    };
    if kind == Kind::Choice {
        return format!(
            "\n[step.ask]\nkind = \"choice\"\ntext = \"What will happen?\"\n\n[[step.ask.option]]\ntext = \"One thing.\"\n\
             holds = {query:?}\n\n[[step.ask.option]]\ntext = \"Another.\"\nholds = {:?}\nsays = \"What this shows about the \
             thinking.\"\n\n[[step.ask.option]]\ntext = \"A third.\"\nholds = {:?}\nsays = \"What that shows.\"\n",
            format!("!({query})"),
            format!("!({query})"),
        );
    }
    format!(
        "\n[step.ask]\nkind = \"{}\"\ntext = \"What will the picture show?\"\nanswer = {query:?}\n{}{}",
        kind.id(),
        wrong("What this answer shows about the thinking."),
        wrong("What another one shows."),
    )
}

/// Writes a challenge to change one scene into another, on which a query holds.
pub(in crate::lesson) fn challenge(scene: &Scenario, changed: &Scenario, holds: &str) -> String {
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
    format!(
        "\n[step.goal]\ntext = \"What is to be reached.\"\nholds = {holds:?}\nsolution = {changes:?}\npar = {}\n",
        changed.changes(scene)
    )
}
