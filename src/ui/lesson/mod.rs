//! Lessons in the page: all of them, and the step of one beside its picture.

mod challenge;
mod curve;
pub mod index;
mod question;
pub mod step;
mod words;
