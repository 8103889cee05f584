//! A challenge: the user changes the scene until a goal holds.

use std::sync::Arc;

use super::update::Update;
use super::{LessonEffect, LessonMoment, LessonState, LessonTimer};
use crate::protocol::{AttemptShown, Request, is_script};
use crate::record::work::StepWork;
use crate::run::changed;
use engine::routing::written;
use page::{Action, Asked, LessonPlace, Opened, Place};
use study::scenario::Scenario;

/// The state of the challenge of a step.
#[derive(Debug, Clone, Default)]
pub struct Challenge {
    /// The result of the last attempt.
    pub attempt: Option<Arc<AttemptShown>>,
    /// Whether the user asked for a check of the scene as it is. Hints appear only then; success is reported unasked.
    pub asks_check: bool,
    /// Whether a check waits for the text in the editor to be examined.
    pub waits_for_code: bool,
    /// The solution shown last, as a link, which does not count as an attempt of the user.
    pub solution: Option<String>,
    /// Whether the scene is as the user left it on an earlier visit.
    pub is_left: bool,
    /// The work that a button has replaced, for *Undo*.
    pub replaced: Option<Made>,
    /// The link checked last on request.
    checked: String,
    /// The link and the text in the editor when they were looked at last.
    seen: Option<(String, String)>,
}

/// The work of the user on a challenge.
#[derive(Debug, Clone, PartialEq)]
pub struct Made {
    scenario: Scenario,
    /// The code in the editor.
    code: String,
}

impl Made {
    fn of(moment: &LessonMoment) -> Self {
        Self {
            scenario: moment.page.scenario.clone(),
            code: moment.code.to_owned(),
        }
    }
}

impl LessonState {
    /// Returns whether the user has met the challenge with the scene as it is, not by a shown solution.
    fn has_solved(&self, link: &str) -> bool {
        let attempt = self.challenge.attempt.as_ref();
        attempt.is_some_and(|attempt| attempt.met && attempt.link == link)
            && self.challenge.solution.as_deref() != Some(link)
    }

    /// Returns whether the challenge is met as it is, with the code in the editor.
    pub(super) fn is_met(&self, moment: &LessonMoment) -> bool {
        let attempt = self.challenge.attempt.as_ref();
        let is_used = || written::script_of(&moment.page.scenario.routing) == Some(moment.code);
        attempt.is_some_and(|attempt| attempt.met && attempt.link == moment.link())
            && (!self.writes_script(moment.page) || is_used())
    }

    /// Returns whether *Undo* brings back work of the user. Nothing is lost where a button has changed nothing, and what
    /// was replaced is of no use after a success of one's own.
    pub fn can_undo(&self, moment: &LessonMoment) -> bool {
        let replaced = self.challenge.replaced.as_ref();
        replaced.is_some_and(|replaced| *replaced != Made::of(moment))
            && !self.has_solved(&moment.link())
    }

    /// Returns whether the scene is the solution that was shown.
    pub fn shows_solution(&self, moment: &LessonMoment) -> bool {
        self.challenge.solution.as_ref() == Some(&moment.link())
    }

    /// Returns the link of the scene that met the challenge of a step, if one has.
    pub(super) fn goal_met(&self, step: usize) -> Option<&str> {
        self.done()?.goals.get(&step).map(String::as_str)
    }
}

