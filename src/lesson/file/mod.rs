//! Lesson files: their format, the built-in lessons, the terms they explain, the chapters and conventions that
//! they name, and a file packed into a link.

pub mod format;
pub(super) mod glossary;
pub(super) mod links;
pub(super) mod pack;
pub(super) mod references;
pub(super) mod register;
mod scripts;

use crate::error::LessonError;
use format::Mistake;

impl LessonError {
    /// An error in a lesson file, with its place.
    pub(super) fn placed(mistake: &Mistake) -> Self {
        Self::new(mistake.to_string())
    }
}

/// Without its place.
impl From<Mistake> for LessonError {
    fn from(mistake: Mistake) -> Self {
        Self::new(mistake.reason)
    }
}
