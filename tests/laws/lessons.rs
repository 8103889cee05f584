//! Properties of every lesson.

use std::collections::BTreeSet;

use flitscope::lesson::format::{Kind, Step};
use flitscope::lesson::{
    Course, LESSONS, Lesson, Session, Summary, ask, glossary, source_of, usual_minutes,
};
use flitscope::paper::PAPERS;
use flitscope::sim::Simulator;
use flitscope::{multicast, routing, topology, traffic};

use crate::common::effort::quick_or;

/// Everything in a lesson is correct: its texts, its answers, the anticipated answers, its
/// solutions.
#[test]
fn every_lesson_is_correct() {
    for summary in LESSONS {
        let session = session(summary.id);
        let check = session.check();
        let mistakes: Vec<_> = check.mistakes.iter().map(ToString::to_string).collect();
        assert_eq!(mistakes, [""; 0], "{}", summary.id);
        let played = (summary.asks + summary.challenges) as usize;
        assert_eq!(check.played.len(), played, "{}", summary.id);
    }
}

/// By default one lesson of each course, because sheets contain a drawing of every step.
#[test]
fn every_lesson_can_be_printed() {
    let firsts = Course::ALL
        .iter()
        .filter_map(|course| course.lessons().next());
    for summary in quick_or(firsts.collect(), LESSONS.iter().collect::<Vec<_>>()) {
        let session = session(summary.id);
        for for_teacher in [false, true] {
            let sheet = session.sheet(for_teacher, "https://example.org/#/lessons");
            let sheet = sheet.unwrap_or_else(|mistake| panic!("{}: {mistake}", summary.id));
            assert!(
                !sheet.contains("{{"),
                "{}: a query is not filled in",
                summary.id
            );
            // The text about the solution is evaluated on the scene, where it need not hold.
            assert!(!sheet.contains("within never"), "{}", summary.id);
            assert!(sheet.contains("<svg"), "{}", summary.id);
        }
    }
}

/// The mark beside a prediction is at what was asked.
#[test]
fn a_run_to_the_first_arrival_ends_there() {
    let mut asked = 0;
    for summary in LESSONS {
        let session = session(summary.id);
        for (index, step) in session.lesson.step.iter().enumerate() {
            let Some(ask) = &step.ask else { continue };
            let is_first = ask.text.get_ref().contains(" first?");
            if ask.kind != Kind::Node || !is_first {
                continue;
            }
            asked += 1;
            let run = session.simulated(index).expect("it is correct").run.clone();
            let mut simulator = Simulator::new(run.built().design.clone());
            for _ in 0..run.cycle() {
                simulator.step();
            }
            let last = simulator
                .snapshot()
                .last_delivery
                .expect("a message arrived");
            let there = run.built().topology.label(last.to);
            let verdict = session.answer(index, &there).expect("it is a node");
            assert!(verdict.right, "{}, {}: {there}", summary.id, step.title);
        }
    }
    assert_eq!(asked, 2);
}

/// A text that speaks of the arrows between channels, or names a cycle of them, has them in its picture.
#[test]
fn arrows_that_a_text_speaks_of_are_drawn() {
    let mut drawn = 0;
    for summary in LESSONS {
        let session = session(summary.id);
        for (index, step) in session.lesson.step.iter().enumerate() {
            let texts = step.then.iter().chain([&step.text]);
            let speaks = |text: &str| text.contains("arrow") || text.contains("Arrow");
            let is_graph = |text: &str| text.contains("dependenc");
            let mut texts = texts.map(|text| text.get_ref().as_str());
            let names_cycle = |text: &str| text.contains("{{dependency_cycle()");
            if texts.any(|text| speaks(text) && is_graph(text) || names_cycle(text)) {
                let scene = session.scene(index).expect("every step has one");
                let is_drawn = scene.get_ref().contains("show=deadlock");
                assert!(is_drawn, "{}, {}", summary.id, step.title);
                drawn += 1;
            }
        }
    }
    assert!(drawn >= 7);
}

