//! Which of the free lanes a header takes, where routing leaves a choice.

use crate::catalog::{Entry, Family, Source};
use crate::routing::Adaptivity;

/// A selection function.
///
/// It chooses among the lanes that are free when the header is served. Lanes that routing
/// offers as an escape are considered only when no other is free.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Selection {
    /// The first channel offered that has a free lane.
    #[default]
    First,
    /// Any free lane, all equally likely. The draw depends on the seed, the message and the
    /// number of channels it has crossed alone, so that one header's draw never changes another's.
    Random,
    /// The channel of which the fewest lanes are held, of several the first offered.
    LeastOccupied,
}

impl Selection {
    /// What suits a routing function: at random where what is free is taken, as the models of
    /// adaptive routing assume.
    pub fn suited(adaptivity: Adaptivity) -> Self {
        match adaptivity {
            Adaptivity::Adaptive => Self::Random,
            Adaptivity::Deterministic | Adaptivity::Oblivious => Self::First,
        }
    }
}

/// Every selection function, in the order of the menu; `None` is the one that
/// [suits](Selection::suited) the routing function.
pub const FAMILIES: &[Family<Option<Selection>>] = &[
    Family {
        entry: Entry {
            id: "auto",
            name: "Automatic",
            summary: "at random where routing is adaptive, else the first free one",
            help: "Adaptive messages spread over the channels offered; all others take the first.",
            sources: &[],
            params: &[],
        },
        build: None,
    },
    Family {
        entry: Entry {
            id: "first",
            name: "First",
            summary: "the first channel offered that has a free virtual channel",
            help: "On the channel taken it is the lowest free virtual channel.",
            sources: &[],
            params: &[],
        },
        build: Some(Selection::First),
    },
    Family {
        entry: Entry {
            id: "random",
            name: "Random",
            summary: "any free virtual channel, all equally likely",
            help: "As the models of adaptive routing assume.",
            sources: &[],
            params: &[],
        },
        build: Some(Selection::Random),
    },
    Family {
        entry: Entry {
            id: "least-occupied",
            name: "Least occupied",
            summary: "the channel of which the fewest virtual channels are held",
            help: "Spreads messages over the channels that routing allows.",
            sources: &[Source {
                cite: "Dally & Aoki 1993",
                work: "Deadlock-free adaptive routing in multicomputer networks using virtual \
                       channels, IEEE TPDS 4(4)",
            }],
            params: &[],
        },
        build: Some(Selection::LeastOccupied),
    },
];
