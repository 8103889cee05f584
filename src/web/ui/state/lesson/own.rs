//! Lessons opened from files: kept by the browser, opened by links, and by files beside the page.

use std::collections::BTreeSet;
use std::sync::Arc;

use browser::clipboard::{self, whole_address};
use flitscope::lesson::{LessonShown, LessonSource, LinksShown, Request, Summary};
use flitscope::page::{
    Kept, LessonKeys, LessonPlace, LessonView, OpenLink, PageStateStoreFields, Place,
};
use js_sys::futures::JsFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;

use super::opening::Opening;
use crate::ui::state::address_bar::hash;
use crate::ui::state::page::Page;
use crate::ui::state::storage::{self, NotStored};

/// Takes the view and the variant out of the address of a lesson, and out of the address bar.
pub fn take_keys() -> LessonKeys {
    let (keys, rest) = LessonKeys::take(&hash());
    let is_changed = keys != LessonKeys::default();
    // The address of a link that contains a lesson is replaced once it is open.
    if is_changed && LessonPlace::of(&rest) != LessonPlace::Open {
        let history = window().history().expect("pages have a history");
        let state = history.state().unwrap_or_default();
        // Fails only when called too often.
        let _ = history.replace_state_with_url(&state, "", Some(&rest));
    }
    keys
}

impl Page {
    /// Remembers the view of a link for this tab, and the variant for its lesson.
    pub(super) fn note_keys(self, keys: LessonKeys, at: &LessonPlace) {
        if let Some(view) = keys.view {
            storage::keep_view(view);
            self.teaching.view.set(view);
        }
        let lesson = match at {
            LessonPlace::Step { id, .. } | LessonPlace::Sheet(id) | LessonPlace::About(id) => {
                Some(id)
            }
            _ => None,
        };
        if let (Some(variant), Some(id)) = (keys.variant, lesson)
            && storage::variant(id).is_none_or(|(known, _)| known != variant)
        {
            storage::keep_variant(id, variant, "");
            self.teaching.opened.set_value(String::new());
        }
    }

    /// Opens a lesson file; its address follows once the worker has read it.
    pub fn open_file(self, opening: Opening) {
        let teaching = self.teaching;
        teaching.problem.set(None);
        // A pending request of another lesson must not delay this one, nor its reply be taken for this one's.
        teaching.asked.update_value(Vec::clear);
        teaching.worker.update_value(|worker| {
            if worker.take_if(|worker| worker.is_busy()).is_some() {
                teaching.opened.set_value(String::new());
            }
        });
        let request = Request::Open {
            source: LessonSource::File(opening.text.clone()),
            beside: opening.beside.clone(),
            seed: opening.variant,
        };
        teaching.opening.set_value(Some(opening));
        self.ask_lessons(request);
    }

    /// Shows a lesson that the worker has opened, and keeps it if it comes from a file.
    pub(super) fn hear_lesson(self, lesson: LessonShown) {
        let teaching = self.teaching;
        let Some(opening) = teaching.opening.try_update_value(Option::take).flatten() else {
            return teaching.lesson.set(Some(Arc::new(lesson)));
        };
        let id = lesson.id.clone();
        if lesson.is_own {
            teaching.keep_file(&lesson, &opening);
        }
        if let Some(variant) = opening.variant {
            storage::keep_variant(&id, variant, "");
        }
        // The variant may have to be another one, and an identical file is the lesson of the program.
        teaching.opened.set_value(String::new());
        let step = opening.step.unwrap_or(1).min(lesson.steps.len().max(1));
        let at = LessonPlace::Step { id, step };
        let here = hash();
        if LessonPlace::of(&here) == at {
            return self.follow_lessons(&here, LessonKeys::default());
        }
        let address = at.address();
        let location = window().location();
        // The link that contains the lesson would open it again on Back.
        let _ = if LessonPlace::of(&here) == LessonPlace::Open {
            location.replace(&whole_address(&address))
        } else {
            location.set_hash(&address)
        };
    }

