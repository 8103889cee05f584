//! User-written routing functions.
//!
//! A script is evaluated for every state of a network and stored as a
//! [`Table`](crate::routing::Table). So it is as fast as a registered function, and everything that
//! can be shown or proved for one can be shown and proved for it.

mod examine;
mod examples;
mod findings;
mod known;
mod routing;
mod surroundings;

pub use examine::{Examined, examine, scripts};
pub use examples::{EXAMPLES, EXERCISES, Example, Exercise, Networks};
pub use findings::{Finding, Findings, Shows};
pub use routing::{Budget, compile, counted};
pub use surroundings::AT_HAND;
