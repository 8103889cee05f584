//! One message in space and time, beside the network; or alone in all switching modes.

use std::sync::Arc;

use flitscope::scenario::{MOST_NODES_IN_PAGE, Message, Study};
use flitscope::scene::{Account, Diagram, FlitPart, Foot, Journey, Kind, Sheet};
use flitscope::sim::{MessageId, Simulator, switching};
use leptos::html;
use leptos::prelude::*;

use super::pixels::use_size;
use super::state::{Followed, Lab, Shown};

/// A message and the network it crosses.
#[derive(Clone)]
struct Told {
    journey: Arc<Journey>,
    study: Arc<Study>,
}

impl PartialEq for Told {
    fn eq(&self, other: &Self) -> bool {
        self.journey == other.journey && Arc::ptr_eq(&self.study, &other.study)
    }
}

/// The panel under the transport: folded away, one message, or three modes.
#[component]
pub fn SpaceTime() -> impl IntoView {
    let lab = expect_context::<Lab>();
    let followed = followed(lab);
    let journey = Memo::new(move |_| {
        let study = lab.study.get();
        let followed = followed
            .get()
            .filter(|_| lab.shown.get() != Shown::Network)?;
        let journey = Arc::new(lab.player.journey(followed)?);
        Some(Told { journey, study })
    });
    let modes = Memo::new(move |_| match lab.shown.get() {
        Shown::Modes => in_every_mode(lab, journey.get().as_ref()),
        Shown::Network | Shown::Message => Vec::new(),
    });
    let button = move |name: &'static str, shown: Shown| {
        view! {
            <button
                type="button"
                aria-pressed=move || (lab.shown.get() == shown).to_string()
                on:click=move |_| lab.shown.update(|now| *now = if *now == shown { Shown::Network } else { shown })
            >{name}</button>
        }
    };
    view! {
        <section class="panel spacetime" class:open=move || lab.shown.get() != Shown::Network aria-label="Space and time">
            <div class="choices" role="group" aria-label="Diagrams">
                {button("Space-time diagram", Shown::Message)}
                {button("Compare the three modes", Shown::Modes)}
                <Show when=move || lab.shown.get() == Shown::Message>
                    <FollowBox followed />
                </Show>
            </div>
            {move || match lab.shown.get() {
                Shown::Network => ().into_any(),
                Shown::Message => view! { <OneMessage journey /> }.into_any(),
                Shown::Modes => view! { <ThreeModes modes /> }.into_any(),
            }}
        </section>
    }
}

/// The message to show: the one chosen, the only one, or the last that arrived.
fn followed(lab: Lab) -> Memo<Option<Followed>> {
    Memo::new(move |before: Option<&Option<Followed>>| {
        if let Some(chosen) = lab.followed.get() {
            return Some(chosen);
        }
        let design = lab.study.read().design.clone();
        if !design.is_random() && design.orders.len() == 1 {
            return Some(Followed::from(MessageId(0)));
        }
        // While time runs the diagram would change faster than it can be read.
        if lab.player.playing.get() {
            return before.copied().flatten();
        }
        let last = lab.player.snapshot.read().last_delivery?;
        Some(Followed {
            message: last.message,
            since: last.generated,
        })
    })
}

/// A message of the scenario, alone in every switching mode.
fn in_every_mode(lab: Lab, journey: Option<&Told>) -> Vec<Told> {
    let (scenario, study) = (lab.scenario.read_untracked(), lab.study.get());
    let message = match journey {
        Some(Told { journey, study }) => {
            let label = |node| study.topology.label(node);
            Message::new(label(journey.from), label(journey.to), journey.length)
        }
        None => scenario.example_message(&*study.topology),
    };
    let modes = switching::FAMILIES.iter().filter_map(|family| {
        let alone = scenario.alone(message.clone()).switched(family.entry.id);
        // Built already once, in another mode and with other traffic.
        let study = Arc::new(alone.build_within(MOST_NODES_IN_PAGE).ok()?);
        let simulator = Simulator::new(study.design.clone());
        let journey = Journey::follow(simulator, MessageId(0), Journey::patience(&study.design))?;
        Some(Told {
            journey: Arc::new(journey),
            study,
        })
    });
    modes.collect()
}

