//! The lesson program: opens lessons, shows steps, judges answers and issues receipts. It answers requests
//! of the page; both are [`Note`]s.

use crate::catalog::quoted;
use crate::custom;
use crate::lesson::author::check::{Check, check};
use crate::lesson::author::propose::{self, proposals};
use crate::lesson::examine;
use crate::lesson::file::format::{Ask, Kind, Mistake};
use crate::lesson::file::glossary::{Term, glossary, of_lesson};
use crate::lesson::file::pack::{packed, unpacked};
use crate::lesson::file::register::source_of;
use crate::lesson::note::Note;
use crate::lesson::query::GROUPS;
use crate::lesson::record::progress::Done;
use crate::lesson::record::receipt::{Reached, Receipt, Tries, grade};
use crate::lesson::session::Session;
use crate::lesson::session::judge::Judged;
use crate::scenario::Scenario;

/// Answers requests of the page about one lesson at a time.
#[derive(Debug, Default)]
pub struct Tutor {
    session: Option<Session>,
}

impl Tutor {
    /// Answers a note, with `refused` and a reason if it cannot be answered.
    pub fn answer(&mut self, text: &str) -> String {
        let request = Note::from_text(text);
        let answer = match &*request.word {
            "open" => self.open(&request),
            "step" => self.step(&request),
            // Simulates in advance, while the student reads the previous step.
            "prepare" => self.step(&request).map(|_| Note::new("prepared")),
            "pack" => Ok(Note::new("packed").with("link", packed(request.get("file")))),
            "unpack" => {
                unpacked(request.get("link")).map(|file| Note::new("unpacked").with("file", file))
            }
            "propose" => propose(&request),
            "write" => write(&request),
            "answer" => self.judge(&request),
            "reveal" => self.reveal(&request),
            "attempt" => self.attempt(&request),
            "receipt" => self.receipt(&request),
            "grade" => Self::grade(&request),
            "sheet" => self.sheet(&request),
            "term" => Ok(self.term(&request)),
            "glossary" => Ok(Self::glossary()),
            "check" => Ok(checked(request.get("file"))),
            "queries" => Ok(queries()),
            "examine" => examine::examined(&request),
            "script-help" => examine::help(&request),
            other => Err(format!("unknown request {}", quoted(other))),
        };
        let answer = answer.unwrap_or_else(|why| {
            Note::new("refused")
                .with("to", &request.word)
                .with("step", request.get("step"))
                .with("why", why)
        });
        answer.to_text()
    }

    fn session(&self) -> Result<&Session, String> {
        self.session
            .as_ref()
            .ok_or_else(|| "no lesson is open".to_owned())
    }

    fn open(&mut self, request: &Note) -> Result<Note, String> {
        let id = request.get("id");
        let source = match request.get("file") {
            "" => {
                source_of(id).ok_or_else(|| format!("there is no lesson called {}", quoted(id)))?
            }
            file => file,
        };
        let session = Session::open(source).map_err(|mistake| mistake.to_string())?;
        let lesson = &session.lesson;
        let titles = lesson.step.iter().map(|step| &step.title);
        let note = Note::new("lesson")
            .with("id", &lesson.id)
            .with("title", &lesson.title)
            .with("goal", &lesson.goal)
            .with("minutes", lesson.minutes)
            .with("hash", session.hash())
            .with_all("step", titles);
        self.session = Some(session);
        Ok(note)
    }

    fn step(&self, request: &Note) -> Result<Note, String> {
        let number = number_of(request)?;
        let shown = show(self.session()?, number);
        shown.map_err(|mistake| format!("step {}: {mistake}", number + 1))
    }

    fn judge(&self, request: &Note) -> Result<Note, String> {
        let number = number_of(request)?;
        let verdict = self.session()?.answer(number, request.get("answer"))?;
        let note = Note::new("verdict")
            .with("step", number + 1)
            .with("answer", request.get("answer"))
            .with("right", u8::from(verdict.right))
            .with("says", verdict.says);
        Ok(self.with_measured(number, note.with_all("scene", verdict.scene)))
    }

