//! Functions for arbitrary networks: along all shortest paths, a fixed one or a random one, and two
//! deadlock-free ones, which use a higher virtual channel with every hop or a breadth-first tree.

pub(super) mod distance_classes;
mod least;
pub(super) mod shortest_paths;
pub(in crate::routing) mod up_down;
