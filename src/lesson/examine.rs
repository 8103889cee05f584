//! Routing functions written in the page, examined here because this program contains their language.

use crate::custom::{self, AT_HAND, Budget, EXAMPLES, EXERCISES, Example, Exercise, Findings};
use crate::lesson::note::Note;
use crate::routing::VcSet;
use crate::topology::{self, Network};

/// Returns the findings about a user-written routing function and its table, or `wrong` with the place and
/// the reason if the script is not a routing function.
pub(super) fn examined(request: &Note) -> Result<Note, String> {
    let topology =
        topology::from_spec(request.get("network")).map_err(|error| error.to_string())?;
    let vcs = request.number("vcs").unwrap_or(1).clamp(1, VcSet::MOST);
    let network = Network::new(&*topology);
    let found = custom::examine(request.get("script"), &*topology, vcs, Budget::default());
    let answer = match found {
        Ok(examined) => Note::new("examined")
            .with_data("findings", &Findings::of(&examined, &*topology, &network))
            .with_data("table", &examined.table.record(&network)),
        Err(fault) => Note::new("wrong")
            .with("line", fault.line)
            .with("column", fault.column)
            .with("why", fault.reason),
    };
    Ok(answer.with("number", request.get("number")))
}

/// Returns help for writing a routing function: the calls available to scripts, two values each, and
/// scripts to start from, six values each: the equivalent registered function, the title, and the task,
/// network and virtual channels of an exercise, then the text.
pub(super) fn help(request: &Note) -> Result<Note, String> {
    let topology =
        topology::from_spec(request.get("network")).map_err(|error| error.to_string())?;
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
