//! The table of the model of adaptive hypercubes beside simulation.

use super::{Computed, Measurand, Row, SHARE, Scenario, Task, row};
use crate::paper::{Item, Varied};
use engine::traffic::Length;

pub(super) const ITEM: Item = Item {
    id: "table-4",
    name: "Table 4",
    caption: "Latency from generation in hypercubes under Duato's routing with V virtual channels and \
              one injection port for each dimension, at shares of the throughput that the overloaded \
              simulation accepts.",
    claim: "Within 4.3 % up to 70 % of what is accepted and 7 % at 80 %, with one constant fitted: \
            κ = 0.7, for n = 6, V = 4, M = 32.",
    remark: "κ stands for the turns that a flit loses on one channel because it has none on another; \
             the equations do not derive it. With V = 6 the model is a steady 4 % low. With V = 2 the \
             6-cube has two answers: it runs steadily at a load that it no longer accepts once it has \
             collapsed, and the model knows no collapse.",
    conclusions: &[],
    scenes: &[],
    axes: [SHARE, "latency from generation [cycles]"],
    varied: Varied::Other,
    rows,
};

/// n, V, M and the load \[messages/node/cycle\] that is accepted at overload.
const CUBES: [(u32, i64, u32, f64); 5] = [
    (6, 2, 32, 0.032_115),
    (6, 4, 32, 0.047_121),
    (6, 6, 32, 0.043_848),
    (5, 4, 24, 0.07),
    (8, 4, 32, 0.046),
];

const SHARES: [f64; 4] = [0.25, 0.5, 0.7, 0.8];

fn rows() -> Vec<Row> {
    let rows = CUBES.into_iter().flat_map(|(n, vcs, flits, accepted)| {
        SHARES.map(|share| {
            let load = format!("{:.3e}", share * accepted);
            let load = load.parse().expect("a number was written");
            let model = format!("platoon-duato n={n} vcs={vcs} length={flits} beta=0");
            let mut scenario = Scenario::on(&format!("hypercube:{n}"));
            "duato".clone_into(&mut scenario.routing);
            scenario.vcs = vcs;
            scenario.length = Length::Fixed(flits);
            scenario.traffic.rate = load;
            scenario.ports.injection = n.into();
            let task = Task {
                scenario,
                measurand: Measurand::Latency,
            };
            let computed = vec![Computed::predicted("model", &model, load)];
            row(
                format!("n = {n}, V = {vcs}, M = {flits}"),
                share,
                computed,
                task,
            )
        })
    });
    rows.collect()
}
