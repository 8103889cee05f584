//! The rows of a table or figure: printed, computed and simulated values, and verdicts.

use flitscope::laboratory::link_of;
use flitscope::paper::{
    Columns, Computed, Judged, Row, model_settings, number, signed, significant,
};
use leptos::prelude::*;

use super::links;
use super::prose::prose;
use super::results::{Reproduced, Results, is_for_page};

/// The table, in which simulation results appear as they arrive.
#[component]
pub fn ItemTable(made: Reproduced) -> impl IntoView {
    let rows = made.rows();
    let columns = Columns::of(&rows);
    let [varied, found] = made.item.axes;
    let heads = heads(
        &columns,
        if varied.is_empty() {
            "Statement"
        } else {
            varied
        },
    );
    let width = width(&columns);
    let bodies = columns.series.iter().map(|series| {
        let named = (!series.is_empty()).then(|| {
            let (name, width) = (prose(series), width.to_string());
            view! { <tr class="series"><th scope="rowgroup" colspan=width><span>{name}</span></th></tr> }
        });
        let rows = rows.iter().enumerate();
        let of_series = rows.filter(|(_, row)| row.series == *series);
        let lines = of_series.map(|(index, row)| line(made, index, row, &columns));
        view! { <tbody>{named} {lines.collect_view()}</tbody> }.into_any()
    });
    let bodies = bodies.collect_view();
    let found = (!found.is_empty())
        .then(|| view! { <p class="help">"Numbers are: " {prose(found)} "."</p> });
    view! {
        {found}
        <div class="table reproduced" tabindex="0" role="region" aria-label=format!("Rows of {}", made.item.name)>
            <table>
                <thead><tr>{heads}</tr></thead>
                {bodies}
            </table>
        </div>
    }
}

fn heads(columns: &Columns, varied: &'static str) -> impl IntoView + use<> {
    let printed = columns.printed.iter().map(|column| {
        let (place, name) = (column.place(), column.name);
        view! { <th scope="col" class="number"><small>{place}</small> {name}</th> }.into_any()
    });
    let has_simulation = columns.has_simulation;
    let computed = columns.computed.iter().map(|name| {
        let difference = has_simulation.then(|| {
            view! { <th scope="col" class="number"><small>{*name}</small> "difference"</th> }
        });
        view! { <th scope="col" class="number"><small>"ours"</small> {*name}</th> {difference} }
            .into_any()
    });
    let simulation = has_simulation.then(|| {
        view! { <th scope="col" class="number">"simulated" <small>"± 95 %"</small></th> }
    });
    view! {
        <th scope="col">{prose(&varied.replace('/', "/\u{200b}"))}</th>
        {printed.collect_view()}
        {computed.collect_view()}
        {simulation}
        <th scope="col">"verdict"</th>
    }
}

