//! The deviations from a printed paper.

use flitscope::catalog::Param;
use flitscope::model::{self, Erratum};
use flitscope::paper::{Paper, significant};
use leptos::prelude::*;

use super::prose::prose;
use super::trial_form::{Trialed, VariantSwitch};

/// The errata of a paper and of its models.
#[component]
pub fn ErrataSection(paper: &'static Paper, trialed: Trialed) -> impl IntoView {
    // Errata that several models have in common are listed with the first of them.
    let mut listed: Vec<Erratum> = Vec::new();
    let of_models = paper.models.iter().filter_map(|id| {
        let family = model::FAMILIES
            .iter()
            .find(|family| family.entry.id == *id)?;
        let errata = family.errata().into_iter();
        let errata: Vec<_> = errata.filter(|erratum| !listed.contains(erratum)).collect();
        listed.extend(&errata);
        (!errata.is_empty()).then(|| {
            let title = format!("In the model “{}”", family.entry.name());
            view! { <h4>{title}</h4> {list(errata)} }.into_any()
        })
    });
    let of_models = of_models.collect_view();
    let of_paper = (!paper.errata.is_empty()).then(|| {
        let title = (!of_models.is_empty()).then(|| view! { <h4>"Elsewhere in the paper"</h4> });
        view! { {title} {list(paper.errata.to_vec())} }
    });
    let has_none = of_models.is_empty() && of_paper.is_none();
    view! {
        <section class="errata" aria-labelledby="errata">
            <h3 id="errata">"Deviations from the paper"</h3>
            {has_none.then(|| view! { <p class="help">"None: the paper is followed as printed."</p> })}
            <Variants trialed />
            {of_models}
            {of_paper}
        </section>
    }
}

fn list(errata: Vec<Erratum>) -> impl IntoView {
    let rows = errata.into_iter().map(|erratum| {
        view! {
            <div class="erratum">
                <dt>{prose(erratum.place)}</dt>
                <dd>
                    <dl>
                        <div><dt>"printed"</dt><dd>{prose(erratum.printed)}</dd></div>
                        <div><dt>"used"</dt><dd>{prose(erratum.used)}</dd></div>
                        <div><dt>"why"</dt><dd>{prose(erratum.why)}</dd></div>
                    </dl>
                </dd>
            </div>
        }
        .into_any()
    });
    view! { <dl class="list">{rows.collect_view()}</dl> }
}

/// The switch between variants of the current model, with the prediction of each.
#[component]
fn Variants(trialed: Trialed) -> impl IntoView {
    move || {
        let params = trialed.family()?.entry.params;
        let choice = params.iter().find_map(|param| match param {
            Param::Choice(choice) if choice.control.id == "variant" => Some(choice),
            _ => None,
        })?;
        let compared = move || {
            let answer = trialed.trial.get();
            let trial = answer.0.ok()?;
            let found = choice.options.iter().map(|option| {
                let said = trial.with(choice.control.id, option);
                format!("{option}: {}", said.unwrap_or_else(|why| why))
            });
            let found: Vec<_> = found.collect();
            Some(format!(
                "At λ = {}, {}.",
                significant(trial.load),
                found.join("; ")
            ))
        };
        Some(view! {
            <div class="variants">
                <p>"The paper allows more than one reading; the values above follow the chosen \
                    one."</p>
                <VariantSwitch choice trialed />
                <p class="help">{compared}</p>
            </div>
        })
    }
}
