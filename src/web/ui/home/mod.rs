//! Home: a small network in motion with its parts named, and links to the other places.

pub mod ways;

use flitscope::page::{PageStateStoreFields, Place, has_blocked};
use flitscope::scene::Thing;
use leptos::prelude::*;

use crate::ui::state::page::Page;

/// Introduction to the picture on Home, with two actions and their answers.
#[component]
pub fn HomeStory() -> impl IntoView {
    let page = expect_context::<Page>();
    let send = move |_| page.send_across();
    // If no header is blocked in this cycle, the run plays until one is.
    let is_asked = RwSignal::new(false);
    let ask = move |_| {
        is_asked.set(true);
        if !page.player.will_play() {
            page.player.toggle();
        }
    };
    Effect::new(move |_| {
        let is_blocked = has_blocked(&page.player.snapshot.read());
        if is_asked.get() && is_blocked {
            is_asked.set(false);
            untrack(|| page.select_blocked());
        }
    });
    let plays = move || page.player.playing.get();
    let answer = move || {
        if is_asked.get() {
            return Some(
                "No header is blocked in this cycle: the run continues until one is.".to_owned(),
            );
        }
        let thing = page.state.focus().read().selected?;
        if let Thing::Node(node) = thing {
            let told = page.run.telling(|teller| teller.node_in_a_sentence(node));
            return Some(format!("{told}."));
        }
        Some(page.tell(thing).in_a_sentence())
    };
    view! {
        <section class="story" aria-label="What you see" hidden=move || page.state.place().get() != Place::Home>
            <p>
                "A message travels as a "<b>"worm"</b>" of flits: the header finds the route, the body follows, and the tail frees each channel behind it."
            </p>
            <p class="actions">
                <button id="send-one" class="primary" type="button" on:click=send>"Send a message"</button>
                <button id="why-blocked" type="button" on:click=ask>"Why is this one blocked?"</button>
                <button id="home-play" class="quiet" type="button" on:click=move |_| page.player.toggle()>
                    {move || if plays() { "Pause" } else { "Play" }}
                </button>
            </p>
            <p id="answer" class="answer" role="status">{answer}</p>
            <p class="answer muted">"Click a worm to ask why it waits, or a node to see what it does; drag from node to node to send a message."</p>
        </section>
    }
}
