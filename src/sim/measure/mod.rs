//! What is measured of a run, and how far the numbers can be trusted.

mod batches;
mod estimate;
mod meter;
mod replication;
mod run;
mod saturation;
mod warmup;

pub use batches::Batch;
pub use estimate::Estimate;
pub use meter::{Meter, Record};
pub use replication::{End, Measures, Outcome, Replication, Verdict, seed_of};
pub use run::RunLength;
pub use saturation::Growth;
pub use warmup::Warmup;