    /// Opens the lesson of a link that contains it or names its file.
    pub(super) fn follow_link(self, hash: &str, variant: Option<u64>) {
        let teaching = self.teaching;
        let (source, step) = match OpenLink::of(hash) {
            Ok(link) => link,
            Err(why) => return teaching.problem.set(Some(why)),
        };
        let opening = Opening {
            step: Some(step),
            variant,
            ..Opening::default()
        };
        match source {
            OpenLink::Packed => self.ask_lessons(Request::Unpack {
                link: hash.to_owned(),
            }),
            OpenLink::Beside(name) => {
                let place = teaching.at.get_untracked();
                spawn_local(async move {
                    let text = text_beside(&name).await;
                    if teaching.at.get_untracked() != place {
                        return;
                    }
                    match text {
                        Some(text) => self.open_file(Opening {
                            text,
                            beside: Some(name),
                            ..opening
                        }),
                        None => teaching.problem.set(Some(format!(
                            "there is no lesson file {name} beside the page, or it cannot be read from there"
                        ))),
                    }
                });
            }
        }
    }

    /// Opens the file that a link contained.
    pub(super) fn hear_unpacked(self, text: String) {
        let (keys, link) = LessonKeys::take(&hash());
        let step = OpenLink::of(&link).map(|(_, step)| step);
        self.open_file(Opening {
            text,
            beside: None,
            step: step.ok(),
            variant: keys.variant,
        });
    }

    /// Requests a lesson by its id: a built-in one, or one that is kept. Otherwise its file is wanted.
    pub(super) fn open_lesson(self, id: &str) {
        let teaching = self.teaching;
        if teaching.opened.read_value().as_str() == id {
            return;
        }
        teaching.wanted.set(None);
        teaching.lesson.set(None);
        teaching.receipt.set(None);
        teaching.links.set(None);
        teaching.copied.set(None);
        // A pending request of another lesson must not delay this one.
        teaching.worker.update_value(|worker| {
            worker.take_if(|worker| worker.is_busy());
        });
        let mut beside = None;
        let source = if Summary::by_id(id).is_some() {
            LessonSource::BuiltIn(id.to_owned())
        } else if let Some(text) = teaching.file_of(id) {
            let shelf = teaching.shelf.read_untracked();
            beside = shelf.find(id).and_then(|kept| kept.beside.clone());
            LessonSource::File(text)
        } else {
            teaching.opened.set_value(String::new());
            return teaching.wanted.set(Some(id.to_owned()));
        };
        teaching.opened.set_value(id.to_owned());
        let seed = storage::variant(id).map(|(variant, _)| variant);
        // A teacher sees a variant without a name.
        let seed = seed.or((teaching.view.get_untracked() == LessonView::Teacher).then_some(0));
        self.ask_lessons(Request::Open {
            source,
            beside,
            seed,
        });
    }

    /// Returns whether a step of a lesson from a file is shown. Tracks the place and the lesson.
    pub fn shows_own_step(self) -> bool {
        let teaching = self.teaching;
        let is_step = matches!(&*teaching.at.read(), LessonPlace::Step { .. });
        let lesson = teaching.lesson.read();
        let is_own = lesson.as_ref().is_some_and(|lesson| lesson.is_own);
        self.state.place().get() == Place::Lessons && is_step && is_own
    }

    /// Copies a link to the step that is shown, which contains the lesson if it is short.
    pub fn copy_step_link(self) {
        let teaching = self.teaching;
        teaching.copied.set(None);
        teaching.copies.set_value(true);
        self.ask_for_links(untrack(|| teaching.number()));
    }

    /// Requests the links of a step, in the view of this tab.
    pub fn ask_for_links(self, step: usize) {
        let view = self.teaching.view.get_untracked();
        let view = (view != LessonView::SelfStudy).then(|| view.id().to_owned());
        self.ask_lessons(Request::Links {
            page: whole_address(""),
            step,
            view,
        });
    }

    /// Shows the links of a step, and copies the one of the step itself if that was asked for.
    pub(super) fn hear_links(self, links: LinksShown) {
        let teaching = self.teaching;
        if teaching.copies.try_update_value(std::mem::take) == Some(true) {
            let with = links.file.as_ref().map_or_else(String::new, |file| {
                format!(" It cannot contain so long a lesson: give the file {file} with it.")
            });
            clipboard::copy(&links.here, move |is_copied| {
                teaching.copied.set(Some(if is_copied {
                    self.confirm_copy();
                    format!("Link copied.{with}")
                } else {
                    clipboard::REFUSED.to_owned()
                }));
            });
        }
        teaching.links.set(Some(Arc::new(links)));
    }

