//! Conclusions of the paper from figures 3 to 6, with the findings of our simulation.
//!
//! All numbers are from the [page of results](crate::paper::results), under the figure or under
//! [`MEASURED`](super::measured::MEASURED); a test checks them against that page.

use crate::paper::{Claim, Holds};

/// Conclusions from Figure 3: 10×10 nodes, 10 destinations.
pub(in crate::paper) const CLAIMS_3: &[Claim] = &[
    Claim {
        says: "At low load dual path and multi-path are fastest",
        holds: Holds::Yes,
        found: "At λ = 0.00005 they take 101 and 94 cycles, qualified groups 185 (250 on \
                e-cube paths) and column path 247: one start-up against two in sequence, or \
                2.3 where eight worms share four ports. Which of the last two is slower \
                depends on a decision of ours: worms of column path to far columns leave \
                first. With near columns first it would be column path.",
    },
    Claim {
        says: "Multi-path is slightly better than dual path",
        holds: Holds::Yes,
        found: "94 cycles against 101 at λ = 0.00005, 152 ± 3.1 against 177 ± 5.0 at 0.0003: \
                it crosses 37 channels rather than 41.",
    },
    Claim {
        says: "Column path and qualified groups are less sensitive to load, because they cause \
               less traffic",
        holds: Holds::Partly,
        found: "From λ = 0.00005 to 0.0003 column path becomes slower by a third, qualified groups \
                on e-cube paths by a fifth, dual path by three quarters; but along labels \
                qualified groups saturate together with dual path. The reason is not traffic: \
                column path crosses 54 channels, the most of all. Its worms are short and load \
                both dimensions equally, whereas dual path loads x four times as much as y.",
    },
    Claim {
        says: "At high load qualified groups are best",
        holds: Holds::Partly,
        found: "On e-cube paths they are: at λ = 0.0005, where both algorithms along labels \
                have saturated, 412 ± 3.9 cycles against 536 ± 10 of column path. Along labels \
                they are about to saturate at 0.0004 themselves, with 3084 ± 1047.",
    },
    Claim {
        says: "Qualified groups have the least variance of arrivals",
        holds: Holds::No,
        found: "At λ = 0.00005 arrivals scatter by 8 cycles in multi-path, 10 in dual path, 42 \
                in qualified groups (55 on e-cube paths) and 54 in column path: leaders have \
                the message a start-up and a message length before the others. At 0.0005, of \
                the two still steady, groups scatter less: 94 against 109.",
    },
    Claim {
        says: "A preparation of 40 cycles changes little",
        holds: Holds::Yes,
        found: "At λ = 0.00005 qualified groups take 233 cycles, 297 on e-cube paths: the \
                preparation is paid in both steps. On e-cube paths they remain best at 0.0005, \
                with 458 ± 3.4.",
    },
];

/// Conclusions from Figure 4: 10×10 nodes, 20 destinations.
pub(in crate::paper) const CLAIMS_4: &[Claim] = &[
    Claim {
        says: "At low load dual path and multi-path are fastest",
        holds: Holds::Yes,
        found: "At λ = 0.00003 they take 119 and 106 cycles, qualified groups 190 (299 on \
                e-cube paths) and column path 361: its twelve worms need 3.4 start-ups in \
                sequence at four ports.",
    },
    Claim {
        says: "With 20 destinations qualified groups are best",
        holds: Holds::Partly,
        found: "Only near saturation, and on e-cube paths: at λ = 0.0003 they take 586 ± 9.9 \
                cycles and column path 776 ± 14, from which dual path, with 838 ± 121, cannot \
                be told apart. Up to 0.00025 dual path is faster than both (222 against 458 \
                and 609), and at 0.0004, where the groups have saturated, column path is still \
                steady: its busiest channel has 1.5 times the mean load, that of the groups \
                2.5 times.",
    },
    Claim {
        says: "Column path and qualified groups are less sensitive to load, because they cause \
               less traffic",
        holds: Holds::Partly,
        found: "From λ = 0.00003 to 0.0002 column path becomes slower by 42 %, qualified \
                groups on e-cube paths by 32 %, dual path by 34 %; what differs is where they \
                saturate. Column path crosses 87 channels, dual path 65.",
    },
    Claim {
        says: "Qualified groups have the least variance of arrivals",
        holds: Holds::No,
        found: "At λ = 0.00003 arrivals scatter by 11 cycles in multi-path, 15 in dual path, \
                36 in qualified groups (60 on e-cube paths); column path, with 86, is what \
                they improve on.",
    },
    Claim {
        says: "A preparation of 40 cycles changes little",
        holds: Holds::Yes,
        found: "237 and, on e-cube paths, 347 cycles at λ = 0.00003, and there 629 ± 8.2 at \
                0.0003, still less than column path.",
    },
];