/// Which message to follow, by number; empty for the last that arrived.
#[component]
fn FollowBox(followed: Memo<Option<Followed>>) -> impl IntoView {
    let lab = expect_context::<Lab>();
    let shown = move || {
        followed
            .get()
            .map_or(String::new(), |f| f.message.0.to_string())
    };
    let choose = move |text: String| {
        let number = text.trim().parse().ok();
        lab.followed
            .set(number.map(|number| lab.player.find(MessageId(number))));
    };
    view! {
        <label class="follow">
            "Message "
            <input
                id="follow"
                type="text"
                inputmode="numeric"
                size="5"
                autocomplete="off"
                title="Its number; empty: the last that arrived. A click on a channel chooses the worm that holds it."
                prop:value=shown
                on:change:target=move |event| choose(event.target().value())
            />
        </label>
    }
}

#[component]
fn OneMessage(journey: Memo<Option<Told>>) -> impl IntoView {
    let lab = expect_context::<Lab>();
    let frame = NodeRef::<html::Div>::new();
    let size = use_size(frame);
    let words = move || match journey.get() {
        Some(Told { journey, study }) => journey.in_words(&*study.topology),
        None => "No message to show yet: one that has arrived appears here when time stands \
                 still. A click on a channel chooses the worm that holds it."
            .to_owned(),
    };
    let sheet = Memo::new(move |_| {
        let told = journey.get();
        Sheet::of(
            told.iter().map(|told| &*told.journey),
            size.get().width as f32,
        )
    });
    let picture = move || {
        let told = journey.get()?;
        Some(
            view! { <Picture told sheet=sheet.get() foot=Foot::Numbers now=Some(lab.player.cycle) /> },
        )
    };
    let table = move || {
        let told = journey.get()?;
        Some(view! { <Accounts told=vec![told] /> })
    };
    view! {
        <p class="told" id="journey" role="status">{words}</p>
        <div class="sheet" node_ref=frame>{picture}</div>
        <Show when=move || journey.read().is_some()><SheetKey /></Show>
        {table}
    }
}

#[component]
fn ThreeModes(modes: Memo<Vec<Told>>) -> impl IntoView {
    let frame = NodeRef::<html::Div>::new();
    let size = use_size(frame);
    let sheet = Memo::new(move |_| {
        let modes = modes.read();
        Sheet::of(
            modes.iter().map(|told| &*told.journey),
            size.get().width as f32,
        )
    });
    let words = move || {
        let modes = modes.read();
        modes
            .first()
            .map(|told| told.journey.ends_in_words(&*told.study.topology))
    };
    let pictures = move || {
        let modes = modes.get();
        let last = modes.len().saturating_sub(1);
        let pictures = modes.into_iter().enumerate().map(|(index, told)| {
            let foot = if index == last {
                Foot::Numbers
            } else {
                Foot::None
            };
            let name = told.study.design.switching.entry().name;
            view! {
                <h3>{name}</h3>
                <Picture told sheet=sheet.get() foot now=None />
            }
        });
        pictures.collect_view()
    };
    view! {
        <p class="told" id="modes" role="status">{words}</p>
        <div class="sheet" node_ref=frame>{pictures}</div>
        <SheetKey />
        {move || view! { <Accounts told=modes.get() /> }}
    }
}

