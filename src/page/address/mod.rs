//! The content of an address: `#/lab?t=torus:8x8&lam=0.008&show=routes&c=128`.
//!
//! The scenario has its own keys; [`fields`] defines the others, each read and written in one place.
//! Reading never fails: an unusable value is reported in a sentence, and unknown keys are kept and written
//! back.

mod field;
mod fields;
mod restricting;

use percent_encoding::utf8_percent_encode;

use super::escaped::ESCAPED;
use super::restrictions::{Restrictions, is_restricting};
use super::{LessonPlace, Made, Place, View, known_theme};
use engine::catalog::{BuildError, quoted};
use engine::routing::Scripts;
use engine::routing::written::Uncompiled;
use engine::topology;
use picture::scene::Thing;
use study::scenario::{LinkProblem, PRESETS, Scenario, script_of_link};
use study::sweep::ShortCurve;

use field::Field;
use fields::FIELDS;

/// The last cycle that a link may request; later ones would take minutes to reach.
pub const LAST_CYCLE: u64 = 10_000_000;

/// The slowest and fastest speed of play \[cycles/s\].
pub const SPEEDS: [f64; 2] = [0.25, 4096.0];

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
    /// How the network is shown.
    pub view: View,
    /// The selected thing; an address contains only a node or a message.
    pub selected: Option<Thing>,
    /// Measured points, of the scenario and of each compared one.
    pub points: Vec<ShortCurve>,
    /// The restrictions that the link names.
    pub restrictions: Restrictions,
    /// The version that made the link, if it says so. The page's own address does not.
    pub made: Option<Made>,
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
    pub query: String,
    /// The script, and the network and virtual channels of the address.
    pub uncompiled: Uncompiled,
}

impl Address {
    /// Creates the default address for a scenario, played from the beginning.
    pub fn of(scenario: Scenario) -> Self {
        Self {
            scenario,
            cycle: None,
            play: None,
            view: View::default(),
            selected: None,
            points: Vec::new(),
            restrictions: Restrictions::default(),
            made: None,
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

    /// Returns the scene of a lesson for what is shown: from cycle 0, and without the message that was selected when it
    /// was sent by hand.
    #[must_use]
    pub fn as_scene(self) -> Self {
        let selected = self.selected;
        Self {
            selected: selected.filter(|thing| !matches!(thing, Thing::Worm(_))),
            view: View {
                followed: None,
                ..self.view.clone()
            },
            ..self.from_beginning()
        }
    }

    /// Reads the query string of an address, without the question mark; if it is empty, the first preset. The
    /// scenario is built with `scripts`.
    pub fn read(query: &str, scripts: &Scripts) -> Opened {
        let (restricting, others): (Vec<_>, Vec<_>) =
            query.split('&').partition(|pair| is_restricting(pair));
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
            let uncompiled = opened.scenario.uncompiled_script(script_of_link(&given)?)?;
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

    /// The keys of an address outside the scenario, in the form in which they are written.
    pub fn keys() -> impl Iterator<Item = &'static str> {
        FIELDS.iter().map(|field| field.keys[0])
    }

    /// Returns the keys outside the scenario that the address needs, with their values as they are written.
    pub fn parts(&self) -> Vec<(&'static str, String)> {
        let parts = self.written().into_iter();
        parts.map(|(field, value)| (field.keys[0], value)).collect()
    }

    /// Returns the keys that a link may leave out, with their names and the length of their values.
    pub fn optional_parts(&self) -> Vec<(&'static str, &'static str, usize)> {
        let parts = self.written().into_iter();
        let named =
            parts.filter_map(|(field, value)| Some((field.keys[0], field.in_share?, value.len())));
        named.collect()
    }

    fn written(&self) -> Vec<(&'static Field, String)> {
        let topology = topology::from_spec(&self.scenario.network);
        let topology = topology.expect("a scenario of the page can be built");
        let parts = FIELDS.iter().filter_map(|field| {
            let value = (field.write)(self, &*topology)?;
            Some((field, value))
        });
        parts.collect()
    }

    /// Writes the query string that [`Address::read`] reads, without the question mark.
    pub fn write(&self) -> String {
        self.write_with(|_| true)
    }

    /// Writes the query string with those keys outside the scenario that `is_kept` accepts; the others have their
    /// default values then.
    pub fn write_with(&self, is_kept: impl Fn(&str) -> bool) -> String {
        let unknown = self.unknown.iter().map(|(key, value)| {
            let [key, value] = [key, value].map(|text| utf8_percent_encode(text, ESCAPED));
            format!("{key}={value}")
        });
        let fields = self.parts().into_iter().filter(|(key, _)| is_kept(key));
        let fields = fields.map(|(key, value)| format!("{key}={value}"));
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

/// Reads the restrictions that a query string of any place names; `None` if it names none.
pub fn restrictions_of(query: &str) -> Option<Restrictions> {
    let restricting: Vec<_> = query
        .split('&')
        .filter(|pair| is_restricting(pair))
        .collect();
    let named = !restricting.is_empty();
    named.then(|| {
        Address::read(&restricting.join("&"), &Scripts::default())
            .address
            .restrictions
    })
}

/// Reads the theme that a query string of any place names; `None` if it names none.
pub fn theme_of(query: &str) -> Option<&'static str> {
    let mut pairs = query.split('&');
    pairs.find_map(|pair| known_theme(pair.strip_prefix("theme=")?))
}

/// Returns whether a query string names a network, rather than only options of the view.
pub fn names_network(query: &str) -> bool {
    let mut pairs = query.split('&');
    pairs.any(|pair| pair.starts_with("t=") || pair.starts_with("network="))
}

/// Splits the selected things, `sel=n2,3`, from a query string. With a word as its value, the same key is
/// the selection function of the scenario.
fn without_selected(query: &str) -> (String, Vec<String>) {
    // No id of a selection function begins like a node or a message.
    let is_thing = |text: &str| text.starts_with(['n', 'm']);
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
        problems.push(format!("{more} more settings in the link were ignored"));
    }
    problems
}

#[cfg(test)]
pub(crate) mod tests;