    /// Adds the measured curve if the question asks for one.
    fn with_measured(&self, number: usize, note: Note) -> Note {
        let session = self.session().ok();
        let measured = session.and_then(|session| {
            let ask = session.step(number).ok()?.ask.as_ref()?;
            let is_curve = ask.kind == Kind::Curve;
            is_curve.then(|| session.expected(number).ok()).flatten()
        });
        note.with_all("measured", measured.map(|answer| answer.write()))
    }

    fn reveal(&self, request: &Note) -> Result<Note, String> {
        let number = number_of(request)?;
        let session = self.session()?;
        let expected = session.expected(number).map_err(|mistake| mistake.reason)?;
        let answer = expected.write();
        let verdict = session.answer(number, &answer)?;
        let note = Note::new("revealed")
            .with("step", number + 1)
            .with("answer", answer)
            .with("says", verdict.says);
        Ok(self.with_measured(number, note))
    }

    fn attempt(&self, request: &Note) -> Result<Note, String> {
        let number = number_of(request)?;
        let attempt = self.session()?.attempt(number, request.get("link"))?;
        let note = Note::new("attempt")
            .with("step", number + 1)
            .with("link", request.get("link"))
            .with("met", u8::from(attempt.met))
            .with("says", attempt.says);
        Ok(note.with_all("score", attempt.score))
    }

    fn receipt(&self, request: &Note) -> Result<Note, String> {
        let session = self.session()?;
        let (_, done) = Done::of_note(&Note::from_text(request.get("done")))
            .ok_or("nothing of this lesson has been done yet")?;
        let receipt = receipt_of(session, request.get("name"), &done);
        let json = serde_json::to_string_pretty(&receipt).map_err(|error| error.to_string())?;
        let link = receipt.to_link();
        Ok(Note::new("receipt")
            .with("json", json + "\n")
            .with("link", link))
    }

    fn sheet(&self, request: &Note) -> Result<Note, String> {
        let html = self
            .session()?
            .sheet(request.says("teacher"), request.get("link"));
        let html = html.map_err(|mistake| mistake.to_string())?;
        Ok(Note::new("sheet").with("html", html))
    }

    fn grade(request: &Note) -> Result<Note, String> {
        let receipt = Receipt::read(request.get("receipt"))?;
        let grade = grade(&receipt, None)?;
        let steps = grade.steps;
        let titles = steps
            .iter()
            .map(|step| format!("{}. {}", step.step, step.title));
        Ok(Note::new("grade")
            .with_all("step", titles)
            .with_all("given", steps.iter().map(|step| step.given.join(", ")))
            .with_all("result", steps.iter().map(|step| &step.result))
            .with("lesson", grade.lesson)
            .with("name", grade.name)
            .with("first", format!("{} of {}", grade.first_try, grade.asks))
            .with("right", format!("{} of {}", grade.right, grade.asks))
            .with("goals", format!("{} of {}", grade.goals, grade.challenges))
            .with("holds", u8::from(grade.holds))
            .with_all("why", grade.why))
    }

    fn words(&self) -> Vec<Term> {
        let own = self
            .session
            .iter()
            .flat_map(|session| of_lesson(&session.lesson));
        own.chain(glossary()).collect()
    }

    fn term(&self, request: &Note) -> Note {
        let word = request.get("word").to_lowercase();
        let found = self.words().into_iter().find(|term| term.is(&word));
        let note = Note::new("term").with("word", &word);
        match found {
            Some(term) => note
                .with("means", term.means)
                .with("source", term.source)
                .with_all("lesson", term.lesson),
            None => note.with("means", "This word is not explained yet."),
        }
    }

    fn glossary() -> Note {
        let mut note = Note::new("glossary");
        for term in glossary() {
            note = note
                .with("word", term.word)
                .with("means", term.means)
                .with("source", term.source)
                .with("lesson", term.lesson.unwrap_or_default());
        }
        note
    }
}

