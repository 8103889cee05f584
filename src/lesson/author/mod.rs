//! Tools for lesson authors: checks of a file, evaluation of a query, and the lesson that is being made.

mod about;
pub(super) mod ask;
pub(super) mod check;
pub(super) mod draft;
mod literal;
pub(super) mod propose;
pub(super) mod variants;
