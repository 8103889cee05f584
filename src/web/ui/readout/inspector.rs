//! The inspector, which describes the pointed or selected part of the picture: the worm that holds a
//! channel, the messages of a node, the reason why a header waits.

use flitscope::scenario::RING_DEADLOCK;
use flitscope::scene::{Line, Telling, Thing};
use leptos::prelude::*;

use super::readings::Readings;
use crate::ui::controls::part::part;
use crate::ui::controls::thumbnail::LessonLinks;
use crate::ui::overlay::{
    multicast_panel::multicast_panel,
    panel::{Tabs, deadlock_panel, route_panel},
};
use crate::ui::stage::StageKey;
use crate::ui::state::page::Page;
use flitscope::page::{
    Action, Dock, Overlay, PageStateStoreFields, Place, ThingAction, ViewStoreFields,
};

/// The panel of the current overlay, or a description of the channel, node or worm that is pointed
/// at or selected. Its action buttons stay in view.
#[component]
pub fn Inspector() -> impl IntoView {
    let page = expect_context::<Page>();
    let thing = Memo::new(move |_| page.state.focus().read().thing());
    let told = Memo::new(move |_| {
        let thing = thing.get();
        match thing {
            Some(thing) => page.tell(thing),
            None if page.state.view().overlay().get() != Overlay::Traffic => Telling::default(),
            None => page
                .run
                .telling(|teller| teller.deadlock().unwrap_or_default()),
        }
    });
    let title = move || told.read().title.clone();
    let note = move || told.read().note.clone();
    let text = move || told.read().text.clone();
    let lines = move || {
        let lines = told.get().lines.into_iter();
        lines.map(|line| row(page, line)).collect_view()
    };
    let over = move |overlay| move || page.state.view().overlay().get() == overlay;
    let about = Memo::new(move |_| match page.state.view().overlay().get() {
        Overlay::Traffic if page.player.snapshot.read().deadlock.is_some() => {
            format!("example {RING_DEADLOCK}")
        }
        Overlay::Traffic if matches!(thing.get(), Some(Thing::Worm(_))) => {
            format!("switching {}", page.state.scenario().read().switching)
        }
        Overlay::Traffic => String::new(),
        overlay => format!("overlay {}", overlay.id()),
    });
    let is_empty = move || told.read().title.is_empty();
    view! {
        <section class="panel inspector" class:over=move || !over(Overlay::Traffic)() aria-label="Inspector">
            <Tabs />
            <div class="inspected" tabindex="0" role="region" aria-label="Description">
                <Show when=over(Overlay::Routes)>{part(route_panel)}</Show>
                <Show when=over(Overlay::Multicast)>{part(multicast_panel)}</Show>
                <Show when=over(Overlay::Deadlock)>{part(deadlock_panel)}</Show>
                <Show when=over(Overlay::Traffic)><FindBox /></Show>
                <div class="selected" class:empty=is_empty>
                    <h2>{title} " " <small>{note}</small></h2>
                    <p class="why">{text}</p>
                    <ul class="lanes">{lines}</ul>
                    <div class="begin">
                        <p>
                            "A message travels as a "<b>"worm"</b>" of flits: the header finds the route, the body follows, and the tail frees each channel behind it. Click a worm to ask why it waits; drag from one node to another to send one."
                        </p>
                        <StageKey />
                    </div>
                </div>
                <LessonLinks about />
                <Show when=over(Overlay::Traffic)>
                    <Readings />
                    <WormList />
                </Show>
            </div>
            <Actions thing is_empty=Signal::derive(is_empty) />
        </section>
    }
}

/// A part of the described thing: a button that selects it, and its description.
fn row(page: Page, line: Line) -> impl IntoView {
    let Line {
        hue,
        name,
        text,
        thing,
    } = line;
    let class = hue.map_or("free".to_owned(), |hue| format!("hue-{hue}"));
    view! {
        <li class=class>
            <button class="link" on:click=move |_| page.select(Some(thing))>{name}</button>
            " " {text}
        </li>
    }
}

/// Buttons for the actions on the described thing, or for suggestions if there is none.
#[component]
fn Actions(thing: Memo<Option<Thing>>, is_empty: Signal<bool>) -> impl IntoView {
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
    let returns = Memo::new(move |_| page.offers_own_back());
    let returns = move || returns.get();
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
    let begins = move || is_empty.get() && page.state.view().overlay().get() == Overlay::Traffic;
    view! {
        <div class="actions">
            <button hidden=move || !begins() title="Why blocked? Select the next blocked worm (w)" on:click=move |_| page.select_blocked()>"Why is a worm blocked?"</button>
            <button hidden=move || !begins() || returns() on:click=move |_| page.act(Action::Suggest(RING_DEADLOCK))>"See a deadlock"</button>
            <button id="back-to-own" class="primary" hidden=move || !returns() title="The network as you left it, in the same cycle (b)" on:click=move |_| page.back_to_own()>"Back to your network"</button>
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
            <button class="quiet" hidden=move || page.state.focus().read().selected.is_none() on:click=move |_| page.select(None)>
                "Deselect"
            </button>
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

/// A search box for a node or message by its name.
#[component]
fn FindBox() -> impl IntoView {
    let page = expect_context::<Page>();
    let problem = RwSignal::new(None::<String>);
    view! {
        <p class="find">
            <input
                id="find"
                type="search"
                placeholder="Find a node, or a message: #12"
                aria-label="Find a node or a message"
                aria-describedby="find-problem"
                title="Find a node or a message (/)"
                on:change:target=move |event| problem.set(page.find(&event.target().value()).err())
            />
        </p>
        <p id="find-problem" class="problem" role="status">{problem}</p>
    }
}
