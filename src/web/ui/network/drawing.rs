//! The drawing of a network: tools, the picture, and its pointer and keyboard input.

use std::time::Duration;

use browser::alive::Alive;
use flitscope::page::Chord;
use flitscope::page::drawing::{
    Element, LinkMark, MOST_DRAWN, NetworkDrawing, NodeMark, Picture, Tool, Touch,
};
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::parts::{NAME_FIELD, Selected};

/// The tools, the picture, the controls of the selected part, and the status line.
#[component]
pub fn DrawingArea(drawing: RwSignal<NetworkDrawing>, use_it: Callback<()>) -> impl IntoView {
    let is_drawn = Memo::new(move |_| drawing.read().is_drawn());
    let told = move || {
        let drawing = drawing.read();
        let told = drawing.told();
        let hint = Tool::ALL[drawing.tool() as usize].2;
        if told.is_empty() {
            hint.to_owned()
        } else {
            told.to_owned()
        }
    };
    view! {
        <div class="network-drawing">
            <Tools drawing />
            <Show
                when=move || is_drawn.get()
                fallback=|| view! { <p class="too-large">{format!("Networks of more than {MOST_DRAWN} nodes are not drawn here; edit the text instead.")}</p> }
            >
                <Drawn drawing use_it />
            </Show>
            <Selected drawing />
            <p class="told" id="network-told" role="status">{told}</p>
        </div>
    }
}

/// The choice of the pointer tool, and the undo and redo buttons.
#[component]
fn Tools(drawing: RwSignal<NetworkDrawing>) -> impl IntoView {
    let tool = Memo::new(move |_| drawing.read().tool());
    let tools = Tool::ALL.map(|(of_button, name, hint)| {
        let take = move |_| {
            drawing.update(|drawing| {
                drawing.take(of_button);
                drawing.tell(hint.to_owned());
            });
        };
        view! { <button type="button" title=hint aria-pressed=move || (tool.get() == of_button).to_string() on:click=take>{name}</button> }
    });
    view! {
        <div class="network-tools">
            <div class="choices" role="group" aria-label="Tool">{tools.into_iter().collect_view()}</div>
            <div class="choices" role="group" aria-label="Changes of the network">
                <UndoButton drawing id="network-undo" name="Undo" what=NetworkDrawing::last_done act=NetworkDrawing::undo />
                <UndoButton drawing id="network-redo" name="Redo" what=NetworkDrawing::last_undone act=NetworkDrawing::redo />
            </div>
        </div>
    }
}

/// A button that undoes or redoes a change, which its title names.
#[component]
fn UndoButton(
    drawing: RwSignal<NetworkDrawing>,
    id: &'static str,
    name: &'static str,
    what: fn(&NetworkDrawing) -> Option<&str>,
    act: fn(&mut NetworkDrawing),
) -> impl IntoView {
    let what = Memo::new(move |_| what(&drawing.read()).map(str::to_owned));
    view! {
        <button
            id=id
            type="button"
            disabled=move || what.read().is_none()
            title=move || what.get().map(|what| format!("{name}: {what}"))
            on:click=move |_| drawing.update(act)
        >{name}</button>
    }
}

/// The picture, which handles pointer and keyboard events.
#[component]
fn Drawn(drawing: RwSignal<NetworkDrawing>, use_it: Callback<()>) -> impl IntoView {
    let picture = Memo::new(move |_| drawing.read().picture());
    let frame = Memo::new(move |_| drawing.read().frame().view_box());
    let tool = Memo::new(move |_| drawing.read().tool());
    let has_nodes = Memo::new(move |_| !picture.read().nodes.is_empty());
    let alive = Alive::new();
    let press = move |event: ev::PointerEvent| {
        let Some(touch) = touch(&event).filter(|_| event.button() == 0) else {
            return;
        };
        if let Some(target) = target(&event) {
            // Fails if the pointer has been released meanwhile.
            let _ = target.set_pointer_capture(event.pointer_id());
        }
        drawing.update(|drawing| drawing.press(touch));
    };
    let follow = move |event: ev::PointerEvent| {
        if drawing.read_untracked().is_held()
            && let Some(touch) = touch(&event)
        {
            drawing.update(|drawing| drawing.follow(touch));
        }
    };
    let release = move |event: ev::PointerEvent| {
        if let Some(touch) = touch(&event) {
            drawing.update(|drawing| drawing.release(touch));
        }
    };
    let lose = alive.guarded(move |_: ev::PointerEvent| drawing.update(NetworkDrawing::lose));
    let key = move |event: ev::KeyboardEvent| {
        let name = event.key();
        let ctrl = event.ctrl_key() || event.meta_key();
        let mut is_meant = false;
        match &*name {
            _ if event.alt_key() => {}
            "Enter" if ctrl => {
                is_meant = true;
                use_it.run(());
            }
            "F2" if has_nodes.get_untracked() => {
                is_meant = true;
                drawing.update(|drawing| drawing.select(Some(Element::Node(drawing.focused()))));
                go_to(NAME_FIELD.to_owned());
            }
            key => drawing.maybe_update(|drawing| {
                let shift = event.shift_key();
                is_meant = drawing.key(Chord { key, ctrl, shift });
                is_meant
            }),
        }
        if is_meant {
            event.prevent_default();
            // The page has shortcuts of its own for these keys.
            event.stop_propagation();
        }
    };
    keep_focus(drawing);
    view! {
        <svg
            id="network-drawing"
            class="drawn"
            class:links=move || tool.get().links()
            role="application"
            aria-label="Drawing of the network"
            aria-describedby="network-keys"
            tabindex=move || if has_nodes.get() { "-1" } else { "0" }
            viewBox=move || frame.get()
            on:pointerdown=press
            on:pointermove=follow
            on:pointerup=release
            on:pointercancel=lose
            on:keydown=key
        >
            <Links picture />
            <path class="aim" d=move || picture.read().aim.clone().unwrap_or_default() />
            <Nodes drawing picture />
        </svg>
        <p class="unseen" id="network-keys">{NetworkDrawing::KEYS}</p>
    }
}

