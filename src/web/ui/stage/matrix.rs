//! The channel matrix beside the picture; pointing at a channel in one highlights it in the other.

use browser::canvas::{Size, context, fit, use_size};
use std::sync::Arc;

use flitscope::page::{PageStateStoreFields, ViewStoreFields};
use flitscope::scene::{Camera, Frame, MATRIX_TEXT, Matrix, Palette, Squares, Thing, View, frames};
use flitscope::topology::Network;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;
use leptos::{ev, html};
use web_sys::CanvasRenderingContext2d;

use super::paint::paint;
use crate::ui::controls::part::Fetched;
use crate::ui::state::{page::Page, theme::CurrentPalette};

/// Space around the squares \[pixels\].
const MARGIN: f32 = 16.0;

/// Font size for an audience \[pixels\].
const PRESENTED: f32 = 24.0;

/// The painted state of the canvas, from which only changed squares are repainted, or all of them if
/// the matrix, the view or the colors have changed.
#[derive(Default)]
struct Painted {
    /// Matrix, view, canvas size and palette id of the last painting.
    ground: Option<(Arc<Matrix>, View, Size, &'static str)>,
    squares: Squares,
}

impl Painted {
    /// Resets the state if everything has to be repainted; returns whether that is so.
    fn restart(&mut self, matrix: &Arc<Matrix>, view: View, size: Size, palette: &Palette) -> bool {
        let is_same = self.ground.as_ref().is_some_and(|ground| {
            Arc::ptr_eq(&ground.0, matrix)
                && (ground.1, ground.2, ground.3) == (view, size, palette.id)
        });
        if !is_same {
            self.ground = Some((matrix.clone(), view, size, palette.id));
            self.squares = Squares::default();
        }
        !is_same
    }

    /// Paints the squares that have changed.
    fn update(&mut self, now: Squares, context: &CanvasRenderingContext2d, palette: &Palette) {
        let Some((matrix, view, size, _)) = &self.ground else {
            return;
        };
        let scale = size.scale as f32;
        let view = View {
            pitch: view.pitch * scale,
            x: view.x * scale,
            y: view.y * scale,
        };
        let _ = context.reset_transform();
        for (ink, channels) in now.changed_since(&self.squares) {
            context.set_fill_style_str(palette.color(ink));
            for rectangle in matrix.pixels(&channels, view) {
                let [x, y, width, height] = rectangle.map(f64::from);
                context.fill_rect(x, y, width, height);
            }
        }
        self.squares = now;
    }
}

/// Returns a signal that becomes true a frame later, so that thousands of squares are painted in a
/// frame of their own after that of the network.
fn after_a_frame() -> RwSignal<bool> {
    let is_due = RwSignal::new(false);
    request_animation_frame(move || {
        request_animation_frame(move || {
            // The matrix may have been closed meanwhile.
            let _ = is_due.try_set(true);
        });
    });
    is_due
}

/// [`MatrixPane`], fetched when it is first shown.
#[wasm_split(explore, fallible, wasm_split_path = leptos::wasm_split)]
pub fn matrix_pane() -> Fetched {
    Ok(|| view! { <MatrixPane /> }.into_any())
}

/// The matrix, with a square for every channel.
#[component]
fn MatrixPane() -> impl IntoView {
    let page = expect_context::<Page>();
    let palette = expect_context::<CurrentPalette>().0;
    let element = NodeRef::<html::Div>::new();
    let squares = NodeRef::<html::Canvas>::new();
    let over = NodeRef::<html::Canvas>::new();
    let size = use_size(element);
    let matrix = Memo::new(move |_| {
        let study = page.state.built().read();
        let size = size.get();
        Arc::new(Matrix::new(
            &*study.topology,
            &study.design.network,
            (size.width as f32 - MARGIN, size.height as f32 - MARGIN),
            if page.look.presenting.get() {
                PRESENTED
            } else {
                MATRIX_TEXT
            },
        ))
    });
    let view = Memo::new(move |_| {
        let size = size.get();
        let frame = Frame::new(size.width as f32 - MARGIN, size.height as f32 - MARGIN);
        let view = View::of(matrix.read().bounds(), frame, Camera::default());
        view.moved(MARGIN / 2.0, MARGIN / 2.0)
    });
    let is_due = after_a_frame();
    Effect::new(move |before: Option<Painted>| {
        let mut painted = before.unwrap_or_default();
        let Some(canvas) = squares.get().filter(|_| is_due.get()) else {
            return painted;
        };
        let (size, view, palette, matrix) = (size.get(), view.get(), palette.get(), matrix.get());
        fit(&canvas, size);
        let Some(context) = context(&canvas) else {
            return painted;
        };
        let study = page.state.built().read();
        if painted.restart(&matrix, view, size, palette) {
            let labels = matrix.labels(&*study.topology);
            paint(
                &context,
                view,
                (size.scale, palette.text_size),
                palette,
                &[(&labels, 1.0)],
            );
        }
        let now = if page.state.view().heat().get() {
            Squares::of_utilization(&page.player.utilization.read())
        } else {
            Squares::of_worms(matrix.channels(), &page.player.snapshot.read())
        };
        painted.update(now, &context, palette);
        painted
    });
    Effect::new(move |_| {
        let Some(canvas) = over.get().filter(|_| is_due.get()) else {
            return;
        };
        fit(&canvas, size.get());
        let Some(context) = context(&canvas) else {
            return;
        };
        let view = view.get();
        let frames = frames(
            &matrix.read(),
            &page.player.snapshot.read(),
            &page.state.focus().read(),
            view.pitch,
        );
        let layers = [(&*frames, 1.0)];
        let palette = palette.get();
        paint(
            &context,
            view,
            (size.get().scale, palette.text_size),
            palette,
            &layers,
        );
    });
    let channel = move |event: &ev::PointerEvent| {
        let rect = element.get_untracked()?.get_bounding_client_rect();
        let x = f64::from(event.client_x()) - rect.left();
        let y = f64::from(event.client_y()) - rect.top();
        let at = view.get_untracked().grid(x as f32, y as f32);
        matrix.read_untracked().channel_at(at).map(Thing::Channel)
    };
    let point = move |event: ev::PointerEvent| page.point_at(channel(&event));
    let choose = move |event: ev::PointerEvent| {
        event.prevent_default();
        page.select(channel(&event));
    };
    let label = move || in_words(&page.state.built().read().design.network);
    view! {
        <div
            class="matrix"
            node_ref=element
            on:pointermove=point
            on:pointerdown=choose
            on:pointerleave=move |_| page.point_at(None)
        >
            <canvas node_ref=squares role="img" aria-label=label></canvas>
            <canvas node_ref=over aria-hidden="true"></canvas>
        </div>
    }
}

fn in_words(network: &Network) -> String {
    format!(
        "Channel matrix: {} nodes as rows, their ports as columns, {} channels.",
        network.nodes(),
        network.channels()
    )
}
