//! Tools for lesson authors: checks of a file, evaluation of a query, and templates.

mod about;
pub(super) mod ask;
pub(super) mod check;
mod literal;
pub(super) mod propose;
