//! Terms of networks, and the topologies.

use super::{Definition, entry, word};
use crate::file::books::{CROSSBAR, TOPOLOGY};

pub(super) const DEFINITIONS: &[Definition] = &[
    word(
        "topology",
        "Which nodes of a network are joined by channels.",
        TOPOLOGY,
    ),
    entry(
        "chordal ring",
        "A ring in which each node is also joined to the nodes a fixed number of places ahead and behind, \
         which makes long paths short.",
    ),
    entry(
        "complete network",
        "A network in which each node has a channel to every other one, so that all distances are one hop.",
    ),
    entry(
        "folded hypercube",
        "A hypercube with one more link at each node, to the node whose address differs in every bit. This \
         halves the diameter.",
    ),
    entry(
        "mesh",
        "Nodes in a grid of one or more dimensions, each joined to the next in every dimension. No link \
         leads from one border to the opposite one.",
    ),
    entry(
        "mesh-hypercube",
        "A line of hypercubes of the same size, called levels. Nodes with the same address on neighboring \
         levels are joined.",
    ),
    entry(
        "ring",
        "Nodes in a circle, each joined to the next one and to the one before.",
    ),
    entry(
        "torus",
        "A mesh in which each row of each dimension is closed into a ring. With k nodes in each of n \
         dimensions it is the k-ary n-cube.",
    ),
    entry(
        "unidirectional torus",
        "A torus whose channels lead around each ring one way only.",
    ),
    word(
        "butterfly",
        "A network of switches in stages, each of which takes one digit of the destination, so that exactly one path \
         leads from each input to each output. Extra stages, of which each multiplies the paths by the number of \
         outputs of a switch, make it a different network: with n − 1 of them, a Beneš network.",
        "Dally & Towles 2004, Principles and Practices of Interconnection Networks, ch. 4",
    ),
    word(
        "clos network",
        "A network of crossbars in three stages, in which each switch of the first stage has a channel to \
         each of the middle, and each of the middle to each of the last.",
        CROSSBAR,
    ),
    word(
        "fat tree",
        "A tree whose links carry more toward the root, so that messages between the leaves do not \
         overload it.",
        "Leiserson 1985, Fat-trees: universal networks for hardware-efficient supercomputing, IEEE Trans. \
         Comput. C-34(10)",
    ),
    entry(
        "tree",
        "Terminals at the leaves and switches above them, each with one link up. There is one path between \
         two terminals, and those through the root are the busiest.",
    ),
    entry(
        "flattened butterfly",
        "A butterfly in which the switches of a row are one router, with a channel to each router that the \
         row had a channel to. Paths may then be chosen.",
    ),
    entry(
        "hyperx",
        "Routers with coordinates, each joined to all others that differ in one coordinate, and the same \
         number of terminals at each router.",
    ),
    entry(
        "concentrated mesh",
        "A mesh of routers with several terminals at each, which makes paths shorter.",
    ),
    word(
        "dragonfly",
        "A network of groups of routers. Within a group paths are short, and each group has a channel to \
         each other group.",
        "Kim, Dally, Scott & Abts 2008, Technology-driven, highly-scalable dragonfly topology, ISCA",
    ),
];
