//! Equation 11: the rate of messages over a channel.

use super::{Case, KNOWN};
use crate::paper::{Column, Computed, Item, Measurand, Row, Varied};

pub(super) const ITEM: Item = Item {
    id: "equation-11",
    name: "Equation 11, compared with counts",
    caption: "The channel rate λ_c from which the model starts, as printed and as the sum of all \
              sends, and the messages that cross an average channel in simulation.",
    claim: "Every node replicates broadcasts of others at a rate of (ω̄/n)(2ⁿ⁻¹ − 1)βλ_g per \
            channel.",
    remark: "A broadcast consists of 2ⁿ − 1 sends over one channel each, n of them by its source, \
             which leaves (2ⁿ − 1 − n)βλ_g/n copies for each channel. The printed rate is about \
             half of that, because the nodes that do not forward are accounted for twice: once in \
             the number of nodes that forward, and once in ω̄, the mean number of copies over all \
             nodes. Counting confirms the sum of sends. The reference rates are those of an \
             independent simulation.",
    conclusions: &[],
    scenes: &[],
    axes: ["λ_g [messages/node/cycle]", "λ_c [messages/cycle]"],
    varied: Varied::Load,
    rows,
};

fn rows() -> Vec<Row> {
    let (known, points) = KNOWN;
    let of_known = points.into_iter().map(|(load, _, rate)| Row {
        printed: vec![(Column::independent("independent simulation"), rate)],
        ..row(known, load)
    });
    let others = [(7, 0.01), (8, 0.01), (6, 0.02), (8, 0.02)].map(|(n, broadcast)| Case {
        n,
        broadcast,
        ..known
    });
    let others = others.map(|case| row(case, case.load_at(0.2)));
    of_known.chain(others).collect()
}

fn row(case: Case, load: f64) -> Row {
    let computed = |name, variant| Computed::part(name, &case.model(variant), load, "λ_c");
    Row {
        series: format!("n = {}, β = {}", case.n, case.broadcast),
        label: load.to_string(),
        x: Some(load),
        printed: Vec::new(),
        computed: vec![
            computed("rate as printed", "printed"),
            computed("flow-conserving rate", "flow-conserving"),
        ],
        task: Some(case.task(load, Measurand::ChannelRate)),
    }
}
