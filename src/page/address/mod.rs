//! The content of an address: `#/lab?t=torus:8x8&lam=0.008&show=routes&c=128`.
//!
//! The scenario has its own keys; [`fields`] defines the others, each read and written in one place.
//! Reading never fails: an unusable value is reported in a sentence, and unknown keys are kept and written
//! back.

mod fields;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::restrictions::{KEYS, Restrictions};
use super::{Dock, LessonPlace, Overlay, Place};
use crate::catalog::{BuildError, quoted};
use crate::routing::Scripts;
use crate::routing::written::Uncompiled;
use crate::scenario::{LinkProblem, PRESETS, Scenario, script_of_link};
use crate::scene::Thing;
use crate::sim::MessageId;
use crate::sweep::{ChartAxes, ShortCurve};
use crate::topology::{self, Arrangement, NodeId};

use fields::FIELDS;

/// The last cycle that a link may request; later ones would take minutes to reach.
pub const LAST_CYCLE: u64 = 10_000_000;

/// The slowest and fastest speed of play \[cycles/s\].
pub const SPEEDS: [f64; 2] = [0.25, 4096.0];

/// The most workers started.
pub const MOST_WORKERS: usize = 8;

/// The content of an address of the network.
#[derive(Debug, Clone, PartialEq)]
pub struct Address {
    /// A scenario that can be built.
    pub scenario: Scenario,
    /// The cycle shown; `None` to play from the beginning.
    pub cycle: Option<u64>,
    /// The speed of play from that cycle on \[cycles/s\], used for examples; `None` to stop there. Read but
    /// never written, since the cycle advances.
    pub play: Option<f64>,
    /// The content of the dock below the network.
    pub dock: Dock,
    /// The multicast algorithms shown side by side; empty for a single picture.
    pub side_by_side: Vec<String>,
    /// The overlay above the network.
    pub overlay: Overlay,
    /// The nodes between which routes are shown; `None` for a default pair that is far apart.
    pub pair: Option<(NodeId, NodeId)>,
    /// The intermediate node of routes with two legs; `None` for all.
    pub by: Option<NodeId>,
    /// Whether node-disjoint paths are shown instead of all routes.
    pub node_disjoint: bool,
    /// The layout of the nodes, one of those that the network offers.
    pub arrangement: Arrangement,
    /// The message shown in the space-time diagram.
    pub followed: Option<MessageId>,
    /// The theme, if the address names one.
    pub theme: Option<&'static str>,
    /// Whether channels are colored by utilization.
    pub heat: bool,
    /// Whether the channel matrix is shown; `None` to show it if the network is too large for a picture.
    pub matrix: Option<bool>,
    /// The selected thing; an address contains only a node or a message.
    pub selected: Option<Thing>,
    /// The number of measuring workers; `None` for as many as suit the machine.
    pub workers: Option<usize>,
    /// The scenarios whose curves are compared with that of the scenario; `None` for a default.
    pub compared: Option<Vec<Scenario>>,
    /// The axes of the chart of curves.
    pub axes: ChartAxes,
    /// Measured points, of the scenario and of each compared one.
    pub points: Vec<ShortCurve>,
    /// What the link restricts.
    pub restrictions: Restrictions,
    /// Unknown keys, with their values.
    pub unknown: Vec<(String, String)>,
}

/// The result of reading an address.
#[derive(Debug, Clone, PartialEq)]
pub struct Opened {
    /// The content of the address.
    pub address: Address,
    /// A sentence for every unusable value.
    pub problems: Vec<String>,
    /// Whether the address describes nothing, apart from restrictions, and the first preset was used instead.
    pub is_empty: bool,
    /// Whether the address names restrictions, which then replace those in force.
    pub restricts: bool,
    /// The script of the routing function, if it has yet to be compiled; until then the address has another
    /// function.
    pub awaits: Option<Awaited>,
}

impl Opened {
    /// Returns an address that was not read from text, so that nothing of it is unusable.
    pub fn of(address: Address) -> Self {
        Self {
            address,
            problems: Vec::new(),
            is_empty: false,
            restricts: false,
            awaits: None,
        }
    }
}