/// A row, of which only the simulation results change.
fn line(made: Reproduced, index: usize, row: &Row, columns: &Columns) -> AnyView {
    let printed = columns.printed.iter().map(|column| {
        let value = row.printed(column.name);
        let value = value.map_or_else(|| NONE.to_owned(), |value| value.to_string());
        view! { <td class="number">{value}</td> }.into_any()
    });
    let known = move |read: fn(&Judged) -> String| {
        let judged = made.judged.read();
        judged.get(index).map(read).unwrap_or_default()
    };
    let computed = columns.computed.iter().map(|name| {
        let at = row.computed.iter().position(|of| of.name == *name);
        let cell = value(at.map(|at| &row.computed[at]), columns);
        let difference = columns.has_simulation.then(|| {
            let said = move || {
                let judged = made.judged.read();
                let difference = judged
                    .get(index)
                    .and_then(|judged| *judged.differences.get(at?)?);
                difference.map_or_else(|| NONE.to_owned(), |of| signed(of.share))
            };
            view! { <td class="number difference">{said}</td> }
        });
        view! { {cell} {difference} }.into_any()
    });
    let simulation = columns.has_simulation.then(|| {
        let said = move || {
            known(|judged| {
                judged
                    .simulated
                    .map_or_else(|| NONE.to_owned(), |of| of.to_string())
            })
        };
        let hollow = move || {
            let judged = made.judged.read();
            let simulated = judged.get(index).and_then(|judged| judged.simulated);
            simulated.is_some_and(|simulated| !simulated.is_steady)
        };
        view! { <td class="number simulated" class:unsteady=hollow>{said}</td> }
    });
    // The verdict is too wide for a column and unfolds below.
    let open = RwSignal::new(false);
    let verdict = move || prose(&known(Judged::verdict));
    let words = move || {
        let brief = known(|judged| judged.brief().words);
        if brief.is_empty() {
            DETAILS.to_owned()
        } else {
            brief
        }
    };
    let tone = move || {
        let judged = made.judged.read();
        let tone = judged.get(index).map(|judged| judged.brief().tone);
        format!("brief {}", tone.unwrap_or_default().id())
    };
    let other_views = other_views(row);
    let has_other_views = other_views.is_some();
    let has_none = move || !has_other_views && known(Judged::verdict).is_empty();
    let inside = format!("{}-row-{index}", made.item.id);
    let name = [&*row.series, &*row.label].join(" ");
    let said = {
        let name = name.trim().to_owned();
        move || format!("{}: {name}", words())
    };
    let button = view! {
        <button
            class=tone
            hidden=has_none
            aria-label=said
            aria-expanded=move || open.get().to_string()
            aria-controls=inside.clone()
            on:click=move |_| open.update(|open| *open = !*open)
        >
            {words}
        </button>
    };
    view! {
        <tr class="numbers">
            <th scope="row">{prose(&row.label)}</th>
            {printed.collect_view()}
            {computed.collect_view()}
            {simulation}
            <td class="in-brief">{button}</td>
        </tr>
        <tr class="words" id=inside hidden=move || !open.get()>
            <td colspan=width(columns).to_string()><div>{verdict} " " {other_views}</div></td>
        </tr>
    }
    .into_any()
}

/// The number of columns, including the verdict.
fn width(columns: &Columns) -> usize {
    columns.width() + 1
}

/// The label of the button that unfolds a row without a verdict.
const DETAILS: &str = "details";

/// The text of an empty cell.
const NONE: &str = "–";

/// The cell of a closed form or a count, or of the reason why it has no value.
///
/// Values beside simulations are formatted by [`number`], others by [`significant`], which does not
/// round counts below 10⁷.
fn value(computed: Option<&Computed>, columns: &Columns) -> AnyView {
    let Some(computed) = computed else {
        return view! { <td class="number">{NONE}</td> }.into_any();
    };
    match &computed.value {
        Ok(value) if columns.has_simulation => {
            view! { <td class="number">{number(*value)}</td> }.into_any()
        }
        Ok(value) => view! { <td class="number">{significant(*value)}</td> }.into_any(),
        Err(_) => {
            view! { <td class="number none" title=computed.why()>"saturated"</td> }.into_any()
        }
    }
}

/// Links to other views of a row: the network and the laboratory.
fn other_views(row: &Row) -> Option<AnyView> {
    let results = expect_context::<Results>();
    let task = row.task.clone()?;
    if !is_for_page(row) {
        let why = format!(
            "{} is too large for the page; the command line can simulate it",
            task.scenario.network
        );
        return Some(view! { <span class="muted" title=why>"too large"</span> }.into_any());
    }
    let name = [&*row.series, &*row.label].join(" ");
    let name = name.trim().to_owned();
    let in_laboratory = row.computed.iter().find_map(|computed| {
        let (model, settings) = model_settings(computed.model.as_deref()?).ok()?;
        let load = task.scenario.traffic.rate;
        Some(link_of(model, &settings, load, Some(&task.scenario)))
    });
    let in_laboratory = in_laboratory.map(|link| {
        view! { <a href=link aria-label=format!("laboratory: {name}")>"laboratory"</a> }
    });
    let watch = move || {
        let mut scenario = task.scenario.clone();
        scenario.seed = results.terms.read().seed;
        links::on_stage(&scenario.to_link())
    };
    let view = view! {
        <a href=watch aria-label=format!("watch: {name}")>"watch"</a>
        " "
        {in_laboratory}
    };
    Some(view! { <span class="ways">{view}</span> }.into_any())
}
