//! What the page and its worker say to each other.
//!
//! A request travels as text, a link with two more keys: `of=3&loads=0.01;0.02&t=mesh:8x8`, or
//! three, where several curves are compared: `also=dual-path;separate` of multicast algorithms,
//! `also=routing:own;routing:duato` of routing functions. So the page needs no second way to
//! write a scenario down, and a seed that JavaScript has no number for arrives as it is. An
//! answer is text too, a line of words: `3 progress 0.25`. A point names its load, its ending and
//! the curve it belongs to, `3 point 0.01 steady dual-path {"load":0.01,…}`; its report is read by
//! the program that draws charts, not by the page.

use super::{
    DeadlockQuery, DeadlockReport, DeadlockStage, Job, Point, Report, State, WhyQuery, at_load,
    carrying, measured_length, on_curve, unloaded,
};
use crate::catalog::quoted;
use crate::scenario::{MOST_NODES_IN_PAGE, Scenario, ScenarioError};

/// Loads that come after so many saturated ones have nothing to add.
pub(super) const ENOUGH_SATURATED: u32 = 2;

/// The page asks for points of a curve.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// Number of the run; answers carry it, so that late ones can be told apart.
    pub run: u32,
    /// The scenario, its load aside.
    pub scenario: Scenario,
    /// Loads [messages/node/cycle], ascending.
    pub loads: Vec<f64>,
    /// What is compared, the label of a curve each (see [`on_curve`]): multicast algorithms, or
    /// routing functions. None: the scenario's own curve.
    pub algorithms: Vec<String>,
}

/// The worker answers.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The run it belongs to; none when the worker says that it is ready.
    pub run: Option<u32>,
    /// What happened.
    pub event: Event,
}

/// What can happen in a worker.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// It listens now.
    Ready,
    /// This share of the whole run is done.
    Progress(f64),
    /// A point is measured.
    Point(Measured),
    /// A [`Job`] is done.
    Report {
        /// Its number.
        job: usize,
        /// The [`Report`] as JSON.
        report: String,
    },
    /// The answer to a [`DeadlockQuery`] has come to this stage.
    Stage(DeadlockStage),
    /// The answer to a [`DeadlockQuery`].
    Deadlock(DeadlockReport),
    /// The run is over.
    Done,
    /// The run cannot be done, for this reason.
    Failed(String),
}

/// A measured load: what has to be known to go on, and the report unread.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// λ_g [messages/node/cycle].
    pub load: f64,
    /// How the simulation ended.
    pub ending: Ending,
    /// The label of its curve; empty where there is but one, the scenario's own.
    pub curve: String,
    /// The [`Report`] as JSON.
    pub report: String,
}

/// How the simulation of a load ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// What was offered was accepted.
    Steady,
    /// The backlog grew without end.
    Saturated,
    /// The run was too short to tell which of the two it is.
    NotSettled,
    /// Worms came to wait for each other in a cycle.
    Deadlocked,
}

impl Ending {
    const ALL: [Self; 4] = [
        Self::Steady,
        Self::Saturated,
        Self::NotSettled,
        Self::Deadlocked,
    ];

    fn word(self) -> &'static str {
        match self {
            Self::Steady => "steady",
            Self::Saturated => "saturated",
            Self::NotSettled => "unsettled",
            Self::Deadlocked => "deadlocked",
        }
    }
}

impl Measured {
    /// A point of a curve.
    pub fn new(curve: &str, report: &Report) -> Self {
        Self {
            load: report.load,
            curve: curve.to_owned(),
            ending: match report.state {
                _ if report.deadlocked => Ending::Deadlocked,
                _ if report.saturated => Ending::Saturated,
                State::NotSettled => Ending::NotSettled,
                _ => Ending::Steady,
            },
            report: serde_json::to_string(report).expect("a report is plain data"),
        }
    }
}

impl Answer {
    /// The answer as text.
    pub fn to_text(&self) -> String {
        let run = self.run.map_or("-".to_owned(), |run| run.to_string());
        let event = match &self.event {
            Event::Ready => "ready".to_owned(),
            Event::Progress(share) => format!("progress {share}"),
            Event::Point(point) => {
                let (load, ending, curve) = (point.load, point.ending.word(), &point.curve);
                format!("point {load} {ending} {curve} {}", point.report)
            }
            Event::Report { job, report } => format!("report {job} {report}"),
            Event::Stage(stage) => format!("stage {}", stage.id()),
            Event::Deadlock(report) => format!("deadlock {}", report.to_text()),
            Event::Done => "done".to_owned(),
            Event::Failed(reason) => format!("failed {reason}"),
        };
        format!("{run} {event}")
    }

