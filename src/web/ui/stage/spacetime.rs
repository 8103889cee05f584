//! The space-time diagram of one message: in the run that is shown, or alone in every switching mode.

use browser::canvas::use_size;
use browser::exports::{Exports, Format};
use std::sync::Arc;

use flitscope::plot::Cells;
use flitscope::scenario::{BuiltScenario, MOST_NODES_IN_PAGE, Message};
use flitscope::scene::{
    self, ACCOUNT, Area, Chart, Journey, Sheet, ShownJourney, account, space_time_csv,
    space_time_json, space_time_key,
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

impl FollowedRun {
    fn shown(&self) -> ShownJourney<'_> {
        let design = &self.study.design;
        ShownJourney {
            mode: design.switching.entry().name(),
            journey: &self.journey,
            topology: &*self.study.topology,
            network: &design.network,
        }
    }
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

/// Area of the diagrams in a file, and its font size \[pixels\].
const FILE: Area = Area {
    width: 960.0,
    height: 640.0,
    text: 14.0,
};

/// Draws the runs that are followed.
fn drawn(told: &[FollowedRun], area: Area) -> (Chart, Sheet) {
    let shown: Vec<_> = told.iter().map(FollowedRun::shown).collect();
    scene::space_time(&shown, area)
}

/// Describes the runs that are followed.
fn in_words(told: &[FollowedRun]) -> Option<String> {
    Some(match told {
        [] => return None,
        [one] => one.journey.in_words(&*one.study.topology),
        [first, ..] => first.journey.ends_in_words(&*first.study.topology),
    })
}

/// The diagrams, which have the height of the dock, with a description above and the key to their marks below.
#[component]
fn Pictures(told: Memo<Vec<FollowedRun>>, followed: Memo<Option<Followed>>) -> impl IntoView {
    let player = expect_context::<Player>();
    let presenting = expect_context::<Look>().presenting;
    let frame = NodeRef::<html::Div>::new();
    let size = use_size(frame);
    let words = move || {
        let words = in_words(&told.read());
        words.unwrap_or_else(|| {
            "No message to show yet: none is in the network. A click on a channel chooses the worm \
             that holds it."
                .to_owned()
        })
    };
    let picture = move || {
        let (told, size) = (told.read(), size.get());
        let area = Area {
            width: size.width as f32,
            // The observed height is rounded.
            height: size.height as f32 - 1.0,
            text: TEXT[usize::from(presenting.get())],
        };
        let (chart, sheet) = drawn(&told, area);
        // The part after the cycle that is shown is pale.
        let veil = (told.len() == 1).then(|| {
            let veil = Memo::new(move |_| sheet.veil(player.cycle.get()));
            let left = move || format!("{}px", veil.get().0);
            let width = move || format!("{}px", veil.get().1);
            view! { <div class="veil" style:left=left style:width=width></div> }
        });
        let label = in_words(&told);
        label.map(|label| {
            view! {
                <div class="picture">
                    <div role="img" aria-label=label inner_html=chart.on_page()></div>
                    {veil}
                </div>
            }
        })
    };
    let key = space_time_key().into_iter().map(|(sample, name)| {
        view! { <li><span inner_html=sample.on_page()></span>{name}</li> }
    });
    view! {
        <div class="sheet-page">
            <div class="sheet-head">
                <p class="told" role="status">{words}</p>
                <FollowBox followed />
            </div>
            <div class="sheet" node_ref=frame>{picture}</div>
            <ul class="key-line" aria-label="What the diagram shows" hidden=move || told.read().is_empty()>
                {key.collect_view()}
                <li>"pale: still to come"</li>
            </ul>
        </div>
    }
}

/// The export buttons below the diagrams.
#[component]
fn DiagramExports(told: Memo<Vec<FollowedRun>>) -> impl IntoView {
    let page = expect_context::<Page>();
    let palette = expect_context::<CurrentPalette>().0;
    let make = Callback::new(move |format| {
        let told = told.read_untracked();
        let title = in_words(&told)?;
        let shown: Vec<_> = told.iter().map(FollowedRun::shown).collect();
        Some(match format {
            Format::Png | Format::Svg => {
                let (chart, _) = drawn(&told, FILE);
                chart.to_svg(palette.get_untracked(), &title)
            }
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
