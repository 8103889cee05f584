//! A curve drawn by hand: latency over load, point by point, with the measured one over it.

use std::sync::Arc;

use flitscope::lesson::Note;
use flitscope::page::StepPhase;
use leptos::ev;
use leptos::prelude::*;

use crate::ui::state::page::Page;

/// The picture \[units of its view box\].
const WIDTH: f64 = 320.0;
const HEIGHT: f64 = 200.0;
const LEFT: f64 = 40.0;
const BOTTOM: f64 = 30.0;
const TOP: f64 = 10.0;

/// Steps of a slider over the height of the picture.
const STEPS: f64 = 100.0;

/// Axes on which one draws.
#[component]
pub fn CurveAnswer(note: Arc<Note>) -> impl IntoView {
    let page = expect_context::<Page>();
    let teaching = page.teaching;
    let loads: Vec<f64> = note
        .all("load")
        .filter_map(|load| load.parse().ok())
        .collect();
    let most = note.number::<f64>("most").unwrap_or(100.0);
    let last = loads.last().copied().unwrap_or(1.0);
    let heights = RwSignal::new(vec![None::<f64>; loads.len()]);
    let x = move |load: f64| LEFT + (WIDTH - LEFT - 12.0) * load / last;
    let y = move |latency: f64| {
        HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (latency / most).clamp(0.0, 1.0)
    };
    let all = StoredValue::new(loads.clone());
    // An answer has every point: those that were not drawn lie between their neighbors.
    Effect::new(move |_| {
        let drawn = heights.get();
        if drawn.iter().all(Option::is_none) {
            return teaching.draft.set(String::new());
        }
        let points = filled(&drawn);
        let loads = all.get_value();
        let points = loads
            .iter()
            .zip(points)
            .map(|(load, latency)| format!("{load}:{latency:.2}"));
        teaching.draft.set(points.collect::<Vec<_>>().join(" "));
    });
    let set = move |index: usize, latency: f64| {
        heights.update(|heights| heights[index] = Some(latency.clamp(0.0, most)));
    };
    let picture = NodeRef::<leptos::svg::Svg>::new();
    let draw = move |event: &ev::PointerEvent| {
        let Some(picture) = picture.get_untracked() else {
            return;
        };
        let rect = picture.get_bounding_client_rect();
        let at = |pixels: f64, from: f64, of: f64, units: f64| (pixels - from) / of * units;
        let px = at(
            f64::from(event.client_x()),
            rect.left(),
            rect.width(),
            WIDTH,
        );
        let py = at(
            f64::from(event.client_y()),
            rect.top(),
            rect.height(),
            HEIGHT,
        );
        let loads = all.get_value();
        let distance = |index: &usize| (x(loads[*index]) - px).abs();
        let nearest =
            (0..loads.len()).min_by(|one, other| distance(one).total_cmp(&distance(other)));
        if let Some(index) = nearest {
            set(
                index,
                (HEIGHT - BOTTOM - py) / (HEIGHT - BOTTOM - TOP) * most,
            );
        }
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
    let line = move |points: Vec<(f64, f64)>| {
        let points = points
            .iter()
            .map(|&(load, latency)| format!("{:.1},{:.1}", x(load), y(latency)));
        points.collect::<Vec<_>>().join(" ")
    };
    let drawn = move || {
        let heights = heights.get();
        let points = all.get_value().into_iter().zip(heights);
        line(
            points
                .filter_map(|(load, latency)| Some((load, latency?)))
                .collect(),
        )
    };
    let measured = move || {
        let told = teaching.verdict.get();
        let points = told
            .map(|told| told.get("measured").to_owned())
            .unwrap_or_default();
        let points = points.split_whitespace().filter_map(|point| {
            let (load, latency) = point.split_once(':')?;
            Some((load.parse().ok()?, latency.parse().ok()?))
        });
        line(points.collect())
    };
    let seen = move || teaching.phase.get() == StepPhase::Seen;
    let sliders = loads.iter().copied().enumerate().map(|(index, load)| {
        let value = move || heights.read()[index].unwrap_or(0.0);
        let moved = move |input: web_sys::HtmlInputElement| {
            if let Ok(latency) = input.value().parse() {
                set(index, latency);
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
                on:input:target=move |event| moved(event.target())
            />
        }
        .into_any()
    });
    let ticks = loads.iter().copied().map(|load| {
        view! { <line class="tick" x1=x(load) x2=x(load) y1=HEIGHT - BOTTOM y2=HEIGHT - BOTTOM + 4.0 /> }.into_any()
    });
    view! {
        <svg class="curve-answer" node_ref=picture viewBox=format!("0 0 {WIDTH} {HEIGHT}") role="img" aria-label="Your curve of latency over load" on:pointerdown=press on:pointermove=follow>
            <path class="axes" d=format!("M{LEFT} {TOP}V{}H{}", HEIGHT - BOTTOM, WIDTH - 6.0) />
            {ticks.collect_view()}
            <text x=LEFT - 4.0 y=TOP + 8.0 text-anchor="end">{most}</text>
            <text x=LEFT - 4.0 y=HEIGHT - BOTTOM text-anchor="end">"0"</text>
            <text x=WIDTH - 10.0 y=HEIGHT - 6.0 text-anchor="end">{last}</text>
            <text x=LEFT y=HEIGHT - 6.0>"load [messages/node/cycle]"</text>
            <text x="12" y=HEIGHT / 2.0 transform=format!("rotate(-90 12 {})", HEIGHT / 2.0) text-anchor="middle">"latency [cycles]"</text>
            <polyline class="drawn" points=drawn />
            <polyline class="measured" points=measured />
        </svg>
        <p class="help" hidden=move || !seen()>"Dashed: your curve. Solid: measured."</p>
        <div class="sliders">{sliders.collect_view()}</div>
    }
}

/// Every height: one that is missing lies between those that are there.
fn filled(heights: &[Option<f64>]) -> Vec<f64> {
    let known: Vec<_> = heights
        .iter()
        .enumerate()
        .filter_map(|(at, height)| Some((at, (*height)?)))
        .collect();
    let height = |at: usize| {
        let after = known.iter().position(|&(place, _)| place >= at);
        match after {
            Some(0) => known[0].1,
            None => known.last().map_or(0.0, |&(_, height)| height),
            Some(after) => {
                let ((x0, y0), (x1, y1)) = (known[after - 1], known[after]);
                y0 + (y1 - y0) * (at - x0) as f64 / (x1 - x0).max(1) as f64
            }
        }
    };
    (0..heights.len()).map(height).collect()
}