/// A part of a path is no prediction yet: its reply comes without the run.
#[test]
fn a_part_of_a_path_is_told_from_a_whole_one() {
    let mut paths = 0;
    for summary in LESSONS {
        let session = session(summary.id);
        for (index, step) in session.lesson.step.iter().enumerate() {
            if step.ask.as_ref().is_none_or(|ask| ask.kind != Kind::Path) {
                continue;
            }
            paths += 1;
            let right = session.expected(index).expect("it is correct").write();
            let nodes: Vec<_> = right.split(' ').collect();
            let verdict = |nodes: &[&str]| {
                let verdict = session.answer(index, &nodes.join(" "));
                verdict.unwrap_or_else(|error| panic!("{}: {error}", summary.id))
            };
            let whole = verdict(&nodes);
            assert!(whole.right && !whole.is_incomplete);
            let run = session.simulated(index).expect("it is correct").run.clone();
            let mut ends = run
                .scenario()
                .messages
                .iter()
                .flat_map(|message| &message.to);
            // A worm to several nodes may reach one of them with its first hop.
            let is_end = ends.any(|to| to == nodes[1]);
            let parts = [&nodes[1..], &nodes[..2]];
            for part in &parts[..2 - usize::from(is_end)] {
                let told = verdict(part);
                let is_part = !told.right && told.is_incomplete && !told.says.is_empty();
                assert!(is_part, "{}, {}: {part:?}", summary.id, step.title);
            }
        }
    }
    assert!(paths >= 12);
    // The column first: as long, and wrong.
    let other = session("dimension-order").answer(1, "0,0 0,1 0,2 1,2 2,2 3,2");
    let other = other.expect("it is a path");
    assert!(!other.right && !other.is_incomplete);
}

/// More than is sent cannot arrive, whatever chance does within a run.
#[test]
fn no_lesson_delivers_more_than_is_sent() {
    for (scene, offered) in [
        (
            "t=mesh:4x4&vc=1&M=8&lam=0.02&run=20000&c=0",
            "load() * flits()",
        ),
        (
            "t=dragonfly:2,4,2&r=dragonfly-minimal&vc=6&buf=8&pe=1&M=8&tr=uniform&lam=0.075&warm=500&run=2000&c=0",
            "load() * flits()",
        ),
        (
            "t=fat-tree:4,3&r=fat-tree-random&vc=4&buf=8&pe=1&M=8&tr=transpose&lam=0.1&warm=500&run=1500&c=0",
            "load() * flits() * 7.0 / 8.0",
        ),
    ] {
        let query = format!("throughput() <= {offered} + 1e-12 && throughput() > 0.98 * {offered}");
        assert_eq!(ask(scene, None, &query).expect("a value"), "yes", "{scene}");
    }
}

/// From the last lesson of a course one goes on to the next course.
#[test]
fn every_lesson_but_the_last_leads_to_another() {
    for pair in LESSONS.windows(2) {
        assert_eq!(pair[0].next().map(|next| next.id), Some(pair[1].id));
    }
    assert!(LESSONS.last().is_some_and(|last| last.next().is_none()));
}