/// A script that must be compiled before the whole address can be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Awaited {
    /// The query string of the address.
    pub query: String,
    /// The script, and the network and virtual channels of the address.
    pub uncompiled: Uncompiled,
}

/// Characters that `encodeURIComponent` escapes.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');

impl Address {
    /// Creates the default address for a scenario, played from the beginning.
    pub fn of(scenario: Scenario) -> Self {
        Self {
            scenario,
            cycle: None,
            play: None,
            dock: Dock::TimeLine,
            side_by_side: Vec::new(),
            overlay: Overlay::Traffic,
            pair: None,
            by: None,
            node_disjoint: false,
            arrangement: Arrangement::default(),
            followed: None,
            theme: None,
            heat: false,
            matrix: None,
            selected: None,
            workers: None,
            compared: None,
            axes: ChartAxes::default(),
            points: Vec::new(),
            restrictions: Restrictions::default(),
            unknown: Vec::new(),
        }
    }

    /// Returns the same state at cycle 0.
    #[must_use]
    pub fn from_beginning(self) -> Self {
        Self {
            cycle: Some(0),
            ..self
        }
    }

    /// Reads the query string of an address, without the question mark; if it is empty, the first preset. The
    /// scenario is built with `scripts`.
    pub fn read(query: &str, scripts: &Scripts) -> Opened {
        let (restricting, others): (Vec<_>, Vec<_>) = query.split('&').partition(|pair| {
            let key = pair.split('=').next();
            key.is_some_and(|key| KEYS.contains(&key))
        });
        let is_empty = others.iter().all(|pair| pair.is_empty());
        let (scenario, things) = without_selected(query);
        let scenario = if is_empty {
            format!("{}&{}", PRESETS[0].link, restricting.join("&"))
        } else {
            scenario
        };
        let mut opened = Scenario::from_link_with(&scenario, scripts);
        let is_script = |problem: &LinkProblem| problem.error.problem == BuildError::NotCompiled;
        let awaited = opened.problems.iter().position(is_script);
        let awaited = awaited.map(|place| opened.problems.remove(place).given);
        let awaits = awaited.and_then(|given| {
            let uncompiled = Uncompiled::on(script_of_link(&given)?, &opened.scenario)?;
            let query = query.to_owned();
            Some(Awaited { query, uncompiled })
        });
        let topology = topology::from_spec(&opened.scenario.network);
        let topology = topology.expect("a scenario that was read can be built");
        let mut address = Self::of(opened.scenario);
        let problems = opened.problems.iter().map(ToString::to_string);
        let mut problems: Vec<_> = problems.collect();
        let things = things.into_iter().map(|text| ("sel".to_owned(), text));
        for (key, text) in things.chain(opened.others) {
            let field = FIELDS.iter().find(|field| field.keys.contains(&&*key));
            let Some(field) = field else {
                let name = quoted(&key);
                problems.push(format!(
                    "{name}={}: there is no setting called {name}; kept as it is",
                    quoted(&text)
                ));
                address.unknown.push((key, text));
                continue;
            };
            if let Err(refusal) = (field.read)(&mut address, &*topology, &text) {
                problems.push(refusal.in_words(&key, &text));
            }
        }
        Opened {
            address,
            problems: first_of(problems),
            is_empty,
            restricts: !restricting.is_empty(),
            awaits,
        }
    }

    /// Writes the query string that [`Address::read`] reads, without the question mark.
    pub fn write(&self) -> String {
        let topology = topology::from_spec(&self.scenario.network);
        let topology = topology.expect("a scenario of the page can be built");
        let unknown = self.unknown.iter().map(|(key, value)| {
            let [key, value] = [key, value].map(|text| utf8_percent_encode(text, ESCAPED));
            format!("{key}={value}")
        });
        let fields = FIELDS.iter().filter_map(|field| {
            let value = (field.write)(self, &*topology)?;
            Some(format!("{}={value}", field.keys[0]))
        });
        let parts = [self.scenario.to_link()].into_iter();
        let parts: Vec<_> = parts.chain(unknown).chain(fields).collect();
        parts.join("&")
    }
}

