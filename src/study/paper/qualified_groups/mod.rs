//! Al-Dubai, Ould-Khaoua, El-Zayyat & Mackenzie: multicast by qualified groups in the mesh.
//!
//! The figures have curves without numbers, so the only printed results to compare with our
//! simulations are the conclusions of the paper. The channels and start-ups of its multicast plans
//! can be counted exactly.

mod claims;
mod comparisons;
mod example;
mod figures;
mod measured;

use super::{Paper, Published, Scene, equations};
use engine::catalog::Source;
use engine::model::Erratum;

pub(super) use claims::{CLAIMS_3, CLAIMS_4, CLAIMS_5, CLAIMS_6};
pub(super) use comparisons::{COMPARISON_3, COMPARISON_4, COMPARISON_5, COMPARISON_6};

pub(super) const PAPER: Paper = Paper {
    id: "qualified-groups",
    source: Source {
        cite: "Al-Dubai, Ould-Khaoua, El-Zayyat & Mackenzie",
        work: "On balancing traffic load in path-based multicast communication",
    },
    published: Published {
        title: "On balancing traffic load in path-based multicast communication",
        venue: "SPECTS, 533–540",
        year: Some(2003),
        doi: "",
    },
    synopsis: "How should one message reach many nodes of a mesh, when start-ups are costly and \
               channels are shared? One or two long worms need one start-up but hold many \
               channels; many short worms need many start-ups. The paper proposes a compromise: \
               divide the destinations into groups of about equal distance and size, send to the \
               nearest member of each, and let these leaders serve their groups at the same time, \
               so that two start-ups are always enough. From simulation it concludes that this is \
               fastest when loads or destination sets are large, and that arrivals scatter least.",
    system: "A mesh of 10×10 or 16×16 nodes, two opposite channels between neighbors, wormhole \
             switching. A node has four injection and four ejection channels. Messages of 32 flits \
             go to 10 or 20 nodes; each worm costs a start-up of 33 cycles at its port, and \
             preparation costs a node a few cycles more, depending on the algorithm. Four \
             algorithms are compared: dual path, multi-path, column path and qualified groups.",
    scenes: &[
        Scene {
            title: "How groups are formed",
            link: "t=mesh:10x10&vc=1&mc=qualified-groups:0.3&ts=33&tp=auto&pi=4&pe=4&msg=0:6,4>0,9%2B1,7%2B2,9%2B3,8%2B0,3%2B2,1%2B8,1%2B9,0%2B7,7%2B9,8%2B4,6%2B1,8&show=multicast",
            caption: "The area of a multicast, its cuts, the weight of every group and its leader; \
                      drag a node, or the threshold.",
        },
        Scene {
            title: "Four algorithms, one message",
            link: "t=mesh:6x6&vc=1&mc=dual-path&ts=33&tp=auto&pi=4&pe=4&msg=0:3,2>0,0%2B0,2%2B0,5%2B1,3%2B4,5%2B5,0%2B5,1%2B5,3%2B5,4&side=dual-path;multi-path;column-path;qualified-groups",
            caption: "The same nine destinations along two paths, four paths, columns, and through \
                      group leaders.",
        },
        Scene {
            title: "The mesh of Figure 3 under load",
            link: "t=mesh:10x10&vc=1&lam=0.0003&mc=qualified-groups&md=10&ts=33&tp=auto&pi=4&pe=4",
            caption: "Multicasts to ten nodes each, from all nodes.",
        },
    ],
    models: &[],
    equations: equations::QUALIFIED_GROUPS,
    symbols: equations::QUALIFIED_GROUPS_SYMBOLS,
    errata: ERRATA,
    items: &[
        figures::FIGURE_3,
        figures::FIGURE_4,
        figures::FIGURE_5,
        figures::FIGURE_6,
        measured::MEASURED,
        example::EXAMPLE,
        example::THEOREM_1,
    ],
};

const ERRATA: &[Erratum] = &[
    Erratum {
        place: "section 4",
        printed: "preparation of 2, 2, 4 and 16 cycles, and of 2, 4, 8 and 16",
        used: "2, 4, 8 and 16 cycles for dual path, multi-path, column path, qualified groups",
        why: "both lists are in the same section; the second one accompanies the figures",
    },
    Erratum {
        place: "section 3, phase 3",
        printed: "a group with QP > T is divided",
        used: "divided only if it is heavier than the mean and has two members or more",
        why: "QP measures the deviation from the mean, so a light group is unqualified as well, \
              and dividing it only adds start-ups; the example divides the large one",
    },
    Erratum {
        place: "section 3, phase 3",
        printed: "the multicast area of an unqualified group is divided",
        used: "the rectangle of its members is cut",
        why: "by definition 1 a multicast area contains the source, which is outside nearly every \
              group, so the paper leaves open which area is divided",
    },
    Erratum {
        place: "section 4",
        printed: "nothing on the order in which column path's worms take the ports",
        used: "the ports in turn, worms to far columns first",
        why: "they take longest; with near columns first, column path, not qualified groups on \
              e-cube paths, is the slower one at low load in Figure 3",
    },
    Erratum {
        place: "section 4",
        printed: "four injection channels, and nothing on where messages wait for them",
        used: "one queue at each port",
        why: "a worm joins the queue of its port as soon as the node has prepared it, so it may \
              wait while another port is idle",
    },
    Erratum {
        place: "sections 2 and 3, theorem 1",
        printed: "e-cube routing as the base, and two start-ups for any destinations",
        used: "along labels by default, on e-cube paths by choice",
        why: "on e-cube paths a step takes up to two worms for every column, which four ports \
              cannot always start at once; along labels two worms serve any set",
    },
    Erratum {
        place: "definition 1",
        printed: "mid = (l + u)/2, without rounding",
        used: "rounded down",
        why: "the sums of eq 1 run to mid − 1 and from mid on, so it must be an integer",
    },
    Erratum {
        place: "definition 2",
        printed: "the dimension with the least N_d",
        used: "the higher one where both are equal",
        why: "the paper does not say, but its example chooses Y",
    },
    Erratum {
        place: "section 3, phase 3",
        printed: "definition 8",
        used: "definition 5",
        why: "there is no definition 8; the fifth says what qualified means",
    },
    Erratum {
        place: "section 4",
        printed: "10 destinations on average",
        used: "10 in Figures 3 and 5, 20 in Figures 4 and 6",
        why: "so the captions of the figures state",
    },
];
