//! Scenarios and other texts as arguments: files, or standard input.

use std::io::Read as _;

use clap::Args;

use super::files::text_of;
use super::network::Files;
use flitscope::catalog::quoted_path;
use flitscope::routing::Scripts;
use flitscope::scenario::{Scenario, object_of, unused_fields};
use flitscope::topology::graph;

/// A scenario.
#[derive(Debug, Args)]
pub(crate) struct ScenarioArgument {
    /// A JSON file, or - for standard input; graph:FILE for the usual scenario on your own network.
    file: String,
    /// Of a network in a file that is not connected, take only the largest part.
    #[arg(long)]
    largest_part: bool,
}

impl ScenarioArgument {
    /// Reads the scenario, which is built with `scripts`, and names its settings that have no effect.
    pub(crate) fn read(&self, scripts: &Scripts) -> Result<Scenario, String> {
        if graph::text_of(&self.file).is_some() {
            let spec = Files::beside("-", self.largest_part).spec(&self.file)?;
            return Ok(Scenario::on(&spec).with_scripts(scripts));
        }
        let text = read_text("FILE", "scenario", &self.file)?;
        let fields = object_of("scenario", &text);
        let mut fields = fields.map_err(|error| error.reason())?;
        Files::beside(&self.file, self.largest_part).read_into(&mut fields)?;
        let scenario = Scenario::from_object(&fields).map_err(|error| error.reason())?;
        for unused in unused_fields(&scenario, &fields) {
            eprintln!("flitscope: {}: {unused}", quoted_path(&self.file));
        }
        Ok(scenario.with_scripts(scripts))
    }
}

/// The largest file that is read \[MiB\]: more than a hundred times all nodes of the largest network.
const MOST_MEGABYTES: u64 = 64;

/// Reads a text file, or standard input for `-`; an error calls the argument `name` and the file `what`.
pub(crate) fn read_text(name: &str, what: &str, file: &str) -> Result<String, String> {
    let mut bytes = Vec::new();
    let most = MOST_MEGABYTES << 20;
    let read = if file == "-" {
        let input = std::io::stdin().take(most + 1);
        std::io::BufReader::new(input).read_to_end(&mut bytes)
    } else {
        let file = std::fs::File::open(file);
        file.and_then(|file| file.take(most + 1).read_to_end(&mut bytes))
    };
    let given = quoted_path(file);
    let is_too_long = bytes.len() as u64 > most;
    let text = read.and_then(|_| text_of(bytes));
    if is_too_long {
        return Err(format!(
            "{name} must be a {what} of at most {MOST_MEGABYTES} MiB, not {given} with more"
        ));
    }
    text.map_err(|error| {
        format!("{name} must be a readable {what} or - for standard input, not {given} ({error})")
    })
}
