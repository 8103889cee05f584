//! Lessons: lists, contents, and checks of lesson files.

use std::fmt::Write as _;

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::package::PackageOptions;
use crate::command::common::answer::{Answer, CommandResult};
use crate::command::common::files::{MOST_BYTES, text_of};
use crate::command::common::tables::aligned;
use flitscope::catalog::{quoted, quoted_path};
use flitscope::lesson::{
    Check, Duration, EXAMPLE, Front, LESSONS, QUERIES, Session, Summary, ask, check, glossary,
    source_of,
};

pub(crate) const HELP: &str = "A lesson file is TOML; `flitscope lesson example` and `flitscope lesson show \
                               ID --source` print one, and `flitscope lesson queries` lists what it can ask.";

/// A command on lessons.
#[derive(Debug, Args)]
pub(crate) struct LessonOptions {
    #[command(subcommand)]
    command: LessonCommand,
}

#[derive(Debug, Subcommand)]
enum LessonCommand {
    /// Every lesson, by course.
    List,
    /// The steps of a lesson, with its questions and computed answers.
    Show {
        /// Its id.
        id: String,
        /// Print its file instead.
        #[arg(long)]
        source: bool,
    },
    /// Plays every answer and solution of a lesson file and prints them; the exit status is 1 if
    /// something does not hold.
    Check {
        /// Lesson files.
        #[arg(required = true)]
        files: Vec<String>,
    },
    /// An example of a lesson file, in which numbers and nodes differ between students.
    Example,
    /// The queries that lessons can ask of a run.
    Queries,
    /// The value of a query on a scene.
    Ask {
        /// The query of a link: 't=mesh:6&M=8&msg=0:0>5'.
        scene: String,
        /// For example 'latency(0)'; `flitscope lesson queries` lists them.
        query: String,
        /// The cycle up to which to simulate; default: until nothing more happens.
        #[arg(long)]
        until: Option<u64>,
    },
    /// The glossary of the lessons.
    Glossary,
    /// Writes a lesson as a SCORM package, a zip file for a learning platform.
    Package(PackageOptions),
}

impl LessonOptions {
    pub(crate) fn answer(&self) -> CommandResult {
        match &self.command {
            LessonCommand::List => Ok(Answer::rows(LESSONS.iter().map(summary).collect())),
            LessonCommand::Show { id, source } => show(id, *source),
            LessonCommand::Check { files } => check_files(files),
            LessonCommand::Example => Ok(Answer::text(EXAMPLE)),
            LessonCommand::Queries => Ok(Answer::rows(queries())),
            LessonCommand::Ask {
                scene,
                query,
                until,
            } => {
                let value = ask(scene, *until, query).map_err(|error| error.to_string())?;
                let text = format!("{value}\n");
                Ok(Answer::new(json!({ "query": query, "value": value }), text))
            }
            LessonCommand::Package(options) => options.write(),
            LessonCommand::Glossary => {
                let terms = glossary().into_iter().map(|term| {
                    json!({
                        "word": term.word,
                        "means": term.means,
                        "source": term.source,
                        "lesson": term.lesson,
                    })
                });
                Ok(Answer::rows(terms.collect()))
            }
        }
    }
}

fn summary(lesson: &Summary) -> Value {
    json!({
        "id": lesson.id,
        "title": lesson.title,
        "minutes": lesson.minutes,
        "course": lesson.course.id(),
        "optional": lesson.course.is_optional(),
        "steps": lesson.steps,
        "asks": lesson.asks,
        "challenges": lesson.challenges,
    })
}

fn queries() -> Vec<Value> {
    let groups = QUERIES.iter().flat_map(|group| {
        group
            .queries
            .iter()
            .map(|query| json!({ "query": query.call, "tells": query.tells, "about": group.name }))
    });
    groups.collect()
}

