//! Interface to the program that draws charts and reads reports (`bin/chart.rs`), which is fetched
//! on first use.

use std::collections::BTreeMap;

use browser::programs;
use flitscope::plot::{Cells, ChartContent, ShownCurve, ShownPoint};
use flitscope::scenario::Scenario;
use flitscope::sweep::{Measured, SentScenario, ShortCurve};
use flitscope::wire;
use js_sys::futures::JsFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;
use web_sys::HtmlCanvasElement;

use super::chart_subject::ChartSubject;

/// Kinds of charts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Picture {
    /// Latency against load.
    Latency,
    /// The distribution of channel load for each compared curve.
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
    fn legend(this: &Program, palette: &str, content: &[u8]) -> Result<Vec<u8>, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn rows(this: &Program, palette: &str, content: &[u8]) -> Result<Vec<u8>, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn places(this: &Program, width: f64, height: f64, content: &[u8]) -> Result<Vec<u8>, JsValue>;

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
    fn curve(this: &Program, sent: &[u8], name: &str) -> Result<Vec<u8>, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn short_points(this: &Program, content: &[u8]) -> Result<Vec<u8>, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn linked_points(this: &Program, points: &str, label: &str) -> Result<Vec<u8>, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn saturation(this: &Program, model: &str) -> Result<Option<f64>, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn reading(
        this: &Program,
        width: f64,
        height: f64,
        across: f64,
        content: &[u8],
    ) -> Result<String, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn next_loads(this: &Program, content: &[u8]) -> Result<Vec<f64>, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn theory(this: &Program, sent: &[u8]) -> Result<Vec<u8>, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn claims(this: &Program, figure: &str) -> Result<Vec<u8>, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn warnings(this: &Program, content: &[u8]) -> Result<Vec<String>, JsValue>;
}

/// The places of the parts of a chart on its sheet [pixels].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Places {
    /// The left and right edge and the top and bottom of the plot.
    pub edges: [f64; 4],
    /// The loads [messages/node/cycle] at the left and right edge.
    pub rates: [f64; 2],
    /// The points from left to right, each with what it says.
    pub points: Vec<((f64, f64), String)>,
}

impl Places {
    /// The horizontal position of a load, at an edge if it is beyond.
    pub fn across(&self, rate: f64) -> f64 {
        let [left, right, ..] = self.edges;
        let share = (rate - self.rates[0]) / (self.rates[1] - self.rates[0]);
        left + share.clamp(0.0, 1.0) * (right - left)
    }

    /// The load at a horizontal position, clamped to the plot.
    pub fn rate(&self, across: f64) -> f64 {
        let [left, right, ..] = self.edges;
        let share = ((across - left) / (right - left)).clamp(0.0, 1.0);
        self.rates[0] + share * (self.rates[1] - self.rates[0])
    }

    /// The point nearest to a position, within a reach.
    pub fn nearest(&self, (x, y): (f64, f64), reach: f64) -> Option<usize> {
        let points = self.points.iter().enumerate();
        let far = points.map(|(place, (at, _))| (place, (at.0 - x).hypot(at.1 - y)));
        let nearest = far.min_by(|a, b| a.1.total_cmp(&b.1));
        nearest
            .filter(|(_, far)| *far <= reach)
            .map(|(place, _)| place)
    }
}

/// The program for charts; copies share it.
#[derive(Clone, Copy)]
pub struct ChartProgram {
    program: RwSignal<Option<Program>, LocalStorage>,
    /// A sentence that says why the program does not run, if it failed.
    pub problem: RwSignal<Option<String>>,
    is_wanted: StoredValue<bool>,
    /// The reports that the program holds: their JSON text and the numbers that it assigned.
    given: StoredValue<BTreeMap<String, u32>>,
}

/// Largest number of reports that the program holds; beyond it, all are cleared, and those still
/// needed are sent again.
const MOST_GIVEN: usize = 2000;

impl ChartProgram {
    /// Creates the interface without fetching the program.
    pub fn new() -> Self {
        Self {
            program: RwSignal::new_local(None),
            problem: RwSignal::new(None),
            is_wanted: StoredValue::new(false),
            given: StoredValue::default(),
        }
    }

    /// Fetches the program, unless that has been requested before. Reactive callers run again when
    /// it has started.
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

    /// Restarts the program after a failure.
    pub fn start_again(self) {
        self.is_wanted.set_value(false);
        self.given.set_value(BTreeMap::new());
        self.program.set(None);
        self.problem.set(None);
        self.want();
    }

    /// Draws on a canvas, if the program has started.
    pub fn draw(
        self,
        picture: Picture,
        canvas: &HtmlCanvasElement,
        palette: &str,
        scale: f64,
        shown: &ChartSubject,
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
        self.ok_or_fail(drawn);
    }

