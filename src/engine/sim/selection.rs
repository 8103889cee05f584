//! Selection functions: which of the free lanes a header takes where routing leaves a choice.

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
    /// Any free lane, all equally likely. The draw depends only on the seed, the message and its
    /// number of hops, so that one header's draw never changes another's.
    Random,
    /// The channel with the fewest held lanes; among several, the first offered.
    LeastOccupied,
}

impl Selection {
    /// The default for a routing function: random for adaptive routing, as its models assume,
    /// otherwise the first free lane.
    pub fn suited(adaptivity: Adaptivity) -> Self {
        match adaptivity {
            Adaptivity::Adaptive => Self::Random,
            Adaptivity::Deterministic | Adaptivity::Oblivious => Self::First,
        }
    }
}

/// All selection functions, in menu order; `None` is the one that [suits](Selection::suited) the
/// routing function.
pub const FAMILIES: &[Family<Option<Selection>>] = &[
    Family {
        entry: Entry {
            id: "auto",
            name: "Automatic",
            summary: "at random if routing is adaptive, otherwise the first free one",
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
            help: "On that channel, the lowest free virtual channel is taken.",
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
            help: "The assumption of the models of adaptive routing.",
            sources: &[],
            params: &[],
        },
        build: Some(Selection::Random),
    },
    Family {
        entry: Entry {
            id: "least-occupied",
            name: "Least occupied",
            summary: "the channel with the fewest virtual channels held",
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
