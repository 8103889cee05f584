//! Conventions in which textbooks differ: a lesson names those that it needs, and its front page states them.

/// Conventions, by their ids in lesson files.
pub(crate) const CONVENTIONS: &[(&str, &str)] = &[
    (
        "flit",
        "One flit is one phit: a channel carries one flit in a cycle.",
    ),
    (
        "channels",
        "A channel leads one way. Between two neighbors there is one in each direction, and both are counted.",
    ),
    (
        "latency",
        "Latency is the time from the generation of a message to the arrival of its tail, so it includes the \
         wait in the queue of its source. A message that is alone takes d + M − 1 cycles over d hops.",
    ),
    (
        "router",
        "A router takes no time of its own: a header that is not blocked crosses one channel in each cycle.",
    ),
    (
        "credits",
        "Credits take no time: a place in a buffer that becomes free can be filled in the same cycle.",
    ),
    (
        "service",
        "Headers are served in the order in which they ask, the older message first in a tie. Virtual \
         channels that have a flit to send take turns on the wires.",
    ),
    (
        "coordinates",
        "A node of a mesh or torus is named by column and row; 0,0 is at the lower left.",
    ),
    (
        "addresses",
        "Addresses are written in binary. E-cube changes bits from the right to the left.",
    ),
    (
        "bisection",
        "The bisection is counted in one direction: k channels in a mesh of k × k nodes, 2k in a torus. Dally \
         and Towles count both: 2k and 4k.",
    ),
    (
        "virtual-channels",
        "Virtual channels are numbered from 0: with two of them, VC 0 and VC 1.",
    ),
    (
        "dateline",
        "A message that has yet to cross the dateline uses VC 0, all others VC 1, also those that never cross \
         it. Some books number the two the other way around.",
    ),
    (
        "load",
        "The load λ is counted in messages per node and cycle, throughput in flits per node and cycle. Some \
         authors state a share of the capacity instead.",
    ),
    (
        "channel-load",
        "Channel load is counted in messages over the busiest channel for each message that a node sends.",
    ),
    (
        "terminals",
        "In a network of switches only terminals send and receive. Loads are counted per terminal, and hops \
         include the one from a terminal to its switch and the one from a switch to a terminal.",
    ),
    (
        "ports",
        "A message leaves through an injection port and arrives through an ejection port, one flit in a cycle. \
         A lesson says how many a node has where it matters.",
    ),
];

pub(crate) fn convention(id: &str) -> Option<&'static str> {
    let (_, text) = CONVENTIONS.iter().find(|(known, _)| *known == id)?;
    Some(text)
}
