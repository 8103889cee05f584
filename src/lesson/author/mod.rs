//! Tools for lesson authors: checks of a file, evaluation of a query, and templates.

pub(super) mod ask;
pub(super) mod check;
mod literal;
pub(super) mod propose;