impl Update<'_> {
    /// Returns whether a scene, given by its link, has met the challenge before.
    fn meets_as_before(&self, link: &str) -> bool {
        self.state.goal_met(self.state.number()) == Some(link)
    }

    /// Returns the storage key of the code that the user types in the step, if the step allows it.
    pub(super) fn code_key(&self) -> Option<String> {
        let page = self.moment.page;
        let locked = page.restrictions.locked;
        let writes =
            page.place == Place::Lessons && self.state.allows("script", page.place, locked);
        writes
            .then(|| self.state.work_key(StepWork::Code))
            .flatten()
    }

    /// Looks at the scene and the text in the editor, which may have changed.
    pub(super) fn look(&mut self) {
        let is_step = matches!(self.state.at, LessonPlace::Step { .. });
        let is_challenge = self
            .state
            .step
            .as_ref()
            .is_some_and(|step| step.goal.is_some());
        if !is_step || !is_challenge || self.moment.page.place != Place::Lessons {
            return;
        }
        let (link, code) = (self.moment.link(), self.moment.code.to_owned());
        let seen = self
            .state
            .challenge
            .seen
            .replace((link.clone(), code.clone()));
        let Some((link_before, code_before)) = seen else {
            if self.meets_as_before(&link) {
                self.attempt(link);
            }
            return;
        };
        if link != link_before {
            self.scene_changed(link);
        }
        if code != code_before {
            // A result for one text does not hold for the next.
            self.state.challenge.asks_check = false;
            self.state.challenge.waits_for_code = false;
        }
        if self.state.challenge.waits_for_code && !self.moment.is_code_busy {
            self.check_now();
        }
    }

    fn scene_changed(&mut self, link: String) {
        let challenge = &mut self.state.challenge;
        if challenge.solution.as_ref() != Some(&link) {
            // Reaching the same scene later counts as the user's own solution.
            challenge.solution = None;
        }
        let is_checked = challenge.checked == link;
        if challenge.solution.is_none() {
            self.keep_work(StepWork::Scene, link);
        }
        if !is_checked {
            self.state.challenge.asks_check = false;
            self.then(LessonEffect::Later(LessonTimer::Attempt));
        }
    }

    pub(super) fn attempt(&mut self, link: String) {
        let step = self.state.number();
        self.ask(Request::Attempt { step, link });
    }

    /// Checks the goal, after the text in the editor is examined if the step is about it.
    pub(super) fn check(&mut self) {
        if self.state.writes_script(self.moment.page) && self.moment.is_code_busy {
            self.state.challenge.waits_for_code = true;
        } else {
            self.check_now();
        }
    }

    fn check_now(&mut self) {
        self.then(LessonEffect::Cancel(LessonTimer::Attempt));
        self.state.challenge.waits_for_code = false;
        self.state.challenge.asks_check = true;
        if self.state.writes_script(self.moment.page) {
            self.then(LessonEffect::UseCode);
        } else {
            self.judge();
        }
    }

    pub(super) fn judge(&mut self) {
        if self.state.hindrance(self.moment).is_some() {
            return self.then(LessonEffect::ShowReply);
        }
        let link = self.moment.link();
        let challenge = &mut self.state.challenge;
        challenge.attempt.take_if(|attempt| attempt.link != link);
        challenge.checked.clone_from(&link);
        self.attempt(link);
    }

    pub(super) fn hear_attempt(&mut self, attempt: AttemptShown) {
        // The scene may have changed again in the meantime.
        if attempt.link != self.moment.link() {
            return;
        }
        let challenge = &self.state.challenge;
        let is_own = challenge.solution.as_ref() != Some(&attempt.link);
        let is_recalled = self.meets_as_before(&attempt.link) && !challenge.asks_check;
        if attempt.met && is_own {
            self.tell(attempt.step, true);
        }
        if attempt.met && is_own && !is_recalled {
            let time = self.moment.time;
            self.note(|done| done.meet(attempt.step, &attempt.link, time));
            // Play the solution from the start; random traffic continues as it is.
            if self.moment.page.scenario.traffic.rate == 0.0 && !self.moment.plays {
                self.then(LessonEffect::Begin(0));
            }
        }
        if attempt.met || self.state.challenge.asks_check {
            self.then(LessonEffect::ShowReply);
        }
        self.state.challenge.attempt = Some(Arc::new(attempt));
    }

    /// Returns the scenario and the code in the editor, if the user has made them.
    fn own(&self) -> Option<Made> {
        let given = self.given()?.address.scenario;
        let has_code = || {
            let code = self.code_key().and_then(|key| self.moment.recall(&key));
            code.is_some()
        };
        let is_shown = self.state.challenge.solution.is_some();
        let is_own = !is_shown && (self.moment.page.scenario != given || has_code());
        is_own.then(|| Made::of(self.moment))
    }

    /// Returns the scene of the step.
    fn given(&self) -> Option<Opened> {
        let step = self.state.step.as_ref()?;
        Some(self.moment.read(&step.scene))
    }

    /// Keeps what is about to be replaced for *Undo*, if the user has made it.
    fn replace(&mut self) {
        if let Some(own) = self.own() {
            self.state.challenge.replaced = Some(own);
        }
        self.act(Action::Problems(Vec::new()));
    }

    /// Brings back what a button has replaced, and lets *Undo* bring back what is there now.
    pub(super) fn undo_replaced(&mut self) {
        let own = self.own();
        let challenge = &mut self.state.challenge;
        let Some(Made { scenario, code }) = challenge.replaced.take() else {
            return;
        };
        challenge.replaced = own;
        challenge.asks_check = false;
        challenge.attempt = None;
        challenge.solution = None;
        challenge.checked.clear();
        let label = "your changes".to_owned();
        self.act(Action::Show(Box::new(scenario), label));
        if let Some(key) = self.code_key() {
            self.keep(key, code.clone());
            self.then(LessonEffect::Code(code));
        }
    }

    /// Restarts the step from its scene.
    pub(super) fn start_over(&mut self) {
        let Some(opened) = self.given() else {
            return;
        };
        self.replace();
        if let Some(key) = self.code_key() {
            self.keep(key, String::new());
        }
        self.keep_work(StepWork::Scene, String::new());
        let challenge = &mut self.state.challenge;
        challenge.is_left = false;
        challenge.asks_check = false;
        challenge.attempt = None;
        challenge.checked.clear();
        let routing = opened.address.scenario.routing.clone();
        self.act(Action::Open(Box::new(opened), Asked::ByUser));
        // The text may have been changed without being applied.
        if let Some(script) = written::script_of(&routing) {
            self.then(LessonEffect::Code(script.to_owned()));
        }
    }

    /// Applies the changes of the solution to the scene of the step, and runs it.
    pub(super) fn solve(&mut self) {
        let Some(scene) = self.given().map(|opened| opened.address.scenario) else {
            return;
        };
        self.replace();
        let goal = self.state.step.as_ref().and_then(|step| step.goal.as_ref());
        let solution = goal.map(|goal| goal.solution.clone()).unwrap_or_default();
        // The action compiles a script before it shows the scenario.
        let changes = solution.iter().map(String::as_str);
        let (scripts, others): (Vec<_>, Vec<_>) = changes.partition(|change| is_script(change));
        if let Ok(mut solved) = changed(&scene, others) {
            if let Some(script) = scripts.last() {
                script["r=".len()..].clone_into(&mut solved.routing);
            }
            self.state.challenge.solution = Some(solved.to_link());
            self.act(Action::Show(Box::new(solved), "a solution".to_owned()));
            self.then(LessonEffect::Begin(0));
        }
    }
}