/// One diagram; what lies after `now` is pale.
#[component]
fn Picture(told: Told, sheet: Sheet, foot: Foot, now: Option<RwSignal<u64>>) -> impl IntoView {
    let Told { journey, study } = told;
    let diagram = Diagram::new(
        &journey,
        &*study.topology,
        &study.design.network,
        &sheet,
        foot,
    );
    let height = diagram.height;
    let outlines = diagram.outlines.into_iter().map(|outline| {
        view! { <path class=class_of(outline.kind) d=outline.path /> }
    });
    let rows = diagram.rows.into_iter().map(|caption| {
        view! { <text class="row-name" x=caption.x y=caption.y>{caption.text}</text> }
    });
    let cycles = diagram.cycles.into_iter().map(|caption| {
        view! { <text class="tick" x=caption.x y=caption.y>{caption.text}</text> }
    });
    let width = sheet.width;
    let veil = now.map(|now| {
        let veil = Memo::new(move |_| sheet.veil(now.get()));
        view! {
            <rect class="veil" x=move || veil.get().0 y="0" width=move || veil.get().1 height=height />
        }
    });
    view! {
        <svg
            class=format!("hue-{}", diagram.hue)
            width=width
            height=height
            viewBox=format!("0 0 {width} {height}")
            role="img"
            aria-label=journey.in_words(&*study.topology)
        >
            <path class="grid" d=diagram.grid />
            {outlines.collect_view()}
            {veil}
            {rows.collect_view()}
            {cycles.collect_view()}
        </svg>
    }
}

fn class_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Held => "held",
        Kind::Blocked => "wait blocked",
        Kind::Storing => "wait storing",
        Kind::Delayed => "wait delayed",
        Kind::Flit(FlitPart::Header) => "flit header",
        Kind::Flit(FlitPart::Body) => "flit body",
        Kind::Flit(FlitPart::Tail) => "flit tail",
    }
}

/// What the parts of a diagram mean, and the hatchings that it is drawn with.
#[component]
fn SheetKey() -> impl IntoView {
    view! {
        <svg class="unseen" aria-hidden="true">
            <defs>
                <pattern id="hatch-blocked" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                    <path class="blocked-line" d="M0 0V5" />
                </pattern>
                <pattern id="hatch-storing" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
                    <path class="storing-line" d="M0 0V5" />
                </pattern>
            </defs>
        </svg>
        <ul class="key-line sheet-key" aria-label="What the diagram shows">
            <li><svg class="hue-0" viewBox="0 0 26 16" aria-hidden="true"><path class="flit header" d="M4 3h12l7 5-7 5H4z" /></svg>"header crosses"</li>
            <li><svg class="hue-0" viewBox="0 0 20 16" aria-hidden="true"><path class="flit body" d="M4 3h13v10H4z" /></svg>"body"</li>
            <li><svg class="hue-0" viewBox="0 0 20 16" aria-hidden="true"><path class="flit tail" d="M3 3h9v10H3zM12 0h5v16h-5z" /></svg>"tail"</li>
            <li><svg class="hue-0" viewBox="0 0 26 16" aria-hidden="true"><path class="held" d="M1 2h24v12H1z" /></svg>"channel held"</li>
            <li><svg viewBox="0 0 26 16" aria-hidden="true"><path class="wait blocked" d="M1 2h24v12H1z" /></svg>"header blocked"</li>
            <li><svg viewBox="0 0 26 16" aria-hidden="true"><path class="wait storing" d="M1 2h24v12H1z" /></svg>"waits for its tail"</li>
            <li><svg viewBox="0 0 26 16" aria-hidden="true"><path class="wait delayed" d="M1 2h24v12H1z" /></svg>"delayed"</li>
            <li>"pale: still to come"</li>
        </ul>
    }
}

/// The same in numbers.
#[component]
fn Accounts(told: Vec<Told>) -> impl IntoView {
    let rows = told.into_iter().map(|Told { journey, study }| {
        let design = &study.design;
        let account = Account::new(&journey, design.switching, design.timing);
        let [formula, numbers] = account.formula;
        view! {
            <tr>
                <th scope="row">{account.mode}</th>
                <td>{account.header}</td>
                <td>{account.tail}</td>
                <td><span class="formula">{formula}</span>{format!(" = {numbers} = {}", account.alone)}</td>
            </tr>
        }
    });
    view! {
        <div class="table" tabindex="0" role="region" aria-label="Arrivals in numbers">
            <table id="accounts">
                <thead><tr>
                    <th scope="col">"mode"</th>
                    <th scope="col">"header after"</th>
                    <th scope="col">"tail after"</th>
                    <th scope="col">"alone it takes"</th>
                </tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
    }
}
