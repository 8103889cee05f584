//! What is set beside published results: the papers themselves, and models over their parameters.

pub(super) mod laboratory;
pub(super) mod papers;
