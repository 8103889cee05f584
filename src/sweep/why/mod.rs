//! Why a network saturates where it does: what a short run shows of it, and what follows, in
//! sentences.

mod diagnosis;
mod findings;

pub use diagnosis::{BusiestChannel, Diagnosis, WhyQuery};
pub use findings::{Finding, FindingKind, in_two, why};
