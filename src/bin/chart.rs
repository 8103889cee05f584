//! The drawing of charts, and what theory says beside them, which the page fetches once it
//! stands.
//!
//! A program of its own, because plotters and the reading of reports are a tenth of what would
//! otherwise have to arrive before the first worm moves. It keeps nothing from call to call.

fn main() {
    #[cfg(target_arch = "wasm32")]
    console_error_panic_hook::set_once();
}

#[cfg(target_arch = "wasm32")]
mod browser {
    use flitscope::browser::fine_canvas::{FINER, FineCanvas};
    use flitscope::catalog::{Entry, escaped, parse_key_values};
    use flitscope::model::{self, LatencyKind, Model, ModelFamily};
    use flitscope::paper::{self, PRINTED_TABLES};
    use flitscope::plot::{
        Diagram, LoadChart, ModelCurve, PrintedColumn, Theme, point_cells, points_csv,
    };
    use flitscope::scenario::{self, MOST_NODES_IN_PAGE, Scenario, Theory};
    use flitscope::sweep::{self, Report, SentScenario};
    use flitscope::wire;
    use plotters::coord::Shift;
    use plotters::drawing::DrawingArea;
    use wasm_bindgen::prelude::*;
    use web_sys::HtmlCanvasElement;

    /// Draws a latency–load chart: a model by its id and `key=value` words, or nothing; a paper's
    /// print as loads and latencies by turns, what was measured as a JSON array of reports.
    #[wasm_bindgen]
    pub fn draw(
        canvas: HtmlCanvasElement,
        palette: &str,
        scale: f64,
        model: &str,
        printed: &[f64],
        measured: &str,
    ) -> Result<(), JsError> {
        let chart = chart_of(model, printed, measured)?;
        chart.draw_with_names(&area_on(canvas)?, &Theme::named(palette, FINER * scale))?;
        Ok(())
    }

    /// The same with its marks explained, for a file.
    #[wasm_bindgen]
    pub fn draw_file(
        canvas: HtmlCanvasElement,
        palette: &str,
        scale: f64,
        model: &str,
        printed: &[f64],
        measured: &str,
    ) -> Result<(), JsError> {
        let chart = chart_of(model, printed, measured)?;
        chart.draw_with_legend(&area_on(canvas)?, &Theme::named(palette, FINER * scale))?;
        Ok(())
    }

    /// The same as SVG, of a size [pixels].
    #[wasm_bindgen]
    pub fn svg(
        width: u32,
        height: u32,
        palette: &str,
        model: &str,
        printed: &[f64],
        measured: &str,
    ) -> Result<String, JsError> {
        let chart = chart_of(model, printed, measured)?;
        Ok(chart.to_svg((width, height), &Theme::named(palette, 1.0)))
    }

    /// The marks that occur in the chart, by their ids.
    #[wasm_bindgen]
    pub fn keys(model: &str, printed: &[f64], measured: &str) -> Result<Vec<String>, JsError> {
        let keys = chart_of(model, printed, measured)?.key_ids().into_iter();
        Ok(keys.map(str::to_owned).collect())
    }

    /// The points as lines of numbers, after a remark on what they are of. The model is of the
    /// scenario's own routing function, as reports say it where several are compared.
    #[wasm_bindgen]
    pub fn csv(remark: &str, model: &str, own: &str, measured: &str) -> Result<String, JsError> {
        let (measured, model) = (read(measured)?, named(model)?);
        let predicted = predictions(&measured, own, model.as_ref());
        Ok(points_csv(remark, &measured, &predicted))
    }

    /// The same for programs, with the whole reports.
    #[wasm_bindgen]
    pub fn json(remark: &str, model: &str, own: &str, measured: &str) -> Result<String, JsError> {
        let (measured, known) = (read(measured)?, named(model)?);
        let predicted = predictions(&measured, own, known.as_ref());
        let points = measured.iter().zip(predicted).map(|(report, predicted)| {
            let mut point = report.to_json();
            point["model"] = serde_json::json!(predicted);
            point
        });
        let curve = known.map(|(_, model)| ModelCurve::of(&*model));
        let curve = curve.unwrap_or_default();
        let value = serde_json::json!({
            "link": remark,
            "model": model,
            "model_curve": curve.points,
            "model_saturation": curve.saturation,
            "points": points.collect::<Vec<_>>(),
        });
        Ok(format!("{value:#}\n"))
    }

