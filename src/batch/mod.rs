//! Scenarios as lines of JSON, and what comes of each as a line of JSON: work for one machine or for many.
//!
//! A line is a scenario with up to three fields more: `id`, `loads` and `replications`. It asks for
//! a [`Task`], or one at each of its loads. What a task gives depends on its scenario alone, so reports
//! are the same whatever machine made them, and in whatever order; results are put together by
//! joining files. A [`Grid`] stands for many lines, [`Shard`] takes a part of them, and [`Done`] knows which
//! have a report.

mod done;
mod grid;
mod shard;
mod task;

pub use done::{Done, Reported};
pub use grid::{Grid, MOST_LINES};
pub use shard::Shard;
pub use task::{Key, Refused, Task, tasks};
