//! A lesson as a package for learning platforms.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::command::common::answer::{Answer, CommandResult};
use crate::command::common::files::{self, MOST_BYTES, bytes_of, text_of};
use flitscope::catalog::quoted_path;
use flitscope::lesson::{LessonSource, Package, Reply, Request, Scorm, Summary, Tutor, pass_of};

/// A lesson, and the form of its package.
#[derive(Debug, Args)]
pub(super) struct PackageOptions {
    /// The id of a lesson of the program, or a lesson file.
    #[arg(value_name = "ID|FILE")]
    lesson: String,
    /// The edition of SCORM that the platform takes: 1.2 or 2004 (4th edition).
    #[arg(long, value_name = "EDITION")]
    scorm: String,
    /// The share of right tasks from which the platform counts the lesson as passed [%]; without it, a lesson
    /// is completed, with a score.
    #[arg(long, value_name = "SHARE", allow_hyphen_values = true)]
    pass: Option<String>,
    /// The page in one file, which `scripts/build` makes [default: flitscope.html in dist/, here, or beside this
    /// program].
    #[arg(long, value_name = "FILE")]
    page: Option<String>,
    /// The zip file to write [default: ID-scorm-EDITION.zip].
    #[arg(long, value_name = "FILE")]
    into: Option<String>,
}

/// The name of the page in one file.
const PAGE: &str = "flitscope.html";

impl PackageOptions {
    /// Writes the package, and returns a line about it, with its name, size and contents as JSON.
    pub(super) fn write(&self) -> CommandResult {
        let scorm = Scorm::parse(&self.scorm).map_err(|error| error.to_string())?;
        let pass = self.pass.as_deref().map(pass_of).transpose();
        let pass = pass.map_err(|error| error.to_string())?;
        let file = self.file()?;
        let source = match &file {
            Some(text) => LessonSource::File(text.clone()),
            None => LessonSource::BuiltIn(self.lesson.clone()),
        };
        let opened = Tutor::default().answer(&Request::Open {
            source,
            beside: None,
            seed: None,
        });
        let lesson = match opened {
            Reply::Lesson(lesson) => lesson,
            Reply::Refused { why } => return Err(why),
            _ => unreachable!("a lesson is opened or refused"),
        };
        let package = Package {
            scorm,
            id: &lesson.id,
            title: &lesson.title,
            goal: &lesson.goal,
            file: file.as_deref().filter(|_| lesson.is_own),
            pass,
        };
        let zip = package
            .zip(&self.page()?)
            .map_err(|error| error.to_string())?;
        let into = self.into.clone().unwrap_or_else(|| package.file_name());
        files::write(&into, &zip).map_err(|error| {
            let into = quoted_path(&into);
            format!("into must be a file that can be written, not {into} ({error})")
        })?;
        let names = package.names();
        let megabytes = zip.len() as f64 / 1e6;
        let text = format!("{into}: {megabytes:.2} MB, {} files\n", names.len());
        let json = json!({ "file": into, "bytes": zip.len(), "files": names });
        Ok(Answer::new(json, text))
    }

    /// Returns the text of the lesson file, unless the lesson is one of the program.
    fn file(&self) -> Result<Option<String>, String> {
        if Summary::by_id(&self.lesson).is_some() {
            return Ok(None);
        }
        let given = quoted_path(&self.lesson);
        text_of(&self.lesson, MOST_BYTES).map(Some).map_err(|error| {
            format!(
                "lesson must be one of those that `flitscope lesson list` prints, or a readable lesson file, not {given} ({error})"
            )
        })
    }

    /// Returns the page in one file.
    fn page(&self) -> Result<Vec<u8>, String> {
        if let Some(page) = &self.page {
            return bytes_of(page, MOST_BYTES).map_err(|error| {
                let page = quoted_path(page);
                format!("page must be {PAGE}, which `scripts/build` makes, not {page} ({error})")
            });
        }
        let program = std::env::current_exe().ok();
        let beside = program.and_then(|program| Some(program.parent()?.join(PAGE)));
        let usual = [PathBuf::from("dist").join(PAGE), PathBuf::from(PAGE)];
        let mut found = usual.into_iter().chain(beside);
        found.find_map(|page| bytes_of(page.to_str()?, MOST_BYTES).ok()).ok_or_else(|| {
            format!(
                "page must be {PAGE}, which is neither in dist/ nor here nor beside this program; make it with \
                 `scripts/build`, or name it with --page"
            )
        })
    }
}
