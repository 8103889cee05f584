//! The program that draws charts and reads reports (`bin/chart.rs`), fetched when it is first
//! wanted.

use std::collections::BTreeMap;

use flitscope::browser::programs;
use flitscope::paper::PrintedTable;
use flitscope::plot::{Cells, ChartContent as Content, ShownPoint};
use flitscope::scenario::Scenario;
use flitscope::sweep::{Measured, OWN_ROUTING, SentScenario, routing_of};
use flitscope::wire;
use js_sys::futures::JsFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;
use web_sys::HtmlCanvasElement;

/// What a chart is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Picture {
    /// Latency against load.
    Latency,
    /// How evenly the curves that are compared load the channels.
    Load,
}

#[wasm_bindgen]
extern "C" {
    #[derive(Clone)]
    type Program;

    #[wasm_bindgen(method, catch)]
    fn take(this: &Program, report: &str) -> Result<u32, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn clear(this: &Program) -> Result<(), JsValue>;

    #[wasm_bindgen(method, catch)]
    fn draw(
        this: &Program,
        canvas: &HtmlCanvasElement,
        palette: &str,
        scale: f64,
        content: &[u8],
    ) -> Result<(), JsValue>;

    #[wasm_bindgen(method, catch)]
    fn draw_file(
        this: &Program,
        canvas: &HtmlCanvasElement,
        palette: &str,
        scale: f64,
        content: &[u8],
    ) -> Result<(), JsValue>;

    #[wasm_bindgen(method, catch)]
    fn svg(
        this: &Program,
        width: u32,
        height: u32,
        palette: &str,
        content: &[u8],
    ) -> Result<String, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn keys(this: &Program, content: &[u8]) -> Result<Vec<String>, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn csv(this: &Program, remark: &str, content: &[u8]) -> Result<String, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn json(this: &Program, remark: &str, content: &[u8]) -> Result<String, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn why(
        this: &Program,
        sent: &[u8],
        content: &[u8],
        diagnosis: &str,
    ) -> Result<Vec<u8>, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn busiest(this: &Program, diagnosis: &str) -> Result<u32, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn doubtful(this: &Program, content: &[u8]) -> Result<Vec<u8>, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn draw_loads(
        this: &Program,
        canvas: &HtmlCanvasElement,
        palette: &str,
        scale: f64,
        content: &[u8],
    ) -> Result<(), JsValue>;

    #[wasm_bindgen(method, catch)]
    fn loads(this: &Program, content: &[u8]) -> Result<Vec<u8>, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn table(this: &Program, content: &[u8]) -> Result<Vec<u8>, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn saturation(this: &Program, model: &str) -> Result<Option<f64>, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn theory(this: &Program, sent: &[u8]) -> Result<Vec<u8>, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn claims(this: &Program, figure: &str) -> Result<Vec<u8>, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn warnings(this: &Program, content: &[u8]) -> Result<Vec<String>, JsValue>;
}

/// The program for charts; copies share it.
#[derive(Clone, Copy)]
pub struct Drawing {
    program: RwSignal<Option<Program>, LocalStorage>,
    /// Why there is none, in a sentence.
    pub problem: RwSignal<Option<String>>,
    is_wanted: StoredValue<bool>,
    /// The reports that it has, as JSON, with the numbers that it gave them.
    given: StoredValue<BTreeMap<String, u32>>,
}

/// With more reports than these the program forgets all, and is given those that it needs again.
const MOST_GIVEN: usize = 2000;

/// What a chart shows, and where the page has it from.
#[derive(Debug, Clone)]
pub struct ChartContent {
    /// The model, its id and `key=value` words; empty where there is none.
    pub model: String,
    /// The table of a paper.
    pub print: Option<&'static PrintedTable>,
    /// The points so far.
    pub measured: Vec<Measured>,
    /// What they are a measurement of.
    pub scenario: Scenario,
}

impl ChartContent {
    /// Whether the points are of several curves.
    pub fn has_curves(&self) -> bool {
        self.measured.iter().any(|point| !point.curve.is_empty())
    }

    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.model.is_empty() && self.print.is_none() && self.measured.is_empty()
    }
}

