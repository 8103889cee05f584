//! Templates for drawing a network.

/// A template of a network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beginning {
    /// The name in the menu.
    pub name: &'static str,
    /// The text of the network.
    pub text: &'static str,
}

/// Small networks of several kinds.
pub const BEGINNINGS: &[Beginning] = &[
    Beginning {
        name: "A ring with a chord",
        text: "0 - 1\n1 - 2\n2 - 3\n3 - 4\n4 - 5\n5 - 6\n6 - 7\n7 - 0\n1 - 5\n\
               0 @ 1.5 0\n1 @ 2.5 0.5\n2 @ 3 1.5\n3 @ 2.5 2.5\n4 @ 1.5 3\n5 @ 0.5 2.5\n6 @ 0 1.5\n7 @ 0.5 0.5",
    },
    Beginning {
        name: "A Petersen graph",
        text: "0 - 1\n1 - 2\n2 - 3\n3 - 4\n4 - 0\n0 - 5\n1 - 6\n2 - 7\n3 - 8\n4 - 9\n\
               5 - 7\n7 - 9\n9 - 6\n6 - 8\n8 - 5\n\
               0 @ 2 0\n1 @ 3.9 1.38\n2 @ 3.18 3.62\n3 @ 0.82 3.62\n4 @ 0.1 1.38\n\
               5 @ 2 1\n6 @ 2.95 1.69\n7 @ 2.59 2.81\n8 @ 1.41 2.81\n9 @ 1.05 1.69",
    },
    Beginning {
        name: "A small fat tree",
        text: "t0 - l0\nt1 - l0\nt2 - l1\nt3 - l1\nt4 - l2\nt5 - l2\nl0 - s0\nl1 - s0\nl2 - s0\n\
               l0 - s1\nl1 - s1\nl2 - s1\nswitch l0\nswitch l1\nswitch l2\nswitch s0\nswitch s1\n\
               s0 @ 1.5 0\ns1 @ 3.5 0\nl0 @ 0.5 1.5\nl1 @ 2.5 1.5\nl2 @ 4.5 1.5\n\
               t0 @ 0 3\nt1 @ 1 3\nt2 @ 2 3\nt3 @ 3 3\nt4 @ 4 3\nt5 @ 5 3",
    },
    Beginning {
        name: "A LAN of six switches",
        text: "a - b\na - c\nb - c\nb - d\nc - e\nd - e\nd - f\n\
               a - a1\na - a2\nb - b1\nc - c1\nc - c2\nd - d1\ne - e1\ne - e2\nf - f1\nf - f2\n\
               switch a\nswitch b\nswitch c\nswitch d\nswitch e\nswitch f",
    },
];
