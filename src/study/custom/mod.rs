//! User-written routing functions.
//!
//! A script is evaluated for every state of a network and stored as a
//! [`Table`](engine::routing::Table). So it is as fast as a registered function, and everything that
//! can be shown or proved for one can be shown and proved for it.

mod completion;
mod examine;
mod examples;
mod findings;
mod known;
mod pieces;
mod routing;
mod surroundings;

use engine::catalog::BuildError;
use engine::routing::{Scripts, VcSet};

pub use completion::{Completion, Name, completion};
use examine::examine_with_progress;
pub use examine::{DeadlockAnswer, Examined, examine};
pub use examples::{EXAMPLES, EXERCISES, Example, Exercise, Networks};
pub use findings::{Finding, Findings, Shows};
pub use routing::{Budget, compile, counted};
pub use surroundings::AT_HAND;

/// Returns a handle that compiles the scripts of scenarios within the limits of the page.
pub fn scripts() -> Scripts {
    compiled_within(Budget::default(), |_, _| ())
}

/// Returns a handle that compiles the scripts of scenarios for as long as it takes; `progress` receives the
/// number of destinations for which one has been evaluated, and of all.
pub fn unbounded_scripts(progress: impl Fn(u32, u32) + Send + Sync + 'static) -> Scripts {
    compiled_within(Budget::UNBOUNDED, progress)
}

fn compiled_within(budget: Budget, progress: impl Fn(u32, u32) + Send + Sync + 'static) -> Scripts {
    Scripts::compiled_by(move |script, topology, vcs| {
        let vcs = vcs.clamp(1, VcSet::MOST);
        let examined = examine_with_progress(script, topology, vcs, budget, &progress);
        examined.map(|examined| examined.table).map_err(|fault| {
            let place = fault.place();
            BuildError::Program {
                field: "routing".to_owned(),
                place: place.map_or_else(String::new, |place| format!("{place}: ")),
                reason: fault.reason,
            }
        })
    })
}
