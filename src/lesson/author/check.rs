//! Checks of a lesson file: every text, query, answer, foreseen answer and solution is played.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::author::about::check_about;
use crate::author::literal;
use crate::error::LessonError;
use crate::file::format::{Ask, Goal, Kind, Mistake, Step, Until};
use crate::file::glossary::{glossary, of_lesson};
use crate::file::references::{chapter, chapters, convention, conventions};
use crate::file::register::Summary;
use crate::query::texts;
use crate::run::Scene;
use crate::session::Session;
use crate::session::answer::Answer;
use crate::session::controls::control;
use crate::session::judge::{Judged, SimulatedStep};
use crate::session::reach::play;
use crate::session::text::terms_in;
use engine::catalog::{one_of, quoted};

/// The most conclusions, which fill a slide.
const MOST_CONCLUSIONS: usize = 5;

/// The longest conclusion \[characters\].
const MOST_IN_CONCLUSION: usize = 160;

/// The result of checking a lesson file.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Check {
    /// Errors, in the order of the file; at most one per step.
    pub mistakes: Vec<Mistake>,
    /// The questions and challenges played, in order.
    pub played: Vec<Played>,
    /// Remarks on a file that is valid.
    pub warnings: Vec<String>,
    /// The variants that were played, if the lesson varies values.
    pub variants: Option<Variants>,
}

/// A question or challenge that was played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// The step, from 1.
    pub step: usize,
    /// The title of the step.
    pub title: String,
    /// `number`, `choice`, …, or `challenge`.
    pub kind: Cow<'static, str>,
    /// The computed answer, or the changes that solve the challenge.
    pub answer: String,
    /// The numbers of foreseen answers and of tries, or the score of the solution.
    pub detail: String,
}

/// The variants that were played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variants {
    pub played: usize,
    /// Whether the lesson has no others.
    pub are_all: bool,
}

impl Session {
    pub fn check(&self) -> Check {
        let mut check = Check::default();
        check.mistakes.extend(self.check_head().err());
        for (index, step) in self.lesson.step.iter().enumerate() {
            match self.check_step(index, step) {
                Ok(played) => check.played.extend(played),
                Err(mistake) => check.mistakes.push(mistake),
            }
        }
        check
    }

    fn check_head(&self) -> Judged<()> {
        let of_head = |error: LessonError| Mistake::at("", None, error.to_string());
        self.check_fields().map_err(of_head)?;
        self.check_conclusions()
    }

    fn check_fields(&self) -> Result<(), LessonError> {
        let lesson = &self.lesson;
        let rejected = |field: &str, allowed: &str, given: &str| {
            Err(LessonError::rejected(field, allowed, given))
        };
        let in_id = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if lesson.id.is_empty() || !lesson.id.chars().all(in_id) {
            return rejected("id", "lower-case letters, digits and -", &lesson.id);
        }
        if !(1..=60).contains(&lesson.minutes) {
            return rejected("minutes", "from 1 to 60", &lesson.minutes.to_string());
        }
        if lesson.step.is_empty() {
            return Err(LessonError::new("a lesson must have at least one [[step]]"));
        }
        if let Some(id) = lesson.after.iter().find(|id| Summary::by_id(id).is_none()) {
            return Err(LessonError::new(format!(
                "after must name lessons of the program, not {}",
                quoted(id)
            )));
        }
        if let Some(named) = lesson.reading.iter().find(|named| chapter(named).is_none()) {
            let known = chapters();
            let known: Vec<_> = known.iter().map(String::as_str).collect();
            return rejected("reading", &one_of(&known), named);
        }
        if let Some(id) = lesson
            .conventions
            .iter()
            .find(|id| convention(id).is_none())
        {
            return rejected("conventions", &one_of(&conventions()), id);
        }
        lesson.about.iter().try_for_each(|thing| check_about(thing))
    }

