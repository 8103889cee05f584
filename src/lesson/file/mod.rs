//! Lesson files: their format, the built-in lessons, the terms they explain, the chapters and conventions that
//! they name, and a file packed into a link.

pub mod format;
pub(super) mod glossary;
pub(super) mod links;
pub(super) mod pack;
pub(super) mod references;
pub(super) mod register;
mod scripts;
