//! Table 1: messages over links of the hypercube and of the folded hypercube.

use super::{choose, packets};
use crate::paper::{Column, Computed, Item, Measurand, Row, Task, Varied};
use crate::scenario::Scenario;
use engine::sim::packet::Lengths;
use engine::traffic::Length;

pub(super) const ITEM: Item = Item {
    id: "table-1",
    name: "Table 1",
    caption: "Messages over a link per message that a node generates: over ordinary links and \
              complement links of the folded hypercube, and over links of the hypercube.",
    claim: "An additional complement link per node relieves the ordinary links.",
    remark: "The rates are those of equations 22, 23 and 17. The printed λ_ordinary divides by the \
             2^N − 2 nodes other than the source and its antipode, whereas equation 22 divides by \
             all 2^N − 1 others; counting agrees with equation 22. λ_c and λ_i match the printed \
             values, λ_i truncated at N = 8. Messages are counted under two rules. The paper's \
             rule takes the complement link first, and only for more than ⌈N/2⌉ differing bits: \
             flits follow it. Packets take any shortest path with equal probability. For odd N, \
             half of the shortest paths of messages at distance (N + 1)/2 then cross the \
             complement link too, so the load is distributed differently.",
    conclusions: &[],
    scenes: &[],
    axes: ["N", "rate per λ_p"],
    varied: Varied::Other,
    rows,
};

/// λ_ordinary, λ_c and λ_i for N from 2 to 10.
const PRINTED: [[f64; 3]; 9] = [
    [0.500, 0.333, 0.667],
    [0.500, 0.143, 0.571],
    [0.357, 0.333, 0.533],
    [0.400, 0.194, 0.516],
    [0.355, 0.349, 0.508],
    [0.389, 0.228, 0.504],
    [0.366, 0.365, 0.501],
    [0.392, 0.254, 0.501],
    [0.378, 0.377, 0.500],
];

fn rows() -> Vec<Row> {
    let cubes = || (2..).zip(PRINTED);
    let rows = |series: &'static str, of: fn(u32, [f64; 3]) -> Row| {
        cubes().map(move |(n, printed)| Row {
            series: series.to_owned(),
            label: n.to_string(),
            x: Some(n.into()),
            ..of(n, printed)
        })
    };
    rows("λ_ordinary, complement first", |n, printed| {
        let [ordinary, ..] = printed;
        let variants = [("rate", "exact"), ("rate over 2^N − 2 nodes", "printed")];
        let computed = variants.map(|(name, variant)| Computed {
            column: "rate",
            ..Computed::part(name, &folded(n, variant), 1.0, "λ_ordinary")
        });
        let task = by_rule(n, Measurand::OrdinaryShare);
        row(Some(ordinary), computed.into(), task)
    })
    .chain(rows("λ_c, complement first", |n, printed| {
        let [_, complement, _] = printed;
        let computed = Computed::part("rate", &folded(n, "exact"), 1.0, "λ_c");
        let task = by_rule(n, Measurand::ComplementShare);
        row(Some(complement), vec![computed], task)
    }))
    .chain(rows("λ_i of the hypercube", |n, printed| {
        let [.., hypercube] = printed;
        let model = format!("aboelaze-ncube n={n} mu=1 traffic=uniform");
        let network = format!("hypercube:{n}");
        let computed = Computed::part("rate", &model, 1.0, "λ_i");
        let task = packets(&network, "uniform", 1.0, Lengths::Kept, Measurand::LinkRate);
        row(Some(hypercube), vec![computed], task)
    }))
    .chain(rows("λ_ordinary, any shortest path", |n, _| {
        let count = Computed::counted("rate", shared(n)[0]);
        row(None, vec![count], by_chance(n, Measurand::OrdinaryShare))
    }))
    .chain(rows("λ_c, any shortest path", |n, _| {
        let count = Computed::counted("rate", shared(n)[1]);
        row(None, vec![count], by_chance(n, Measurand::ComplementShare))
    }))
    .collect()
}

fn row(printed: Option<f64>, computed: Vec<Computed>, task: Task) -> Row {
    Row {
        series: String::new(),
        label: String::new(),
        x: None,
        printed: printed
            .map(|rate| (Column::closed("rate"), rate))
            .into_iter()
            .collect(),
        computed,
        task: Some(task),
    }
}

fn folded(n: u32, variant: &str) -> String {
    format!("aboelaze-folded n={n} mu=1 variant={variant}")
}

/// A simulation of flits by the paper's rule, at a load so low that waits are short.
fn by_rule(n: u32, measurand: Measurand) -> Task {
    let mut scenario = Scenario::on(&format!("folded-hypercube:{n}"));
    "folded".clone_into(&mut scenario.routing);
    scenario.vcs = 1;
    scenario.length = Length::Fixed(1);
    scenario.traffic.rate = 0.1;
    Task {
        scenario,
        measurand,
    }
}

/// A simulation of packets on any shortest path.
fn by_chance(n: u32, measurand: Measurand) -> Task {
    let network = format!("folded-hypercube:{n}");
    packets(&network, "uniform", 1.0, Lengths::Kept, measurand)
}

/// λ_ordinary and λ_c if all shortest paths are taken equally often.
///
/// Half of the shortest paths between nodes that differ in (N + 1)/2 bits take the complement link;
/// between other nodes, all or none do.
fn shared(n: u32) -> [f64; 2] {
    let others = f64::from((1_u32 << n) - 1);
    let (mut hops, mut folds) = (0.0, 0.0);
    for differing in 1..=n {
        let nodes = choose(n, differing);
        let folded = n + 1 - differing;
        hops += nodes * f64::from(differing.min(folded));
        folds += nodes
            * match differing.cmp(&folded) {
                std::cmp::Ordering::Less => 0.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 1.0,
            };
    }
    [(hops - folds) / (others * f64::from(n)), folds / others]
}
