//! Keeps the lessons in step with the user, the run and other tabs.

use browser::programs;
use flitscope::lesson::LessonAction;
use flitscope::page::{LessonPlace, PageStateStoreFields, Place, StepPhase};
use leptos::ev;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use crate::ui::state::fetched::{Act, act_when};
use crate::ui::state::page::Page;

#[wasm_split(lessons, fallible, wasm_split_path = leptos::wasm_split)]
fn keeping() -> Act {
    Ok(Page::keep_now)
}

impl Page {
    /// Keeps the lessons from when they are first opened, for the lifetime of the page.
    pub fn keep_lesson(self) {
        act_when(
            self,
            move || self.state.place().get() == Place::Lessons,
            keeping,
        );
    }

    fn keep_now(self) {
        let teaching = self.teaching;
        let listener = programs::listen(ev::storage, move |event| {
            self.teach(LessonAction::StoredElsewhere(event.key()));
        });
        on_cleanup(move || listener.remove());
        let hides_run = teaching
            .memo(|state| matches!(state.at, LessonPlace::Step { .. }) && state.hides_run());
        Effect::new(move |_| {
            let is_locked = self.state.place().get() == Place::Lessons && hides_run.get();
            if is_locked != self.player.is_locked.get_untracked() {
                self.player.change(|run| {
                    run.is_locked = is_locked;
                    run.refusal = None;
                });
            }
        });
        Effect::new(move |_| {
            if self.is_run_over() {
                self.teach(LessonAction::End);
            }
        });
        Effect::new(move |_| {
            self.track_scene();
            if self.state.place().get_untracked() == Place::Lessons {
                self.teach(LessonAction::SceneChanged);
            }
        });
    }

    /// Returns whether the run of the step has come to its stop cycle, or nothing more will happen. Tracks the run.
    fn is_run_over(self) -> bool {
        // While the start is sought, the player may still be at the end of the previous run.
        if self.teaching.phase.get() != StepPhase::Running
            || self.player.goal.get().is_some()
            || self.awaits_scene()
        {
            return false;
        }
        let cycle = self.player.cycle.get();
        let playing = self.player.playing.get();
        let Some(step) = self.teaching.step.get() else {
            return false;
        };
        let history = self.player.history.read_value();
        let now = history.now();
        // The player pauses at a deadlock by itself, and the rest of the run would show nothing new.
        let is_stuck = !playing && now.deadlock().is_some();
        cycle >= step.stop || cycle > step.from && (now.is_over() || is_stuck)
    }
}
