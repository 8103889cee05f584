//! The content of *Share*: a link to a picture or to a step of a lesson, with all that a link can say, and the same as
//! a QR code, an `<iframe>` and Markdown.

pub mod entered;
mod forms;
mod qr;

use std::collections::BTreeSet;

use super::address::SPEEDS;
use super::restrictions::{Frame, Restrictions, is_restricting};
use super::{Address, LessonKeys, LessonPlace, LessonView, Made, OpenLink, Place, View, theme_of};
use engine::topology::title_of;
use picture::scene::time_after;

pub use forms::{LONG, VERY_LONG, advice, iframe, markdown};
pub use qr::{MOST_IN_CODE, is_fine, qr_code};

/// Everything that a link hands on, and the size of the frame around it.
#[derive(Debug, Clone, PartialEq)]
pub struct Handout {
    /// The picture, lesson or place that the link shows.
    pub subject: Subject,
    /// The title of the lesson, if the subject is a step of one that is open.
    pub lesson: Option<String>,
    /// The picture as the page shows it.
    pub address: Address,
    /// How the run of the picture begins.
    pub start: Start,
    /// The number of cycles after which it stands or begins to play, unless it plays from the beginning.
    pub cycle: u64,
    /// The speed at which it plays from there \[cycles/s\].
    pub speed: f64,
    /// The keys of the view that the link leaves out.
    pub left_out: BTreeSet<&'static str>,
    /// The view of lessons in the visitor's tab from then on.
    pub lesson_view: LessonView,
    /// The variant of the lesson; `None` for one of the student's own.
    pub variant: Option<u64>,
    /// The theme; `None` for the one that the visitor has chosen.
    pub theme: Option<&'static str>,
    /// The visible parts, and the locks.
    pub restrictions: Restrictions,
    /// Width and height of the frame \[CSS pixels\].
    pub size: [u32; 2],
}

/// The thing that a link shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// The picture, at a place given by its path from `#` on.
    Picture(String),
    /// A step of a lesson, which sets the picture.
    Step {
        /// The id of the lesson.
        id: String,
        /// The number of the step, from 1.
        step: usize,
    },
    /// A place that does not follow the picture, given by its address from `#` on.
    Place(String),
}

/// How the run of a picture begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// It stands after the number of cycles.
    At,
    /// It plays from there, at the speed.
    From,
    /// It plays from the beginning, at the speed of the visitor.
    Beginning,
}

impl Start {
    /// All of them, with their names in menus.
    pub const ALL: [(Self, &'static str); 3] = [
        (Self::At, "Stands after this number of cycles"),
        (Self::From, "Plays from there, at this speed"),
        (
            Self::Beginning,
            "Plays from the beginning, at the visitor’s speed",
        ),
    ];
}

impl Handout {
    /// Hands on the picture of an address, standing in its cycle.
    pub fn of(subject: Subject, address: Address) -> Self {
        Self {
            subject,
            lesson: None,
            start: Start::At,
            cycle: address.cycle.unwrap_or(0),
            speed: SPEEDS[0],
            left_out: BTreeSet::new(),
            lesson_view: LessonView::default(),
            variant: None,
            theme: address.view.theme,
            restrictions: address.restrictions.clone(),
            size: [800, 500],
            address,
        }
    }

    /// Hands on a place that does not follow the picture, by its address from `#` on.
    pub fn of_place(hash: &str, address: Address) -> Self {
        let (keys, hash) = LessonKeys::take(hash);
        let (path, query) = hash.split_once('?').unwrap_or((&hash, ""));
        let is_own =
            |pair: &&str| !pair.is_empty() && !is_restricting(pair) && !pair.starts_with("theme=");
        let pairs: Vec<_> = query.split('&').filter(is_own).collect();
        let hash = match &*pairs {
            [] => path.to_owned(),
            pairs => format!("{path}?{}", pairs.join("&")),
        };
        Self {
            theme: theme_of(query).or(address.view.theme),
            lesson_view: keys.view.unwrap_or_default(),
            variant: keys.variant,
            ..Self::of(Subject::Place(hash), address)
        }
    }

    /// The same, without the bar at the top, as for a frame.
    #[must_use]
    pub fn embedded(&self) -> Self {
        let mut embedded = self.clone();
        embedded.restrictions.frame = Frame::Embed;
        embedded
    }

