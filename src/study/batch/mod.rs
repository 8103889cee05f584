//! Batch runs: scenarios as lines of JSON and reports as lines of JSON, on one machine or many.
//!
//! A line contains a scenario and up to three additional fields: `id`, `loads` and `replications`.
//! It requests one [`Task`], or one per load. The result of a task depends only on its scenario, so
//! reports are independent of the machine and of the order of execution; their files can be joined
//! in any order. A [`Grid`] expands to many lines, a [`Shard`] selects a part of them, and
//! [`Done`] records which tasks have a report. A [`CurveReader`] groups the reports of a file into curves.

mod curves;
mod done;
mod grid;
mod left;
mod shard;
mod task;

pub use curves::{CurveReader, LineProblem, ReportedCurve, ReportedCurves};
pub use done::{Done, Reported};
pub use grid::{Grid, MOST_LINES};
pub use left::{left_in_words, seconds_left};
pub use shard::Shard;
pub use task::{Key, Refused, Task, tasks};
