//! Queries about multicasts.

use rhai::{Array, Dynamic, Map};

use super::network::nodes;
use super::{Group, Outcome, Own, Run, give, query, value, whole};
use crate::error::LessonError;
use crate::run::SceneRun;
use engine::multicast;
use engine::topology::NodeId;

/// Injection ports assumed when start-ups are counted, as in the papers.
const PORTS: u32 = 4;

pub(super) const GROUP: Group = Group {
    name: "One to many",
    queries: &[
        query(
            "plan(\"dual-path\").channels",
            "How an algorithm would send the multicast of the scene: `channels`, `longest`, `worms`, `steps`, `startups`; `plan(\"dual-path\", \"0,0\", [\"1,1\", \"3,2\"])` any other.",
            Own(|registrar, name| {
                let run = registrar.run();
                registrar.engine.register_fn(name, move |algorithm: &str| {
                    let run = run();
                    give(own(&run).and_then(|(from, to)| plan(&run, algorithm, from, &to)))
                });
                let run = registrar.run();
                registrar.engine.register_fn(
                    name,
                    move |algorithm: &str, from: &str, to: Array| {
                        let run = run();
                        give(plan_of(&run, algorithm, from, to))
                    },
                );
            }),
        ),
        query(
            "destinations()",
            "How many destinations the multicast of the scene has.",
            Run(|run| value(own(run)?.1.len())),
        ),
    ],
};

/// Returns the source and destinations of the first multicast ordered in the scene.
fn own(run: &SceneRun) -> Outcome<(NodeId, Vec<NodeId>)> {
    let mut orders = run.built().design.orders.iter();
    let order = orders.find(|order| order.to.len() > 1);
    order
        .map(|order| (order.from, order.to.clone()))
        .ok_or_else(|| LessonError::new("the scene must send a message to several nodes"))
}

fn plan_of(run: &SceneRun, algorithm: &str, from: &str, to: Array) -> Outcome<Map> {
    let from = run.node("from", from)?;
    plan(run, algorithm, from, &nodes(run, &to.into())?)
}

fn plan(run: &SceneRun, algorithm: &str, from: NodeId, to: &[NodeId]) -> Outcome<Map> {
    let topology = &*run.built().topology;
    let built = multicast::from_spec("algorithm", algorithm, topology)?;
    let mut to = to.to_vec();
    to.retain(|&node| node != from);
    to.sort_unstable();
    to.dedup();
    if to.is_empty() {
        return Err(LessonError::new(
            "a multicast must have a destination other than its source",
        ));
    }
    let plan = built.plan(from, &to, 0);
    let count = |value: usize| Dynamic::from(whole(value));
    let map = [
        (
            "channels",
            Dynamic::from(i64::from(plan.channels(topology))),
        ),
        ("longest", Dynamic::from(i64::from(plan.longest(topology)))),
        ("worms", count(plan.worms.len())),
        ("steps", count(plan.steps().len())),
        ("startups", Dynamic::from(i64::from(plan.startups(PORTS)))),
    ];
    Ok(map
        .into_iter()
        .map(|(name, value)| (name.into(), value))
        .collect())
}
