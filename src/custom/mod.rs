//! What somebody writes instead of choosing it: routing functions.
//!
//! A script is asked for everything that it offers on a network, and kept as a
//! [`Table`](crate::routing::Table): so it is as quick as a registered function, and whatever can be
//! seen or proved of one can be seen and proved of it.

mod examples;
mod known;
mod routing;
mod surroundings;

pub use examples::{EXAMPLES, EXERCISES, Example, Exercise, Place};
pub use routing::{Budget, compile};
pub use surroundings::AT_HAND;
