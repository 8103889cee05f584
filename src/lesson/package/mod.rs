//! A lesson as a package for learning platforms: a zip file of SCORM 1.2 or SCORM 2004 (4th edition).
//!
//! The package is one course with one page (`index.html`), which shows the page in one file (`flitscope.html`) in a frame
//! and translates its messages into calls of the platform (`launch.js`). The schema files of the standards are not in
//! it: platforms have them.

mod edition;
mod manifest;

pub use edition::{Scorm, pass_of};

use std::io::{Cursor, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::error::LessonError;
use crate::file::pack::packed;
use manifest::{Manifest, escaped};

/// A text by which the page in one file is recognized (`scripts/one-file.mjs`).
const MARK: &[u8] = b"data-one-file";

const INDEX: &str = include_str!("index.html");
const SCRIPT: &str = include_str!("launch.js");
const STYLE: &str = include_str!("launch.css");
const LICENSE: &str = include_str!("../../../LICENSE-MIT");

#[derive(Debug, Clone, Copy)]
pub struct Package<'a> {
    pub scorm: Scorm,
    pub id: &'a str,
    pub title: &'a str,
    pub goal: &'a str,
    /// The text of its file, if it is not built in.
    pub file: Option<&'a str>,
    /// The share of right tasks from which it is passed \[%\]; if absent, it is completed only.
    pub pass: Option<u8>,
}

impl Package<'_> {
    /// The name of the zip file.
    pub fn file_name(&self) -> String {
        format!("{}-scorm-{}.zip", self.id, self.scorm.id())
    }

    /// Returns the zip file, given the page in one file. The same lesson and page make the same bytes.
    pub fn zip(&self, page: &[u8]) -> Result<Vec<u8>, LessonError> {
        let holds_mark = page.windows(MARK.len()).any(|part| part == MARK);
        if !holds_mark {
            return Err(LessonError::new(
                "page must be flitscope.html, the page in one file that scripts/build makes, not another file",
            ));
        }
        // Stored, as most of it is compressed already: then the bytes do not depend on a compressor. The date is the first
        // that a zip file can have.
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .last_modified_time(DateTime::default())
            .unix_permissions(0o644);
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in self.files() {
            let content = text.as_deref().map_or(page, str::as_bytes);
            zip.start_file(name, options)
                .and_then(|()| Ok(zip.write_all(content)?))
                .expect("memory can be written, and no name is there twice");
        }
        let zip = zip.finish().expect("memory can be written");
        Ok(zip.into_inner())
    }

    /// The names of the files in the package, in order.
    pub fn names(&self) -> Vec<&'static str> {
        self.files().into_iter().map(|(name, _)| name).collect()
    }

    /// The files in the package with their texts; that of the page comes from elsewhere.
    fn files(&self) -> Vec<(&'static str, Option<String>)> {
        let mut files = vec![
            ("index.html", Some(self.index())),
            ("launch.js", Some(SCRIPT.to_owned())),
            ("launch.css", Some(STYLE.to_owned())),
            ("flitscope.html", None),
            ("README.txt", Some(self.readme())),
            ("LICENSE.txt", Some(LICENSE.to_owned())),
        ];
        let own = self.file.map(|file| ("lesson.toml", Some(file.to_owned())));
        files.extend(own);
        let names: Vec<_> = files.iter().map(|(name, _)| *name).collect();
        let manifest = Manifest {
            scorm: self.scorm,
            id: self.id,
            title: self.title,
            pass: self.pass,
            names: &names,
        };
        files.insert(0, ("imsmanifest.xml", Some(manifest.to_xml())));
        files
    }

    /// The page that the platform opens.
    fn index(&self) -> String {
        let pass = self.pass.map(|pass| pass.to_string());
        let values = [
            ("TITLE", escaped(self.title)),
            ("SCORM", self.scorm.id().to_owned()),
            ("LESSON", escaped(self.id)),
            ("ADDRESS", escaped(&self.address())),
            ("PASS", pass.unwrap_or_default()),
        ];
        // Placeholders are found before they are replaced, as a title may contain any word.
        let mut text = String::new();
        let mut rest = INDEX;
        while let Some((at, name, value)) = values
            .iter()
            .filter_map(|(name, value)| Some((rest.find(name)?, name, value)))
            .min_by_key(|(at, ..)| *at)
        {
            text += &rest[..at];
            text += value;
            rest = &rest[at + name.len()..];
        }
        text + rest
    }

    /// The address of the lesson in the page: without the bar and the way to other places, solutions and answers. A
    /// lesson of one's own is in it, so that it opens from disk as well.
    fn address(&self) -> String {
        const KEYS: &str = "view=student&ui=embed&hide=places&lock=place";
        match self.file {
            Some(file) => format!("{}&step=1&{KEYS}", packed(file)),
            None => format!("#/lessons/{}/1?{KEYS}", self.id),
        }
    }

    fn readme(&self) -> String {
        let Self { title, goal, .. } = self;
        let scorm = self.scorm.id();
        let own = match self.file {
            Some(_) => {
                "lesson.toml is the file of the lesson; opened in Flitscope, it can be changed.\n"
            }
            None => "",
        };
        format!(
            "{title}\n{goal}\n\nA lesson of Flitscope as a SCORM {scorm} package. Upload the zip file to a learning platform as it is. \
             Without a\nplatform, unpack it and open index.html.\n{own}\nFlitscope is free software: see LICENSE.txt.\n"
        )
    }
}

#[cfg(test)]
mod tests;
