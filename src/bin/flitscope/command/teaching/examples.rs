//! The examples of the page: what they are called, their links, and their pictures.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use crate::command::Answer;
use crate::command::draw::DrawOptions;
use flitscope::lesson::LESSONS;
use flitscope::page::PageState;
use flitscope::scenario::{Group, PRESETS, Preset, Scenario};

/// What to say of the examples.
#[derive(Debug, Args)]
pub(crate) struct ExamplesOptions {
    /// Write their pictures into this folder instead: SVG files for the page, in its colors, each with
    /// one symbol called picture.
    #[arg(long, value_name = "FOLDER")]
    pictures: Option<PathBuf>,
}

impl ExamplesOptions {
    pub(crate) fn answer(&self) -> Answer {
        if let Some(folder) = &self.pictures {
            for preset in PRESETS {
                let picture = picture(&preset.scenario(), preset.start, preset.shows)?;
                write(folder, preset.id, &picture)?;
            }
            for lesson in LESSONS {
                let state = PageState::read(lesson.scene).state;
                let picture = picture(&state.scenario, state.cycle.unwrap_or(0), lesson.scene)?;
                write(folder, &format!("lesson-{}", lesson.id), &picture)?;
            }
            return Ok(Value::String(String::new()));
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
        Ok(groups.collect())
    }
}

fn write(folder: &Path, name: &str, picture: &str) -> Result<(), String> {
    let file = folder.join(name).with_extension("svg");
    std::fs::write(&file, picture).map_err(|error| {
        let file = file.display();
        format!("pictures must be a folder that can be written to: {file}: {error}")
    })
}

/// The picture of a scene, as a symbol that takes its colors from the page.
fn picture(scenario: &Scenario, start: u64, shows: &str) -> Result<String, String> {
    let svg = DrawOptions::of_card(start, shows).draw(scenario)?;
    let attribute = |name: &str| {
        let (_, rest) = svg.split_once(&format!(" {name}=\""))?;
        Some(rest.split_once('"')?.0)
    };
    let frame = attribute("viewBox").unwrap_or_default();
    // Behind the opening tag, the title and the ground, which the card has.
    let (_, content) = svg.split_once("/>\n").unwrap_or_default();
    let content = content.trim_end().trim_end_matches("</svg>");
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\"><symbol id=\"picture\" viewBox=\"{frame}\" font-family=\"system-ui, sans-serif\" \
         font-weight=\"600\" text-anchor=\"middle\" stroke-linecap=\"round\" \
         fill=\"none\">{content}</symbol></svg>\n"
    ))
}
