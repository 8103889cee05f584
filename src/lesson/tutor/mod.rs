//! The lesson program: opens lessons, shows steps, judges answers and issues receipts, at the
//! [request](Request) of the page.

mod builder;
mod opened;
mod script;
mod step;
mod verdict;

use crate::author::draft::Draft;
use crate::author::propose::proposals;
use crate::author::variants::check;
use crate::error::LessonError;
use crate::file::glossary::{Term, glossary, of_lesson};
use crate::file::pack::{packed, unpacked};
use crate::file::register::source_of;
use crate::protocol::{ReceiptShown, Reply, Request, StepShown, TermShown};
use crate::record::grade::grade;
use crate::record::students::students_csv;
use crate::record::table::GradeTable;
use crate::record::work::Work;
use crate::record::xapi::statements_of;
use crate::session::Session;
use opened::Opened;

/// Answers requests of the page about one lesson at a time.
#[derive(Debug, Default)]
pub struct Tutor {
    opened: Option<Opened>,
    table: GradeTable,
}

impl Tutor {
    /// Replies to a request, with [`Reply::Refused`] and the reason if it cannot be fulfilled.
    pub fn answer(&mut self, request: &Request) -> Reply {
        let reply = self.reply(request);
        reply.unwrap_or_else(|refusal| Reply::Refused {
            why: refusal.to_string(),
        })
    }

    fn reply(&mut self, request: &Request) -> Result<Reply, LessonError> {
        Ok(match request {
            Request::Open {
                source,
                beside,
                seed,
            } => {
                let opened = Opened::new(source, beside.as_deref(), *seed)?;
                Reply::Lesson(self.opened.insert(opened).shown())
            }
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
            Request::Receipt { name, work } => {
                let session = self.session()?;
                let work = work.as_ref().ok_or_else(nothing_done)?;
                let receipt = work.handed_in(session, name);
                Reply::Receipt(ReceiptShown {
                    json: receipt.to_json(),
                    link: receipt.to_link(),
                })
            }
            Request::Statements { name, work } => {
                let session = self.session()?;
                let work = work.as_ref().ok_or_else(nothing_done)?;
                Reply::Statements {
                    lesson: session.lesson.id.clone(),
                    json: statements_of(session, name, work),
                }
            }
            Request::Grade { receipt, file } => graded(receipt, file.as_deref())?,
            Request::Sheet { for_teacher, link } => {
                let opened = self.opened()?;
                let link = opened.link_of_sheet(link);
                Reply::Sheet {
                    html: opened
                        .session
                        .sheet(*for_teacher, &link)
                        .map_err(|mistake| LessonError::placed(&mistake))?,
                }
            }
            Request::Term { word } => Reply::Term(self.term(word)),
            Request::Glossary => Reply::Glossary(self.glossary()),
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
            Request::ReadDraft { file } => {
                let draft = Draft::read(file).map_err(|mistake| LessonError::placed(&mistake))?;
                Reply::Draft(Box::new(draft))
            }
            Request::Record { scene, link } => Reply::Recorded(builder::recorded(scene, link)?),
            Request::Links { page, step, view } => {
                Reply::Links(self.opened()?.links(page, *step, view.as_deref()))
            }
            Request::BeginTable => {
                self.table = GradeTable::default();
                Reply::Added
            }
            Request::AddToTable { file, text } => {
                match text {
                    Ok(text) => self.table.add(file, text),
                    Err(reason) => self.table.refuse(file, reason.clone()),
                }
                Reply::Added
            }
            Request::EndTable => self.end_table()?,
            Request::Front => Reply::Front(self.session()?.front()),
        })
    }

    fn end_table(&mut self) -> Result<Reply, LessonError> {
        let rows = std::mem::take(&mut self.table).rows();
        Ok(Reply::Table {
            csv: GradeTable::csv_of(&rows).map_err(LessonError::new)?,
            students: students_csv(&rows).map_err(LessonError::new)?,
            rows,
        })
    }

    fn opened(&self) -> Result<&Opened, LessonError> {
        let opened = self.opened.as_ref();
        opened.ok_or_else(|| LessonError::new("no lesson is open"))
    }

    fn session(&self) -> Result<&Session, LessonError> {
        Ok(&self.opened()?.session)
    }

    fn step(&self, step: usize) -> Result<StepShown, LessonError> {
        let index = index_of(step)?;
        let shown = step::shown(self.session()?, index);
        shown.map_err(|mistake| LessonError::new(format!("step {step}: {mistake}")))
    }

    fn term(&self, word: &str) -> TermShown {
        let word = word.to_lowercase();
        let terms = self.own_terms().into_iter().chain(glossary());
        TermShown {
            term: terms.into_iter().find(|term| term.is(&word)),
            word,
        }
    }

