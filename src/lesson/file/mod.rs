//! Lesson files: how they are written, which the program has, what words they explain, and how a link
//! carries one.

mod definitions;
pub mod format;
pub(super) mod glossary;
pub(super) mod pack;
pub(super) mod register;
mod scripts;
