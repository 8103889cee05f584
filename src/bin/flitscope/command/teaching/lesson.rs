//! Lessons: lists, contents, and checks of lesson files.

use std::fmt::Write as _;

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::package::PackageOptions;
use crate::command::common::files::{MOST_BYTES, text_of};
use crate::command::common::tables::aligned;
use flitscope::catalog::{quoted, quoted_path};
use flitscope::lesson::{
    Check, EXAMPLE, Front, LESSONS, QUERIES, Session, Summary, ask, check, glossary, source_of,
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
    pub(crate) fn answer(&self, as_json: bool) -> Result<Value, String> {
        match &self.command {
            LessonCommand::List => Ok(LESSONS.iter().map(summary).collect()),
            LessonCommand::Show { id, source } => show(id, *source, as_json),
            LessonCommand::Check { files } => check_files(files, as_json),
            LessonCommand::Example => Ok(EXAMPLE.into()),
            LessonCommand::Queries => Ok(queries()),
            LessonCommand::Ask {
                scene,
                query,
                until,
            } => {
                let value = ask(scene, *until, query).map_err(|error| error.to_string())?;
                Ok(if as_json {
                    json!({ "query": query, "value": value })
                } else {
                    format!("{value}\n").into()
                })
            }
            LessonCommand::Package(options) => options.write(as_json),
            LessonCommand::Glossary => {
                let terms = glossary().into_iter().map(|term| {
                    json!({
                        "word": term.word,
                        "means": term.means,
                        "source": term.source,
                        "lesson": term.lesson,
                    })
                });
                Ok(terms.collect())
            }
        }
    }

    /// Returns whether a checked file is invalid.
    pub(crate) fn is_refuted(&self, answer: &Value) -> bool {
        let has_mistakes = match answer {
            Value::Array(files) => files.iter().any(|file| file["holds"] == false),
            Value::String(text) => text.contains(DOES_NOT_HOLD),
            _ => false,
        };
        matches!(self.command, LessonCommand::Check { .. }) && has_mistakes
    }
}

/// The end of the line about an invalid file.
const DOES_NOT_HOLD: &str = ": does not hold\n";

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

fn queries() -> Value {
    let groups = QUERIES.iter().flat_map(|group| {
        group
            .queries
            .iter()
            .map(|query| json!({ "query": query.call, "tells": query.tells, "about": group.name }))
    });
    groups.collect()
}

fn show(id: &str, source: bool, as_json: bool) -> Result<Value, String> {
    let (Some(summary_of), Some(text)) = (Summary::by_id(id), source_of(id)) else {
        let given = quoted(id);
        return Err(format!(
            "lesson must be one of those that `flitscope lesson list` prints, not {given}"
        ));
    };
    if source {
        return Ok(text.into());
    }
    let session = Session::open(text).map_err(|mistake| mistake.to_string())?;
    let played = session.check().played;
    if as_json {
        let mut output = summary(summary_of);
        let front = session.front();
        output["goal"] = front.goal.into();
        output["conclusions"] = session.lesson.conclusions().collect();
        output["after"] = json!(front.after);
        output["reading"] = json!(front.reading);
        output["conventions"] = json!(front.conventions);
        output["words"] = json!(front.words);
        output["estimated_minutes"] = json!(front.duration.minutes());
        output["played"] = json!(played);
        let steps = session.lesson.step.iter().enumerate().map(|(index, step)| {
            let scene = session.scene(index).map(|scene| scene.get_ref().clone());
            json!({ "title": step.title, "text": step.text.get_ref(), "scene": scene.ok() })
        });
        output["step"] = steps.collect();
        return Ok(output);
    }
    let mut output = front_page(&session.front());
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
    let conclusions: Vec<_> = session.lesson.conclusions().collect();
    if !conclusions.is_empty() {
        let _ = writeln!(output, "\nconclusions:\n  {}", conclusions.join("\n  "));
    }
    Ok(output.into())
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

fn check_files(files: &[String], as_json: bool) -> Result<Value, String> {
    let mut checked = Vec::new();
    for file in files {
        let text = text_of(file, MOST_BYTES)
            .map_err(|error| format!("the lesson {} cannot be read: {error}", quoted_path(file)))?;
        let duration = Session::open(&text).ok().map(|session| session.duration());
        checked.push((file, check(&text), duration));
    }
    if as_json {
        let output = checked.iter().map(|(file, check, duration)| {
            let Check {
                mistakes,
                played,
                warnings,
                variants,
            } = check;
            let mistakes = mistakes.iter().map(|mistake| {
                json!({ "line": mistake.line, "column": mistake.column, "reason": mistake.reason })
            });
            let mistakes: Vec<_> = mistakes.collect();
            let mut output = json!({
                "file": file,
                "holds": mistakes.is_empty(),
                "mistakes": mistakes,
                "played": played,
                "warnings": warnings,
                "estimated_minutes": duration.map(|duration| duration.minutes()),
            });
            if let Some(variants) = variants {
                output["variants"] = json!({ "played": variants.played, "all": variants.are_all });
            }
            output
        });
        return Ok(output.collect());
    }
    let mut output = String::new();
    for (file, check, duration) in &checked {
        let Check {
            mistakes,
            played,
            warnings,
            variants,
        } = check;
        let rows = played.iter().map(|played| {
            json!({
                "step": played.step,
                "kind": played.kind,
                "answer": played.answer,
                "detail": played.detail,
            })
        });
        output += aligned(&rows.collect::<Vec<_>>()).as_str();
        for mistake in mistakes {
            let _ = writeln!(output, "{file}: {mistake}");
        }
        for warning in warnings {
            let _ = writeln!(output, "{file}: warning: {warning}");
        }
        if let Some(duration) = duration {
            let _ = writeln!(output, "{}", duration.explained());
        }
        if let Some(variants) = variants {
            let extent = if variants.are_all { "all " } else { "" };
            let _ = writeln!(
                output,
                "{file}: {extent}{} variants played",
                variants.played
            );
        }
        let verdict = if mistakes.is_empty() {
            ": holds\n"
        } else {
            DOES_NOT_HOLD
        };
        let _ = write!(output, "{file}{verdict}");
    }
    Ok(output.into())
}
