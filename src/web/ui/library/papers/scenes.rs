//! The system of a paper, in words and on the stage.

use flitscope::paper::{Paper, Scene};
use flitscope::scenario::Scenario;
use leptos::prelude::*;

use super::super::address::Address;
use super::links;
use super::prose::prose;

/// The description of the system, with buttons that show it on the stage beside the page.
#[component]
pub fn ScenesSection(paper: &'static Paper, address: RwSignal<Address>) -> impl IntoView {
    // Checks the paper, because this page still exists when the address changes to another one.
    let is_bare = Memo::new(move |_| {
        let address = address.read();
        address.part(1) == paper.id && !address.names_network()
    });
    Effect::new(move |_| {
        if is_bare.get()
            && let Some(first) = paper.scenes.first()
        {
            links::show_first(paper, first.link);
        }
    });
    view! {
        <section aria-labelledby="system">
            <h3 id="system">"The system"</h3>
            <p>{prose(paper.system)}</p>
            <SceneButtons paper scenes=paper.scenes address />
        </section>
    }
}

/// Buttons that show scenes on the stage, with the caption of the current one.
#[component]
pub fn SceneButtons(
    paper: &'static Paper,
    scenes: &'static [Scene],
    address: RwSignal<Address>,
) -> impl IntoView {
    let query = Memo::new(move |_| address.read().query.clone());
    let current = Memo::new(move |_| shown(scenes, &query.read()));
    let buttons = scenes.iter().enumerate().map(|(index, scene)| {
        let is_current = move || current.get() == Some(index);
        view! {
            <button
                aria-pressed=move || is_current().to_string()
                on:click=move |_| links::show(paper, scene.link)
            >
                {scene.title}
            </button>
        }
        .into_any()
    });
    let caption = move || {
        let scene = current.get().and_then(|index| scenes.get(index));
        scene.map(|scene| view! { <p class="caption">{prose(scene.caption)}</p> })
    };
    (!scenes.is_empty()).then(|| {
        view! {
            <div class="choices scenes" role="group" aria-label="In the picture">
                <span class="help">"In the picture:"</span>
                {buttons.collect_view()}
            </div>
            {caption}
        }
    })
}

/// The index of the scene on the stage: one with the same link or else the same scenario, in any
/// view.
fn shown(scenes: &[Scene], query: &str) -> Option<usize> {
    let on_stage = Scenario::from_link(query).scenario;
    let exactly = scenes.iter().position(|scene| scene.link == query);
    let is_it = |scene: &Scene| Scenario::from_link(scene.link).scenario == on_stage;
    exactly.or_else(|| scenes.iter().position(is_it))
}
