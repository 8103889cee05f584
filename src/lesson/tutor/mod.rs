//! The lesson program: opens lessons, shows steps, judges answers and issues receipts, at the
//! [request](Request) of the page.

mod builder;
mod error;
mod script;
mod step;
mod verdict;

use crate::lesson::author::check::check;
use crate::lesson::author::draft::Draft;
use crate::lesson::author::propose::proposals;
use crate::lesson::file::glossary::{Term, glossary, of_lesson};
use crate::lesson::file::pack::{packed, unpacked};
use crate::lesson::file::register::source_of;
use crate::lesson::protocol::{
    LessonShown, LessonSource, ReceiptShown, Reply, Request, StepShown, TermShown,
};
use crate::lesson::record::grade::{Grade, grade};
use crate::lesson::record::progress::Done;
use crate::lesson::record::receipt::Receipt;
use crate::lesson::session::Session;
use error::Refusal;

/// Answers requests of the page about one lesson at a time.
#[derive(Debug, Default)]
pub struct Tutor {
    session: Option<Session>,
}

impl Tutor {
    /// Replies to a request, with [`Reply::Refused`] and the reason if it cannot be fulfilled.
    pub fn answer(&mut self, request: &Request) -> Reply {
        let reply = self.reply(request);
        reply.unwrap_or_else(|refusal| Reply::Refused {
            why: refusal.to_string(),
        })
    }

    fn reply(&mut self, request: &Request) -> Result<Reply, Refusal> {
        Ok(match request {
            Request::Open(source) => Reply::Lesson(self.open(source)?),
            Request::Step { step } => Reply::Step(Box::new(self.step(*step)?)),
            Request::Prepare { step } => {
                // The result is kept by the session.
                let _ = self.step(*step);
                Reply::Prepared
            }
            Request::Answer { step, answer } => {
                let index = index_of(*step)?;
                Reply::Verdict(verdict::on_answer(self.session()?, index, answer)?)
            }
            Request::Reveal { step } => {
                Reply::Verdict(verdict::revealed(self.session()?, index_of(*step)?)?)
            }
            Request::Attempt { step, link } => {
                let index = index_of(*step)?;
                Reply::Attempt(verdict::on_attempt(self.session()?, index, link)?)
            }
            Request::Receipt { name, done } => {
                Reply::Receipt(receipt(self.session()?, name, done.as_ref())?)
            }
            Request::Grade { receipt } => Reply::Grade(graded(receipt)?),
            Request::Sheet { for_teacher, link } => Reply::Sheet {
                html: self.session()?.sheet(*for_teacher, link)?,
            },
            Request::Term { word } => Reply::Term(self.term(word)),
            Request::Glossary => Reply::Glossary(glossary()),
            Request::Queries => Reply::Queries(builder::queries()),
            Request::Check { file } => Reply::Checked(check(file)),
            Request::Pack { file } => Reply::Packed { link: packed(file) },
            Request::Unpack { link } => Reply::Unpacked {
                file: unpacked(link)?,
            },
            Request::Propose {
                kind,
                answer,
                link,
                stop,
            } => Reply::Proposed {
                queries: proposals(link, *stop, *kind, answer)?,
            },
            Request::WriteDraft { draft, step } => Reply::Written(builder::written(draft, *step)),
            Request::Examine { number, uncompiled } => script::examined(*number, uncompiled)?,
            Request::ScriptHelp { network } => Reply::ScriptHelp(script::help(network)?),
            Request::ReadDraft { file } => Reply::Draft(Box::new(Draft::read(file)?)),
            Request::Record { scene, link } => Reply::Recorded(builder::recorded(scene, link)?),
            Request::Front => Reply::Front(self.session()?.front()),
        })
    }

    fn session(&self) -> Result<&Session, Refusal> {
        self.session.as_ref().ok_or(Refusal::NoLesson)
    }

    fn open(&mut self, source: &LessonSource) -> Result<LessonShown, Refusal> {
        let source = match source {
            LessonSource::File(text) => text,
            LessonSource::BuiltIn(id) => {
                source_of(id).ok_or_else(|| Refusal::UnknownLesson { given: id.clone() })?
            }
        };
        let session = Session::open(source)?;
        let lesson = &session.lesson;
        let shown = LessonShown {
            id: lesson.id.clone(),
            title: lesson.title.clone(),
            hash: session.hash(),
            steps: lesson.step.iter().map(|step| step.title.clone()).collect(),
            tasks: lesson.tasks().into_iter().collect(),
        };
        self.session = Some(session);
        Ok(shown)
    }

