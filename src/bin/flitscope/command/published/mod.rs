//! Comparisons with published results: the papers, and models over their parameters.

pub(super) mod laboratory;
pub(super) mod papers;