    /// Draws on a canvas with a legend, for a file; returns `None` on failure.
    pub fn draw_file(
        self,
        canvas: &HtmlCanvasElement,
        palette: &str,
        scale: f64,
        shown: &ChartSubject,
    ) -> Option<()> {
        self.ask(shown, |program, content| {
            program.draw_file(canvas, palette, scale, content)
        })
    }

    /// Returns the chart as SVG of the given width and height \[pixels\].
    pub fn svg(self, size: (u32, u32), palette: &str, shown: &ChartSubject) -> Option<String> {
        self.ask(shown, |program, content| {
            program.svg(size.0, size.1, palette, content)
        })
    }

    /// Returns the marks that occur: the sample of each as SVG, its meaning and its id.
    pub fn legend(self, palette: &str, shown: &ChartSubject) -> Vec<[String; 3]> {
        let legend = self.ask(shown, |program, content| {
            read(&program.legend(palette, content)?)
        });
        legend.unwrap_or_default()
    }

    /// Returns the heading of the column of the present load, and for each curve the sample of its line as SVG, its name, the
    /// latency without load, the value at the present load, and where it saturates.
    pub fn rows(self, palette: &str, shown: &ChartSubject) -> (String, Vec<[String; 5]>) {
        let rows = self.ask(shown, |program, content| {
            read(&program.rows(palette, content)?)
        });
        rows.unwrap_or_default()
    }

    /// Returns what is where on a sheet of a width and height \[pixels\].
    pub fn places(self, size: (f64, f64), shown: &ChartSubject) -> Option<Places> {
        let (edges, rates, points) = self.ask(shown, |program, content| {
            read(&program.places(size.0, size.1, content)?)
        })?;
        Some(Places {
            edges,
            rates,
            points,
        })
    }

    /// Returns the values at a horizontal position on a sheet of a width and height \[pixels\] in a sentence.
    pub fn reading(self, size: (f64, f64), across: f64, shown: &ChartSubject) -> Option<String> {
        self.ask(shown, |program, content| {
            program.reading(size.0, size.1, across, content)
        })
    }

    /// Returns the points as CSV, preceded by a remark that identifies them.
    pub fn csv(self, remark: &str, shown: &ChartSubject) -> Option<String> {
        self.ask(shown, |program, content| program.csv(remark, content))
    }

    /// Returns the points as JSON with a remark that identifies them.
    pub fn json(self, remark: &str, shown: &ChartSubject) -> Option<String> {
        self.ask(shown, |program, content| program.json(remark, content))
    }

    /// Explains why a scenario saturates where it does. Returns the kind and text of each finding,
    /// and the number of the busiest channel.
    pub fn why(
        self,
        scenario: &Scenario,
        measured: &[Measured],
        diagnosis: &str,
    ) -> Option<(Vec<(String, String)>, u32)> {
        let sent = wire::encode(&SentScenario::new(scenario));
        let shown = ChartSubject {
            curves: vec![(String::new(), ShownCurve::default())],
            measured: measured.iter().map(alone).collect(),
            ..ChartSubject::default()
        };
        self.ask(&shown, |program, content| {
            let answers = program.why(&sent, content, diagnosis)?;
            Ok((read(&answers)?, program.busiest(diagnosis)?))
        })
    }

    /// Returns the loads whose mean latency cannot be trusted yet, each with the cycles simulated.
    pub fn doubtful(self, shown: &ChartSubject) -> Vec<(f64, f64)> {
        let doubtful = self.ask(shown, |program, content| read(&program.doubtful(content)?));
        doubtful.unwrap_or_default()
    }

    /// Returns the table of the points and the warnings about them.
    pub fn table(self, shown: &ChartSubject) -> Option<(Cells, Vec<String>)> {
        self.ask(shown, |program, content| {
            Ok((read(&program.table(content)?)?, program.warnings(content)?))
        })
    }

    /// Returns the table of channel load by curve; `None` unless it is known for all curves at some
    /// common load.
    pub fn loads(self, shown: &ChartSubject) -> Option<Cells> {
        self.ask(shown, |program, content| read(&program.loads(content)?))?
    }

    /// Returns, for each conclusion that a paper draws from a figure: the conclusion, whether it
    /// holds, and the result found here. Empty until the program has started.
    pub fn claims(self, figure: &str) -> Vec<[String; 3]> {
        let claims = self.working().map(|program| program.claims(figure));
        let claims = claims.map(|claims| claims.and_then(|bytes| read(&bytes)));
        let claims = claims.and_then(|claims| self.ok_or_fail(claims));
        claims.unwrap_or_default()
    }

    /// Calls the program with an encoded content; returns `None` if it has not started or fails.
    fn ask<T>(
        self,
        shown: &ChartSubject,
        ask: impl FnOnce(&Program, &[u8]) -> Result<T, JsValue>,
    ) -> Option<T> {
        let program = self.working()?;
        let content = self.content(&program, shown);
        self.ok_or_fail(content.and_then(|content| ask(&program, &content)))
    }

