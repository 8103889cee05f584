//! Decides whether a scenario can deadlock, and finds changes that prevent it.

mod cure;
mod cures;
mod judged;
mod order;
mod played;
mod question;
mod report;
mod stage;
mod witness;

pub use cure::{Change, Cure};
pub use cures::cures;
pub use judged::{Judged, MOST_EDGES};
pub use played::Witness;
pub use question::DeadlockQuestion;
pub use report::DeadlockReport;
pub use stage::DeadlockStage;
