//! The drawing of charts, which the page fetches when it has one to draw.
//!
//! A program of its own, because plotters and the reading of reports are a tenth of what would
//! otherwise have to arrive before the first worm moves. It keeps nothing from call to call.

fn main() {
    #[cfg(target_arch = "wasm32")]
    console_error_panic_hook::set_once();
}

#[cfg(target_arch = "wasm32")]
mod browser {
    use flitscope::plot::{Curve, LatencyChart, LoadChart, Theme, point_cells};
    use flitscope::scenario::{self, PUBLISHED};
    use flitscope::sweep::Report;
    use plotters::coord::Shift;
    use plotters::prelude::{DrawingArea, IntoDrawingArea};
    use plotters_canvas::CanvasBackend;
    use wasm_bindgen::prelude::*;
    use web_sys::HtmlCanvasElement;

    /// Draws a latency–load chart: a model's curve and a paper's print as loads and latencies
    /// by turns, what was measured as a JSON array of reports.
    #[wasm_bindgen]
    pub fn draw(
        canvas: HtmlCanvasElement,
        palette: &str,
        scale: f64,
        curve: &[f64],
        saturation: Option<f64>,
        printed: &[f64],
        measured: &str,
    ) -> Result<(), JsError> {
        let points = |flat: &[f64]| flat.chunks_exact(2).map(|at| (at[0], at[1])).collect();
        let chart = LatencyChart {
            predicted: Curve {
                points: points(curve),
                saturation,
            },
            measured: read(measured)?,
            printed: points(printed),
        };
        chart.draw(&area_on(canvas)?, &Theme::named(palette, scale))?;
        Ok(())
    }

    /// Draws how evenly multicast algorithms load the channels; nothing, if that is not known
    /// of all at one load.
    #[wasm_bindgen]
    pub fn draw_loads(
        canvas: HtmlCanvasElement,
        palette: &str,
        scale: f64,
        measured: &str,
    ) -> Result<(), JsError> {
        let (measured, theme) = (read(measured)?, Theme::named(palette, scale));
        let area = area_on(canvas)?;
        match LoadChart::of(&measured) {
            Some(chart) => chart.draw(&area, &theme)?,
            None => area.fill(&theme.paper)?,
        }
        Ok(())
    }

    /// The same as [`Cells`](flitscope::plot::Cells) in text.
    #[wasm_bindgen]
    pub fn loads(measured: &str) -> Result<Option<String>, JsError> {
        let measured = read(measured)?;
        let chart = LoadChart::of(&measured);
        Ok(chart.map(|chart| chart.cells().to_text()))
    }

    /// What a paper concludes from a figure, and what our simulation says of it: three texts for
    /// each conclusion, itself, whether it holds, and what was found.
    #[wasm_bindgen]
    pub fn claims(figure: &str) -> Vec<String> {
        let claims = scenario::claims(figure).iter();
        let texts = claims.flat_map(|claim| [claim.says, claim.holds.word(), claim.found]);
        texts.map(str::to_owned).collect()
    }

    fn area_on(canvas: HtmlCanvasElement) -> Result<DrawingArea<CanvasBackend, Shift>, JsError> {
        let backend = CanvasBackend::with_canvas_object(canvas);
        let backend = backend.ok_or_else(|| JsError::new("the canvas is none to draw on"))?;
        Ok(backend.into_drawing_area())
    }

    /// The points as [`Cells`](flitscope::plot::Cells) in text, beside what a model predicts
    /// for each load, NaN where it predicts nothing, and the table of a paper by its name.
    #[wasm_bindgen]
    pub fn table(measured: &str, predicted: &[f64], printed: &str) -> Result<String, JsError> {
        let predicted = predicted.iter().map(|&p| (!p.is_nan()).then_some(p));
        let predicted: Vec<_> = predicted.collect();
        let printed = PUBLISHED.iter().find(|table| table.item == printed);
        Ok(point_cells(&read(measured)?, &predicted, printed).to_text())
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
