//! The program that draws charts and evaluates theory beside them, which the page fetches on first
//! use.
//!
//! It is a separate program because plotters and the parsing of reports would otherwise make up a
//! tenth of the download before the first worm moves. It keeps the reports that it receives
//! ([`take`](browser::take)), so that each is parsed once; every call carries the content of its
//! chart, which refers to them, as a [`ChartContent`](flitscope::plot::ChartContent).

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use browser::canvas::fine::{FINER, FineCanvas};
use flitscope::catalog::{Entry, escaped, parse_key_values};
use flitscope::model::{self, LatencyKind, Model, ModelFamily};
use flitscope::paper::{self, PRINTED_TABLES, PrintedLatency, PrintedTable};
use flitscope::plot::{
    ChartContent, CurveChart, Diagram, Frame, LoadChart, ModelCurve, PointRow, PrintedColumn,
    ShownCurve, Theme, point_cells, points_csv,
};
use flitscope::scenario::{self, MOST_NODES_IN_PAGE, Scenario, Theory};
use flitscope::sweep::{self, Report, SentScenario, ShortCurve, ShortPoint};
use flitscope::wire;
use plotters::coord::Shift;
use plotters::drawing::DrawingArea;
use wasm_bindgen::prelude::*;
use web_sys::HtmlCanvasElement;

thread_local! {
    /// The reports received so far, indexed by number.
    static REPORTS: RefCell<Vec<Report>> = const { RefCell::new(Vec::new()) };
    /// The models built last, with their texts: every call names them, and they can take long to build.
    static MODELS: RefCell<Vec<(String, Rc<NamedModel>)>> = const { RefCell::new(Vec::new()) };
}

/// Stores the report of a point, given as JSON, and returns its number.
#[wasm_bindgen]
pub fn take(report: &str) -> Result<u32, JsError> {
    let report = serde_json::from_str(report)?;
    Ok(REPORTS.with_borrow_mut(|reports| {
        reports.push(report);
        reports.len() as u32 - 1
    }))
}

/// Forgets all reports; the next one has the number 0.
#[wasm_bindgen]
pub fn clear() {
    REPORTS.with_borrow_mut(Vec::clear);
}

/// The decoded content of a call.
struct Shown {
    model: Option<Rc<NamedModel>>,
    content: ChartContent,
    table: Option<&'static PrintedTable>,
    chart: CurveChart,
    /// The points in the order of the table: the place of the curve, and the report.
    points: Vec<(usize, Report)>,
}

impl Shown {
    fn read(content: &[u8]) -> Result<Self, JsError> {
        let content: ChartContent = wire::decode(content)?;
        let model = named(&content.model)?;
        let beside = named(&content.beside)?;
        let table = PRINTED_TABLES.iter();
        let table = table.copied().find(|table| table.item == content.table);
        let read = REPORTS.with_borrow(|given| {
            let points = content.points.iter().map(|point| {
                let report = given.get(point.report as usize)?.clone();
                Some((point.curve as usize, report))
            });
            Some((content.series(given)?, points.collect::<Option<Vec<_>>>()?))
        });
        let (series, points) = read.ok_or_else(|| JsError::new("unknown report number"))?;
        let chart = CurveChart {
            title: content.title.clone(),
            axes: content.axes,
            series,
            own: content.own as usize,
            model: model
                .as_ref()
                .map(|named| named.curve().clone())
                .unwrap_or_default(),
            predicts: model.as_ref().map(|named| named.family.build.predicts),
            beside: beside.map(|named| (named.curve().clone(), named.family.build.predicts)),
            printed: table.map_or(Vec::new(), |table| table.points.to_vec()),
            prints_network: table.is_some_and(|table| table.latency == PrintedLatency::Network),
            present: content.present,
        };
        Ok(Self {
            model,
            content,
            table,
            chart,
            points,
        })
    }

    fn diagram(&self) -> Diagram {
        self.chart.diagram()
    }

    /// The diagram of a file, in which the present load of the page has no place.
    fn file(&self) -> Diagram {
        Diagram {
            present: None,
            ..self.diagram()
        }
    }

