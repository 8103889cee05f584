//! Measurements of a run and the confidence in them.

mod batches;
mod drift;
mod estimate;
mod meter;
mod replication;
mod run;
mod saturation;
mod sources;
mod warmup;

pub use batches::Batch;
pub use drift::Drift;
pub use estimate::Estimate;
pub use meter::{Meter, Record};
pub use replication::{End, Measures, Outcome, Replication, SoFar, Verdict, seed_of};
pub use run::RunLength;
pub use saturation::Growth;
pub use warmup::Warmup;