/// Parses the step number in a note; returns it counted from 0.
fn number_of(request: &Note) -> Result<usize, String> {
    let number = request.number::<usize>("step").filter(|&step| step > 0);
    number.map(|step| step - 1).ok_or_else(|| {
        format!(
            "step must be a number from 1, not {}",
            quoted(request.get("step"))
        )
    })
}

/// Creates the note from which the page shows a step.
fn show(session: &Session, number: usize) -> Judged<Note> {
    let step = session.step(number)?;
    let simulated = session.simulated(number)?;
    let pointed = session.pointed(number)?;
    let mut note = Note::new("step")
        .with("step", number + 1)
        .with("title", &step.title)
        .with("text", session.html(number, &step.text)?)
        .with("scene", session.scene(number)?.get_ref())
        .with("own", u8::from(step.scene.is_some()))
        .with("from", simulated.scene.cycle)
        .with("stop", simulated.run.cycle())
        .with_all(
            "point",
            pointed
                .iter()
                .map(crate::lesson::session::controls::Pointed::write),
        )
        .with_all("allow", step.allow.iter().map(toml::Spanned::get_ref));
    // With a question or challenge, `then` is part of the verdict.
    let is_text = step.ask.is_none() && step.goal.is_none();
    if let Some(then) = step.then.as_ref().filter(|_| is_text) {
        note = note.with("then", session.html(number, then)?);
    }
    if let Some(ask) = &step.ask {
        note = ask_of(session, number, ask, note)?;
    }
    if let Some(goal) = &step.goal {
        note = note
            .with("goal", session.html(number, &goal.text)?)
            .with("par", goal.par)
            .with("counts", &goal.counts)
            .with_all("solution", goal.solution.iter().map(toml::Spanned::get_ref));
    }
    Ok(note)
}

fn ask_of(session: &Session, number: usize, ask: &Ask, note: Note) -> Judged<Note> {
    let mut note = note
        .with("kind", ask.kind.id())
        .with("ask", session.html(number, &ask.text)?)
        .with("unit", &ask.unit);
    for option in &ask.option {
        note = note.with("option", session.html(number, &option.text)?);
    }
    if !ask.loads.is_empty() {
        note = note.with_all("load", &ask.loads).with("most", ask.most);
    }
    Ok(note)
}

pub(in crate::lesson) fn receipt_of(session: &Session, name: &str, done: &Done) -> Receipt {
    let mut receipt = Receipt::of(session, name);
    let answers = done.answers.iter().map(|(&step, tries)| Tries {
        step,
        tries: tries.clone(),
    });
    receipt.answers.extend(answers);
    let goals = done.goals.iter().map(|(&step, scene)| Reached {
        step,
        scene: scene.clone(),
    });
    receipt.goals.extend(goals);
    receipt
}

fn checked(file: &str) -> Note {
    let Check { mistakes, played } = check(file);
    let mut note = Note::new("checked").with("holds", u8::from(mistakes.is_empty()));
    for Mistake {
        line,
        column,
        reason,
    } in mistakes
    {
        let place = if line > 0 {
            format!("line {line}, column {column}: ")
        } else {
            String::new()
        };
        note = note.with("mistake", format!("{place}{reason}"));
    }
    for played in played {
        note = note.with(
            "answer",
            format!("Step {}, {}: {}", played.step, played.kind, played.answer),
        );
    }
    note
}

/// Proposes queries whose value is a given answer.
fn propose(request: &Note) -> Result<Note, String> {
    let kind = kind_of(request)?;
    let stop = request.number("stop").unwrap_or(0);
    let found = proposals(request.get("link"), stop, kind, request.get("answer"))?;
    Ok(Note::new("proposed").with_all("query", found))
}