    /// The points as rows of a table, with the latency that the model predicts for those of the scenario's own
    /// curve.
    fn rows(&self) -> Vec<PointRow<'_>> {
        let rows = self.points.iter().map(|(curve, report)| {
            let model = self.model.as_ref().filter(|_| *curve == self.chart.own);
            let prediction = model.map(|named| named.model.predict(report.load));
            PointRow {
                curve: &self.content.curves[*curve].name,
                report,
                predicted: prediction.and_then(|p| p.latency().map(|latency| latency.total)),
            }
        });
        rows.collect()
    }

    fn reports(&self) -> Vec<Report> {
        let points = self.points.iter();
        points.map(|(_, report)| report.clone()).collect()
    }
}

/// Draws a chart over the load.
#[wasm_bindgen]
pub fn draw(
    canvas: HtmlCanvasElement,
    palette: &str,
    scale: f64,
    content: &[u8],
) -> Result<(), JsError> {
    let chart = Shown::read(content)?.diagram();
    chart.draw(&area_on(canvas)?, &Theme::in_page(palette, FINER * scale))?;
    Ok(())
}

/// Draws a chart over the load with a legend, for a file.
#[wasm_bindgen]
pub fn draw_file(
    canvas: HtmlCanvasElement,
    palette: &str,
    scale: f64,
    content: &[u8],
) -> Result<(), JsError> {
    let chart = Shown::read(content)?.file();
    chart.draw_with_legend(&area_on(canvas)?, &Theme::named(palette, FINER * scale))?;
    Ok(())
}

/// Returns a chart over the load as SVG of a size [pixels].
#[wasm_bindgen]
pub fn svg(width: u32, height: u32, palette: &str, content: &[u8]) -> Result<String, JsError> {
    let chart = Shown::read(content)?.file();
    Ok(chart.to_svg((width, height), &Theme::named(palette, 1.0)))
}

/// Returns the marks that occur in the chart, each with its sample as SVG, its meaning and its id.
#[wasm_bindgen]
pub fn legend(palette: &str, content: &[u8]) -> Result<Vec<u8>, JsError> {
    let diagram = Shown::read(content)?.diagram();
    let theme = Theme::in_page(palette, 1.0);
    let keys = diagram.occurring_keys().into_iter();
    let keys = keys.map(|key| {
        let sample = diagram.key_sample(key, &theme);
        [sample, key.label().to_owned(), key.id().to_owned()]
    });
    Ok(wire::encode(&keys.collect::<Vec<_>>()))
}

/// Returns the table of the curves: the heading of the column of the present load, and for each curve its sample as SVG, its
/// name, the latency without load, the value at the present load, and where it saturates.
#[wasm_bindgen]
pub fn rows(palette: &str, content: &[u8]) -> Result<Vec<u8>, JsError> {
    let shown = Shown::read(content)?;
    let diagram = shown.diagram();
    let theme = Theme::in_page(palette, 1.0);
    let rows = shown.chart.rows(&diagram).into_iter().map(|row| {
        let sample = diagram.name_sample(row.trace, &theme);
        [sample, row.name, row.zero_load, row.present, row.saturates]
    });
    let rows: Vec<_> = rows.collect();
    Ok(wire::encode(&(shown.chart.present_in_words(), rows)))
}

/// Returns what is where on a sheet of a size [pixels of the page]: the left and right edge and the top and bottom of the
/// plot, the loads [messages/node/cycle] at the former two, and each point with its position and what it says.
#[wasm_bindgen]
pub fn places(width: f64, height: f64, content: &[u8]) -> Result<Vec<u8>, JsError> {
    let shown = Shown::read(content)?;
    let diagram = shown.diagram();
    let frame = Frame::of(&diagram, width, height, 0.0);
    let plot = frame.plot;
    let edges = [plot.left, plot.right, plot.top, plot.bottom];
    let rates = [frame.x.start, frame.x.end].map(|x| shown.chart.rate_at(x));
    let spots = diagram.spots(&frame).into_iter();
    let spots: Vec<_> = spots.map(|spot| (spot.at, spot.words)).collect();
    Ok(wire::encode(&(edges, rates, spots)))
}

/// Returns the values at a horizontal position on a sheet of a size [pixels of the page] in a sentence.
#[wasm_bindgen]
pub fn reading(width: f64, height: f64, across: f64, content: &[u8]) -> Result<String, JsError> {
    let diagram = Shown::read(content)?.diagram();
    let frame = Frame::of(&diagram, width, height, 0.0);
    Ok(diagram.sentence(frame.x_at(across), &frame))
}

