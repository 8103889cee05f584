//! Lessons on the page: requests to the lesson worker, its answers, the steps, and the controls that they allow.

pub mod opening;
pub mod own;
mod picture;
mod predict;
mod presenting;
mod rules;
mod suspended;
pub mod teaching;

pub use presenting::show_open_item;

use std::sync::Arc;

use browser::workers::lesson_worker::LessonWorker;
use browser::{clipboard, files};
use flitscope::catalog::{escaped, sentence};
use flitscope::lesson::{Reply, Request, StepShown, StepWork};
use flitscope::page::{
    LessonKeys, LessonPlace, Opened, PageStateStoreFields, Place, StepPhase, names_network,
};
use flitscope::routing::written;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::{SplitLoaderError, wasm_split};

use super::address_bar;
use super::page::Page;
use super::storage::{LESSON_DRAFT, recall, work_key};

/// The initial scenario of a new lesson in the builder.
const BLANK: &str = "t=mesh:4x4&vc=1&M=8&c=0";

const UNREACHABLE: &str = "a part of the lessons cannot be fetched; the server may be unreachable";

/// Fetches [`Page::ask_now`].
#[wasm_split(lessons, fallible, wasm_split_path = leptos::wasm_split)]
fn asking() -> Result<fn(Page), SplitLoaderError> {
    Ok(Page::ask_now)
}

/// Fetches [`Page::follow_now`].
#[wasm_split(lessons, fallible, wasm_split_path = leptos::wasm_split)]
fn following() -> Result<fn(Page, &str, LessonKeys), SplitLoaderError> {
    Ok(Page::follow_now)
}

impl Page {
    /// Sends a request to the lesson worker once the code for it is fetched.
    pub fn ask_lessons(self, request: Request) {
        self.teaching
            .asked
            .update_value(|asked| asked.push(request));
        spawn_local(async move {
            if let Ok(ask) = asking().await {
                ask(self);
            } else {
                self.teaching.asked.update_value(Vec::clear);
                self.teaching.problem.set(Some(UNREACHABLE.to_owned()));
            }
        });
    }

    /// Sends the collected requests in order, and starts the worker if it does not run.
    fn ask_now(self) {
        let asked = self.teaching.asked.try_update_value(std::mem::take);
        for request in asked.into_iter().flatten() {
            self.ask_one(&request);
        }
    }

    fn ask_one(self, request: &Request) {
        let teaching = self.teaching;
        let is_there = teaching.worker.with_value(Option::is_some);
        if !is_there {
            let started =
                LessonWorker::start("of lessons", "open the lesson again", move |reply| {
                    self.hear_of_lesson(reply);
                });
            match started {
                Ok(worker) => teaching.worker.set_value(Some(worker)),
                Err(error) => {
                    let why = format!("the program of lessons could not start: {error:?}");
                    return teaching.problem.set(Some(why));
                }
            }
        }
        teaching.worker.with_value(|worker| {
            if let Some(worker) = worker {
                worker.ask(request);
            }
        });
    }
    /// Shows the lesson page that the address names, once the code for it is fetched.
    pub fn follow_lessons(self, hash: &str, keys: LessonKeys) {
        let teaching = self.teaching;
        let at = LessonPlace::of(hash);
        teaching.problem.set(None);
        teaching.wanted.set(None);
        teaching.term.set(None);
        if at.has_stage() {
            // The step that is shown is not that of the address any more.
            teaching.step.set(None);
        }
        teaching.at.set(at);
        let hash = hash.to_owned();
        spawn_local(async move {
            match following().await {
                Ok(follow) => follow(self, &hash, keys),
                Err(_) => teaching.problem.set(Some(UNREACHABLE.to_owned())),
            }
        });
    }

    fn follow_now(self, hash: &str, keys: LessonKeys) {
        let at = LessonPlace::of(hash);
        let teaching = self.teaching;
        self.note_keys(keys, &at);
        match at {
            LessonPlace::Step { id, step } => self.open_step(&id, step),
            LessonPlace::Glossary => self.ask_lessons(Request::Glossary),
            LessonPlace::Receipt => {
                teaching.grade.set(None);
                self.replay(hash, None);
            }
            LessonPlace::About(id) => {
                teaching.front.set(None);
                self.open_lesson(&id);
                let is_missing = teaching.wanted.read_untracked().is_some();
                if !is_missing && teaching.problem.read_untracked().is_none() {
                    self.ask_lessons(Request::Front);
                }
            }
            // The worksheet requests its own content.
            LessonPlace::Sheet(id) => {
                teaching.sheet.set(None);
                self.open_lesson(&id);
            }
            LessonPlace::Build => {
                let query = hash.split_once('?').map_or("", |(_, query)| query);
                if !names_network(query) {
                    self.open_by_page(self.read_query(BLANK));
                }
                teaching.step.set(None);
                teaching.phase.set(StepPhase::Reading);
                self.ask_lessons(Request::Queries);
            }
            LessonPlace::Open => self.follow_link(hash, keys.variant),
            LessonPlace::Index | LessonPlace::Grade => {}
        }
    }

