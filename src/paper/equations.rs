//! The equations of the papers and their symbols, as `build.rs` sets them.
//!
//! Written in TeX in `src/paper/equations/`; each symbol of an equation is an `mrow` with its
//! id in `data-symbol`.

use super::{Equation, Symbol};

include!(concat!(env!("OUT_DIR"), "/equations.rs"));
