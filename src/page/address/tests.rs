//! Tests of reading and writing addresses.

use proptest::prelude::*;

use super::*;
use crate::{Dock, Frame, Hidden, Locked, Origin, Overlay};
use engine::sim::MessageId;
use engine::topology::NodeId;

fn read(query: &str) -> Opened {
    Address::read(query, &Scripts::default())
}

#[test]
fn addresses_are_written_as_in_existing_links() {
    for link in [
        "t=torus:8x8&buf=2&M=16&lam=0.011&c=128",
        "t=mesh:6x6&vc=1&M=8&msg=0:0,0>5,5&view=spacetime&follow=0&c=7",
        "t=mesh:4x4&msg=0:0,0>1,1%2B2,2&side=dual-path;multi-path&c=0",
        "t=torus:4x4&new=1%202&show=routes&pair=0,0>2,1&apart=1&theme=dark&heat=1&matrix=0&\
         sel=n2,3&draw=folded&workers=2&c=3",
        "t=hypercube:4&sel=m12&c=9",
    ] {
        let opened = read(link);
        assert_eq!(opened.address.write(), link);
        assert!(!opened.is_empty);
    }
}

#[test]
fn a_view_from_the_beginning_differs_only_in_its_cycle() {
    for (link, from_beginning) in [
        ("t=mesh:4x4&vc=1&c=1", "t=mesh:4x4&vc=1&c=0"),
        ("t=mesh:4x4&vc=16&c=1", "t=mesh:4x4&vc=16&c=0"),
        (
            "t=torus:8x8&M=16&show=routes&c=128",
            "t=torus:8x8&M=16&show=routes&c=0",
        ),
    ] {
        let state = read(link).address;
        assert_eq!(state.write(), link);
        assert_eq!(state.from_beginning().write(), from_beginning);
    }
}

/// A message that was sent by hand is selected and followed then.
#[test]
fn the_scene_of_a_lesson_has_no_selected_message() {
    for (link, scene) in [
        (
            "t=mesh:4x4&vc=1&msg=0:0,0>3,3&c=5&sel=m0&follow=0&heat=1",
            "t=mesh:4x4&vc=1&msg=0:0,0>3,3&c=0&heat=1",
        ),
        (
            "t=mesh:4x4&vc=1&c=0&sel=n1,2",
            "t=mesh:4x4&vc=1&c=0&sel=n1,2",
        ),
    ] {
        let sorted = |link: &str| {
            let mut pairs: Vec<_> = link.split('&').map(str::to_owned).collect();
            pairs.sort();
            pairs
        };
        assert_eq!(
            sorted(&read(link).address.as_scene().write()),
            sorted(scene)
        );
    }
}

#[test]
fn an_empty_address_plays_the_first_preset() {
    let opened = read("");
    assert!(opened.is_empty);
    assert_eq!(opened.problems, [""; 0]);
    assert_eq!(opened.address, Address::of(PRESETS[0].scenario()));
}

