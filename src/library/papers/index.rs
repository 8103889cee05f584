//! The five papers, each a card.

use flitscope::catalog::quoted;
use flitscope::paper::{AgreementCount, PAPERS, Paper};
use leptos::prelude::*;

use super::links;
use super::prose::prose;
use super::results::Results;

/// The list of papers, and a sentence where the address names one that does not exist.
#[component]
pub fn Index(unknown: Option<String>) -> impl IntoView {
    let wrong = unknown.map(|unknown| {
        let ids: Vec<_> = PAPERS.iter().map(|paper| paper.id).collect();
        let sentence = format!(
            "Paper must be {}, not {}.",
            flitscope::catalog::one_of(&ids),
            quoted(&unknown)
        );
        view! { <p class="warning" role="status">{sentence}</p> }
    });
    let cards = PAPERS
        .iter()
        .map(|paper| view! { <Card paper /> }.into_any());
    view! {
        <article aria-labelledby="papers-title">
            <header>
                <h2 id="papers-title">"Papers, reproduced live"</h2>
                <p class="lead">
                    "What each paper asks, its system as a live scenario, its equations with their \
                     values, its errata, and every table and figure: printed, predicted by its \
                     model, and simulated here with your seed."
                </p>
            </header>
            {wrong}
            <ul class="cards">{cards.collect_view()}</ul>
        </article>
    }
}

#[component]
fn Card(paper: &'static Paper) -> impl IntoView {
    let results = expect_context::<Results>();
    let count = |word: &str| {
        let items = paper.items.iter();
        items.filter(|item| item.id.starts_with(word)).count()
    };
    let counts = [
        counted(count("table"), "table"),
        counted(count("figure"), "figure"),
        counted(paper.equations.len(), "equation"),
    ];
    let counts: Vec<_> = counts.into_iter().flatten().collect();
    let simulated = move || {
        let known = paper.items.iter();
        let known = known.filter_map(|item| results.known_of(paper, item));
        let tallies = known.map(|made| AgreementCount::of(&made.judged.read()));
        let said = tallies
            .fold(AgreementCount::default(), AgreementCount::and)
            .in_words();
        (!said.is_empty()).then(|| view! { <span class="done">{said}</span> })
    };
    view! {
        <li class="card">
            <h3><a href=links::to(paper.id, "")>{paper.source.work}</a></h3>
            <p class="cite">{paper.source.cite}</p>
            <p class="asks">{prose(paper.synopsis)}</p>
            <p class="counts">{counts.join(" · ")} {simulated}</p>
        </li>
    }
}

/// `3 tables`, or nothing where there are none.
fn counted(count: usize, word: &str) -> Option<String> {
    match count {
        0 => None,
        1 => Some(format!("1 {word}")),
        _ => Some(format!("{count} {word}s")),
    }
}
