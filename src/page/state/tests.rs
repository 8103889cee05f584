//! Laws of [`transition`] over random sequences of actions, and the changes that a user notices most.

mod by_hand;
mod locked;

use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::*;
use crate::{Dock, Overlay};
use engine::routing::{
    Scripts,
    written::{self, Uncompiled},
};
use engine::sim::MessageId;
use engine::topology::{Arrangement, ChannelId, Point};
use picture::scene::Thing;
use study::scenario::{Preset, RING_DEADLOCK};
use study::sweep::{ChartAxes, LoadUnit, Quantity};

fn read(query: &str) -> Opened {
    Address::read(query, &Scripts::default())
}

fn opened(query: &str) -> PageState {
    PageState::begin(read(query), Place::Explore, None).state
}

fn after(state: &PageState, action: Action) -> Transition {
    let moment = Moment::default();
    transition(state.clone(), action, &moment).expect("the action can be done")
}

/// Actions by numbers, so that nodes and channels can be those of the network at the time.
#[derive(Debug, Clone)]
enum Draw {
    Do(Action),
    Send(Index, Index),
    Select(Index),
    Fault(Index),
    Routes(Index, Index),
    Multicast(Index, Vec<Index>),
    Arrange(Index),
}

impl Draw {
    /// The actions for a state, in which some things that they name may not exist.
    fn actions(&self, state: &PageState) -> Vec<Action> {
        let network = &state.built.design.network;
        let node = |index: &Index| NodeId(index.index(network.nodes() as usize) as u32);
        let channel = |index: &Index| {
            let channels = network.channels() as usize;
            Thing::Channel(ChannelId(index.index(channels.max(1)) as u32))
        };
        match self {
            Self::Do(action) => vec![action.clone()],
            Self::Send(from, to) => vec![Action::Send(node(from), node(to), Vec::new())],
            Self::Select(index) => vec![Action::Select(Some(Thing::Node(node(index))), None)],
            Self::Fault(index) => vec![
                Action::Select(Some(channel(index)), None),
                Action::ToggleFault,
            ],
            Self::Routes(from, to) => vec![Action::Routes(node(from), node(to))],
            Self::Multicast(from, to) => {
                vec![Action::Multicast(node(from), to.iter().map(node).collect())]
            }
            Self::Arrange(index) => {
                let offered = state.built.topology.arrangements();
                vec![Action::Arrange(offered[index.index(offered.len())])]
            }
        }
    }
}

/// Addresses as a user may open them.
const ADDRESSES: [&str; 7] = [
    "t=mesh:4x4&view=curve&vs=t%3Dtorus%3A4x4&pts=.01_9_.1_8_.1_.08!.01~.02",
    "t=mesh:3x3&lam=0.01&c=7",
    "t=torus:4x4&vc=2&show=routes&pair=0,0>2,1&draw=folded&c=0",
    "t=hypercube:3&M=4&heat=1&sel=n5",
    "t=mesh:4x4&msg=0:0,0>1,1%2B2,2&side=dual-path;multi-path&c=0",
    "t=torus-uni:4&vc=1&view=modes",
    "nonsense=1",
];

const FIELDS: [(&str, &str); 14] = [
    ("network", "mesh:4x4"),
    ("network", "torus:3x3"),
    ("network", "hypercube:3"),
    ("network", "nowhere:3"),
    ("routing", "duato"),
    ("routing", "dimension-order"),
    (
        "routing",
        "script:fn route(net, here, to) { net.toward(to) }",
    ),
    ("vcs", "1"),
    ("vcs", "3"),
    ("vcs", "99"),
    ("buffer", "3"),
    ("traffic.rate", "0.004"),
    ("traffic.rate", "much"),
    ("switching", "store-and-forward"),
];

