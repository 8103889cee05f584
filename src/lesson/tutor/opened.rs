//! The lesson that is open.

use crate::author::variants::is_of_another;
use crate::error::LessonError;
use crate::file::format::Seed;
use crate::file::links::Linked;
use crate::file::register::source_of;
use crate::protocol::{LessonShown, LessonSource, LinksShown, VariantShown};
use crate::session::Session;
use crate::session::sheet::qr_code;
use engine::catalog::quoted;

/// Ids that would have another meaning in an address.
const RESERVED: [&str; 6] = ["build", "file", "glossary", "grade", "open", "receipt"];

#[derive(Debug)]
pub(super) struct Opened {
    pub(super) session: Session,
    /// Whether it comes from a file, not from the program.
    is_own: bool,
    /// The name of the file beside the page.
    beside: Option<String>,
    /// Whether the student has a variant.
    has_seed: bool,
}

impl Opened {
    pub(super) fn new(
        source: &LessonSource,
        beside: Option<&str>,
        seed: Option<u64>,
    ) -> Result<Self, LessonError> {
        let (text, is_own) = match source {
            LessonSource::File(text) => (&**text, true),
            LessonSource::BuiltIn(id) => {
                let built_in = source_of(id);
                let built_in = built_in.ok_or_else(|| {
                    LessonError::new(format!("there is no lesson called {}", quoted(id)))
                });
                (built_in?, false)
            }
        };
        let session = Session::open_variant(text, seed.unwrap_or(0))
            .map_err(|mistake| LessonError::placed(&mistake))?;
        if is_own {
            check_id(&session)?;
        }
        // Without a choice, a lesson that varies with the link is in its variant 0.
        let has_seed = seed.is_some() || session.lesson.seed == Seed::Link;
        Ok(Self {
            is_own: is_own && source_of(&session.lesson.id).is_none(),
            session,
            beside: beside.map(str::to_owned),
            has_seed,
        })
    }

    pub(super) fn shown(&self) -> LessonShown {
        let session = &self.session;
        let lesson = &session.lesson;
        LessonShown {
            id: lesson.id.clone(),
            title: lesson.title.clone(),
            goal: lesson.goal.clone(),
            conclusions: lesson.conclusions().map(str::to_owned).collect(),
            hash: session.hash(),
            steps: lesson.step.iter().map(|step| step.title.clone()).collect(),
            tasks: lesson.tasks().into_iter().collect(),
            is_own: self.is_own,
            record: session.record(),
            variant: session.seed().map(|seed| VariantShown {
                is_by_name: lesson.seed == Seed::Name,
                seed: self.has_seed.then_some(seed),
            }),
        }
    }

    /// Returns the links with which a step is handed out.
    pub(super) fn links(&self, page: &str, step: usize, view: Option<&str>) -> LinksShown {
        let linked = self.linked(page);
        let student = linked.link(step, Some("student"));
        LinksShown {
            teacher: linked.link(step, Some("teacher")),
            here: linked.link(step, view),
            file: (!linked.is_enough()).then(|| format!("{}.toml", self.session.lesson.id)),
            code: qr_code(&student),
            student,
        }
    }

    /// Returns the link on a printed sheet, given that of a built-in lesson.
    pub(super) fn link_of_sheet(&self, link: &str) -> String {
        if !self.is_own {
            return link.to_owned();
        }
        let page = link.split('#').next().unwrap_or_default();
        let view = link.ends_with("view=student").then_some("student");
        self.linked(page).link(1, view)
    }

    fn linked<'a>(&'a self, page: &'a str) -> Linked<'a> {
        let session = &self.session;
        // The name of the recipient chooses the variant.
        let is_by_link = session.lesson.seed == Seed::Link;
        Linked {
            page,
            id: &session.lesson.id,
            file: self.is_own.then(|| session.file()),
            beside: self.beside.as_deref(),
            variant: session.seed().filter(|&seed| is_by_link && seed > 0),
        }
    }
}

/// Checks that addresses can contain the id of a lesson from a file.
fn check_id(session: &Session) -> Result<(), LessonError> {
    let id = &*session.lesson.id;
    if is_of_another(session) {
        return Err(LessonError::new(format!(
            "id must not be that of a lesson of the program, and {id} is; change it in the file"
        )));
    }
    let in_id = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if id.is_empty() || !id.chars().all(in_id) || RESERVED.contains(&id) {
        let allowed = format!(
            "lower-case letters, digits and -, and no word of an address such as {}",
            RESERVED[0]
        );
        return Err(LessonError::rejected("id", allowed, id));
    }
    Ok(())
}