    /// Opens the builder with the network that is explored, which can be added as a step.
    pub fn make_step(self) {
        let address = LessonPlace::Build.address();
        let query = self.address().write();
        // Fails only for an invalid address.
        let _ = window().location().set_hash(&format!("{address}?{query}"));
    }

    /// Replays the receipt in the address; `file` is the file of its lesson if that is not built in.
    pub fn replay(self, hash: &str, file: Option<String>) {
        self.teaching.problem.set(None);
        self.ask_lessons(Request::Grade {
            receipt: hash.to_owned(),
            file,
        });
    }

    fn open_step(self, id: &str, step: usize) {
        self.open_lesson(id);
        if self.teaching.wanted.read_untracked().is_some() {
            return self.teaching.step.set(None);
        }
        if self.teaching.problem.read_untracked().is_none() {
            self.teaching.step.set(None);
            self.ask_lessons(Request::Step { step });
        }
    }

    fn hear_of_lesson(self, reply: Reply) {
        let teaching = self.teaching;
        match reply {
            // Scripts are examined and tables made by programs of their own (`state/custom/written.rs`, `lesson/grade.rs`).
            Reply::Added
            | Reply::Table { .. }
            | Reply::Ready
            | Reply::Prepared
            | Reply::Examined { .. }
            | Reply::Wrong { .. }
            | Reply::ScriptHelp(_) => {}
            Reply::Lesson(lesson) => self.hear_lesson(lesson),
            Reply::Step(step) => self.show_step(*step),
            Reply::Verdict(verdict) => {
                if teaching.takes_recalled(Some(verdict.step)) {
                    self.recall_verdict(verdict);
                } else if verdict.step == untrack(|| teaching.number()) {
                    self.hear_verdict(verdict);
                }
            }
            Reply::Attempt(attempt) => self.note_attempt(attempt),
            Reply::Receipt(receipt) => teaching.receipt.set(Some(Arc::new(receipt))),
            Reply::Statements { lesson, json } => {
                let name = format!("flitscope-xapi-{lesson}.json");
                // A browser that refuses to save reports that itself.
                let _ = files::save_text(&json, "application/json", &name);
            }
            Reply::Grade(grade) => teaching.grade.set(Some(Arc::new(grade))),
            Reply::Front(front) => teaching.front.set(Some(Arc::new(front))),
            Reply::Sheet { html } => teaching.sheet.set(Some(html)),
            Reply::Glossary(terms) => teaching.glossary.set(Some(Arc::new(terms))),
            Reply::Proposed { queries } => teaching.proposed.set(Some(Arc::new(queries))),
            Reply::Unpacked { file } => self.hear_unpacked(file),
            Reply::Written(written) => {
                // The builder may be closed by now.
                if teaching.keeps_file.get_value() {
                    teaching.keep(LESSON_DRAFT, &written.file);
                }
                teaching.written.set(Some(Arc::new(written)));
            }
            Reply::Draft(draft) => teaching.made.set(Some(Arc::new(*draft))),
            Reply::Recorded(recorded) => teaching.recorded.set(Some(Arc::new(recorded))),
            Reply::NeedsFile { lesson } => match teaching.file_of(&lesson) {
                Some(file) => self.replay(&address_bar::hash(), Some(file)),
                None => teaching.wanted.set(Some(lesson)),
            },
            Reply::Links(links) => self.hear_links(links),
            Reply::Packed { link } => clipboard::copy_link(&link, move |told| {
                teaching.problem.set(Some(told.to_owned()));
            }),
            Reply::Checked(check) => teaching.checked.set(Some(Arc::new(check))),
            Reply::Queries(queries) => teaching.queries.set(Some(Arc::new(queries))),
            Reply::Term(term) => teaching.term.set(Some(Arc::new(term))),
            Reply::Failed { why } => {
                teaching.opening.set_value(None);
                teaching.judging.set(false);
                teaching.worker.update_value(|worker| drop(worker.take()));
                teaching.opened.set_value(String::new());
                teaching.problem.set(Some(why));
            }
            // The last answer may be none to a newer version of the lesson.
            Reply::Refused { .. } if teaching.takes_recalled(None) => {}
            Reply::Refused { why } if teaching.judging.get_untracked() => {
                teaching.judging.set(false);
                let told = format!("<p>{}</p>", escaped(&sentence(&why)));
                teaching.refused.set(Some(told));
            }
            Reply::Refused { why } => {
                teaching.opening.set_value(None);
                teaching.problem.set(Some(why));
            }
        }
    }

