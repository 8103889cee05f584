//! A lesson in use: its steps, simulated, and the judgment of answers and attempts.

pub(super) mod answer;
pub(super) mod clicks;
pub(super) mod controls;
pub(super) mod error;
pub(super) mod front;
pub(super) mod judge;
mod sheet;
pub(super) mod text;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use toml::Spanned;
use xxhash_rust::xxh3::xxh3_64;

use crate::custom;
use crate::lesson::file::format::{Lesson, Mistake, Step};
use crate::lesson::session::answer::Answer;
use crate::lesson::session::controls::Pointed;
use crate::lesson::session::error::JudgeError;
use crate::lesson::session::judge::{Attempt, Judged, SimulatedStep, Source, Verdict};
use crate::routing::Scripts;
use crate::scenario::Scenario;

/// A lesson, its file and its simulated steps.
#[derive(Debug)]
pub struct Session {
    source: String,
    /// The parsed file.
    pub lesson: Lesson,
    /// The scripts of its steps, and those that students write as answers.
    pub(in crate::lesson) scripts: Scripts,
    simulated: RefCell<BTreeMap<usize, Rc<SimulatedStep>>>,
}

impl Session {
    /// Opens a lesson file; returns the place of the error if it is invalid.
    pub fn open(source: &str) -> Judged<Self> {
        Ok(Self {
            lesson: Lesson::open(source)?,
            source: source.to_owned(),
            scripts: custom::scripts(),
            simulated: RefCell::default(),
        })
    }

    /// Returns a hash of the file, which distinguishes versions in receipts.
    pub fn hash(&self) -> String {
        format!("{:016x}", xxh3_64(self.source.as_bytes()))
    }

    /// The text of the file.
    pub fn source(&self) -> &str {
        &self.source
    }

    pub(in crate::lesson) fn place(&self) -> Source<'_> {
        Source(&self.source)
    }

    /// Returns a step by its index.
    pub fn step(&self, index: usize) -> Judged<&Step> {
        self.lesson.step.get(index).ok_or_else(|| {
            let last = self.lesson.step.len();
            let reason = format!(
                "there is no step {}: the steps of this lesson are 1 to {last}",
                index.saturating_add(1)
            );
            Mistake::at("", None, reason)
        })
    }

    /// Returns the link of the scene of a step: its own or that of the nearest previous step that has one.
    pub fn scene(&self, index: usize) -> Judged<&Spanned<String>> {
        let steps = self.lesson.step.iter().take(index + 1);
        steps
            .rev()
            .find_map(|step| step.scene.as_ref())
            .ok_or_else(|| {
                let text = self.lesson.step.first().map(|step| &step.text);
                let reason = "scene must be given for the first step".to_owned();
                text.map_or_else(
                    || Mistake::at("", None, reason.clone()),
                    |text| self.place().of(text, reason.clone()),
                )
            })
    }

    /// Returns a step with its run, which is simulated at the first call.
    pub fn simulated(&self, index: usize) -> Judged<Rc<SimulatedStep>> {
        if let Some(simulated) = self.simulated.borrow().get(&index) {
            return Ok(simulated.clone());
        }
        let step = self.step(index)?;
        let scene = self.scene(index)?;
        let simulated = SimulatedStep::new(self.place(), step, scene, &self.scripts)?;
        let simulated = Rc::new(simulated);
        self.simulated.borrow_mut().insert(index, simulated.clone());
        Ok(simulated)
    }

    /// Renders a text of a step as HTML.
    pub fn html(&self, index: usize, words: &Spanned<String>) -> Judged<String> {
        self.simulated(index)?.render(self.place(), words, &[])
    }

    /// Returns the things that a step points at.
    pub fn pointed(&self, index: usize) -> Judged<Vec<Pointed>> {
        let simulated = self.simulated(index)?;
        let pointed = self.step(index)?.point.iter();
        let pointed = pointed.map(|text| {
            let read = Pointed::read(text.get_ref(), &simulated.run);
            read.map_err(|error| self.place().of(text, error.to_string()))
        });
        pointed.collect()
    }

    /// Returns the right answer to the question of a step.
    pub fn expected(&self, index: usize) -> Judged<Answer> {
        let ask = self.step(index)?.ask.as_ref();
        let ask = ask.ok_or_else(|| Mistake::at("", None, JudgeError::NoQuestion.to_string()))?;
        self.simulated(index)?.expected(self.place(), ask)
    }

    /// Judges an answer to the question of a step; returns the reason if the text is not an answer.
    pub fn answer(&self, index: usize, text: &str) -> Result<Verdict, JudgeError> {
        let step = self.step(index)?;
        let ask = step.ask.as_ref().ok_or(JudgeError::NoQuestion)?;
        let simulated = self.simulated(index)?;
        let answer = Answer::read(ask, &simulated.run, text)?;
        Ok(simulated.judge(self.place(), step, ask, &answer)?)
    }

    /// Judges an attempt at the challenge of a step, given by the link of the changed scene.
    pub fn attempt(&self, index: usize, link: &str) -> Result<Attempt, JudgeError> {
        let opened = Scenario::from_link_with(link, &self.scripts).whole();
        let opened = opened.map_err(JudgeError::Link)?;
        self.attempt_of(index, &opened.scenario)
    }

    pub(in crate::lesson) fn attempt_of(
        &self,
        index: usize,
        scenario: &Scenario,
    ) -> Result<Attempt, JudgeError> {
        let step = self.step(index)?;
        let goal = step.goal.as_ref().ok_or(JudgeError::NoChallenge)?;
        let simulated = self.simulated(index)?;
        let changed = simulated.changed(self.place(), step, scenario)?;
        let mut attempt = changed.attempt(self.place(), goal)?;
        if attempt.met
            && let Some(then) = &step.then
        {
            // A query of `then` may have no value on an unforeseen scene.
            let says = changed.render(self.place(), then, &[]);
            attempt.says = says.or_else(|_| self.html(index, then))?;
        }
        Ok(attempt)
    }
}
