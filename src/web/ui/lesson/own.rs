//! Lessons opened from files, the student's name where it chooses a variant, and the links that a teacher
//! hands out.

use browser::{clipboard, files::read_file};
use flitscope::lesson::{LessonAction, LessonState, LinksShown, Opening, Work};
use flitscope::page::{Kept, LessonPlace};
use leptos::prelude::*;

use crate::ui::state::lesson::Teaching;
use crate::ui::state::page::Page;
use crate::ui::state::storage::recall;

/// Button that opens a text file.
#[component]
pub fn FileButton(
    label: &'static str,
    #[prop(into)] on_text: Callback<Result<String, String>>,
) -> impl IntoView {
    let chosen = move |input: web_sys::HtmlInputElement| {
        read_file(&input, move |text| on_text.run(text));
    };
    view! {
        <label class="file-button">
            {label}
            <input type="file" accept=".toml,text/plain" on:change:target=move |event| chosen(event.target()) />
        </label>
    }
}

/// Button that opens a lesson file, at a step.
#[component]
pub fn LessonFileButton(
    label: &'static str,
    #[prop(optional)] step: Option<usize>,
) -> impl IntoView {
    let page = expect_context::<Page>();
    let opened = move |text: Result<String, String>| {
        let open = |text| {
            LessonAction::Open(Opening {
                text,
                step,
                ..Opening::default()
            })
        };
        page.teach(text.map_or_else(LessonAction::Fail, open));
    };
    view! { <FileButton label on_text=opened /> }
}

/// The lessons that were opened from files, with the progress in each.
#[component]
pub fn OwnLessons() -> impl IntoView {
    let teaching = expect_context::<Teaching>();
    let shelf = teaching.memo(|state| state.shelf.clone());
    let cards = move || {
        let lessons = shelf.read().lessons().to_vec();
        let cards = lessons.into_iter().rev();
        let cards = cards.map(|kept| view! { <OwnCard kept /> }.into_any());
        cards.collect_view()
    };
    view! {
        <Show when=move || !shelf.read().lessons().is_empty()>
            <section class="own-lessons" aria-labelledby="own-title">
                <h2 id="own-title">"Your lessons"</h2>
                <p class="help">"Opened from files and links, and kept in this browser: the twenty opened last."</p>
                <ul class="cards">{cards}</ul>
            </section>
        </Show>
    }
}

#[component]
fn OwnCard(kept: Kept) -> impl IntoView {
    let page = expect_context::<Page>();
    let Kept {
        id, title, steps, ..
    } = kept;
    let key = id.clone();
    let done = page
        .teaching
        .memo(move |state| state.progress.of_any_variant(&key).cloned());
    let step = move || {
        done.read()
            .as_ref()
            .map_or(1, Work::next_step)
            .clamp(1, steps.max(1))
    };
    let address = {
        let id = id.clone();
        move || {
            LessonPlace::Step {
                id: id.clone(),
                step: step(),
            }
            .address()
        }
    };
    let progress = move || match &*done.read() {
        Some(done) if done.is_finished() => "done".to_owned(),
        Some(done) => format!("step {} of {steps}", done.step.min(steps)),
        None if steps == 1 => "1 step".to_owned(),
        None => format!("{steps} steps"),
    };
    let name = format!("Remove {title}");
    let remove = move |_| page.teach(LessonAction::Remove(id.clone()));
    view! {
        <li class="own-card">
            <a class="card lesson-card" href=address><b>{title}</b><span class="how-far">{progress}</span></a>
            <button type="button" aria-label=name on:click=remove>"Remove"</button>
        </li>
    }
}

/// The request for the file of a lesson that the page does not have.
#[component]
pub fn WantedLesson() -> impl IntoView {
    let teaching = expect_context::<Teaching>();
    let step = match teaching.at.get_untracked() {
        LessonPlace::Step { step, .. } => Some(step),
        _ => None,
    };
    let wanted = teaching.memo(|state| state.wanted.clone());
    let told = move || {
        let id = wanted.get()?;
        Some(format!(
            "“{id}” is not a built-in lesson, and this browser does not have its file. Open the file that you were \
             given with the link."
        ))
    };
    view! {
        <Show when=move || wanted.read().is_some()>
            <div class="wanted" role="status">
                <p>{told}</p>
                <p class="actions"><LessonFileButton label="Open the lesson file" step=step.unwrap_or(1) /></p>
            </div>
        </Show>
    }
}