    fn check_conclusions(&self) -> Judged<()> {
        let conclusions = &self.lesson.conclusions;
        if let Some(first_too_many) = conclusions.get(MOST_CONCLUSIONS) {
            let given = conclusions.len();
            let reason = format!("conclusions must be at most {MOST_CONCLUSIONS}, not {given}");
            return Err(self.place().of(first_too_many, reason));
        }
        for conclusion in conclusions {
            let text = conclusion.get_ref().trim();
            let (lines, length) = (text.lines().count(), text.chars().count());
            let given = match (lines, length) {
                (0 | 1, 1..=MOST_IN_CONCLUSION) => continue,
                (0 | 1, _) => format!("{length} characters"),
                _ => format!("{lines} lines"),
            };
            let reason = format!(
                "a conclusion must be one line of 1 to {MOST_IN_CONCLUSION} characters, not {given}"
            );
            return Err(self.place().of(conclusion, reason));
        }
        Ok(())
    }

    fn check_step(&self, index: usize, step: &Step) -> Judged<Vec<Played>> {
        let simulated = self.simulated(index)?;
        let mut texts = vec![&step.text];
        texts.extend(step.ask.as_ref().map(|ask| &ask.text));
        texts.extend(step.goal.as_ref().map(|goal| &goal.text));
        let outcomes = step.then.iter();
        for text in texts.into_iter().chain(outcomes) {
            self.html(index, text)?;
            self.check_words(&simulated, text)?;
        }
        if let Some(fits) = &step.fits
            && !simulated.holds(self.place(), fits, &[])?
        {
            let reason = "fits must hold, and does not".to_owned();
            return Err(self.place().of(fits, reason));
        }
        self.pointed(index)?;
        for name in &step.allow {
            control(name.get_ref()).map_err(|error| self.place().of(name, error.to_string()))?;
        }
        let mut played = Vec::new();
        if let Some(ask) = &step.ask {
            played.push(self.check_ask(index, step, ask, &simulated)?);
        }
        if let Some(goal) = &step.goal {
            played.push(self.check_goal(index, step, goal, &simulated)?);
        }
        if step.ask.is_some() && step.goal.is_some() {
            let reason = "a step must have a question or a challenge, not both".to_owned();
            return Err(self.place().of(&step.text, reason));
        }
        Ok(played)
    }

    /// Checks that the glossary terms of a text are known and that no number in it can go stale.
    fn check_words(&self, simulated: &SimulatedStep, text: &Spanned<String>) -> Judged<()> {
        literal::check(self.place(), simulated, text)?;
        for term in terms_in(text.get_ref()) {
            if !self.knows(&term) {
                let reason = format!(
                    "a word of the glossary must be explained in [terms] of a lesson, and {} is not",
                    quoted(&term)
                );
                return Err(self.place().of(text, reason));
            }
        }
        Ok(())
    }

    fn knows(&self, word: &str) -> bool {
        of_lesson(&self.lesson).iter().any(|term| term.is(word))
            || glossary().iter().any(|term| term.is(word))
    }

    fn check_scene(&self, scene: Option<&Spanned<String>>) -> Judged<()> {
        let Some(link) = scene else { return Ok(()) };
        let read = Scene::read(link.get_ref(), &self.scripts);
        read.map(drop)
            .map_err(|error| self.place().of(link, error.to_string()))
    }