impl Drawing {
    /// Not fetched yet.
    pub fn new() -> Self {
        Self {
            program: RwSignal::new_local(None),
            problem: RwSignal::new(None),
            is_wanted: StoredValue::new(false),
            given: StoredValue::default(),
        }
    }

    /// Has the program fetched, unless it has been; callers that draw are told when it is there.
    pub fn want(self) {
        if self.is_wanted.get_value() {
            return;
        }
        self.is_wanted.set_value(true);
        spawn_local(async move {
            match JsFuture::from(programs::start("chart")).await {
                Ok(program) => self.program.set(Some(program.unchecked_into())),
                Err(error) => self.fail("cannot start", &error),
            }
        });
    }

    /// Starts the program again after it failed.
    pub fn start_again(self) {
        self.is_wanted.set_value(false);
        self.given.set_value(BTreeMap::new());
        self.program.set(None);
        self.problem.set(None);
        self.want();
    }

    /// Draws on a canvas, once the program is there.
    pub fn draw(
        self,
        picture: Picture,
        canvas: &HtmlCanvasElement,
        palette: &str,
        scale: f64,
        shown: &ChartContent,
    ) {
        let Some(program) = self.working() else {
            return;
        };
        let drawn = self
            .content(&program, shown)
            .and_then(|content| match picture {
                Picture::Load => program.draw_loads(canvas, palette, scale, &content),
                Picture::Latency => program.draw(canvas, palette, scale, &content),
            });
        self.hear(drawn);
    }

    /// Draws on a canvas with all marks explained, for a file; none if that failed.
    pub fn draw_file(
        self,
        canvas: &HtmlCanvasElement,
        palette: &str,
        scale: f64,
        shown: &ChartContent,
    ) -> Option<()> {
        self.ask(shown, |program, content| {
            program.draw_file(canvas, palette, scale, content)
        })
    }

    /// The chart as SVG, of a size \[pixels\].
    pub fn svg(self, size: (u32, u32), palette: &str, shown: &ChartContent) -> Option<String> {
        self.ask(shown, |program, content| {
            program.svg(size.0, size.1, palette, content)
        })
    }

    /// The marks that occur, by their ids.
    pub fn keys(self, shown: &ChartContent) -> Vec<String> {
        self.ask(shown, Program::keys).unwrap_or_default()
    }

    /// The points as a file, after a remark on what they are of.
    pub fn csv(self, remark: &str, shown: &ChartContent) -> Option<String> {
        self.ask(shown, |program, content| program.csv(remark, content))
    }

    /// The same for programs.
    pub fn json(self, remark: &str, shown: &ChartContent) -> Option<String> {
        self.ask(shown, |program, content| program.json(remark, content))
    }

    /// Why a scenario saturates where it does: what each answer is about, and the answer; and the number of the busiest
    /// channel.
    pub fn why(
        self,
        scenario: &Scenario,
        measured: &[Measured],
        diagnosis: &str,
    ) -> Option<(Vec<(String, String)>, u32)> {
        let sent = wire::encode(&SentScenario::new(scenario));
        let shown = ChartContent {
            model: String::new(),
            print: None,
            measured: measured.iter().map(alone).collect(),
            scenario: scenario.clone(),
        };
        self.ask(&shown, |program, content| {
            let answers = program.why(&sent, content, diagnosis)?;
            Ok((read(&answers)?, program.busiest(diagnosis)?))
        })
    }

    /// Loads whose mean latency cannot be trusted yet, and the cycles that were simulated.
    pub fn doubtful(self, shown: &ChartContent) -> Vec<(f64, f64)> {
        let doubtful = self.ask(shown, |program, content| read(&program.doubtful(content)?));
        doubtful.unwrap_or_default()
    }

    /// The table of the points, and what there is to know before trusting them.
    pub fn table(self, shown: &ChartContent) -> Option<(Cells, Vec<String>)> {
        self.ask(shown, |program, content| {
            Ok((read(&program.table(content)?)?, program.warnings(content)?))
        })
    }