    /// Reads what [`Answer::to_text`] wrote; `None` if it is something else.
    pub fn from_text(text: &str) -> Option<Self> {
        let (run, event) = text.split_once(' ')?;
        let (what, rest) = event.split_once(' ').unwrap_or((event, ""));
        let event = match what {
            "ready" => Event::Ready,
            "progress" => Event::Progress(rest.parse().ok()?),
            "point" => {
                let mut words = rest.splitn(4, ' ');
                let mut next = || words.next();
                let (load, ending, curve, report) = (next()?, next()?, next()?, next()?);
                Event::Point(Measured {
                    load: load.parse().ok()?,
                    ending: Ending::ALL.into_iter().find(|e| e.word() == ending)?,
                    curve: curve.to_owned(),
                    report: report.to_owned(),
                })
            }
            "report" => {
                let (job, report) = rest.split_once(' ')?;
                Event::Report {
                    job: job.parse().ok()?,
                    report: report.to_owned(),
                }
            }
            "stage" => Event::Stage(DeadlockStage::from_id(rest)?),
            "deadlock" => Event::Deadlock(DeadlockReport::from_text(rest)?),
            "done" => Event::Done,
            "failed" => Event::Failed(rest.to_owned()),
            _ => return None,
        };
        let run = match run {
            "-" => None,
            number => Some(number.parse().ok()?),
        };
        Some(Self { run, event })
    }
}

/// Answers a text from the page: a request, a job, a query, or why a network saturates.
pub fn serve(text: &str, tell: &mut dyn FnMut(Answer)) {
    let text = unloaded(text);
    let mut tell_of = |run, event| tell(Answer { run, event });
    let refused = if DeadlockQuery::is_meant_by(text) {
        DeadlockQuery::from_text(text).map(|query| {
            let mut tell = |event| tell_of(Some(query.run), event);
            let found = query.run(&mut |stage| tell(Event::Stage(stage)));
            finish(found.map_or_else(Event::Failed, Event::Deadlock), &mut tell);
        })
    } else if WhyQuery::is_meant_by(text) {
        WhyQuery::from_text(text).map(|query| {
            let event = query
                .run()
                .map_or_else(Event::Failed, |diagnosis| Event::Report {
                    job: 0,
                    report: serde_json::to_string(&diagnosis).expect("a diagnosis is plain data"),
                });
            finish(event, &mut |event| tell_of(Some(0), event));
        })
    } else if Job::is_meant_by(text) {
        Job::from_text(text).map(|job| {
            let mut tell = |event| tell_of(Some(job.run), event);
            let report = job.run(|share| tell(Event::Progress(share)));
            let event = match report {
                Ok(report) => Event::Report {
                    job: job.number,
                    report: serde_json::to_string(&report).expect("a report is plain data"),
                },
                Err(error) => Event::Failed(error.reason()),
            };
            finish(event, &mut tell);
        })
    } else {
        Request::from_text(text).map(|request| {
            request.run(&mut |event| tell_of(Some(request.run), event));
        })
    };
    if let Err(reason) = refused {
        tell_of(None, Event::Failed(reason));
    }
}

/// Tells what came of a task, and that it is done unless it failed.
fn finish(event: Event, tell: &mut dyn FnMut(Event)) {
    let has_failed = matches!(event, Event::Failed(_));
    tell(event);
    if !has_failed {
        tell(Event::Done);
    }
}

impl Request {
    /// The request as text.
    pub fn to_text(&self) -> String {
        let loads: Vec<_> = self.loads.iter().map(f64::to_string).collect();
        let also = match &*self.algorithms {
            [] => String::new(),
            several => format!("also={}&", several.join(";")),
        };
        let link = self.scenario.to_link();
        let text = format!("of={}&loads={}&{also}{link}", self.run, loads.join(";"));
        carrying(&self.scenario, text)
    }

    /// Reads what [`Request::to_text`] wrote, or says what is wrong with it.
    pub fn from_text(text: &str) -> Result<Self, String> {
        let opened = Scenario::from_link(text).whole();
        let opened = opened.map_err(|problem| problem.to_string())?;
        let (mut run, mut loads, mut algorithms) = (None, None, Vec::new());
        for (key, value) in opened.others {
            match &*key {
                "of" => run = value.parse().ok(),
                "loads" => loads = value.split(';').map(|load| load.parse().ok()).collect(),
                "also" => algorithms = value.split(';').map(str::to_owned).collect(),
                _ => return Err(format!("a request must have no {}", quoted(&key))),
            }
        }
        let (Some(run), Some(loads)) = (run, loads) else {
            return Err("a request must have a number and loads".to_owned());
        };
        Ok(Self {
            run,
            scenario: opened.scenario,
            loads,
            algorithms,
        })
    }

    /// The labels of the curves; an empty one is the scenario's own.
    fn curves(&self) -> Vec<&str> {
        match &*self.algorithms {
            [] => vec![""],
            several => several.iter().map(String::as_str).collect(),
        }
    }

    /// Load and curve of every point, in the order in which they are told: load by load.
    pub(super) fn points(&self) -> Vec<(f64, &str)> {
        let loads = self.loads.iter();
        let curves = self.curves();
        loads
            .flat_map(|&load| curves.iter().map(move |&curve| (load, curve)))
            .collect()
    }

