//! Routing functions that somebody writes in the page: this program has the language in which they are
//! written.

use crate::custom::{self, AT_HAND, Budget, EXAMPLES, EXERCISES, Example, Exercise, Findings};
use crate::lesson::note::Note;
use crate::routing::VcSet;
use crate::topology::{self, Network};

/// What is to be known of a routing function that somebody writes, and its table; `wrong` where it is none.
pub(super) fn examined(asked: &Note) -> Result<Note, String> {
    let topology = topology::from_spec(asked.get("network")).map_err(|error| error.to_string())?;
    let vcs = asked.number("vcs").unwrap_or(1).clamp(1, VcSet::MOST);
    let network = Network::new(&*topology);
    let found = custom::examine(asked.get("script"), &*topology, vcs, Budget::default());
    let answer = match found {
        Ok(examined) => Note::new("examined")
            .with_data("findings", &Findings::of(&examined, &*topology, &network))
            .with_data("table", &examined.table.record(&network)),
        Err(fault) => Note::new("wrong")
            .with("line", fault.line)
            .with("column", fault.column)
            .with("why", fault.reason),
    };
    Ok(answer.with("number", asked.get("number")))
}

/// What is of help in writing one: what scripts can call, two values each, and scripts to begin with, six
/// each: the registered function that is equal, the title, what is to be done, the network and the
/// virtual channels of an exercise, and the text.
pub(super) fn help(asked: &Note) -> Result<Note, String> {
    let topology = topology::from_spec(asked.get("network")).map_err(|error| error.to_string())?;
    let calls = AT_HAND.iter().flat_map(|&(call, gives)| [call, gives]);
    let here = EXAMPLES
        .iter()
        .filter(|example| example.place.has(&*topology));
    let examples = here.flat_map(|example| {
        let Example {
            twin, title, text, ..
        } = *example;
        [twin, title, "", "", "", text].map(str::to_owned)
    });
    let exercises = EXERCISES.iter().flat_map(|exercise| {
        let Exercise {
            title,
            task,
            network,
            vcs,
            text,
            ..
        } = *exercise;
        ["", title, task, network, &vcs.to_string(), text].map(str::to_owned)
    });
    Ok(Note::new("script-help")
        .with_all("call", calls)
        .with_all("example", examples)
        .with_all("example", exercises))
}