/// Returns the query string of an address if it describes a network; empty for Experiment, which has its own
/// keys, Home, and lessons without a stage.
pub fn query_of(hash: &str) -> &str {
    match Place::of(hash) {
        Place::Home | Place::Experiment => "",
        Place::Lessons if !LessonPlace::of(hash).has_stage() => "",
        Place::Explore | Place::Papers | Place::Lessons => {
            hash.split_once('?').map_or("", |(_, query)| query)
        }
    }
}

/// Returns whether a query string names a network, rather than only options of the view.
pub fn names_network(query: &str) -> bool {
    let mut pairs = query.split('&');
    pairs.any(|pair| pair.starts_with("t=") || pair.starts_with("network="))
}

/// Splits the selected things, `sel=n2,3`, from a query string. With a word as its value, the same key is
/// the selection function of the scenario.
fn without_selected(query: &str) -> (String, Vec<String>) {
    let is_thing = |text: &str| {
        let number = text.strip_prefix(['n', 'm']);
        number.is_some_and(|number| number.starts_with(|first: char| first.is_ascii_digit()))
    };
    let chosen = |pair: &&str| pair.strip_prefix("sel=").is_some_and(is_thing);
    let (things, others): (Vec<_>, Vec<_>) = query.split('&').partition(chosen);
    let things = things.iter().map(|pair| {
        let text = pair.trim_start_matches("sel=");
        // Some programs escape the comma in an address.
        text.replace("%2C", ",")
    });
    (others.join("&"), things.collect())
}

/// Truncates a list of problems to a readable length and adds how many more there are.
fn first_of(mut problems: Vec<String>) -> Vec<String> {
    const MOST: usize = 12;
    let more = problems.len().saturating_sub(MOST);
    if more > 0 {
        problems.truncate(MOST);
        problems.push(format!("{more} more of the link could not be used"));
    }
    problems
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::page::{Locked, PARTS};

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
                "workers=99: workers must be a whole number from 1 to 8, not 99; using as many as \
                 suit the machine",
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
                "unit=miles: unit must be messages, flits or bound, not miles; using messages",
            ),
            (
                "pts=abc",
                "pts=abc: points must be measured points as a link has them, not abc; using none",
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
        assert_eq!(problems[12], "8 more of the link could not be used");
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
        restrictions.is_embedded = locked.is_multiple_of(2);
        let has = |bits: u32, place: usize| bits >> (1 + place) & 1 == 1;
        for (place, part) in PARTS
            .iter()
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
    fn states() -> impl Strategy<Value = Address> {
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
                    let is_of_scenario =
                        Scenario::fields().any(|(k, path)| k == key || path == key);
                    is_of_scenario || FIELDS.iter().any(|field| field.keys.contains(&key))
                };
                Address {
                    cycle: (bytes[1] > 99).then_some(u64::from(a) % (LAST_CYCLE + 1)),
                    dock,
                    side_by_side: if scenario.sends_to_several() && heat {
                        vec!["separate".to_owned(); 2 + usize::from(disjoint)]
                    } else {
                        Vec::new()
                    },
                    overlay: Overlay::ALL[usize::from(bytes[2]) % 4].0,
                    pair: Some((node(a), node(b))).filter(|(from, to)| from != to),
                    by: disjoint.then_some(node(a)),
                    node_disjoint: disjoint,
                    arrangement: arrangements[usize::from(bytes[3]) % arrangements.len()],
                    followed: (bytes[4] > 99).then(|| MessageId(c.into())),
                    theme,
                    heat,
                    matrix: [None, Some(false), Some(true)][usize::from(bytes[5]) % 3],
                    selected: match bytes[6] % 3 {
                        0 => None,
                        1 => Some(Thing::Node(node(c))),
                        _ => Some(Thing::Worm(MessageId(d.into()))),
                    },
                    restrictions: restricted(c, d),
                    workers: (bytes[7] > 99).then(|| 1 + usize::from(bytes[7]) % MOST_WORKERS),
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
}
