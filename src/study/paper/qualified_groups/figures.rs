//! Figures 3 to 6: multicast latency of four algorithms against load.

use super::{COMPARISON_3, COMPARISON_4, COMPARISON_5, COMPARISON_6, claims};
use crate::paper::{Comparison, Item, Measurand, Row, Scene, Task, Varied};
use crate::scenario::{PRESETS, Preset, Scenario};
use engine::multicast::name_of;

/// Ten destinations in a mesh of 10×10.
pub(super) const FIGURE_3: Item = Item {
    id: "figure-3",
    name: "Figure 3",
    caption: "10×10 nodes, 10 destinations: multicast latency against load.",
    conclusions: claims::CLAIMS_3,
    scenes: &[Scene {
        title: "At λ = 0.0003",
        link: "t=mesh:10x10&vc=1&lam=0.0003&mc=qualified-groups&md=10&ts=33&tp=auto&pi=4&pe=4",
        caption: "Where dual path becomes slow.",
    }],
    rows: || rows(&COMPARISON_3, &[0.000_05, 0.000_3, 0.000_5, 0.000_6]),
    ..FIGURE
};

/// Twenty destinations in a mesh of 10×10.
pub(super) const FIGURE_4: Item = Item {
    id: "figure-4",
    name: "Figure 4",
    caption: "10×10 nodes, 20 destinations: multicast latency against load.",
    conclusions: claims::CLAIMS_4,
    scenes: &[Scene {
        title: "At λ = 0.0002",
        link: "t=mesh:10x10&vc=1&lam=0.0002&mc=qualified-groups&md=20&ts=33&tp=auto&pi=4&pe=4",
        caption: "Twice as many destinations, half the load.",
    }],
    rows: || rows(&COMPARISON_4, &[0.000_03, 0.000_1, 0.000_2, 0.000_3]),
    ..FIGURE
};

/// Ten destinations in a mesh of 16×16.
pub(super) const FIGURE_5: Item = Item {
    id: "figure-5",
    name: "Figure 5",
    caption: "16×16 nodes, 10 destinations: multicast latency against load.",
    conclusions: claims::CLAIMS_5,
    scenes: &[Scene {
        title: "At λ = 0.00013",
        link: "t=mesh:16x16&vc=1&lam=0.00013&mc=qualified-groups&md=10&ts=33&tp=auto&pi=4&pe=4",
        caption: "Longer paths to as many nodes.",
    }],
    rows: || rows(&COMPARISON_5, &[0.000_03, 0.000_13, 0.000_2, 0.000_3]),
    ..FIGURE
};

/// Twenty destinations in a mesh of 16×16.
pub(super) const FIGURE_6: Item = Item {
    id: "figure-6",
    name: "Figure 6",
    caption: "16×16 nodes, 20 destinations: multicast latency against load.",
    conclusions: claims::CLAIMS_6,
    scenes: &[Scene {
        title: "At λ = 0.00008",
        link: "t=mesh:16x16&vc=1&lam=0.00008&mc=qualified-groups&md=20&ts=33&tp=auto&pi=4&pe=4",
        caption: "Where multi-path becomes slow.",
    }],
    rows: || rows(&COMPARISON_6, &[0.000_02, 0.000_06, 0.000_12, 0.000_17]),
    ..FIGURE
};

/// The common fields of the figures.
const FIGURE: Item = Item {
    id: "",
    name: "",
    caption: "",
    claim: "Few start-ups are best at low load; at high load, or with many destinations, qualified \
            groups are best, and their arrivals scatter least.",
    conclusions: &[],
    scenes: &[],
    remark: "The figures are curves without numbers, so only the order of the algorithms can be \
             compared. A start-up of 33 cycles for each worm, four ports, preparation of 2, 4, 8 \
             and 16 cycles for dual path, multi-path, column path and qualified groups. The paper \
             says that its groups are served on e-cube paths, and proves that two start-ups are \
             enough, which holds along labels; so both are measured. Where a network is saturated \
             its latency grows with the length of the run. Three decisions are ours, because the \
             paper does not say: column path's worms take the ports in turn with those to far \
             columns first; worms wait in one queue at each port; and a group that is not \
             qualified is cut by the rectangle of its members. The first one decides which is \
             slower at low load in Figure 3: with far columns first column path takes 247 cycles \
             and qualified groups on e-cube paths 250, with near columns first 252 and 242. The \
             sentences on the conclusions quote the thorough runs of the page of results.",
    axes: ["load λ [messages/node/cycle]", "multicast latency [cycles]"],
    varied: Varied::Load,
    rows: Vec::new,
};

/// The rows of a figure: every algorithm at the given loads [messages/node/cycle].
fn rows(figure: &Comparison, loads: &[f64]) -> Vec<Row> {
    let scenario = scenario(figure);
    let algorithms = figure.algorithms.iter();
    let rows = algorithms.flat_map(|algorithm| {
        let scenario = scenario.clone().planned_by(algorithm);
        loads.iter().map(move |&load| {
            let mut scenario = scenario.clone();
            scenario.traffic.rate = load;
            Row {
                series: name_of(algorithm),
                label: load.to_string(),
                x: Some(load),
                printed: Vec::new(),
                computed: Vec::new(),
                task: Some(Task {
                    scenario,
                    measurand: Measurand::Multicast,
                }),
            }
        })
    });
    rows.collect()
}

/// The preset of a figure.
pub(super) fn scenario(figure: &Comparison) -> Scenario {
    let mut presets = PRESETS.iter().map(Preset::scenario);
    let found = presets.find(|scenario| figure.is_repeated_by(scenario));
    found.expect("every figure has a preset")
}
