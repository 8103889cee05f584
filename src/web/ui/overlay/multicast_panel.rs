//! The multicast tab: source and destinations, the algorithm, and its groups.

use std::fmt::Write as _;

use flitscope::multicast::{self, Grouping, threshold_of};
use flitscope::scene::{Naming, letter, numeral};
use flitscope::topology::NodeId;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use super::OverlayParts;
use super::arrival_strip::arrivals;
use crate::ui::controls::part::{Fetched, part};
use crate::ui::form::fields::{Field, PAUSE_IN_TYPING};
use crate::ui::state::{overlay::Overlays, page::Page, player::Player};
use browser::text_field::{Name, TextField};
use flitscope::page::{Action, MulticastSet, PageStateStoreFields, Place};

pub(super) const PARTS: OverlayParts = OverlayParts {
    panel: || part(multicast_panel),
    sentence: |overlays| overlays.plan().sentence.clone(),
    naming: |page, naming| {
        if page.overlays.goes_by_labels() {
            Naming::Hamiltonian
        } else {
            naming
        }
    },
};

/// [`MulticastPanel`], fetched when it is first shown.
#[wasm_split(explore, fallible, wasm_split_path = leptos::wasm_split)]
fn multicast_panel() -> Fetched {
    Ok(|| view! { <MulticastPanel /> }.into_any())
}

/// The controls and results of one multicast.
#[component]
fn MulticastPanel() -> impl IntoView {
    let page = expect_context::<Page>();
    let edited = page.overlays.multicast;
    let sentence = move || page.overlays.plan().sentence.clone();
    let arrived = move || deliveries_in_words(page.overlays, page.player);
    let count = RwSignal::new("10".to_owned());
    let draw = move |_| {
        let most = page.state.built().read_untracked().design.network.nodes() - 1;
        let drawn = count.read_untracked().trim().parse::<u32>().ok();
        match drawn.filter(|drawn| (1..=most).contains(drawn)) {
            Some(drawn) => page.multicast_at_random(drawn),
            None => edited.problem.set(Some(format!(
                "destinations to draw must be a whole number from 1 to {most}, not {}",
                flitscope::catalog::quoted(&count.read_untracked())
            ))),
        }
    };
    let clear = move |_| {
        let set = untrack(|| page.multicast());
        let to = Vec::new();
        page.set_multicast(MulticastSet { to, ..set });
    };
    let play = move |_| {
        if !page.player.refuses_held() {
            page.player.play_from(0);
        }
    };
    let paper = move |_| {
        let fields = [
            ("timing.startup", "33"),
            ("ports.injection", "4"),
            ("length", "32"),
        ];
        page.act(Action::set_all(&fields));
    };
    view! {
        <Nodes />
        <p class="actions">
            <button on:click=draw>"Draw"</button>
            <input id="cast-count" class="short" type="text" inputmode="numeric" autocomplete="off" aria-label="Destinations to draw at random" bind:value=count />
            <span>"at random"</span>
            <button on:click=clear>"Clear"</button>
        </p>
        <p class="problem" id="cast-problem" role="status">{move || edited.problem.get()}</p>
        <p class="help" hidden=move || !page.overlays.goes_by_labels()>"Nodes show Hamiltonian labels; fields take addresses."</p>
        <p class="help">"Click nodes to add or remove destinations, drag one to move it, drag from a free node for a region."</p>
        <p class="found" id="plan" role="status">{sentence}</p>
        <p class="actions"><button id="cast-play" class="primary" disabled=move || page.multicast().to.is_empty() on:click=play>"Play it"</button><span id="arrived">{arrived}</span></p>
        <Rivals />
        <Show when=move || page.state.place().get() == Place::Explore>{part(arrivals)}</Show>
        <Groups />
        <details>
            <summary>"Start-up, preparation, ports"</summary>
            <div class="row">
                <Field field="timing.startup" />
                <Field field="timing.preparation" />
                <Field field="ports.injection" />
            </div>
            <p class="actions"><button on:click=paper>"As in the qualified-groups paper: 33 cycles, 4 ports, 32 flits"</button></p>
        </details>
    }
}

/// Describes in words how many copies have been delivered.
fn deliveries_in_words(overlays: Overlays, player: Player) -> String {
    let arrivals = overlays.arrivals();
    let cycles = player.cycle.get();
    let copies = || {
        arrivals
            .worms
            .iter()
            .flat_map(|worm| &worm.copies)
            .filter(|c| !c.2)
    };
    let (all, delivered) = (
        copies().count(),
        copies().filter(|copy| copy.1 < cycles).count(),
    );
    match (all, arrivals.complete) {
        (0, _) => String::new(),
        (_, Some(last)) => format!("{delivered} of {all} delivered; the last copy in cycle {last}"),
        (_, None) => format!("{delivered} of {all} delivered"),
    }
}

