//! The program that draws charts and reads reports (`bin/chart.rs`), fetched when it is first
//! wanted.

use flitscope::browser::programs;
use flitscope::paper::PrintedTable;
use flitscope::plot::Cells;
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
    fn draw(
        this: &Program,
        canvas: &HtmlCanvasElement,
        palette: &str,
        scale: f64,
        model: &str,
        printed: &[f64],
        measured: &str,
    ) -> Result<(), JsValue>;

    #[wasm_bindgen(method, catch)]
    fn draw_file(
        this: &Program,
        canvas: &HtmlCanvasElement,
        palette: &str,
        scale: f64,
        model: &str,
        printed: &[f64],
        measured: &str,
    ) -> Result<(), JsValue>;

    #[wasm_bindgen(method, catch)]
    fn svg(
        this: &Program,
        width: u32,
        height: u32,
        palette: &str,
        model: &str,
        printed: &[f64],
        measured: &str,
    ) -> Result<String, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn keys(
        this: &Program,
        model: &str,
        printed: &[f64],
        measured: &str,
    ) -> Result<Vec<String>, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn csv(
        this: &Program,
        remark: &str,
        model: &str,
        own: &str,
        measured: &str,
    ) -> Result<String, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn json(
        this: &Program,
        remark: &str,
        model: &str,
        own: &str,
        measured: &str,
    ) -> Result<String, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn why(
        this: &Program,
        sent: &[u8],
        measured: &str,
        diagnosis: &str,
    ) -> Result<Vec<u8>, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn busiest(this: &Program, diagnosis: &str) -> Result<u32, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn doubtful(this: &Program, measured: &str) -> Result<Vec<u8>, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn draw_loads(
        this: &Program,
        canvas: &HtmlCanvasElement,
        palette: &str,
        scale: f64,
        measured: &str,
    ) -> Result<(), JsValue>;

    #[wasm_bindgen(method, catch)]
    fn loads(this: &Program, measured: &str) -> Result<Vec<u8>, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn table(
        this: &Program,
        measured: &str,
        model: &str,
        own: &str,
        printed: &str,
    ) -> Result<Vec<u8>, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn saturation(this: &Program, model: &str) -> Result<Option<f64>, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn theory(this: &Program, sent: &[u8]) -> Result<Vec<u8>, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn claims(this: &Program, figure: &str) -> Result<Vec<u8>, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn warnings(this: &Program, measured: &str) -> Result<Vec<String>, JsValue>;
}

