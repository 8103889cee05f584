//! The result of checking the lesson: its errors, or the answers and solutions that were played.

use flitscope::lesson::Check;
use leptos::prelude::*;

use super::making::Making;
use crate::ui::state::lesson::teaching::Teaching;

/// Errors, each of which leads to its step, or the computed answers.
#[component]
pub fn Holds() -> impl IntoView {
    let making = expect_context::<Making>();
    let teaching = expect_context::<Teaching>();
    let lines = move || {
        let told = teaching.checked.get()?;
        let Check {
            mistakes,
            played,
            warnings,
            variants,
        } = &*told;
        let errors = mistakes.iter().map(|mistake| {
            let step = step_of_line(&teaching.file.read_untracked(), mistake.line);
            let go = move |_| making.go_to(step);
            let place = step.map_or("About: ".to_owned(), |index| format!("Step {}: ", index + 1));
            let reason = flitscope::catalog::sentence(&mistake.reason);
            view! { <li><button class="link" type="button" on:click=go>{place}</button>" "{reason}</li> }
                .into_any()
        });
        let errors: Vec<_> = errors.collect();
        let answers = played.iter().map(|played| {
            let answer = format!("Step {}, {}: {}", played.step, played.kind, played.answer);
            view! { <li>{answer}</li> }.into_any()
        });
        let answers: Vec<_> = answers.collect();
        let variants = variants.iter().map(|variants| {
            let extent = if variants.are_all { "All " } else { "" };
            format!("{extent}{} variants played.", variants.played)
        });
        let warnings = warnings.iter().map(|why| format!("Warning: {why}."));
        let remarks = variants.chain(warnings);
        let remarks: Vec<_> = remarks
            .map(|text| view! { <li>{text}</li> }.into_any())
            .collect();
        let title = match (errors.len(), answers.len()) {
            (0, 0) => "The lesson holds.",
            (0, _) => "The lesson holds. Played:",
            (1, _) => "One thing is missing or wrong:",
            _ => "Some things are missing or wrong:",
        };
        Some(view! { <p><b>{title}</b></p><ul>{errors}{answers}{remarks}</ul> })
    };
    view! { <div class="checked" role="status">{lines}</div> }
}

/// Returns the index of the step in which a line of a lesson file stands; `None` for its head.
fn step_of_line(file: &str, line: usize) -> Option<usize> {
    let before = file.lines().take(line);
    let steps = before.filter(|line| line.trim() == "[[step]]").count();
    steps.checked_sub(1)
}
