//! A paper's system, in words and on the stage.

use flitscope::paper::{Paper, Scene};
use flitscope::scenario::Scenario;
use leptos::prelude::*;

use super::super::place::Place;
use super::way;

/// The system, with buttons that put it on the stage beside the page.
#[component]
pub fn ScenesSection(paper: &'static Paper, place: RwSignal<Place>) -> impl IntoView {
    let query = Memo::new(move |_| place.read().query.clone());
    Effect::new(move |_| {
        if query.read().is_empty()
            && let Some(first) = paper.scenes.first()
        {
            way::show_first(paper, first.link);
        }
    });
    let current = Memo::new(move |_| shown(paper.scenes, &query.read()));
    let buttons = paper.scenes.iter().enumerate().map(|(index, scene)| {
        let is_current = move || current.get() == Some(index);
        view! {
            <button
                aria-pressed=move || is_current().to_string()
                on:click=move |_| way::show(paper, scene.link)
            >
                {scene.title}
            </button>
        }
        .into_any()
    });
    let caption = move || {
        let scene = current.get().and_then(|index| paper.scenes.get(index));
        scene.map_or("The stage shows something of your own.", |scene| {
            scene.caption
        })
    };
    let has_scenes = !paper.scenes.is_empty();
    view! {
        <section aria-labelledby="system">
            <h3 id="system">"Its system"</h3>
            <p>{paper.system}</p>
            <Show when=move || has_scenes>
                <p class="help">"On the stage:"</p>
            </Show>
            <div class="choices scenes">{buttons.collect_view()}</div>
            <Show when=move || has_scenes>
                <p class="help caption">{caption}</p>
            </Show>
        </section>
    }
}

/// Which scene the stage shows: how it is looked at does not matter.
fn shown(scenes: &[Scene], query: &str) -> Option<usize> {
    let on_stage = Scenario::from_link(query).scenario;
    let exactly = scenes.iter().position(|scene| scene.link == query);
    let is_it = |scene: &Scene| Scenario::from_link(scene.link).scenario == on_stage;
    exactly.or_else(|| scenes.iter().position(is_it))
}
