//! The equations of the papers and their symbols, as `build.rs` sets them.
//!
//! Written in TeX in the `equations.toml` of each paper; each symbol of an equation is an `mrow` with its
//! id in `data-symbol`.

use super::{Equation, Symbol};

include!(concat!(env!("OUT_DIR"), "/equations.rs"));
