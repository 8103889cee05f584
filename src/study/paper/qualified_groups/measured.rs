//! Measurements behind the findings on the conclusions that are not points of figures 3 to 6.

use super::{COMPARISON_3, COMPARISON_4, COMPARISON_5, COMPARISON_6, figures};
use crate::paper::{Comparison, Item, Measurand, Row, Task, Varied};
use crate::scenario::CyclesOrAuto;
use engine::multicast::name_of;

/// The measurements that the findings quote in addition to the figures.
pub(super) const MEASURED: Item = Item {
    id: "conclusions",
    name: "Figures 3 to 6, more of their conclusions",
    caption: "Quantities that the conclusions quote and the figures lack: channels and start-ups of \
              a multicast, the scatter of its arrivals, a preparation of 40 cycles, and further loads.",
    claim: "",
    conclusions: &[],
    scenes: &[],
    remark: "The sentences quote the thorough runs of the page of results. Of channels, start-ups, \
             arrivals and the busiest channel only the mean is measured, so they have no interval.",
    axes: ["", ""],
    varied: Varied::Other,
    rows,
};

/// A measurement of some algorithms at a load.
struct Measurement {
    of: Quantity,
    /// λ [messages/node/cycle].
    load: f64,
    algorithms: &'static [&'static str],
}

#[derive(Clone, Copy)]
enum Quantity {
    Plain(Measurand),
    /// The latency if every algorithm prepares for 40 cycles.
    Prepared,
}

use Quantity::{Plain, Prepared};

const LATENCY: Quantity = Plain(Measurand::Multicast);
const SPREAD: Quantity = Plain(Measurand::ArrivalSpread);
const CHANNELS: Quantity = Plain(Measurand::Channels);
const START_UPS: Quantity = Plain(Measurand::StartUps);
const BUSIEST: Quantity = Plain(Measurand::BusiestChannel);

const DUAL: &str = "dual-path";
const MULTI: &str = "multi-path";
const COLUMN: &str = "column-path";
const GROUPS: &str = "qualified-groups";
const GROUPS_E_CUBE: &str = "qualified-groups:0.5:e-cube";
const ALL: &[&str] = &[DUAL, MULTI, COLUMN, GROUPS, GROUPS_E_CUBE];

const fn asked(of: Quantity, load: f64, algorithms: &'static [&'static str]) -> Measurement {
    Measurement {
        of,
        load,
        algorithms,
    }
}

/// The measurements, by the number of the figure.
const ASKED: [(u8, &Comparison, &[Measurement]); 4] = [
    (
        3,
        &COMPARISON_3,
        &[
            asked(CHANNELS, 0.000_05, ALL),
            asked(START_UPS, 0.000_05, &[COLUMN, GROUPS_E_CUBE]),
            asked(SPREAD, 0.000_05, ALL),
            asked(SPREAD, 0.000_5, &[COLUMN, GROUPS_E_CUBE]),
            asked(LATENCY, 0.000_4, &[DUAL, GROUPS]),
            asked(Prepared, 0.000_05, &[GROUPS, GROUPS_E_CUBE]),
            asked(Prepared, 0.000_5, &[GROUPS_E_CUBE]),
        ],
    ),
    (
        4,
        &COMPARISON_4,
        &[
            asked(CHANNELS, 0.000_03, ALL),
            asked(START_UPS, 0.000_03, &[COLUMN]),
            asked(SPREAD, 0.000_03, ALL),
            asked(BUSIEST, 0.000_2, &[COLUMN, GROUPS_E_CUBE]),
            asked(LATENCY, 0.000_25, &[DUAL, COLUMN, GROUPS_E_CUBE]),
            asked(LATENCY, 0.000_35, &[COLUMN, GROUPS_E_CUBE]),
            asked(LATENCY, 0.000_4, &[COLUMN, GROUPS_E_CUBE]),
            asked(Prepared, 0.000_03, &[GROUPS, GROUPS_E_CUBE]),
            asked(Prepared, 0.000_3, &[GROUPS_E_CUBE]),
        ],
    ),
    (
        5,
        &COMPARISON_5,
        &[
            asked(CHANNELS, 0.000_03, ALL),
            asked(SPREAD, 0.000_03, ALL),
            asked(SPREAD, 0.000_25, &[COLUMN, GROUPS_E_CUBE]),
            asked(LATENCY, 0.000_16, &[DUAL, MULTI]),
            asked(Prepared, 0.000_03, &[GROUPS, GROUPS_E_CUBE]),
            asked(Prepared, 0.000_2, &[GROUPS_E_CUBE]),
        ],
    ),
    (
        6,
        &COMPARISON_6,
        &[
            asked(CHANNELS, 0.000_02, ALL),
            asked(START_UPS, 0.000_02, &[COLUMN]),
            asked(SPREAD, 0.000_02, ALL),
            asked(SPREAD, 0.000_1, ALL),
            asked(LATENCY, 0.000_08, ALL),
            asked(LATENCY, 0.000_18, &[COLUMN, GROUPS_E_CUBE]),
            asked(LATENCY, 0.000_2, &[COLUMN, GROUPS_E_CUBE]),
            asked(Prepared, 0.000_02, &[GROUPS, GROUPS_E_CUBE]),
            asked(Prepared, 0.000_12, &[GROUPS_E_CUBE]),
        ],
    ),
];

impl Quantity {
    fn label(self) -> String {
        match self {
            Plain(measurand) => measurand.label().to_owned(),
            Prepared => "latency with a preparation of 40 cycles".to_owned(),
        }
    }
}

fn rows() -> Vec<Row> {
    let rows = ASKED.into_iter().flat_map(|(number, figure, asked)| {
        let scenario = figures::scenario(figure);
        asked.iter().flat_map(move |asked| {
            let mut scenario = scenario.clone();
            scenario.traffic.rate = asked.load;
            let measurand = match asked.of {
                Plain(measurand) => measurand,
                Prepared => {
                    scenario.timing.preparation = CyclesOrAuto::Cycles(40);
                    Measurand::Multicast
                }
            };
            asked.algorithms.iter().map(move |algorithm| Row {
                series: format!("Figure {number}: {}", asked.of.label()),
                label: format!("{} at λ = {}", name_of(algorithm), asked.load),
                x: None,
                printed: Vec::new(),
                computed: Vec::new(),
                task: Some(Task {
                    scenario: scenario.clone().planned_by(algorithm),
                    measurand,
                }),
            })
        })
    });
    rows.collect()
}
