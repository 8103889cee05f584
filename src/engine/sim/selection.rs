//! Selection functions: which of the free lanes a header takes where routing leaves a choice.

use crate::catalog::{Entry, Family};
use crate::routing::Adaptivity;
use crate::sim::TEXTS;

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
        entry: Entry::new(TEXTS, "auto", &[]),
        build: None,
    },
    Family {
        entry: Entry::new(TEXTS, "first", &[]),
        build: Some(Selection::First),
    },
    Family {
        entry: Entry::new(TEXTS, "random", &[]),
        build: Some(Selection::Random),
    },
    Family {
        entry: Entry::new(TEXTS, "least-occupied", &[]),
        build: Some(Selection::LeastOccupied),
    },
];
