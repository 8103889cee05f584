//! Measurements of a run and the confidence in them.

mod batches;
mod drift;
mod estimate;
mod measures;
mod meter;
mod probe;
mod replication;
mod run;
mod saturation;
mod sources;
mod warmup;

pub use batches::Batch;
pub use drift::Drift;
pub use estimate::Estimate;
pub use measures::{Measures, SoFar};
pub use meter::{Meter, Record};
pub use probe::{HeldLanes, Probe, Terms, Times, Waits};
pub use replication::{End, Outcome, Replication, Verdict, seed_of};
pub use run::RunLength;
pub use saturation::Growth;
pub use warmup::Warmup;
