//! The search over commands, settings, examples, lessons and terms, and for a node or a message.

use browser::focus::focus_when_there;
use flitscope::lesson::{LESSONS, LessonAction, Request};
use flitscope::page::{Action, Fit, LessonPlace, PageStateStoreFields, Panel, Place};
use flitscope::scenario::PRESETS;
use leptos::ev;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use super::{Command, commands};
use crate::ui::controls::dialog::{close, modal};
use crate::ui::controls::part::Fetched;
use crate::ui::form::register::FIELDS;
use crate::ui::state::page::Page;
use crate::ui::state::view_options::{Dialog, Look};

/// [`SearchDialog`], fetched when it is first opened.
#[wasm_split(export, fallible, wasm_split_path = leptos::wasm_split)]
pub fn search_dialog() -> Fetched {
    Ok(|| view! { <SearchDialog /> }.into_any())
}

/// The effect of choosing an entry.
#[derive(Clone, Copy)]
enum Target {
    Command(&'static Command),
    /// Opens all settings at a field.
    Field(&'static str),
    Example(&'static str),
    Lesson(&'static str),
    Place(Place),
    Term,
    /// Selects the node or message that is typed.
    Thing,
}

/// Something that can be found.
#[derive(Clone)]
struct Entry {
    kind: &'static str,
    name: String,
    about: String,
    target: Target,
}

/// Menus of the form that are not texts or numbers: the id of each, and its label.
const MENUS: [(&str, &str); 6] = [
    ("topology", "Topology"),
    ("routing", "Routing"),
    ("switching", "Switching mode"),
    ("selection", "Selection of a channel"),
    ("traffic-pattern", "Destinations of the traffic"),
    ("drawing", "Layout of the picture"),
];

fn entries(page: Page) -> Vec<Entry> {
    let entry = |kind, name: &str, about: &str, target| Entry {
        kind,
        name: name.to_owned(),
        about: about.to_owned(),
        target,
    };
    let mut all = Vec::new();
    for command in commands().filter(|command| (command.applies)(page)) {
        let target = Target::Command(command);
        all.push(entry("command", command.name, command.about, target));
    }
    if page.state.place().get() == Place::Explore {
        for (id, label) in MENUS {
            all.push(entry("setting", label, "", Target::Field(id)));
        }
        for described in FIELDS {
            let target = Target::Field(described.field);
            all.push(entry("setting", described.label, described.help, target));
        }
    }
    for preset in PRESETS {
        let target = Target::Example(preset.id);
        all.push(entry("example", preset.name, preset.summary, target));
    }
    for lesson in LESSONS {
        let target = Target::Lesson(lesson.id);
        all.push(entry("lesson", lesson.title, lesson.goal, target));
    }
    for (place, name, _) in Place::ALL {
        all.push(entry("place", name, "", Target::Place(place)));
    }
    let glossary = page.teaching.of(|state| state.glossary.clone());
    for term in glossary.iter().flat_map(|terms| terms.iter()) {
        all.push(entry("term", &term.word, &term.means, Target::Term));
    }
    all
}

/// Dialog with a field and the list of what fits it.
#[component]
fn SearchDialog() -> impl IntoView {
    const MOST: usize = 30;
    let page = expect_context::<Page>();
    let look = expect_context::<Look>();
    page.teach(LessonAction::Ask(Box::new(Request::Glossary)));
    let dialog = modal();
    let typed = RwSignal::new(String::new());
    let chosen = RwSignal::new(0_usize);
    let all = Memo::new_with_compare(move |_| entries(page), |_, _| true);
    let found = Memo::new_with_compare(
        move |_| {
            let text = typed.get();
            let mut found = Vec::new();
            if page.finds(&text) {
                found.push((
                    Fit::Beginning,
                    Entry {
                        kind: "in the network",
                        name: text.trim().to_owned(),
                        about: String::new(),
                        target: Target::Thing,
                    },
                ));
            }
            for entry in all.read().iter() {
                if let Some(fit) = Fit::of(&text, &entry.name, &entry.about) {
                    found.push((fit, entry.clone()));
                }
            }
            found.sort_by_key(|(fit, _)| *fit);
            found.truncate(MOST);
            found
                .into_iter()
                .map(|(_, entry)| entry)
                .collect::<Vec<_>>()
        },
        |_, _| true,
    );
    let go = move |place: usize| {
        let Some(entry) = found.read_untracked().get(place).cloned() else {
            return;
        };
        close(dialog);
        // The dialog gives the focus back first.
        request_animation_frame(move || open(page, &entry));
    };
    let on_key = move |event: ev::KeyboardEvent| {
        let last = found.read_untracked().len().saturating_sub(1);
        match &*event.key() {
            "ArrowDown" => chosen.update(|chosen| *chosen = (*chosen + 1).min(last)),
            "ArrowUp" => chosen.update(|chosen| *chosen = chosen.saturating_sub(1)),
            "Enter" => go(chosen.get_untracked()),
            _ => return,
        }
        event.prevent_default();
        let selector = format!("#found-{}", chosen.get_untracked());
        if let Ok(Some(row)) = document().query_selector(&selector) {
            row.scroll_into_view_with_bool(false);
        }
    };
    let rows = move || {
        let rows = found.get().into_iter().enumerate().map(|(place, entry)| {
            let is_chosen = move || (chosen.get() == place).to_string();
            let Entry {
                kind, name, about, target,
            } = entry;
            let keys = match target {
                Target::Command(command) if !command.shown.is_empty() => {
                    Some(view! { <kbd>{command.shown}</kbd> })
                }
                _ => None,
            };
            view! {
                <li id=format!("found-{place}") role="option" aria-selected=is_chosen on:click=move |_| go(place)>
                    <b>{name}</b><small>{about}</small><span class="muted">{kind}</span>{keys}
                </li>
            }
            .into_any()
        });
        rows.collect_view()
    };
    view! {
        <dialog class="search" node_ref=dialog aria-label="Search" on:close=move |_| look.closed(Dialog::Search)>
            <input
                id="search-field"
                type="text"
                enterkeyhint="search"
                role="combobox"
                aria-expanded="true"
                aria-controls="search-found"
                aria-activedescendant=move || format!("found-{}", chosen.get())
                aria-label="Search"
                placeholder="Commands, settings, examples, lessons, terms; a node, or a message: #12"
                autocomplete="off"
                autofocus=true
                prop:value=typed
                on:input:target=move |event| {
                    typed.set(event.target().value());
                    chosen.set(0);
                }
                on:keydown=on_key
            />
            <ul id="search-found" role="listbox" aria-label="Found">{rows}</ul>
            <p class="help" role="status">{move || found.read().is_empty().then(|| format!("Nothing is called {}.", typed.get()))}</p>
        </dialog>
    }
}

fn open(page: Page, entry: &Entry) {
    match entry.target {
        Target::Command(command) => command.act(page),
        Target::Field(field) => {
            page.act(Action::Panel(Panel::Settings));
            focus_when_there(format!("#{}", field.replace('.', "-")));
        }
        Target::Example(id) if page.now(|state| state.place) == Place::Explore => {
            page.act(Action::Example(id.to_owned()));
        }
        Target::Example(id) => {
            let preset = flitscope::scenario::Preset::named(id);
            follow(&preset.map_or("#/lab".to_owned(), |preset| {
                format!("#/lab?{}", preset.query())
            }));
        }
        Target::Lesson(id) => {
            let step = LessonPlace::Step {
                id: id.to_owned(),
                step: 1,
            };
            follow(&step.address());
        }
        Target::Place(place) => follow(&format!("#/{}", place.path())),
        Target::Term => follow(&LessonPlace::Glossary.address()),
        Target::Thing => {
            if let Err(problem) = page.find(&entry.name) {
                page.report(problem);
            }
        }
    }
}

/// Follows an address of the page.
fn follow(hash: &str) {
    // Fails only for an address that is too long.
    let _ = window().location().set_hash(hash);
}
