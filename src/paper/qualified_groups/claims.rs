//! What is concluded from figures 3 to 6, and what our simulation says of it.

use crate::paper::{Claim, Holds};

/// Of qualified groups, 10×10 nodes, 10 destinations.
pub(in crate::paper) const CLAIMS_3: &[Claim] = &[
    Claim {
        says: "At low load dual path and multi-path are fastest",
        holds: Holds::Yes,
        found: "At λ = 0.00005 they take 100 and 94 cycles, qualified groups 186 (249 on \
                        e-cube paths) and column path 245: one start-up against two in sequence, \
                        or 2.3 where eight worms share four ports.",
    },
    Claim {
        says: "Multi-path is slightly better than dual path",
        holds: Holds::Yes,
        found: "94 cycles against 100 at λ = 0.00005, 146 against 169 at 0.0003: it \
                        crosses 37 channels rather than 41.",
    },
    Claim {
        says: "Column path and qualified groups are less sensitive to load, as they \
                       bring less traffic",
        holds: Holds::Partly,
        found: "From λ = 0.00005 to 0.0003 column path becomes slower by a third, \
                        qualified groups on e-cube paths by a fifth, dual path by two thirds; \
                        but along labels qualified groups saturate together with dual path. The \
                        reason is not traffic: column path crosses 54 channels, the most of \
                        all. Its worms are short, and load both dimensions alike, where dual \
                        path loads x four times as much as y.",
    },
    Claim {
        says: "At high load qualified groups are best",
        holds: Holds::Partly,
        found: "On e-cube paths they are: at λ = 0.0005, where both algorithms along \
                        labels have saturated, 406 cycles against 512 of column path. Along \
                        labels they saturate near 0.0004 themselves.",
    },
    Claim {
        says: "Qualified groups have the least variance of arrivals",
        holds: Holds::No,
        found: "At λ = 0.00005 arrivals scatter by 7 cycles in multi-path, 10 in dual \
                        path, 42 in qualified groups (55 on e-cube paths) and 53 in column \
                        path: leaders have the message a start-up and a message length before \
                        the others. At 0.0005, of the two still stable, groups scatter less: 93 \
                        against 106.",
    },
    Claim {
        says: "A preparation of 40 cycles changes little",
        holds: Holds::Yes,
        found: "It adds 24 cycles to each of two steps: 234 and 297 cycles at λ = \
                        0.00005. On e-cube paths qualified groups remain best at 0.0005, with \
                        450.",
    },
];

/// Of qualified groups, 10×10 nodes, 20 destinations.
pub(in crate::paper) const CLAIMS_4: &[Claim] = &[
    Claim {
        says: "At low load dual path and multi-path are fastest",
        holds: Holds::Yes,
        found: "At λ = 0.00003 they take 118 and 106 cycles, qualified groups 190 (297 \
                        on e-cube paths) and column path 360: its twelve worms need 3.4 \
                        start-ups in sequence at four ports.",
    },
    Claim {
        says: "With 20 destinations qualified groups are best",
        holds: Holds::Partly,
        found: "Only near saturation, and on e-cube paths: at λ = 0.0003 they take 588 \
                        cycles, column path 766 and dual path 754 ± 210. Up to 0.00025 dual path \
                        is faster than both (228 against 464 and 602), and past 0.00035 column \
                        path lasts longest: its busiest channel has 1.6 times the mean load, \
                        that of the groups 2.4 times.",
    },
    Claim {
        says: "Column path and qualified groups are less sensitive to load, as they \
                       bring less traffic",
        holds: Holds::Partly,
        found: "From λ = 0.00003 to 0.0002 column path becomes slower by 42 %, qualified \
                        groups on e-cube paths by 34 %, dual path by 38 %; what differs is where \
                        they saturate. Column path crosses 87 channels, dual path 65.",
    },
    Claim {
        says: "Qualified groups have the least variance of arrivals",
        holds: Holds::No,
        found: "At λ = 0.00003 arrivals scatter by 11 cycles in multi-path, 15 in dual \
                        path, 37 in qualified groups (59 on e-cube paths); column path, with 86, \
                        is what they improve on.",
    },
    Claim {
        says: "A preparation of 40 cycles changes little",
        holds: Holds::Yes,
        found: "237 and 345 cycles at λ = 0.00003, and 633 at 0.0003 on e-cube paths, \
                        still less than column path.",
    },
];

