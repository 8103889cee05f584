//! Tasks of workers, and the messages with which workers reply.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{
    DeadlockQuestion, Point, Question, Reply, SimulationQuestion, TermsQuestion, TraceQuestion,
    WhyQuestion,
};
use crate::scenario::Scenario;
use crate::wire::{decode, encode};
use engine::routing::Scripts;
use engine::routing::written::Carried;

/// The kinds of questions.
const KINDS: &[Kind] = &[
    kind::<SimulationQuestion>(),
    kind::<DeadlockQuestion>(),
    kind::<WhyQuestion>(),
    kind::<TraceQuestion>(),
    kind::<TermsQuestion>(),
];

/// Answers an encoded question about a scenario; returns the encoded answer.
type AnswerFn = fn(&[u8], &Point, &mut dyn FnMut(Message)) -> Result<Vec<u8>, String>;

struct Kind {
    id: &'static str,
    answer: AnswerFn,
}

const fn kind<Q: Question>() -> Kind {
    Kind {
        id: Q::ID,
        answer: answer::<Q>,
    }
}

fn answer<Q: Question>(
    question: &[u8],
    of: &Point,
    post: &mut dyn FnMut(Message),
) -> Result<Vec<u8>, String> {
    let question: Q = decode(question).map_err(|error| error.to_string())?;
    let answer = question.run(of, &mut |progress| {
        post(Message::Progress {
            progress: encode(&progress),
            may_be_skipped: Q::MAY_SKIP_PROGRESS,
        });
    });
    answer.map(|answer| encode(&answer))
}

/// A task of a worker: a question about a scenario.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Task {
    scenario: SentScenario,
    /// [`Question::ID`].
    kind: String,
    /// The question, encoded.
    question: Vec<u8>,
}

/// A message of a worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Message {
    /// The worker is ready for tasks.
    Ready,
    /// The answer is not complete yet.
    Progress {
        /// [`Question::Progress`], encoded.
        progress: Vec<u8>,
        may_be_skipped: bool,
    },
    /// [`Question::Answer`], encoded.
    Answer(Vec<u8>),
    /// There is no answer, for this reason.
    Failed(String),
}

/// A scenario for another program: its link, and the table of its routing function if that is a script, because most
/// programs cannot compile scripts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentScenario {
    link: String,
    table: Option<Carried>,
}

impl SentScenario {
    /// Prepares a scenario for sending.
    pub fn new(scenario: &Scenario) -> Self {
        let uncompiled = scenario.uncompiled();
        Self {
            link: scenario.to_link(),
            table: uncompiled.and_then(|uncompiled| Carried::of(&scenario.scripts, uncompiled)),
        }
    }

    /// Returns the scenario, or the reason why it cannot be used.
    pub fn open(&self) -> Result<Scenario, String> {
        let scripts = Scripts::default();
        if let Some(table) = &self.table {
            // If it does not fit, reading reports that the script has not been compiled.
            table.keep_in(&scripts);
        }
        let opened = Scenario::from_link_with(&self.link, &scripts).whole();
        let opened = opened.map_err(|problem| problem.to_string())?;
        Ok(opened.scenario)
    }
}

impl Task {
    pub fn new<Q: Question>(scenario: &Scenario, question: &Q) -> Self {
        Self {
            scenario: SentScenario::new(scenario),
            kind: Q::ID.to_owned(),
            question: encode(question),
        }
    }
}

impl Message {
    /// The message as a reply to a question; `None` if it reports that the worker is ready.
    pub fn reply<P: DeserializeOwned, A: DeserializeOwned>(self) -> Option<Reply<P, A>> {
        let reply = match self {
            Self::Ready => return None,
            Self::Progress { progress, .. } => decode(&progress).map(Reply::Progress),
            Self::Answer(answer) => decode(&answer).map(Reply::Answer),
            Self::Failed(reason) => Ok(Reply::Failed(reason)),
        };
        Some(reply.unwrap_or_else(|error| Reply::Failed(error.to_string())))
    }
}

