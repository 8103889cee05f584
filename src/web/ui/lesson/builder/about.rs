//! The head of a lesson: title, objective, conclusions, duration, notes for the teacher, terms.

use browser::letters::lowercase;
use flitscope::lesson::{Course, Draft};
use leptos::prelude::*;

use super::fields::{Line, Lines, Number, Remove, Texts};
use super::making::Making;
use super::vary::{Tries, Variants};

/// The form for the head of the lesson.
#[component]
pub fn About() -> impl IntoView {
    let making = expect_context::<Making>();
    let text = move |part: fn(&Draft) -> String| Signal::derive(move || part(&making.draft.read()));
    let title = move |title: String| {
        making.change(|draft| {
            // The id follows the title until it is set by itself.
            if draft.id.is_empty() || draft.id == Draft::id_for(&draft.title) {
                draft.id = Draft::id_for(&title);
            }
            draft.title = title;
        });
    };
    let courses = Course::ALL.map(|course| {
        let is_chosen = move || making.draft.read().course == course.id();
        view! { <option value=course.id() prop:selected=is_chosen>{course.name()}</option> }
    });
    let is_new = move || making.draft.read().step.is_empty();
    view! {
        <h2>"About the lesson"</h2>
        <Show when=is_new>
            <p>"A lesson is a sequence of steps. Each has a picture, a few sentences, and perhaps a question or a challenge. Arrange the network as the first step is to show it, go to the cycle where its run stops, and press "<b>"+ Step with this view"</b>"."</p>
        </Show>
        <Line id="lesson-name" label="Title" value=text(|draft| draft.title.clone()) write=title />
        <Line id="lesson-goal" label="Objective: the ability a student gains" value=text(|draft| draft.goal.clone()) write=move |goal| making.change(|draft| draft.goal = goal) help="For example: You can say which messages wait for each other, and why." />
        <Texts by_line=true id="lesson-conclusions" label="Conclusions, one per line" value=Signal::derive(move || making.draft.read().conclusions.clone()) write=move |conclusions| making.change(|draft| draft.conclusions = conclusions) help="Up to five sentences of at most 160 characters, on what is known after the last step. Present mode shows them as its summary, and the teacher’s sheet at its end." />
        <div class="pair">
            <Number id="lesson-minutes" label="Minutes" value=Signal::derive(move || f64::from(making.draft.read().minutes)) write=move |minutes: f64| making.change(|draft| draft.minutes = minutes as u32) />
            <div class="field"><label for="lesson-course">"Course"</label>
                <select id="lesson-course" on:change:target=move |event| making.change(|draft| draft.course = event.target().value())>{courses}</select></div>
        </div>
        <Lines id="lesson-teacher" label="Notes for the teacher" value=text(|draft| draft.teacher.clone()) write=move |notes| making.change(|draft| draft.teacher = notes) help="Misconceptions, timing, questions for the class. Printed on the teacher’s sheet only." />
        <Terms />
        <Tries />
        <Variants />
        <details>
            <summary>"Id, place, prerequisites and reading"</summary>
            <Line id="lesson-id" label="Id, in links and receipts" value=text(|draft| draft.id.clone()) write=move |id| making.change(|draft| draft.id = id) help="Lower-case letters, digits and -. Receipts name it, so do not change it once students have begun." />
            <Number id="lesson-place" label="Position in the course" value=Signal::derive(move || f64::from(making.draft.read().place)) write=move |place: f64| making.change(|draft| draft.place = place as u32) />
            <Texts id="lesson-after" label="Lessons that come before it, by id" value=Signal::derive(move || making.draft.read().after.clone()) write=move |after| making.change(|draft| draft.after = after) help="For example: one-message, three-switching-modes" />
            <Texts id="lesson-about" label="Things of the program that link to it" value=Signal::derive(move || making.draft.read().about.clone()) write=move |about| making.change(|draft| draft.about = about) help="For example: routing duato, dock spacetime" />
            <Texts id="lesson-reading" label="Chapters of textbooks" value=Signal::derive(move || making.draft.read().reading.clone()) write=move |reading| making.change(|draft| draft.reading = reading) help="For example: dally-towles 14, duato-yalamanchili-ni 3" />
            <Texts id="lesson-conventions" label="Conventions" value=Signal::derive(move || making.draft.read().conventions.clone()) write=move |conventions| making.change(|draft| draft.conventions = conventions) help="For example: bisection, dateline, latency" />
        </details>
    }
}

/// The terms that the lesson explains.
#[component]
fn Terms() -> impl IntoView {
    let making = expect_context::<Making>();
    let words = Memo::new(move |_| {
        making
            .draft
            .read()
            .terms
            .keys()
            .cloned()
            .collect::<Vec<_>>()
    });
    let added = RwSignal::new(String::new());
    let add = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let word = lowercase(added.get_untracked().trim());
        if !word.is_empty() {
            making.change(|draft| _ = draft.terms.entry(word).or_default());
            added.set(String::new());
        }
    };
    let rows = move || {
        let rows = words.get().into_iter().enumerate().map(|(place, word)| {
            let (shown, written, removed) = (word.clone(), word.clone(), word.clone());
            let value = Signal::derive(move || {
                let draft = making.draft.read();
                draft.terms.get(&shown).cloned().unwrap_or_default()
            });
            let write = move |means: String| {
                making.change(|draft| drop(draft.terms.insert(written.clone(), means)));
            };
            let remove = move |()| making.change(|draft| drop(draft.terms.remove(&removed)));
            view! {
                <li><Lines id=format!("term-{place}") label=word.clone() value write rows=2 /><Remove name=format!("Remove {word}") remove /></li>
            }
            .into_any()
        });
        rows.collect_view()
    };
    view! {
        <details>
            <summary>"Terms that it explains"</summary>
            <p class="help">"A text explains a word by "<code>"[flit](term)"</code>". Words of the glossary need no definition here."</p>
            <ul class="entries">{rows}</ul>
            <form class="ends" on:submit=add>
                <input id="term-new" aria-label="A new term" prop:value=added on:input:target=move |event| added.set(event.target().value()) />
                <button type="submit">"Add the term"</button>
            </form>
        </details>
    }
}
