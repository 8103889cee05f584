//! Lessons on the page: the index, the current step beside its picture, and the lesson builder.

mod about;
pub mod builder;
mod by_hand;
mod challenge;
mod curve;
mod grade;
pub mod head;
pub mod index;
mod own;
mod package;
mod question;
pub mod step;
mod words;