#[test]
fn unusable_values_are_reported_and_the_rest_is_kept() {
    let told = |query: &str| read(query).problems;
    for (query, sentence) in [
        (
            "c=-1",
            "c=-1: cycle must be a whole number from 0 to 10000000, not -1; using 0",
        ),
        (
            "view=all",
            "view=all: view must be spacetime, modes, curve, script or network, not all; showing the time line",
        ),
        (
            "show=heat",
            "show=heat: show must be routes, multicast or deadlock, not heat; showing traffic",
        ),
        (
            "pair=0,0>0,0",
            "pair=0,0>0,0: pair must be two different nodes; using another",
        ),
        ("apart=2", "apart=2: apart must be 0 or 1, not 2; ignored"),
        (
            "theme=sepia",
            "theme=sepia: theme must be auto, light, dark or projector, not sepia; using the \
             one chosen",
        ),
        (
            "sel=n9,9",
            "sel=n9,9: selection must be a node such as n0 or a message such as m12, not \
             n9,9; selecting nothing",
        ),
        (
            "draw=folded",
            "draw=folded: layout must be plain in mesh:4x4, not folded; using plain",
        ),
        (
            "follow=me",
            "follow=me: follow must be the number of a message, not me; following none",
        ),
        (
            "workers=99",
            "workers=99: workers must be a whole number from 1 to 8, not 99; choosing the \
             number automatically",
        ),
        (
            "play=fast",
            "play=fast: play must be a speed from 0.25 to 4096 cycles per second, not fast; \
             standing still",
        ),
        (
            "vs=nonsense",
            "vs=nonsense: a scenario has no nonsense; comparing with none",
        ),
        (
            "y=height",
            "y=height: y must be latency, network or accepted, not height; showing latency",
        ),
        (
            "unit=miles",
            "unit=miles: unit must be capacity, messages, flits or bound, not miles; using capacity",
        ),
        (
            "pts=abc",
            "pts=abc: points must be measured points as a link has them, not abc; using none",
        ),
        (
            "made=~1",
            "made=~1: made must be a version such as 0.1.0+c9e598c6ab, with the fingerprint of a run \
             after ~, not ~1; ignored",
        ),
        (
            "colour=red",
            "colour=red: there is no setting called colour; kept as it is",
        ),
    ] {
        assert_eq!(told(&format!("t=mesh:4x4&{query}")), [sentence]);
    }
    let state = read("t=mesh:4x4&colour=red&heat=1&c=x").address;
    assert_eq!(state.write(), "t=mesh:4x4&colour=red&heat=1");
}

#[test]
fn every_example_is_read_without_problems() {
    for preset in PRESETS {
        let opened = read(&preset.query());
        assert_eq!(opened.problems, [""; 0], "{}", preset.id);
        let played = Address {
            cycle: Some(preset.start),
            play: Some(preset.speed),
            ..Address::of(preset.scenario())
        };
        let shows = played != opened.address;
        assert_eq!(shows, !preset.shows.is_empty(), "{}", preset.id);
    }
}

#[test]
fn long_lists_of_problems_are_truncated() {
    let query: Vec<_> = (0..20).map(|number| format!("k{number}=1")).collect();
    let problems = read(&query.join("&")).problems;
    assert_eq!(problems.len(), 13);
    assert_eq!(problems[12], "8 more settings in the link were ignored");
}

#[test]
fn experiment_has_its_own_address_keys() {
    assert_eq!(query_of("#/lab?t=mesh:4x4&c=1"), "t=mesh:4x4&c=1");
    assert_eq!(query_of("#/papers/ciciani?c=1"), "c=1");
    assert_eq!(query_of("#/laboratory?m=queue"), "");
    assert!(names_network("c=1&t=mesh:4x4"));
    assert!(!names_network("c=1&heat=1"));
}

/// Restrictions from the bits of two numbers, none in half of the cases.
fn restricted(hidden: u32, locked: u32) -> Restrictions {
    let mut restrictions = Restrictions::default();
    if hidden.is_multiple_of(2) {
        return restrictions;
    }
    restrictions.frame = Frame::ALL[(locked % 3) as usize].0;
    let hosts = ["*", "https://course.example", "http://[::1]:8080"];
    restrictions.host = hosts
        .get((locked % 5) as usize)
        .and_then(|host| Origin::parse(host));
    let has = |bits: u32, place: usize| bits >> (1 + place) & 1 == 1;
    for (place, (part, _)) in Hidden::all()
        .enumerate()
        .filter(|(place, _)| has(hidden, *place))
    {
        assert!(restrictions.hidden.add(part), "{place}");
    }
    for (place, lock) in Locked::all_names().iter().enumerate() {
        if has(locked, place) {
            assert!(restrictions.locked.add(lock), "{place}");
        }
    }
    restrictions
}

