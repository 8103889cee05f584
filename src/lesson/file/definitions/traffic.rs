//! Terms of traffic, multicast and performance, and the patterns and algorithms.

use super::{Definition, entry, word};
use crate::file::books::PERFORMANCE;

pub(super) const DEFINITIONS: &[Definition] = &[
    // Traffic.
    entry(
        "bit complement",
        "A permutation: each node sends to the one opposite it. In a hypercube that is the node whose \
         address differs in every bit.",
    ),
    entry(
        "bit rotation",
        "A permutation: each node sends to the node whose binary address is its own, rotated to the right by \
         one bit.",
    ),
    entry(
        "bit reverse",
        "A permutation: each node sends to the node whose binary address is its own read backward.",
    ),
    entry(
        "clustered",
        "A traffic pattern with locality: a node at distance i is the destination with probability k/i. \
         The constant k makes the probabilities of all other nodes add up to 1.",
    ),
    entry(
        "hot spot",
        "A node that receives more than its share. In the pattern of this name a tenth of all messages go \
         to the node in the middle, and the others to any node.",
    ),
    entry(
        "neighbor",
        "A node to which a channel leads. In the traffic pattern of this name each node sends to its \
         neighbors only, equally often to each. Dally and Towles (ch. 3) give this name to a permutation: \
         each node sends to the one whose coordinates are all larger by one.",
    ),
    entry(
        "neighbor group",
        "A traffic pattern against dragonflies: all messages of a group go to the next group, whose only \
         direct link they overload.",
    ),
    word(
        "quadrant",
        "A traffic pattern with locality: a mesh or torus is halved in every dimension, and the other nodes of \
         the same part are equally likely as destinations.",
        "a pattern of Flitscope's own; traffic patterns in general: Dally & Towles 2004, Principles and Practices of \
         Interconnection Networks, ch. 3",
    ),
    entry(
        "random permutation",
        "Each node sends to one other node, drawn once for the whole run, and no two nodes to the same one.",
    ),
    entry(
        "shuffle",
        "A permutation: each node sends to the node whose binary address is its own, rotated to the left by \
         one bit.",
    ),
    entry(
        "transpose",
        "A permutation: node (x, y) sends to node (y, x). In a hypercube the two halves of the address \
         are swapped.",
    ),
    entry(
        "uniform",
        "A traffic pattern in which each message is equally likely to go to any of the other nodes.",
    ),
    entry(
        "worst case",
        "The permutation that loads one channel most under a routing function. No traffic saturates it \
         earlier in which each node sends at most one message and receives at most one, on average.",
    ),
    // One to many.
    entry(
        "mh four-way",
        "A multicast in a mesh-hypercube by up to four worms: along rising and along falling labels of the \
         source's cube, and to the higher and to the lower levels.",
    ),
    entry(
        "qualified groups",
        "A multicast in two steps: destinations are divided into groups of comparable weight. A leader of \
         each receives the message from the source and sends it to the others of its group.",
    ),
    entry(
        "u-cube",
        "A multicast by unicasts in a hypercube: source and destinations form a chain in the order of \
         their addresses, and each node that has the message sends it to half of what is left of its \
         part of the chain.",
    ),
    entry(
        "u-mesh",
        "A multicast by unicasts in a mesh: source and destinations form a chain in dimension order, and \
         each node that has the message sends it to half of what is left of its part of the chain.",
    ),
    entry(
        "u-torus",
        "A multicast by unicasts in a torus: as U-mesh, with a chain that begins at the source and goes on \
         around the rings.",
    ),
    // Performance.
    word(
        "zero-load latency",
        "The latency of a message that is alone in the network.",
        PERFORMANCE,
    ),
    word(
        "accepted load",
        "The flits that are delivered per node and cycle. Below saturation it equals the offered load, the \
         flits that are generated.",
        PERFORMANCE,
    ),
];