/// Form for the name that chooses a student's variant.
#[component]
pub fn NameForm() -> impl IntoView {
    let page = expect_context::<Page>();
    let name = RwSignal::new(String::new());
    let is_empty = move || name.read().trim().is_empty();
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        page.teach(LessonAction::TakeName(name.get_untracked()));
    };
    view! {
        <form class="name-form" on:submit=submit>
            <h2>"Your name"</h2>
            <p>"In this lesson every student has different numbers, which the name chooses. Enter it as you will hand the lesson in; capitals and spaces make no difference."</p>
            <div class="field"><label for="variant-name">"Your name"</label>
                <input id="variant-name" autocomplete="name" prop:value=name on:input:target=move |event| name.set(event.target().value()) /></div>
            <p class="actions"><button id="take-variant" class="primary" type="submit" disabled=is_empty>"Begin"</button></p>
        </form>
    }
}

/// The name that has chosen the variant, with a button for another student.
#[component]
pub fn WhoseVariant() -> impl IntoView {
    let page = expect_context::<Page>();
    let name = page.teaching.memo(|state| state.name_of_variant(recall));
    let forget = move |_| page.teach(LessonAction::ForgetName);
    // The platform knows who it is.
    let is_logged_in = move || page.teaching.of(|state| state.student.is_some());
    view! {
        <Show when=move || name.read().is_some()>
            <span class="help">{move || name.get()}<Show when=move || !is_logged_in()>" "<button id="other-name" class="link" type="button" on:click=forget>"Not you?"</button></Show></span>
        </Show>
    }
}

/// Button that copies a link to the step that is shown.
#[component]
pub fn CopyStepLink() -> impl IntoView {
    let page = expect_context::<Page>();
    let copied = page.teaching.memo(|state| state.copied.clone());
    view! {
        <button id="copy-step-link" type="button" on:click=move |_| page.teach(LessonAction::CopyLink)>"Copy link"</button>
        <span class="help copied" role="status">{move || copied.get()}</span>
    }
}

/// The links for students and teachers, with buttons that copy them.
#[component]
pub fn HandingOut() -> impl IntoView {
    let page = expect_context::<Page>();
    let teaching = page.teaching;
    let toggled = move |details: web_sys::HtmlDetailsElement| {
        if details.open() {
            page.teach(LessonAction::Links(1));
        }
    };
    let told = RwSignal::new(None::<&'static str>);
    let copy = move |link: String| {
        clipboard::copy(&link, move |is_copied| {
            told.set(Some(if is_copied {
                "Link copied."
            } else {
                clipboard::REFUSED
            }));
        });
    };
    let shown = teaching.memo(|state| state.links.clone());
    let links = move || {
        let links = shown.get()?;
        let LinksShown {
            student,
            teacher,
            file,
            code,
            ..
        } = (*links).clone();
        let row = |id: &'static str, label: &'static str, button: &'static str, link: String| {
            let copied = link.clone();
            view! {
                <div class="field link-row"><label for=id>{label}</label>
                    <input id=id readonly prop:value=link />
                    <button type="button" aria-label=button on:click=move |_| copy(copied.clone())>"Copy"</button>
                </div>
            }
            .into_any()
        };
        let file = file.map(|file| {
            view! { <p class="help">{format!("The lesson is too long for a link. Hand out the file {file} as well, or put it beside the page: #/lessons/open?from={file}.")}</p> }
        });
        Some(view! {
            {row("student-link", "Link for students", "Copy the link for students", student)}
            {row("teacher-link", "Link for teachers", "Copy the link for teachers", teacher)}
            {file}
            <div class="link-code" inner_html=code></div>
            <p class="help">"With the link for students there are no solutions, no answers and no teacher’s sheet, as long as the tab is open. That is a convenience, not a protection: a lesson runs in the browser, where its file can be read, and anyone can open it without the link."</p>
        })
    };
    view! {
        <Show when=move || !teaching.of(LessonState::hides_answers)>
            <details class="handing-out no-print" on:toggle:target=move |event| toggled(event.target())>
                <summary>"For teachers: links to hand out"</summary>
                {links}
                <p role="status">{move || told.get()}</p>
            </details>
        </Show>
    }
}
