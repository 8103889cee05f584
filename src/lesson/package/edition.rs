//! The editions of SCORM, and the mark from which a lesson is passed.

use crate::error::LessonError;
use engine::catalog::one_of;

/// An edition of the standard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scorm {
    /// SCORM 1.2, which every platform has.
    V1_2,
    /// SCORM 2004, 4th edition.
    V2004,
}

impl Scorm {
    pub const ALL: [Self; 2] = [Self::V1_2, Self::V2004];

    /// The name in commands and file names.
    pub fn id(self) -> &'static str {
        match self {
            Self::V1_2 => "1.2",
            Self::V2004 => "2004",
        }
    }

    pub fn parse(name: &str) -> Result<Self, LessonError> {
        let found = Self::ALL.into_iter().find(|scorm| scorm.id() == name);
        found.ok_or_else(|| LessonError::rejected("scorm", one_of(&Self::ALL.map(Self::id)), name))
    }
}

/// Parses the share of right tasks from which a lesson is passed \[%\].
pub fn pass_of(text: &str) -> Result<u8, LessonError> {
    let share = text.trim().parse().ok();
    let share = share.filter(|share| (1..=100).contains(share));
    share.ok_or_else(|| LessonError::rejected("pass", "a whole number from 1 to 100 [%]", text))
}
