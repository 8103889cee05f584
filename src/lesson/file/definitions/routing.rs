//! Terms of routing, and the routing functions.

use super::{Definition, entry, word};
use crate::file::books::{COLLECTIVE, ROUTING, STUCK, TOPOLOGY};

pub(super) const DEFINITIONS: &[Definition] = &[
    word(
        "path",
        "The channels that a message crosses one after the other, from its source to its destination.",
        TOPOLOGY,
    ),
    word(
        "deterministic",
        "Of a routing function: it has one path for each pair of nodes.",
        ROUTING,
    ),
    word(
        "oblivious",
        "Of a routing function: its choice of a path does not depend on the traffic. It may be random.",
        ROUTING,
    ),
    entry(
        "destination tag",
        "Routing in networks of stages: the digits of the destination are the outputs that a message takes.",
    ),
    entry(
        "dragonfly, minimal",
        "Routing over the one link between two groups of a dragonfly, with at most one local hop before it \
         and one after it.",
    ),
    entry(
        "dragonfly, valiant",
        "Routing in a dragonfly by way of a group, or a router, that is drawn at random for each message.",
    ),
    entry(
        "ugal, local",
        "Universal globally adaptive load balancing: a message goes minimally or by way of a random group, \
         whichever has fewer queued messages times hops. The queues are those at its own router.",
    ),
    entry(
        "ugal, global",
        "UGAL with the queues of all global channels of the group of the source.",
    ),
    entry(
        "fat tree, random ascent",
        "Routing in a fat tree up to a switch above both ends, over links drawn at random, and down from \
         there.",
    ),
    entry(
        "fat tree, adaptive ascent",
        "The same over any links up that are free.",
    ),
    entry(
        "d-mod-k",
        "Deterministic routing in a fat tree: at each level, a digit of the destination names the link up.",
    ),
    word("unicast", "A message to one node.", COLLECTIVE),
    entry(
        "dimension reversals",
        "Adaptive routing in meshes and hypercubes: a message may turn back to a lower dimension a limited \
         number of times, each time to another class of virtual channels, and then keeps to dimension order.",
    ),
    entry(
        "distance classes",
        "Virtual channels in classes by the hops that a message has made. With every hop it takes one of \
         a higher class, so no cycle of waiting can close.",
    ),
    entry(
        "duato, fully adaptive",
        "Fully adaptive routing with an escape: a message may take any shortest path on adaptive virtual \
         channels, and dimension order on a virtual channel that is kept as an escape.",
    ),
    entry(
        "folded rule",
        "Routing in a folded hypercube: where it shortens the path, a message first takes the link to the \
         complement, and then e-cube changes the bits that still differ.",
    ),
    word(
        "fully adaptive, unrestricted (not deadlock-free)",
        "A message may take any shortest path on any virtual channel. No turn is forbidden and nothing \
         is kept as an escape, so messages can deadlock wherever these paths close a cycle.",
        STUCK,
    ),
    entry(
        "label (hamiltonian)",
        "Routing by labels along a Hamiltonian path: to a node with a higher label all labels on the path \
         rise, to one with a lower label all of them fall.",
    ),
    entry(
        "mh adaptive, cube first",
        "Routing in a mesh-hypercube: first through the cube, along rising or falling labels, then to the \
         level of the destination.",
    ),
    entry(
        "mh adaptive, hybrid",
        "Routing in a mesh-hypercube whose hops between levels and through the cube may come in any order. \
         It can deadlock.",
    ),
    entry(
        "mh adaptive, mesh first",
        "Routing in a mesh-hypercube: first to the level of the destination, then through its cube, along \
         rising or falling labels.",
    ),
    entry(
        "negative first",
        "The turn model for meshes that forbids turns from a positive to a negative direction, so that a \
         message goes in negative directions first.",
    ),
    entry(
        "north last",
        "The turn model for meshes of two dimensions that forbids both turns out of north, so that a \
         message goes north last.",
    ),
    entry(
        "o1turn",
        "Oblivious routing in a mesh of two dimensions: half of the messages go along x first, half along \
         y first, drawn at random, each half on virtual channels of its own.",
    ),
    entry(
        "odd-even",
        "A turn model for meshes of two dimensions: in even columns no message turns from east to north or \
         south, in odd columns none turns from north or south to west.",
    ),
    word(
        "random shortest path",
        "Oblivious routing by one of the shortest paths, all of them equally likely.",
        ROUTING,
    ),
    entry(
        "romm, two-phase",
        "Randomized routing by shortest paths: a message goes by way of a node drawn at random among those \
         between its source and its destination, both times in dimension order.",
    ),
    word(
        "shortest path, one table",
        "Deterministic routing on any network: a table has one shortest path for each pair of nodes.",
        "Dally & Towles 2004, Principles and Practices of Interconnection Networks, ch. 11",
    ),
    entry(
        "up*/down*",
        "Routing on any network whose links lead both ways. Each link has an upper end, the one nearer to \
         the root of a tree, and no message goes up after it has gone down.",
    ),
    entry(
        "west first",
        "The turn model for meshes of two dimensions that forbids both turns to the west, so that a \
         message goes west first.",
    ),
    entry(
        "xy or yx, adaptive",
        "Routing in a mesh of two dimensions: where a message begins it takes x first or y first, \
         whichever channel is free, and then has one path.",
    ),
];
