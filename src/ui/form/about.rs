//! What a register line says of itself: help and where it was published.

use flitscope::catalog::Entry;
use leptos::prelude::*;

use crate::ui::controls::thumbnail::LessonLinks;

/// Help and sources of an entry, folded away.
#[component]
pub fn About(
    #[prop(into)] entry: Signal<&'static Entry>,
    /// What kind of thing it is, as lessons name it: `routing`.
    kind: &'static str,
) -> impl IntoView {
    let about = Signal::derive(move || format!("{kind} {}", entry.get().id));
    let sources = move || {
        let sources = entry.get().sources.iter();
        let lines =
            sources.map(|source| view! { <li>{source.cite}": "<cite>{source.work}</cite></li> });
        lines.collect_view()
    };
    view! {
        <details class="about">
            <summary>"About " {move || entry.get().name}</summary>
            <p>{move || entry.get().help}</p>
            <ul>{sources}</ul>
            <LessonLinks about />
        </details>
    }
}