    fn check_ask(
        &self,
        index: usize,
        step: &Step,
        ask: &Ask,
        simulated: &SimulatedStep,
    ) -> Judged<Played> {
        let source = self.place();
        for option in &ask.option {
            let _value = simulated.asked_value(source, &option.holds)?;
            self.html(index, &option.text)?;
            self.check_scene(option.scene.as_ref())?;
        }
        let holding = ask
            .option
            .iter()
            .map(|option| simulated.holds(source, &option.holds, &[]));
        let holding = holding.collect::<Judged<Vec<_>>>()?;
        let holding = holding.into_iter().filter(|&holds| holds).count();
        if !ask.option.is_empty() && holding != 1 {
            let reason = format!("exactly one option must hold, not {holding}");
            return Err(source.of(&ask.text, reason));
        }
        let at_least_two = ask.kind != Kind::Choice || ask.option.len() > 1;
        if !at_least_two {
            let reason = "a choice must have at least two [[step.ask.option]]".to_owned();
            return Err(source.of(&ask.text, reason));
        }
        if ask.kind == Kind::Curve
            && (ask.loads.len() < 2 || ask.most <= 0.0 || ask.right.is_none())
        {
            let reason = "a curve must have loads, most (where the vertical axis ends) and right";
            return Err(source.of(&ask.text, reason.to_owned()));
        }
        let expected = simulated.expected(source, ask)?;
        let verdict = simulated.judge(source, step, ask, &expected)?;
        if !verdict.right {
            let reason = format!(
                "the answer {} must be right by its own rule",
                expected.write()
            );
            return Err(source.of(&ask.text, reason));
        }
        let foreseen = self.check_foreseen(step, ask, simulated)?;
        self.check_any_answer(step, ask, simulated)?;
        let answer = match &expected {
            Answer::Choice(chosen) => ask.option[*chosen].text.get_ref().clone(),
            other => other.write(),
        };
        let unit = if ask.unit.is_empty() {
            String::new()
        } else {
            format!(" {}", ask.unit)
        };
        let tries = match self.lesson.tries_at(ask) {
            None => String::new(),
            Some(1) => ", 1 try".to_owned(),
            Some(tries) => format!(", {tries} tries"),
        };
        Ok(Played {
            step: index + 1,
            title: step.title.clone(),
            kind: ask.kind.id().into(),
            answer: format!("{answer}{unit}"),
            detail: format!("{foreseen} other answers foreseen{tries}"),
        })
    }

    /// Checks that every node or channel of a small network can be judged as an answer.
    fn check_any_answer(&self, step: &Step, ask: &Ask, simulated: &SimulatedStep) -> Judged<()> {
        const MOST: usize = 64;
        let list = match ask.kind {
            Kind::Node | Kind::Set => "all_nodes()",
            Kind::Channel | Kind::Path => "all_channels()",
            Kind::Number | Kind::Choice | Kind::Curve => return Ok(()),
        };
        let of_text = |reason: String| self.place().of(&ask.text, reason);
        let all = simulated.ask(list).map_err(|fault| of_text(fault.reason))?;
        for name in texts(&all).unwrap_or_default().into_iter().take(MOST) {
            let name = match ask.kind {
                // The shortest paths are single channels.
                Kind::Path => name.replace('>', " "),
                _ => name,
            };
            let answer = Answer::read(ask, &simulated.run, &name);
            let answer = answer.map_err(|error| of_text(error.to_string()))?;
            simulated.judge(self.place(), step, ask, &answer)?;
        }
        Ok(())
    }

    /// Plays every foreseen answer, and counts them.
    fn check_foreseen(&self, step: &Step, ask: &Ask, simulated: &SimulatedStep) -> Judged<usize> {
        let source = self.place();
        let mut foreseen = BTreeSet::new();
        for (index, option) in ask.option.iter().enumerate() {
            let verdict = simulated.judge(source, step, ask, &Answer::Choice(index))?;
            match (&option.says, verdict.right) {
                (Some(says), true) => {
                    let reason = "an option that holds needs no says; what is said of it is then";
                    return Err(source.of(says, reason.to_owned()));
                }
                (Some(says), false) => {
                    self.check_words(simulated, says)?;
                    foreseen.insert(index);
                }
                (None, _) => (),
            }
        }
        for (index, wrong) in ask.wrong.iter().enumerate() {
            self.check_scene(wrong.scene.as_ref())?;
            let answer = simulated
                .example_of(ask, index)
                .map_err(|error| source.of(&wrong.when, error.to_string()))?;
            let verdict = simulated.judge(source, step, ask, &answer)?;
            let place = ask.option.len() + index;
            if verdict.right {
                let given = answer.write();
                let reason = format!("its example must not be right, and {given} is");
                return Err(source.of(&wrong.when, reason));
            }
            if verdict.foreseen != Some(place) {
                let given = answer.write();
                let reason =
                    format!("its example {given} must be met by this text, and is met by another");
                return Err(source.of(&wrong.when, reason));
            }
            self.check_words(simulated, &wrong.text)?;
            foreseen.insert(place);
        }
        Ok(foreseen.len())
    }