/// Writes the template of a part of a lesson file.
fn write(request: &Note) -> Result<Note, String> {
    let text = match request.get("part") {
        "head" => propose::head(request.get("title")),
        "step" => propose::step(request.get("link"), request.number("stop").unwrap_or(0)),
        "question" => propose::question(kind_of(request)?, request.get("query")),
        "challenge" => {
            let scripts = custom::scripts();
            let of = |name: &str| {
                let opened = Scenario::from_link_with(request.get(name), &scripts).whole();
                opened
                    .map(|opened| opened.scenario)
                    .map_err(|problem| problem.to_string())
            };
            propose::challenge(&of("scene")?, &of("link")?, request.get("query"))
        }
        other => return Err(format!("there is no part called {}", quoted(other))),
    };
    Ok(Note::new("written").with("text", text))
}

fn kind_of(request: &Note) -> Result<Kind, String> {
    Kind::from_id(request.get("kind")).ok_or_else(|| {
        format!(
            "there is no kind of question called {}",
            quoted(request.get("kind"))
        )
    })
}

fn queries() -> Note {
    let mut note = Note::new("queries");
    for group in GROUPS {
        for query in group.queries {
            note = note.with("query", query.call).with("tells", query.tells);
        }
    }
    note
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(tutor: &mut Tutor, note: &Note) -> Note {
        Note::from_text(&tutor.answer(&note.to_text()))
    }

    #[test]
    fn a_lesson_is_opened_answered_and_graded() {
        let mut tutor = Tutor::default();
        let opened = ask(
            &mut tutor,
            &Note::new("open").with("id", "deadlock-in-a-ring"),
        );
        assert_eq!(opened.word, "lesson");
        let steps = opened.all("step").count();
        let mut done = Done {
            step: steps,
            steps,
            ..Done::default()
        };
        for step in 1..=steps {
            let shown = ask(&mut tutor, &Note::new("step").with("step", step));
            assert_eq!(shown.word, "step", "{shown:?}");
            if !shown.get("kind").is_empty() {
                let shown = ask(&mut tutor, &Note::new("reveal").with("step", step));
                let answer = shown.get("answer");
                let verdict = Note::new("answer")
                    .with("step", step)
                    .with("answer", answer);
                assert!(ask(&mut tutor, &verdict).says("right"));
                done.answer(step, answer);
            }
        }
        let request = Note::new("receipt")
            .with("name", "A. Student")
            .with("done", done.to_note("x").to_text());
        let receipt = ask(&mut tutor, &request);
        for form in ["json", "link"] {
            let graded = ask(
                &mut tutor,
                &Note::new("grade").with("receipt", receipt.get(form)),
            );
            assert_eq!(graded.get("name"), "A. Student", "{graded:?}");
            assert!(graded.says("holds"));
        }
    }

    #[test]
    fn the_reply_to_a_challenge_describes_the_solved_scene() {
        let mut tutor = Tutor::default();
        ask(
            &mut tutor,
            &Note::new("open").with("id", "write-dimension-order"),
        );
        let shown = ask(&mut tutor, &Note::new("step").with("step", 2));
        assert_eq!(shown.get("then"), "");
        let scene = Scenario::from_link_with(shown.get("scene"), &custom::scripts()).whole();
        let solved =
            crate::lesson::changed(&scene.expect("a link").scenario, shown.all("solution"));
        let link = solved.expect("a solution").to_link();
        let reply = ask(
            &mut tutor,
            &Note::new("attempt").with("step", 2).with("link", link),
        );
        assert!(reply.says("met"));
        assert!(reply.get("says").contains("within 6"), "{reply:?}");
    }

    #[test]
    fn unanswerable_requests_are_refused_with_a_reason() {
        let mut tutor = Tutor::default();
        for (request, why) in [
            (Note::new("step").with("step", 1), "no lesson is open"),
            (
                Note::new("open").with("id", "x"),
                "there is no lesson called x",
            ),
            (Note::new("sing"), "unknown request sing"),
            (
                Note::new("open").with("file", "id = 3"),
                "line 1, column 6: invalid type: integer `3`, expected a string",
            ),
        ] {
            let reply = ask(&mut tutor, &request);
            assert_eq!((&*reply.word, reply.get("why")), ("refused", why));
        }
    }
}
