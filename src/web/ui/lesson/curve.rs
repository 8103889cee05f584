//! A hand-drawn curve of latency over load, with the measured one on top.

use browser::exports::{Exports, Format};
use flitscope::page::StepPhase;
use flitscope::page::drawn_curve::{
    BOTTOM, CurveAxes, DrawnCurve, HEIGHT, LEFT, RIGHT, TOP, WIDTH, has_number,
};
use leptos::ev;
use leptos::prelude::*;

use crate::ui::state::address_bar::hash;
use crate::ui::state::lesson::teaching::Teaching;
use crate::ui::state::theme::CurrentPalette;

/// Number of steps of a slider over its range.
const STEPS: f64 = 100.0;

/// The axes and the curve drawn so far; copies share state.
#[derive(Clone, Copy)]
struct Drawing {
    /// Loads of the points, ascending \[messages/node/cycle\].
    loads: StoredValue<Vec<f64>>,
    axes: CurveAxes,
    /// The latency at each load, if drawn \[cycles\].
    heights: RwSignal<Vec<Option<f64>>>,
}

impl Drawing {
    fn set(self, index: usize, latency: f64) {
        self.heights
            .update(|heights| heights[index] = Some(latency.clamp(0.0, self.axes.most)));
    }

    /// Moves the point whose load is nearest to `x` to the height `y`.
    fn draw_at(self, x: f64, y: f64) {
        let loads = self.loads.get_value();
        let distance = |index: &usize| (self.axes.x(loads[*index]) - x).abs();
        let nearest =
            (0..loads.len()).min_by(|one, other| distance(one).total_cmp(&distance(other)));
        if let Some(index) = nearest {
            self.set(index, self.axes.latency_at(y));
        }
    }

    /// Returns the answer: every point, with the ones not drawn interpolated between their neighbors;
    /// empty before anything is drawn.
    fn answer(self) -> String {
        let drawn = self.heights.get();
        if drawn.iter().all(Option::is_none) {
            return String::new();
        }
        let loads = self.loads.get_value();
        let points = loads.iter().zip(filled(&drawn));
        let points = points.map(|(load, latency)| format!("{load}:{latency:.2}"));
        points.collect::<Vec<_>>().join(" ")
    }
}

/// Axes on which the user draws the answer.
#[component]
pub fn CurveAnswer(
    /// Loads of the points, ascending [messages/node/cycle].
    loads: Vec<f64>,
    /// The upper end of the vertical axis \[cycles\].
    most: f64,
) -> impl IntoView {
    let teaching = expect_context::<Teaching>();
    let drawing = Drawing {
        axes: CurveAxes {
            last: loads.last().copied().unwrap_or(1.0),
            most,
        },
        heights: RwSignal::new(heights_of(&teaching.draft.read_untracked(), loads.len())),
        loads: StoredValue::new(loads),
    };
    Effect::new(move |_| teaching.draft.set(drawing.answer()));
    let seen = move || teaching.phase.get() == StepPhase::Seen;
    view! {
        <Axes drawing />
        <p class="help" hidden=move || !seen()>"Dashed: your curve. Solid: measured."</p>
        <Sliders drawing />
    }
}

/// The export buttons below the curve, once one is drawn.
#[component]
pub fn CurveExports(
    /// Loads of the points, ascending \[messages/node/cycle\].
    loads: Vec<f64>,
    /// The upper end of the vertical axis \[cycles\].
    most: f64,
) -> impl IntoView {
    let teaching = expect_context::<Teaching>();
    let palette = expect_context::<CurrentPalette>().0;
    let curve = move || {
        let verdict = teaching.verdict.read_untracked();
        DrawnCurve {
            drawn: heights_of(&teaching.draft.read_untracked(), loads.len()),
            loads: loads.clone(),
            most,
            measured: verdict
                .iter()
                .flat_map(|told| told.measured.clone())
                .collect(),
        }
    };
    let make = Callback::new(move |format| {
        Some(match format {
            Format::Png | Format::Svg => curve().to_svg(palette.get_untracked()),
            Format::Csv => curve().to_csv(),
            Format::Json => format!("{:#}\n", curve().to_json()),
        })
    });
    let stem = Callback::new(move |()| {
        let lesson = teaching.lesson.read_untracked();
        let id = lesson.as_ref().map_or("lesson", |lesson| &*lesson.id);
        format!("{id}-step-{}-curve", untrack(|| teaching.number()))
    });
    let link = Callback::new(|()| hash());
    let is_drawn = Memo::new(move |_| !teaching.draft.read().is_empty());
    view! {
        <Show when=move || is_drawn.get()><Exports of="your curve" formats=Format::ALL make stem link /></Show>
    }
}

