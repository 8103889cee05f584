//! The one function by which actions change the state of the lessons.

use std::sync::Arc;

use super::{CopyOf, HandIn, LessonAction, LessonEffect, LessonMoment, LessonState, LessonTimer};
use crate::author::draft::Draft;
use crate::protocol::{LinksShown, Reply, Request};
use crate::record::work::StepWork;
use engine::catalog::{escaped, sentence};
use page::{Action, LessonKeys, LessonPlace, StepPhase, host, names_network};

/// The initial scenario of a new lesson in the builder.
const BLANK: &str = "t=mesh:4x4&vc=1&M=8&c=0";

/// An action in progress.
pub(super) struct Update<'a> {
    pub state: &'a mut LessonState,
    pub moment: &'a LessonMoment<'a>,
    effects: Vec<LessonEffect>,
}

impl LessonState {
    /// Performs an action; returns the effects that the page has to perform, in order.
    pub fn update(&mut self, action: LessonAction, moment: &LessonMoment) -> Vec<LessonEffect> {
        let mut update = Update {
            state: self,
            moment,
            effects: Vec::new(),
        };
        update.perform(action);
        update.effects
    }
}

impl Update<'_> {
    fn perform(&mut self, action: LessonAction) {
        match action {
            LessonAction::Follow { hash, keys } => self.follow(&hash, keys),
            LessonAction::Reply(reply) => self.hear(*reply),
            LessonAction::Ask(request) => self.ask(*request),
            LessonAction::Fail(why) => self.state.problem = Some(why),
            LessonAction::Enter(answer) => self.enter(answer),
            LessonAction::Run => self.run(),
            LessonAction::Skip => self.skip(),
            LessonAction::End => self.end(),
            LessonAction::Reveal => self.reveal(),
            LessonAction::Again => self.again(),
            LessonAction::SeeWhy => self.see_why(),
            LessonAction::SceneShown => self.scene_shown(),
            LessonAction::SceneChanged => self.look(),
            LessonAction::Check => self.check(),
            LessonAction::Judge => self.judge(),
            LessonAction::Solve => self.solve(),
            LessonAction::StartOver => self.start_over(),
            LessonAction::UndoReplaced => self.undo_replaced(),
            LessonAction::Step(step) => self.go_to(step),
            LessonAction::NextStep => self.go_to(self.state.number() + 1),
            LessonAction::Back => self.back(),
            LessonAction::GoOn => self.go_on(),
            LessonAction::Open(opening) => self.open(opening),
            LessonAction::Fetched { opening, text } => self.fetched(opening, text),
            LessonAction::Replay(file) => self.replay(Some(file)),
            LessonAction::TakeName(name) => self.take_name(&name),
            LessonAction::ForgetName => self.forget_name(),
            LessonAction::Remove(id) => self.remove(&id),
            LessonAction::Links(step) => self.ask_for_links(step),
            LessonAction::CopyLink => {
                self.state.copied = None;
                self.state.copies = true;
                self.ask_for_links(self.state.number());
            }
            LessonAction::Copied(of, result) => self.copied(of, result),
            LessonAction::SheetFor { teacher } => {
                self.state.for_teacher = teacher;
                self.ask_for_sheet();
            }
            LessonAction::CloseTerm => self.state.term = None,
            LessonAction::HandIn(how, name) => self.hand_in(how, name),
            LessonAction::Package(scorm, mark) => self.package(scorm, &mark),
            LessonAction::Packaged(result) => self.state.packaged = Some(result),
            LessonAction::Keep(work, text) => self.keep_work(work, text),
            LessonAction::Kept { key, is_stored } => self.kept(key, is_stored),
            LessonAction::FileKept { id, is_stored } => {
                if is_stored {
                    self.state.not_kept.remove(&id);
                } else {
                    self.state.not_kept.insert(id);
                }
            }
            LessonAction::StoredElsewhere(key) => self.stored_elsewhere(key.as_deref()),
            LessonAction::ClearProgress => self.clear_progress(),
            LessonAction::Cleared(removed) => {
                if let Some((_, work)) = &mut self.state.cleared {
                    *work = removed;
                }
            }
            LessonAction::UndoClear => self.undo_clear(),
            LessonAction::ImportProgress(text) => self.import_progress(text),
            LessonAction::Student(name) => self.state.student = name,
            LessonAction::TakeOver { lesson, work } => self.take_over(&lesson, work),
            LessonAction::Resume => self.resume(),
            LessonAction::Due(LessonTimer::Attempt) => self.attempt(self.moment.link()),
            LessonAction::Due(LessonTimer::Write) => self.write_draft(),
            LessonAction::Due(LessonTimer::Read) => self.read_draft(),
            LessonAction::Build(action) => self.build(action),
        }
    }

    pub(super) fn then(&mut self, effect: LessonEffect) {
        self.effects.push(effect);
    }

    pub(super) fn act(&mut self, action: Action) {
        self.then(LessonEffect::Act(Box::new(action)));
    }

    pub(super) fn ask(&mut self, request: Request) {
        self.state.awaited += 1;
        self.then(LessonEffect::Ask(request));
    }

    /// Ends the lesson program if it still works on a request of another lesson: that must not delay the next one, nor
    /// its reply be taken for this one's. Returns whether it did.
    pub(super) fn interrupt(&mut self) -> bool {
        let is_busy = std::mem::take(&mut self.state.awaited) > 0;
        if is_busy {
            self.then(LessonEffect::EndProgram);
        }
        is_busy
    }

    /// Tells the host whether a question of the open lesson is answered rightly, or that a challenge is met.
    pub(super) fn tell(&mut self, step: usize, is_right: bool) {
        if let LessonPlace::Step { id, .. } = self.state.at.clone() {
            let at = host::Lesson { id, step };
            self.then(LessonEffect::Tell(host::Event::Answered(at, is_right)));
        }
    }

    /// Stores work of the user.
    pub(super) fn keep(&mut self, key: String, text: String) {
        self.then(LessonEffect::Keep { key, text });
    }

    pub(super) fn keep_work(&mut self, work: StepWork, text: String) {
        if let Some(key) = self.state.work_key(work) {
            self.keep(key, text);
        }
    }

    fn follow(&mut self, hash: &str, keys: LessonKeys) {
        let at = LessonPlace::of(hash);
        self.state.arrive(at.clone());
        self.note_keys(keys, &at);
        match at {
            LessonPlace::Step { id, step } => self.open_step(&id, step, keys.variant),
            LessonPlace::Glossary => self.ask(Request::Glossary),
            LessonPlace::Receipt => {
                self.state.grade = None;
                self.replay(None);
            }
            LessonPlace::About(id) => {
                self.state.front = None;
                self.open_lesson(&id, keys.variant);
                if self.state.wanted.is_none() {
                    self.ask(Request::Front);
                }
            }
            LessonPlace::Sheet(id) => {
                self.state.sheet = None;
                self.state.for_teacher = false;
                self.open_lesson(&id, keys.variant);
                self.ask_for_sheet();
            }
            LessonPlace::Build => {
                let query = hash.split_once('?').map_or("", |(_, query)| query);
                if !names_network(query) {
                    let blank = self.moment.read(BLANK);
                    self.then(LessonEffect::Show(Box::new(blank)));
                }
                self.state.phase = StepPhase::Reading;
                self.ask(Request::Queries);
            }
            LessonPlace::Open => self.follow_link(hash, keys.variant),
            LessonPlace::Index | LessonPlace::Grade => {}
        }
    }

    fn hear(&mut self, reply: Reply) {
        if reply != Reply::Ready {
            self.state.awaited = self.state.awaited.saturating_sub(1);
        }
        let state = &mut *self.state;
        match reply {
            // Scripts are examined and tables made by programs of their own.
            Reply::Added
            | Reply::Table { .. }
            | Reply::Ready
            | Reply::Prepared
            | Reply::Examined { .. }
            | Reply::Wrong { .. }
            | Reply::ScriptHelp(_) => {}
            Reply::Lesson(lesson) => self.hear_lesson(lesson),
            Reply::Step(step) => self.show_step(*step),
            Reply::Verdict(verdict) => self.hear_verdict(verdict),
            Reply::Attempt(attempt) => self.hear_attempt(attempt),
            Reply::Receipt(receipt) => state.receipt = Some(Arc::new(receipt)),
            Reply::Statements { lesson, json } => self.then(LessonEffect::Save {
                name: format!("flitscope-xapi-{lesson}.json"),
                kind: "application/json",
                text: json,
            }),
            Reply::Grade(grade) => state.grade = Some(Arc::new(grade)),
            Reply::Front(front) => state.front = Some(Arc::new(front)),
            Reply::Sheet { html } => state.sheet = Some(html),
            Reply::Glossary(terms) => state.glossary = Some(Arc::new(terms)),
            Reply::Term(term) => state.term = Some(Arc::new(term)),
            Reply::Unpacked { file } => self.hear_unpacked(file),
            Reply::NeedsFile { lesson } => match self.file_of(&lesson) {
                Some(file) => self.replay(Some(file)),
                None => self.state.wanted = Some(lesson),
            },
            Reply::Links(links) => self.hear_links(links),
            Reply::Packed { link } => {
                let link = format!("{}{link}", self.moment.base);
                self.then(LessonEffect::Copy(CopyOf::Draft, link));
            }
            Reply::Proposed { queries } => state.builder.proposed = Some(queries),
            Reply::Queries(queries) => state.builder.queries = queries,
            Reply::Checked(check) => state.builder.checked = Some(check),
            Reply::Written(written) => self.hear_written(written),
            Reply::Draft(draft) => self.hear_draft(*draft),
            Reply::Recorded(recorded) => self.hear_recorded(&recorded),
            Reply::Failed { why } => {
                state.opening = None;
                state.judging = false;
                state.awaited = 0;
                state.opened.clear();
                state.problem = Some(why);
                self.then(LessonEffect::EndProgram);
            }
            // The last answer may be none to a newer version of the lesson.
            Reply::Refused { .. } if state.recalling.take().is_some() => {}
            Reply::Refused { why } if state.judging => {
                state.judging = false;
                self.refuse(format!("<p>{}</p>", escaped(&sentence(&why))));
            }
            Reply::Refused { why } => {
                state.opening = None;
                state.problem = Some(why);
            }
        }
    }

    /// Explains why the text in the field is not an answer, where the user goes on typing.
    pub(super) fn refuse(&mut self, why: String) {
        self.state.refused = Some(why);
        self.then(LessonEffect::FocusAnswer);
    }

    pub(super) fn ask_for_sheet(&mut self) {
        let LessonPlace::Sheet(id) = self.state.at.clone() else {
            return;
        };
        if self.state.wanted.is_some() {
            return;
        }
        let view = match self.state.view {
            page::LessonView::SelfStudy => "",
            page::LessonView::Student | page::LessonView::Teacher => "?view=student",
        };
        let address = LessonPlace::Step { id, step: 1 }.address();
        self.ask(Request::Sheet {
            for_teacher: self.state.for_teacher && !self.state.hides_answers(),
            link: format!("{}{address}{view}", self.moment.base),
        });
    }

    fn ask_for_links(&mut self, step: usize) {
        self.state.links = None;
        let view = self.state.view;
        let view = (view != page::LessonView::SelfStudy).then(|| view.id().to_owned());
        self.ask(Request::Links {
            page: self.moment.base.to_owned(),
            step,
            view,
        });
    }

    /// Shows the links of a step, and copies the one of the step itself if that was asked for.
    fn hear_links(&mut self, links: LinksShown) {
        if std::mem::take(&mut self.state.copies) {
            let also = links.file.as_ref().map_or_else(String::new, |file| {
                format!(" It cannot contain so long a lesson: give the file {file} with it.")
            });
            self.then(LessonEffect::Copy(
                CopyOf::Step { also },
                links.here.clone(),
            ));
        }
        self.state.links = Some(Arc::new(links));
    }

    fn copied(&mut self, of: CopyOf, result: Result<(), &'static str>) {
        match of {
            CopyOf::Step { also } => {
                if result.is_ok() {
                    self.then(LessonEffect::ConfirmCopy);
                }
                let report = result.map(|()| format!("Link copied.{also}"));
                self.state.copied = Some(report.unwrap_or_else(str::to_owned));
            }
            CopyOf::Draft => {
                let report = result.map_or_else(|why| why, |()| "Link copied.");
                self.state.problem = Some(report.to_owned());
            }
        }
    }

    fn hand_in(&mut self, how: HandIn, name: String) {
        let work = self.state.done().cloned();
        match how {
            HandIn::Receipt => self.ask(Request::Receipt { name, work }),
            HandIn::Statements => self.ask(Request::Statements { name, work }),
            HandIn::Save => {
                let (Some(receipt), Some(lesson)) = (&self.state.receipt, &self.state.lesson)
                else {
                    return;
                };
                let of = match name.trim() {
                    "" => String::new(),
                    name => format!("-{}", Draft::id_for(name)),
                };
                let effect = LessonEffect::Save {
                    name: format!("flitscope-receipt-{}{of}.json", lesson.id),
                    kind: "application/json",
                    text: receipt.json.clone(),
                };
                self.then(effect);
            }
        }
    }
}
