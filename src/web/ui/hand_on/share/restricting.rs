//! Choices of the visible parts, of the locks, and of the parts of the view that the link includes.

use flitscope::catalog::capitalized;
use flitscope::page::handout::Handout;
use flitscope::page::{Hidden, Locked};
use leptos::prelude::*;

use super::fields::check;

#[component]
pub fn Visible(handout: RwSignal<Handout>) -> impl IntoView {
    let parts = Hidden::all().map(|(part, name)| {
        let is_visible = move || !handout.read().restrictions.hidden.has(part);
        let show = move |is_visible: bool| {
            handout.update(|handout| _ = handout.restrictions.hidden.set(part, !is_visible));
        };
        check(move || name.to_owned(), is_visible, show)
    });
    let summary = move || match handout.read().restrictions.hidden.names().len() {
        0 => "Visible: everything".to_owned(),
        1 => "Visible: all but one part".to_owned(),
        hidden => format!("Visible: all but {hidden} parts"),
    };
    view! {
        <details>
            <summary>{summary}</summary>
            <div class="share-checks">{parts.collect_view()}</div>
        </details>
    }
}

/// The locks: everything that may be changed has a check mark.
#[component]
pub fn MayBeChanged(handout: RwSignal<Handout>) -> impl IntoView {
    let locks = Locked::all().map(|(lock, name)| {
        let is_free = move || !handout.read().restrictions.locked.has(lock);
        let free = move |is_free: bool| {
            handout.update(|handout| _ = handout.restrictions.locked.set(lock, !is_free));
        };
        check(move || as_label(name), is_free, free)
    });
    let summary = move || {
        let locked = handout.read().restrictions.locked;
        match locked.names()[..] {
            [] => "May be changed: everything".to_owned(),
            ["all"] => "May be changed: nothing".to_owned(),
            _ => format!("May be changed: all but {}", locked.in_words()),
        }
    };
    let all = move |is_locked: bool| {
        handout.update(|handout| _ = handout.restrictions.locked.set("all", is_locked));
    };
    view! {
        <details>
            <summary>{summary}</summary>
            <div class="share-checks">{locks.collect_view()}</div>
            <div class="share-acts">
                <button type="button" on:click=move |_| all(true)>"Lock everything"</button>
                <button type="button" on:click=move |_| all(false)>"Release everything"</button>
            </div>
            <p class="help">"Locks hold for the mouse, the keyboard and undo. They help a class to stay together and protect nothing: a student can edit the address."</p>
        </details>
    }
}

/// The parts of the view that the link includes; without them, the visitor sees the usual ones.
#[component]
pub fn Included(handout: RwSignal<Handout>) -> impl IntoView {
    // They follow from the picture, not from the choices.
    let parts = handout.read_untracked().view();
    let has_any = !parts.is_empty();
    let parts = parts.into_iter().map(|(key, name, length)| {
        let is_included = move || !handout.read().left_out.contains(key);
        let include = move |is_included: bool| {
            handout.update(|handout| {
                if is_included {
                    handout.left_out.remove(key);
                } else {
                    handout.left_out.insert(key);
                }
            });
        };
        let label = if length > 100 {
            format!("{name} ({length} characters)")
        } else {
            name.to_owned()
        };
        check(move || label.clone(), is_included, include)
    });
    let summary = move || match handout.read().left_out.len() {
        0 => "Of the view, the link includes everything".to_owned(),
        left => format!("Of the view, the link leaves out {left}"),
    };
    view! {
        <details hidden=!has_any>
            <summary>{summary}</summary>
            <div class="share-checks">{parts.collect_view()}</div>
        </details>
    }
}

/// The name of a lock in a sentence, as a label: *the failed links* is *Failed links*.
fn as_label(name: &str) -> String {
    capitalized(name.trim_start_matches("the "))
}
