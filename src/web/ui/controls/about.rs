//! Help and publications of a register entry.

use flitscope::catalog::Entry;
use leptos::prelude::*;

use crate::ui::controls::thumbnail::LessonLinks;

/// Help, sources and lessons of an entry, collapsed.
#[component]
pub fn About(
    #[prop(into)] entry: Signal<&'static Entry>,
    /// Kind of the entry as lessons name it, such as `routing`.
    kind: &'static str,
) -> impl IntoView {
    let about = Signal::derive(move || format!("{kind} {}", entry.get().id));
    let sources = move || {
        let sources = entry.get().sources();
        let lines =
            sources.map(|source| view! { <li>{source.cite}": "<cite>{source.work}</cite></li> });
        lines.collect_view()
    };
    view! {
        <details class="about">
            <summary>"About " {move || entry.get().name()}</summary>
            <p>{move || entry.get().help()}</p>
            <ul>{sources}</ul>
            <LessonLinks about />
        </details>
    }
}