/// A lesson asks for predictions, has a challenge, keeps its steps short, and ends with a few sentences.
#[test]
fn lessons_share_one_structure() {
    /// A step fits on the screen beside the picture, or below it in a presentation.
    const MOST_WORDS: usize = 85;
    let courses = Course::ALL.map(|course| course.lessons().count());
    assert!(courses.iter().sum::<usize>() == LESSONS.len());
    for summary in LESSONS {
        let lesson = lesson(summary.id);
        assert!(
            lesson.asks() >= 3,
            "{} asks {} times",
            lesson.id,
            lesson.asks()
        );
        for ask in lesson.step.iter().filter_map(|step| step.ask.as_ref()) {
            let said = ask.option.iter().filter(|option| option.says.is_some());
            let foreseen = said.count() + ask.wrong.len();
            assert!(
                foreseen >= 2,
                "{}: {foreseen} other answers to {:?} are foreseen",
                lesson.id,
                ask.text.get_ref()
            );
        }
        assert!(lesson.challenges() >= 1, "{} has no challenge", lesson.id);
        assert!(lesson.goal.ends_with('.'), "{}: {}", lesson.id, lesson.goal);
        let conclusions: Vec<_> = lesson.conclusions().collect();
        assert!(
            (2..=4).contains(&conclusions.len()),
            "{} has {} conclusions",
            lesson.id,
            conclusions.len()
        );
        for text in conclusions {
            let is_sentence = text.starts_with(char::is_uppercase) && text.ends_with('.');
            // Plain text that stands without its lesson, and in which no number can go stale.
            let is_plain = ["[", "{{", "`", "**", "lesson", "picture"]
                .iter()
                .all(|part| !text.contains(part));
            assert!(is_sentence && is_plain, "{}: {text}", lesson.id);
        }
        assert!(
            !lesson.teacher.trim().is_empty(),
            "{} says nothing to teachers",
            lesson.id
        );
        for step in &lesson.step {
            let words = without_queries(step.text.get_ref())
                .split_whitespace()
                .count();
            assert!(
                words <= MOST_WORDS,
                "{}, {}: {words} words",
                lesson.id,
                step.title
            );
        }
        for other in &lesson.after {
            assert!(
                source_of(other).is_some(),
                "{} comes after {other}",
                lesson.id
            );
        }
    }
}

/// The duration that a lesson states is the estimated one, and its front page is complete.
#[test]
fn the_front_page_of_every_lesson_is_complete_and_its_duration_is_measured() {
    /// Students differ more than this.
    const FACTOR: f64 = 1.2;
    for summary in LESSONS {
        let front = session(summary.id).front();
        let (stated, estimated) = (f64::from(front.minutes), front.duration.minutes());
        assert!(
            (1.0 / FACTOR..FACTOR).contains(&(stated / estimated)),
            "{}: {stated} minutes; {}",
            summary.id,
            front.duration.explained()
        );
        assert!(estimated < 10.5, "{} takes {estimated} minutes", summary.id);
        assert!(!front.reading.is_empty(), "{}", summary.id);
        assert!(!front.conventions.is_empty(), "{}", summary.id);
        assert_eq!(front.steps.len(), summary.steps as usize, "{}", summary.id);
        assert_eq!(front.is_optional, summary.course == Course::Papers);
    }
}

/// No other course builds on an optional one.
#[test]
fn an_optional_lesson_is_no_prerequisite_of_another_course() {
    for summary in LESSONS {
        for before in summary.after.iter().filter_map(|id| Summary::by_id(id)) {
            assert!(
                !before.course.is_optional() || before.course == summary.course,
                "{} comes after {}",
                summary.id,
                before.id
            );
        }
    }
}

/// The front page of the project counts right.
#[test]
fn the_readme_states_the_numbers_of_lessons_and_papers() {
    const README: &str = include_str!("../../README.md");
    assert_eq!((LESSONS.len(), usual_minutes()), (30, 8));
    assert!(README.contains("thirty lessons of about eight minutes"));
    assert_eq!(PAPERS.len(), 6);
    assert!(README.contains("five published papers and one of our own"));
}

#[test]
fn a_term_is_explained_once() {
    let mut words = Vec::new();
    for summary in LESSONS {
        let lesson = lesson(summary.id);
        words.extend(
            lesson
                .terms
                .keys()
                .map(|word| (word.to_lowercase(), summary.id)),
        );
    }
    words.sort();
    for pair in words.windows(2) {
        assert_ne!(pair[0].0, pair[1].0, "{} and {}", pair[0].1, pair[1].1);
    }
    let glossary = glossary();
    assert!(glossary.len() > words.len(), "other words are defined too");
}

