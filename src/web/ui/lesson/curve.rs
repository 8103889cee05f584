//! A hand-drawn curve of latency over load, with the measured one on top.

use browser::exports::{Exports, Format};
use flitscope::lesson::{AxesShown, LessonAction, LessonState};
use flitscope::page::StepPhase;
use flitscope::page::drawn_curve::{DrawnCurve, HEIGHT, WIDTH};
use leptos::ev;
use leptos::prelude::*;

use crate::ui::state::address_bar::hash;
use crate::ui::state::lesson::Teaching;
use crate::ui::state::page::Page;
use crate::ui::state::theme::CurrentPalette;

/// Number of steps of a slider over its range.
const STEPS: f64 = 100.0;

/// The curve that is being drawn; copies share it.
#[derive(Clone, Copy)]
struct Drawing {
    page: Page,
    curve: RwSignal<DrawnCurve>,
}

impl Drawing {
    /// Changes the curve, which is the answer.
    fn change(self, change: impl FnOnce(&mut DrawnCurve)) {
        self.curve.update(change);
        let answer = self.curve.with_untracked(DrawnCurve::answer);
        self.page.teach(LessonAction::Enter(answer));
    }
}

/// Axes on which the user draws the answer.
#[component]
pub fn CurveAnswer(axes: AxesShown) -> impl IntoView {
    let page = expect_context::<Page>();
    let answer = page.teaching.draft.read_untracked();
    let curve = DrawnCurve::of_answer(axes.loads, axes.most, &answer);
    let curve = RwSignal::new(curve);
    let drawing = Drawing { page, curve };
    let seen = move || page.teaching.phase.get() == StepPhase::Seen;
    view! {
        <Axes drawing />
        <p class="help" hidden=move || !seen()>"Dashed: your curve. Solid: measured."</p>
        <Sliders drawing />
    }
}

/// The export buttons below the curve, once one is drawn.
#[component]
pub fn CurveExports(axes: AxesShown) -> impl IntoView {
    let teaching = expect_context::<Teaching>();
    let palette = expect_context::<CurrentPalette>().0;
    let curve = move || {
        teaching.state.with_untracked(|state| {
            let verdict = state.verdict.iter();
            DrawnCurve {
                measured: verdict.flat_map(|told| told.measured.clone()).collect(),
                ..DrawnCurve::of_answer(axes.loads.clone(), axes.most, &state.draft)
            }
        })
    };
    let make = Callback::new(move |format| {
        Some(match format {
            Format::Png | Format::Svg => curve().to_svg(palette.get_untracked()),
            Format::Csv => curve().to_csv(),
            Format::Json => format!("{:#}\n", curve().to_json()),
        })
    });
    let stem = Callback::new(move |()| {
        teaching.state.with_untracked(|state| {
            let id = state.lesson.as_ref().map_or("lesson", |lesson| &*lesson.id);
            format!("{id}-step-{}-curve", state.number())
        })
    });
    let link = Callback::new(|()| hash());
    let is_drawn = move || teaching.of(|state: &LessonState| !state.draft.is_empty());
    view! {
        <Show when=is_drawn><Exports of="your curve" formats=Format::ALL make stem link /></Show>
    }
}

/// The axes and curves; a pointer draws on them.
#[component]
fn Axes(drawing: Drawing) -> impl IntoView {
    let Drawing { page, curve } = drawing;
    let picture = NodeRef::<leptos::html::Div>::new();
    let draw = move |event: &ev::PointerEvent| {
        let Some(picture) = picture.get_untracked() else {
            return;
        };
        let rect = picture.get_bounding_client_rect();
        let x = (f64::from(event.client_x()) - rect.left()) / rect.width() * WIDTH;
        let y = (f64::from(event.client_y()) - rect.top()) / rect.height() * HEIGHT;
        drawing.change(|curve| curve.draw_at(x, y));
    };
    let is_open = move || page.teaching.phase.get_untracked() == StepPhase::Reading;
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
    let chart = move || {
        let measured = page.teaching.of(|state| {
            let told = state
                .verdict
                .as_deref()
                .or_else(|| state.recalled_verdict());
            let points = told.iter().flat_map(|told| told.measured.clone());
            points.collect()
        });
        let curve = DrawnCurve {
            measured,
            ..curve.get()
        };
        curve.chart().on_page()
    };
    view! {
        <div class="curve-answer" node_ref=picture role="img" aria-label="Your curve of latency over load" on:pointerdown=press on:pointermove=follow inner_html=chart></div>
    }
}

/// A slider for each point, for use with the keyboard.
#[component]
fn Sliders(drawing: Drawing) -> impl IntoView {
    let curve = drawing.curve;
    let (most, loads) = curve.with_untracked(|curve| (curve.most, curve.loads.clone()));
    let sliders = loads.into_iter().enumerate().map(|(index, load)| {
        let value = move || curve.read().drawn[index].unwrap_or(0.0);
        let moved = move |text: String| {
            if let Ok(latency) = text.parse() {
                drawing.change(|curve| curve.draw(index, latency));
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
