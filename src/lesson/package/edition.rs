//! The editions of SCORM, and the mark from which a lesson is passed.

use thiserror::Error;

use engine::catalog::{one_of, quoted};

/// An edition of the standard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scorm {
    /// SCORM 1.2, which every platform has.
    V1_2,
    /// SCORM 2004, 4th edition.
    V2004,
}

/// The reason why a package cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PackageError {
    #[error("scorm must be {}, not {}", one_of(&Scorm::ALL.map(Scorm::id)), quoted(given))]
    Scorm { given: String },
    /// A share that is none.
    #[error("pass must be a whole number from 1 to 100 [%], not {}", quoted(given))]
    Pass { given: String },
    /// Another file in place of the page.
    #[error(
        "page must be flitscope.html, the page in one file that scripts/build makes, not another file"
    )]
    Page,
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

    pub fn parse(name: &str) -> Result<Self, PackageError> {
        let found = Self::ALL.into_iter().find(|scorm| scorm.id() == name);
        found.ok_or_else(|| PackageError::Scorm {
            given: name.to_owned(),
        })
    }
}

/// Parses the share of right tasks from which a lesson is passed \[%\].
pub fn pass_of(text: &str) -> Result<u8, PackageError> {
    let share = text.trim().parse().ok();
    let share = share.filter(|share| (1..=100).contains(share));
    share.ok_or_else(|| PackageError::Pass {
        given: text.to_owned(),
    })
}
