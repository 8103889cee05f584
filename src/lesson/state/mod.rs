//! The state of the lessons on the page, and the actions that change it.
//!
//! [`LessonState::update`] computes the next state, in place, and the [effects](LessonEffect) that the page has to
//! perform. It reads neither clock nor browser: an action comes with the [`LessonMoment`] in which it happens, and what
//! the lesson program replies is an action as well.

mod action;
mod builder;
mod challenge;
mod keys;
mod making;
mod opening;
mod progress;
mod rules;
mod shelf;
mod step;
mod update;

use std::collections::BTreeSet;
use std::sync::Arc;

pub use action::{
    BuilderAction, CopyOf, HandIn, LessonAction, LessonEffect, LessonMoment, LessonTimer, Material,
    Opening, Recording, Use,
};
pub use builder::Builder;
pub use challenge::Challenge;
pub use keys::{LESSON_DRAFT, PROGRESS, before_record, variant_of, work_key};
pub use rules::OnTo;

use crate::file::glossary::Term;
use crate::protocol::{LessonShown, LinksShown, ReceiptShown, StepShown, TermShown, VerdictShown};
use crate::record::grade::Grade;
use crate::record::progress::Progress;
use crate::session::front::Front;
use page::{LessonPlace, LessonView, Shelf, StepPhase};

/// The state of the lessons.
#[derive(Debug, Clone, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub struct LessonState {
    /// The page of lessons that is open.
    pub at: LessonPlace,
    /// The view, which a link sets for the tab.
    pub view: LessonView,
    /// The student who is logged in at the host of the page, if the host tells the name.
    pub student: Option<String>,
    pub lesson: Option<Arc<LessonShown>>,
    pub step: Option<Arc<StepShown>>,
    /// The answer before it is submitted.
    pub draft: String,
    pub phase: StepPhase,
    /// Whether the summary of the lesson is shown in place of its last step.
    pub closes: bool,
    /// Whether the answer is being judged, before the run.
    pub judging: bool,
    pub verdict: Option<Arc<VerdictShown>>,
    /// The verdict on the answer that was given last on an earlier visit.
    pub recalled: Option<Arc<VerdictShown>>,
    /// Why the text in the field is not an answer, or not a whole one, as HTML.
    pub refused: Option<String>,
    pub challenge: Challenge,
    pub progress: Progress,
    /// The progress that was cleared, with the work on single steps by key.
    pub cleared: Option<(Progress, Vec<(String, String)>)>,
    /// The result of the last action on the progress as a whole.
    pub progress_report: Option<String>,
    /// The storage keys of the user's work that could not be stored.
    pub unsaved: BTreeSet<String>,
    /// The lessons that were opened from files.
    pub shelf: Shelf,
    /// The ids of lessons whose files could not be stored, so that they are there only until the page is closed.
    pub not_kept: BTreeSet<String>,
    /// The id of the lesson whose file is wanted, because the page does not have it.
    pub wanted: Option<String>,
    /// Why the last request failed.
    pub problem: Option<String>,
    /// The term that is explained.
    pub term: Option<Arc<TermShown>>,
    /// The links with which the open lesson is handed out.
    pub links: Option<Arc<LinksShown>>,
    /// The result of copying the link of the step.
    pub copied: Option<String>,
    pub receipt: Option<Arc<ReceiptShown>>,
    /// The result of replaying the receipt in the address.
    pub grade: Option<Arc<Grade>>,
    pub front: Option<Arc<Front>>,
    /// The worksheet of the open lesson, as HTML.
    pub sheet: Option<String>,
    /// Whether that is the teacher's sheet, with answers.
    pub for_teacher: bool,
    /// All terms, in alphabetical order.
    pub glossary: Option<Arc<Vec<Term>>>,
    /// The result of making a package.
    pub packaged: Option<Result<String, String>>,
    pub builder: Builder,
    /// The id of the lesson that the program has open; empty if there is none.
    opened: String,
    /// The number of replies that are outstanding.
    awaited: usize,
    /// The step whose last answer is judged once more for its verdict.
    recalling: Option<usize>,
    /// Whether the link of the step is copied once it is there.
    copies: bool,
    /// The file that is being opened.
    opening: Option<Opening>,
    /// The id and the file of the lesson that was opened from a file last, which may not be stored.
    own_text: Option<(String, String)>,
}

impl LessonState {
    /// Creates the state with the stored progress and lessons. `recall` returns what is stored under a key.
    pub fn begin(view: LessonView, recall: impl Fn(&str) -> Option<String>) -> Self {
        Self {
            view,
            progress: keys::progress_of(&recall),
            shelf: keys::shelf_of(&recall),
            ..Self::default()
        }
    }

    /// Shows the page of lessons that an address names, before its content is there.
    pub fn arrive(&mut self, at: LessonPlace) {
        self.problem = None;
        self.wanted = None;
        self.term = None;
        if at.has_stage() {
            // The step that is shown is not that of the address any more.
            self.step = None;
        }
        self.at = at;
    }
}