    fn check_goal(
        &self,
        index: usize,
        step: &Step,
        goal: &Goal,
        simulated: &SimulatedStep,
    ) -> Judged<Played> {
        let source = self.place();
        let scene = &simulated.scene.scenario;
        let of_goal = |reason: String| source.of(&goal.text, reason);
        let not_judged = |error: LessonError| of_goal(error.to_string());
        let attempt = self.attempt_of(index, scene).map_err(not_judged)?;
        if attempt.met {
            return Err(of_goal(
                "the scene must not meet the goal before it is changed".to_owned(),
            ));
        }
        let solved = simulated.with(&goal.solution);
        let solved = solved.map_err(|error| source.of(&goal.holds, error.to_string()))?;
        let allow: Vec<_> = step.allow.iter().map(|name| &**name.get_ref()).collect();
        play(scene, &solved, &allow).map_err(|error| source.of(&goal.holds, error.to_string()))?;
        let attempt = self.attempt_of(index, &solved).map_err(not_judged)?;
        let score = match attempt.score {
            Some(score) if attempt.met => score,
            _ => {
                let reason = format!(
                    "the solution must meet the goal, and does not; it is judged {}",
                    when_judged(step)
                );
                return Err(source.of(&goal.holds, reason));
            }
        };
        if (score - goal.par).abs() > 1e-9 {
            let reason = format!(
                "par must be what the solution takes, {score}, not {}",
                goal.par
            );
            return Err(of_goal(reason));
        }
        for (index, hint) in goal.hint.iter().enumerate() {
            self.check_words(simulated, &hint.text)?;
            let tried = simulated.with(&hint.example);
            let tried = tried.map_err(|error| source.of(&hint.when, error.to_string()))?;
            let changed = simulated.changed(source, step, &tried);
            let changed = changed.map_err(|error| source.of(&hint.when, error.to_string()))?;
            if changed.attempt(source, goal)?.met {
                let reason = format!("the example of hint {} must not meet the goal", index + 1);
                return Err(source.of(&hint.when, reason));
            }
            let mut before = goal.hint[..index].iter();
            let earlier = before.find_map(|other| match changed.holds(source, &other.when, &[]) {
                Ok(false) => None,
                other => Some(other),
            });
            if earlier.transpose()?.is_some() || !changed.holds(source, &hint.when, &[])? {
                let reason = format!("the example of hint {} must be met by this hint", index + 1);
                return Err(source.of(&hint.when, reason));
            }
        }
        let solution: Vec<_> = goal
            .solution
            .iter()
            .map(|change| &**change.get_ref())
            .collect();
        Ok(Played {
            step: index + 1,
            title: step.title.clone(),
            kind: "challenge".into(),
            answer: solution.join(" & "),
            detail: format!("par {} {}", goal.par, goal.counts),
        })
    }
}

/// Returns when the goal of a step is judged, in words.
fn when_judged(step: &Step) -> String {
    match step.until.as_ref().map(Spanned::get_ref) {
        None => "at the end of all activity".to_owned(),
        Some(Until::Cycle(cycles)) => format!("after {cycles} cycles"),
        Some(Until::Holds(query)) => format!("as soon as {query}"),
    }
}
