//! Figure 1: broadcast latency against the load, in all cases of the paper.

use super::{Case, KNOWN};
use crate::paper::{Column, Computed, Item, Measurand, Row, Varied};

/// The axes of all panels.
const AXES: [&str; 2] = ["λ_g [messages/node/cycle]", "broadcast latency [cycles]"];

const CLAIM: &str = "Model and simulation agree closely at light and moderate traffic, and still \
                     when the network approaches saturation; near it they differ noticeably.";

const REMARK: &str = "The figure shows curves without numbers. The flow-conserving variant of the \
                      model is above the simulation nearly everywhere, increasingly so with more \
                      broadcasts and virtual channels: multiplying all of service and wait by V̄ \
                      assumes that a channel is shared among its virtual channels all the time. \
                      The channel rate of the printed variant is too low, which partly compensates \
                      for that, so the wrong rate yields the better latency; towards saturation it \
                      crosses the simulation and stays below it.";

/// The loads at which an independent simulation of one case is known.
pub(super) const POINTS: Item = Item {
    id: "figure-1",
    name: "Figure 1, a case with numbers",
    caption: "Broadcast latency in the 6-cube with V = 2, M = 32 and β = 0.01, at loads for which \
              an independent simulation of the same system is known, with a scatter of about 2 %.",
    claim: CLAIM,
    remark: "The paper shows curves without numbers, so the comparison is with the independent \
             simulation. As there, every copy waits in the injection queue beside its channel; if \
             copies took the queues in turn instead, those of several broadcasts would share a \
             channel flit by flit, and the last two latencies would be 304 and 357. In an idle \
             network a broadcast takes n(M + 1) − 1 cycles, one less than n(M + Δ), because a \
             source has nothing to receive first. The correct channel rate yields the worse \
             latency: the printed rate is 8 % low, which makes the model too fast, and scaling \
             service and wait by V̄ makes it too slow; in print the two errors partly cancel.",
    conclusions: &[],
    scenes: &[],
    axes: AXES,
    varied: Varied::Load,
    rows: || {
        let (case, points) = KNOWN;
        let rows = points.iter().map(|&(load, latency, _)| Row {
            printed: vec![(Column::independent("independent simulation"), latency)],
            ..row(case, load, String::new())
        });
        rows.collect()
    },
};

pub(super) const V2_N6: Item = panel("figure-1-n6-v2", "Figure 1, n = 6, V = 2", rows::<6, 2>);
pub(super) const V4_N6: Item = panel("figure-1-n6-v4", "Figure 1, n = 6, V = 4", rows::<6, 4>);
pub(super) const V2_N7: Item = panel("figure-1-n7-v2", "Figure 1, n = 7, V = 2", rows::<7, 2>);
pub(super) const V4_N7: Item = panel("figure-1-n7-v4", "Figure 1, n = 7, V = 4", rows::<7, 4>);
pub(super) const V2_N8: Item = panel("figure-1-n8-v2", "Figure 1, n = 8, V = 2", rows::<8, 2>);
pub(super) const V4_N8: Item = panel("figure-1-n8-v4", "Figure 1, n = 8, V = 4", rows::<8, 4>);

/// The panel of all cases with the same network.
const fn panel(id: &'static str, name: &'static str, rows: fn() -> Vec<Row>) -> Item {
    Item {
        id,
        name,
        caption: "Broadcast latency against the load, for messages of 32, 64 and 128 flits of \
                  which 0.5, 1 or 2 % are broadcasts.",
        claim: CLAIM,
        remark: REMARK,
        conclusions: &[],
        scenes: &[],
        axes: AXES,
        varied: Varied::Load,
        rows,
    }
}

/// The rows of a network, at three loads given by the fraction of the time for which channels are
/// busy, the last of them close to the saturation of the model.
fn rows<const N: u32, const VCS: u32>() -> Vec<Row> {
    let busy = if VCS == 2 {
        [0.1, 0.2, 0.3]
    } else {
        [0.15, 0.3, 0.4]
    };
    let cases = [0.01, 0.005, 0.02]
        .into_iter()
        .flat_map(|broadcast| [32, 64, 128].map(|flits| (broadcast, flits)));
    let rows = cases.flat_map(|(broadcast, flits)| {
        let case = Case {
            n: N,
            vcs: VCS,
            flits,
            broadcast,
        };
        busy.map(|busy| {
            let series = format!("M = {flits}, β = {broadcast}");
            row(case, case.load_at(busy), series)
        })
    });
    rows.collect()
}

fn row(case: Case, load: f64, series: String) -> Row {
    Row {
        series,
        label: load.to_string(),
        x: Some(load),
        printed: Vec::new(),
        computed: vec![
            Computed::predicted("model as printed", &case.model("printed"), load),
            Computed::predicted(
                "flow-conserving model",
                &case.model("flow-conserving"),
                load,
            ),
        ],
        task: Some(case.task(load, Measurand::Multicast)),
    }
}
