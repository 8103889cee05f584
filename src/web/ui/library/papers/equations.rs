//! The equations of a paper, with the value of each symbol and its part of the network.

use flitscope::page::Action;
use flitscope::paper::{Equation, Paper, Symbol};
use flitscope::scene::Pointed;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Element;

use super::model_parts::ModelParts;
use super::prose::prose;
use super::trial_form::{TrialForm, Trialed};
use crate::ui::state::page::Page;

/// The equations, evaluated at the reader's parameters and load.
#[component]
pub fn EquationsSection(paper: &'static Paper, trialed: Trialed) -> impl IntoView {
    if paper.equations.is_empty() && paper.models.is_empty() {
        return ().into_any();
    }
    let page = expect_context::<Page>();
    let pointed = RwSignal::new(None::<&'static Symbol>);
    Effect::new(move |before: Option<&'static str>| {
        let place = pointed.get().map_or("", |symbol| symbol.place);
        if before.unwrap_or_default() != place {
            page.act(Action::Refer(Pointed::named(place)));
        }
        place
    });
    on_cleanup(move || page.act(Action::Refer(Pointed::named(""))));
    let under = move |target: Option<web_sys::EventTarget>| {
        let id = symbol_at(target?)?;
        paper.symbols.iter().find(|symbol| symbol.id == id)
    };
    let enter = move |target| {
        if let Some(symbol) = under(target) {
            pointed.set(Some(symbol));
        }
    };
    let leave = move |target| {
        if under(target).is_some() {
            pointed.set(None);
        }
    };
    Effect::new(move |_| highlight(pointed.get()));
    let has_models = !trialed.models.is_empty();
    let equations = paper.equations.iter();
    let equations = equations.map(|equation| view! { <EquationView equation /> }.into_any());
    view! {
        <section class="equations" aria-labelledby="equations">
            <h3 id="equations">"Its equations"</h3>
            <Show when=move || has_models>
                <TrialForm paper trialed />
                <ModelParts trialed />
            </Show>
            <ReadOut pointed trialed />
            <ol
                on:pointerover=move |event| enter(event.target())
                on:pointerout=move |event| leave(event.target())
                on:focusin=move |event| enter(event.target())
                on:focusout=move |event| leave(event.target())
            >
                {equations.collect_view()}
            </ol>
        </section>
    }
    .into_any()
}

/// Highlights all occurrences of a symbol in the equations and in the text, and no others.
fn highlight(symbol: Option<&Symbol>) {
    let marked = document().query_selector_all(".papers [data-symbol]");
    let marked = marked.expect("the selector is valid");
    let elements =
        (0..marked.length()).filter_map(|at| marked.item(at)?.dyn_into::<Element>().ok());
    for element in elements {
        let is_lit =
            element.get_attribute("data-symbol").as_deref() == symbol.map(|symbol| symbol.id);
        // Fails only for an empty class.
        let _ = element.class_list().toggle_with_force("lit", is_lit);
    }
}

/// The meaning and value of the symbol under the pointer.
#[component]
fn ReadOut(pointed: RwSignal<Option<&'static Symbol>>, trialed: Trialed) -> impl IntoView {
    let said = move || {
        match pointed.get() {
        None => view! {
            <span class="muted">"Point at a symbol, or move to it with Tab, to see its meaning and its place in the network."</span>
        }
        .into_any(),
        Some(symbol) => {
            let answer = trialed.trial.read();
            let value = answer.0.as_ref().ok().and_then(|trial| trial.value(symbol));
            let unit = (!symbol.unit.is_empty()).then(|| format!(" {}", symbol.unit));
            let value = match value {
                Some(value) => view! { <b>" = " {value} <small>{unit}</small></b> }.into_any(),
                None => view! { <small>{unit.map(|unit| format!(" [{}]", unit.trim()))}</small> }.into_any(),
            };
            view! {
                <span class="symbol" inner_html=symbol.mathml></span>
                {value}
                <span>", " {prose(symbol.name)}</span>
            }
            .into_any()
        }
    }
    };
    view! { <p class="readout" role="status">{said}</p> }
}

#[component]
fn EquationView(equation: &'static Equation) -> impl IntoView {
    let note =
        (!equation.note.is_empty()).then(|| view! { <p class="help">{prose(equation.note)}</p> });
    view! {
        <li id=format!("equation-{}", equation.number.replace(' ', ""))>
            <p class="name">{prose(equation.name)}</p>
            <div class="line">
                <div class="formula" inner_html=focusable(equation.mathml)></div>
                <span class="number">{format!("({})", equation.number)}</span>
            </div>
            {note}
        </li>
    }
}

/// Makes each symbol focusable by Tab, at its first occurrence in an equation.
fn focusable(mathml: &str) -> String {
    const MARK: &str = "data-symbol=\"";
    let mut seen = Vec::new();
    let mut parts = mathml.split(MARK);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let id = part.split('"').next().unwrap_or_default();
        if !seen.contains(&id) {
            seen.push(id);
            text.push_str("tabindex=\"0\" ");
        }
        text.push_str(MARK);
        text.push_str(part);
    }
    text
}

/// The id of the symbol that contains an element.
fn symbol_at(target: web_sys::EventTarget) -> Option<String> {
    let element = target.dyn_into::<Element>().ok()?;
    let symbol = element.closest("[data-symbol]").ok().flatten()?;
    symbol.get_attribute("data-symbol")
}
