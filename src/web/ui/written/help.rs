//! Help for writing routing functions: examples, a reference of the functions a script can call, and the language
//! beside Python.

use browser::files::{read_file, save_text};
use flitscope::lesson::{ExerciseShown, ScriptExample};
use flitscope::page::Action;
use flitscope::script::python::HabitShown;
use leptos::prelude::*;

use crate::ui::state::{custom::written::Written, page::Page};

/// The menu of examples, and buttons to open and save files.
#[component]
pub fn ExampleField() -> impl IntoView {
    let page = expect_context::<Page>();
    let state = page.written;
    let all = Memo::new(move |_| {
        let help = state.help.read();
        help.as_ref()
            .map(|help| help.examples.clone())
            .unwrap_or_default()
    });
    let task = RwSignal::new(String::new());
    // A text of the user's own that an example or a file has replaced.
    let replaced = RwSignal::new(None::<String>);
    let replace = move |text: String| {
        let before = state.text.get_untracked();
        let is_example = all
            .read_untracked()
            .iter()
            .any(|example| example.text == before);
        let is_own = !before.trim().is_empty() && !is_example && before != text;
        replaced.set(is_own.then_some(before));
        state.write(text);
    };
    let undo = move |_| {
        if let Some(before) = replaced.get_untracked() {
            state.write(before);
        }
        replaced.set(None);
        task.set(String::new());
    };
    let begin = move |place: String| {
        let chosen = place
            .parse::<usize>()
            .ok()
            .and_then(|place| all.read_untracked().get(place).cloned());
        if let Some(example) = chosen {
            let exercise = example.exercise;
            task.set(
                exercise
                    .as_ref()
                    .map_or_else(String::new, |it| it.task.clone()),
            );
            if let Some(ExerciseShown { network, vcs, .. }) = exercise {
                let vcs = vcs.to_string();
                let set = page.try_act(Action::set_all(&[("network", &network), ("vcs", &vcs)]));
                let problem = set.err().map(|error| error.reason());
                page.act(Action::Problems(problem.into_iter().collect()));
            }
            replace(example.text);
        }
    };
    let option = |(place, example): (usize, ScriptExample)| view! { <option value=place.to_string()>{example.title}</option> };
    let group = move |of_exercises: bool| {
        let examples = all.get().into_iter().enumerate();
        let group = examples.filter(|(_, example)| example.exercise.is_some() == of_exercises);
        group.map(option).collect_view()
    };
    let import = move |input: web_sys::HtmlInputElement| {
        read_file(&input, move |text| match text {
            Ok(text) => replace(text),
            Err(why) => page.report(why),
        });
    };
    let save = move |_| {
        // A browser that refuses to save reports that itself.
        let _ = save_text(&state.text.read_untracked(), "text/plain", "routing.rhai");
    };
    view! {
        <select id="script-example" aria-label="Examples" on:change:target=move |event| { begin(event.target().value()); event.target().set_value(""); }>
            <option value="" selected>"Examples …"</option>
            <optgroup label="Known functions, written out">{move || group(false)}</optgroup>
            <optgroup label="Something is wrong with these">{move || group(true)}</optgroup>
        </select>
        <label class="file-button">"Open"<input type="file" accept=".rhai,.txt,text/plain" on:change:target=move |event| import(event.target()) /></label>
        <button type="button" on:click=save>"Save"</button>
        <Show when=move || replaced.read().is_some()>
            <p class="replaced" role="status">"Your function was replaced. "<button id="undo-script" class="link" type="button" on:click=undo>"Undo"</button></p>
        </Show>
        <p class="task" role="status" hidden=move || task.read().is_empty()>{task}</p>
    }
}

/// A reference of the functions a script can call, one line each.
#[component]
pub fn AtHand() -> impl IntoView {
    let written = expect_context::<Written>();
    let rows = move || {
        let help = written.help.get()?;
        let rows = help.calls.iter().map(|call| {
            let (call, gives) = (call.call.clone(), call.gives.clone());
            view! { <dt><code>{call}</code></dt><dd>{gives}</dd> }
        });
        Some(rows.collect_view())
    };
    view! {
        <details class="at-hand">
            <summary>"Parameters and return value"</summary>
            <p>
                <code>"fn route(net, here, to)"</code>" is called once for every node "<code>"here"</code>
                " and every destination "<code>"to"</code>", both numbers from 0. It gives what a header may take: a port such as "
                <code>"2"</code>", or a list, preferred first, of ports and of maps such as "
                <code>"#{ port: 2, vcs: [0], escape: true }"</code>". With a fourth parameter "
                <code>"came"</code>" it is called for every virtual channel over which a header can come."
            </p>
            <dl>{rows}</dl>
        </details>
    }
}

/// A table of habits of Python, and how each is written in a script.
#[component]
pub fn PythonTable() -> impl IntoView {
    let written = expect_context::<Written>();
    let code = |text: String| (!text.is_empty()).then(|| view! { <code>{text}</code> });
    let row = move |habit: HabitShown| {
        let HabitShown { python, here, note } = habit;
        let note = (!note.is_empty()).then(|| view! { <small>{note}</small> });
        view! { <tr><th scope="row">{code(python)}</th><td>{code(here)}{note}</td></tr> }
    };
    let rows = move || {
        let help = written.help.get()?;
        Some(help.python.iter().cloned().map(row).collect_view())
    };
    view! {
        <details class="at-hand python">
            <summary>"Python ↔ here"</summary>
            <table>
                <thead><tr><th scope="col">"Python"</th><th scope="col">"Here"</th></tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </details>
    }
}
