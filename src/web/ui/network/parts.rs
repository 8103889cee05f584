//! The selected part of a network and its controls, which need no pointer.

use browser::alive::Alive;
use flitscope::page::drawing::{Edit, Element, NetworkDrawing, Way};
use leptos::prelude::*;

/// Id of the field with the name of the selected node.
pub const NAME_FIELD: &str = "network-node-name";

/// A list of all nodes and links, and the controls of the selected one.
#[component]
pub fn Selected(drawing: RwSignal<NetworkDrawing>) -> impl IntoView {
    let parts = Memo::new(move |_| drawing.read().parts());
    let selected = Memo::new(move |_| drawing.read().selected());
    let options = move || {
        let options = parts.get().into_iter().enumerate();
        let options = options.map(|(place, (part, told))| {
            let is_chosen = move || selected.get() == Some(part);
            view! { <option value=place.to_string() prop:selected=is_chosen>{told}</option> }
        });
        options.collect_view()
    };
    let choose = move |place: String| {
        let place = place.parse::<usize>().ok();
        let part = place.and_then(|place| parts.read_untracked().get(place).map(|(part, _)| *part));
        drawing.update(|drawing| drawing.select(part));
    };
    let add = move |_| drawing.update(NetworkDrawing::add_beside);
    let remove = move |_| drawing.update(NetworkDrawing::remove_selected);
    let controls = move || match selected.get()? {
        Element::Node(node) => Some(view! { <NodeControls drawing node /> }.into_any()),
        Element::Link(one, other) => Some(view! { <LinkControls drawing one other /> }.into_any()),
    };
    view! {
        <div class="network-selected" role="group" aria-label="What is selected">
            <select id="network-part" aria-label="Node or link" on:change:target=move |event| choose(event.target().value())>
                <option value="" prop:selected=move || selected.get().is_none()>"Nothing selected"</option>
                {options}
            </select>
            {controls}
            <button id="network-remove" type="button" disabled=move || selected.get().is_none() on:click=remove>"Remove"</button>
            <button id="network-add" type="button" on:click=add>"Add a node"</button>
        </div>
    }
}

/// Applies an edit; the drawing reports the outcome in its status line.
fn change(drawing: RwSignal<NetworkDrawing>, edit: &Edit) {
    drawing.update(|drawing| {
        drawing.edit(edit);
    });
}

/// The name of a node, and whether it is a switch.
#[component]
fn NodeControls(drawing: RwSignal<NetworkDrawing>, node: usize) -> impl IntoView {
    let of_node = move |part: fn(&flitscope::topology::graph::SketchNode) -> String| {
        let drawing = drawing.read();
        drawing.sketch().nodes().get(node).map(part)
    };
    let name = Memo::new(move |_| of_node(|node| node.name.clone()).unwrap_or_default());
    let is_switch = Memo::new(move |_| {
        let drawing = drawing.read();
        let node = drawing.sketch().nodes().get(node);
        node.is_some_and(|node| node.is_switch)
    });
    // A focused field that is removed still sends a `change` event.
    let alive = Alive::new();
    let rename = move |field: web_sys::HtmlInputElement| {
        let is_new = alive.is_alive() && field.value() != *name.read_untracked();
        if is_new {
            let name = field.value();
            change(drawing, &Edit::Rename { node, name });
        }
    };
    let turn = move |is_switch: bool| {
        change(drawing, &Edit::SetSwitch { node, is_switch });
    };
    view! {
        <label>
            "Name "
            <input
                id=NAME_FIELD
                type="text"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                aria-describedby="network-told"
                prop:value=move || name.get()
                on:change:target=move |event| rename(event.target())
            />
        </label>
        <label class="check">
            <input type="checkbox" prop:checked=move || is_switch.get() on:change:target=move |event| turn(event.target().checked()) />
            " Switch: it only routes"
        </label>
    }
}

/// The directions of a link.
#[component]
fn LinkControls(drawing: RwSignal<NetworkDrawing>, one: usize, other: usize) -> impl IntoView {
    let way = Memo::new(move |_| Way::of(drawing.read().sketch(), one, other));
    let names = [one, other].map(|node| {
        Memo::new(move |_| {
            let drawing = drawing.read();
            let node = drawing.sketch().nodes().get(node);
            node.map(|node| node.name.clone()).unwrap_or_default()
        })
    });
    let choices = [(Way::Both, "–"), (Way::There, "→"), (Way::Back, "←")];
    let buttons = choices.map(|(of_button, sign)| {
        let turn = move |_| {
            let way = of_button;
            change(drawing, &Edit::Turn { one, other, way });
        };
        let told = move || {
            let [one, other] = names.map(|name| name.get());
            match of_button {
                Way::Both => format!("Both ways between {one} and {other}"),
                Way::There => format!("From {one} to {other} only"),
                Way::Back => format!("From {other} to {one} only"),
            }
        };
        view! {
            <button type="button" aria-label=told title=told aria-pressed=move || (way.get() == Some(of_button)).to_string() on:click=turn>
                {move || names[0].get()}" "{sign}" "{move || names[1].get()}
            </button>
        }
    });
    view! { <div class="choices" role="group" aria-label="Directions of the link">{buttons.into_iter().collect_view()}</div> }
}