/// Of qualified groups, 16×16 nodes, 10 destinations.
pub(in crate::paper) const CLAIMS_5: &[Claim] = &[
    Claim {
        says: "At low load dual path and multi-path are fastest",
        holds: Holds::Yes,
        found: "At λ = 0.00003 they take 123 and 110 cycles, qualified groups 197 (264 on \
                        e-cube paths) and column path 272.",
    },
    Claim {
        says: "Multi-path is slightly better than dual path",
        holds: Holds::Yes,
        found: "By 11 % at λ = 0.00003 and 19 % at 0.00013, and at 0.00016 it takes 228 \
                        cycles where dual path, with 507 ± 100, is about to saturate.",
    },
    Claim {
        says: "At high load qualified groups are best",
        holds: Holds::Partly,
        found: "On e-cube paths, clearly: at λ = 0.0002, where dual path and multi-path \
                        have saturated, 340 cycles against 415 of column path, at 0.0003 472 \
                        against 745. Along labels they take 1788 ± 433 at 0.0002.",
    },
    Claim {
        says: "Column path and qualified groups are less sensitive to load, as they \
                       bring less traffic",
        holds: Holds::Partly,
        found: "From λ = 0.00003 to 0.00013 column path becomes slower by 23 %, \
                        qualified groups by 24 % (13 % on e-cube paths), dual path by 55 %. But \
                        column path crosses 92 channels and dual path 66: short worms count, and \
                        dimensions that are loaded alike.",
    },
    Claim {
        says: "Qualified groups have the least variance of arrivals",
        holds: Holds::No,
        found: "At λ = 0.00003 arrivals scatter by 12 cycles in multi-path, 16 in dual \
                        path, 43 in qualified groups (58 on e-cube paths) and 59 in column path. \
                        From 0.00025 on, where only two are steady, it is 87 against 112.",
    },
    Claim {
        says: "A preparation of 40 cycles changes little",
        holds: Holds::Yes,
        found: "246 and 312 cycles at λ = 0.00003, 386 at 0.0002 on e-cube paths, still \
                        less than column path.",
    },
];

/// Of qualified groups, 16×16 nodes, 20 destinations.
pub(in crate::paper) const CLAIMS_6: &[Claim] = &[
    Claim {
        says: "At low load dual path and multi-path are fastest",
        holds: Holds::Yes,
        found: "At λ = 0.00002 they take 159 and 132 cycles, qualified groups 204 (323 on \
                        e-cube paths) and column path 433: its fourteen worms need 3.9 start-ups \
                        in sequence.",
    },
    Claim {
        says: "With 20 destinations qualified groups are best",
        holds: Holds::Partly,
        found: "From λ = 0.00012 on, where dual path and multi-path saturate: 458 cycles \
                        on e-cube paths, 554 ± 90 along labels, 696 of column path. Before that \
                        multi-path is faster (156 against 228 at 0.00006), and past 0.00017 only \
                        column path is steady.",
    },
    Claim {
        says: "Column path and qualified groups are less sensitive to load, as they \
                       bring less traffic",
        holds: Holds::Partly,
        found: "From λ = 0.00002 to 0.00008 column path becomes slower by 27 %, \
                        qualified groups by 25 % (18 % on e-cube paths), dual path by 33 %, \
                        multi-path by 43 %. Column path crosses 159 channels, dual path 114, \
                        qualified groups 90.",
    },
    Claim {
        says: "Qualified groups have the least variance of arrivals",
        holds: Holds::No,
        found: "At λ = 0.00002 arrivals scatter by 19 cycles in multi-path, 27 in dual \
                        path, 38 in qualified groups (65 on e-cube paths) and 105 in column path. \
                        At 0.0001, near saturation, qualified groups are least, with 60 against \
                        63 and 70.",
    },
    Claim {
        says: "A preparation of 40 cycles changes little",
        holds: Holds::Yes,
        found: "253 and 371 cycles at λ = 0.00002, 505 at 0.00012 on e-cube paths, still \
                        less than column path.",
    },
];
