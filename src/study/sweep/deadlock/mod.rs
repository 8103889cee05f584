//! Decides whether a scenario can deadlock, and finds changes that prevent it.

mod cure;
mod cures;
mod judged;
mod order;
mod played;
mod query;
mod report;
mod stage;
mod witness;

pub use cure::{Change, Cure};
pub use cures::cures;
pub use judged::{Judged, MOST_EDGES};
pub use played::Witness;
pub use query::DeadlockQuery;
pub use report::DeadlockReport;
pub use stage::DeadlockStage;