/// Text fields for source and destinations.
#[component]
fn Nodes() -> impl IntoView {
    let page = expect_context::<Page>();
    let source = Signal::derive(move || {
        let from = page.multicast().from;
        page.state.built().read().topology.label(from)
    });
    let to = Signal::derive(move || {
        let study = page.state.built().read();
        let labels = page
            .multicast()
            .to
            .into_iter()
            .map(|node| study.topology.label(node));
        let labels: Vec<_> = labels.collect();
        let has_blanks = labels.iter().any(|label| label.contains(' '));
        labels.join(if has_blanks { "; " } else { " " })
    });
    let from_text = Callback::new(move |text: String| {
        let topology = page.state.built().get_untracked().topology.clone();
        let node = topology.node("source", &text);
        let node = node.map_err(|error| error.to_string())?;
        let set = untrack(|| page.multicast());
        if set.to.contains(&node) {
            let label = topology.label(node);
            return Err(format!(
                "source must not be a destination, but {label} is one"
            ));
        }
        page.multicast_from(node);
        Ok(())
    });
    let to_text = Callback::new(move |text: String| {
        let topology = page.state.built().get_untracked().topology.clone();
        let set = untrack(|| page.multicast());
        let is_name = |word: &str| topology.parse_label(word).is_some();
        let words = text.split([';', '+']).map(str::trim).flat_map(|word| {
            if is_name(word) {
                vec![word]
            } else {
                word.split_whitespace().collect()
            }
        });
        let words: Vec<_> = words.map(str::to_owned).collect();
        let to = if words == ["all"] {
            topology
                .node_ids()
                .filter(|&node| node != set.from)
                .collect()
        } else {
            multicast::destinations("destinations", &words, set.from, &*topology)
                .map_err(|error| error.to_string())?
        };
        page.set_multicast(MulticastSet { to, ..set });
        Ok(())
    });
    let name = |id: &str, label: &str, help: &str| Name {
        id: id.to_owned(),
        label: label.to_owned(),
        unit: "",
        help: help.to_owned(),
    };
    let locked = Signal::derive(move || page.locks("messages"));
    view! {
        <div class="row cast">
            <TextField name=name("cast-from", "Source", "The node that sends.") pause=PAUSE_IN_TYPING locked current=source write=from_text />
            <TextField name=name("cast-to", "Destinations", "Nodes with spaces or ; between them, or all.") pause=PAUSE_IN_TYPING locked absent=Signal::stored("click nodes".to_owned()) current=to write=to_text />
        </div>
    }
}

/// The columns of the comparison: heading and explanation.
const COLUMNS: [(&str, &str); 7] = [
    ("algorithm", ""),
    ("chan\u{ad}nels", "that all worms cross"),
    ("longest path", "in channels"),
    ("worms", ""),
    ("start-ups", "in sequence, at most"),
    (
        "latency",
        "cycles until the last copy, without other traffic",
    ),
    ("spread of arrivals", "their standard deviation, in cycles"),
];

