//! The phases of a step: the prediction, the run, and the verdict.

use std::sync::Arc;

use browser::{
    programs,
    time::{prefers_stillness, time_of_day},
};
use flitscope::lesson::{AttemptShown, Outcome, Request, StepWork, VerdictShown};
use flitscope::page::{LessonPlace, OnTo, PageStateStoreFields, Place, StepPhase, run_speed};
use leptos::ev;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use crate::ui::state::fetched::{Act, act, act_when};
use crate::ui::state::page::Page;
use crate::ui::state::storage::{PROGRESS, recall};

#[wasm_split(lessons, fallible, wasm_split_path = leptos::wasm_split)]
fn keeping() -> Act {
    Ok(Page::keep_now)
}

#[wasm_split(lessons, fallible, wasm_split_path = leptos::wasm_split)]
fn going_on() -> Act {
    Ok(Page::lesson_on)
}

#[wasm_split(lessons, fallible, wasm_split_path = leptos::wasm_split)]
fn going_back() -> Act {
    Ok(|page| page.teaching.go_back())
}

impl Page {
    /// Runs the step. If there is an answer, it is submitted, and the step runs once the worker has accepted it.
    pub fn run_step(self) {
        let teaching = self.teaching;
        if teaching.judging.get_untracked() {
            return;
        }
        let answer = teaching.draft.get_untracked();
        let asks = untrack(|| teaching.kind()).is_some();
        teaching.verdict.set(None);
        teaching.problem.set(None);
        if !asks || answer.trim().is_empty() {
            return self.play_step();
        }
        teaching.refused.set(None);
        teaching.judging.set(true);
        let step = untrack(|| teaching.number());
        self.ask_lessons(Request::Answer { step, answer });
    }

    /// Notes the answer that was judged and runs the step, or shows the answer that was revealed.
    pub(super) fn hear_verdict(self, mut verdict: VerdictShown) {
        let teaching = self.teaching;
        let is_last = || untrack(|| teaching.has_no_tries_left());
        if let Outcome::Revealed { answer } = &verdict.outcome {
            teaching.draft.set(answer.clone());
            // The reply to the last try stays.
            if let Some(before) = &*teaching.verdict.read_untracked()
                && before.outcome == Outcome::Wrong
                && is_last()
            {
                let both = before.says.iter().chain(&verdict.says).cloned();
                verdict.says = Some(both.collect());
            }
        } else if teaching.judging.get_untracked() {
            teaching.judging.set(false);
            let (step, answer) = (verdict.step, teaching.draft.get_untracked());
            if let Some(key) = untrack(|| teaching.work_key(StepWork::Answer)) {
                teaching.keep(&key, "");
            }
            teaching.note(|done| {
                done.answer(step, &answer, time_of_day());
                if verdict.outcome == Outcome::Right {
                    done.confirm(step);
                }
            });
            let is_wrong = verdict.outcome == Outcome::Wrong;
            if is_wrong && untrack(|| teaching.tries()).is_some() && !is_last() {
                // The run would give the next try away.
                teaching.phase.set(StepPhase::Seen);
            } else {
                self.play_step();
            }
        }
        teaching.verdict.set(Some(Arc::new(verdict)));
    }

    /// Plays the run of the step.
    fn play_step(self) {
        let teaching = self.teaching;
        let Some(step) = teaching.step.get_untracked() else {
            return;
        };
        let (from, stop) = (step.from, step.stop);
        if stop <= from || prefers_stillness() {
            self.player.pause_at(stop.max(from));
            return teaching.phase.set(StepPhase::Seen);
        }
        teaching.phase.set(StepPhase::Running);
        self.player.speed.set(run_speed(stop - from));
        self.player.play_from(from);
    }

    /// Skips to the end of the step's run.
    pub fn end_step(self) {
        let stop = self
            .teaching
            .step
            .read_untracked()
            .as_ref()
            .map(|step| step.stop);
        self.player.pause_at(stop.unwrap_or(0));
        self.teaching.phase.set(StepPhase::Seen);
    }

    /// Withdraws the answer, so that the user can give another.
    pub fn answer_again(self) {
        let teaching = self.teaching;
        teaching.verdict.set(None);
        teaching.phase.set(StepPhase::Reading);
        let from = teaching
            .step
            .read_untracked()
            .as_ref()
            .map(|step| step.from);
        self.player.pause_at(from.unwrap_or(0));
    }

    /// Performs the next action of a lecturer: runs the step, skips to its end, or goes to the next step.
    pub fn lesson_on(self) {
        let teaching = self.teaching;
        let (number, steps) = untrack(|| (teaching.number(), teaching.steps()));
        if teaching.closes.get_untracked() {
            return teaching.go_to_next_lesson();
        }
        let phase = teaching.phase.get_untracked();
        match phase.on(untrack(|| teaching.runs()), number >= steps) {
            OnTo::Run => self.run_step(),
            OnTo::End => {
                self.end_step();
                self.reveal_unless_answered();
            }
            OnTo::NextStep => teaching.go_to_step(number + 1),
            OnTo::Summary => teaching.closes.set(true),
        }
    }

    /// Handles the keys of a remote control in present mode: steps one cycle forward or back, or in a lesson
    /// performs the next action or goes to the previous step.
    pub fn present_on(self, on: bool) {
        match (self.state.place().get_untracked(), on) {
            (Place::Lessons, true) => act(self, going_on),
            (Place::Lessons, false) => act(self, going_back),
            (Place::Papers, on) if scrolls_paper(on) => {}
            (_, on) => self.player.step(on),
        }
    }