    /// Encodes a content for the program, after sending it the reports that it does not hold yet.
    fn content(self, program: &Program, shown: &ChartSubject) -> Result<Vec<u8>, JsValue> {
        let mut given = self.given.write_value();
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
            let mut labels = shown.curves.iter().map(|(label, _)| label);
            let curve = labels.position(|label| *label == point.curve);
            Ok(curve.map(|curve| ShownPoint {
                report,
                curve: curve as u32,
            }))
        });
        // For a moment after a change of curves, there may be points of earlier ones.
        let points = points.collect::<Result<Vec<_>, JsValue>>()?;
        let table = shown.print.map(|print| print.item.to_owned());
        Ok(wire::encode(&ChartContent {
            title: shown.title.clone(),
            axes: shown.axes,
            model: shown.model.clone(),
            beside: shown.beside.clone(),
            table: table.unwrap_or_default(),
            curves: shown
                .curves
                .iter()
                .map(|(_, curve)| curve.clone())
                .collect(),
            own: shown.own as u32,
            present: shown.present,
            points: points.into_iter().flatten().collect(),
        }))
    }

    /// Returns a curve with its bounds, or without them until the program has started.
    pub fn curve(self, scenario: &Scenario, name: &str, length: f64) -> ShownCurve {
        let sent = wire::encode(&SentScenario::new(scenario));
        let curve = self.working().map(|program| program.curve(&sent, name));
        let curve = curve.map(|curve| curve.and_then(|bytes| read(&bytes)));
        let curve = curve.and_then(|curve| self.ok_or_fail(curve));
        curve.unwrap_or_else(|| ShownCurve {
            name: name.to_owned(),
            length,
            senders: 1.0,
            ..ShownCurve::default()
        })
    }

    /// Returns the points of each curve in the form that a link has; none if the program does not run.
    pub fn short_points(self, shown: &ChartSubject) -> Vec<ShortCurve> {
        let texts = self.ask(shown, |program, content| {
            read(&program.short_points(content)?)
        });
        let texts: Vec<String> = texts.unwrap_or_default();
        let curves = texts
            .iter()
            .map(|text| ShortCurve::read(text).unwrap_or_default());
        curves.collect()
    }

    /// Returns the points that a link has for a curve; none until the program has started.
    pub fn linked_points(self, curve: &ShortCurve, label: &str) -> Vec<Measured> {
        let points = self
            .working()
            .map(|program| program.linked_points(&curve.write(), label));
        let points = points.map(|points| points.and_then(|bytes| read(&bytes)));
        let points = points.and_then(|points| self.ok_or_fail(points));
        points.unwrap_or_default()
    }

    /// Whether the program has started or failed.
    pub fn is_settled(self) -> bool {
        self.program.read().is_some() || self.problem.read().is_some()
    }

    /// Returns the load [messages/node/cycle] of each curve to simulate next, by its label, so that the picture shows its
    /// knee; none for curves of which it does.
    pub fn next_loads(self, shown: &ChartSubject) -> Vec<(String, f64)> {
        let loads = self.ask(shown, Program::next_loads).unwrap_or_default();
        let labels = shown.curves.iter().map(|(label, _)| label.clone());
        // A curve without a next load has one that is no number.
        labels
            .zip(loads)
            .filter(|(_, load)| load.is_finite())
            .collect()
    }

    /// Returns the load [messages/node/cycle] at which a model saturates, if the program has started.
    pub fn saturation(self, model: &str) -> Option<f64> {
        let rate = self.working()?.saturation(model);
        self.ok_or_fail(rate).flatten()
    }

    /// Returns the model of a scenario, a published one beside it, and the predictions of theory as HTML; all are
    /// empty until the program has started.
    pub fn theory(self, scenario: &Scenario) -> [String; 3] {
        self.want();
        let sent = wire::encode(&SentScenario::new(scenario));
        let theory = self.working().map(|program| program.theory(&sent));
        let theory = theory.map(|theory| theory.and_then(|bytes| read(&bytes)));
        let theory = theory.and_then(|theory| self.ok_or_fail(theory));
        theory.unwrap_or_default()
    }

    /// Returns the program if it has started and not failed.
    fn working(self) -> Option<Program> {
        let works = self.problem.read().is_none();
        self.program.get().filter(|_| works)
    }

    /// Unwraps the result of a call; an error marks the program as failed and yields `None`.
    fn ok_or_fail<T>(self, answer: Result<T, JsValue>) -> Option<T> {
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

/// Decodes an answer of the program.
fn read<T: DeserializeOwned>(answer: &[u8]) -> Result<T, JsValue> {
    wire::decode(answer).map_err(|error| js_sys::Error::new(&error.to_string()).into())
}

/// Returns a point without the label of its curve.
fn alone(point: &Measured) -> Measured {
    Measured {
        curve: String::new(),
        ..point.clone()
    }
}
