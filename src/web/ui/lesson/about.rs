//! The front page of a lesson: its objective, what it presupposes, how long it takes, and its steps.

use std::sync::Arc;

use flitscope::catalog::escaped;
use flitscope::lesson::{Front, LessonState, Summary};
use flitscope::page::LessonPlace;
use leptos::html;
use leptos::prelude::*;

use super::own::WantedLesson;
use super::package::ForPlatform;
use super::words::{ExplainedWord, Words};
use crate::ui::controls::thumbnail::picture;
use crate::ui::state::lesson::{Teaching, front_page_of};

/// The front page of the lesson with this id.
#[component]
pub fn About(id: String) -> impl IntoView {
    let teaching = expect_context::<Teaching>();
    let known = Summary::by_id(&id);
    let front = teaching.memo(|state| state.front.clone());
    let title = move || match (known, &*front.read()) {
        (Some(lesson), _) => lesson.title.to_owned(),
        (None, front) => front.iter().map(|front| &*front.title).collect(),
    };
    let goal = move || match (known, &*front.read()) {
        (Some(lesson), _) => lesson.goal.to_owned(),
        (None, front) => front.iter().map(|front| &*front.goal).collect(),
    };
    let waits = move || teaching.of(|state| state.front.is_none() && !state.is_explained());
    let drawing = known.map(|lesson| {
        let drawing = picture(&format!("lesson-{}", lesson.id));
        view! { <div class="about-picture" inner_html=drawing></div> }
    });
    let sheet = LessonPlace::Sheet(id.clone()).address();
    view! {
        <article class="about">
            {drawing}
            <header class="lessons-head">
                <p><a href="#/lessons">"Lessons"</a></p>
                <h1>{title}</h1>
                <p class="about-goal">{goal}</p>
                <Begin id front />
            </header>
            <p class="muted" role="status" hidden=move || !waits()>"Opening the lesson …"</p>
            <p class="problem" role="alert">{move || teaching.of(|state| state.problem.clone())}</p>
            <Show when=move || teaching.of(|state| state.wanted.is_some())><WantedLesson /></Show>
            {move || front.get().map(|front| view! { <Sections front /> })}
            <p class="actions"><a href=sheet>{move || if teaching.of(LessonState::hides_answers) { "Worksheet to print" } else { "Worksheet to print, and the teacher’s sheet" }}</a></p>
            <ForPlatform />
        </article>
    }
}

/// The link that begins the lesson, or continues it where the user has stopped.
#[component]
fn Begin(id: String, front: Memo<Option<Arc<Front>>>) -> impl IntoView {
    let teaching = expect_context::<Teaching>();
    let link = NodeRef::<html::A>::new();
    // Enter begins the lesson. Focusing fails only for a link that is not visible.
    link.on_load(|link| _ = link.focus());
    let own_id = id.clone();
    let done = teaching.memo(move |state| {
        // The progress in a lesson from a file is kept under the id in the file.
        let own_id = state.front.as_ref().map_or(&own_id, |front| &front.id);
        state.progress.of(own_id).cloned()
    });
    let step = Memo::new(move |_| {
        let done = done.read();
        let done = done.as_ref().filter(|done| !done.is_finished());
        done.map_or(1, |done| done.next_step().clamp(1, done.steps.max(1)))
    });
    let address = move || {
        let (id, step) = (id.clone(), step.get());
        LessonPlace::Step { id, step }.address()
    };
    let label = move || match (&*done.read(), step.get()) {
        (Some(done), _) if done.is_finished() => "Begin again".to_owned(),
        (_, 1) => "Begin".to_owned(),
        (_, step) => format!("Continue at step {step}"),
    };
    let length = move || {
        let front = front.get()?;
        let count = |number: usize, one: &str| match number {
            0 => None,
            1 => Some(format!("1 {one}")),
            _ => Some(format!("{number} {one}s")),
        };
        let parts = [
            Some(format!(
                "about {} minutes",
                front.duration.minutes().round().max(1.0)
            )),
            count(front.steps.len(), "step"),
            count(front.asks, "question"),
            count(front.challenges, "challenge"),
            front.is_optional.then(|| "optional".to_owned()),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        Some(parts.join(" · "))
    };
    view! {
        <p class="actions">
            <a node_ref=link id="begin" class="button primary" href=address>{label}</a>
            <span class="muted">{length}</span>
        </p>
    }
}

/// The lists of the front page.
#[component]
fn Sections(front: Arc<Front>) -> impl IntoView {
    let teaching = expect_context::<Teaching>();
    let after = front.after.iter().filter_map(|id| Summary::by_id(id));
    let after: Vec<_> = after
        .map(|before| view! { <a href=front_page_of(before)>{before.title}</a> }.into_any())
        .collect();
    let id = match teaching.at.get_untracked() {
        LessonPlace::About(id) => id,
        _ => front.id.clone(),
    };
    let steps = front.steps.iter().zip(1..).map(|(title, step)| {
        let address = LessonPlace::Step {
            id: id.clone(),
            step,
        };
        view! { <li><a href=address.address()>{title.clone()}</a></li> }.into_any()
    });
    let steps = steps.collect_view();
    let words = front.words.iter().map(|word| {
        let word = escaped(word);
        format!("<button type=\"button\" class=\"term\" data-term=\"{word}\">{word}</button>")
    });
    let words = words.collect::<Vec<_>>().join(", ");
    let list = |title: &'static str, lines: &[String]| {
        let lines = lines
            .iter()
            .map(|line| view! { <li>{line.clone()}</li> }.into_any());
        (lines.len() > 0)
            .then(|| view! { <h2>{title}</h2><ul>{lines.collect_view()}</ul> }.into_any())
    };
    view! {
        <div class="about-columns">
            <section>
                {(!after.is_empty()).then(|| view! { <h2>"Before this lesson"</h2><p class="about-links">{after}</p> })}
                <h2>"Steps"</h2>
                <ol>{steps}</ol>
            </section>
            <section>
                {(!words.is_empty()).then(|| view! { <h2>"Words explained"</h2><Words html=words.clone() class="about-words" /><ExplainedWord /> })}
                {list("In textbooks", &front.reading)}
                {list("Conventions", &front.conventions)}
            </section>
        </div>
        <p class="help">{front.duration.explained()}</p>
    }
}
