//! Printed comparisons: figures of papers whose curves are multicast algorithms, what is
//! concluded from them, and what our simulation says of that.

use super::{CyclesOrAuto, Scenario};
use crate::traffic::Length;

/// A figure whose curves are algorithms.
#[derive(Debug)]
pub struct Comparison {
    /// Paper and figure.
    pub item: &'static str,
    /// The network as its specification is written.
    network: &'static str,
    /// M \[flits\].
    length: u32,
    /// How many nodes a multicast goes to.
    destinations: Option<i64>,
    /// The fraction of broadcasts.
    broadcast: f64,
    /// V.
    vcs: i64,
    /// Injection ports.
    ports: i64,
    /// Start-up \[cycles\].
    startup: i64,
    /// The curves.
    pub algorithms: &'static [&'static str],
    /// Loads [messages/node/cycle], ascending, from low load to where all have saturated.
    pub loads: &'static [f64],
    /// How the figure is repeated; sentences.
    pub remark: &'static str,
}

/// Every figure that scenarios of this program repeat.
pub const COMPARISONS: &[Comparison] = &[
    Comparison {
        item: "Al-Dubai et al., Figure 3",
        loads: &[
            0.000_05, 0.000_1, 0.000_2, 0.000_3, 0.000_4, 0.000_5, 0.000_6, 0.000_7, 0.000_8,
        ],
        ..FIGURE
    },
    Comparison {
        item: "Al-Dubai et al., Figure 4",
        destinations: Some(20),
        loads: &[
            0.000_03, 0.000_06, 0.000_1, 0.000_15, 0.000_2, 0.000_25, 0.000_3, 0.000_35, 0.000_4,
            0.000_45,
        ],
        ..FIGURE
    },
    Comparison {
        item: "Al-Dubai et al., Figure 5",
        network: "mesh:16x16",
        loads: &[
            0.000_03, 0.000_06, 0.000_1, 0.000_13, 0.000_16, 0.000_2, 0.000_25, 0.000_3, 0.000_35,
            0.000_4,
        ],
        ..FIGURE
    },
    Comparison {
        item: "Al-Dubai et al., Figure 6",
        network: "mesh:16x16",
        destinations: Some(20),
        loads: &[
            0.000_02, 0.000_04, 0.000_06, 0.000_08, 0.000_1, 0.000_12, 0.000_14, 0.000_17, 0.000_2,
            0.000_23,
        ],
        ..FIGURE
    },
    Comparison {
        item: "Abraham & Padmanabhan 1989: one tree or rotated trees",
        network: "hypercube:6",
        length: 32,
        destinations: None,
        broadcast: 1.0,
        vcs: 2,
        ports: 6,
        startup: 0,
        algorithms: &[
            "binomial-broadcast:fixed",
            "binomial-broadcast",
            "binomial-broadcast:random",
        ],
        loads: &[
            0.000_1, 0.000_2, 0.000_3, 0.000_4, 0.000_5, 0.000_6, 0.000_8, 0.001, 0.001_2, 0.001_4,
            0.001_6, 0.002,
        ],
        remark: "Every message is a broadcast along a binomial tree. All trees cross 63 channels \
                 and need six steps; they differ in the dimension with which they begin.",
    },
];

/// What the figures of Al-Dubai et al. have in common; the first of them is on this mesh.
const FIGURE: Comparison = Comparison {
    item: "",
    network: "mesh:10x10",
    length: 32,
    destinations: Some(10),
    broadcast: 0.0,
    vcs: 1,
    ports: 4,
    startup: 33,
    algorithms: &[
        "dual-path",
        "multi-path",
        "column-path",
        "qualified-groups",
        "qualified-groups:0.5:e-cube",
    ],
    loads: &[],
    remark: "A start-up of 33 cycles for each worm, four ports, preparation of 2, 4, 8 and 16 \
             cycles for dual path, multi-path, column path and qualified groups. The paper says \
             that its groups are served on e-cube paths, and proves that two start-ups are \
             enough, which holds along labels; so both are measured, at loads of our own.",
};

/// The printed comparison that a scenario repeats, its load and its own algorithm aside.
pub fn comparison(scenario: &Scenario) -> Option<&'static Comparison> {
    let traffic = &scenario.traffic;
    let is_plain = scenario.switching == "wormhole"
        && scenario.faults.is_empty()
        && scenario.packet.is_none()
        && traffic.multicast.fraction >= 1.0;
    let is_theirs = |figure: &&Comparison| {
        figure.network == scenario.network
            && Length::Fixed(figure.length) == scenario.length
            && figure.destinations == traffic.multicast.destinations
            && figure.broadcast.total_cmp(&traffic.broadcast).is_eq()
            && figure.vcs == scenario.vcs
            && figure.ports == scenario.ports.injection
            && figure.startup == scenario.timing.startup
            && (figure.startup == 0 || scenario.timing.preparation == CyclesOrAuto::Auto)
    };
    let mut figures = COMPARISONS.iter().filter(|_| is_plain);
    figures.find(is_theirs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::multicast::from_spec;
    use crate::scenario::{PRESETS, Preset};
    use crate::topology;

    #[test]
    fn every_figure_has_a_preset_at_one_of_its_loads() {
        for figure in COMPARISONS {
            let shown = PRESETS.iter().map(Preset::scenario).any(|s| {
                comparison(&s).is_some_and(|found| found.item == figure.item)
                    && figure.loads.contains(&s.traffic.rate)
            });
            assert!(shown, "{}", figure.item);
            assert!(figure.loads.is_sorted_by(|a, b| a < b));
        }
    }

    #[test]
    fn every_algorithm_of_a_figure_is_defined_on_its_network() {
        for figure in COMPARISONS {
            let topology = topology::from_spec(figure.network).expect("a valid one");
            for spec in figure.algorithms {
                assert!(from_spec("algorithm", spec, &*topology).is_ok(), "{spec}");
            }
        }
    }

    #[test]
    fn another_number_of_destinations_is_another_figure() {
        let link = "t=mesh:10x10&vc=1&md=10&ts=33&tp=auto&pi=4&pe=4";
        let mut scenario = Scenario::from_link(link).scenario;
        assert!(comparison(&scenario).is_some_and(|found| found.item.ends_with('3')));
        scenario.traffic.multicast.destinations = Some(20);
        assert!(comparison(&scenario).is_some_and(|found| found.item.ends_with('4')));
        scenario.traffic.multicast.destinations = Some(15);
        assert!(comparison(&scenario).is_none());
    }
}
