//! The channel matrix beside the picture; what is pointed at in one is marked in the other.

use flitscope::browser::canvas::{context, fit, use_size};
use std::sync::Arc;

use flitscope::scene::{Camera, Frame, Matrix, Thing, View, squares};
use leptos::prelude::*;
use leptos::{ev, html};

use super::paint::paint;
use crate::ui::state::{page::Page, theme::CurrentPalette};

/// Space around the squares \[pixels\].
const MARGIN: f32 = 16.0;

/// A square for every channel.
#[component]
pub fn MatrixPane() -> impl IntoView {
    let page = expect_context::<Page>();
    let palette = expect_context::<CurrentPalette>().0;
    let element = NodeRef::<html::Div>::new();
    let canvas = NodeRef::<html::Canvas>::new();
    let size = use_size(element);
    let matrix = Memo::new(move |_| {
        let study = page.study.read();
        let size = size.get();
        Arc::new(Matrix::new(
            &*study.topology,
            &study.design.network,
            size.width as f32 - MARGIN,
            size.height as f32 - MARGIN,
        ))
    });
    let view = move || {
        let size = size.get();
        let frame = Frame {
            width: size.width as f32 - MARGIN,
            height: size.height as f32 - MARGIN,
            headroom: 0.0,
            footroom: 0.0,
        };
        let view = View::of(matrix.read().bounds(), frame, Camera::default());
        view.moved(MARGIN / 2.0, MARGIN / 2.0)
    };
    Effect::new(move |_| {
        let Some(canvas) = canvas.get() else { return };
        fit(&canvas, size.get());
        let Some(context) = context(&canvas) else {
            return;
        };
        let utilization = page.look.heat.get().then(|| page.run().utilization());
        let shapes = squares(
            &matrix.read(),
            &*page.study.read().topology,
            &page.player.snapshot.read(),
            utilization.as_deref(),
            &page.focus.read(),
            view().pitch,
        );
        let scale = size.get().scale;
        paint(&context, view(), scale, palette.get(), &[(&shapes, 1.0)]);
    });
    let channel = move |event: &ev::PointerEvent| {
        let rect = element.get_untracked()?.get_bounding_client_rect();
        let x = f64::from(event.client_x()) - rect.left();
        let y = f64::from(event.client_y()) - rect.top();
        let at = untrack(view).grid(x as f32, y as f32);
        matrix.read_untracked().channel_at(at).map(Thing::Channel)
    };
    let point = move |event: ev::PointerEvent| page.point_at(channel(&event));
    let choose = move |event: ev::PointerEvent| {
        event.prevent_default();
        page.select(channel(&event));
    };
    let told = move || {
        let study = page.study.read();
        let network = &study.design.network;
        format!(
            "Channel matrix: {} nodes as rows, their ports as columns, {} channels.",
            network.nodes(),
            network.channels()
        )
    };
    view! {
        <div
            class="matrix"
            node_ref=element
            on:pointermove=point
            on:pointerdown=choose
            on:pointerleave=move |_| page.point_at(None)
        >
            <canvas node_ref=canvas role="img" aria-label=told></canvas>
        </div>
    }
}
