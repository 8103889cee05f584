//! Queries about changes to the scene, and about settings.

use rhai::Dynamic;

use super::{Group, Outcome, QueryEngine, QueryError, query, whole};
use crate::run::{RunError, SceneRun, changed};

pub(super) const GROUP: Group = Group {
    name: "What was changed",
    queries: &[
        query(
            "changed()",
            "How many settings, messages and failed links differ from the scene of the step.",
            |registrar, name| {
                registrar.none(name, |run| Ok(whole(run.scenario().changes(run.scene()))));
            },
        ),
        query(
            "changing(\"buf=2\", \"cycle()\")",
            "The value of another query for the same scene with something changed as in a link; several changes are joined by &.",
            |registrar, name| {
                let run = registrar.run();
                registrar
                    .engine
                    .register_fn(name, move |changes: &str, query: &str| {
                        super::give(changing(&run(), changes, query))
                    });
            },
        ),
        query(
            "sent()",
            "Messages that were ordered beyond those of the scene.",
            |registrar, name| {
                registrar.none(name, |run| {
                    let more =
                        whole(run.scenario().messages.len()) - whole(run.scene().messages.len());
                    Ok(more.max(0))
                });
            },
        ),
        query(
            "network()",
            "The network as links have it: `torus:8x8`.",
            |registrar, name| {
                registrar.none(name, |run| Ok(run.scenario().network.clone()));
            },
        ),
        query(
            "routing()",
            "The id of the routing function.",
            |registrar, name| {
                registrar.none(name, |run| Ok(run.scenario().routing.clone()));
            },
        ),
        query(
            "switching()",
            "The id of the switching mode.",
            |registrar, name| {
                registrar.none(name, |run| Ok(run.scenario().switching.clone()));
            },
        ),
        query(
            "pattern()",
            "The id of the traffic pattern.",
            |registrar, name| {
                registrar.none(name, |run| Ok(run.scenario().traffic.pattern.clone()));
            },
        ),
        query(
            "vcs()",
            "V, virtual channels per channel.",
            |registrar, name| {
                registrar.none(name, |run| Ok(run.scenario().vcs));
            },
        ),
        query(
            "multicast()",
            "The id of the multicast algorithm, as it is set; empty where none is.",
            |registrar, name| {
                registrar.none(name, |run| {
                    let algorithm = run.scenario().traffic.multicast.algorithm.clone();
                    Ok(algorithm.unwrap_or_default())
                });
            },
        ),
        query(
            "ports()",
            "Injection ports of a node.",
            |registrar, name| {
                registrar.none(name, |run| Ok(run.scenario().ports.injection));
            },
        ),
        query(
            "startup()",
            "Cycles of a start-up before each step of a multicast.",
            |registrar, name| {
                registrar.none(name, |run| Ok(run.scenario().timing.startup));
            },
        ),
        query(
            "buffer()",
            "B, flits that a virtual channel has room for.",
            |registrar, name| {
                registrar.none(name, |run| Ok(run.scenario().buffer));
            },
        ),
        query(
            "flits()",
            "M, the mean length of a message [flits].",
            |registrar, name| {
                registrar.none(name, |run| Ok(run.built().design.length.mean()));
            },
        ),
    ],
};

/// Evaluates a query on the scene with changes, simulated to its end, or to the same cycle if it has none.
fn changing(run: &SceneRun, changes: &str, query: &str) -> Outcome<Dynamic> {
    let scenario = changed(run.scenario(), changes.split('&')).map_err(RunError::Change)?;
    let other = run.beside(&scenario)?;
    if other.is_endless() {
        other.to_cycle(run.cycle());
    } else {
        let Ok(_) = other.until::<std::convert::Infallible>(0, || Ok(other.is_over()));
    }
    let value = QueryEngine::of(&other).value(query, &[]);
    value.map_err(|fault| QueryError::Changed(fault.reason))
}
