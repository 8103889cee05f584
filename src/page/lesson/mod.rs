//! Lessons of the page without a browser: their addresses, and the sequence within a step.

pub mod drawn_curve;
pub(super) mod link;
pub(super) mod shelf;

/// A location within the lessons.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum LessonPlace {
    /// The list of lessons, by course.
    #[default]
    Index,
    Glossary,
    /// The editor for a new lesson.
    Build,
    /// A lesson that the link contains, or whose file beside the page it names.
    Open,
    /// The table of graded receipts.
    Grade,
    Receipt,
    /// The front page of a lesson.
    About(String),
    /// The printable sheets of a lesson.
    Sheet(String),
    Step {
        id: String,
        /// The step, from 1.
        step: usize,
    },
}

impl LessonPlace {
    /// Parses an address: `#/lessons/one-message/2?…`.
    pub fn of(hash: &str) -> Self {
        let path = hash.trim_start_matches(['#', '/']);
        let path = path.split('?').next().unwrap_or_default();
        let mut parts = path.split('/').filter(|part| !part.is_empty()).skip(1);
        match (parts.next(), parts.next()) {
            (None, _) => Self::Index,
            (Some("glossary"), None) => Self::Glossary,
            (Some("build"), None) => Self::Build,
            (Some("open"), None) => Self::Open,
            (Some("grade"), None) => Self::Grade,
            (Some("receipt"), None) => Self::Receipt,
            (Some(id), Some("about")) => Self::About(id.to_owned()),
            (Some(id), Some("sheet")) => Self::Sheet(id.to_owned()),
            (Some(id), step) => Self::Step {
                id: id.to_owned(),
                step: step.and_then(|step| step.parse().ok()).unwrap_or(1).max(1),
            },
        }
    }

    /// The address, with its leading `#`.
    pub fn address(&self) -> String {
        match self {
            Self::Index => "#/lessons".to_owned(),
            Self::Glossary => "#/lessons/glossary".to_owned(),
            Self::Build => "#/lessons/build".to_owned(),
            Self::Open => "#/lessons/open".to_owned(),
            Self::Grade => "#/lessons/grade".to_owned(),
            Self::Receipt => "#/lessons/receipt".to_owned(),
            Self::About(id) => format!("#/lessons/{id}/about"),
            Self::Sheet(id) => format!("#/lessons/{id}/sheet"),
            Self::Step { id, step } => format!("#/lessons/{id}/{step}"),
        }
    }

    /// Returns whether a network is on the stage.
    pub fn has_stage(&self) -> bool {
        matches!(self, Self::Step { .. } | Self::Build)
    }
}

/// Explains why the function in the editor cannot be checked yet, if it cannot. `found` is `None` if the
/// editor is empty; its error is the line of the error in the text, 0 if unknown.
pub fn what_hinders(found: Option<Result<(), usize>>) -> Option<String> {
    let nothing = "so there is nothing to check yet";
    match found {
        None => Some(format!("No function is written, {nothing}.")),
        Some(Err(0)) => Some(format!(
            "The text is not a routing function, {nothing}. The message below the text says why."
        )),
        Some(Err(line)) => Some(format!(
            "The text has an error in line {line}, {nothing}. The message below the text says what it is."
        )),
        Some(Ok(())) => None,
    }
}

/// Returns the speed at which a run of so many cycles takes 10 seconds, within 3 to 240 \[cycles/s\].
pub fn run_speed(cycles: u64) -> f64 {
    const SECONDS: f64 = 10.0;
    (cycles as f64 / SECONDS).clamp(3.0, 240.0)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StepPhase {
    /// The student reads the text; the question is not answered yet.
    #[default]
    Reading,
    /// The run is played in the picture.
    Running,
    /// The run was shown and the explanation given.
    Seen,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_valid_routing_function_is_checked() {
        assert_eq!(what_hinders(Some(Ok(()))), None);
        for (found, told) in [
            (None, "No function is written, so"),
            (Some(Err(0)), "The text is not a routing function, so"),
            (Some(Err(7)), "The text has an error in line 7, so"),
        ] {
            let why = what_hinders(found).expect("it hinders");
            assert!(why.starts_with(told), "{why}");
        }
    }

    #[test]
    fn addresses_round_trip() {
        for place in [
            LessonPlace::Index,
            LessonPlace::Glossary,
            LessonPlace::Build,
            LessonPlace::Open,
            LessonPlace::Grade,
            LessonPlace::Receipt,
            LessonPlace::About("one-message".to_owned()),
            LessonPlace::Sheet("one-message".to_owned()),
            LessonPlace::Step {
                id: "one-message".to_owned(),
                step: 3,
            },
        ] {
            assert_eq!(LessonPlace::of(&place.address()), place);
            assert_eq!(
                LessonPlace::of(&format!("{}?t=mesh:4x4", place.address())),
                place
            );
        }
        let first = LessonPlace::Step {
            id: "x".to_owned(),
            step: 1,
        };
        for hash in [
            "#/lessons/x",
            "#/lessons/x/",
            "#/lessons/x/0",
            "#/lessons/x/two",
        ] {
            assert_eq!(LessonPlace::of(hash), first, "{hash}");
        }
    }
}
