//! A chart on a canvas, at the resolution of the screen.

use browser::canvas::fine::{FINER, FineCanvas};
use browser::canvas::{Size, fit};
use flitscope::plot::Theme;
use leptos::html;
use leptos::prelude::*;
use plotters::coord::Shift;
use plotters::drawing::DrawingArea;

use crate::ui::state::theme::CurrentPalette;

/// The minimum number of canvas pixels per page pixel, so that lines are smooth on coarse screens too.
const FINEST: f64 = 2.0;

/// The canvas of a chart as a drawing area.
pub type ChartArea = DrawingArea<FineCanvas, Shift>;

/// A canvas on which `draw` draws anew when its size, the theme, or something that it reads changes.
#[component]
pub fn ChartCanvas(
    size: RwSignal<Size>,
    /// Pixels of the page per pixel of the chart.
    #[prop(into)]
    zoom: Signal<f64>,
    draw: Callback<(ChartArea, Theme)>,
    /// The description for screen readers.
    #[prop(into)]
    label: Signal<String>,
) -> impl IntoView {
    let palette = expect_context::<CurrentPalette>().0;
    let canvas = NodeRef::<html::Canvas>::new();
    Effect::new(move |_| {
        let (Some(canvas), size, zoom) = (canvas.get(), size.get(), zoom.get()) else {
            return;
        };
        if size.width < 50.0 || size.height < 50.0 {
            return;
        }
        let scale = size.scale.max(FINEST);
        fit(&canvas, Size { scale, ..size });
        let theme = Theme::in_page(palette.read().id, FINER * scale * zoom);
        if let Some(area) = FineCanvas::area(canvas) {
            draw.run((area, theme));
        }
    });
    view! { <canvas node_ref=canvas role="img" aria-label=label></canvas> }
}
