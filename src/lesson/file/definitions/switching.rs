//! Terms of switching: messages, routers and deadlock.

use super::{Definition, word};
use crate::file::books::{ALLOCATOR, ARBITER, BUFFERS, CROSSBAR, FLOW, ROUTER, STUCK, SWITCHING};

pub(super) const DEFINITIONS: &[Definition] = &[
    // Messages and how they are switched.
    word(
        "packet",
        "The unit of routing: a piece of a message with a header of its own. A long message is cut into \
         packets, and a packet into flits. Here a message is one packet.",
        FLOW,
    ),
    word(
        "phit",
        "A physical digit: what crosses a channel in one cycle, as wide as its wires. A flit is one phit \
         or several; here it is one.",
        FLOW,
    ),
    word(
        "circuit switching",
        "Switching in which a header first reserves all channels of a path, and the data follow once an \
         acknowledgment has come back.",
        SWITCHING,
    ),
    word(
        "head-of-line blocking",
        "What happens to messages behind the first of a queue: they wait for the channel that the first \
         one needs, though the channels that they need themselves are free.",
        BUFFERS,
    ),
    word(
        "bubble flow control",
        "A rule that keeps a ring free of deadlock without a dateline: a message may enter the ring only \
         where at least one buffer stays free behind it, so that something in the ring can always move.",
        "Carrión, Beivide, Gregorio & Vallejo 1997, A flow control mechanism to avoid message deadlock in \
         k-ary n-cube networks, HiPC",
    ),
    // Inside a router.
    word(
        "crossbar",
        "A switch that can join each of its inputs to any of its outputs, each output to one input at a \
         time. It is the heart of most routers.",
        CROSSBAR,
    ),
    word(
        "arbiter",
        "The part of a router that grants a resource to one of several requests.",
        ARBITER,
    ),
    word(
        "allocator",
        "The part of a router that matches many requests with many resources at once, such as headers \
         with virtual channels.",
        ALLOCATOR,
    ),
    word(
        "router pipeline",
        "The steps that a flit takes in a router, each a cycle or so: routing, virtual-channel \
         allocation, switch allocation, and the crossbar.",
        ROUTER,
    ),
    // Deadlock and its relatives.
    word(
        "livelock",
        "A message keeps moving and never arrives. Minimal routing rules it out, since every hop leads \
         nearer.",
        STUCK,
    ),
    word(
        "starvation",
        "A message waits forever because others are always served before it. A fair arbiter rules it \
         out.",
        STUCK,
    ),
];
