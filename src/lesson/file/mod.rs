//! Lesson files: their format, the built-in lessons, the terms they explain, and a file packed into a link.

mod books;
mod definitions;
pub mod format;
pub(super) mod glossary;
pub(super) mod pack;
pub(super) mod register;
mod scripts;
mod sources;