/// A comparison of all algorithms of the network on the same set; the chosen one is marked.
#[component]
fn Rivals() -> impl IntoView {
    let page = expect_context::<Page>();
    let rows = move || {
        let compared = page.overlays.compared();
        let best = compared
            .iter()
            .filter_map(|algorithm| algorithm.latency)
            .min();
        let rows = compared.into_iter().map(|algorithm| {
            let chosen = algorithm.spec.clone();
            let is_chosen = move || page.multicast_algorithm() == chosen;
            let spec = algorithm.spec;
            let choose = move |_| {
                page.act(Action::set("traffic.multicast.algorithm", &spec));
            };
            let latency = algorithm.latency.map_or("deadlocks".to_owned(), |cycles| {
                format!("{cycles}{}", if Some(cycles) == best { " ★" } else { "" })
            });
            let spread = algorithm.spread.map_or(String::new(), |spread| format!("{spread:.1}"));
            let numbers = [algorithm.channels, algorithm.longest, algorithm.worms, algorithm.startups];
            let cells = numbers.map(|number| number.to_string());
            let cells = cells.into_iter().chain([latency, spread]);
            let cells = cells.map(|cell| view! { <td>{cell}</td> }.into_any());
            view! {
                <tr>
                    <th scope="row">
                        <button class="link" aria-pressed=move || is_chosen().to_string() on:click=choose>{algorithm.name}</button>
                    </th>
                    {cells.collect_view()}
                </tr>
            }
        });
        rows.collect_view()
    };
    let heads = COLUMNS
        .iter()
        .map(|(head, title)| view! { <th scope="col" title=*title>{*head}</th> }.into_any());
    view! {
        <div class="table compared" tabindex="0" role="region" aria-label="Algorithms on this set">
            <table id="compared">
                <thead><tr>{heads.collect_view()}</tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

/// The construction of qualified groups, with all numbers.
#[component]
fn Groups() -> impl IntoView {
    let page = expect_context::<Page>();
    let edited = page.overlays.multicast;
    let threshold = Memo::new(move |_| threshold_of(&page.multicast_algorithm()));
    let is_label = move || !page.multicast_algorithm().ends_with(":e-cube");
    let change = move |threshold: &str, label: bool| {
        let base = if label { "" } else { ":e-cube" };
        let spec = format!("qualified-groups:{threshold}{base}");
        page.act(Action::set("traffic.multicast.algorithm", &spec));
    };
    let slide = move |text: String| change(&text, untrack(is_label));
    let set_base = move |label: bool| {
        let now = threshold.get_untracked().unwrap_or(0.5);
        change(&now.to_string(), label);
    };
    let explanation = move || {
        let study = page.state.built().read();
        let answer = page.overlays.plan();
        answer
            .grouping
            .as_ref()
            .map_or_else(String::new, |grouping| {
                let name = |node: NodeId| study.topology.address(node);
                groups_html(grouping, threshold.get().unwrap_or_default(), &name)
            })
    };
    let stage = move |name: &'static str, before: bool| {
        view! {
            <button
                type="button"
                aria-pressed=move || (edited.is_before.get() == before).to_string()
                on:click=move |_| edited.is_before.set(before)
            >{name}</button>
        }
    };
    view! {
        <Show when=move || threshold.read().is_some()>
            <div class="groups">
                <label class="slider" for="threshold">
                    <span>"Threshold T = "<b>{move || threshold.get()}</b></span>
                    <input
                        id="threshold"
                        type="range"
                        min="0"
                        max="1"
                        step="0.05"
                        prop:value=move || threshold.get().map(|t| t.to_string())
                        on:input:target=move |e| slide(e.target().value())
                    />
                </label>
                <label class="check">
                    <input type="checkbox" id="e-cube" prop:checked=move || !is_label() on:change:target=move |e| set_base(!e.target().checked()) />
                    " e-cube paths within each step"
                </label>
                <div class="choices" role="group" aria-label="Groups">
                    {stage("Before the division", true)}
                    {stage("Final groups", false)}
                </div>
                <div class="table" tabindex="0" role="region" aria-label="Groups and their weights" inner_html=explanation></div>
            </div>
        </Show>
    }
}

/// Renders the groups and their weights as HTML.
fn groups_html(grouping: &Grouping, threshold: f64, name: &dyn Fn(NodeId) -> String) -> String {
    let cut = grouping.cut;
    let axis = |dimension: u8| ["x", "y"][usize::from(dimension.min(1))];
    let own = axis(cut.dimension);
    let middle = cut.middle[usize::from(cut.dimension)];
    let mut rows = String::new();
    for (index, group) in grouping.primary.iter().enumerate() {
        let finals: Vec<_> = (group.finals.0..group.finals.1).map(letter).collect();
        let verdict = match (group.is_qualified, group.cut) {
            (true, _) => "qualified".to_owned(),
            (false, Some(cut)) => format!("too heavy: cut across {}", axis(cut.dimension)),
            (false, None) => "unqualified, but not divided".to_owned(),
        };
        let cells = [
            numeral(index).to_owned(),
            group.members.len().to_string(),
            group.external.to_string(),
            group.internal.to_string(),
            group.weight().to_string(),
            format!("{:.2}", group.point),
        ];
        let cells = ["<td>", &cells.join("</td><td>"), "</td>"].concat();
        // Writing to a string cannot fail.
        let _ = write!(
            rows,
            "<tr>{cells}</tr><tr><td class='words' colspan='6'>nearest {}, farthest {}: {verdict}; \
             final {}</td></tr>",
            name(group.leader()),
            name(group.farthest),
            finals.join(", ")
        );
    }
    let [a, b] = cut.differences;
    format!(
        "<p class='help'>The area around source and destinations is x {} to {}, y {} to {}. If it \
         is cut at its middle, the halves differ by N<sub>x</sub> = {a} or N<sub>y</sub> = {b} \
         destinations; the smaller number decides, so the cut is at {own} = {middle}, and each \
         half is cut in the other dimension. The weight W<sub>m</sub> of a group is the sum of \
         Ext, the distance from the source to its nearest node, and Int, the distance from there \
         to its farthest node plus the number of its nodes. W<sub>av</sub> = {:.2} is the mean; a \
         group is qualified if QP = |W<sub>m</sub> − W<sub>av</sub>| / W<sub>av</sub> is at most T \
         = {threshold}.</p>\
         <table id='groups'><thead><tr><th>group</th><th>nodes</th><th>Ext</th><th>Int</th><th>W<sub>m</sub></th><th>QP</th></tr></thead><tbody>{rows}</tbody></table>",
        grouping.area.low[0],
        grouping.area.high[0],
        grouping.area.low[1],
        grouping.area.high[1],
        grouping.mean_weight,
    )
}
