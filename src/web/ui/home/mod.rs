//! Home: a small network in motion with its parts named, and links to the other places.

pub mod ways;

use flitscope::lesson::LessonState;
use flitscope::page::{PageStateStoreFields, has_blocked};
use flitscope::scene::Thing;
use leptos::prelude::*;

use crate::ui::command::menu::Icon;
use crate::ui::command::time::{PAUSE, PLAY};
use crate::ui::state::page::Page;

/// The sentence beside the picture on Home, with two actions and their answers.
#[component]
pub fn HomeStory() -> impl IntoView {
    let page = expect_context::<Page>();
    let teaching = page.teaching;
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
    let unfinished = move || teaching.of(LessonState::unfinished);
    let has_begun = move || unfinished().is_some();
    view! {
        <section class="story" aria-label="What you see">
            <h1>"Watch messages cross a network, flit by flit."</h1>
            <p class="actions">
                {move || unfinished().map(|(lesson, step, address)| view! {
                    <a class="button primary big" id="continue-lesson" href=address>{format!("Continue: {lesson}, step {step}")}</a>
                })}
                <button id="send-one" class="big" class:primary=move || !has_begun() type="button" on:click=send>"Send a message"</button>
                <button id="why-blocked" class="big" hidden=has_begun type="button" on:click=ask>"Why is this one blocked?"</button>
            </p>
            <p id="answer" class="answer" role="status">{answer}</p>
            <p class="answer muted">"A message travels as a "<b>"worm"</b>" of flits: the header finds the route, the body follows, and the tail frees each channel behind it. Click a worm to ask why it waits; drag from node to node to send one."</p>
        </section>
        <button id="home-play" class="icon float" type="button" title="Play or pause (Space)" aria-label=move || if plays() { "Pause" } else { "Play" } on:click=move |_| page.player.toggle()>
            <Icon path=Signal::derive(move || if plays() { PAUSE } else { PLAY }) />
        </button>
    }
}
