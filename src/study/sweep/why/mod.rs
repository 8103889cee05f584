//! Explains why a network saturates where it does, from a short run.

mod diagnosis;
mod findings;
mod rules;
mod words;

pub use diagnosis::{BusiestChannel, Diagnosis, WhyQuestion};
pub use findings::{Finding, FindingKind, in_two, why};
