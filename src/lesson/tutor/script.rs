//! User-written routing functions, examined here because this program contains their language.

use crate::protocol::{ExerciseShown, Reply, ScriptCall, ScriptExample, ScriptHelp};
use engine::catalog::BuildError;
use engine::routing::VcSet;
use engine::routing::written::{Carried, Uncompiled};
use engine::topology::{self, Network};
use study::custom::{self, AT_HAND, Budget, EXAMPLES, EXERCISES, Findings};
use study::script::python::{HABITS, Habit};

/// Returns the findings about a user-written routing function and its table, or the error if the script is
/// not a routing function.
pub(super) fn examined(number: u32, uncompiled: &Uncompiled) -> Result<Reply, BuildError> {
    let topology = topology::from_spec(&uncompiled.network)?;
    let vcs = uncompiled.vcs.clamp(1, VcSet::MOST);
    let network = Network::new(&*topology);
    let found = custom::examine(&uncompiled.script, &*topology, vcs, Budget::default());
    Ok(match found {
        Ok(examined) => Reply::Examined {
            number,
            table: Carried::new(uncompiled.clone(), &network, &examined.table),
            findings: Findings::of(&examined),
        },
        Err(fault) => Reply::Wrong { number, fault },
    })
}

/// Returns help for writing a routing function on a network.
pub(super) fn help(network: &str) -> Result<ScriptHelp, BuildError> {
    let topology = topology::from_spec(network)?;
    let calls = AT_HAND.iter().map(|(call, gives)| ScriptCall {
        call: (*call).to_owned(),
        gives: (*gives).to_owned(),
    });
    let here = EXAMPLES
        .iter()
        .filter(|example| example.place.has(&*topology));
    let examples = here.map(|example| ScriptExample {
        twin: Some(example.twin.to_owned()),
        title: example.title.to_owned(),
        exercise: None,
        text: example.text.to_owned(),
    });
    let exercises = EXERCISES.iter().map(|exercise| ScriptExample {
        twin: None,
        title: exercise.title.to_owned(),
        exercise: Some(ExerciseShown {
            task: exercise.task.to_owned(),
            network: exercise.network.to_owned(),
            vcs: exercise.vcs,
        }),
        text: exercise.text.to_owned(),
    });
    Ok(ScriptHelp {
        calls: calls.collect(),
        examples: examples.chain(exercises).collect(),
        python: HABITS.iter().map(Habit::shown).collect(),
    })
}
