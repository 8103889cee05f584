//! The fewest virtual channels with which messages cannot deadlock.
//!
//! Most functions know them. Of others a search tells, which costs time and much code: it is not called by
//! any function, so that a program in which nobody searches is without it.

use std::fmt;

use super::RoutingFunction;
use super::deadlock::{Room, judge};
use super::dependency::Graph;
use crate::topology::Network;

/// What a function knows of the fewest VCs per channel for freedom from deadlock.
#[derive(Debug, Clone, Copy)]
pub enum Least<'a> {
    /// So many; `None` where no number is enough.
    Known(Option<u8>),
    /// It has yet to be found out.
    Searched(&'a dyn Search),
}

impl Least<'_> {
    /// What is known without a search.
    pub fn known(self) -> Option<u8> {
        match self {
            Self::Known(least) => least,
            Self::Searched(_) => None,
        }
    }
}

/// Whether a function with so many VCs is free of deadlock on a network.
pub type IsFree = fn(&Network, &dyn RoutingFunction, u8) -> bool;

/// A function of which only a search tells how many VCs it needs.
pub trait Search: fmt::Debug {
    /// Fewest VCs per channel for freedom from deadlock, `None` where no number is enough. What was found
    /// once is known.
    fn search(&self, is_free: IsFree) -> Option<u8>;
}

impl dyn RoutingFunction + '_ {
    /// Fewest VCs per channel for freedom from deadlock, `None` where no number is enough; searched for
    /// where it is not known.
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
