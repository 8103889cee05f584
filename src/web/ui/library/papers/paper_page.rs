//! The page of one paper: its question, system, equations, errata, tables and figures.

use flitscope::lesson::Summary;
use flitscope::paper::{PAPERS, Paper};
use leptos::prelude::*;

use super::super::address::Address;
use super::contents::Contents;
use super::control::ControlBar;
use super::equations::EquationsSection;
use super::errata::ErrataSection;
use super::index::Cite;
use super::item::ItemSection;
use super::links;
use super::prose::prose;
use super::scenes::ScenesSection;
use super::trial_form::Trialed;

#[component]
pub fn PaperPage(paper: &'static Paper, address: RwSignal<Address>) -> impl IntoView {
    let trialed = Trialed::new(paper);
    // The table, figure or part of this paper that the address names.
    let named = Memo::new(move |_| {
        let address = address.read();
        let is_here = address.part(1) == paper.id;
        if is_here { address.part(2) } else { "" }.to_owned()
    });
    let unknown = move || {
        let id = named.get();
        let is_part = links::PARTS.iter().any(|(part, _)| *part == id);
        let is_item = paper.items.iter().any(|item| item.id == id);
        let is_unknown = !id.is_empty() && !is_part && !is_item;
        is_unknown.then(|| {
            let names: Vec<_> = paper.items.iter().map(|item| item.id).collect();
            let names = flitscope::catalog::one_of(&names);
            let given = flitscope::catalog::quoted(&id);
            view! {
                <p class="warning" role="status">
                    {format!("Table or figure must be {names}, not {given}.")}
                </p>
            }
        })
    };
    let items = paper.items.iter();
    let items = items.map(|item| view! { <ItemSection paper item address /> }.into_any());
    view! {
        <article aria-labelledby="paper-title">
            <nav class="crumbs" aria-label="Papers">
                <a href="#/papers">"Papers"</a>
                <Neighbors paper is_short=true />
            </nav>
            <header>
                <h2 id="paper-title">{paper.published.title}</h2>
                <Cite paper />
            </header>
            {unknown}
            <Contents paper />
            <LessonsAbout paper />
            <section aria-labelledby="asks">
                <h3 id="asks">"What the paper asks"</h3>
                <p>{prose(paper.synopsis)}</p>
            </section>
            <ScenesSection paper address />
            <EquationsSection paper trialed />
            <ErrataSection paper trialed />
            <section aria-labelledby="items">
                <h3 id="items">"Tables and figures, reproduced"</h3>
                <ControlBar paper />
                {items.collect_view()}
            </section>
            <nav class="crumbs" aria-label="Other papers">
                <Neighbors paper is_short=false />
            </nav>
        </article>
    }
}

/// Links to the previous and the next paper.
#[component]
fn Neighbors(paper: &'static Paper, is_short: bool) -> impl IntoView {
    let index = PAPERS.iter().position(|other| other.id == paper.id);
    let at = |index: Option<usize>| index.and_then(|index| PAPERS.get(index));
    let before = at(index.and_then(|index| index.checked_sub(1)));
    let after = at(index.map(|index| index + 1));
    let link = move |paper: &'static Paper, rel: &'static str, word: &'static str| {
        view! {
            <a href=links::to(paper.id, "") rel=rel title=paper.source.cite>
                {word} " " {(!is_short).then(|| view! { <small>{paper.source.cite}</small> })}
            </a>
        }
    };
    view! {
        <span class="neighbors">
            {before.map(|paper| link(paper, "prev", "← Previous paper"))}
            {after.map(|paper| link(paper, "next", "Next paper →"))}
        </span>
    }
}

/// Links to the lessons on the topic of the paper.
#[component]
fn LessonsAbout(paper: &'static Paper) -> impl IntoView {
    let lessons: Vec<_> = Summary::about(&format!("paper {}", paper.id)).collect();
    (!lessons.is_empty()).then(|| {
        let links = lessons.into_iter().map(|lesson| {
            view! { <a href=format!("#/lessons/{}/1", lesson.id)>{lesson.title}</a> }.into_any()
        });
        view! { <p class="lesson-links"><span class="help">"Lesson: "</span>{links.collect_view()}</p> }
    })
}
