//! Abraham & Padmanabhan 1989: broadcasts along one binomial tree or along rotated trees.
//!
//! Not one of the reproduced [`PAPERS`](super::PAPERS), but a comparison that the page repeats.

use super::{Claim, Comparison, Holds};

/// Broadcasts only, in a 6-cube.
pub(super) const COMPARISON: Comparison = Comparison {
    item: "Abraham & Padmanabhan 1989: one tree or rotated trees",
    network: "hypercube:6",
    length: 32,
    destinations: None,
    broadcast: 1.0,
    vcs: 2,
    ports: 6,
    startup: 0,
    algorithms: &[
        "binomial-broadcast:fixed",
        "binomial-broadcast",
        "binomial-broadcast:random",
    ],
    loads: &[
        0.000_1, 0.000_2, 0.000_3, 0.000_4, 0.000_5, 0.000_6, 0.000_8, 0.001, 0.001_2, 0.001_4,
        0.001_6, 0.002,
    ],
    remark: "Every message is a broadcast along a binomial tree. All trees cross 63 channels \
             and need six steps; they differ in the dimension with which they begin.",
};

/// The conclusion from [`COMPARISON`].
pub(super) const CLAIMS: &[Claim] = &[Claim {
    says: "A tree that begins with a different dimension each time balances the load of the \
           channels",
    holds: Holds::Yes,
    found: "With one order for all broadcasts each dimension carries twice the load of the one \
            before, 0.016 flits per cycle to 0.52 at λ = 0.0005, and the network saturates near \
            0.001. With rotating orders every dimension carries 0.17, 0.0014 is steady, and at \
            0.0008 a broadcast takes 304 cycles rather than 473. Random orders are as even and a \
            little slower, because the same dimension can come twice in a row.",
}];
