//! Actions on the lessons, the surroundings in which they happen, and the effects that they ask for.

use serde_json::Value;

use crate::file::format::Kind;
use crate::package::Scorm;
use crate::protocol::{Reply, Request};
use crate::record::work::{StepWork, Work};
use page::host::Event;
use page::{Action, LessonKeys, LessonView, Opened, PageState, what_hinders};

/// The page around the lessons at the time of an action.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "it has a function")]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub struct LessonMoment<'a> {
    pub page: &'a PageState,
    /// The fragment of the address, with its `#`.
    pub hash: &'a str,
    /// The address of the page before `#`.
    pub base: &'a str,
    /// The cycle that the picture shows.
    pub cycle: u64,
    /// Whether the run plays, or will as soon as a goal is reached.
    pub plays: bool,
    /// Whether the user prefers reduced motion.
    pub is_still: bool,
    /// Whether the page is shown to an audience.
    pub presents: bool,
    /// Whether the scene is yet to be shown, because its routing function is being compiled.
    pub awaits_scene: bool,
    /// The text in the editor of routing functions.
    pub code: &'a str,
    /// The result for that text: the error has its line. `None` if the editor is empty.
    pub code_found: Option<Result<(), usize>>,
    /// Whether that text is being examined.
    pub is_code_busy: bool,
    /// The time \[ms since 1970\].
    pub time: u64,
    /// Returns what the browser has stored under a key.
    pub recall: &'a dyn Fn(&str) -> Option<String>,
}

impl LessonMoment<'_> {
    /// Returns why the text in the editor cannot be checked, if it cannot.
    pub(super) fn hindrance(&self) -> Option<String> {
        what_hinders(self.code_found)
    }

    /// Returns the link of the scenario that is shown.
    pub(super) fn link(&self) -> String {
        self.page.scenario.to_link()
    }

    /// Reads an address of a network.
    pub(super) fn read(&self, query: &str) -> Opened {
        page::Address::read(query, &self.page.scenario.scripts)
    }
}

/// A lesson file that is being opened.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Opening {
    /// The text of the file.
    pub text: String,
    /// The name of the file beside the page.
    pub beside: Option<String>,
    /// The step to show; if absent, the first.
    pub step: Option<usize>,
    /// The variant that the link has.
    pub variant: Option<u64>,
}

/// A pause of [`LessonTimer::MILLISECONDS`] after which something is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LessonTimer {
    /// Before a changed scene is judged.
    Attempt,
    /// Before the file of a changed draft is written.
    Write,
    /// Before the changed text of a file is read.
    Read,
}

impl LessonTimer {
    pub const MILLISECONDS: u64 = 400;
}

/// A text that is copied to the clipboard, by the place that confirms it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CopyOf {
    /// The link of the step that is shown, with what has to go with it.
    Step { also: String },
    /// The link that contains the lesson of the builder.
    Draft,
}

/// A form of the work on a lesson.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HandIn {
    /// Make a receipt.
    Receipt,
    /// Save the receipt as a file.
    Save,
    /// Save statements of xAPI.
    Statements,
}

/// Something that a user does with lessons, or that happens to them.
#[derive(Debug, Clone)]
pub enum LessonAction {
    /// Show the page of lessons that an address names.
    Follow {
        hash: String,
        keys: LessonKeys,
    },
    /// A reply of the lesson program.
    Reply(Box<Reply>),
    /// A request that changes nothing before its reply.
    Ask(Box<Request>),
    /// Something failed.
    Fail(String),
    /// Enter an answer.
    Enter(String),
    /// Submit the answer, if there is one, and run the step.
    Run,
    /// Run the step without an answer.
    Skip,
    /// Show the end of the run.
    End,
    /// Show the right answer with its explanation, and the end of the run.
    Reveal,
    /// Withdraw the answer, so that another can be given.
    Again,
    /// Show the scene of a reply.
    SeeWhy,
    /// The scene of the step is shown.
    SceneShown,
    /// The scenario or the text in the editor may have changed.
    SceneChanged,
    /// Check the challenge.
    Check,
    /// Judge the scene as it is.
    Judge,
    /// Show the solution of the challenge.
    Solve,
    /// Restart the challenge from the scene of its step.
    StartOver,
    /// Bring back the work on the challenge that was replaced.
    UndoReplaced,
    /// Go to a step of the open lesson.
    Step(usize),
    NextStep,
    /// Go to the previous step, or from the summary to the last one.
    Back,
    /// Do the next thing that a lecturer does.
    GoOn,
    Open(Opening),
    /// The text of the file beside the page from which a lesson is opened; `None` if it cannot be read.
    Fetched {
        opening: Opening,
        text: Option<String>,
    },
    /// Replay the receipt in the address with the file of its lesson.
    Replay(String),
    /// Open the lesson in the variant of a name.
    TakeName(String),
    /// Ask for the name again.
    ForgetName,
    /// Remove the file of a lesson.
    Remove(String),
    /// Request the links of a step.
    Links(usize),
    /// Copy the link of the step that is shown.
    CopyLink,
    /// A text was copied, or why not.
    Copied(CopyOf, Result<(), &'static str>),
    /// Show the worksheet for teachers, or for students.
    SheetFor {
        teacher: bool,
    },
    CloseTerm,
    /// Hand in the work on the lesson under a name, which may be empty.
    HandIn(HandIn, String),
    /// Make a package for a platform, with a pass mark.
    Package(Scorm, String),
    /// A package was saved, or why not.
    Packaged(Result<String, String>),
    /// Store work on the step that is shown.
    Keep(StepWork, String),
    /// Work was stored under a key, or was not.
    Kept {
        key: String,
        is_stored: bool,
    },
    /// The file of a lesson was stored, or was not.
    FileKept {
        id: String,
        is_stored: bool,
    },
    /// Another tab has stored something under a key; `None` if it has cleared all.
    StoredElsewhere(Option<String>),
    ClearProgress,
    /// The work on single steps that was removed with the progress, by key.
    Cleared(Vec<(String, String)>),
    UndoClear,
    ImportProgress(Result<String, String>),
    /// The student who is logged in at the host of the page.
    Student(Option<String>),
    /// Take over the work on a lesson that a host has kept; `None` if nothing is done yet.
    TakeOver {
        lesson: String,
        work: Option<Work>,
    },
    /// Open the open lesson again, where its student has stopped.
    Resume,
    /// A pause is over.
    Due(LessonTimer),
    Build(BuilderAction),
}

/// The place of a recorded scene in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recording {
    /// The solution of the challenge.
    Solution,
    /// The example of a hint, by its index.
    Hint(usize),
}

