//! The minimum number of virtual channels for freedom from deadlock.
//!
//! Most functions know this minimum; for others it is searched for, which takes time and much code. No function calls
//! the search itself, so a program that never searches does not contain it.

use std::fmt;

use super::RoutingFunction;
use super::deadlock::{Room, judge};
use super::dependency::Graph;
use crate::topology::Network;

/// The minimum number of VCs per channel for freedom from deadlock, as far as a function knows it.
#[derive(Debug, Clone, Copy)]
pub enum Least<'a> {
    /// This number; `None` if no number is sufficient.
    Known(Option<u8>),
    /// Unknown without a search.
    Searched(&'a dyn Search),
}

impl Least<'_> {
    /// The minimum that is known without a search.
    pub fn known(self) -> Option<u8> {
        match self {
            Self::Known(least) => least,
            Self::Searched(_) => None,
        }
    }
}

/// Decides whether a function with the given number of VCs is free of deadlock on a network.
pub type IsFree = fn(&Network, &dyn RoutingFunction, u8) -> bool;

/// A function whose minimum number of VCs requires a search.
pub trait Search: fmt::Debug {
    /// Searches for the minimum number of VCs per channel; `None` if no number is sufficient. The result is cached.
    fn search(&self, is_free: IsFree) -> Option<u8>;
}

impl dyn RoutingFunction + '_ {
    /// The minimum number of VCs per channel for freedom from deadlock; `None` if no number is sufficient. Searches if
    /// the minimum is not known.
    pub fn min_vcs(&self) -> Option<u8> {
        match self.least() {
            Least::Known(least) => least,
            Least::Searched(function) => function.search(is_free),
        }
    }
}

fn is_free(network: &Network, routing: &dyn RoutingFunction, vcs: u8) -> bool {
    let graph = Graph::of(network, routing, vcs);
    graph.is_ok_and(|graph| {
        judge(&graph.analyze(), network, routing, vcs, Room::Flits).is_free() == Some(true)
    })
}
