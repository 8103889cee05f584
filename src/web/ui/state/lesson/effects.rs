//! Performs what actions on the lessons ask for.

use std::time::Duration;

use browser::clipboard::{self, whole_address};
use browser::workers::lesson_worker::LessonWorker;
use browser::{files, one_file};
use flitscope::lesson::{LessonAction, LessonEffect, LessonTimer, Material, Package, Request};
use flitscope::page::LessonKeys;
use js_sys::futures::JsFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use wasm_bindgen::JsCast;

use crate::ui::state::page::Page;
use crate::ui::state::{address, fetched, storage};

/// Id of the field for a typed answer.
pub const ANSWER_FIELD: &str = "answer-field";

/// Fetches [`save_package`].
#[wasm_split(package, fallible, wasm_split_path = leptos::wasm_split)]
fn packaging() -> Result<fn(Page, Material), SplitLoaderError> {
    Ok(save_package)
}

impl Page {
    pub(super) fn perform_effect(self, effect: LessonEffect) {
        let teaching = self.teaching;
        let location = window().location();
        match effect {
            LessonEffect::Ask(request) => self.ask_program(&request),
            LessonEffect::EndProgram => {
                teaching.worker.update_value(|worker| drop(worker.take()));
            }
            LessonEffect::Keep { key, text } => {
                let is_stored = storage::keep(&key, &text).is_ok();
                self.teach(LessonAction::Kept { key, is_stored });
            }
            LessonEffect::KeepFile { id, entries } => {
                let mut entries = entries.iter();
                let is_stored = entries.all(|(key, text)| storage::keep(key, text).is_ok());
                self.teach(LessonAction::FileKept { id, is_stored });
            }
            LessonEffect::Remember { key, text } => {
                // Where the browser refuses, it lasts as long as the page.
                let _ = storage::keep(&key, &text);
            }
            LessonEffect::RememberView(view) => storage::keep_view(view),
            LessonEffect::TakeWork(None) => {
                self.teach(LessonAction::Cleared(storage::take_step_work()));
            }
            LessonEffect::TakeWork(Some(lesson)) => drop(storage::take_work_on(&lesson)),
            LessonEffect::Navigate(address) => {
                // Fails only for an invalid address.
                let _ = location.set_hash(&address);
            }
            LessonEffect::Replace(address) => {
                // Fails only for an invalid address.
                let _ = location.replace(&whole_address(&address));
            }
            LessonEffect::Follow(address) => self.follow_lessons(&address, LessonKeys::default()),
            LessonEffect::WriteAddress => address::write(self),
            LessonEffect::Fetch { name, opening } => spawn_local(async move {
                let text = text_beside(&name).await;
                self.teach(LessonAction::Fetched { opening, text });
            }),
            LessonEffect::Act(action) => self.act(*action),
            LessonEffect::Show(opened) => {
                self.open_by_page_then(*opened, move || self.teach(LessonAction::SceneShown));
            }
            LessonEffect::Pause(cycle) => self.player.pause_at(cycle),
            LessonEffect::Play { from, speed } => {
                self.player.change(|run| run.speed = speed);
                self.player.play_from(from);
            }
            LessonEffect::Begin(cycle) => self.begin_at(cycle),
            LessonEffect::Code(text) => self.written.write(text),
            LessonEffect::UseCode => {
                self.use_script();
                self.teach(LessonAction::Judge);
            }
            LessonEffect::Copy(of, text) => clipboard::copy(&text, move |is_copied| {
                let result = is_copied.then_some(()).ok_or(clipboard::REFUSED);
                self.teach(LessonAction::Copied(of, result));
            }),
            LessonEffect::ConfirmCopy => self.confirm_copy(),
            LessonEffect::Save { name, kind, text } => {
                // A browser that refuses to save reports that itself.
                let _ = files::save_text(&text, kind, &name);
            }
            LessonEffect::SavePackage(material) => spawn_local(async move {
                match packaging().await {
                    Ok(save) => save(self, *material),
                    Err(_) => self.report(fetched::UNREACHABLE),
                }
            }),
            LessonEffect::Later(timer) => self.later(timer),
            LessonEffect::Cancel(timer) => self.cancel(timer),
            LessonEffect::FocusAnswer => request_animation_frame(focus_answer),
            LessonEffect::Tell(event) => {
                if let Some(hear) = teaching.listener.get_value() {
                    hear.run(event);
                }
            }
            // The reply is there in the next frame.
            LessonEffect::ShowReply => {
                request_animation_frame(|| request_animation_frame(show_reply));
            }
            LessonEffect::Look => self.teach(LessonAction::SceneChanged),
        }
    }