    /// Reveals the answer to a question without a verdict.
    pub fn reveal_unless_answered(self) {
        let teaching = self.teaching;
        let asks = untrack(|| teaching.kind()).is_some() && !untrack(|| teaching.hides_answers());
        if asks && teaching.verdict.read_untracked().is_none() {
            let number = untrack(|| teaching.number());
            self.ask_lessons(Request::Reveal { step: number });
        }
    }

    /// Asks the worker whether the scenario meets the challenge.
    pub fn attempt(self) {
        let number = untrack(|| self.teaching.number());
        let link = self.state.scenario().read_untracked().to_link();
        self.ask_lessons(Request::Attempt { step: number, link });
    }

    pub(super) fn note_attempt(self, attempt: AttemptShown) {
        let teaching = self.teaching;
        // The scene may have changed again in the meantime.
        if attempt.link != self.state.scenario().read_untracked().to_link() {
            return;
        }
        let is_own = self.teaching.solution.get_untracked().as_ref() != Some(&attempt.link);
        if attempt.met && is_own {
            teaching.note(|done| done.meet(attempt.step, &attempt.link, time_of_day()));
            // Play the solution from the start; random traffic continues as it is.
            if self.state.scenario().read_untracked().traffic.rate == 0.0
                && !self.player.will_play()
            {
                self.begin_at(0);
            }
        }
        teaching.attempt.set(Some(Arc::new(attempt)));
    }

    /// Keeps the lessons from when they are first opened, for the lifetime of the page.
    pub fn keep_lesson(self) {
        act_when(
            self,
            move || self.state.place().get() == Place::Lessons,
            keeping,
        );
    }

    /// Keeps the lessons in step with the user, the run and other tabs.
    fn keep_now(self) {
        // Another tab of this page has stored its progress.
        let listener = programs::listen(ev::storage, move |event| {
            let key = event.key();
            if key.as_ref().is_none_or(|key| key == PROGRESS) {
                self.teaching.hear_of_progress();
            }
            // The same step is open there, and its newer code or answer is shown here, too.
            let value = key.as_ref().and_then(|key| recall(key)).unwrap_or_default();
            let is_code = key.is_some() && key == untrack(|| self.code_key());
            if is_code && !value.is_empty() {
                self.written.text.set(value);
            } else if key.is_some() && key == untrack(|| self.teaching.work_key(StepWork::Answer)) {
                let reads = self.teaching.phase.get_untracked() == StepPhase::Reading;
                if reads && !value.is_empty() {
                    self.teaching.draft.set(value);
                }
            }
        });
        on_cleanup(move || listener.remove());
        self.keep_answer();
        self.end_in_time();
        Effect::new(move |_| {
            let is_step = matches!(&*self.teaching.at.read(), LessonPlace::Step { .. });
            let is_shown = self.state.place().get() == Place::Lessons && is_step;
            let is_locked = is_shown && self.teaching.hides_run();
            if is_locked != self.player.is_locked.get_untracked() {
                self.player.is_locked.set(is_locked);
                self.player.refusal.set(None);
            }
        });
    }

    /// Keeps the answer that the user types for a later visit of the step.
    fn keep_answer(self) {
        let teaching = self.teaching;
        Effect::new(move |before: Option<(usize, String)>| {
            let now = (teaching.number(), teaching.draft.get());
            let is_typed = before.is_some_and(|before| before.0 == now.0 && before.1 != now.1);
            let reads = teaching.phase.get_untracked() == StepPhase::Reading;
            if is_typed && reads && teaching.verdict.read_untracked().is_none() {
                teaching.refused.set(None);
                if let Some(key) = untrack(|| teaching.work_key(StepWork::Answer)) {
                    teaching.keep(&key, &now.1);
                }
            }
            now
        });
    }

    /// Ends the run of a step at its stop cycle, or when nothing more will happen. Without a prediction, the answer
    /// is then revealed.
    fn end_in_time(self) {
        let teaching = self.teaching;
        Effect::new(move |_| {
            // While the start is sought, the player may still be at the end of the previous run.
            if teaching.phase.get() != StepPhase::Running || self.player.goal.get().is_some() {
                return;
            }
            let cycle = self.player.cycle.get();
            let step = teaching.step.read_untracked();
            let (from, stop) = step.as_ref().map(|step| (step.from, step.stop)).unzip();
            let history = self.player.history.read_value();
            let now = history.now();
            // The player pauses at a deadlock by itself, and the rest of the run would show nothing new.
            let is_stuck = !self.player.playing.get() && now.deadlock().is_some();
            let is_over = Some(cycle) > from && (now.is_over() || is_stuck);
            drop(history);
            if is_over || stop.is_some_and(|stop| cycle >= stop) {
                untrack(|| {
                    self.end_step();
                    if teaching.draft.read_untracked().trim().is_empty() {
                        self.reveal_unless_answered();
                    }
                });
            }
        });
    }
}

/// Scrolls the tables and figures of a paper, if they are shown to an audience in place of the network.
fn scrolls_paper(on: bool) -> bool {
    /// The part of the screen that stays in sight.
    const KEPT: f64 = 0.15;
    let paper = document().query_selector(".presenting > .library").ok();
    let Some(paper) = paper.flatten().filter(|paper| paper.client_height() > 0) else {
        return false;
    };
    let by = f64::from(paper.client_height()) * (1.0 - KEPT);
    paper.scroll_by_with_x_and_y(0.0, if on { by } else { -by });
    true
}