    /// Returns all terms, with those of the open lesson.
    fn glossary(&self) -> Vec<Term> {
        let mut terms = glossary();
        let own = self.own_terms();
        terms.retain(|term| !own.iter().any(|own| own.word == term.word));
        terms.extend(own);
        terms.sort_by(|one, other| one.word.cmp(&other.word));
        terms
    }

    fn own_terms(&self) -> Vec<Term> {
        let opened = self.opened.iter();
        opened
            .flat_map(|opened| of_lesson(&opened.session.lesson))
            .collect()
    }
}

fn index_of(step: usize) -> Result<usize, LessonError> {
    step.checked_sub(1)
        .ok_or_else(|| LessonError::rejected("step", "a number from 1", "0"))
}

/// Replays a receipt, or returns which lesson file that takes.
fn graded(receipt: &str, file: Option<&str>) -> Result<Reply, LessonError> {
    let receipt = Work::read_receipt(receipt)?;
    if file.is_none() && source_of(&receipt.record).is_none() {
        let lesson = receipt.record;
        return Ok(Reply::NeedsFile { lesson });
    }
    Ok(Reply::Grade(grade(&receipt, file)?))
}

fn nothing_done() -> LessonError {
    LessonError::new("nothing of this lesson has been done yet")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::mem::discriminant;

    use super::*;
    use crate::protocol::{LessonShown, LessonSource, Outcome, VerdictShown};
    use crate::{Kind, changed};
    use engine::routing::written::Uncompiled;
    use study::scenario::Scenario;
    use study::wire::{decode, encode};

    /// Sends a request and its reply as the page and the program do.
    fn ask(tutor: &mut Tutor, request: &Request) -> Reply {
        let sent = decode(&encode(request));
        assert_eq!(sent.as_ref(), Ok(request));
        let reply = tutor.answer(request);
        assert_eq!(decode(&encode(&reply)).as_ref(), Ok(&reply));
        reply
    }

    fn opening(source: LessonSource) -> Request {
        Request::Open {
            source,
            beside: None,
            seed: None,
        }
    }

    fn open(tutor: &mut Tutor, id: &str) -> LessonShown {
        match ask(tutor, &opening(LessonSource::BuiltIn(id.to_owned()))) {
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

    fn grading(receipt: String) -> Request {
        Request::Grade {
            receipt,
            file: None,
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
        let mut work = Work {
            step: steps,
            steps,
            ..Work::default()
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
            work.answer(number, &answer, 0);
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
            work: Some(work),
        };
        let Reply::Receipt(ReceiptShown { json, link }) = ask(&mut tutor, &request) else {
            panic!("no receipt");
        };
        for receipt in [json, link] {
            let Reply::Grade(grade) = ask(&mut tutor, &grading(receipt)) else {
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
        let scene = Scenario::from_link_with(&shown.scene, &study::custom::scripts())
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
        assert!(says.contains("all 240 pairs"), "{says}");
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
            opening(LessonSource::File(file.clone())),
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
                work: Some(Work::default()),
            },
            Request::Receipt {
                name: String::new(),
                work: None,
            },
            grading(text("#/lessons/receipt?lesson=one-message")),
            grading(text("#/lessons/receipt?lesson=mine")),
            Request::Links {
                page: text("https://example.org/"),
                step: 1,
                view: Some(text("student")),
            },
            Request::BeginTable,
            Request::AddToTable {
                file: text("a.json"),
                text: Ok(text("{}")),
            },
            Request::EndTable,
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
        assert_eq!(kinds.len(), 26);
        let kinds: HashSet<_> = replies.iter().map(discriminant).collect();
        assert_eq!(kinds.len(), 29);
    }

    /// `tests/browser/wire.js` writes and reads these bytes.
    #[test]
    fn the_bytes_of_an_examination_are_those_of_the_browser_tests() {
        let request = examination(SCRIPT);
        assert_eq!(encode(&request)[..3], [5, 17, 7]);
        assert_eq!(encode(&Tutor::default().answer(&request))[..3], [5, 17, 7]);
        assert_eq!(encode(&Reply::Ready), [5, 0]);
    }

    #[test]
    fn unanswerable_requests_are_refused_with_a_reason() {
        let lesson = |id: &str| opening(LessonSource::BuiltIn(id.to_owned()));
        let mut tutor = Tutor::default();
        for (request, why) in [
            (Request::Step { step: 1 }, "no lesson is open"),
            (lesson("x"), "there is no lesson called x"),
            (
                opening(LessonSource::File("id = 3".to_owned())),
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
