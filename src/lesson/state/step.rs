//! The phases of a step: the answer, the run, and the verdict.

use std::sync::Arc;

use super::update::Update;
use super::{Challenge, LessonEffect, LessonTimer, OnTo};
use crate::protocol::{Outcome, Request, StepShown, VerdictShown};
use crate::record::work::StepWork;
use engine::routing::written;
use page::{LessonPlace, Opened, Place, StepPhase, run_speed};

use super::keys::work_key;

impl Update<'_> {
    pub(super) fn open_step(&mut self, id: &str, step: usize, variant: Option<u64>) {
        self.open_lesson(id, variant);
        self.state.step = None;
        if self.state.wanted.is_none() {
            self.ask(Request::Step { step });
        }
    }

    /// Shows a step that the program has sent, and its scene, unless the address has a changed scene.
    pub(super) fn show_step(&mut self, shown: StepShown) {
        let number = shown.step;
        let is_awaited = matches!(self.state.at, LessonPlace::Step { step, .. } if step == number);
        let is_shown = self.moment.page.place == Place::Lessons;
        if !is_awaited || !is_shown || self.state.needs_name() {
            return;
        }
        self.state.challenge = Challenge::default();
        self.then(LessonEffect::Cancel(LessonTimer::Attempt));
        self.state.phase = StepPhase::Reading;
        let query = self
            .moment
            .hash
            .split_once('?')
            .map_or("", |(_, query)| query);
        if !page::names_network(query) {
            let scene = self.scene_of(&shown);
            self.then(LessonEffect::Show(Box::new(scene)));
        }
        self.then(LessonEffect::Pause(shown.from));
        self.state.judging = false;
        self.state.refused = None;
        self.state.verdict = None;
        self.state.closes = false;
        self.state.step = Some(Arc::new(shown));
        self.take_up_answer(number);
        self.note(|done| done.step = done.step.max(number));
        self.then(LessonEffect::WriteAddress);
        if number < self.state.steps() {
            self.ask(Request::Prepare { step: number + 1 });
        }
        self.then(LessonEffect::Look);
    }

    /// Shows the answer that the user has typed at a step, or the one given last with its verdict. In present mode an
    /// audience answers anew.
    fn take_up_answer(&mut self, step: usize) {
        self.state.recalled = None;
        self.state.recalling = None;
        self.state.draft.clear();
        if self.moment.presents {
            return;
        }
        let typed = self.state.work_key(StepWork::Answer);
        if let Some(typed) = typed.and_then(|key| self.moment.recall(&key)) {
            self.state.draft = typed;
            return;
        }
        let Some(given) = self.state.last_answer(step).map(str::to_owned) else {
            return;
        };
        self.state.draft.clone_from(&given);
        if self.state.kind().is_some() {
            self.state.recalling = Some(step);
            self.ask(Request::Answer {
                step,
                answer: given,
            });
        }
    }

    /// Returns the scene of a step, with the changes that the user has made for its challenge on an earlier visit. In
    /// present mode an audience makes its own.
    fn scene_of(&mut self, shown: &StepShown) -> Opened {
        let scene = self.moment.read(&shown.scene);
        if shown.goal.is_none() || self.moment.presents {
            return scene;
        }
        let record = self
            .state
            .lesson
            .as_ref()
            .map(|lesson| lesson.record.clone());
        let record = record.unwrap_or_default();
        let work = |kind| self.moment.recall(&work_key(kind, &record, shown.step));
        let code = work(StepWork::Code);
        // Code that was changed after it met the goal is shown in the editor, for the scene of the step.
        let met = self.state.goal_met(shown.step).map(str::to_owned);
        let met = met.filter(|link| code.is_none() || code == self.script_in(link));
        let left = work(StepWork::Scene).filter(|_| code.is_none()).or(met);
        let Some(left) = left else {
            return scene;
        };
        // Only the scenario is the user's, not what is shown of it.
        let parts = scene.address.parts().into_iter();
        let parts = parts.map(|(key, value)| format!("&{key}={value}"));
        let left = self
            .moment
            .read(&(left + parts.collect::<String>().as_str()));
        let is_same = left.awaits.is_none() && left.address.scenario == scene.address.scenario;
        if is_same || !left.problems.is_empty() {
            return scene;
        }
        self.state.challenge.is_left = true;
        left
    }

    /// Returns the script of a link whose routing function is user-written.
    fn script_in(&self, link: &str) -> Option<String> {
        let opened = self.moment.read(link);
        let awaited = opened.awaits.map(|awaited| awaited.uncompiled.script);
        let script = written::script_of(&opened.address.scenario.routing);
        awaited.or_else(|| script.map(str::to_owned))
    }

    /// Takes an answer as it is typed, clicked or drawn, and stores it for a later visit of the step.
    pub(super) fn enter(&mut self, answer: String) {
        if self.state.draft == answer {
            return;
        }
        self.state.draft.clone_from(&answer);
        let is_step = self.state.at != LessonPlace::Build;
        let is_open = self.state.phase == StepPhase::Reading && self.state.verdict.is_none();
        if is_step && is_open {
            self.state.refused = None;
            self.keep_work(StepWork::Answer, answer);
        }
    }

    /// Runs the step. If there is an answer, it is submitted, and the step runs once it is accepted.
    pub(super) fn run(&mut self) {
        let state = &mut *self.state;
        if state.judging {
            return;
        }
        state.verdict = None;
        state.recalled = None;
        state.problem = None;
        state.refused = None;
        let answer = state.draft.clone();
        if state.kind().is_none() || answer.trim().is_empty() {
            return self.play();
        }
        state.judging = true;
        let step = state.number();
        self.ask(Request::Answer { step, answer });
    }

    pub(super) fn skip(&mut self) {
        self.enter(String::new());
        self.run();
    }

    pub(super) fn hear_verdict(&mut self, verdict: VerdictShown) {
        if self.state.recalling == Some(verdict.step) {
            self.state.recalling = None;
            if verdict.outcome == Outcome::Right {
                // The page may have been closed before the first verdict came.
                self.note(|done| done.confirm(verdict.step));
            }
            self.state.recalled = Some(Arc::new(verdict));
        } else if verdict.step == self.state.number() {
            self.take_verdict(verdict);
        }
    }

    /// Notes the answer that was judged and runs the step, or shows the answer that was revealed.
    fn take_verdict(&mut self, mut verdict: VerdictShown) {
        if let Outcome::Revealed { answer } = &verdict.outcome {
            self.state.draft.clone_from(answer);
            // The reply to the last try stays.
            if let Some(before) = &self.state.verdict
                && before.outcome == Outcome::Wrong
                && self.state.has_no_tries_left()
            {
                let both = before.says.iter().chain(&verdict.says).cloned();
                verdict.says = Some(both.collect());
            }
            self.state.verdict = Some(Arc::new(verdict));
            return self.then(LessonEffect::ShowReply);
        }
        let is_judged = std::mem::take(&mut self.state.judging);
        if is_judged && verdict.is_incomplete {
            // The run would give the rest of the answer away.
            return match verdict.says {
                Some(says) => self.refuse(says),
                None => self.state.refused = None,
            };
        }
        let (step, is_right) = (verdict.step, verdict.outcome == Outcome::Right);
        self.state.verdict = Some(Arc::new(verdict));
        self.tell(step, is_right);
        if !is_judged {
            return;
        }
        self.keep_work(StepWork::Answer, String::new());
        let (answer, time) = (self.state.draft.clone(), self.moment.time);
        self.note(|done| {
            done.answer(step, &answer, time);
            if is_right {
                done.confirm(step);
            }
        });
        let has_tries = self.state.tries().is_some() && !self.state.has_no_tries_left();
        if !is_right && has_tries {
            // The run would give the next try away.
            self.see();
        } else {
            self.play();
        }
    }

    /// Plays the run of the step.
    fn play(&mut self) {
        let Some(step) = &self.state.step else {
            return;
        };
        let (from, stop) = (step.from, step.stop);
        if self.moment.awaits_scene {
            self.state.phase = StepPhase::Running;
        } else if stop <= from || self.moment.is_still {
            self.then(LessonEffect::Pause(stop.max(from)));
            self.see();
        } else {
            self.state.phase = StepPhase::Running;
            let speed = run_speed(stop - from);
            self.then(LessonEffect::Play { from, speed });
        }
    }

    /// Plays the run if the user asked for it while the scene was being compiled.
    pub(super) fn scene_shown(&mut self) {
        if self.state.phase == StepPhase::Running {
            self.play();
        }
        self.look();
    }

    /// Skips to the end of the run.
    pub(super) fn end(&mut self) {
        let stop = self.state.step.as_ref().map_or(0, |step| step.stop);
        self.then(LessonEffect::Pause(stop));
        self.see();
    }

    /// Ends the step: the verdict on the answer is shown, or the right answer if none was given and it may be shown. After
    /// the last wrong try, nothing is left to be found out.
    fn see(&mut self) {
        self.state.phase = StepPhase::Seen;
        let is_open = match &self.state.verdict {
            None => self.state.kind().is_some(),
            Some(verdict) => verdict.outcome == Outcome::Wrong && self.state.has_no_tries_left(),
        };
        if is_open && !self.state.hides_answers() {
            self.ask_for_answer();
        }
        if self.state.verdict.is_some() {
            self.then(LessonEffect::ShowReply);
        }
    }

    fn ask_for_answer(&mut self) {
        let step = self.state.number();
        self.ask(Request::Reveal { step });
    }

    pub(super) fn reveal(&mut self) {
        if self.state.phase == StepPhase::Seen {
            self.ask_for_answer();
        } else {
            self.skip();
        }
    }

    pub(super) fn again(&mut self) {
        self.state.verdict = None;
        self.state.phase = StepPhase::Reading;
        let Some(step) = self.state.step.clone() else {
            return;
        };
        // *See it in a picture* may have replaced the scene.
        let scene = self.moment.read(&step.scene);
        self.then(LessonEffect::Show(Box::new(scene)));
        self.then(LessonEffect::Pause(step.from));
    }

    pub(super) fn see_why(&mut self) {
        let scene = self
            .state
            .verdict
            .as_ref()
            .and_then(|verdict| verdict.scene.clone());
        if let Some(scene) = scene {
            let scene = self.moment.read(&scene);
            self.then(LessonEffect::Show(Box::new(scene)));
            self.then(LessonEffect::Begin(0));
        }
    }

    pub(super) fn go_to(&mut self, step: usize) {
        self.state.closes = false;
        if let LessonPlace::Step { id, .. } = self.state.at.clone() {
            let address = LessonPlace::Step { id, step }.address();
            self.then(LessonEffect::Navigate(address));
        }
    }

    pub(super) fn back(&mut self) {
        let number = self.state.number();
        if self.state.closes {
            self.state.closes = false;
        } else if number > 1 {
            self.go_to(number - 1);
        }
    }

    fn begin(&mut self, lesson: &str) {
        let id = lesson.to_owned();
        let address = LessonPlace::Step { id, step: 1 }.address();
        self.then(LessonEffect::Navigate(address));
    }

    pub(super) fn go_on(&mut self) {
        match self.state.at.clone() {
            LessonPlace::About(id) => return self.begin(&id),
            LessonPlace::Step { .. } if self.state.step.is_some() => {}
            _ => return,
        }
        if self.state.closes {
            if let Some(next) = self.state.next_lesson() {
                self.begin(next.id);
            }
            return;
        }
        match self.state.next(self.moment) {
            OnTo::Wait => {}
            OnTo::Answer => self.run(),
            OnTo::Run => self.skip(),
            OnTo::End => self.end(),
            OnTo::Reveal => self.reveal(),
            OnTo::Again => self.again(),
            OnTo::Check => self.check(),
            OnTo::NextStep => self.go_to(self.state.number() + 1),
            OnTo::Summary => self.state.closes = true,
        }
    }
}