/// Conclusions from Figure 5: 16×16 nodes, 10 destinations.
pub(in crate::paper) const CLAIMS_5: &[Claim] = &[
    Claim {
        says: "At low load dual path and multi-path are fastest",
        holds: Holds::Yes,
        found: "At λ = 0.00003 they take 123 and 109 cycles, qualified groups 197 (265 on \
                e-cube paths) and column path 274.",
    },
    Claim {
        says: "Multi-path is slightly better than dual path",
        holds: Holds::Yes,
        found: "By 11 % at λ = 0.00003 and 20 % at 0.00013, and at 0.00016 it takes 242 ± 9.9 \
                cycles where dual path, with 612 ± 94, is about to saturate.",
    },
    Claim {
        says: "At high load qualified groups are best",
        holds: Holds::Partly,
        found: "On e-cube paths, clearly: at λ = 0.0002, where dual path and multi-path have \
                saturated, 340 ± 1.8 cycles against 416 ± 5.3 of column path, at 0.0003 479 ± \
                7.4 against 759 ± 22. Along labels they take 3131 ± 1716 at 0.0002.",
    },
    Claim {
        says: "Column path and qualified groups are less sensitive to load, because they cause \
               less traffic",
        holds: Holds::Partly,
        found: "From λ = 0.00003 to 0.00013 column path becomes slower by 23 %, qualified groups \
                by 24 % (13 % on e-cube paths), dual path by 60 %. But column path crosses 92 \
                channels and dual path 66: what matters is that worms are short and dimensions \
                equally loaded.",
    },
    Claim {
        says: "Qualified groups have the least variance of arrivals",
        holds: Holds::No,
        found: "At λ = 0.00003 arrivals scatter by 12 cycles in multi-path, 16 in dual path, \
                43 in qualified groups (58 on e-cube paths) and 60 in column path. At 0.00025, \
                where only two are steady, it is 88 against 114.",
    },
    Claim {
        says: "A preparation of 40 cycles changes little",
        holds: Holds::Yes,
        found: "245 and, on e-cube paths, 313 cycles at λ = 0.00003, and there 388 ± 2.0 at \
                0.0002, still less than column path.",
    },
];

/// Conclusions from Figure 6: 16×16 nodes, 20 destinations.
pub(in crate::paper) const CLAIMS_6: &[Claim] = &[
    Claim {
        says: "At low load dual path and multi-path are fastest",
        holds: Holds::Yes,
        found: "At λ = 0.00002 they take 159 and 133 cycles, qualified groups 204.5 (325 on \
                e-cube paths) and column path 436: its fourteen worms need 3.9 start-ups in \
                sequence.",
    },
    Claim {
        says: "With 20 destinations qualified groups are best",
        holds: Holds::Partly,
        found: "At λ = 0.00012, where dual path and multi-path have saturated, they are: 459 ± \
                3.6 cycles on e-cube paths, 557 ± 76 along labels, 692 ± 5.0 of column path. \
                Before that multi-path is faster (157 against 228 at 0.00006). At 0.00018 \
                column path, with 1379 ± 56, and groups on e-cube paths, with 1459 ± 689, \
                cannot be told apart, and at 0.0002 only column path is steady.",
    },
    Claim {
        says: "Column path and qualified groups are less sensitive to load, because they cause \
               less traffic",
        holds: Holds::Partly,
        found: "From λ = 0.00002 to 0.00008 column path becomes slower by 26 %, qualified \
                groups by 24 % (18 % on e-cube paths), dual path by 33 %, multi-path by 42 %. \
                Column path crosses 159 channels, dual path 114, qualified groups 90.",
    },
    Claim {
        says: "Qualified groups have the least variance of arrivals",
        holds: Holds::No,
        found: "At λ = 0.00002 arrivals scatter by 19 cycles in multi-path, 27 in dual path, \
                38 in qualified groups (65 on e-cube paths) and 106 in column path. At 0.0001, \
                near saturation, qualified groups along labels scatter least, with 60 against \
                66 in dual path and 74 in multi-path.",
    },
    Claim {
        says: "A preparation of 40 cycles changes little",
        holds: Holds::Yes,
        found: "252 and, on e-cube paths, 372 cycles at λ = 0.00002, and there 506 ± 6.1 at \
                0.00012, still less than column path.",
    },
];