/// A use of the lesson file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    Play,
    Save,
    Share,
    /// A package for a platform, with the mark that passes.
    Package(Scorm, Option<u8>),
}

/// Something that an author does in the builder.
#[derive(Debug, Clone)]
pub enum BuilderAction {
    /// Open the builder with the lesson of the last visit.
    Begin,
    /// Close it.
    Leave,
    /// Set a field to a value.
    Set(String, Value),
    /// Append an entry to a list.
    Add(String, Value),
    /// Remove a field or an entry of a list.
    Remove(String),
    /// Show a part of the lesson: a step by its index, or its head.
    GoTo(Option<usize>),
    /// Add a step with the network that is shown.
    AddStep,
    /// Give the step that is shown a question, a challenge, or neither.
    Task(&'static str),
    /// Choose the kind of the question.
    Kind(Kind),
    /// Move the step that is shown to another place.
    Move(usize),
    CopyStep,
    DeleteStep,
    /// Give the step the network that is shown.
    UseView,
    /// Show the network of the step.
    ShowScene,
    /// Show the recorded solution of the challenge.
    ShowSolution,
    /// Record the network that is shown.
    Record(Recording),
    /// Ask for queries that have the answer that is entered.
    Propose,
    /// Choose the query that computes the answer.
    Choose(String),
    /// Take a text as the lesson file.
    Write(String),
    /// Open another lesson file.
    Import(String),
    /// Begin a new lesson.
    New,
    /// Bring back the draft that was replaced.
    Undo,
    Use(Use),
}

/// Something that an action asks the page to do.
#[derive(Debug, Clone)]
pub enum LessonEffect {
    Ask(Request),
    /// End the lesson program, which starts again with the next request.
    EndProgram,
    /// Store work of the user; the result is [`LessonAction::Kept`].
    Keep {
        key: String,
        text: String,
    },
    /// Store the file of a lesson, and the list with it, by their keys; the result is [`LessonAction::FileKept`].
    KeepFile {
        id: String,
        entries: [(String, String); 2],
    },
    /// Store a text without a report.
    Remember {
        key: String,
        text: String,
    },
    /// Store the view until the tab is closed.
    RememberView(LessonView),
    /// Remove the work on single steps, of one lesson or of all; of all, it is returned by [`LessonAction::Cleared`].
    TakeWork(Option<String>),
    /// Go to an address within the page.
    Navigate(String),
    /// Go to an address without an entry in the history.
    Replace(String),
    /// Follow the address as it is.
    Follow(String),
    /// Write the network into the address.
    WriteAddress,
    /// Read a file beside the page; the result is [`LessonAction::Fetched`].
    Fetch {
        name: String,
        opening: Opening,
    },
    Act(Box<Action>),
    /// Show a network; [`LessonAction::SceneShown`] follows.
    Show(Box<Opened>),
    Pause(u64),
    /// Play from a cycle at a speed \[cycles/s\].
    Play {
        from: u64,
        speed: f64,
    },
    /// Play from a cycle, or pause there for users who prefer reduced motion.
    Begin(u64),
    /// Put a text into the editor of routing functions.
    Code(String),
    /// Apply the function in the editor; [`LessonAction::Judge`] follows.
    UseCode,
    Copy(CopyOf, String),
    /// Confirm beside the address that a link is copied.
    ConfirmCopy,
    Save {
        name: String,
        kind: &'static str,
        text: String,
    },
    SavePackage(Box<Material>),
    /// Perform [`LessonAction::Due`] after a pause, which begins anew if it has begun.
    Later(LessonTimer),
    Cancel(LessonTimer),
    /// Move the focus to the field of the answer.
    FocusAnswer,
    /// Tell the host of the page.
    Tell(Event),
    /// Scroll the reply into view.
    ShowReply,
    /// Look at the scene once the effects before this are done.
    Look,
}

/// A lesson and what its package needs besides.
#[derive(Debug, Clone, PartialEq)]
pub struct Material {
    pub scorm: Scorm,
    /// The share of right tasks from which it is passed \[%\], if any.
    pub pass: Option<u8>,
    pub id: String,
    pub title: String,
    pub goal: String,
    /// The text of its file, if it is not built in.
    pub file: Option<String>,
}
