//! Queries about what somebody has changed, and how things are set.

use super::{Group, query};

pub(super) const GROUP: Group = Group {
    name: "What was changed",
    queries: &[
        query(
            "changed()",
            "How many settings, messages and failed links differ from the scene of the step.",
            |asker, name| {
                asker.none(name, |run| Ok(run.scenario().changes(run.scene()) as i64));
            },
        ),
        query(
            "sent()",
            "Messages that were ordered beyond those of the scene.",
            |asker, name| {
                asker.none(name, |run| {
                    let more =
                        run.scenario().messages.len() as i64 - run.scene().messages.len() as i64;
                    Ok(more.max(0))
                });
            },
        ),
        query(
            "network()",
            "The network as links have it: `torus:8x8`.",
            |asker, name| {
                asker.none(name, |run| Ok(run.scenario().network.clone()));
            },
        ),
        query(
            "routing()",
            "The id of the routing function.",
            |asker, name| {
                asker.none(name, |run| Ok(run.scenario().routing.clone()));
            },
        ),
        query(
            "switching()",
            "The id of the switching mode.",
            |asker, name| {
                asker.none(name, |run| Ok(run.scenario().switching.clone()));
            },
        ),
        query(
            "pattern()",
            "The id of the traffic pattern.",
            |asker, name| {
                asker.none(name, |run| Ok(run.scenario().traffic.pattern.clone()));
            },
        ),
        query(
            "vcs()",
            "V, virtual channels per channel.",
            |asker, name| {
                asker.none(name, |run| Ok(run.scenario().vcs));
            },
        ),
        query(
            "buffer()",
            "B, flits that a virtual channel has room for.",
            |asker, name| {
                asker.none(name, |run| Ok(run.scenario().buffer));
            },
        ),
        query(
            "flits()",
            "M, the mean length of a message [flits].",
            |asker, name| {
                asker.none(name, |run| Ok(run.built().design.length.mean()));
            },
        ),
    ],
};
