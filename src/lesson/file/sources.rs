//! The sources of the terms that lessons explain.

use super::books::{
    BUFFERS, BUTTERFLY, COLLECTIVE, FLOW, GROUPS, PERFORMANCE, QUALITY, QUEUES, ROUTER, ROUTING,
    SIMULATION, STUCK, SWITCHING, TOPOLOGY,
};

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
            "terminal",
            "traffic pattern",
        ],
        TOPOLOGY,
    ),
    (
        &[
            "adaptive",
            "minimal",
            "misrouting",
            "nonminimal",
            "routing function",
        ],
        ROUTING,
    ),
    (&["stage"], BUTTERFLY),
    (
        &["beneš network"],
        "Beneš 1965, Mathematical Theory of Connecting Networks and Telephone Traffic",
    ),
    (
        &["nonblocking"],
        "Clos 1953, A study of non-blocking switching networks, Bell Syst. Tech. J. 32(2)",
    ),
    (
        &["ascent"],
        "Petrini & Vanneschi 1997, k-ary n-trees: high performance networks for massively parallel \
         architectures, IPPS",
    ),
    (
        &["taper"],
        "Öhring, Ibel, Das & Kumar 1995, On generalized fat trees, IPPS",
    ),
    (
        &["global channel"],
        "Kim, Dally, Scott & Abts 2008, Technology-driven, highly-scalable dragonfly topology, ISCA",
    ),
    (
        &["adversary", "worst case"],
        "Towles & Dally 2002, Worst-case traffic for oblivious routing functions, SPAA",
    ),
    (&["fairness"], QUALITY),
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
            "capacity",
            "injection rate",
            "knee",
            "latency",
            "load",
            "model",
            "saturation",
            "source queue",
            "surge",
            "throughput",
        ],
        PERFORMANCE,
    ),
    (
        &["bistable"],
        "Gibbens, Hunt & Kelly 1990, Bistability in communication networks, in: Disorder in Physical Systems",
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
