//! The keys under which a browser stores a student's work, and the texts stored under them.

use super::LessonMoment;
use crate::record::progress::Progress;
use crate::record::work::StepWork;
use page::Shelf;

/// Key of the progress in lessons.
pub const PROGRESS: &str = "flitscope-progress";

/// Key of the lesson in the builder.
pub const LESSON_DRAFT: &str = "flitscope-lesson-draft";

/// Key of the list of lessons opened from files.
pub(super) const SHELF: &str = "flitscope-own-lessons";

/// Returns the key of a part of the work on a step, given the key of its progress.
pub fn work_key(work: StepWork, record: &str, step: usize) -> String {
    format!("{}{record}/{step}", before_record(work))
}

/// Returns the beginning of the keys of a part of the work.
pub fn before_record(work: StepWork) -> &'static str {
    match work {
        StepWork::Answer => "flitscope-lesson-answer/",
        StepWork::Code => "flitscope-lesson-code/",
        StepWork::Scene => "flitscope-lesson-scene/",
    }
}

/// Returns the key of the file of a lesson that was opened from a file.
pub(super) fn file_key(id: &str) -> String {
    format!("flitscope-own-lesson/{id}")
}

/// Returns the key of the variant of a lesson.
pub(super) fn variant_key(id: &str) -> String {
    format!("flitscope-lesson-variant/{id}")
}

/// Returns the variant of a lesson, and the name that chose it; empty if a link did.
pub fn variant_of(recall: impl Fn(&str) -> Option<String>, id: &str) -> Option<(u64, String)> {
    let text = recall(&variant_key(id))?;
    let (variant, name) = text.split_once(' ')?;
    Some((variant.parse().ok()?, name.to_owned()))
}

/// Returns the stored progress; empty if there is none or it cannot be read.
pub(super) fn progress_of(recall: impl Fn(&str) -> Option<String>) -> Progress {
    let text = recall(PROGRESS).unwrap_or_default();
    Progress::from_text(&text).unwrap_or_default()
}

/// Returns the stored list of lessons opened from files.
pub(super) fn shelf_of(recall: impl Fn(&str) -> Option<String>) -> Shelf {
    Shelf::of_text(&recall(SHELF).unwrap_or_default())
}

impl LessonMoment<'_> {
    /// Returns the text stored under a key, unless it is empty.
    pub(super) fn recall(&self, key: &str) -> Option<String> {
        (self.recall)(key).filter(|text| !text.is_empty())
    }

    pub(super) fn variant_of(&self, id: &str) -> Option<(u64, String)> {
        variant_of(self.recall, id)
    }
}