/// A definition is a sentence with a source, not the summary of an algorithm from a menu.
#[test]
fn every_term_is_defined_and_has_a_source() {
    /// The user's own network is not a term, and neither are variants of a defined term.
    const OTHERS: [&str; 3] = [
        "Your own network",
        "Binomial tree (round-robin)",
        "Binomial tree (fixed)",
    ];
    let glossary = glossary();
    let entries = (topology::FAMILIES.iter().map(|family| &family.entry))
        .chain(routing::FAMILIES.iter().map(|family| &family.entry))
        .chain(multicast::FAMILIES.iter().map(|family| &family.entry))
        .chain(traffic::FAMILIES.iter().map(|family| &family.entry));
    let entries: Vec<_> = entries.collect();
    for term in &glossary {
        let (word, means) = (&term.word, &term.means);
        let is_sentence = means.starts_with(char::is_uppercase) && means.ends_with('.');
        assert!(is_sentence, "{word}: {means}");
        assert!(!term.source.is_empty(), "{word} has no source");
        let summary = entries
            .iter()
            .find(|entry| means.trim_end_matches('.') == entry.summary());
        assert!(summary.is_none(), "{word} is explained by a summary");
    }
    let is_word = |word: &str| glossary.iter().any(|term| term.word == word);
    for word in [
        "packet",
        "phit",
        "flit",
        "livelock",
        "starvation",
        "crossbar",
    ] {
        assert!(is_word(word), "{word}");
    }
    for entry in entries
        .iter()
        .filter(|entry| !OTHERS.contains(&entry.name()))
    {
        assert!(is_word(&entry.name().to_lowercase()), "{}", entry.name());
    }
}

/// A step introduces at most two terms: those linked in it and in no earlier step or prerequisite.
#[test]
fn a_step_introduces_at_most_two_terms() {
    for summary in LESSONS {
        let lesson = lesson(summary.id);
        let mut known = BTreeSet::new();
        let mut before = summary.after.to_vec();
        while let Some(id) = before.pop() {
            let earlier = self::lesson(id);
            known.extend(
                earlier
                    .terms
                    .keys()
                    .map(|term| term.to_lowercase().replace('-', " ")),
            );
            known.extend(earlier.step.iter().flat_map(linked_terms));
            before.extend(Summary::by_id(id).into_iter().flat_map(|other| other.after));
        }
        for step in &lesson.step {
            let mut new: Vec<_> = linked_terms(step);
            new.retain(|term| known.insert(term.clone()));
            assert!(new.len() <= 2, "{}, {}: {new:?}", lesson.id, step.title);
        }
        for term in lesson
            .terms
            .keys()
            .map(|term| term.to_lowercase().replace('-', " "))
        {
            assert!(known.contains(&term), "{} never links {term}", lesson.id);
        }
    }
}

/// Returns the terms that the texts of a step link to, without hyphens, in order.
fn linked_terms(step: &Step) -> Vec<String> {
    let mut texts = vec![&step.text];
    texts.extend(&step.then);
    if let Some(ask) = &step.ask {
        texts.push(&ask.text);
        texts.extend(ask.option.iter().map(|option| &option.text));
    }
    texts.extend(step.goal.iter().map(|goal| &goal.text));
    let links = texts.into_iter().flat_map(|text| {
        let mut parts = text.get_ref().split("](term").collect::<Vec<_>>();
        let last = parts.pop();
        let ends = parts.iter().skip(1).copied().chain(last);
        let links = parts.iter().zip(ends).map(|(before, after)| {
            let shown = before.rsplit('[').next().unwrap_or_default();
            let named = after.split(')').next().unwrap_or_default();
            named.strip_prefix(':').unwrap_or(shown).to_lowercase()
        });
        links.collect::<Vec<_>>()
    });
    links.map(|term| term.replace('-', " ")).collect()
}

/// The text as it is read, with each query replaced by one word.
fn without_queries(text: &str) -> String {
    let mut parts = text.split("{{");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |read, part| {
        let after = part.split_once("}}").map_or(part, |(_, after)| after);
        format!("{read}0{after}")
    })
}

fn lesson(id: &str) -> Lesson {
    let source = source_of(id).expect("it is registered");
    Lesson::read(source).expect("the build has read it")
}

fn session(id: &str) -> Session {
    let source = source_of(id).expect("it is registered");
    Session::open(source).unwrap_or_else(|mistake| panic!("{id}: {mistake}"))
}
