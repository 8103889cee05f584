//! The examples of the page: names, links and pictures.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use crate::command::common::answer::{Answer, CommandResult};
use crate::command::common::files;
use flitscope::lesson::cards;
use flitscope::scenario::{Group, Preset};

/// The form in which to print the examples.
#[derive(Debug, Args)]
pub(crate) struct ExamplesOptions {
    /// Write their pictures into this folder instead: SVG files in the colors of the page, each with
    /// one symbol called picture.
    #[arg(long, value_name = "FOLDER")]
    pictures: Option<PathBuf>,
}

impl ExamplesOptions {
    pub(crate) fn answer(&self) -> CommandResult {
        if let Some(folder) = &self.pictures {
            for (name, picture) in cards() {
                write(folder, &name, &picture?)?;
            }
            return Ok(Answer::text(""));
        }
        let groups = Group::ALL.iter().flat_map(|group| {
            let row = |preset: &Preset| {
                json!({
                    "id": preset.id,
                    "name": preset.name,
                    "question": group.question(),
                    "link": preset.query(),
                })
            };
            group.presets().map(row).collect::<Vec<_>>()
        });
        Ok(Answer::rows(groups.collect()))
    }
}

fn write(folder: &Path, name: &str, picture: &str) -> Result<(), String> {
    let file = folder.join(name).with_extension("svg");
    files::write(&file, picture).map_err(|error| {
        let file = file.display();
        format!("pictures must be a folder that can be written to: {file}: {error}")
    })
}