    /// How the curves load the channels, where that is known of all at one load.
    pub fn loads(self, shown: &ChartContent) -> Option<Cells> {
        self.ask(shown, |program, content| read(&program.loads(content)?))?
    }

    /// What a paper concludes from a figure, whether it holds and what was found, once the program is there.
    pub fn claims(self, figure: &str) -> Vec<[String; 3]> {
        let claims = self.working().map(|program| program.claims(figure));
        let claims = claims.map(|claims| claims.and_then(|bytes| read(&bytes)));
        let claims = claims.and_then(|claims| self.hear(claims));
        claims.unwrap_or_default()
    }

    /// Asks the program something about a content; `None` until it is there, and if it fails.
    fn ask<T>(
        self,
        shown: &ChartContent,
        ask: impl FnOnce(&Program, &[u8]) -> Result<T, JsValue>,
    ) -> Option<T> {
        let program = self.working()?;
        let content = self.content(&program, shown);
        self.hear(content.and_then(|content| ask(&program, &content)))
    }

    /// A content as the program takes it, which is given the reports that it does not have yet.
    fn content(self, program: &Program, shown: &ChartContent) -> Result<Vec<u8>, JsValue> {
        let mut given = self.given.get_value();
        if given.len() > MOST_GIVEN {
            program.clear()?;
            given.clear();
        }
        let points = shown.measured.iter().map(|point| {
            let report = if let Some(&number) = given.get(&point.report) {
                number
            } else {
                let number = program.take(&point.report)?;
                given.insert(point.report.clone(), number);
                number
            };
            Ok(ShownPoint {
                report,
                routing: routing_of(&point.curve, &shown.scenario),
            })
        });
        let points = points.collect::<Result<_, JsValue>>();
        self.given.set_value(given);
        Ok(wire::encode(&Content {
            model: shown.model.clone(),
            own: routing_of(OWN_ROUTING, &shown.scenario).unwrap_or_default(),
            printed: shown
                .print
                .map_or(Vec::new(), |print| print.points.to_vec()),
            table: shown
                .print
                .map_or(String::new(), |print| print.item.to_owned()),
            points: points?,
        }))
    }

    /// Whether the program is there, or will never be.
    pub fn is_settled(self) -> bool {
        self.program.read().is_some() || self.problem.read().is_some()
    }

    /// The load [messages/node/cycle] at which a model saturates, once the program is there.
    pub fn saturation(self, model: &str) -> Option<f64> {
        let rate = self.working()?.saturation(model);
        self.hear(rate).flatten()
    }

    /// The model of a scenario, and what theory says of it as HTML, once the program is there.
    pub fn theory(self, scenario: &Scenario) -> [String; 2] {
        self.want();
        let sent = wire::encode(&SentScenario::new(scenario));
        let theory = self.working().map(|program| program.theory(&sent));
        let theory = theory.map(|theory| theory.and_then(|bytes| read(&bytes)));
        let theory = theory.and_then(|theory| self.hear(theory));
        theory.unwrap_or_default()
    }

    /// The program, once it is there and unless it has failed.
    fn working(self) -> Option<Program> {
        let is_well = self.problem.read().is_none();
        self.program.get().filter(|_| is_well)
    }

    /// Notes what a call was answered with; none: the program does not work any more.
    fn hear<T>(self, answer: Result<T, JsValue>) -> Option<T> {
        let failed = |error| self.fail("stopped unexpectedly", &error);
        answer.map_err(failed).ok()
    }

    fn fail(self, how: &str, error: &JsValue) {
        let reason = error.dyn_ref::<js_sys::Error>();
        let reason = reason.map_or(String::new(), |error| {
            format!(": {}", String::from(error.message()))
        });
        self.problem.set(Some(format!(
            "The part of Flitscope that draws charts and their tables {how}{reason}."
        )));
    }
}

/// An answer of the program.
fn read<T: DeserializeOwned>(answer: &[u8]) -> Result<T, JsValue> {
    wire::decode(answer).map_err(|error| js_sys::Error::new(&error.to_string()).into())
}

/// A point without the curves beside its own.
fn alone(point: &Measured) -> Measured {
    Measured {
        curve: String::new(),
        ..point.clone()
    }
}
