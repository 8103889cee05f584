//! Edits of a whole scenario: another network, another multicast, another algorithm.

mod algorithm_comparison;
mod change_network;
mod edited_multicast;

pub use algorithm_comparison::ComparedAlgorithm;
