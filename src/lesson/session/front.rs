//! The front page of a lesson: its objective, what it presupposes, and how long it takes.

use serde::{Deserialize, Serialize};

use crate::file::format::{Lesson, Step};
use crate::file::references::{chapter, convention};
use crate::session::Session;
use crate::session::text::{Fragment, parts};
use page::run_speed;

/// Reading rate of a technical text with a picture beside it.
const WORDS_PER_MINUTE: f64 = 180.0;

/// Time to think about a question and to answer it.
const SECONDS_PER_QUESTION: f64 = 20.0;

/// Time for a challenge that is met by a change of settings, messages or links.
const SECONDS_PER_CHALLENGE: f64 = 60.0;

/// Time for a challenge that is met by a routing function of one's own.
const SECONDS_PER_FUNCTION: f64 = 300.0;

/// The front page of a lesson.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Front {
    pub id: String,
    pub title: String,
    /// The objective: an ability the student gains.
    pub goal: String,
    /// Whether no other course builds on its course.
    pub is_optional: bool,
    /// The duration that the file states \[minutes\].
    pub minutes: u32,
    pub duration: Duration,
    pub asks: usize,
    pub challenges: usize,
    pub after: Vec<String>,
    /// The titles of its steps.
    pub steps: Vec<String>,
    /// The terms that it explains, in the order of the steps that link to them first.
    pub words: Vec<String>,
    pub reading: Vec<String>,
    /// The conventions that it needs.
    pub conventions: Vec<String>,
}

/// The estimated duration of a lesson, by activity.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Duration {
    /// Number of words to be read: texts, questions, options, tasks and explanations.
    pub words: usize,
    /// Time for which the runs are played, each once and to its end \[s\].
    pub runs: f64,
    pub questions: usize,
    /// Number of challenges without a routing function of one's own.
    pub challenges: usize,
    /// Number of challenges with a routing function of one's own.
    pub functions: usize,
}

impl Duration {
    /// The sum \[minutes\].
    pub fn minutes(&self) -> f64 {
        let reading = self.words as f64 / WORDS_PER_MINUTE;
        let seconds = self.runs
            + self.questions as f64 * SECONDS_PER_QUESTION
            + self.challenges as f64 * SECONDS_PER_CHALLENGE
            + self.functions as f64 * SECONDS_PER_FUNCTION;
        reading + seconds / 60.0
    }

    /// Explains the estimate in a sentence.
    pub fn explained(&self) -> String {
        let Self {
            words,
            runs,
            questions,
            challenges,
            functions,
        } = self;
        let count = |number: &usize, one: &str, seconds: f64| {
            let s = if *number == 1 { "" } else { "s" };
            (*number > 0).then(|| format!("{number} {one}{s} of {seconds:.0} seconds"))
        };
        let parts = [
            Some(format!("{words} words at {WORDS_PER_MINUTE:.0} a minute")),
            (*runs > 0.0).then(|| format!("{runs:.0} seconds of runs as they are played")),
            count(questions, "question", SECONDS_PER_QUESTION),
            count(challenges, "challenge", SECONDS_PER_CHALLENGE),
            count(functions, "routing function", SECONDS_PER_FUNCTION),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        let minutes = self.minutes();
        format!("Estimated at {minutes:.1} minutes: {}.", parts.join(", "))
    }
}

impl Session {
    pub fn front(&self) -> Front {
        let lesson = &self.lesson;
        Front {
            id: lesson.id.clone(),
            title: lesson.title.clone(),
            goal: lesson.goal.clone(),
            is_optional: lesson.course.is_optional(),
            minutes: lesson.minutes,
            duration: self.duration(),
            asks: lesson.asks(),
            challenges: lesson.challenges(),
            after: lesson.after.clone(),
            steps: lesson.step.iter().map(|step| step.title.clone()).collect(),
            words: words_of(lesson),
            reading: lesson
                .reading
                .iter()
                .filter_map(|named| chapter(named))
                .collect(),
            conventions: (lesson.conventions.iter())
                .filter_map(|id| convention(id))
                .map(str::to_owned)
                .collect(),
        }
    }