    /// Shows a step that the worker has sent, and its scene, unless the address has a changed scene.
    fn show_step(self, shown: StepShown) {
        let teaching = self.teaching;
        let number = shown.step;
        let is_awaited = match &*teaching.at.read_untracked() {
            LessonPlace::Step { step, .. } => number == *step,
            _ => false,
        };
        if untrack(|| teaching.needs_name()) {
            return;
        }
        if !is_awaited || self.state.place().get_untracked() != Place::Lessons {
            return;
        }
        teaching.is_left.set(false);
        teaching.phase.set(StepPhase::Reading);
        if !self.bar.names_network() {
            self.open_by_page_then(self.scene_of(&shown), move || self.play_if_asked());
        }
        self.player.pause_at(shown.from);
        teaching.judging.set(false);
        teaching.refused.set(None);
        teaching.verdict.set(None);
        teaching.attempt.set(None);
        teaching.asks_check.set(false);
        teaching.wants_check.set(false);
        teaching.solution.set(None);
        teaching.closes.set(false);
        teaching.step.set(Some(Arc::new(shown)));
        self.take_up_answer(number);
        teaching.note(|done| done.step = done.step.max(number));
        super::address::write(self);
        if number < untrack(|| teaching.steps()) {
            self.ask_lessons(Request::Prepare { step: number + 1 });
        }
    }

    /// Shows the answer that the user has typed at a step, or the one given last with its verdict. In present mode an
    /// audience answers anew.
    fn take_up_answer(self, step: usize) {
        let teaching = self.teaching;
        teaching.recalled.set(None);
        teaching.recalling.set_value(None);
        if self.look.presenting.get_untracked() {
            return teaching.draft.set(String::new());
        }
        let typed = untrack(|| teaching.work_key(StepWork::Answer)).and_then(|key| recall(&key));
        if let Some(typed) = typed.filter(|typed| !typed.is_empty()) {
            return teaching.draft.set(typed);
        }
        let given = untrack(|| teaching.last_answer(step));
        teaching.draft.set(given.clone().unwrap_or_default());
        if let Some(answer) = given.filter(|_| untrack(|| teaching.kind()).is_some()) {
            teaching.recalling.set_value(Some(step));
            self.ask_lessons(Request::Answer { step, answer });
        }
    }

    /// Returns the scene of a step, with the changes that the user has made for its challenge on an earlier visit. In
    /// present mode an audience makes its own.
    fn scene_of(self, shown: &StepShown) -> Opened {
        let scene = self.read_query(&shown.scene);
        if shown.goal.is_none() || self.look.presenting.get_untracked() {
            return scene;
        }
        let work = |kind| {
            let lesson = self.teaching.lesson.read_untracked();
            let key = work_key(kind, &lesson.as_ref()?.record, shown.step);
            recall(&key).filter(|text| !text.is_empty())
        };
        let code = work(StepWork::Code);
        // Code that was changed after it met the goal is shown in the editor, for the scene of the step.
        let met = untrack(|| self.teaching.goal_met(shown.step));
        let met = met.filter(|link| code.is_none() || code == self.script_in(link));
        let left = work(StepWork::Scene).filter(|_| code.is_none()).or(met);
        let Some(left) = left else {
            return scene;
        };
        // Only the scenario is the user's, not what is shown of it.
        let parts = scene.address.parts().into_iter();
        let parts = parts.map(|(key, value)| format!("&{key}={value}"));
        let left = self.read_query(&(left + parts.collect::<String>().as_str()));
        let is_same = left.awaits.is_none() && left.address.scenario == scene.address.scenario;
        if is_same || !left.problems.is_empty() {
            return scene;
        }
        self.teaching.is_left.set(true);
        left
    }

    /// Returns the script of a link whose routing function is user-written.
    fn script_in(self, link: &str) -> Option<String> {
        let opened = self.read_query(link);
        let awaited = opened.awaits.map(|awaited| awaited.uncompiled.script);
        let script = written::script_of(&opened.address.scenario.routing);
        awaited.or_else(|| script.map(str::to_owned))
    }

    /// Returns whether a control may be used: every control that the link does not lock, except in the step of a
    /// lesson, which lists the controls that it allows. Tracks the restrictions, the place and the step.
    pub fn allows(self, control: &str) -> bool {
        if self.state.restrictions().read().locked.has_control(control) {
            return false;
        }
        if self.state.place().get() != Place::Lessons
            || *self.teaching.at.read() == LessonPlace::Build
        {
            return true;
        }
        let step = self.teaching.step.read();
        step.as_ref().is_some_and(|step| {
            step.allow
                .iter()
                .any(|allowed| allowed == control || allowed == "all")
        })
    }

    /// Returns whether any of several controls may be used. Tracks the same as [`Page::allows`].
    pub fn allows_any(self, controls: &[&str]) -> bool {
        controls.iter().any(|control| self.allows(control))
    }
}
