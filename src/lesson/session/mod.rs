//! A lesson in use: its steps, simulated, and the judgment of answers and attempts.

pub(super) mod answer;
pub(super) mod clicks;
pub(super) mod controls;
pub(super) mod front;
pub(super) mod judge;
pub(super) mod reach;
pub(super) mod sheet;
pub(super) mod text;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use toml::Spanned;
use xxhash_rust::xxh3::xxh3_64;

use crate::error::LessonError;
use crate::file::format::{Lesson, Mistake, Step};
use crate::session::answer::Answer;
use crate::session::controls::Pointed;
use crate::session::judge::{Attempt, Judged, SimulatedStep, Source, Verdict};
use crate::session::reach::out_of_reach;
use crate::vary::{Values, drawn, filled};
use engine::routing::Scripts;
use study::custom;
use study::scenario::Scenario;

/// The most rounds of draws for a variant that fits.
const MOST_ROUNDS: u32 = 60;

const NO_QUESTION: &str = "this step asks nothing";

/// A lesson, its file and its simulated steps.
#[derive(Debug)]
pub struct Session {
    /// The text of the file.
    file: String,
    /// The text with the values of the variant in their places.
    source: String,
    /// The variant, if the lesson varies values.
    variant: Option<Variant>,
    pub lesson: Lesson,
    /// The scripts of its steps, and those that students write as answers.
    pub(crate) scripts: Scripts,
    simulated: RefCell<BTreeMap<usize, Rc<SimulatedStep>>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Variant {
    /// The number that chooses it.
    pub(crate) seed: u64,
    pub(crate) values: Values,
}

impl Session {
    /// Opens a lesson file, with its variant 0 if it varies values; returns the place of the error if it is
    /// invalid.
    pub fn open(file: &str) -> Judged<Self> {
        Self::open_variant(file, 0)
    }

    /// Opens a lesson file with the variant of a seed, which makes no difference if it varies nothing.
    pub fn open_variant(file: &str, seed: u64) -> Judged<Self> {
        let lesson = Lesson::read(file)?;
        if lesson.vary.is_empty() {
            return Self::of_text(file, file.to_owned(), None);
        }
        for round in 0..MOST_ROUNDS {
            let values = drawn(&lesson, file, seed, round)?;
            let session = Self::with_values(file, seed, values)?;
            if session.fits()? {
                return Ok(session);
            }
        }
        let fits = lesson.step.iter().find_map(|step| step.fits.as_ref());
        let span = fits.map(Spanned::span);
        let reason = format!("fits must hold for one of {MOST_ROUNDS} draws, and does not");
        Err(Mistake::at(file, span, reason))
    }

    /// Opens a lesson file with given values, whether they fit or not.
    pub(crate) fn with_values(file: &str, seed: u64, values: Values) -> Judged<Self> {
        let source = filled(file, &values)?;
        Self::of_text(file, source, Some(Variant { seed, values }))
    }

    fn of_text(file: &str, source: String, variant: Option<Variant>) -> Judged<Self> {
        Ok(Self {
            lesson: Lesson::open(&source)?,
            file: file.to_owned(),
            source,
            variant,
            scripts: custom::scripts(),
            simulated: RefCell::default(),
        })
    }

    /// Returns whether every step meets its condition on variants.
    pub(crate) fn fits(&self) -> Judged<bool> {
        for (index, step) in self.lesson.step.iter().enumerate() {
            if let Some(fits) = &step.fits
                && !self.simulated(index)?.holds(self.place(), fits, &[])?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns a hash of the file, which distinguishes versions in receipts.
    pub fn hash(&self) -> String {
        format!("{:016x}", xxh3_64(self.file.as_bytes()))
    }

    /// The text of the file.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The variant, if the lesson varies values.
    pub(crate) fn variant(&self) -> Option<&Variant> {
        self.variant.as_ref()
    }

    /// The number of the variant, if the lesson varies values.
    pub fn seed(&self) -> Option<u64> {
        self.variant.as_ref().map(|variant| variant.seed)
    }

    /// The key of the progress in the lesson: its id, and the variant if it varies values.
    pub fn record(&self) -> String {
        let id = &self.lesson.id;
        self.seed()
            .map_or_else(|| id.clone(), |seed| format!("{id}@{seed}"))
    }

    pub(crate) fn place(&self) -> Source<'_> {
        Source(&self.source)
    }

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
        let ask = ask.ok_or_else(|| Mistake::at("", None, NO_QUESTION.to_owned()))?;
        self.simulated(index)?.expected(self.place(), ask)
    }

    /// Judges an answer to the question of a step; returns the reason if the text is not an answer.
    pub fn answer(&self, index: usize, text: &str) -> Result<Verdict, LessonError> {
        let step = self.step(index)?;
        let ask = step
            .ask
            .as_ref()
            .ok_or_else(|| LessonError::new(NO_QUESTION))?;
        let simulated = self.simulated(index)?;
        let answer = Answer::read(ask, &simulated.run, text)?;
        Ok(simulated.judge(self.place(), step, ask, &answer)?)
    }

    /// Judges an attempt at the challenge of a step, given by the link of the changed scene.
    pub fn attempt(&self, index: usize, link: &str) -> Result<Attempt, LessonError> {
        let opened = Scenario::from_link_with(link, &self.scripts).whole();
        self.attempt_of(index, &opened?.scenario)
    }

    /// Returns the name of a setting that a scene, given by its link, changes although the controls of the step do not
    /// reach it.
    pub(crate) fn out_of_reach(
        &self,
        index: usize,
        link: &str,
    ) -> Result<Option<&'static str>, LessonError> {
        let opened = Scenario::from_link_with(link, &self.scripts).whole();
        let reached = opened?.scenario;
        let allow = &self.step(index)?.allow;
        let allow: Vec<_> = allow.iter().map(|name| &**name.get_ref()).collect();
        Ok(out_of_reach(
            &self.simulated(index)?.scene.scenario,
            &reached,
            &allow,
        ))
    }

    pub(crate) fn attempt_of(
        &self,
        index: usize,
        scenario: &Scenario,
    ) -> Result<Attempt, LessonError> {
        let step = self.step(index)?;
        let goal = step
            .goal
            .as_ref()
            .ok_or_else(|| LessonError::new("this step has no challenge"))?;
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
