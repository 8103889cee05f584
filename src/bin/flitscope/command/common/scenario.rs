//! Scenarios and other texts as arguments: files, or standard input.

use clap::Args;
use serde_json::{Map, Value};

use super::files::{MOST_BYTES, say, text_of};
use super::network::Files;
use flitscope::catalog::quoted_path;
use flitscope::routing::Scripts;
use flitscope::scenario::{Scenario, object_of, unused_fields, unused_fields_at_loads};
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
    /// Whether it is a network, whose scenario has the usual settings.
    pub(crate) fn is_network(&self) -> bool {
        graph::text_of(&self.file).is_some()
    }

    /// Reads the scenario, which is built with `scripts`, and names its settings that have no effect.
    pub(crate) fn read(&self, scripts: &Scripts) -> Result<Scenario, String> {
        self.read_with(scripts, unused_fields)
    }

    /// Same as [`read`](Self::read) for a scenario that is simulated at loads which are not in it.
    pub(crate) fn read_for_loads(&self, scripts: &Scripts) -> Result<Scenario, String> {
        self.read_with(scripts, unused_fields_at_loads)
    }

    fn read_with(
        &self,
        scripts: &Scripts,
        unused_fields: fn(&Scenario, &Map<String, Value>) -> Vec<String>,
    ) -> Result<Scenario, String> {
        if self.is_network() {
            let spec = Files::beside("-", self.largest_part).spec(&self.file)?;
            return Ok(Scenario::on(&spec).with_scripts(scripts));
        }
        let text = read_text("FILE", "scenario", &self.file)?;
        let fields = object_of("scenario", &text);
        let mut fields = fields.map_err(|error| error.reason())?;
        Files::beside(&self.file, self.largest_part).read_into(&mut fields)?;
        let scenario = Scenario::from_object(&fields).map_err(|error| error.reason())?;
        for unused in unused_fields(&scenario, &fields) {
            say(&format!("{}: {unused}", quoted_path(&self.file)));
        }
        Ok(scenario.with_scripts(scripts))
    }
}

/// Reads a text file, or standard input for `-`; an error calls the argument `name` and the file `what`.
pub(crate) fn read_text(name: &str, what: &str, file: &str) -> Result<String, String> {
    text_of(file, MOST_BYTES).map_err(|error| {
        let given = quoted_path(file);
        format!("{name} must be a readable {what} or - for standard input, not {given} ({error})")
    })
}
