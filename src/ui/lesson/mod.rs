//! Lessons in the page: all of them, and the step of one beside its picture.

pub mod builder;
mod by_hand;
mod challenge;
mod curve;
pub mod index;
mod question;
pub mod step;
mod words;
