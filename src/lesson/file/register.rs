//! The built-in lessons, compiled from their files by `build.rs`.

use crate::file::format::Course;

/// The summary of a lesson that lists show.
#[derive(Debug)]
pub struct Summary {
    /// Identifier used in links, files and receipts; never renamed.
    pub id: &'static str,
    pub title: &'static str,
    /// The course to which it belongs.
    pub course: Course,
    /// Expected duration \[minutes\].
    pub minutes: u32,
    /// The learning goal: an ability the student gains.
    pub goal: &'static str,
    pub after: &'static [&'static str],
    /// Things of the program that link to the lesson: `routing duato`.
    pub about: &'static [&'static str],
    pub steps: u32,
    pub asks: u32,
    pub challenges: u32,
    /// The steps with a question or a challenge, from 1.
    pub tasks: &'static [usize],
}

include!(concat!(env!("OUT_DIR"), "/lessons.rs"));

impl Course {
    /// Every course, in teaching order.
    pub const ALL: [Self; 7] = [
        Self::Switching,
        Self::Routing,
        Self::Deadlock,
        Self::Many,
        Self::Performance,
        Self::Switches,
        Self::Papers,
    ];

    /// The id in links and tables.
    pub fn id(self) -> &'static str {
        match self {
            Self::Switching => "switching",
            Self::Routing => "routing",
            Self::Deadlock => "deadlock",
            Self::Many => "many",
            Self::Performance => "performance",
            Self::Switches => "switches",
            Self::Papers => "papers",
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Switching => "Switching: how a message travels",
            Self::Routing => "Routing: which path it takes",
            Self::Deadlock => "Deadlock: waiting forever",
            Self::Many => "Multicast: one node reaches many",
            Self::Performance => "Performance: load, latency and models",
            Self::Switches => "Switches: Clos, fat tree, dragonfly",
            Self::Papers => "Papers: multicast algorithms of single papers",
        }
    }

    /// Whether no other course builds on this one.
    pub fn is_optional(self) -> bool {
        self == Self::Papers
    }

    /// The lessons of the course, in order.
    pub fn lessons(self) -> impl Iterator<Item = &'static Summary> {
        LESSONS.iter().filter(move |lesson| lesson.course == self)
    }
}

impl Summary {
    /// Finds a lesson by its id.
    pub fn by_id(id: &str) -> Option<&'static Self> {
        LESSONS.iter().find(|lesson| lesson.id == id)
    }

    /// Returns the lessons about a thing: `routing duato`.
    pub fn about(thing: &str) -> impl Iterator<Item = &'static Self> {
        let is_about = move |lesson: &&Self| lesson.about.contains(&thing);
        // Collected because `thing` may be dropped before the iterator is consumed.
        LESSONS
            .iter()
            .filter(is_about)
            .collect::<Vec<_>>()
            .into_iter()
    }

    /// Returns the next lesson, which is that of the next course after the last one of a course.
    pub fn next(&self) -> Option<&'static Self> {
        let mut from_here = LESSONS.iter().skip_while(|other| other.id != self.id);
        from_here.nth(1)
    }
}

/// Mean duration of a lesson \[minutes\].
pub fn usual_minutes() -> u32 {
    let all: u32 = LESSONS.iter().map(|lesson| lesson.minutes).sum();
    (f64::from(all) / LESSONS.len() as f64).round() as u32
}

/// An example of a lesson file, in which values differ between students.
pub const EXAMPLE: &str = include_str!("../example.toml");

/// Returns the text of the file of a lesson.
pub fn source_of(id: &str) -> Option<&'static str> {
    let (_, text) = FILES.iter().find(|(name, _)| *name == id)?;
    Some(text)
}