/// Returns the points as CSV, preceded by a remark that identifies them.
#[wasm_bindgen]
pub fn csv(remark: &str, content: &[u8]) -> Result<String, JsError> {
    let shown = Shown::read(content)?;
    Ok(points_csv(remark, &shown.rows()))
}

/// Returns the points as JSON with the complete reports and the curve of the model.
#[wasm_bindgen]
pub fn json(remark: &str, content: &[u8]) -> Result<String, JsError> {
    let shown = Shown::read(content)?;
    let points = shown.rows().into_iter().map(|row| {
        let mut point = row.report.to_json();
        point["model"] = serde_json::json!(row.predicted);
        if !row.curve.is_empty() {
            point["curve"] = serde_json::json!(row.curve);
        }
        point
    });
    let curve = &shown.chart.model;
    let value = serde_json::json!({
        "link": remark,
        "model": shown.content.model,
        "model_curve": curve.points,
        "model_saturation": curve.saturation,
        "points": points.collect::<Vec<_>>(),
    });
    Ok(format!("{value:#}\n"))
}

/// Explains why a scenario saturates at its load, and its model elsewhere; returns the kind and
/// text of each finding.
#[wasm_bindgen]
pub fn why(sent: &[u8], content: &[u8], diagnosis: &str) -> Result<Vec<u8>, JsError> {
    let scenario = opened(sent).map_err(|reason| JsError::new(&reason))?;
    let built = scenario.build_within(MOST_NODES_IN_PAGE);
    let built = built.map_err(|error| JsError::new(&error.reason()))?;
    let diagnosis = serde_json::from_str(diagnosis)?;
    let findings = sweep::why(
        &scenario,
        &built,
        &diagnosis,
        &Shown::read(content)?.reports(),
    );
    let findings = findings.iter();
    let findings = findings.map(|finding| (finding.kind.id(), &*finding.text));
    Ok(wire::encode(&findings.collect::<Vec<_>>()))
}

/// Returns the number of the busiest channel of a diagnosis.
#[wasm_bindgen]
pub fn busiest(diagnosis: &str) -> Result<u32, JsError> {
    let diagnosis: sweep::Diagnosis = serde_json::from_str(diagnosis)?;
    Ok(diagnosis.busiest.channel)
}

/// Returns load and simulated cycles of the points whose confidence intervals cannot be trusted.
#[wasm_bindgen]
pub fn doubtful(content: &[u8]) -> Result<Vec<u8>, JsError> {
    let measured = Shown::read(content)?.reports();
    let doubtful = measured.iter().filter(|report| report.is_doubtful());
    let all = doubtful.map(|report| {
        let measures = &report.measures;
        (report.load, (measures.started + measures.cycles) as f64)
    });
    Ok(wire::encode(&all.collect::<Vec<_>>()))
}

/// Draws the distribution of channel load for each compared curve; leaves the canvas empty unless
/// it is known for all curves at some common load.
#[wasm_bindgen]
pub fn draw_loads(
    canvas: HtmlCanvasElement,
    palette: &str,
    scale: f64,
    content: &[u8],
) -> Result<(), JsError> {
    let series = Shown::read(content)?.chart.series;
    let theme = Theme::in_page(palette, FINER * scale);
    let area = area_on(canvas)?;
    match LoadChart::of(&series) {
        Some(chart) => chart.draw(&area, &theme)?,
        None => area.fill(&theme.paper)?,
    }
    Ok(())
}

/// Returns the table of channel load by curve as optional [`Cells`](flitscope::plot::Cells).
#[wasm_bindgen]
pub fn loads(content: &[u8]) -> Result<Vec<u8>, JsError> {
    let series = Shown::read(content)?.chart.series;
    let cells = LoadChart::of(&series).map(|chart| chart.cells());
    Ok(wire::encode(&cells))
}

/// Returns, for each conclusion that a paper draws from a figure: the conclusion, whether it
/// holds, and the result of Flitscope's simulation.
#[wasm_bindgen]
pub fn claims(figure: &str) -> Vec<u8> {
    let claims = paper::claims(figure).iter();
    let claims = claims.map(|claim| [claim.says, claim.holds.word(), claim.found]);
    wire::encode(&claims.collect::<Vec<_>>())
}

fn area_on(canvas: HtmlCanvasElement) -> Result<DrawingArea<FineCanvas, Shift>, JsError> {
    let area = FineCanvas::area(canvas);
    area.ok_or_else(|| JsError::new("the canvas has no drawing context"))
}

