//! Definitions of terms that no lesson explains, and the sources of all terms.

/// The definition of a term that no lesson explains.
#[derive(Debug)]
pub(super) struct Definition {
    /// The term, in the singular.
    pub(super) word: &'static str,
    /// The definition, in a sentence or two.
    pub(super) means: &'static str,
    /// Citation of the source; empty if the catalog contains an entry of that name with its sources.
    pub(super) source: &'static str,
}

const fn word(word: &'static str, means: &'static str, source: &'static str) -> Definition {
    Definition {
        word,
        means,
        source,
    }
}

/// Creates the definition of an algorithm or network whose catalog entry contains the sources.
const fn entry(name: &'static str, means: &'static str) -> Definition {
    word(name, means, "")
}

// Chapters of the standard textbooks.
const TOPOLOGY: &str =
    "Dally & Towles 2004, Principles and Practices of Interconnection Networks, ch. 3";
const CROSSBAR: &str =
    "Dally & Towles 2004, Principles and Practices of Interconnection Networks, ch. 6";
const ROUTING: &str =
    "Dally & Towles 2004, Principles and Practices of Interconnection Networks, ch. 8";
const FLOW: &str =
    "Dally & Towles 2004, Principles and Practices of Interconnection Networks, ch. 12";
const BUFFERS: &str =
    "Dally & Towles 2004, Principles and Practices of Interconnection Networks, ch. 13";
const STUCK: &str =
    "Dally & Towles 2004, Principles and Practices of Interconnection Networks, ch. 14";
const ROUTER: &str =
    "Dally & Towles 2004, Principles and Practices of Interconnection Networks, ch. 16";
const ARBITER: &str =
    "Dally & Towles 2004, Principles and Practices of Interconnection Networks, ch. 18";
const ALLOCATOR: &str =
    "Dally & Towles 2004, Principles and Practices of Interconnection Networks, ch. 19";
const PERFORMANCE: &str =
    "Dally & Towles 2004, Principles and Practices of Interconnection Networks, ch. 23";
const SIMULATION: &str =
    "Dally & Towles 2004, Principles and Practices of Interconnection Networks, ch. 24";
const SWITCHING: &str =
    "Duato, Yalamanchili & Ni 2003, Interconnection Networks: An Engineering Approach, ch. 2";
const COLLECTIVE: &str =
    "Duato, Yalamanchili & Ni 2003, Interconnection Networks: An Engineering Approach, ch. 5";
const QUEUES: &str = "Kleinrock 1975, Queueing Systems, volume 1: Theory";
const GROUPS: &str = "Al-Dubai, Ould-Khaoua, El-Zayyat & Mackenzie, On balancing traffic load in \
                      path-based multicast communication";

/// Terms that no lesson explains.
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
    // Routing.
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
    // Networks.
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
        "A network of switches in stages, with exactly one path from each input to each output.",
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
        "A tree whose links carry more toward the root, so that the leaves can exchange messages without \
         crowding it.",
        "Leiserson 1985, Fat-trees: universal networks for hardware-efficient supercomputing, IEEE Trans. \
         Comput. C-34(10)",
    ),
    word(
        "dragonfly",
        "A network of groups of routers. Within a group paths are short, and each group has a channel to \
         each other group.",
        "Kim, Dally, Scott & Abts 2008, Technology-driven, highly-scalable dragonfly topology, ISCA",
    ),
    // Traffic.
    entry(
        "bit complement",
        "A permutation: each node sends to the one opposite it. In a hypercube that is the node whose \
         address differs in every bit.",
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
         neighbors only, equally often to each.",
    ),
    entry(
        "transpose",
        "A permutation: node (x, y) sends to node (y, x). In a hypercube the two halves of the address \
         change places.",
    ),
    entry(
        "uniform",
        "A traffic pattern in which each message is equally likely to go to any of the other nodes.",
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

/// The sources of the terms that lessons explain.
pub(super) const SOURCES: &[(&[&str], &str)] = &[
    (
        &[
            "bisection",
            "channel",
            "channel load",
            "degree",
            "destination",
            "diameter",
            "dimension",
            "distance",
            "hop",
            "link",
            "mean distance",
            "node",
            "permutation",
            "source",
            "traffic pattern",
        ],
        TOPOLOGY,
    ),
    (&["adaptive", "minimal", "routing function"], ROUTING),
    (
        &[
            "body",
            "buffer",
            "cycle",
            "flit",
            "flow control",
            "header",
            "message",
            "tail",
        ],
        FLOW,
    ),
    (&["back-pressure", "blocked", "credit", "hold"], BUFFERS),
    (&["switching mode", "worm"], SWITCHING),
    (
        &["cycle of waiting", "dateline", "deadlock", "deadlock-free"],
        STUCK,
    ),
    (
        &["virtual channel"],
        "Dally 1992, Virtual-channel flow control, IEEE TPDS 3(2)",
    ),
    (
        &[
            "channel dependency graph",
            "cycle of dependencies",
            "dependency",
        ],
        "Dally & Seitz 1987, Deadlock-free message routing in multiprocessor interconnection networks, \
         IEEE Trans. Comput. C-36(5)",
    ),
    (
        &["escape channel"],
        "Duato 1993, A new theory of deadlock-free adaptive routing in wormhole networks, IEEE TPDS 4(12)",
    ),
    (
        &["turn", "turn model"],
        "Glass & Ni 1992, The turn model for adaptive routing, ISCA",
    ),
    (
        &["e-cube"],
        "Sullivan & Bashkow 1977, A large scale, homogeneous, fully distributed parallel machine, ISCA",
    ),
    (
        &["gray code"],
        "Gray 1953, Pulse code communication, US patent 2,632,058",
    ),
    (
        &["hamiltonian path", "label"],
        "Lin & Ni 1991, Deadlock-free multicast wormhole routing in multicomputer networks, ISCA",
    ),
    (&["port", "router"], ROUTER),
    (
        &[
            "binomial tree",
            "broadcast",
            "multicast",
            "relay",
            "start-up",
        ],
        COLLECTIVE,
    ),
    (&["group", "leader", "threshold", "weight"], GROUPS),
    (
        &["level"],
        "Al-Mahadeen & Omari, Adaptive wormhole routing in mesh-hypercube network",
    ),
    (
        &[
            "injection rate",
            "knee",
            "latency",
            "load",
            "model",
            "saturation",
            "throughput",
        ],
        PERFORMANCE,
    ),
    (&["confidence interval"], SIMULATION),
    (
        &["little's law"],
        "Little 1961, A proof for the queuing formula L = λW, Operations Research 9(3)",
    ),
    (
        &[
            "m/g/1",
            "m/m/1",
            "poisson process",
            "queue",
            "service time",
            "utilization",
        ],
        QUEUES,
    ),
];
