//! What somebody has done with lessons: as a browser keeps it, and as a receipt that can be replayed.

pub(super) mod progress;
pub(super) mod receipt;
