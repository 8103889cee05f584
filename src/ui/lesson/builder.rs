//! The lesson builder: views become steps, clicks become answers, and the resulting file can be edited.

use std::time::Duration;

use flitscope::browser::files::{read_file, save_text};
use flitscope::lesson::{FilePart, Kind, Request, how_to_answer};
use flitscope::page::PageStateStoreFields;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use crate::ui::controls::part::Fetched;
use crate::ui::state::storage::{LESSON_DRAFT, recall, remember};
use crate::ui::state::{lesson::teaching::Teaching, page::Page};

/// Pause in typing after which the file is checked.
const PAUSE: Duration = Duration::from_millis(600);

/// [`BuilderPanel`], fetched when it is first shown.
#[wasm_split(lessons, fallible, wasm_split_path = leptos::wasm_split)]
pub fn builder_panel() -> Fetched {
    Ok(|| view! { <BuilderPanel /> }.into_any())
}

/// Controls that extend the file, the file, and the result of checking it.
#[component]
fn BuilderPanel() -> impl IntoView {
    let page = expect_context::<Page>();
    let teaching = page.teaching;
    let file = teaching.file;
    file.set(recall(LESSON_DRAFT).unwrap_or_default());
    let pending = StoredValue::new(None::<TimeoutHandle>);
    Effect::new(move |_| {
        let text = file.get();
        remember(LESSON_DRAFT, &text);
        if let Some(handle) = pending.get_value() {
            handle.clear();
        }
        if text.trim().is_empty() {
            return teaching.checked.set(None);
        }
        let check = move || {
            page.ask_lessons(Request::Check {
                file: file.get_untracked(),
            });
        };
        pending.set_value(set_timeout_with_handle(check, PAUSE).ok());
    });
    let import = move |input: web_sys::HtmlInputElement| {
        read_file(&input, move |text| match text {
            Ok(text) => file.set(text),
            Err(why) => teaching.problem.set(Some(why)),
        });
    };
    let save = move |_| {
        // A browser that refuses to save reports that itself.
        let _ = save_text(&file.read_untracked(), "application/toml", "my-lesson.toml");
    };
    let share = move |_| {
        page.ask_lessons(Request::Pack {
            file: file.get_untracked(),
        });
    };
    let is_empty = move || file.read().trim().is_empty();
    view! {
        <aside class="lesson builder" aria-label="Make a lesson">
            <header class="lesson-head"><a class="to-lessons" href="#/lessons">"Lessons"</a><b class="lesson-title">"Make a lesson"</b></header>
            <div class="lesson-step">
                <Adding />
                <label class="help" for="lesson-file">"The file"</label>
                <textarea id="lesson-file" rows="16" spellcheck="false" prop:value=file on:input:target=move |event| file.set(event.target().value())></textarea>
                <Holds />
                <p class="problem" role="status">{move || teaching.problem.get()}</p>
                <Queries />
            </div>
            <footer class="onward">
                <button id="play-lesson" class="primary" type="button" disabled=is_empty on:click=move |_| teaching.open_file(&file.read_untracked())>"Play it"</button>
                <button id="save-lesson" type="button" disabled=is_empty on:click=save>"Save"</button>
                <button id="share-lesson" type="button" disabled=is_empty on:click=share>"Copy a link to it"</button>
                <label class="file-button">"Open"<input type="file" accept=".toml,text/plain" on:change:target=move |event| import(event.target()) /></label>
            </footer>
        </aside>
    }
}

/// Controls that add a title, steps, questions and challenges to the file.
#[component]
fn Adding() -> impl IntoView {
    let page = expect_context::<Page>();
    let teaching = page.teaching;
    let title = RwSignal::new(String::new());
    let holds = RwSignal::new("all_arrived()".to_owned());
    // The scene of the step added last, where a challenge starts.
    let scene = RwSignal::new(String::new());
    let stop_cycle = move || page.player.cycle.get_untracked();
    let write = move |part: FilePart| page.ask_lessons(Request::Write(part));
    let begin = move |_| {
        write(FilePart::Head {
            title: title.get_untracked(),
        });
    };
    let add_step = move |_| {
        // The step plays the view from its start to the current cycle.
        let link = page.address().from_beginning().write();
        scene.set(page.state.scenario().read_untracked().to_link());
        write(FilePart::Step {
            link,
            stop: stop_cycle(),
        });
    };
    let add_challenge = move |_| {
        let link = page.state.scenario().read_untracked().to_link();
        write(FilePart::Challenge {
            scene: scene.get_untracked(),
            link,
            query: holds.get_untracked(),
        });
    };
    let has_head = move || !teaching.file.read().trim().is_empty();
    view! {
        <Show when=move || !has_head()>
            <p>"A lesson is a sequence of steps: each has a picture, a few sentences, and perhaps a question. Give it a title; then arrange the network as the first step is to show it, and add that view."</p>
            <p class="help">"Everything that you add is written into the file below, where you can change each word of it."</p>
            <div class="field"><label for="lesson-name">"Title of the lesson"</label>
                <input id="lesson-name" prop:value=title on:input:target=move |event| title.set(event.target().value()) /></div>
            <p class="actions"><button id="begin-lesson" class="primary" type="button" on:click=begin>"Begin"</button></p>
        </Show>
        <Show when=has_head>
            <p class="help">"Arrange the network as a step is to show it, and go to the cycle where its run stops."</p>
            <p class="actions"><button id="add-step" class="primary" type="button" on:click=add_step>"Add this view as a step"</button></p>
            <Asking />
            <details>
                <summary>"Add a challenge"</summary>
                <p class="help">"Add a step first, then change the network as a solution does. The changes become the solution."</p>
                <div class="field"><label for="challenge-holds">"It is reached when"</label>
                    <input id="challenge-holds" spellcheck="false" prop:value=holds on:input:target=move |event| holds.set(event.target().value()) /></div>
                <p class="actions"><button id="add-challenge" type="button" disabled=move || scene.read().is_empty() on:click=add_challenge>"Add the challenge"</button></p>
            </details>
        </Show>
        <Show when=move || teaching.making.get().is_some()><p class="help">{move || teaching.making.get().map(how_to_answer)}</p></Show>
    }
}

