//! What somebody writes instead of choosing it: routing functions.
//!
//! A script is asked for everything that it offers on a network, and kept as a
//! [`Table`](crate::routing::Table): so it is as quick as a registered function, and whatever can be
//! seen or proved of one can be seen and proved of it.

mod examine;
mod examples;
mod findings;
mod known;
mod routing;
mod surroundings;

pub use examine::{Examined, examine, install};
pub use examples::{EXAMPLES, EXERCISES, Example, Exercise, Place};
pub use findings::{Finding, Findings, Shows};
pub use routing::{Budget, compile, counted};
pub use surroundings::AT_HAND;
