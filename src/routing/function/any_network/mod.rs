//! Functions for any network, whatever its links: shortest paths, all of them, one or one drawn at
//! random; and two that cannot deadlock, by a virtual channel more with every hop or by a tree.

pub(super) mod distance_classes;
mod least;
pub(super) mod random_shortest;
pub(super) mod shortest;
pub(super) mod unrestricted;
pub(in crate::routing) mod up_down;