    /// Estimates how long the lesson takes. A step with an error counts without its run.
    pub fn duration(&self) -> Duration {
        let mut duration = Duration::default();
        for (index, step) in self.lesson.step.iter().enumerate() {
            duration.words += texts_of(step).map(word_count).sum::<usize>();
            duration.questions += usize::from(step.ask.is_some());
            if step.goal.is_some() {
                let writes = step
                    .allow
                    .iter()
                    .any(|control| control.get_ref() == "script");
                duration.functions += usize::from(writes);
                duration.challenges += usize::from(!writes);
            }
            if let Ok(simulated) = self.simulated(index) {
                let cycles = simulated.run.cycle().saturating_sub(simulated.scene.cycle);
                duration.runs += cycles as f64 / run_speed(cycles);
            }
        }
        duration
    }
}

/// Returns the texts of a step that everybody reads.
fn texts_of(step: &Step) -> impl Iterator<Item = &str> {
    let asks = step.ask.iter().flat_map(|ask| {
        let options = ask.option.iter().map(|option| &option.text);
        std::iter::once(&ask.text).chain(options)
    });
    let texts = std::iter::once(&step.text)
        .chain(asks)
        .chain(step.goal.iter().map(|goal| &goal.text))
        .chain(&step.then);
    let texts = texts.map(|text| text.get_ref().as_str());
    std::iter::once(step.title.as_str()).chain(texts)
}

/// Returns the number of words of a text, in which a query is one.
fn word_count(text: &str) -> usize {
    let parts = parts(text).unwrap_or_default();
    let read = parts.iter().map(|part| match part {
        Fragment::Words(words, _) => *words,
        Fragment::Query(..) => "0",
    });
    read.collect::<String>().split_whitespace().count()
}

/// Returns the terms that a lesson explains, in the order in which its texts link to them.
fn words_of(lesson: &Lesson) -> Vec<String> {
    let texts: Vec<_> = lesson.step.iter().flat_map(texts_of).collect();
    let texts = texts.join("\n").to_lowercase();
    let place = |word: &str| {
        let forms = [
            word.to_owned(),
            word.replace(' ', "-"),
            word.replace('-', " "),
        ];
        let links = forms.iter().flat_map(|form| {
            let short = texts.find(&format!("[{form}](term)"));
            let long = texts.find(&format!("](term:{form})"));
            [short, long]
        });
        links.flatten().min().unwrap_or(usize::MAX)
    };
    let mut words: Vec<_> = lesson.terms.keys().cloned().collect();
    words.sort_by_key(|word| place(&word.to_lowercase()));
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::register::source_of;

    #[test]
    fn the_estimate_counts_words_runs_and_tasks() {
        let source = source_of("write-dimension-order").expect("it is registered");
        let session = Session::open(source).expect("the build has read it");
        let front = session.front();
        let duration = front.duration;
        assert_eq!((front.asks, front.challenges), (3, 1));
        assert_eq!(
            (duration.questions, duration.challenges, duration.functions),
            (3, 0, 1)
        );
        assert!(duration.words > 300 && duration.runs > 3.0, "{duration:?}");
        let parts = [
            duration.words as f64 / 3.0,
            duration.runs,
            3.0 * SECONDS_PER_QUESTION,
            SECONDS_PER_FUNCTION,
        ];
        let minutes = parts.iter().sum::<f64>() / 60.0;
        assert!((duration.minutes() - minutes).abs() < 1e-9);
        let said = duration.explained();
        assert!(
            said.contains("3 questions of 20 seconds, 1 routing function of 300 seconds."),
            "{said}"
        );
        assert_eq!(
            word_count("It has {{nodes() + 1}} nodes: **[flits](term:flit)**."),
            5
        );
    }

    #[test]
    fn words_are_in_the_order_of_the_steps() {
        let source = source_of("one-message").expect("it is registered");
        let session = Session::open(source).expect("the build has read it");
        assert_eq!(
            session.front().words[..4],
            ["node", "channel", "flit", "cycle"]
        );
    }
}