    fn step(&self, step: usize) -> Result<StepShown, Refusal> {
        let index = index_of(step)?;
        let shown = step::shown(self.session()?, index);
        shown.map_err(|mistake| Refusal::Step { step, mistake })
    }

    fn term(&self, word: &str) -> TermShown {
        let word = word.to_lowercase();
        let own = self.session.iter();
        let own = own.flat_map(|session| of_lesson(&session.lesson));
        let terms: Vec<Term> = own.chain(glossary()).collect();
        TermShown {
            term: terms.into_iter().find(|term| term.is(&word)),
            word,
        }
    }
}

/// Returns the index of a step.
fn index_of(step: usize) -> Result<usize, Refusal> {
    step.checked_sub(1).ok_or(Refusal::StepZero)
}

fn receipt(session: &Session, name: &str, done: Option<&Done>) -> Result<ReceiptShown, Refusal> {
    let receipt = Receipt::of(session, name, done.ok_or(Refusal::NothingDone)?);
    Ok(ReceiptShown {
        json: receipt.to_json(),
        link: receipt.to_link(),
    })
}

fn graded(receipt: &str) -> Result<Grade, Refusal> {
    Ok(grade(&Receipt::read(receipt)?, None)?)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::mem::discriminant;

    use super::*;
    use crate::lesson::protocol::{Outcome, VerdictShown};
    use crate::lesson::{Kind, changed};
    use crate::routing::written::Uncompiled;
    use crate::scenario::Scenario;
    use crate::wire::{decode, encode};

    /// Sends a request and its reply as the page and the program do.
    fn ask(tutor: &mut Tutor, request: &Request) -> Reply {
        let sent = decode(&encode(request));
        assert_eq!(sent.as_ref(), Ok(request));
        let reply = tutor.answer(request);
        assert_eq!(decode(&encode(&reply)).as_ref(), Ok(&reply));
        reply
    }

    fn open(tutor: &mut Tutor, id: &str) -> LessonShown {
        match ask(tutor, &Request::Open(LessonSource::BuiltIn(id.to_owned()))) {
            Reply::Lesson(lesson) => lesson,
            other => panic!("{other:?}"),
        }
    }

    fn step(tutor: &mut Tutor, step: usize) -> StepShown {
        match ask(tutor, &Request::Step { step }) {
            Reply::Step(step) => *step,
            other => panic!("{other:?}"),
        }
    }

    const SCRIPT: &str = "fn route(net, here, to) { net.nearer(here, to) }";

    fn examination(script: &str) -> Request {
        Request::Examine {
            number: 7,
            uncompiled: Uncompiled {
                script: script.to_owned(),
                network: "mesh:2x2".to_owned(),
                vcs: 1,
            },
        }
    }

    #[test]
    fn a_lesson_is_opened_answered_and_graded() {
        let mut tutor = Tutor::default();
        let steps = open(&mut tutor, "deadlock-in-a-ring").steps.len();
        let mut done = Done {
            step: steps,
            steps,
            ..Done::default()
        };
        for number in 1..=steps {
            if step(&mut tutor, number).ask.is_none() {
                continue;
            }
            let Reply::Verdict(VerdictShown {
                outcome: Outcome::Revealed { answer },
                ..
            }) = ask(&mut tutor, &Request::Reveal { step: number })
            else {
                panic!("step {number}");
            };
            done.answer(number, &answer, 0);
            let request = Request::Answer {
                step: number,
                answer,
            };
            let Reply::Verdict(verdict) = ask(&mut tutor, &request) else {
                panic!("step {number}");
            };
            assert_eq!((verdict.step, verdict.outcome), (number, Outcome::Right));
        }
        let request = Request::Receipt {
            name: "A. Student".to_owned(),
            done: Some(done),
        };
        let Reply::Receipt(ReceiptShown { json, link }) = ask(&mut tutor, &request) else {
            panic!("no receipt");
        };
        for receipt in [json, link] {
            let Reply::Grade(grade) = ask(&mut tutor, &Request::Grade { receipt }) else {
                panic!("no grade");
            };
            assert_eq!(grade.name, "A. Student", "{grade:?}");
            assert!(grade.holds);
        }
    }

    #[test]
    fn the_reply_to_a_challenge_describes_the_solved_scene() {
        let mut tutor = Tutor::default();
        open(&mut tutor, "write-dimension-order");
        let shown = step(&mut tutor, 2);
        assert_eq!(shown.then, None);
        let scene = Scenario::from_link_with(&shown.scene, &crate::custom::scripts())
            .whole()
            .expect("a link");
        let goal = shown.goal.expect("a challenge");
        let solution = goal.solution.iter().map(String::as_str);
        let solved = changed(&scene.scenario, solution).expect("a solution");
        let request = Request::Attempt {
            step: 2,
            link: solved.to_link(),
        };
        let Reply::Attempt(attempt) = ask(&mut tutor, &request) else {
            panic!("no verdict");
        };
        assert!(attempt.met);
        let says = attempt.says.expect("an explanation");
        assert!(says.contains("within 6"), "{says}");
    }

    #[test]
    fn every_message_round_trips() {
        let text = |text: &str| text.to_owned();
        let scene = "t=torus-uni:4&vc=1&M=8&msg=0:0>2;2:1>3&c=0";
        let file = text(source_of("one-message").expect("a built-in lesson"));
        let link = packed(&file);
        let mut tutor = Tutor::default();
        open(&mut tutor, "one-message");
        let challenge = step(&mut tutor, 8);
        let requests = [
            Request::Open(LessonSource::File(file.clone())),
            Request::Step { step: 1 },
            Request::Prepare { step: 99 },
            Request::Reveal { step: 3 },
            Request::Answer {
                step: 3,
                answer: text("12"),
            },
            Request::Attempt {
                step: 8,
                link: challenge.scene,
            },
            Request::Receipt {
                name: String::new(),
                done: Some(Done::default()),
            },
            Request::Receipt {
                name: String::new(),
                done: None,
            },
            Request::Grade {
                receipt: text("#/lessons/receipt?lesson=one-message"),
            },
            Request::Sheet {
                for_teacher: true,
                link: text("https://example.org/#/lessons"),
            },
            Request::Term { word: text("Flit") },
            Request::Glossary,
            Request::Queries,
            Request::Check { file: file.clone() },
            Request::Pack { file },
            Request::Unpack { link },
            Request::Propose {
                kind: Kind::Node,
                answer: text("2"),
                link: text(scene),
                stop: 12,
            },
            Request::WriteDraft {
                draft: Box::default(),
                step: Some(1),
            },
            Request::ReadDraft {
                file: text("title = \"x\""),
            },
            Request::Record {
                scene: text(scene),
                link: text("t=torus-uni:4&vc=2&M=8&msg=0:0>2;2:1>3&c=0"),
            },
            examination(SCRIPT),
            examination("fn rout() {"),
            Request::ScriptHelp {
                network: text("mesh:2x2"),
            },
            Request::Front,
        ];
        let mut replies = vec![Reply::Ready, Reply::Failed { why: text("it") }];
        for request in &requests {
            replies.push(ask(&mut tutor, request));
        }
        for reply in &replies {
            assert_eq!(decode(&encode(reply)).as_ref(), Ok(reply));
        }
        let kinds: HashSet<_> = requests.iter().map(discriminant).collect();
        assert_eq!(kinds.len(), 22);
        let kinds: HashSet<_> = replies.iter().map(discriminant).collect();
        assert_eq!(kinds.len(), 25);
    }

    /// `tests/browser/wire.js` writes and reads these bytes.
    #[test]
    fn the_bytes_of_an_examination_are_those_of_the_browser_tests() {
        let request = examination(SCRIPT);
        assert_eq!(encode(&request)[..3], [3, 17, 7]);
        assert_eq!(encode(&Tutor::default().answer(&request))[..3], [3, 17, 7]);
        assert_eq!(encode(&Reply::Ready), [3, 0]);
    }

    #[test]
    fn unanswerable_requests_are_refused_with_a_reason() {
        let lesson = |id: &str| Request::Open(LessonSource::BuiltIn(id.to_owned()));
        let mut tutor = Tutor::default();
        for (request, why) in [
            (Request::Step { step: 1 }, "no lesson is open"),
            (lesson("x"), "there is no lesson called x"),
            (
                Request::Open(LessonSource::File("id = 3".to_owned())),
                "line 1, column 6: invalid type: integer `3`, expected a string",
            ),
            (
                Request::Step { step: 0 },
                "step must be a number from 1, not 0",
            ),
            (
                Request::Unpack {
                    link: String::new(),
                },
                "the link carries no lesson",
            ),
        ] {
            let refusal = Reply::Refused {
                why: why.to_owned(),
            };
            assert_eq!(ask(&mut tutor, &request), refusal);
        }
    }
}