    /// Sends a request to the lesson program, which is started if it does not run.
    fn ask_program(self, request: &Request) {
        let worker = self.teaching.worker;
        if worker.with_value(Option::is_none) {
            let hear = move |reply| self.teach(LessonAction::Reply(Box::new(reply)));
            match LessonWorker::start("of lessons", "open the lesson again", hear) {
                Ok(started) => worker.set_value(Some(started)),
                Err(error) => {
                    let why = format!("the program of lessons could not start: {error:?}");
                    return self.teach(LessonAction::Fail(why));
                }
            }
        }
        worker.with_value(|worker| {
            if let Some(worker) = worker {
                worker.ask(request);
            }
        });
    }

    fn later(self, timer: LessonTimer) {
        self.cancel(timer);
        let due = move || {
            self.cancel(timer);
            self.teach(LessonAction::Due(timer));
        };
        let pause = Duration::from_millis(LessonTimer::MILLISECONDS);
        if let Ok(handle) = set_timeout_with_handle(due, pause) {
            let timers = self.teaching.timers;
            timers.update_value(|timers| _ = timers.insert(timer, handle));
        }
    }

    fn cancel(self, timer: LessonTimer) {
        let remove =
            |timers: &mut std::collections::BTreeMap<_, TimeoutHandle>| timers.remove(&timer);
        let handle = self.teaching.timers.try_update_value(remove).flatten();
        if let Some(handle) = handle {
            handle.clear();
        }
    }
}

/// Moves the focus to the field of the answer, where the user goes on typing.
fn focus_answer() {
    if let Some(field) = document().get_element_by_id(ANSWER_FIELD) {
        // Fails only for a field that is not visible.
        let _ = field.unchecked_into::<web_sys::HtmlElement>().focus();
    }
}

/// Scrolls the reply to the user into view, to its beginning if it is higher than half of the lesson's text: on a small
/// screen and in present mode it may be out of view.
fn show_reply() {
    let find = |part: &str| document().query_selector(part).ok().flatten();
    if let Some((text, reply)) = find(".lesson-step").zip(find(".lesson-step .reply")) {
        let is_high = reply.client_height() > text.client_height() / 2;
        reply.scroll_into_view_with_bool(is_high);
    }
}

/// Fetches a text file from the folder of the page.
async fn text_beside(name: &str) -> Option<String> {
    let fetched = JsFuture::from(window().fetch_with_str(name)).await.ok()?;
    let response: web_sys::Response = fetched.dyn_into().ok()?;
    if !response.ok() {
        return None;
    }
    let text = JsFuture::from(response.text().ok()?).await.ok()?;
    text.as_string()
}

/// Saves a package for a learning platform, and reports that, or why there is none.
fn save_package(page: Page, material: Material) {
    spawn_local(async move {
        let saved = packaged(&material).await;
        page.teach(LessonAction::Packaged(saved));
    });
}

async fn packaged(material: &Material) -> Result<String, String> {
    let package = Package {
        scorm: material.scorm,
        id: &material.id,
        title: &material.title,
        goal: &material.goal,
        file: material.file.as_deref(),
        pass: material.pass,
    };
    let zip = one_file::bytes()
        .await
        .and_then(|page| package.zip(&page).ok());
    let Some(zip) = zip else {
        let lesson = match &material.file {
            Some(_) => format!("{}.toml", material.id),
            None => material.id.clone(),
        };
        return Err(format!(
            "A package contains flitscope.html, the page in one file, which does not lie beside this page. Make it with scripts/build \
             and copy it there, or make the package with: flitscope lesson package {lesson} --scorm {}",
            material.scorm.id()
        ));
    };
    let name = package.file_name();
    let megabytes = zip.len() as f64 / 1e6;
    match files::save_bytes(&zip, "application/zip", &name) {
        Some(()) => Ok(format!("{name} saved ({megabytes:.1} MB).")),
        None => Err(format!("The browser could not save {name}.")),
    }
}