fn show(id: &str, source: bool) -> CommandResult {
    let (Some(summary_of), Some(text)) = (Summary::by_id(id), source_of(id)) else {
        let given = quoted(id);
        return Err(format!(
            "lesson must be one of those that `flitscope lesson list` prints, not {given}"
        ));
    };
    if source {
        return Ok(Answer::text(text));
    }
    let session = Session::open(text).map_err(|mistake| mistake.to_string())?;
    let played = session.check().played;
    let front = session.front();
    let conclusions: Vec<_> = session.lesson.conclusions().collect();
    let steps = session.lesson.step.iter().enumerate().map(|(index, step)| {
        let scene = session.scene(index).map(|scene| scene.get_ref().clone());
        json!({ "title": step.title, "text": step.text.get_ref(), "scene": scene.ok() })
    });
    let mut json = summary(summary_of);
    json["goal"] = front.goal.as_str().into();
    json["conclusions"] = json!(conclusions);
    json["after"] = json!(front.after);
    json["reading"] = json!(front.reading);
    json["conventions"] = json!(front.conventions);
    json["words"] = json!(front.words);
    json["estimated_minutes"] = json!(front.duration.minutes());
    json["played"] = json!(played);
    json["step"] = steps.collect();
    let mut output = front_page(&front);
    for (index, step) in session.lesson.step.iter().enumerate() {
        let _ = writeln!(output, "{}. {}", index + 1, step.title);
        for played in played.iter().filter(|played| played.step == index + 1) {
            let _ = writeln!(
                output,
                "   {}: {} ({})",
                played.kind, played.answer, played.detail
            );
        }
    }
    if !conclusions.is_empty() {
        let _ = writeln!(output, "\nconclusions:\n  {}", conclusions.join("\n  "));
    }
    Ok(Answer::new(json, output))
}

/// Writes the front page of a lesson, followed by an empty line.
fn front_page(front: &Front) -> String {
    let optional = if front.is_optional { ", optional" } else { "" };
    let (minutes, estimate) = (front.minutes, front.duration.explained());
    let mut output = format!(
        "{}\n{}\n{minutes} minutes{optional}. {estimate}\n",
        front.title, front.goal
    );
    let titles = front.after.iter().map(|id| match Summary::by_id(id) {
        Some(before) => format!("{} ({id})", before.title),
        None => id.clone(),
    });
    let lists = [
        ("after", titles.collect()),
        ("words", front.words.clone()),
        ("textbooks", front.reading.clone()),
        ("conventions", front.conventions.clone()),
    ];
    for (name, lines) in lists.iter().filter(|(_, lines)| !lines.is_empty()) {
        let separator = if *name == "words" { ", " } else { "\n  " };
        // Writing to a string cannot fail.
        let _ = writeln!(output, "{name}:\n  {}", lines.join(separator));
    }
    output + "\n"
}

fn check_files(files: &[String]) -> CommandResult {
    let (mut json, mut text, mut is_negative) = (Vec::new(), String::new(), false);
    for file in files {
        let source = text_of(file, MOST_BYTES)
            .map_err(|error| format!("the lesson {} cannot be read: {error}", quoted_path(file)))?;
        let duration = Session::open(&source)
            .ok()
            .map(|session| session.duration());
        let checked = check(&source);
        is_negative |= !checked.mistakes.is_empty();
        json.push(checked_json(file, &checked, duration.as_ref()));
        text += &checked_text(file, &checked, duration.as_ref());
    }
    Ok(Answer {
        is_negative,
        ..Answer::new(json.into(), text)
    })
}

fn checked_json(file: &str, check: &Check, duration: Option<&Duration>) -> Value {
    let mistakes = check.mistakes.iter().map(|mistake| {
        json!({ "line": mistake.line, "column": mistake.column, "reason": mistake.reason })
    });
    let mut json = json!({
        "file": file,
        "holds": check.mistakes.is_empty(),
        "mistakes": mistakes.collect::<Vec<_>>(),
        "played": check.played,
        "warnings": check.warnings,
        "estimated_minutes": duration.map(Duration::minutes),
    });
    if let Some(variants) = &check.variants {
        json["variants"] = json!({ "played": variants.played, "all": variants.are_all });
    }
    json
}

fn checked_text(file: &str, check: &Check, duration: Option<&Duration>) -> String {
    let played = check.played.iter().map(|played| {
        json!({
            "step": played.step,
            "kind": played.kind,
            "answer": played.answer,
            "detail": played.detail,
        })
    });
    let mut text = aligned(&played.collect::<Vec<_>>());
    for mistake in &check.mistakes {
        let _ = writeln!(text, "{file}: {mistake}");
    }
    for warning in &check.warnings {
        let _ = writeln!(text, "{file}: warning: {warning}");
    }
    if let Some(duration) = duration {
        let _ = writeln!(text, "{}", duration.explained());
    }
    if let Some(variants) = &check.variants {
        let extent = if variants.are_all { "all " } else { "" };
        let _ = writeln!(text, "{file}: {extent}{} variants played", variants.played);
    }
    let verdict = if check.mistakes.is_empty() {
        "holds"
    } else {
        "does not hold"
    };
    let _ = writeln!(text, "{file}: {verdict}");
    text
}
