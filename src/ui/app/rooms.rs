//! The rooms of the page: the network, the papers beside it, and the laboratory.
//!
//! Papers and laboratory are a program of their own, `study`, which is fetched when one of
//! them is first entered. It shows itself in the element with the id `study` and reads the
//! address; in the papers, what stands there behind the question mark is still the scenario.

use flitscope::browser::programs;
use flitscope::page::Room;
use flitscope::scene::Pointed;
use leptos::ev::Custom;
use leptos::prelude::*;
use web_sys::CustomEvent;

use crate::ui::state::page::Page;

/// Links to all rooms.
#[component]
pub fn Rooms() -> impl IntoView {
    let page = expect_context::<Page>();
    let links = Room::ALL.map(|(room, name, id)| {
        let is_here = move || (page.room.get() == room).then_some("page");
        view! { <a href=format!("#/{id}") aria-current=is_here>{name}</a> }.into_any()
    });
    view! { <nav class="rooms" aria-label="Parts of the page">{links.collect_view()}</nav> }
}

/// The place of the second program, empty until it comes.
#[component]
pub fn StudyPlace() -> impl IntoView {
    let page = expect_context::<Page>();
    let is_wanted = StoredValue::new(false);
    Effect::new(move |_| {
        let room = page.room.get();
        if room == Room::Laboratory {
            page.player.pause();
        }
        if room == Room::Network || is_wanted.get_value() {
            return;
        }
        is_wanted.set_value(true);
        programs::start_study();
    });
    let pointed = programs::listen(Custom::<CustomEvent>::new("flitscope:place"), move |e| {
        let name = e.detail().as_string().unwrap_or_default();
        page.pointed.set(Pointed::named(&name));
    });
    on_cleanup(move || pointed.remove());
    view! {
        <section id="study" class="study" aria-label="Papers and laboratory">
            <p class="muted" role="status">"Loading papers and laboratory …"</p>
        </section>
    }
}