    /// The address of the page from `#` on.
    pub fn link(&self) -> String {
        let (path, mut pairs) = match &self.subject {
            Subject::Picture(path) => (path.clone(), vec![self.picture()]),
            Subject::Step { id, step } => {
                let at = LessonPlace::Step {
                    id: id.clone(),
                    step: *step,
                };
                (at.address(), Vec::new())
            }
            Subject::Place(hash) => {
                let (path, query) = hash.split_once('?').unwrap_or((hash, ""));
                let pairs = Some(query.to_owned()).filter(|query| !query.is_empty());
                (path.to_owned(), pairs.into_iter().collect())
            }
        };
        if self.is_of_lessons() && self.lesson_view != LessonView::default() {
            pairs.push(format!("view={}", self.lesson_view.id()));
        }
        if let Some(variant) = self.variant.filter(|_| self.step().is_some()) {
            pairs.push(format!("variant={variant}"));
        }
        pairs.extend(self.theme.map(|theme| format!("theme={theme}")));
        pairs.extend(self.restrictions.pairs());
        if pairs.is_empty() {
            path
        } else {
            format!("{path}?{}", pairs.join("&"))
        }
    }

    /// Returns whether the link shows a lesson or the list of lessons.
    pub fn is_of_lessons(&self) -> bool {
        match &self.subject {
            Subject::Picture(_) => false,
            Subject::Step { .. } => true,
            Subject::Place(hash) => Place::of(hash) == Place::Lessons,
        }
    }

    /// The step of the lesson that the link shows, also of one whose file it contains or names.
    pub fn step(&self) -> Option<usize> {
        match &self.subject {
            Subject::Step { step, .. } => Some(*step),
            Subject::Place(hash) if LessonPlace::of(hash) == LessonPlace::Open => {
                OpenLink::of(hash).ok().map(|(_, step)| step)
            }
            _ => None,
        }
    }

    /// Shows another step of the lesson, if the link shows one.
    pub fn set_step(&mut self, number: usize) {
        match &mut self.subject {
            Subject::Step { step, .. } => *step = number,
            Subject::Place(hash) if LessonPlace::of(hash) == LessonPlace::Open => {
                let pairs = hash.split('&').filter(|pair| !pair.starts_with("step="));
                let pairs: Vec<_> = pairs.collect();
                *hash = format!("{}&step={number}", pairs.join("&"));
            }
            _ => {}
        }
    }

    /// The keys of the picture: the scenario, the view, and where the run begins.
    fn picture(&self) -> String {
        let shown = self.address.cycle.unwrap_or(0);
        let address = Address {
            cycle: (self.start != Start::Beginning).then_some(self.cycle),
            view: View {
                theme: None,
                ..self.address.view.clone()
            },
            restrictions: Restrictions::default(),
            // The fingerprint is that of the cycle of the address.
            made: self.address.made.clone().map(|made| Made {
                run: made
                    .run
                    .filter(|_| self.start == Start::At && self.cycle == shown),
                ..made
            }),
            ..self.address.clone()
        };
        let picture = address.write_with(|key| !self.left_out.contains(key));
        match self.start {
            Start::From => format!("{picture}&play={}", self.speed),
            Start::At | Start::Beginning => picture,
        }
    }

    /// The keys of the view that the picture needs, with their names and the length of their values; none in a lesson.
    pub fn view(&self) -> Vec<(&'static str, &'static str, usize)> {
        if !matches!(self.subject, Subject::Picture(_)) {
            return Vec::new();
        }
        self.address.optional_parts()
    }

    /// A title for frames and texts.
    pub fn title(&self) -> String {
        match (&self.subject, self.start) {
            (Subject::Step { id, step, .. }, _) => {
                let lesson = self.lesson.as_deref().unwrap_or(id);
                format!("{lesson}, step {step}")
            }
            (Subject::Place(_), _) => "Flitscope".to_owned(),
            (Subject::Picture(_), Start::At) => {
                format!(
                    "{} at the {}",
                    title_of(&self.address.scenario.network),
                    time_after(self.cycle)
                )
            }
            (Subject::Picture(_), _) => title_of(&self.address.scenario.network),
        }
    }
}

#[cfg(test)]
mod tests;
