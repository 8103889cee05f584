//! Figures 3 to 6 as comparisons that the page repeats.

use crate::paper::Comparison;

/// Ten destinations in a mesh of 10×10.
pub(in crate::paper) const COMPARISON_3: Comparison = Comparison {
    item: "Al-Dubai et al., Figure 3",
    loads: &[
        0.000_05, 0.000_1, 0.000_2, 0.000_3, 0.000_4, 0.000_5, 0.000_6, 0.000_7, 0.000_8,
    ],
    ..FIGURE
};

/// Twenty destinations in a mesh of 10×10.
pub(in crate::paper) const COMPARISON_4: Comparison = Comparison {
    item: "Al-Dubai et al., Figure 4",
    destinations: Some(20),
    loads: &[
        0.000_03, 0.000_06, 0.000_1, 0.000_15, 0.000_2, 0.000_25, 0.000_3, 0.000_35, 0.000_4,
        0.000_45,
    ],
    ..FIGURE
};

/// Ten destinations in a mesh of 16×16.
pub(in crate::paper) const COMPARISON_5: Comparison = Comparison {
    item: "Al-Dubai et al., Figure 5",
    network: "mesh:16x16",
    loads: &[
        0.000_03, 0.000_06, 0.000_1, 0.000_13, 0.000_16, 0.000_2, 0.000_25, 0.000_3, 0.000_35,
        0.000_4,
    ],
    ..FIGURE
};

/// Twenty destinations in a mesh of 16×16.
pub(in crate::paper) const COMPARISON_6: Comparison = Comparison {
    item: "Al-Dubai et al., Figure 6",
    network: "mesh:16x16",
    destinations: Some(20),
    loads: &[
        0.000_02, 0.000_04, 0.000_06, 0.000_08, 0.000_1, 0.000_12, 0.000_14, 0.000_17, 0.000_2,
        0.000_23,
    ],
    ..FIGURE
};

/// The common fields of the comparisons, with the network and destinations of the first.
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
             that its groups are served on e-cube paths, and proves that two start-ups are enough, \
             which holds along labels; so both are measured, at loads that we chose. The order of \
             column path's worms at the ports (far columns first), one queue at each port, and the \
             cut of an unqualified group by the rectangle of its members are our choices as well.",
};
