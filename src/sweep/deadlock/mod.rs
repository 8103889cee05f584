//! Whether a scenario can deadlock, as the page asks for it and is answered, and what to change where
//! it can.

mod cure;
mod cures;
mod query;
mod report;

pub use cure::{Change, Cure};
pub use cures::cures;
pub use query::DeadlockQuery;
pub use report::{DeadlockReport, MOST_EDGES};