#[component]
fn Links(picture: Memo<Picture>) -> impl IntoView {
    let count = Memo::new(move |_| picture.read().links.len());
    let link = move |place: usize| {
        let mark = Memo::new(move |_| picture.read().links.get(place).cloned());
        let with = move |part: fn(&LinkMark) -> String| mark.read().as_ref().map(part);
        let is_selected = move || mark.read().as_ref().is_some_and(|mark| mark.is_selected);
        view! {
            <g class="drawn-link" class:selected=is_selected>
                <path class="line" d=move || with(|mark| mark.line.clone()) />
                <path class="head" d=move || with(|mark| mark.arrow.clone()) />
            </g>
        }
    };
    view! { <g aria-hidden="true"><For each=move || 0..count.get() key=|place| *place children=link /></g> }
}

#[component]
fn Nodes(drawing: RwSignal<NetworkDrawing>, picture: Memo<Picture>) -> impl IntoView {
    let count = Memo::new(move |_| picture.read().nodes.len());
    let focused = Memo::new(move |_| drawing.read().focused());
    let node = move |number: usize| {
        let mark = Memo::new(move |_| picture.read().nodes.get(number).cloned());
        let is = move |what: fn(&NodeMark) -> bool| mark.read().as_ref().is_some_and(what);
        let place = move || {
            let at = mark.read().as_ref().map(|mark| mark.at).unwrap_or_default();
            format!("translate({:.3} {:.3})", at.x, at.y)
        };
        let on_focus = move |_| {
            drawing.maybe_update(|drawing| {
                let is_new = drawing.selected() != Some(Element::Node(number));
                drawing.select(Some(Element::Node(number)));
                is_new
            });
        };
        view! {
            <g
                id=id_of(number)
                class="drawn-node"
                class:selected=move || is(|mark| mark.is_selected)
                class:anchor=move || is(|mark| mark.is_anchor)
                class:switch=move || is(|mark| mark.is_switch)
                role="button"
                tabindex=move || if focused.get() == number { "0" } else { "-1" }
                aria-label=move || mark.read().as_ref().map(|mark| mark.told.clone())
                aria-pressed=move || is(|mark| mark.is_selected).to_string()
                transform=place
                on:focus=on_focus
            >
                <circle class="round" r="0.28" />
                <rect class="square" x="-0.26" y="-0.26" width="0.52" height="0.52" rx="0.06" />
                <text
                    text-anchor="middle"
                    dominant-baseline="central"
                    font-size=move || size_of(mark.read().as_ref().map_or(1, |mark| mark.name.chars().count()))
                >
                    {move || mark.read().as_ref().map(|mark| mark.name.clone())}
                </text>
            </g>
        }
    };
    view! { <For each=move || 0..count.get() key=|number| *number children=node /> }
}

/// Returns the font size [units] at which a name of so many characters about fits its node.
fn size_of(characters: usize) -> String {
    let size = 0.75 / characters.max(1) as f32;
    size.clamp(0.16, 0.3).to_string()
}

fn id_of(node: usize) -> String {
    format!("drawn-node-{node}")
}

/// Moves the keyboard focus to the drawing's focused node whenever the drawing requests it.
fn keep_focus(drawing: RwSignal<NetworkDrawing>) {
    let calls = Memo::new(move |_| drawing.read().focus_calls());
    Effect::new(move |before: Option<u32>| {
        let calls = calls.get();
        if before.is_some_and(|before| before != calls) {
            go_to(id_of(drawing.read_untracked().focused()));
        }
        calls
    });
}

/// Moves the keyboard focus to an element after pending updates have been rendered.
fn go_to(id: String) {
    let go = move || {
        if let Some(element) = document().get_element_by_id(&id) {
            // SVG elements have `focus` as well, although the bindings do not declare it.
            let element = element.unchecked_into::<web_sys::HtmlElement>();
            // Has no effect only on hidden elements.
            let _ = element.focus();
        }
    };
    set_timeout(go, Duration::ZERO);
}

fn target(event: &ev::PointerEvent) -> Option<web_sys::Element> {
    let target = event.current_target()?;
    target.dyn_into().ok()
}

fn touch(event: &ev::PointerEvent) -> Option<Touch> {
    let rect = target(event)?.get_bounding_client_rect();
    let (width, height) = (rect.width(), rect.height());
    let at = [
        f64::from(event.client_x()) - rect.left(),
        f64::from(event.client_y()) - rect.top(),
    ];
    (width > 0.0 && height > 0.0).then(|| Touch {
        id: event.pointer_id(),
        at: at.map(|part| part as f32),
        size: [width, height].map(|part| part as f32),
        shift: event.shift_key(),
    })
}