fn draws() -> impl Strategy<Value = Draw> {
    let address = select(ADDRESSES.to_vec()).prop_map(|query| Box::new(read(query)));
    let field = select(FIELDS.to_vec());
    let places = select(Place::ALL.map(|(place, ..)| place).to_vec());
    let overlays = select(Overlay::ALL.map(|facts| facts.overlay).to_vec());
    let docks = select(Dock::ALL.map(|(dock, ..)| dock).to_vec());
    let examples = select(PRESETS.iter().map(|preset| preset.id).collect::<Vec<_>>());
    let index = any::<Index>;
    let plain = select(vec![
        Action::Undo,
        Action::Redo,
        Action::SendAcross,
        Action::ClearMessages,
        Action::RemoveMessage(0),
        Action::RemoveMessage(9),
        Action::ToggleMatrix,
        Action::ToggleSplit,
        Action::Split(4),
        Action::BeginMessage,
        Action::DrawMessage(NodeId(0), Point::new(0.5, 0.5), None),
        Action::CancelMessage,
        Action::Heat(true),
        Action::NodeDisjoint(true),
        Action::Panel(Panel::Examples),
        Action::Pane(1, "separate".to_owned()),
        Action::CompareRouting("duato".to_owned()),
        Action::CompareTraffic("uniform".to_owned()),
        Action::KeepCurve,
        Action::Compare(Vec::new()),
        Action::Axes(ChartAxes {
            quantity: Quantity::Accepted,
            unit: LoadUnit::Flits,
        }),
        Action::Problems(Vec::new()),
        Action::KeepInView(true),
        Action::Suggest(RING_DEADLOCK),
        Action::BackToOwn,
    ]);
    prop_oneof![
        6 => field.prop_map(|(field, text)| Draw::Do(Action::set(field, text))),
        4 => plain.prop_map(Draw::Do),
        2 => (address.clone(), any::<bool>()).prop_map(|(opened, by_user)| {
            let asked = if by_user { Asked::ByUser } else { Asked::ByPage };
            Draw::Do(Action::Open(opened, asked))
        }),
        2 => (places, address).prop_map(|(place, opened)| Draw::Do(Action::Visit(place, opened))),
        1 => examples.prop_map(|id| Draw::Do(Action::Example(id.to_owned()))),
        1 => overlays.prop_map(|overlay| Draw::Do(Action::ToggleOverlay(overlay))),
        1 => docks.prop_map(|dock| Draw::Do(Action::Dock(dock))),
        2 => (index(), index()).prop_map(|(from, to)| Draw::Send(from, to)),
        1 => index().prop_map(Draw::Select),
        2 => index().prop_map(Draw::Fault),
        1 => (index(), index()).prop_map(|(from, to)| Draw::Routes(from, to)),
        1 => (index(), prop::collection::vec(index(), 0..3))
            .prop_map(|(from, to)| Draw::Multicast(from, to)),
        1 => index().prop_map(Draw::Arrange),
    ]
}

/// An address contains only nodes and messages as selected things.
fn in_address(state: &PageState, cycle: u64) -> Address {
    let mut address = state.address(cycle);
    if matches!(address.selected, Some(Thing::Channel(_) | Thing::Lane(_))) {
        address.selected = None;
    }
    address
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// After any actions, the scenario is the one that is built, the address is read back to the same state, and
    /// undoing a change returns to the scenario and cycle before it; redoing returns to those after it.
    #[test]
    fn every_state_is_an_address_and_undo_returns_exactly(
        draws in prop::collection::vec((draws(), 0_u64..500), 1..12),
    ) {
        let mut state = opened("t=mesh:4x4&vc=2");
        for (step, (draw, cycle)) in draws.into_iter().enumerate() {
            for action in draw.actions(&state) {
                let moment = Moment { cycle, time: 1e4 * step as f64, ..Moment::default() };
                let before = state.clone();
                let is_turn = matches!(action, Action::Undo | Action::Redo);
                // A refused action changes nothing.
                let Ok(after) = transition(state.clone(), action, &moment) else { continue };
                state = after.state;

                let built = state.scenario.build();
                prop_assert!(built.is_ok(), "{:?}", state.scenario);
                prop_assert_eq!(built.expect("checked").design.vcs, state.built.design.vcs);
                let address = in_address(&state, cycle);
                let read = read(&address.write());
                prop_assert_eq!(&read.address, &address);

                let made = before.past != state.past && !is_turn;
                if made && before.scenario != state.scenario {
                    let later = Moment { cycle: cycle + 1, ..moment };
                    let undone = transition(state.clone(), Action::Undo, &later);
                    let undone = undone.expect("the scenario was shown before");
                    prop_assert_eq!(&undone.state.scenario, &before.scenario);
                    prop_assert_eq!(undone.run, Some(Continuation::Pause(cycle)));
                    if before.scenario.network != state.scenario.network {
                        prop_assert_eq!(undone.state.view.arrangement, before.view.arrangement);
                        prop_assert_eq!(undone.state.view.pair, before.view.pair);
                        prop_assert_eq!(&undone.state.view.side_by_side, &before.view.side_by_side);
                    }
                    let redone = transition(undone.state, Action::Redo, &moment);
                    let redone = redone.expect("the scenario was shown before");
                    prop_assert_eq!(&redone.state.scenario, &state.scenario);
                    prop_assert_eq!(redone.run, Some(Continuation::Pause(cycle + 1)));
                }
            }
        }
    }
}

