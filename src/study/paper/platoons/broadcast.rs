//! The table of the model of broadcasts beside simulation.

use super::{Computed, Measurand, Row, Scenario, Task};
use crate::paper::{Item, Varied};
use engine::traffic::Length;

pub(super) const ITEM: Item = Item {
    id: "table-5",
    name: "Table 5",
    caption: "Latency of binomial-tree broadcasts among unicasts in hypercubes under Duato's routing: \
              until the last copy has arrived. A share β of the messages are broadcasts.",
    claim: "Within 5 %; the published model is 5 to 14 % too high.",
    remark: "A broadcast ends with the last of its copies, which arrives later than n mean steps: by 5 \
             to 10 % with V = 2 and 20 % with V = 4. The published model leaves this out, and \
             multiplies all times by a factor for sharing that only transfers should have; the two \
             errors compensate in part.",
    conclusions: &[],
    scenes: &[],
    axes: [
        "λ [messages/node/cycle]",
        "latency until the last destination [cycles]",
    ],
    varied: Varied::Other,
    rows,
};

/// n, V, M and β, with loads \[messages/node/cycle\].
type Case = ((u32, i64, u32, f64), &'static [f64]);

const CASES: [Case; 4] = [
    ((6, 2, 32, 0.01), &[0.004_87, 0.009_75, 0.014_62, 0.018_52]),
    ((6, 4, 32, 0.01), &[0.01, 0.02, 0.025]),
    ((6, 2, 64, 0.005), &[0.002, 0.005, 0.008]),
    ((7, 4, 32, 0.005), &[0.005, 0.01, 0.015]),
];

fn rows() -> Vec<Row> {
    let rows = CASES
        .into_iter()
        .flat_map(|((n, vcs, flits, beta), loads)| {
            let parameters = format!("n={n} vcs={vcs} length={flits} beta={beta}");
            let ours = format!("platoon-broadcast {parameters} startup=0");
            let theirs = format!("shahrabi-broadcast {parameters} delta=1");
            loads.iter().map(move |&load| {
                let mut scenario = Scenario::on(&format!("hypercube:{n}"));
                "duato".clone_into(&mut scenario.routing);
                scenario.vcs = vcs;
                scenario.length = Length::Fixed(flits);
                scenario.traffic.rate = load;
                scenario.traffic.broadcast = beta;
                scenario.ports.injection = n.into();
                Row {
                    series: format!("n = {n}, V = {vcs}, M = {flits}, β = {beta}"),
                    label: load.to_string(),
                    x: Some(load),
                    printed: Vec::new(),
                    computed: vec![
                        Computed::predicted("model", &ours, load),
                        Computed::predicted("model of Shahrabi et al.", &theirs, load),
                    ],
                    task: Some(Task {
                        scenario,
                        measurand: Measurand::Multicast,
                    }),
                }
            })
        });
    rows.collect()
}