/// Returns the table of the points as [`Cells`](flitscope::plot::Cells), with the predictions of
/// the model, if there is one, and the values of the paper's table.
#[wasm_bindgen]
pub fn table(content: &[u8]) -> Result<Vec<u8>, JsError> {
    let shown = Shown::read(content)?;
    let own = shown.chart.own;
    let printed = shown.table.map(|table| PrintedColumn {
        head: table.column_head(),
        values: (shown.points.iter())
            .map(|(curve, report)| table.at(report.load).filter(|_| *curve == own))
            .collect(),
    });
    let cells = point_cells(&shown.rows(), printed.as_ref());
    Ok(wire::encode(&cells))
}

/// Returns a curve, apart from its points, as [`ShownCurve`].
#[wasm_bindgen]
pub fn curve(sent: &[u8], name: &str) -> Result<Vec<u8>, JsError> {
    let scenario = opened(sent).map_err(|reason| JsError::new(&reason))?;
    let built = scenario.build_within(MOST_NODES_IN_PAGE);
    let built = built.map_err(|error| JsError::new(&error.reason()))?;
    Ok(wire::encode(&ShownCurve::new(
        name.to_owned(),
        &scenario,
        &built,
    )))
}

/// Returns the points of each curve as a link has them.
#[wasm_bindgen]
pub fn short_points(content: &[u8]) -> Result<Vec<u8>, JsError> {
    let shown = Shown::read(content)?;
    let curves = shown.chart.series.iter().map(|series| ShortCurve {
        points: series.reports.iter().map(ShortPoint::of).collect(),
    });
    Ok(wire::encode(
        &curves.map(|curve| curve.write()).collect::<Vec<_>>(),
    ))
}

/// Returns the points that a link has for a curve, as measured ones of the curve with this label.
#[wasm_bindgen]
pub fn linked_points(points: &str, label: &str) -> Vec<u8> {
    let curve = ShortCurve::read(points).unwrap_or_default();
    let measured = curve
        .points
        .iter()
        .filter_map(|point| point.measured(label));
    wire::encode(&measured.collect::<Vec<_>>())
}

/// Returns the load [messages/node/cycle] at which a model saturates, if it does.
#[wasm_bindgen]
pub fn saturation(model: &str) -> Result<Option<f64>, JsError> {
    let model = named(model)?;
    Ok(model.and_then(|named| named.curve().saturation))
}

/// Returns the load [messages/node/cycle] to measure next in each curve, or NaN, until the picture shows all knees.
#[wasm_bindgen]
pub fn next_loads(content: &[u8]) -> Result<Vec<f64>, JsError> {
    let next = Shown::read(content)?.chart.next_loads().into_iter();
    Ok(next.map(|load| load.unwrap_or(f64::NAN)).collect())
}

/// Returns the theory of a scenario: its model as id and `key=value` words, and a published model beside it,
/// empty if there is none; and an explanation as HTML.
#[wasm_bindgen]
pub fn theory(sent: &[u8]) -> Vec<u8> {
    let found = opened(sent).and_then(|scenario| {
        let built = scenario.build_within(MOST_NODES_IN_PAGE);
        let built = built.map_err(|error| format!("{error}."))?;
        let theory = scenario::theory(&scenario, &built)?;
        Ok((
            scenario::published_beside(&theory, &scenario, &built),
            theory,
        ))
    });
    let text = |theory: &Theory| {
        let text = format!("{} {}", theory.id, theory.settings);
        text.trim_end().to_owned()
    };
    let answer = match found {
        Ok((beside, theory)) => {
            let model = text(&theory);
            let words = in_words(&theory, beside.as_ref(), saturation(&model).ok().flatten());
            [model, beside.as_ref().map_or_else(String::new, text), words]
        }
        Err(reason) => {
            let reason = escaped(&reason);
            let words =
                format!("<p class=\"help\">{reason} Measure shows the simulation alone.</p>");
            [String::new(), String::new(), words]
        }
    };
    wire::encode(&answer)
}

/// Decodes a scenario that the page has sent.
fn opened(sent: &[u8]) -> Result<Scenario, String> {
    let sent = wire::decode::<SentScenario>(sent).map_err(|error| error.to_string())?;
    sent.open()
}

