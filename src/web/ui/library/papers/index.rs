//! The list of papers, as cards.

use flitscope::catalog::quoted;
use flitscope::paper::{AgreementCount, PAPERS, Paper, Recorded};
use leptos::prelude::*;

use super::links;
use super::prose::prose;
use super::results::Results;

/// The list of papers, with a message if the address names one that does not exist.
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
                    "Every table and figure: printed, predicted by the paper's model, and \
                     simulated here with your seed. A label summarizes our recorded runs: how many \
                     rows are within 5 % of a model, and how many values match the print."
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
        (!said.is_empty()).then(|| view! { <span class="done">"Here: " {said}</span> })
    };
    view! {
        <li class="card">
            <h3><a href=links::to(paper.id, "")>{paper.published.title}</a></h3>
            <Cite paper />
            <Chips labels=Recorded::labels(Recorded::of(paper.id, None)) />
            <p class="asks">{prose(paper.question())}</p>
            <p class="counts">{counts.join(" · ")} {simulated}</p>
        </li>
    }
}

/// Authors, venue, year and DOI of a paper, as separate elements.
#[component]
pub fn Cite(paper: &'static Paper) -> impl IntoView {
    let published = &paper.published;
    let year = published
        .year
        .map(|year| view! { <span class="year">{year}</span> });
    let doi = (!published.doi.is_empty()).then(|| {
        let link = format!("https://doi.org/{}", published.doi);
        view! { <a class="doi" href=link rel="external noreferrer">{format!("doi:{}", published.doi)}</a> }
    });
    view! {
        <p class="cite">
            <span class="authors">{paper.authors()}</span>
            <span class="venue">{published.venue}</span>
            {year}
            {doi}
        </p>
    }
}

/// The labels on the agreement of a table or a paper in the recorded runs.
#[component]
pub fn Chips(labels: Vec<String>) -> impl IntoView {
    let chips = labels.into_iter().map(|label| {
        let (name, count) = label.split_once(": ").unwrap_or((&*label, ""));
        let counted = count.split_once(" of ");
        let counted = counted.and_then(|(part, all)| Some((part.parse().ok()?, all.parse().ok()?)));
        let share = counted.map_or(0.0, |(part, all): (f64, f64)| part / all);
        let tone = match share {
            _ if share >= MOST => "agrees",
            _ if share >= HALF => "close",
            _ => "differs",
        };
        let (name, count) = (name.to_owned(), count.to_owned());
        view! { <span class=format!("chip {tone}")>{name} ": " <b>{count}</b></span> }.into_any()
    });
    let chips = chips.collect_view();
    let title = "Of the thorough simulations recorded with this version: rows within 5 % of a \
                 closed form, and values that match the print";
    (!chips.is_empty()).then(|| view! { <p class="chips" title=title>{chips}</p> })
}

/// The minimum shares of agreeing rows for the tones `agrees` and `close`.
const MOST: f64 = 0.9;
const HALF: f64 = 0.5;

/// Formats a count as `3 tables`; `None` if it is 0.
fn counted(count: usize, word: &str) -> Option<String> {
    match count {
        0 => None,
        1 => Some(format!("1 {word}")),
        _ => Some(format!("{count} {word}s")),
    }
}