/// Answers tasks one after another. The scenario built last is reused, because the replications of a point are
/// tasks that follow each other.
#[derive(Debug, Default)]
pub struct Answers {
    built: Option<(SentScenario, Point)>,
}

impl Answers {
    /// Does a task and passes each message to `post`, finally its answer or the reason why there is none.
    pub fn run(&mut self, task: &Task, post: &mut dyn FnMut(Message)) {
        let answer = self.answer(task, post);
        post(answer.map_or_else(Message::Failed, Message::Answer));
    }

    fn answer(&mut self, task: &Task, post: &mut dyn FnMut(Message)) -> Result<Vec<u8>, String> {
        let kind = KINDS.iter().find(|kind| kind.id == task.kind);
        let kind = kind.ok_or_else(|| crate::wire::OtherVersion.to_string())?;
        let built = self.built.take();
        let built = built.filter(|(scenario, _)| *scenario == task.scenario);
        let built = if let Some(built) = built {
            built
        } else {
            let point = Point::in_page(&task.scenario.open()?);
            let point = point.map_err(|error| error.reason())?;
            (task.scenario.clone(), point)
        };
        let (_, point) = self.built.insert(built);
        (kind.answer)(&task.question, point, post)
    }
}

/// The replies of a worker to a part of a simulation.
#[cfg(test)]
pub(super) fn replies(task: &super::SimulationTask) -> Vec<super::ReplyTo<SimulationQuestion>> {
    let mut replies = Vec::new();
    let task = Task::new(&task.scenario, &task.question);
    Answers::default().run(&task, &mut |message| replies.extend(message.reply()));
    replies
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::{Part, ReplyTo};

    fn replies(answers: &mut Answers, task: &Task) -> Vec<ReplyTo<SimulationQuestion>> {
        let mut replies = Vec::new();
        answers.run(task, &mut |message| replies.extend(message.reply()));
        replies
    }

    #[test]
    fn a_task_survives_serialization() {
        let link = "t=torus:4x4&seed=18446744073709551615&msg=0:0,0>1,1%2B2,2";
        let scenario = Scenario::from_link(link).scenario;
        let replication = SimulationQuestion::exact(Part::Replication(3));
        for task in [
            Task::new(&scenario, &replication),
            Task::new(&scenario, &DeadlockQuestion),
            Task::new(&scenario, &TraceQuestion { cycles: 7 }),
        ] {
            assert_eq!(decode(&encode(&task)), Ok(task.clone()));
            assert_eq!(task.scenario.open().as_ref(), Ok(&scenario));
        }
    }

    #[test]
    fn a_worker_gives_the_same_answers_whether_it_has_built_the_network_before_or_not() {
        let mut answers = Answers::default();
        for load in ["0.01", "0.02"] {
            let link = format!("t=torus:4x4&M=4&rep=2&run=600&warm=100&lam={load}");
            let scenario = Scenario::from_link(&link).scenario;
            for index in [0, 1] {
                let part = Part::Replication(index);
                let task = Task::new(&scenario, &SimulationQuestion::on_curve(part));
                let alone = replies(&mut Answers::default(), &task);
                assert!(matches!(alone.last(), Some(Reply::Answer(_))), "{alone:?}");
                assert_eq!(replies(&mut answers, &task), alone);
            }
        }
    }

    #[test]
    fn an_invalid_scenario_is_rejected_with_a_sentence() {
        for link in ["t=mesh:0", "t=mesh:4x4&vc=99"] {
            let task = Task {
                scenario: SentScenario {
                    link: link.to_owned(),
                    table: None,
                },
                ..Task::new(&Scenario::on("mesh:4"), &DeadlockQuestion)
            };
            let replies = replies(&mut Answers::default(), &task);
            let [Reply::Failed(reason)] = &*replies else {
                panic!("{link}: {replies:?}");
            };
            assert!(reason.contains(" must "), "{link}: {reason}");
        }
    }
}