/// The axes and curves; a pointer draws on them.
#[component]
fn Axes(drawing: Drawing) -> impl IntoView {
    let teaching = expect_context::<Teaching>();
    let picture = NodeRef::<leptos::svg::Svg>::new();
    let draw = move |event: &ev::PointerEvent| {
        let Some(picture) = picture.get_untracked() else {
            return;
        };
        let rect = picture.get_bounding_client_rect();
        let x = (f64::from(event.client_x()) - rect.left()) / rect.width() * WIDTH;
        let y = (f64::from(event.client_y()) - rect.top()) / rect.height() * HEIGHT;
        drawing.draw_at(x, y);
    };
    let is_open = move || teaching.phase.get_untracked() == StepPhase::Reading;
    let press = move |event: ev::PointerEvent| {
        if is_open() {
            event.prevent_default();
            draw(&event);
        }
    };
    let follow = move |event: ev::PointerEvent| {
        if is_open() && event.buttons() == 1 {
            draw(&event);
        }
    };
    let drawn = move || {
        let points = drawing
            .loads
            .get_value()
            .into_iter()
            .zip(drawing.heights.get());
        drawing
            .axes
            .line(points.filter_map(|(load, latency)| Some((load, latency?))))
    };
    let measured = move || {
        let told = teaching
            .verdict
            .get()
            .or_else(|| teaching.recalled_verdict());
        let points = told.iter().flat_map(|told| &told.measured);
        drawing
            .axes
            .line(points.map(|&[load, latency]| (load, latency)))
    };
    let axes = drawing.axes;
    let loads = drawing.loads.get_value();
    let count = loads.len();
    let across = loads.into_iter().enumerate().map(|(index, load)| {
        let x = axes.x(load);
        let has_number = has_number(index, count);
        let foot = HEIGHT - BOTTOM;
        view! {
            <line class="tick" x1=x x2=x y1=foot y2=foot + 4.0 />
            {has_number.then(|| view! { <text x=x y=foot + 15.0 text-anchor="middle">{load}</text> })}
        }
        .into_any()
    });
    let up = axes.latencies().map(|(number, y)| {
        view! {
            <line class="rule" x1=LEFT x2=WIDTH - RIGHT y1=y y2=y />
            <text x=LEFT - 4.0 y=y + 3.5 text-anchor="end">{number}</text>
        }
        .into_any()
    });
    view! {
        <svg class="curve-answer" node_ref=picture viewBox=format!("0 0 {WIDTH} {HEIGHT}") role="img" aria-label="Your curve of latency over load" on:pointerdown=press on:pointermove=follow>
            {up.into_iter().collect_view()}
            <path class="axes" d=format!("M{LEFT} {TOP}V{}H{}", HEIGHT - BOTTOM, WIDTH - 6.0) />
            {across.collect_view()}
            <text x=WIDTH - RIGHT y=HEIGHT - 7.0 text-anchor="end">"load [messages/node/cycle]"</text>
            <text x="12" y=HEIGHT / 2.0 transform=format!("rotate(-90 12 {})", HEIGHT / 2.0) text-anchor="middle">"latency [cycles]"</text>
            <polyline class="drawn" points=drawn />
            <polyline class="measured" points=measured />
        </svg>
    }
}

/// A slider for each point, for use with the keyboard.
#[component]
fn Sliders(drawing: Drawing) -> impl IntoView {
    let most = drawing.axes.most;
    let sliders = drawing
        .loads
        .get_value()
        .into_iter()
        .enumerate()
        .map(|(index, load)| {
            let value = move || drawing.heights.read()[index].unwrap_or(0.0);
            let moved = move |text: String| {
                if let Ok(latency) = text.parse() {
                    drawing.set(index, latency);
                }
            };
            view! {
                <input
                    type="range"
                    min="0"
                    max=most
                    step=most / STEPS
                    aria-label=format!("Latency at load {load}")
                    aria-valuetext=move || format!("{:.0} cycles", value())
                    prop:value=move || value().to_string()
                    on:input:target=move |event| moved(event.target().value())
                />
            }
            .into_any()
        });
    view! { <div class="sliders">{sliders.collect_view()}</div> }
}

/// Parses the points of an answer, `load:latency` each, and skips malformed ones.
fn points_of(text: &str) -> impl Iterator<Item = (f64, f64)> {
    text.split_whitespace().filter_map(|point| {
        let (load, latency) = point.split_once(':')?;
        Some((load.parse().ok()?, latency.parse().ok()?))
    })
}

/// Returns the latencies of an earlier answer, which has every load; all `None` for an empty answer.
fn heights_of(answer: &str, loads: usize) -> Vec<Option<f64>> {
    let mut heights: Vec<_> = points_of(answer).map(|(_, height)| Some(height)).collect();
    heights.resize(loads, None);
    heights
}

/// Fills in missing heights by linear interpolation, and beyond the ends with the nearest known height.
fn filled(heights: &[Option<f64>]) -> Vec<f64> {
    let known: Vec<_> = heights
        .iter()
        .enumerate()
        .filter_map(|(at, height)| Some((at, (*height)?)))
        .collect();
    let height = |at: usize| match known.iter().position(|&(place, _)| place >= at) {
        Some(0) => known[0].1,
        None => known.last().map_or(0.0, |&(_, height)| height),
        Some(after) => {
            let ((x0, y0), (x1, y1)) = (known[after - 1], known[after]);
            y0 + (y1 - y0) * (at - x0) as f64 / (x1 - x0).max(1) as f64
        }
    };
    (0..heights.len()).map(height).collect()
}
