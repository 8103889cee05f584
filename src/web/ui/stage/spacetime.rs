//! The space-time diagram of one message: in the run that is shown, or alone in every switching mode.

use browser::canvas::use_size;
use browser::exports::{Exports, Format};
use std::sync::Arc;

use flitscope::plot::Cells;
use flitscope::scenario::{BuiltScenario, MOST_NODES_IN_PAGE, Message};
use flitscope::scene::{
    ACCOUNT, Area, Diagram, Exported, Foot, Journey, Sheet, account, space_time_csv,
    space_time_figure, space_time_json,
};
use flitscope::sim::{MessageId, Simulator, switching};
use leptos::html;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;
use reactive_stores::Store;

use crate::ui::controls::part::Fetched;
use crate::ui::controls::table::Table;
use crate::ui::state::{page::Page, player::Player, theme::CurrentPalette, view_options::Look};
use flitscope::page::{
    Action, Dock, Followed, PageState, PageStateStoreFields, ViewStoreFields, next_blocked,
};

/// The journey of a message, and the scenario that it belongs to.
#[derive(Clone)]
struct FollowedRun {
    journey: Arc<Journey>,
    study: Arc<BuiltScenario>,
}

impl PartialEq for FollowedRun {
    fn eq(&self, other: &Self) -> bool {
        self.journey == other.journey && Arc::ptr_eq(&self.study, &other.study)
    }
}

/// [`SpaceTime`], fetched when it is first shown.
#[wasm_split(explore, fallible, wasm_split_path = leptos::wasm_split)]
pub fn space_time() -> Fetched {
    Ok(|| view! { <SpaceTime /> }.into_any())
}

/// The dock panel with one diagram, or one for every switching mode.
#[component]
fn SpaceTime() -> impl IntoView {
    let state = expect_context::<Store<PageState>>();
    let player = expect_context::<Player>();
    let followed = followed(state, player);
    let told = Memo::new(move |_| {
        let study = state.built().get();
        let shown = state.view().dock().get();
        let followed = followed.get().filter(|_| shown.is_of_one_message());
        let journey = followed.and_then(|followed| player.journey(followed));
        let journey = journey.map(|journey| FollowedRun {
            journey: Arc::new(journey),
            study,
        });
        match shown {
            Dock::SpaceTime => journey.into_iter().collect(),
            Dock::Switching => in_every_mode(state, journey.as_ref()),
            _ => Vec::new(),
        }
    });
    view! {
        <div class="spacetime">
            <Pictures told followed />
            <Show when=move || !told.read().is_empty()><DiagramExports told /></Show>
            {move || (!told.read().is_empty()).then(|| view! { <Accounts told=told.get() /> })}
        </div>
    }
}

/// The message to show: the chosen one, the only one, the last that arrived, or, before any has
/// arrived, one in the network, preferably blocked.
fn followed(state: Store<PageState>, player: Player) -> Memo<Option<Followed>> {
    Memo::new(move |before: Option<&Option<Followed>>| {
        if let Some(chosen) = state.view().followed().get() {
            return Some(chosen);
        }
        let design = state.built().read().design.clone();
        if !design.is_random() && design.orders.len() == 1 {
            return Some(Followed::from(MessageId(0)));
        }
        // During playback the diagram would change faster than it can be read.
        let before = before.copied().flatten();
        if before.is_some() && player.playing.get() {
            return before;
        }
        let snapshot = player.snapshot.read();
        if let Some(last) = snapshot.last_delivery {
            return Some(Followed {
                message: last.message,
                since: last.generated,
            });
        }
        let first = || snapshot.worms.first().map(|worm| worm.message);
        let message = next_blocked(&snapshot, None).or_else(first)?;
        Some(player.find(message))
    })
}

/// Runs a message of the scenario alone in every switching mode.
fn in_every_mode(state: Store<PageState>, journey: Option<&FollowedRun>) -> Vec<FollowedRun> {
    let (scenario, study) = (state.scenario().read_untracked(), state.built().get());
    let message = match journey {
        Some(FollowedRun { journey, study }) => {
            let label = |node| study.topology.label(node);
            Message::new(label(journey.from), label(journey.to), journey.length)
        }
        None => scenario.example_message(&*study.topology),
    };
    let modes = switching::FAMILIES.iter().filter_map(|family| {
        let alone = scenario.alone(message.clone()).switched(family.entry.id);
        // The scenario has been built before, in another mode and with other traffic, so this is
        // not expected to fail.
        let study = Arc::new(alone.build_within(MOST_NODES_IN_PAGE).ok()?);
        let simulator = Simulator::new(study.design.clone());
        let journey = Journey::follow(simulator, MessageId(0), Journey::patience(&study.design))?;
        Some(FollowedRun {
            journey: Arc::new(journey),
            study,
        })
    });
    modes.collect()
}

/// The field with the number of the message to follow; empty for the last that arrived.
#[component]
fn FollowBox(followed: Memo<Option<Followed>>) -> impl IntoView {
    let page = expect_context::<Page>();
    let shown = move || {
        followed
            .get()
            .map_or(String::new(), |f| f.message.0.to_string())
    };
    let choose = move |text: String| {
        let number = text.trim().parse().ok();
        let followed = number.map(|number| page.player.find(MessageId(number)));
        page.act(Action::Follow(followed));
    };
    view! {
        <label class="follow" hidden=move || page.state.view().dock().get() != Dock::SpaceTime>
            "Message "
            <input
                id="follow"
                type="text"
                inputmode="numeric"
                size="5"
                autocomplete="off"
                title="The number of the message; leave empty for the last that arrived. A click on a channel chooses the worm that holds it."
                prop:value=shown
                on:change:target=move |event| choose(event.target().value())
            />
        </label>
    }
}

