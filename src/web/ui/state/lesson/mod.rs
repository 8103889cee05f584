//! Lessons on the page: their state, to which views send actions.

mod effects;
mod keep;
mod picture;
mod presenting;
pub mod teaching;

pub use effects::ANSWER_FIELD;
pub use presenting::show_open_item;
pub use teaching::{Teaching, first_step_of, front_page_of};

use std::collections::VecDeque;

use browser::clipboard::whole_address;
use browser::time::{prefers_stillness, time_of_day};
use flitscope::lesson::{LessonAction, LessonMoment, LessonState};
use flitscope::page::{LessonKeys, LessonPlace, PageStateStoreFields, Place, ViewStoreFields};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::wasm_split;

use super::address_bar::hash;
use super::fetched::Act;
use super::page::Page;
use super::storage::recall;

const UNREACHABLE: &str = "a part of the lessons cannot be fetched; the server may be unreachable";

/// Fetches [`Page::perform_waiting`].
#[wasm_split(lessons, fallible, wasm_split_path = leptos::wasm_split)]
fn performing() -> Act {
    Ok(Page::perform_waiting)
}

impl Page {
    /// Performs an action on the lessons, after those before it, as soon as the code of the lessons is fetched.
    pub fn teach(self, action: LessonAction) {
        let teaching = self.teaching;
        teaching
            .waiting
            .update_value(|waiting| waiting.push_back(action));
        if let Some(perform) = teaching.code.get_value() {
            return perform.run(());
        }
        spawn_local(async move {
            if let Ok(perform) = performing().await {
                let perform = Callback::new(move |()| perform(self));
                teaching.code.set_value(Some(perform));
                perform.run(());
            } else {
                teaching.waiting.update_value(VecDeque::clear);
                let failed = |state: &mut LessonState| state.problem = Some(UNREACHABLE.to_owned());
                teaching.state.update(failed);
            }
        });
    }

    /// Performs the actions that wait, and the effects of each before the next.
    fn perform_waiting(self) {
        let teaching = self.teaching;
        if teaching.is_performing.get_value() {
            return;
        }
        teaching.is_performing.set_value(true);
        let next = || {
            teaching
                .waiting
                .try_update_value(VecDeque::pop_front)
                .flatten()
        };
        // An effect that sends an action must not track what the action reads.
        untrack(|| {
            while let Some(action) = next() {
                let effects = self.with_moment(|moment| {
                    let update = |state: &mut LessonState| state.update(action, moment);
                    teaching.state.try_update(update).unwrap_or_default()
                });
                for effect in effects {
                    self.perform_effect(effect);
                }
            }
        });
        teaching.is_performing.set_value(false);
    }

    /// Reads the page around the lessons as it is now.
    fn with_moment<T>(self, read: impl FnOnce(&LessonMoment) -> T) -> T {
        let (hash, base) = (hash(), whole_address(""));
        let code = self.written.text.get_untracked();
        let code_found = self.written.found.with_untracked(|found| {
            let found = found.as_ref()?;
            Some(found.as_ref().map(|_| ()).map_err(|fault| fault.line))
        });
        self.state.with_untracked(|page| {
            read(&LessonMoment {
                page,
                hash: &hash,
                base: &base,
                cycle: self.player.cycle.get_untracked(),
                plays: self.player.will_play(),
                is_still: prefers_stillness(),
                presents: self.look.presenting.get_untracked(),
                awaits_scene: self.awaits_scene(),
                code: &code,
                code_found,
                is_code_busy: self.written.is_busy.get_untracked(),
                time: time_of_day(),
                recall: &recall,
            })
        })
    }

    /// Reads the state of the lessons beside the scene. Tracks the lessons, the scenario, and the editor of routing
    /// functions.
    pub fn of_lesson<T>(self, read: impl FnOnce(&LessonState, &LessonMoment) -> T) -> T {
        self.track_scene();
        self.state.place().track();
        self.state.view().dock().track();
        self.state.restrictions().track();
        self.written.found.track();
        self.teaching
            .state
            .with(|state| self.with_moment(|moment| read(state, moment)))
    }

    /// Tracks the scenario and the text in the editor of routing functions.
    fn track_scene(self) {
        self.state.scenario().track();
        self.written.text.track();
        self.written.is_busy.track();
    }

    /// Whether the scene is yet to be shown, because its routing function is being compiled.
    fn awaits_scene(self) -> bool {
        self.bar.awaited.get_value().is_some()
    }

    /// Shows the lesson page that the address names.
    pub fn follow_lessons(self, hash: &str, keys: LessonKeys) {
        let at = LessonPlace::of(hash);
        self.teaching.state.update(|state| state.arrive(at));
        self.teach(LessonAction::Follow {
            hash: hash.to_owned(),
            keys,
        });
    }

    /// Opens the builder with the network that is explored, which can be added as a step.
    pub fn make_step(self) {
        let address = LessonPlace::Build.address();
        let query = self.address().write();
        // Fails only for an invalid address.
        let _ = window().location().set_hash(&format!("{address}?{query}"));
    }

    /// Returns whether a control may be used: every control that the link does not lock, except in the step of a
    /// lesson, which lists the controls that it allows. Tracks the restrictions, the place and the step.
    pub fn allows(self, control: &str) -> bool {
        let locked = self.state.restrictions().read().locked;
        let place = self.state.place().get();
        self.teaching.at.track();
        self.teaching.step.track();
        let state = self.teaching.state;
        state.with_untracked(|state| state.allows(control, place, locked))
    }

    /// Returns whether any of several controls may be used. Tracks the same as [`Page::allows`].
    pub fn allows_any(self, controls: &[&str]) -> bool {
        controls.iter().any(|control| self.allows(control))
    }

    /// Returns whether a step of a lesson from a file is shown. Tracks the place and the lesson.
    pub fn shows_own_step(self) -> bool {
        let is_step = matches!(&*self.teaching.at.read(), LessonPlace::Step { .. });
        let lesson = self.teaching.lesson.read();
        let is_own = lesson.as_ref().is_some_and(|lesson| lesson.is_own);
        self.state.place().get() == Place::Lessons && is_step && is_own
    }
}

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
