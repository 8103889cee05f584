//! A lesson in somebody's hands.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use toml::Spanned;
use xxhash_rust::xxh3::xxh3_64;

use super::answer::Answer;
use super::controls::Pointed;
use super::format::{Lesson, Mistake, Step};
use super::judge::{Attempt, Judged, Source, Stand, Verdict};
use crate::catalog::quoted;
use crate::scenario::Scenario;

/// A lesson, its file and what has been simulated of it.
#[derive(Debug)]
pub struct Session {
    source: String,
    /// What the file says.
    pub lesson: Lesson,
    stands: RefCell<BTreeMap<usize, Rc<Stand>>>,
}

impl Session {
    /// Opens a lesson file, or says where it is not as it should be.
    pub fn open(source: &str) -> Judged<Self> {
        Ok(Self {
            lesson: Lesson::read(source)?,
            source: source.to_owned(),
            stands: RefCell::default(),
        })
    }

    /// A hash of the file, by which receipts tell versions apart.
    pub fn hash(&self) -> String {
        format!("{:016x}", xxh3_64(self.source.as_bytes()))
    }

    /// The file.
    pub fn source(&self) -> &str {
        &self.source
    }

    pub(super) fn place(&self) -> Source<'_> {
        Source(&self.source)
    }

    /// A step by its number, from 0.
    pub fn step(&self, number: usize) -> Judged<&Step> {
        self.lesson.step.get(number).ok_or_else(|| {
            let last = self.lesson.step.len();
            let reason = format!(
                "step must be from 1 to {last}, not {}",
                number.saturating_add(1)
            );
            Mistake::at("", None, reason)
        })
    }

    /// The link of the scene of a step: its own, or that of the last one before it that has one.
    pub fn scene(&self, number: usize) -> Judged<&Spanned<String>> {
        let steps = self.lesson.step.iter().take(number + 1);
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

    /// A step on its scene, simulated once.
    pub fn stand(&self, number: usize) -> Judged<Rc<Stand>> {
        if let Some(stand) = self.stands.borrow().get(&number) {
            return Ok(stand.clone());
        }
        let step = self.step(number)?;
        let stand = Rc::new(Stand::new(self.place(), step, self.scene(number)?)?);
        self.stands.borrow_mut().insert(number, stand.clone());
        Ok(stand)
    }

    /// The text of a field of a step, as HTML.
    pub fn html(&self, number: usize, words: &Spanned<String>) -> Judged<String> {
        self.stand(number)?.render(self.place(), words, &[])
    }

    /// What a step points at.
    pub fn pointed(&self, number: usize) -> Judged<Vec<Pointed>> {
        let stand = self.stand(number)?;
        let pointed = self.step(number)?.point.iter();
        let pointed = pointed.map(|text| {
            let read = Pointed::read(text.get_ref(), &stand.run);
            read.map_err(|reason| self.place().of(text, reason))
        });
        pointed.collect()
    }

    /// The answer to the question of a step.
    pub fn expected(&self, number: usize) -> Judged<Answer> {
        let ask = self.step(number)?.ask.as_ref();
        let ask = ask.ok_or_else(|| Mistake::at("", None, "this step asks nothing".to_owned()))?;
        self.stand(number)?.expected(self.place(), ask)
    }

    /// What comes of an answer to the question of a step, or why it is none.
    pub fn answer(&self, number: usize, text: &str) -> Result<Verdict, String> {
        let reason = |mistake: Mistake| mistake.reason;
        let step = self.step(number).map_err(reason)?;
        let ask = step.ask.as_ref().ok_or("this step asks nothing")?;
        let stand = self.stand(number).map_err(reason)?;
        let answer = Answer::read(ask, &stand.run, text)?;
        stand
            .judge(self.place(), step, ask, &answer)
            .map_err(reason)
    }

    /// What comes of an attempt at the challenge of a step: the link of the scene as somebody
    /// changed it.
    pub fn attempt(&self, number: usize, link: &str) -> Result<Attempt, String> {
        let opened = Scenario::from_link(link).whole();
        let scenario = opened.map_err(|problem| problem.to_string())?.scenario;
        self.attempt_of(number, &scenario)
    }

    pub(super) fn attempt_of(&self, number: usize, scenario: &Scenario) -> Result<Attempt, String> {
        let reason = |mistake: Mistake| mistake.reason;
        let step = self.step(number).map_err(reason)?;
        let goal = step.goal.as_ref().ok_or("this step has no challenge")?;
        let stand = self.stand(number).map_err(reason)?;
        let changed = stand.changed(self.place(), step, scenario)?;
        changed.attempt(self.place(), goal).map_err(reason)
    }
}

/// A scene with changes, each written as in a link: `vcs=2`, or `msg+=4:0>2` for a message more.
pub fn changed<'a>(
    scene: &Scenario,
    changes: impl IntoIterator<Item = &'a str>,
) -> Result<Scenario, String> {
    let mut link = scene.to_link();
    for change in changes {
        let (key, value) = change
            .split_once('=')
            .ok_or_else(|| format!("a change must be written as vcs=2, not {}", quoted(change)))?;
        let (key, adds) = key
            .strip_suffix('+')
            .map_or((key, false), |key| (key, true));
        let mut fields = Scenario::fields();
        let names = fields.find(|(short, long)| *short == key || *long == key);
        let names = names.ok_or_else(|| {
            format!(
                "a change must be to a setting of a link, such as vcs=2, not {}",
                quoted(change)
            )
        })?;
        let is_it = |pair: &&str| {
            let name = pair.split('=').next().unwrap_or_default();
            name == names.0 || name == names.1
        };
        let (before, others): (Vec<_>, Vec<_>) = link.split('&').partition(is_it);
        let before = before.first().and_then(|pair| pair.split_once('='));
        let value = match before {
            Some((_, before)) if adds => format!("{before};{value}"),
            _ => value.to_owned(),
        };
        link = [others, vec![&*format!("{}={value}", names.0)]]
            .concat()
            .join("&");
    }
    let opened = Scenario::from_link(&link).whole();
    let opened = opened.map_err(|problem| problem.to_string())?;
    Ok(opened.scenario)
}