    /// Why a scenario, with its load, saturates where it does, and its model elsewhere: what each answer is about, and
    /// itself.
    #[wasm_bindgen]
    pub fn why(sent: &[u8], measured: &str, diagnosis: &str) -> Result<Vec<u8>, JsError> {
        let scenario = opened(sent).map_err(|reason| JsError::new(&reason))?;
        let built = scenario.build_within(MOST_NODES_IN_PAGE);
        let built = built.map_err(|error| JsError::new(&error.reason()))?;
        let diagnosis = serde_json::from_str(diagnosis)?;
        let findings = sweep::why(&scenario, &built, &diagnosis, &read(measured)?);
        let findings = findings.iter();
        let findings = findings.map(|finding| (finding.kind.id(), &*finding.text));
        Ok(wire::encode(&findings.collect::<Vec<_>>()))
    }

    /// The busiest channel of a diagnosis, by its number.
    #[wasm_bindgen]
    pub fn busiest(diagnosis: &str) -> Result<u32, JsError> {
        let diagnosis: sweep::Diagnosis = serde_json::from_str(diagnosis)?;
        Ok(diagnosis.busiest.channel)
    }

    /// Points whose intervals cannot be trusted: load and cycles simulated.
    #[wasm_bindgen]
    pub fn doubtful(measured: &str) -> Result<Vec<u8>, JsError> {
        let measured = read(measured)?;
        let doubtful = measured.iter().filter(|report| report.is_doubtful());
        let all = doubtful.map(|report| {
            let measures = &report.measures;
            (report.load, (measures.started + measures.cycles) as f64)
        });
        Ok(wire::encode(&all.collect::<Vec<_>>()))
    }

    fn chart_of(model: &str, printed: &[f64], measured: &str) -> Result<Diagram, JsError> {
        let predicted = named(model)?.map(|(_, model)| ModelCurve::of(&*model));
        let printed: Vec<_> = printed.chunks_exact(2).map(|at| (at[0], at[1])).collect();
        let predicted = predicted.unwrap_or_default();
        Ok(Diagram::of_latency(&predicted, &read(measured)?, &printed))
    }

    /// Whether a report is of the scenario's own curve, and not of another function's beside it.
    fn is_own(report: &Report, own: &str) -> bool {
        report
            .routing
            .as_deref()
            .is_none_or(|routing| routing == own)
    }

    /// What a model says at the loads of its own curve.
    fn predictions(measured: &[Report], own: &str, model: Option<&Known>) -> Vec<Option<f64>> {
        let predicted = measured.iter().map(|report| {
            let (_, model) = model.filter(|_| is_own(report, own))?;
            let prediction = model.predict(report.load);
            prediction.latency().map(|latency| latency.total)
        });
        predicted.collect()
    }

    /// Draws how evenly the curves that are compared load the channels; nothing, if that is not known
    /// of all at one load.
    #[wasm_bindgen]
    pub fn draw_loads(
        canvas: HtmlCanvasElement,
        palette: &str,
        scale: f64,
        measured: &str,
    ) -> Result<(), JsError> {
        let (measured, theme) = (read(measured)?, Theme::named(palette, FINER * scale));
        let area = area_on(canvas)?;
        match LoadChart::of(&measured) {
            Some(chart) => chart.draw(&area, &theme)?,
            None => area.fill(&theme.paper)?,
        }
        Ok(())
    }

    /// The same as [`Cells`](flitscope::plot::Cells), where it is known.
    #[wasm_bindgen]
    pub fn loads(measured: &str) -> Result<Vec<u8>, JsError> {
        let measured = read(measured)?;
        let cells = LoadChart::of(&measured).map(|chart| chart.cells());
        Ok(wire::encode(&cells))
    }

    /// What a paper concludes from a figure, whether it holds, and what our simulation found.
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

