//! The rooms of the page: the network, the papers beside it, and the laboratory.
//!
//! Papers and laboratory are a program of their own, `study`, which is fetched when one of
//! them is first entered. It shows itself in the element with the id `study` and reads the
//! address; in the papers, what stands there behind the question mark is still the scenario.

use flitscope::scene::Pointed;
use leptos::ev::Custom;
use leptos::prelude::*;
use web_sys::CustomEvent;

use super::fragment;
use super::memory;
use super::programs;
use super::state::Lab;

/// What of the page is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Room {
    /// A network, its forms and read-outs.
    #[default]
    Lab,
    /// A paper, and its network beside it.
    Papers,
    /// Models over their parameters.
    Laboratory,
}

impl Room {
    /// In the order of the bar: name, and how addresses and style sheets call it.
    pub const ALL: [(Self, &'static str, &'static str); 3] = [
        (Self::Lab, "Network", "lab"),
        (Self::Papers, "Papers", "papers"),
        (Self::Laboratory, "Laboratory", "laboratory"),
    ];

    /// The room that an address means, `#/papers/ciciani?…`.
    pub fn of(hash: &str) -> Self {
        let path = hash.trim_start_matches(['#', '/']);
        let first = path.split(['/', '?']).next().unwrap_or_default();
        let known = Self::ALL.iter().find(|(.., known)| *known == first);
        known.map_or(Self::Lab, |(room, ..)| *room)
    }

    /// How addresses and style sheets call it.
    pub fn id(self) -> &'static str {
        Self::ALL[self as usize].2
    }
}

/// Links to all rooms.
#[component]
pub fn Rooms() -> impl IntoView {
    let lab = expect_context::<Lab>();
    let links = Room::ALL.map(|(room, name, id)| {
        let is_here = move || (lab.room.get() == room).then_some("page");
        view! { <a href=format!("#/{id}") aria-current=is_here>{name}</a> }.into_any()
    });
    view! { <nav class="rooms" aria-label="Parts of the page">{links.collect_view()}</nav> }
}

/// The place of the second program, empty until it comes.
#[component]
pub fn StudyPlace() -> impl IntoView {
    let lab = expect_context::<Lab>();
    let is_wanted = StoredValue::new(false);
    Effect::new(move |_| {
        let room = lab.room.get();
        if room == Room::Laboratory {
            lab.player.pause();
        }
        if room == Room::Lab || is_wanted.get_value() {
            return;
        }
        is_wanted.set_value(true);
        programs::start_study();
    });
    let pointed = programs::listen(Custom::<CustomEvent>::new("flitscope:place"), move |e| {
        let name = e.detail().as_string().unwrap_or_default();
        lab.pointed.set(Pointed::named(&name));
    });
    on_cleanup(move || pointed.remove());
    view! {
        <section id="study" class="study" aria-label="Papers and laboratory">
            <p class="muted" role="status">"Papers and laboratory are being fetched …"</p>
        </section>
    }
}

impl Lab {
    /// Goes where the address leads.
    pub fn follow_address(self) {
        fragment::note(self);
        let hash = fragment::hash();
        let (before, room) = (self.room.get_untracked(), Room::of(&hash));
        if before == Room::Lab && room != Room::Lab {
            memory::leave(&fragment::hash_of(self, "#/lab"));
        }
        // A paper puts its own network on the stage; that of the lab comes back afterwards, even
        // by way of the laboratory.
        if before != Room::Papers && room == Room::Papers && self.left.read_value().is_none() {
            self.left.set_value(Some(fragment::hash_of(self, "#/lab")));
        }
        self.room.set(room);
        let address = fragment::read();
        let left = Some(room).filter(|room| *room == Room::Lab);
        let left = left.and_then(|_| self.left.try_update_value(Option::take)?);
        if let Some(left) = left.filter(|_| address.is_empty) {
            self.pointed.set(None);
            // Is heard as any other address; fails only for what is none.
            let _ = window().location().set_hash(&left);
            return;
        }
        // Who only goes to another room finds the network as it was.
        if room == Room::Laboratory || address.is_empty && (before != room || room == Room::Papers)
        {
            self.pointed.set(None);
            if room == Room::Lab {
                fragment::write(self);
            }
            return;
        }
        self.open(address);
    }
}
