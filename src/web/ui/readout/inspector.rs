//! The inspector, which describes the pointed or selected part of the picture: the worm that holds a
//! channel, the messages of a node, the reason why a header waits.

use flitscope::scenario::RING_DEADLOCK;
use flitscope::scene::{Line, Thing};
use leptos::either::Either;
use leptos::prelude::*;

use super::readings::Readings;
use crate::ui::controls::thumbnail::LessonLinks;
use crate::ui::state::page::Page;
use flitscope::page::{Action, Dock, PageStateStoreFields, Place, ThingAction};

/// A description of the channel, node or worm that is selected, or of the whole run.
#[component]
pub fn Inspector() -> impl IntoView {
    let page = expect_context::<Page>();
    let thing = Memo::new(move |_| page.state.focus().read().thing());
    let told = Memo::new(move |_| match thing.get() {
        Some(thing) => page.tell(thing),
        None => page
            .run
            .telling(|teller| teller.deadlock().unwrap_or_default()),
    });
    let title = move || {
        let told = told.read();
        if told.title.is_empty() {
            "The whole run".to_owned()
        } else {
            told.title.clone()
        }
    };
    let note = move || told.read().note.clone();
    let text = move || told.read().text.clone();
    let lines = move || {
        let lines = told.get().lines.into_iter();
        lines.map(|line| row(page, line)).collect_view()
    };
    let about = Memo::new(move |_| {
        if page.player.snapshot.read().deadlock.is_some() {
            format!("example {RING_DEADLOCK}")
        } else if matches!(thing.get(), Some(Thing::Worm(_))) {
            format!("switching {}", page.state.scenario().read().switching)
        } else {
            String::new()
        }
    });
    let is_empty = Signal::derive(move || thing.read().is_none());
    view! {
        <div class="inspector selected" class:empty=is_empty>
            <h2>{title} " " <small>{note}</small></h2>
            <p class="why">{text}</p>
            <ul class="lanes">{lines}</ul>
            <LessonLinks about />
            <Show when=move || is_empty.get()>
                <Readings />
                <WormList />
            </Show>
            <Actions thing />
        </div>
    }
}

/// A part of the described thing, and its description; a message is a button that selects it, channels are in the picture.
fn row(page: Page, line: Line) -> impl IntoView {
    let Line {
        hue,
        name,
        text,
        thing,
    } = line;
    let class = hue.map_or("free".to_owned(), |hue| format!("hue-{hue}"));
    let name = if matches!(thing, Thing::Channel(_)) {
        Either::Left(view! { <span class="name">{name}</span> })
    } else {
        Either::Right(
            view! { <button class="link" on:click=move |_| page.select(Some(thing))>{name}</button> },
        )
    };
    view! {
        <li class=class>
            {name}
            " " {text}
        </li>
    }
}

/// Buttons for the actions on the described thing, or for suggestions if there is none.
#[component]
fn Actions(thing: Memo<Option<Thing>>) -> impl IntoView {
    let page = expect_context::<Page>();
    let offers = move |action: ThingAction| {
        let thing = thing.get();
        thing.is_some_and(|thing| action.applies_to(thing, &page.state.built().read().design))
    };
    let send = move |_| {
        if let Some(thing) = page.state.focus().read_untracked().thing() {
            page.act(Action::Mark(thing));
        }
        page.act(Action::BeginMessage);
    };
    // Only in Explore: a lesson gives its messages.
    let listed = Memo::new(move |_| match thing.get() {
        Some(Thing::Worm(message)) if page.state.place().get() == Place::Explore => page
            .place_in_list(message)
            .filter(|_| !page.locks("messages")),
        _ => None,
    });
    let remove = move |_| {
        if let Some(place) = listed.get_untracked() {
            page.act(Action::RemoveMessage(place));
            page.select(None);
        }
    };
    view! {
        <div class="actions">
            <button hidden=move || !offers(ThingAction::Send) on:click=send>"Send a message from here"</button>
            <button id="fail" hidden=move || !offers(ThingAction::Fail) && !offers(ThingAction::Repair) title="Fail or repair the link (x)" on:click=move |_| page.toggle_fault()>
                {move || if offers(ThingAction::Repair) { "Repair this link" } else { "Fail this link" }}
            </button>
            <button
                hidden=move || !offers(ThingAction::Follow)
                aria-pressed=move || page.state.following().get().to_string()
                on:click=move |_| page.act(Action::KeepInView(!page.state.following().get_untracked()))
            >"Keep in view"</button>
            <button
                hidden=move || !offers(ThingAction::Follow)
                on:click=move |_| page.act(Action::Dock(Dock::SpaceTime))
            >"Space-time diagram"</button>
            <button id="remove-message" hidden=move || listed.read().is_none() on:click=remove>"Remove this message"</button>
        </div>
    }
}

/// The worms of the picture as a list, as an accessible alternative.
#[component]
fn WormList() -> impl IntoView {
    /// Largest number of worms in the list, which is rebuilt in every cycle.
    const MOST: usize = 40;
    let page = expect_context::<Page>();
    let is_open = RwSignal::new(false);
    let toggle = move |event: leptos::ev::Event| {
        let details = event_target::<web_sys::Element>(&event);
        is_open.set(details.has_attribute("open"));
    };
    let lines = move || {
        let lines = if is_open.get() {
            page.run.telling(|teller| teller.worms(MOST))
        } else {
            Vec::new()
        };
        lines.into_iter().map(|line| row(page, line)).collect_view()
    };
    let more = move || {
        let worms = page.player.snapshot.read().worms.len();
        match worms {
            0 => "No message is in the network in this cycle.".to_owned(),
            worms if worms > MOST => format!("The {MOST} oldest of {worms}."),
            _ => String::new(),
        }
    };
    view! {
        <details class="worm-list" on:toggle=toggle>
            <summary>"Messages in flight"</summary>
            <ul class="lanes">{lines}</ul>
            <p class="muted">{more}</p>
        </details>
    }
}
