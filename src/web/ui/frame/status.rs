//! The status line at the top of the picture, and the messages that take its place.

use std::time::Duration;

use flitscope::page::{Action, PageStateStoreFields, Place, ViewStoreFields};
use flitscope::scenario::Scenario;
use leptos::prelude::*;

use crate::ui::overlay::deadlock::Cures;
use crate::ui::stage::caption;
use crate::ui::state::page::Page;

/// How long a message stays.
const SHOWN: Duration = Duration::from_secs(10);

/// Counts of the run and what happened last, or a message or verdict in their place. Floats, so that nothing moves.
#[component]
pub fn Status() -> impl IntoView {
    let page = expect_context::<Page>();
    let counts = Memo::new(move |_| {
        let snapshot = page.player.snapshot.read();
        [
            snapshot.worms.len() as u64,
            snapshot.blocked() as u64,
            snapshot.queued.iter().copied().map(u64::from).sum(),
            snapshot.counters.delivered,
        ]
    });
    let under_way = move || counts.read()[0];
    let blocked = move || {
        let blocked = counts.read()[1];
        (blocked > 0).then(|| view! { " · " <b class="wait">{blocked}" blocked"</b> })
    };
    let queued = move || {
        let queued = counts.read()[2];
        (queued > 0).then(|| view! { " · " <b>{queued}</b>" queued" })
    };
    view! {
        <div class="said">
            <Message />
            <Show when=move || !page.is_split()><Verdict /></Show>
            <p class="status" aria-hidden="true">
                <b>{under_way}</b>{move || if under_way() == 1 { " worm under way" } else { " worms under way" }}
                {blocked}{queued}" · "<b>{move || counts.read()[3]}</b>" delivered"
            </p>
            <p id="told" class="told-step" aria-live="polite" title=move || caption(page)>{move || caption(page)}</p>
            <p id="stage-summary" class="unseen">{move || page.run.telling(|teller| teller.summary())}</p>
        </div>
        <Problems />
    }
}

/// A message that is shown now.
#[derive(Clone, PartialEq)]
struct Said {
    text: String,
    can_undo: bool,
}

/// The next step while a source is chosen, the progress of a seek, what an action or undo did, or a tip.
#[component]
fn Message() -> impl IntoView {
    let page = expect_context::<Page>();
    page.keep_messages_short();
    let said = Memo::new(move |_| page.said());
    let text = move || said.get().map(|said| said.text);
    let can_undo = move || said.read().as_ref().is_some_and(|said| said.can_undo);
    view! {
        <p class="hint" role="status">{text}</p>
        <Show when=can_undo>
            <button class="action" type="button" on:click=move |_| page.act(Action::Undo)>"Undo"</button>
        </Show>
    }
}

impl Page {
    /// Ends messages after a while.
    fn keep_messages_short(self) {
        let pending = StoredValue::new(None::<TimeoutHandle>);
        Effect::new(move |_| {
            let state = self.state;
            let is_said = state.turned().read().is_some()
                || state.dropped().read().is_some()
                || state.notice().read().is_some();
            if let Some(handle) = pending.get_value() {
                handle.clear();
            }
            let end = move || self.act(Action::DismissMessages);
            let handle = is_said.then(|| set_timeout_with_handle(end, SHOWN));
            pending.set_value(handle.and_then(Result::ok));
        });
    }

    /// The message to show, if there is one. Tracks what it is about.
    fn said(self) -> Option<Said> {
        let plain = |text: String| {
            Some(Said {
                text,
                can_undo: false,
            })
        };
        let focus = self.state.focus().get();
        if let Some(node) = focus.source {
            let address = self.state.built().read().topology.address(node);
            let how = if focus.aim.is_some() {
                "Let go over the destination."
            } else {
                "Now choose the destination, or Esc."
            };
            return plain(format!("Source {address}. {how}"));
        }
        if self.player.is_far.get() {
            let goal = self.player.goal.get().unwrap_or_default();
            let cycle = self.player.cycle.get();
            return plain(format!(
                "Computing: {cycle} of {goal} cycles. Pause stops here."
            ));
        }
        if let Some(text) = self.state.dropped().get() {
            return Some(Said {
                text,
                can_undo: true,
            });
        }
        if let Some(text) = self.state.turned().get() {
            return plain(text);
        }
        // A notice disappears when time advances.
        let notice = self.state.notice().get();
        let is_new = |notice: &(String, u64)| self.player.cycle.get() <= notice.1;
        if let Some((notice, _)) = notice.filter(is_new) {
            return plain(notice);
        }
        let scenario = self.state.scenario().read();
        let is_silent = scenario.traffic.rate == 0.0 && scenario.messages.is_empty();
        let is_elsewhere = self.state.place().get() != Place::Explore;
        if is_elsewhere || !self.state.view().overlay().get().is_none() {
            None
        } else if is_silent {
            plain("No messages yet: drag from one node to another, or set a load.".to_owned())
        } else if self.is_first_visit && focus.selected.is_none() && self.player.playing.get() {
            plain(
                "Click a worm to ask why it waits; drag from node to node to send one.".to_owned(),
            )
        } else {
            None
        }
    }
}

/// The verdict on the run: that worms have deadlocked, why they no longer can, or that the run has
/// ended.
#[component]
fn Verdict() -> impl IntoView {
    let page = expect_context::<Page>();
    let text = move || {
        let verdict = page.run.telling(|teller| {
            let brief = teller.deadlock_in_brief();
            brief.or_else(|| teller.verdict())
        });
        let cured = page.state.cured().read();
        let is_here = |cured: &&(Scenario, String)| cured.0 == *page.state.scenario().read();
        let why = cured.as_ref().filter(is_here).map(|(_, why)| why.clone());
        let told: Vec<_> = why.into_iter().chain(verdict).collect();
        (!told.is_empty()).then(|| told.join(" "))
    };
    let is_bad = Memo::new(move |_| page.player.snapshot.read().deadlock.is_some());
    view! {
        <p class="verdict" class:bad=move || is_bad.get() role="status" title=move || page.run.telling(|teller| teller.verdict())>{text}</p>
        <Show when=move || is_bad.get()><Cures /></Show>
    }
}

/// Problems, such as the unusable parts of a link, shown until dismissed.
#[component]
fn Problems() -> impl IntoView {
    let page = expect_context::<Page>();
    let lines = move || {
        let problems = page.state.problems().get();
        problems
            .into_iter()
            .map(|line| view! { <li>{line}</li> }.into_any())
            .collect_view()
    };
    view! {
        <Show when=move || !page.state.problems().read().is_empty()>
            <div class="problems float" role="alert">
                <ul>{lines}</ul>
                <button class="action" type="button" on:click=move |_| page.act(Action::Problems(Vec::new()))>"Dismiss"</button>
            </div>
        </Show>
    }
}
