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
    /// The channel with the fewest held lanes; among several, any, all equally likely, drawn as for
    /// `Random`. On that channel, the lowest free lane.
    LeastOccupied,
}

impl Selection {
    /// The default for a registered routing function: random for adaptive routing, as its models
    /// assume, otherwise the first free lane. The default for a user-written one is `First`, because
    /// the order of its offers is the user's.
    pub fn suited(adaptivity: Adaptivity) -> Self {
        match adaptivity {
            Adaptivity::Adaptive => Self::Random,
            Adaptivity::Deterministic | Adaptivity::Oblivious => Self::First,
        }
    }

    pub fn entry(self) -> &'static Entry {
        let of = |family: &&Family<Option<Self>>| family.build == Some(self);
        let family = FAMILIES.iter().find(of);
        &family
            .expect("every selection function is registered")
            .entry
    }
}

/// All selection functions, in menu order; `None` is the one that [suits](Selection::suited) the
/// routing function.
pub const FAMILIES: &[Family<Option<Selection>>] = &[
    Family {
        entry: Entry {
            id: "auto",
            name: "Automatic",
            summary: "at random if a registered function is adaptive, otherwise the first free one",
            help: "Messages of registered adaptive functions spread over the channels offered; all \
                   others take the first, so that a function of your own decides by the order of \
                   its offers.",
            sources: &[],
            params: &[],
        },
        build: None,
    },
    Family {
        entry: Entry {
            id: "first",
            name: "First",
            summary: "the lowest free virtual channel of the first channel offered that has one",
            help: "The order of the offers of a routing function is one of preference.",
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
            summary: "the lowest free virtual channel of the channel with the fewest held",
            help: "Spreads messages over the channels that routing allows; of equally occupied \
                   ones, any is taken, all equally likely.",
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