    /// Opens the lesson again in the variant of a name.
    pub fn take_variant(self, name: &str, variant: u64) {
        if let LessonPlace::Step { id, .. } = self.teaching.at.get_untracked() {
            storage::keep_variant(&id, variant, name);
            self.open_again(id);
        }
    }

    /// Asks for the name again, which another student may have entered.
    pub fn forget_variant(self) {
        if let LessonPlace::Step { id, .. } = self.teaching.at.get_untracked() {
            storage::drop_variant(&id);
            self.open_again(id);
        }
    }

    /// Opens a lesson again, at its first step.
    fn open_again(self, id: String) {
        self.teaching.opened.set_value(String::new());
        self.teaching.step.set(None);
        let first = LessonPlace::Step { id, step: 1 }.address();
        if hash() == first {
            return self.follow_lessons(&first, LessonKeys::default());
        }
        // Fails only for an invalid address.
        let _ = window().location().set_hash(&first);
    }
}

impl super::teaching::Teaching {
    /// Keeps the file of a lesson for later visits; where the browser refuses, as long as the page is open.
    fn keep_file(self, lesson: &LessonShown, opening: &Opening) {
        let id = &lesson.id;
        let mut shelf = storage::shelf();
        let dropped = shelf.add(Kept {
            id: id.clone(),
            title: lesson.title.clone(),
            steps: lesson.steps.len(),
            size: opening.text.chars().count(),
            beside: opening.beside.clone(),
        });
        for id in &dropped {
            storage::drop_own_lesson(id);
        }
        self.own_text
            .set_value(Some((id.clone(), opening.text.clone())));
        let stored = storage::keep_own_lesson(id, &opening.text, &shelf);
        self.shelf.set(shelf);
        self.not_kept.update(|ids| {
            ids.retain(|known| known != id && !dropped.contains(known));
            if stored == Err(NotStored) {
                ids.insert(id.clone());
            }
        });
    }

    /// Stores the files that the browser has not stored before, as far as it does now.
    pub(super) fn keep_files_again(self) {
        if self.not_kept.read_untracked().is_empty() {
            return;
        }
        let shelf = self.shelf.get_untracked();
        let is_stored = |id: &String| {
            let text = self.file_of(id);
            text.is_none_or(|text| storage::keep_own_lesson(id, &text, &shelf).is_ok())
        };
        let before = self.not_kept.get_untracked();
        let now: BTreeSet<_> = before.iter().filter(|id| !is_stored(id)).cloned().collect();
        if now != before {
            self.not_kept.set(now);
        }
    }

    /// Tells that the lesson that is open, or one of the list, is not kept. Tracks both.
    pub fn not_kept_here(self) -> Option<&'static str> {
        const WHY: &str = "This browser stores nothing more for this page, so the lesson is there only until the page is closed.";
        let ids = self.not_kept.read();
        let is_here = match &*self.at.read() {
            LessonPlace::Step { id, .. } | LessonPlace::About(id) | LessonPlace::Sheet(id) => {
                ids.contains(id)
            }
            _ => !ids.is_empty(),
        };
        is_here.then_some(WHY)
    }

    /// Returns the file of a lesson of one's own, if there is one.
    pub fn file_of(self, id: &str) -> Option<String> {
        let stored = storage::own_lesson(id);
        stored.or_else(|| {
            let own = self.own_text.read_value();
            let (_, text) = own.as_ref().filter(|(known, _)| known == id)?;
            Some(text.clone())
        })
    }

    /// Removes the file of a lesson of one's own. The progress in it stays.
    pub fn remove_own(self, id: &str) {
        let mut shelf = storage::shelf();
        shelf.remove(id);
        storage::drop_own_lesson(id);
        // Fails only where nothing was stored.
        let _ = storage::keep_shelf(&shelf);
        self.not_kept.update(|ids| _ = ids.remove(id));
        self.keep_files_again();
        self.own_text.set_value(None);
        self.shelf.set(shelf);
        self.opened.set_value(String::new());
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