/// Form for a question: its kind, its answer, and the query that computes the answer.
#[component]
fn Asking() -> impl IntoView {
    let page = expect_context::<Page>();
    let teaching = page.teaching;
    let (making, draft) = (teaching.making, teaching.draft);
    let choose = move |id: String| {
        draft.set(String::new());
        making.set(Kind::from_id(&id));
    };
    let find = move |_| {
        let Some(kind) = making.get_untracked() else {
            return;
        };
        page.ask_lessons(Request::Propose {
            kind,
            answer: draft.get_untracked(),
            link: page.address().write(),
            stop: page.player.cycle.get_untracked(),
        });
    };
    let add = move |query: String| {
        let Some(kind) = making.get_untracked() else {
            return;
        };
        page.ask_lessons(Request::Write(FilePart::Question { kind, query }));
        making.set(None);
        draft.set(String::new());
    };
    let proposed = move || {
        let found = teaching.proposed.get()?;
        if found.is_empty() {
            return Some(view! { <p role="status">"No query returns this answer in this cycle. Another cycle, or the list below, may help."</p> }.into_any());
        }
        let buttons = found.iter().map(|query| {
            let (query, label) = (query.clone(), query.clone());
            view! { <li><button type="button" on:click=move |_| add(query.clone())><code>{label}</code></button></li> }.into_any()
        });
        Some(view! { <p class="help">"Queries with this answer; choose what you mean:"</p><ul class="proposals">{buttons.collect_view()}</ul> }.into_any())
    };
    let kinds = [
        Kind::Number,
        Kind::Node,
        Kind::Channel,
        Kind::Set,
        Kind::Path,
    ];
    let kinds = kinds.map(|kind| view! { <option value=kind.id()>{kind.id()}</option> });
    let asks_choice = move |_| {
        page.ask_lessons(Request::Write(FilePart::Question {
            kind: Kind::Choice,
            query: "delivered() == 1".to_owned(),
        }));
    };
    view! {
        <details>
            <summary>"Add a question"</summary>
            <div class="field"><label for="question-kind">"The answer is"</label>
                <select id="question-kind" on:change:target=move |event| choose(event.target().value())>
                    <option value="">"choose …"</option>{kinds.into_iter().collect_view()}
                </select></div>
            <Show when=move || making.get().is_some()>
                <div class="field"><label for="question-answer">"At the cycle that is shown, it is"</label>
                    <input id="question-answer" spellcheck="false" prop:value=draft on:input:target=move |event| draft.set(event.target().value()) /></div>
                <p class="actions"><button id="find-queries" type="button" on:click=find>"Find the query"</button></p>
                {proposed}
            </Show>
            <p class="actions"><button class="quiet" type="button" on:click=asks_choice>"Or add a choice of sentences"</button></p>
        </details>
    }
}

/// Result of checking the file: its errors, or the answers if it has none.
#[component]
fn Holds() -> impl IntoView {
    let checked = expect_context::<Teaching>().checked;
    let lines = move || {
        let told = checked.get()?;
        let line = |text: String| view! { <li>{text}</li> }.into_any();
        let errors = told.mistakes.iter().map(ToString::to_string);
        let errors: Vec<_> = errors.map(line).collect();
        let answers = told
            .played
            .iter()
            .map(|played| format!("Step {}, {}: {}", played.step, played.kind, played.answer));
        let answers: Vec<_> = answers.map(line).collect();
        let title = if errors.is_empty() {
            "The file is valid. Answers:"
        } else {
            "The file has errors:"
        };
        Some(view! { <p><b>{title}</b></p><ul>{errors}{answers}</ul> })
    };
    view! { <div class="checked" role="status">{lines}</div> }
}

/// List of all queries, with their meanings.
#[component]
fn Queries() -> impl IntoView {
    let teaching = expect_context::<Teaching>();
    let rows = move || {
        let told = teaching.queries.get()?;
        let rows = told.iter().map(|query| {
            let (call, tells) = (query.call.clone(), query.tells.clone());
            view! { <dt><code>{call}</code></dt><dd>{tells}</dd> }.into_any()
        });
        Some(rows.collect_view())
    };
    view! { <details><summary>"What can be asked"</summary><dl class="queries">{rows}</dl></details> }
}