/// The program for charts; copies share it.
#[derive(Clone, Copy)]
pub struct Drawing {
    program: RwSignal<Option<Program>, LocalStorage>,
    /// Why there is none, in a sentence.
    pub problem: RwSignal<Option<String>>,
    is_wanted: StoredValue<bool>,
}

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

    /// All reports as a JSON array; where routing functions are compared, each says of which.
    fn reports(&self) -> String {
        let reports = self.measured.iter();
        reports_of(reports.map(|point| point.compared_report(&self.scenario)))
    }

    /// What reports of the scenario's own routing function say of it.
    fn own(&self) -> String {
        routing_of(OWN_ROUTING, &self.scenario).unwrap_or_default()
    }

    /// Loads and latencies of the print by turns.
    fn printed(&self) -> Vec<f64> {
        flat(self.print.map_or(&[], |print| print.points))
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
        let measured = shown.reports();
        let drawn = match picture {
            Picture::Load => program.draw_loads(canvas, palette, scale, &measured),
            Picture::Latency => program.draw(
                canvas,
                palette,
                scale,
                &shown.model,
                &shown.printed(),
                &measured,
            ),
        };
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
        let measured = shown.reports();
        let (model, printed) = (&shown.model, shown.printed());
        let program = self.working()?;
        self.hear(program.draw_file(canvas, palette, scale, model, &printed, &measured))
    }

    /// The chart as SVG, of a size \[pixels\].
    pub fn svg(self, size: (u32, u32), palette: &str, shown: &ChartContent) -> Option<String> {
        let measured = shown.reports();
        let (model, printed) = (&shown.model, shown.printed());
        let program = self.working()?;
        self.hear(program.svg(size.0, size.1, palette, model, &printed, &measured))
    }

    /// The marks that occur, by their ids.
    pub fn keys(self, shown: &ChartContent) -> Vec<String> {
        let measured = shown.reports();
        let keys = self.working();
        let keys = keys.map(|program| program.keys(&shown.model, &shown.printed(), &measured));
        let keys = keys.and_then(|keys| self.hear(keys));
        keys.unwrap_or_default()
    }

    /// The points as a file, after a remark on what they are of.
    pub fn csv(self, remark: &str, shown: &ChartContent) -> Option<String> {
        let program = self.working()?;
        self.hear(program.csv(remark, &shown.model, &shown.own(), &shown.reports()))
    }

    /// The same for programs.
    pub fn json(self, remark: &str, shown: &ChartContent) -> Option<String> {
        let program = self.working()?;
        self.hear(program.json(remark, &shown.model, &shown.own(), &shown.reports()))
    }

    /// Why a scenario saturates where it does: what each answer is about, and the answer; and the number of the busiest
    /// channel.
    pub fn why(
        self,
        scenario: &Scenario,
        measured: &[Measured],
        diagnosis: &str,
    ) -> Option<(Vec<(String, String)>, u32)> {
        let program = self.working()?;
        let sent = wire::encode(&SentScenario::new(scenario));
        let reports = measured.iter().map(|point| point.report.clone());
        let answers = program.why(&sent, &reports_of(reports), diagnosis);
        let all = answers.and_then(|answers| Ok((read(&answers)?, program.busiest(diagnosis)?)));
        self.hear(all)
    }

    /// Loads whose mean latency cannot be trusted yet, and the cycles that were simulated.
    pub fn doubtful(self, shown: &ChartContent) -> Vec<(f64, f64)> {
        let doubtful = self.working();
        let doubtful = doubtful.map(|program| program.doubtful(&shown.reports()));
        let doubtful = doubtful.map(|doubtful| doubtful.and_then(|bytes| read(&bytes)));
        let doubtful = doubtful.and_then(|doubtful| self.hear(doubtful));
        doubtful.unwrap_or_default()
    }

    /// The table of the points, and what there is to know before trusting them.
    pub fn table(self, shown: &ChartContent) -> Option<(Cells, Vec<String>)> {
        let program = self.working()?;
        let printed = shown.print.map_or("", |print| print.item);
        let measured = shown.reports();
        let table = program.table(&measured, &shown.model, &shown.own(), printed);
        let all = table.and_then(|cells| Ok((read(&cells)?, program.warnings(&measured)?)));
        self.hear(all)
    }

    /// How the curves load the channels, where that is known of all at one load.
    pub fn loads(self, shown: &ChartContent) -> Option<Cells> {
        let loads = self.working()?.loads(&shown.reports());
        self.hear(loads.and_then(|bytes| read(&bytes)))?
    }

    /// What a paper concludes from a figure, whether it holds and what was found, once the program is there.
    pub fn claims(self, figure: &str) -> Vec<[String; 3]> {
        let claims = self.working().map(|program| program.claims(figure));
        let claims = claims.map(|claims| claims.and_then(|bytes| read(&bytes)));
        let claims = claims.and_then(|claims| self.hear(claims));
        claims.unwrap_or_default()
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

/// Loads and latencies by turns.
fn flat(points: &[(f64, f64)]) -> Vec<f64> {
    points
        .iter()
        .flat_map(|&(load, latency)| [load, latency])
        .collect()
}

/// An answer of the program.
fn read<T: DeserializeOwned>(answer: &[u8]) -> Result<T, JsValue> {
    wire::decode(answer).map_err(|error| js_sys::Error::new(&error.to_string()).into())
}

/// Reports as a JSON array.
fn reports_of(reports: impl Iterator<Item = String>) -> String {
    format!("[{}]", reports.collect::<Vec<_>>().join(","))
}
