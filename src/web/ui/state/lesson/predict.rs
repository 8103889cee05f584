//! The phases of a step: the prediction, the run, and the verdict.

use std::sync::Arc;

use browser::{
    programs,
    time::{prefers_stillness, time_of_day},
};
use flitscope::lesson::{AttemptShown, Outcome, Request, StepWork, VerdictShown};
use flitscope::page::{
    LessonPlace, PageStateStoreFields, Place, StepPhase, run_speed, what_hinders,
};
use leptos::ev;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use crate::ui::state::fetched::{Act, act_when};
use crate::ui::state::page::Page;
use crate::ui::state::storage::{PROGRESS, recall};

#[wasm_split(lessons, fallible, wasm_split_path = leptos::wasm_split)]
fn keeping() -> Act {
    Ok(Page::keep_now)
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
        teaching.recalled.set(None);
        teaching.problem.set(None);
        teaching.refused.set(None);
        if !asks || answer.trim().is_empty() {
            return self.play_step();
        }
        teaching.judging.set(true);
        let step = untrack(|| teaching.number());
        self.ask_lessons(Request::Answer { step, answer });
    }

    /// Notes the answer that was judged and runs the step, or shows the answer that was revealed.
    pub(super) fn hear_verdict(self, mut verdict: VerdictShown) {
        let teaching = self.teaching;
        let is_last = || untrack(|| teaching.has_no_tries_left());
        let is_judged = !matches!(verdict.outcome, Outcome::Revealed { .. })
            && teaching.judging.get_untracked();
        if is_judged && verdict.is_incomplete {
            // The run would give the rest of the answer away.
            teaching.judging.set(false);
            return teaching.refused.set(verdict.says);
        }
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
        } else if is_judged {
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
        }
        let is_wrong = verdict.outcome == Outcome::Wrong;
        teaching.verdict.set(Some(Arc::new(verdict)));
        if is_judged {
            if is_wrong && untrack(|| teaching.tries()).is_some() && !is_last() {
                // The run would give the next try away.
                teaching.phase.set(StepPhase::Seen);
            } else {
                self.play_step();
            }
        }
    }

    /// Shows the verdict on the answer that was given last on an earlier visit.
    pub(super) fn recall_verdict(self, verdict: VerdictShown) {
        let teaching = self.teaching;
        if verdict.outcome == Outcome::Right {
            // Version 0.1 did not store it.
            teaching.note(|done| done.confirm(verdict.step));
        }
        teaching.recalled.set(Some(Arc::new(verdict)));
    }

    /// Plays the run of the step.
    fn play_step(self) {
        let teaching = self.teaching;
        let Some(step) = teaching.step.get_untracked() else {
            return;
        };
        if self.awaits_scene() {
            return teaching.phase.set(StepPhase::Running);
        }
        let (from, stop) = (step.from, step.stop);
        if stop <= from || prefers_stillness() {
            self.player.pause_at(stop.max(from));
            return self.see_step();
        }
        teaching.phase.set(StepPhase::Running);
        self.player.speed.set(run_speed(stop - from));
        self.player.play_from(from);
    }

    /// Whether the scene is yet to be shown, because its routing function is being compiled.
    fn awaits_scene(self) -> bool {
        self.bar.awaited.get_value().is_some()
    }

    /// Plays the run of the step if the user asked for it while the scene was being compiled.
    pub(super) fn play_if_asked(self) {
        if self.teaching.phase.get_untracked() == StepPhase::Running {
            self.play_step();
        }
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
        self.see_step();
    }

    /// Ends the step: the verdict on the answer is shown, or the right answer if none was given.
    fn see_step(self) {
        self.teaching.phase.set(StepPhase::Seen);
        self.reveal_unless_answered();
    }

    /// Runs the step without an answer.
    pub fn skip_prediction(self) {
        self.teaching.draft.set(String::new());
        self.run_step();
    }

    /// Shows the right answer with its explanation, and the end of the run.
    pub fn show_answer(self) {
        let teaching = self.teaching;
        if teaching.phase.get_untracked() != StepPhase::Seen {
            return self.skip_prediction();
        }
        let step = untrack(|| teaching.number());
        self.ask_lessons(Request::Reveal { step });
    }

    /// Withdraws the answer, so that the user can give another.
    pub fn answer_again(self) {
        let teaching = self.teaching;
        teaching.verdict.set(None);
        teaching.phase.set(StepPhase::Reading);
        let Some(step) = teaching.step.get_untracked() else {
            return;
        };
        // *See it in a picture* may have replaced the scene.
        self.open_by_page(self.read_query(&step.scene));
        self.player.pause_at(step.from);
    }

    /// Reveals the answer to a question without a verdict, if it may be shown.
    fn reveal_unless_answered(self) {
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

    /// Returns whether a scenario, given by its link, has met the challenge before. Tracks the step and the progress.
    pub fn meets_as_before(self, link: &str) -> bool {
        let met = self.teaching.goal_met(self.teaching.number());
        met.is_some_and(|met| met == link)
    }

    /// Returns whether the user has met the challenge with the scenario as it is, not by a shown solution. Tracks both.
    pub fn has_solved(self) -> bool {
        let link = self.state.scenario().read().to_link();
        let is_met = |attempt: &Arc<AttemptShown>| attempt.met && attempt.link == link;
        self.teaching.attempt.read().as_ref().is_some_and(is_met)
            && self.teaching.solution.read().as_ref() != Some(&link)
    }

    /// Returns why the text in the editor cannot be checked, if the user asked for a check and it cannot. Tracks both.
    pub fn check_hindrance(self) -> Option<String> {
        let found = self.written.found.read();
        let found = found.as_ref().map(|found| match found {
            Ok(_) => Ok(()),
            Err(fault) => Err(fault.line),
        });
        let is_asked = self.teaching.asks_check.get() && self.writes_script();
        is_asked.then(|| what_hinders(found)).flatten()
    }

    pub(super) fn note_attempt(self, attempt: AttemptShown) {
        let teaching = self.teaching;
        // The scene may have changed again in the meantime.
        if attempt.link != self.state.scenario().read_untracked().to_link() {
            return;
        }
        let is_own = self.teaching.solution.get_untracked().as_ref() != Some(&attempt.link);
        let is_recalled =
            untrack(|| self.meets_as_before(&attempt.link)) && !teaching.asks_check.get_untracked();
        if attempt.met && is_own && !is_recalled {
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
            if teaching.phase.get() != StepPhase::Running
                || self.player.goal.get().is_some()
                || self.awaits_scene()
            {
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
                untrack(|| self.end_step());
            }
        });
    }
}
