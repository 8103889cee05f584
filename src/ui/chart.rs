//! A chart on a canvas: plotters through plotters-canvas.

use flitscope::plot::LatencyChart;
use leptos::html;
use leptos::prelude::*;
use plotters::prelude::IntoDrawingArea;
use plotters_canvas::CanvasBackend;

use super::pixels::{fit, use_size};
use super::theme::{self, CurrentPalette};

/// A latency–load chart that follows its size and the theme.
#[component]
pub fn Chart(chart: Memo<LatencyChart>) -> impl IntoView {
    let palette = expect_context::<CurrentPalette>().0;
    let frame = NodeRef::<html::Div>::new();
    let canvas = NodeRef::<html::Canvas>::new();
    let size = use_size(frame);
    Effect::new(move |_| {
        let (Some(canvas), size) = (canvas.get(), size.get()) else {
            return;
        };
        if size.width < 50.0 || size.height < 50.0 {
            return;
        }
        fit(&canvas, size);
        if let Some(backend) = CanvasBackend::with_canvas_object(canvas) {
            let area = backend.into_drawing_area();
            // A canvas never refuses a drawing.
            let _ = chart
                .read()
                .draw(&area, &theme::chart(palette.get(), size.scale));
        }
    });
    let label = move || {
        let chart = chart.read();
        format!(
            "Latency against injection rate: {} measured points{}. The table below has the numbers.",
            chart.measured.len(),
            if chart.predicted.is_empty() {
                ""
            } else {
                " and the model's curve"
            },
        )
    };
    view! {
        <div class="chart" class:empty=move || chart.read().is_empty() node_ref=frame>
            <canvas node_ref=canvas role="img" aria-label=label></canvas>
            <p class="muted">"Measure simulates up to twelve loads in the background and plots them here."</p>
        </div>
    }
}
