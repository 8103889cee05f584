//! The number of virtual channels that freedom from deadlock takes.
//!
//! Most functions know the minimum; for others it is searched for, which takes time and much code. No function calls
//! the search itself, so a program that never searches does not contain it. A number that is only known to suffice is
//! not called a minimum: fewer may be enough.

use std::fmt;

use super::RoutingFunction;
use super::deadlock::{Room, judge};
use super::dependency::Graph;
use crate::topology::Network;

/// The number of VCs per channel that makes a function free of deadlock, as far as it is known.
#[derive(Debug, Clone, Copy)]
pub enum Least<'a> {
    /// This number is the minimum; with `None` no number is sufficient.
    Known(Option<u8>),
    Searched(&'a dyn Search),
    /// Unknown: the network is too large to search.
    Unknown,
}

impl Least<'_> {
    /// The minimum that is known without a search.
    pub fn known(self) -> Option<u8> {
        match self {
            Self::Known(least) => least,
            Self::Searched(_) | Self::Unknown => None,
        }
    }

    /// The need of a function with `vcs` VCs per channel, as far as it is known without a search.
    pub fn need(self, vcs: u8) -> Need {
        match self {
            Self::Known(least) => Need {
                enough: least,
                is_least: true,
                is_free: Some(least.is_some_and(|least| least <= vcs)),
            },
            Self::Searched(_) | Self::Unknown => Need::UNKNOWN,
        }
    }
}

/// The number of VCs per channel for freedom from deadlock, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Need {
    /// A number that is known to suffice.
    pub enough: Option<u8>,
    /// Whether fewer are known to be too few, or every number if none is known to suffice.
    pub is_least: bool,
    /// Whether messages can never deadlock with the VCs that there are; `None` if this is unknown.
    pub is_free: Option<bool>,
}

impl Need {
    pub const UNKNOWN: Self = Self {
        enough: None,
        is_least: false,
        is_free: None,
    };
}

/// Decides whether a function with the given number of VCs is free of deadlock on a network; `None` if neither a proof
/// nor a deadlock is found.
pub type IsFree = fn(&Network, &dyn RoutingFunction, u8) -> Option<bool>;

/// A function of which only a search tells how many virtual channels it needs.
pub trait Search: fmt::Debug {
    /// Searches for what the function needs with the VCs for which it was built. The result is cached.
    fn search(&self, is_free: IsFree) -> Need;
}

impl dyn RoutingFunction + '_ {
    /// The number of VCs per channel for freedom from deadlock, for a function built for `vcs` of them. Searches if it
    /// is not known.
    pub fn need(&self, vcs: u8) -> Need {
        match self.least() {
            Least::Searched(function) => function.search(is_free),
            known => known.need(vcs),
        }
    }

    /// A number of VCs per channel that is known to suffice for freedom from deadlock, the minimum if that is known;
    /// `None` if there is no such number. Searches if it is not known.
    pub fn min_vcs(&self) -> Option<u8> {
        match self.least() {
            Least::Searched(function) => function.search(is_free).enough,
            known => known.known(),
        }
    }
}

/// Decides by the channel dependency graph and, where it has a cycle, by the deadlock analysis.
pub fn is_free(network: &Network, routing: &dyn RoutingFunction, vcs: u8) -> Option<bool> {
    let graph = Graph::of(network, routing, vcs).ok()?;
    judge(&graph.analyze(), network, routing, vcs, Room::Flits).is_free()
}
