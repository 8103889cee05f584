//! The lessons of the program, put together from their files by `build.rs`.

use crate::lesson::file::format::Course;

/// A lesson in brief, as lists show it.
#[derive(Debug)]
pub struct Summary {
    /// Stands in links, files and receipts; never renamed.
    pub id: &'static str,
    /// What it is about.
    pub title: &'static str,
    /// The course to which it belongs.
    pub course: Course,
    /// How long it takes \[minutes\].
    pub minutes: u32,
    /// What a student can do afterwards.
    pub goal: &'static str,
    /// Lessons to have done before.
    pub after: &'static [&'static str],
    /// What links to it.
    pub about: &'static [&'static str],
    /// How many steps it has.
    pub steps: u32,
    /// How many of them ask.
    pub asks: u32,
    /// How many challenge.
    pub challenges: u32,
    /// The scene of the first step, by which it is pictured.
    pub scene: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/lessons.rs"));

impl Course {
    /// Every course, in the order in which they are given.
    pub const ALL: [Self; 5] = [
        Self::Switching,
        Self::Routing,
        Self::Deadlock,
        Self::Many,
        Self::Performance,
    ];

    /// As links and tables have it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Switching => "switching",
            Self::Routing => "routing",
            Self::Deadlock => "deadlock",
            Self::Many => "many",
            Self::Performance => "performance",
        }
    }

    /// As a heading.
    pub fn name(self) -> &'static str {
        match self {
            Self::Switching => "Switching: how a message travels",
            Self::Routing => "Routing: which path it takes",
            Self::Deadlock => "Deadlock: waiting forever",
            Self::Many => "Multicast: one node reaches many",
            Self::Performance => "Performance: load, latency and models",
        }
    }

    /// Its lessons, in order.
    pub fn lessons(self) -> impl Iterator<Item = &'static Summary> {
        LESSONS.iter().filter(move |lesson| lesson.course == self)
    }
}

impl Summary {
    /// A lesson by its id.
    pub fn by_id(id: &str) -> Option<&'static Self> {
        LESSONS.iter().find(|lesson| lesson.id == id)
    }

    /// Lessons about something: `routing duato`.
    pub fn about(thing: &str) -> impl Iterator<Item = &'static Self> {
        let is_about = move |lesson: &&Self| lesson.about.contains(&thing);
        // Collected, since what is borrowed may be gone before they are read.
        LESSONS
            .iter()
            .filter(is_about)
            .collect::<Vec<_>>()
            .into_iter()
    }

    /// The lesson after it in its course.
    pub fn next(&self) -> Option<&'static Self> {
        let mut others = self
            .course
            .lessons()
            .skip_while(|other| other.id != self.id);
        others.nth(1)
    }
}

/// How long a lesson takes, on average \[minutes\].
pub fn usual_minutes() -> u32 {
    let all: u32 = LESSONS.iter().map(|lesson| lesson.minutes).sum();
    (f64::from(all) / LESSONS.len() as f64).round() as u32
}

/// The file of a lesson.
pub fn source_of(id: &str) -> Option<&'static str> {
    let (_, text) = FILES.iter().find(|(name, _)| *name == id)?;
    Some(text)
}