#[test]
fn a_kept_curve_stays_while_the_scenario_changes_and_its_points_with_it() {
    let link = "t=mesh:4x4&view=curve&vs=t%3Dtorus%3A4x4&y=accepted&unit=flits&pts=.01_9_.1_8_.1_.08!.01~.02&c=0";
    let state = opened(link);
    assert_eq!(state.address(0).write(), link);
    let state = after(&state, Action::KeepCurve).state;
    let changed = after(&state, Action::set("vcs", "3")).state;
    let kept = changed.view.compared.as_deref().unwrap_or_default();
    let networks: Vec<_> = kept.iter().map(|kept| &*kept.network).collect();
    assert_eq!(networks, ["torus:4x4", "mesh:4x4"]);
    // The points of the link belong to the kept curve now, and the new scenario has none.
    let points = changed.address(0).points;
    let counts: Vec<_> = points.iter().map(|curve| curve.points.len()).collect();
    assert_eq!(counts, [0, 2, 1]);
    assert_eq!(
        read(&changed.address(0).write()).address,
        changed.address(0)
    );
}

#[test]
fn the_explored_network_returns_after_other_places() {
    let mut state = opened("t=torus:4x4&draw=folded&heat=1&c=9");
    let explored = state.address(9);
    let moment = Moment {
        cycle: 9,
        ..Moment::default()
    };
    let elsewhere = [
        (Place::Home, Address::home()),
        (Place::Papers, read("t=hypercube:3&c=1")),
        (Place::Experiment, read("")),
        (Place::Lessons, read("t=mesh:6&c=2")),
    ];
    for (place, opened) in elsewhere {
        let action = Action::Visit(place, Box::new(opened));
        let visited = transition(state, action, &moment).expect("a valid address");
        state = visited.state;
        assert_eq!(state.place, place);
        assert_eq!(state.left, Some(Opened::of(explored.clone())));
    }
    let back = after(&state, Action::Visit(Place::Explore, Box::new(read(""))));
    assert_eq!(back.run, Some(Continuation::Pause(9)));
    assert_eq!(back.state.address(9), explored);
    assert_eq!(back.state.left, None);
    assert_eq!(back.state.past.last_done(), None);
}

#[test]
fn the_explored_network_keeps_the_script_that_it_awaits() {
    let id = written::id_of("fn route(net, here, to) { net.toward(to) }");
    let scenario = Scenario {
        routing: id,
        ..Scenario::on("mesh:5x5")
    };
    let left = read(&Address::of(scenario).write());
    assert!(left.awaits.is_some());
    let mut state = PageState::begin(read(""), Place::Papers, Some(left.clone())).state;
    for place in [Place::Home, Place::Experiment, Place::Lessons] {
        state = after(&state, Action::Visit(place, Box::new(read("")))).state;
        assert_eq!(state.left.as_ref(), Some(&left));
    }
}

#[test]
fn an_address_followed_within_a_place_can_be_undone() {
    let state = opened("t=mesh:4x4");
    let deadlock = Preset::named("ring-deadlock").expect("a preset");
    let address = Box::new(read(&deadlock.query()));
    let state = after(&state, Action::Visit(Place::Explore, address)).state;
    assert_eq!(state.past.last_done(), Some(deadlock.name));
    let undone = after(&state, Action::Undo).state;
    assert_eq!(undone.scenario.network, "mesh:4x4");
    assert_eq!(undone.turned, Some(format!("Undone: {}", deadlock.name)));
}