    /// The points as [`Cells`](flitscope::plot::Cells), beside what a model, or none,
    /// predicts for each load, and the table of a paper by its name: both of the scenario's own
    /// routing function, as reports say it where several are compared.
    #[wasm_bindgen]
    pub fn table(
        measured: &str,
        model: &str,
        own: &str,
        printed: &str,
    ) -> Result<Vec<u8>, JsError> {
        let (measured, model) = (read(measured)?, named(model)?);
        let predicted = predictions(&measured, own, model.as_ref());
        let printed = PRINTED_TABLES.iter().find(|table| table.item == printed);
        let printed = printed.map(|table| PrintedColumn {
            head: table.column_head(),
            values: measured
                .iter()
                .map(|report| table.at(report.load).filter(|_| is_own(report, own)))
                .collect(),
        });
        let cells = point_cells(&measured, &predicted, printed.as_ref());
        Ok(wire::encode(&cells))
    }

    /// The load [messages/node/cycle] at which a model saturates.
    #[wasm_bindgen]
    pub fn saturation(model: &str) -> Result<Option<f64>, JsError> {
        let model = named(model)?;
        let rate = model.map(|(_, model)| model.saturation_rate());
        Ok(rate.filter(|rate| rate.is_finite()))
    }

    /// What theory says of a scenario: the model that predicts it, its id and
    /// `key=value` words, or nothing; then in words, as HTML.
    #[wasm_bindgen]
    pub fn theory(sent: &[u8]) -> Vec<u8> {
        let told = opened(sent).and_then(|scenario| {
            let built = scenario.build_within(MOST_NODES_IN_PAGE);
            let built = built.map_err(|error| format!("{error}."))?;
            scenario::theory(&scenario, &built)
        });
        let told = match told {
            Ok(theory) => {
                let model = format!("{} {}", theory.id, theory.settings);
                [model.trim_end().to_owned(), in_words(&theory)]
            }
            Err(reason) => {
                let reason = escaped(&reason);
                let words =
                    format!("<p class=\"help\">{reason} Measure shows the simulation alone.</p>");
                [String::new(), words]
            }
        };
        wire::encode(&told)
    }

    /// A scenario as the page sends it.
    fn opened(sent: &[u8]) -> Result<Scenario, String> {
        let sent = wire::decode::<SentScenario>(sent).map_err(|error| error.to_string())?;
        sent.open()
    }

    fn in_words(theory: &Theory) -> String {
        let saturation = theory.model().saturation_rate();
        let saturates = if saturation.is_finite() {
            format!(" and saturates at λ = {saturation:.5}")
        } else {
            String::new()
        };
        let latency = match theory.predicts {
            LatencyKind::Latency => "latency with source queue",
            LatencyKind::Network => "network latency",
            LatencyKind::Multicast => "multicast latency",
            LatencyKind::Unicast => "latency of messages to one node",
            LatencyKind::Link => "delay per hop",
        };
        let lines = theory.differences.iter();
        let lines = lines.map(|line| format!("<li>{}</li>", escaped(line)));
        let family = theory.family();
        [
            format!("<p class=\"help\">The model predicts the {latency}{saturates}.</p>"),
            format!("<ul class=\"help\">{}</ul>", lines.collect::<String>()),
            about_entry(&family.entry),
            errata(family.build.errata),
        ]
        .concat()
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

    type Known = (&'static ModelFamily, Box<dyn Model>);

    /// The model that an id and `key=value` words name; none, if there are no words.
    fn named(text: &str) -> Result<Option<Known>, JsError> {
        let mut words = text.split(' ').filter(|word| !word.is_empty());
        let Some(id) = words.next() else {
            return Ok(None);
        };
        let settings = parse_key_values(&words.collect::<Vec<_>>())?;
        let family = flitscope::catalog::find(model::FAMILIES, "model", id)?;
        Ok(Some((family, family.model(&settings)?)))
    }

    /// What there is to know before trusting the points, each once.
    #[wasm_bindgen]
    pub fn warnings(measured: &str) -> Result<Vec<String>, JsError> {
        let mut warnings = Vec::new();
        for warning in read(measured)?
            .into_iter()
            .flat_map(|report| report.warnings)
        {
            if !warnings.contains(&warning) {
                warnings.push(warning);
            }
        }
        Ok(warnings)
    }

    fn read(measured: &str) -> Result<Vec<Report>, JsError> {
        Ok(serde_json::from_str(measured)?)
    }
}
