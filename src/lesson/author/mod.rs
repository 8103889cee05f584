//! For those who write lessons: whether a file is as it should be, and parts of one as it begins.

pub(super) mod ask;
pub(super) mod check;
mod literal;
pub(super) mod propose;