#[test]
fn an_invalid_value_is_refused_by_its_sentence() {
    let state = opened("t=mesh:4x4");
    let refused = transition(state, Action::set("buffer", "0"), &Moment::default());
    let sentence = refused.expect_err("buffers have room").to_string();
    assert!(
        sentence.contains("buffer") && sentence.contains('0'),
        "{sentence}"
    );
}

#[test]
fn a_script_that_is_not_compiled_is_named_with_its_network() {
    let script = "fn route(net, here, to) { net.toward(to) }";
    let id = written::id_of(script);
    let fields = [("network", "mesh:5x5"), ("vcs", "3"), ("routing", &*id)];
    let state = opened("t=mesh:4x4&vc=1");
    let refused = transition(state.clone(), Action::set_all(&fields), &Moment::default());
    let expected = Uncompiled {
        script: script.to_owned(),
        network: "mesh:5x5".to_owned(),
        vcs: 3,
    };
    assert_eq!(refused.err(), Some(Refusal::NotCompiled(expected)));

    let Action::Set(fields) = Action::set_all(&fields[..2]) else {
        unreachable!("fields are set")
    };
    let set = after(
        &state,
        Action::SetWithoutScript(fields, "line 1".to_owned()),
    );
    assert_eq!(set.state.scenario.network, "mesh:5x5");
    let dropped = set.state.dropped.expect("a sentence");
    assert!(dropped.contains("(line 1)"), "{dropped}");
}

#[test]
fn sent_messages_are_selected_and_start_in_the_current_cycle() {
    let state = opened("t=mesh:4x4&msg=12:0,0>1,1&c=12");
    let moment = Moment {
        cycle: 12,
        generated: 5,
        ..Moment::default()
    };
    let send = Action::Send(NodeId(3), NodeId(12), Vec::new());
    let sent = transition(state, send, &moment).expect("a valid message");
    assert_eq!(sent.run, Some(Continuation::Pause(12)));
    let state = sent.state;
    assert_eq!(state.scenario.get("messages"), "12:0,0>1,1;12:3,0>0,3");
    // Five messages are older, and one was ordered for this cycle before it.
    assert_eq!(state.focus.selected, Some(Thing::Worm(MessageId(6))));
    assert_eq!(state.view.followed, Some(MessageId(6).into()));
    let told = state.notice.expect("the run is paused").0;
    assert_eq!(
        told,
        "Message (3,0) → (0,3) starts in cycle 12. Press Play."
    );

    let across = after(&opened("t=mesh:4x4"), Action::SendAcross);
    assert_eq!(across.run, Some(Continuation::Play(0)));
    assert_eq!(across.state.scenario.get("messages"), "0:0,0>3,3");
}

#[test]
fn a_change_of_network_drops_choices_that_refer_to_the_old_one() {
    let query = "t=torus:4x4&draw=folded&show=routes&pair=0,0>2,1&follow=3&sel=n2,2";
    let state = after(&opened(query), Action::Walk(vec![NodeId(0), NodeId(1)])).state;
    let changed = after(&state, Action::set("network", "mesh:3x3")).state;
    assert_eq!(changed.view.arrangement, Arrangement::default());
    assert_eq!((changed.view.pair, changed.walked.len()), (None, 0));
    assert_eq!(
        (changed.view.followed, changed.focus),
        (None, Focus::default())
    );
    assert_eq!(changed.view.overlay, Overlay::Routes);
    let back = after(&changed, Action::Undo).state;
    assert_eq!(
        (back.view.arrangement, back.view.pair),
        (state.view.arrangement, state.view.pair)
    );
}

#[test]
fn the_network_that_a_suggestion_replaced_is_offered_back_whatever_was_done_since() {
    let state = opened("t=torus:4x4&vc=2&lam=0.01&heat=1");
    let moment = Moment {
        cycle: 77,
        ..Moment::default()
    };
    let suggest = Action::Suggest(RING_DEADLOCK);
    let example = transition(state.clone(), suggest.clone(), &moment).expect("it exists");
    assert!(example.state.offers_own_back());
    let changed = after(&example.state, Action::set("vcs", "3")).state;
    // Once more: the network of the user is still the one to return to.
    let again = after(&changed, suggest).state;
    let back = after(&again, Action::BackToOwn);
    assert_eq!(back.run, Some(Continuation::Pause(77)));
    assert_eq!(back.state.scenario, state.scenario);
    assert!(back.state.view.heat && !back.state.offers_own_back());
}
