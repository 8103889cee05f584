//! Evaluation of models along an axis: ranges, samples, bounds, and reasons for missing values.

mod absence;
mod ends;
pub(in crate::laboratory) mod limits;
mod range;
pub(in crate::laboratory) mod sample;
mod subject;

pub(in crate::laboratory) use limits::Limit;
pub(in crate::laboratory) use range::{Range, saturation_of};
pub(in crate::laboratory) use sample::Line;
pub(in crate::laboratory) use subject::{Probe, described, numeric, scenario_of};