fn in_words(theory: &Theory, beside: Option<&Theory>, saturation: Option<f64>) -> String {
    let saturates = saturation.map_or_else(String::new, |saturation| {
        format!(" and saturates at λ = {saturation:.5}")
    });
    let predicts = predicted(theory.predicts);
    let published = beside.map_or_else(String::new, |beside| {
        let (name, predicts) = (
            escaped(beside.family().entry.name),
            predicted(beside.predicts),
        );
        let place = if beside.predicts == theory.predicts {
            "Dashed beside it"
        } else {
            "In the chart of that latency"
        };
        format!(" {place}: {name}, a published model of the {predicts}.")
    });
    let lines = theory.differences.iter();
    let lines = lines.map(|line| format!("<li>{}</li>", escaped(line)));
    let family = theory.family();
    let about = beside.map_or_else(String::new, |beside| {
        let family = beside.family();
        [about_entry(&family.entry), errata(family.build.errata)].concat()
    });
    [
        format!("<p class=\"help\">The model predicts the {predicts}{saturates}.{published}</p>"),
        format!("<ul class=\"help\">{}</ul>", lines.collect::<String>()),
        about_entry(&family.entry),
        errata(family.build.errata),
        about,
    ]
    .concat()
}

fn predicted(latency: LatencyKind) -> &'static str {
    match latency {
        LatencyKind::Latency => "latency with source queue",
        LatencyKind::Network => "network latency",
        LatencyKind::Multicast => "multicast latency",
        LatencyKind::Unicast => "latency of messages to one node",
        LatencyKind::Link => "delay per hop",
    }
}

fn about_entry(entry: &Entry) -> String {
    let sources = entry.sources.iter();
    let sources = sources.map(|s| {
        format!(
            "<li>{}: <cite>{}</cite></li>",
            escaped(s.cite),
            escaped(s.work)
        )
    });
    format!(
        "<details class=\"about\"><summary>About {}</summary><p>{}</p><ul>{}</ul></details>",
        escaped(entry.name),
        escaped(entry.help),
        sources.collect::<String>()
    )
}

fn errata(errata: &[model::Erratum]) -> String {
    if errata.is_empty() {
        return String::new();
    }
    let lines = errata.iter().map(|erratum| {
        let [place, printed, used, why] =
            [erratum.place, erratum.printed, erratum.used, erratum.why].map(escaped);
        format!(
            "<li><b>{place}</b>: printed <i>{printed}</i>, used <i>{used}</i>, because {why}.</li>"
        )
    });
    format!(
        "<details class=\"about\"><summary>Errata of the paper ({})</summary><ul>{}</ul></details>",
        errata.len(),
        lines.collect::<String>()
    )
}

/// A model that the page has named.
struct NamedModel {
    family: &'static ModelFamily,
    model: Box<dyn Model>,
    curve: OnceCell<ModelCurve>,
}

impl NamedModel {
    fn curve(&self) -> &ModelCurve {
        self.curve.get_or_init(|| ModelCurve::of(&*self.model))
    }
}

/// Returns the model that an id and `key=value` words name; `None` for an empty text.
fn named(text: &str) -> Result<Option<Rc<NamedModel>>, JsError> {
    let mut words = text.split(' ').filter(|word| !word.is_empty());
    let Some(id) = words.next() else {
        return Ok(None);
    };
    let known = MODELS.with_borrow(|known| {
        let (_, model) = known.iter().find(|(of, _)| of == text)?;
        Some(Rc::clone(model))
    });
    if known.is_some() {
        return Ok(known);
    }
    let settings = parse_key_values(&words.collect::<Vec<_>>())?;
    let family = flitscope::catalog::find(model::FAMILIES, "model", id)?;
    let model = Rc::new(NamedModel {
        family,
        model: model::build(family, &settings)?,
        curve: OnceCell::new(),
    });
    MODELS.with_borrow_mut(|known| {
        /// Those of a scenario and of the one before.
        const MOST: usize = 4;
        known.truncate(MOST - 1);
        known.insert(0, (text.to_owned(), Rc::clone(&model)));
    });
    Ok(Some(model))
}

/// Returns the distinct warnings about the points.
#[wasm_bindgen]
pub fn warnings(content: &[u8]) -> Result<Vec<String>, JsError> {
    let mut warnings = Vec::new();
    let reports = Shown::read(content)?.reports().into_iter();
    for warning in reports.flat_map(|report| report.warnings) {
        if !warnings.contains(&warning) {
            warnings.push(warning);
        }
    }
    Ok(warnings)
}

fn main() {
    console_error_panic_hook::set_once();
}
