//! Geometry of networks: coordinates, labels, positions in a drawing, cuts and paths.

mod arrangement;
mod bisection;
mod coordinates;
mod cut;
mod disjoint;
mod hops;
pub mod labeling;
mod lattice;
pub(in crate::topology) mod lattice_paths;
pub(in crate::topology) mod place;
mod shortest_paths;

pub use arrangement::Arrangement;
pub use bisection::Bisection;
pub use coordinates::Coordinates;
pub use cut::Half;
pub use disjoint::disjoint_paths;
pub use labeling::{Labeling, PathLabels};
pub use lattice::{Direction, Lattice};
pub use place::Point;
pub use shortest_paths::{PathPorts, ShortestPaths, each_bit};

pub(in crate::topology) use hops::Hops;
pub(in crate::topology) use lattice::RADICES;