/// Generates states of the presets, which cover every kind of network.
pub(crate) fn states() -> impl Strategy<Value = Address> {
    let views = prop_oneof![
        Just(Dock::TimeLine),
        Just(Dock::SpaceTime),
        Just(Dock::Switching),
        Just(Dock::Curve),
        Just(Dock::Script),
        Just(Dock::Network)
    ];
    let themes = prop::sample::select(vec!["auto", "light", "dark", "projector"]);
    let unknown = prop::collection::vec(("[a-z&=% ]{1,5}", ".{0,5}"), 0..3);
    let choices = (any::<[u8; 8]>(), any::<[bool; 6]>(), any::<[u32; 4]>());
    (choices, views, prop::option::of(themes), unknown).prop_map(
        |((bytes, [disjoint, heat, ..], [a, b, c, d]), dock, theme, unknown)| {
            let preset = &PRESETS[usize::from(bytes[0]) % PRESETS.len()];
            let scenario = preset.scenario();
            let topology = topology::from_spec(&scenario.network).expect("a preset is valid");
            let nodes = topology.nodes();
            let node = |number: u32| NodeId(number % nodes);
            let arrangements = topology.arrangements();
            let known = |key: &str| {
                let is_of_scenario = Scenario::fields().any(|(k, path)| k == key || path == key);
                is_of_scenario || FIELDS.iter().any(|field| field.keys.contains(&key))
            };
            Address {
                cycle: (bytes[1] > 99).then_some(u64::from(a) % (LAST_CYCLE + 1)),
                view: View {
                    dock,
                    side_by_side: if scenario.sends_to_several() && heat {
                        vec!["separate".to_owned(); 2 + usize::from(disjoint)]
                    } else {
                        Vec::new()
                    },
                    overlay: Overlay::ALL[usize::from(bytes[2]) % 4].overlay,
                    pair: Some((node(a), node(b))).filter(|(from, to)| from != to),
                    by: disjoint.then_some(node(a)),
                    node_disjoint: disjoint,
                    arrangement: arrangements[usize::from(bytes[3]) % arrangements.len()],
                    followed: (bytes[4] > 99).then(|| MessageId(c.into()).into()),
                    theme,
                    heat,
                    matrix: [None, Some(false), Some(true)][usize::from(bytes[5]) % 3],
                    workers: (bytes[7] > 99).then(|| 1 + usize::from(bytes[7]) % MOST_WORKERS),
                    ..View::default()
                },
                selected: match bytes[6] % 3 {
                    0 => None,
                    1 => Some(Thing::Node(node(c))),
                    _ => Some(Thing::Worm(MessageId(d.into()))),
                },
                restrictions: restricted(c, d),
                made: (bytes[7] % 4 == 0).then(|| Made {
                    version: "0.1.0+c9e598c6ab".to_owned(),
                    run: disjoint.then_some(d),
                }),
                unknown: unknown.into_iter().filter(|(key, _)| !known(key)).collect(),
                ..Address::of(scenario)
            }
        },
    )
}

proptest! {
    #[test]
    fn states_round_trip(state in states()) {
        let query = state.write();
        let opened = read(&query);
        prop_assert_eq!(opened.problems.len(), state.unknown.len());
        prop_assert_eq!(&opened.address, &state);
        prop_assert_eq!(opened.address.write(), query);
    }

    #[test]
    fn any_link_yields_a_state(query in ".{0,60}") {
        let state = read(&query).address;
        prop_assert_eq!(&read(&state.write()).address, &state);
    }
}

#[test]
fn a_curve_of_experiment_hides_its_lines_by_the_key_that_hides_parts_of_the_page() {
    assert_eq!(restrictions_of("m=queue&hide=lines&hide=points"), None);
    let restrictions = restrictions_of("m=queue&hide=lines&hide=bar").expect("it names a part");
    assert_eq!(restrictions.hidden.names(), ["bar"]);
}