    /// Whether a point, by its place in [`Request::points`], has something to add to those of
    /// its curve that are known: not after two saturated ones, nor after a deadlock.
    pub(super) fn adds(&self, point: usize, known: &[Option<Ending>]) -> bool {
        let curves = self.algorithms.len().max(1);
        let mut saturated = 0;
        let mut before = known[point % curves..point].iter().step_by(curves);
        before.all(|ending| {
            saturated += u32::from(*ending == Some(Ending::Saturated));
            *ending != Some(Ending::Deadlocked) && saturated < ENOUGH_SATURATED
        })
    }

    /// Runs the request and tells what happens.
    ///
    /// Of each curve, loads that come after two saturated ones, or after a deadlock, are left
    /// out: they have nothing to add.
    pub fn run(&self, tell: &mut dyn FnMut(Event)) {
        match self.measure(tell) {
            Ok(()) => tell(Event::Done),
            Err(error) => tell(Event::Failed(error.reason())),
        }
    }

    fn measure(&self, tell: &mut dyn FnMut(Event)) -> Result<(), ScenarioError> {
        let points = self.points();
        let count = points.len() as f64;
        let mut endings = vec![None; points.len()];
        for (index, (load, curve)) in points.into_iter().enumerate() {
            if !self.adds(index, &endings) {
                continue;
            }
            let scenario = at_load(&on_curve(&self.scenario, curve), load)?;
            let built = scenario.build_within(MOST_NODES_IN_PAGE)?;
            let length = measured_length(&scenario, &built, load);
            let point = Point::of(scenario, built).lasting(length);
            let report = point.simulate(|share| {
                tell(Event::Progress((index as f64 + share) / count));
            });
            let measured = Measured::new(curve, &report);
            endings[index] = Some(measured.ending);
            tell(Event::Point(measured));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::OWN_ROUTING;

    #[test]
    fn a_request_survives_the_way_to_the_worker() {
        let link = "t=torus:4x4&seed=18446744073709551615&msg=0:0,0>1,1%2B2,2";
        let request = Request {
            run: 3,
            scenario: Scenario::from_link(link).scenario,
            loads: vec![0.001, 1.0 / 3.0],
            algorithms: Vec::new(),
        };
        let compared = Request {
            algorithms: ["dual-path", "binomial-broadcast:fixed"]
                .map(str::to_owned)
                .to_vec(),
            ..request.clone()
        };
        let routed = Request {
            algorithms: [OWN_ROUTING, "routing:duato"].map(str::to_owned).to_vec(),
            ..request.clone()
        };
        for request in [request, compared, routed] {
            assert_eq!(Request::from_text(&request.to_text()), Ok(request));
        }
    }

    #[test]
    fn an_answer_survives_the_way_to_the_page() {
        let point = |(ending, curve): (_, &str)| Measured {
            load: 1.0 / 3.0,
            ending,
            curve: curve.to_owned(),
            report: "{\"verdict\": \"a sentence, and more\"}".to_owned(),
        };
        let curves = ["", "routing:duato", "binomial-broadcast:fixed", "dual-path"];
        let points = Ending::ALL.into_iter().zip(curves);
        let points = points.map(|of| Event::Point(point(of)));
        let others = [
            Event::Ready,
            Event::Progress(0.1),
            Event::Done,
            Event::Report {
                job: 12,
                report: "{\"verdict\": \"a sentence\"}".to_owned(),
            },
            Event::Failed("t=x: there is none".to_owned()),
        ];
        for event in points.into_iter().chain(others) {
            for run in [None, Some(3)] {
                let event = event.clone();
                let answer = Answer { run, event };
                let text = answer.to_text();
                assert_eq!(Answer::from_text(&text), Some(answer), "{text}");
            }
        }
        for text in [
            "",
            "3",
            "3 hello",
            "x done",
            "3 point 0.1 odd  {}",
            "3 point 0.1 steady {}",
            "3 progress far",
        ] {
            assert_eq!(Answer::from_text(text), None, "{text}");
        }
    }

    #[test]
    fn a_report_survives_the_way_to_the_chart() {
        for link in [
            "t=torus-uni:4&vc=1&lam=0.9",
            "t=torus-uni:4&vc=2&lam=0&msg=0:0>1",
            "t=hypercube:3&mu=1&lam=0.1",
            "t=hypercube:3&mu=1&lam=30",
        ] {
            let mut scenario = Scenario::from_link(link).scenario;
            scenario.run.cycles = 500;
            let report = crate::sweep::simulate(&scenario, |_| {});
            let report = report.expect("a valid scenario");
            let text = Measured::new("", &report).report;
            let read = serde_json::from_str::<Report>(&text);
            assert_eq!(read.expect("a report"), report, "{link}");
        }
    }

    #[test]
    fn a_request_that_is_none_is_refused_in_a_sentence() {
        for text in [
            "",
            "of=1&t=mesh:4x4",
            "loads=0.1&t=mesh:4x4",
            "of=1&loads=&t=mesh:4x4",
            "of=1&loads=0.1&t=mesh:0",
            "of=1&loads=0.1&t=mesh:4x4&c=3",
        ] {
            let refused = Request::from_text(text).expect_err(text);
            assert!(refused.contains(" must "), "{text}: {refused}");
        }
    }
}