/// Font size in the diagrams, in the dock and for an audience \[pixels\].
const TEXT: [f32; 2] = [13.0, 24.0];

/// Height of the name of a switching mode above its diagram, relative to the font size; the same as in `style/stage`.
const HEADING: f32 = 1.4;

/// The diagrams, which have the height of the dock, with a description above and the key to their marks below.
#[component]
fn Pictures(told: Memo<Vec<FollowedRun>>, followed: Memo<Option<Followed>>) -> impl IntoView {
    let state = expect_context::<Store<PageState>>();
    let player = expect_context::<Player>();
    let presenting = expect_context::<Look>().presenting;
    let frame = NodeRef::<html::Div>::new();
    let size = use_size(frame);
    let compares = move || state.view().dock().get() == Dock::Switching;
    let words = move || match told.read().first() {
        None => {
            "No message to show yet: none is in the network. A click on a channel chooses the worm \
             that holds it."
                .to_owned()
        }
        Some(one) if compares() => one.journey.ends_in_words(&*one.study.topology),
        Some(one) => one.journey.in_words(&*one.study.topology),
    };
    let pictures = move || {
        let told = told.read();
        let compares = compares();
        let text = TEXT[usize::from(presenting.get())];
        let size = size.get();
        let headings = if compares {
            told.len() as f32 * (HEADING * text + 2.0)
        } else {
            0.0
        };
        let area = Area {
            width: size.width as f32,
            height: size.height as f32 - headings,
            text,
        };
        let sheet = Sheet::of(told.iter().map(|one| &*one.journey), area);
        let pictures = told.iter().enumerate().map(|(index, one)| {
            // All diagrams share one time axis, which only the last one labels.
            let foot = if index + 1 == told.len() {
                Foot::Numbers
            } else {
                Foot::None
            };
            let name = one.study.design.switching.entry().name();
            view! {
                <h2 hidden=!compares>{name}</h2>
                <Picture told=one.clone() sheet=sheet.clone() foot now=(!compares).then_some(player.cycle) />
            }
        });
        pictures.collect_view()
    };
    view! {
        <div class="sheet-page">
            <div class="sheet-head">
                <p class="told" role="status">{words}</p>
                <FollowBox followed />
            </div>
            <div class="sheet" node_ref=frame>{pictures}</div>
            <div inner_html=SHEET_KEY hidden=move || told.read().is_empty()></div>
        </div>
    }
}

/// One diagram; the part after cycle `now` is pale.
#[component]
fn Picture(told: FollowedRun, sheet: Sheet, foot: Foot, now: Option<Memo<u64>>) -> impl IntoView {
    let FollowedRun { journey, study } = told;
    let (topology, network) = (&*study.topology, &study.design.network);
    let diagram = Diagram::new(&journey, topology, network, &sheet, foot);
    let svg = diagram.to_svg(&sheet, &journey.in_words(topology));
    let veil = now.map(|now| {
        let veil = Memo::new(move |_| sheet.veil(now.get()));
        let left = move || format!("{}px", veil.get().0);
        let width = move || format!("{}px", veil.get().1);
        view! { <div class="veil" style:left=left style:width=width></div> }
    });
    view! {
        <div class="picture">
            <div inner_html=svg></div>
            {veil}
        </div>
    }
}

/// The key to the marks of a diagram, and the definitions of its hatch patterns.
const SHEET_KEY: &str = include_str!("spacetime_key.html");

/// The export buttons below the diagrams.
#[component]
fn DiagramExports(told: Memo<Vec<FollowedRun>>) -> impl IntoView {
    let page = expect_context::<Page>();
    let palette = expect_context::<CurrentPalette>().0;
    let make = Callback::new(move |format| {
        let told = told.read_untracked();
        let shown = told.iter().map(|FollowedRun { journey, study }| Exported {
            mode: study.design.switching.entry().name(),
            journey,
            topology: &*study.topology,
            network: &study.design.network,
        });
        let shown: Vec<_> = shown.collect();
        let first = shown.first()?;
        let title = if shown.len() > 1 {
            first.journey.ends_in_words(first.topology)
        } else {
            first.journey.in_words(first.topology)
        };
        Some(match format {
            Format::Png | Format::Svg => space_time_figure(&shown, palette.get_untracked(), &title),
            Format::Csv => space_time_csv(&shown),
            Format::Json => format!("{:#}\n", space_time_json(&shown)),
        })
    });
    let stem = Callback::new(move |()| {
        let stem = page.state.scenario().read_untracked().file_stem();
        let told = told.read_untracked();
        match &**told {
            [one] => format!("{stem}-message-{}", one.journey.message.0),
            _ => format!("{stem}-switching-modes"),
        }
    });
    let link = Callback::new(move |()| format!("#/lab?{}", page.signed_address().write()));
    view! { <Exports of="the diagram" formats=Format::ALL make stem link /> }
}

/// The table of arrival times.
#[component]
fn Accounts(told: Vec<FollowedRun>) -> impl IntoView {
    let rows = told.iter().map(|FollowedRun { journey, study }| {
        let design = &study.design;
        account(journey, design.switching, design.timing).into()
    });
    let cells = Cells {
        columns: ACCOUNT.map(str::to_owned).into(),
        rows: rows.collect(),
    };
    view! { <Table id="accounts" label="Arrivals in numbers" cells /> }
}
