//! Queries about changes to the scene, and about settings.

use super::{Group, Pair, QueryEngine, Run, Value, query, value, whole};
use crate::error::LessonError;
use crate::run::{SceneRun, changed};

pub(super) const GROUP: Group = Group {
    name: "What was changed",
    queries: &[
        query(
            "changed()",
            "How many settings, messages and failed links differ from the scene of the step.",
            Run(|run| value(run.scenario().changes(run.scene()))),
        ),
        query(
            "changing(\"buf=2\", \"cycle()\")",
            "The value of another query for the same scene with something changed as in a link; several changes are joined by &.",
            Pair(changing),
        ),
        query(
            "sent()",
            "Messages that were ordered beyond those of the scene.",
            Run(|run| {
                let more = whole(run.scenario().messages.len()) - whole(run.scene().messages.len());
                value(more.max(0))
            }),
        ),
        query(
            "network()",
            "The network as links have it: `torus:8x8`.",
            Run(|run| value(run.scenario().network.clone())),
        ),
        query(
            "routing()",
            "The id of the routing function.",
            Run(|run| value(run.scenario().routing.clone())),
        ),
        query(
            "switching()",
            "The id of the switching mode.",
            Run(|run| value(run.scenario().switching.clone())),
        ),
        query(
            "pattern()",
            "The id of the traffic pattern.",
            Run(|run| value(run.scenario().traffic.pattern.clone())),
        ),
        query(
            "vcs()",
            "V, virtual channels per channel.",
            Run(|run| value(run.scenario().vcs)),
        ),
        query(
            "multicast()",
            "The id of the multicast algorithm, as it is set; empty where none is.",
            Run(|run| {
                let algorithm = run.scenario().traffic.multicast.algorithm.clone();
                value(algorithm.unwrap_or_default())
            }),
        ),
        query(
            "ports()",
            "Injection ports of a node.",
            Run(|run| value(run.scenario().ports.injection)),
        ),
        query(
            "startup()",
            "Cycles of a start-up before each step of a multicast.",
            Run(|run| value(run.scenario().timing.startup)),
        ),
        query(
            "buffer()",
            "B, flits that a virtual channel has room for.",
            Run(|run| value(run.scenario().buffer)),
        ),
        query(
            "flits()",
            "M, the mean length of a message [flits].",
            Run(|run| value(run.built().design.length.mean())),
        ),
    ],
};

/// Evaluates a query on the scene with changes, simulated to its end, or to the same cycle if it has none.
fn changing(run: &SceneRun, changes: &str, query: &str) -> Value {
    let scenario = changed(run.scenario(), changes.split('&'))?;
    let other = run.beside(&scenario)?;
    if other.is_endless() {
        other.to_cycle(run.cycle());
    } else {
        let Ok(_) = other.until::<std::convert::Infallible>(0, || Ok(other.is_over()));
    }
    let value = QueryEngine::of(&other).value(query, &[]);
    value.map_err(|fault| LessonError::new(fault.reason))
}
