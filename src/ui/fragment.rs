//! The address holds the state: `#/lab?t=torus:8x8&lam=0.008&c=128`.

use std::time::Duration;

use flitscope::catalog::{one_of, quoted};
use flitscope::scenario::{PRESETS, Scenario};
use flitscope::scene::Thing;
use flitscope::sim::MessageId;
use flitscope::topology::{self, Arrangement, NodeId};
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use super::beside;
use super::over::Subject;
use super::programs;
use super::room::Room;
use super::state::{Kept, Lab, Shown};
use super::theme;

/// What an address holds.
#[derive(Debug, Clone)]
pub struct Address {
    /// A scenario that can be built.
    pub scenario: Scenario,
    /// The cycle to stand at; none to play from the beginning.
    pub cycle: Option<u64>,
    /// What there is to see beside the network.
    pub shown: Shown,
    /// The multicast algorithms shown side by side.
    pub beside: Vec<String>,
    /// What is laid over the network.
    pub subject: Subject,
    /// Between which nodes routes are shown.
    pub ends: Option<(NodeId, NodeId)>,
    /// Whether they are to share no node.
    pub is_apart: bool,
    /// How the network is drawn, in a way that it offers.
    pub arrangement: Arrangement,
    /// The message that the space-time diagram shows.
    pub followed: Option<MessageId>,
    /// How the picture looks, where the address says so.
    pub looks: Looks,
    /// Whether the address said nothing.
    pub is_empty: bool,
    /// Sentences about what could not be used.
    pub problems: Vec<String>,
    /// What nothing on the page changes.
    pub kept: Kept,
}

/// What a link may say of the picture.
#[derive(Debug, Clone, Copy, Default)]
pub struct Looks {
    /// The theme, for a lecture.
    pub theme: Option<&'static str>,
    /// Whether channels show how busy they are.
    pub heat: bool,
    /// Whether the channel matrix is shown; none: as suits the network.
    pub matrix: Option<bool>,
    /// What is selected.
    pub selected: Option<Thing>,
}

/// Farther cycles are not sought from a link, nor when they are typed: it would take minutes.
pub const LAST_CYCLE: u64 = 10_000_000;

/// More workers than that are never started.
const MOST_WORKERS: u64 = 8;

/// What the address of the page says behind `#`, with it.
pub fn hash() -> String {
    window().location().hash().unwrap_or_default()
}

/// Reads the address of the page.
pub fn read() -> Address {
    parse(&hash())
}

/// The same, or another where it says nothing.
pub fn read_or(other: Option<&str>) -> Address {
    let address = read();
    match other {
        Some(other) if address.is_empty => parse(other),
        _ => address,
    }
}

/// What stands behind the question mark.
fn whole_query(hash: &str) -> &str {
    hash.split_once('?').map_or("", |(_, query)| query)
}

/// What stands behind the question mark and is the page's: not in the laboratory.
fn query_of(hash: &str) -> &str {
    match Room::of(hash) {
        Room::Laboratory => "",
        Room::Lab | Room::Papers => whole_query(hash),
    }
}

/// Whether an address says which network there is, and not only how it is looked at.
fn names_network(query: &str) -> bool {
    let mut pairs = query.split('&');
    pairs.any(|pair| pair.starts_with("t=") || pair.starts_with("network="))
}

fn parse(hash: &str) -> Address {
    let query = query_of(hash);
    let is_empty = query.is_empty();
    let (query, chosen) = without_selected(query);
    let opened = Scenario::from_link(if is_empty { PRESETS[0].link } else { &query });
    let mut problems = opened.problems;
    let mut cycle = None;
    let (mut shown, mut followed, mut kept) = (Shown::Network, None, Kept::default());
    let mut beside = Vec::new();
    let mut arrangement = Arrangement::default();
    let (mut subject, mut ends, mut is_apart) = (Subject::default(), None, false);
    let mut looks = Looks::default();
    for value in chosen {
        match selected(&opened.scenario, &value) {
            Ok(thing) => looks.selected = Some(thing),
            Err(problem) => problems.push(problem),
        }
    }
    for (key, value) in opened.others {
        let (name, given) = (quoted(&key), quoted(&value));
        match (&*key, value.parse::<u64>()) {
            ("c" | "cycle", Ok(number)) if number <= LAST_CYCLE => cycle = Some(number),
            ("c" | "cycle", _) => problems.push(format!(
                "{name}={given}: cycle must be a whole number from 0 to {LAST_CYCLE}, not {given}; \
                 using 0"
            )),
            ("view", _) => match Shown::from_name(&value) {
                Some(view) => shown = view,
                None => problems.push(format!(
                    "view={given}: view must be spacetime or modes, not {given}; showing neither"
                )),
            },
            ("side", _) => match beside::parse(&opened.scenario, &value) {
                Ok(specs) => beside = specs,
                Err(problem) => {
                    problems.push(format!("side={given}: {problem}; showing one picture"));
                }
            },
            ("show", _) => match Subject::from_name(&value) {
                Some(known) => subject = known,
                None => problems.push(format!(
                    "show={given}: show must be routes, multicast or deadlock, not {given}; showing traffic"
                )),
            },
            ("pair", _) => match pair(&opened.scenario, &value) {
                Ok(pair) => ends = Some(pair),
                Err(problem) => problems.push(format!("pair={given}: {problem}; using another")),
            },
            ("apart", Ok(choice @ 0..=1)) => is_apart = choice == 1,
            ("draw", _) => match drawing(&opened.scenario, &value) {
                Ok(chosen) => arrangement = chosen,
                Err(problem) => problems.push(problem),
            },
            ("theme", _) => match theme::known(&value) {
                Some(name) => {
                    looks.theme = Some(name);
                    kept.has_theme = true;
                }
                None => problems.push(format!(
                    "theme={given}: theme must be auto, light, dark or projector, not {given}; \
                     using the one chosen"
                )),
            },
            ("heat" | "matrix", Ok(choice @ 0..=1)) => {
                if key == "heat" {
                    looks.heat = choice == 1;
                } else {
                    looks.matrix = Some(choice == 1);
                }
            }
            ("heat" | "matrix" | "apart", _) => problems.push(format!(
                "{name}={given}: {name} must be 0 or 1, not {given}; ignored"
            )),
            ("follow", Ok(number)) => followed = Some(MessageId(number)),
            ("workers", Ok(number @ 1..=MOST_WORKERS)) => kept.workers = Some(number as usize),
            ("v", Ok(1)) => {}
            _ => {
                problems.push(format!(
                    "{name}={given}: there is no setting called {name}; kept as it is"
                ));
                kept.unknown.push((key, value));
            }
        }
    }
    Address {
        scenario: opened.scenario,
        cycle,
        shown,
        beside,
        subject,
        ends,
        is_apart,
        arrangement,
        followed,
        looks,
        kept,
        is_empty,
        problems: first_of(problems),
    }
}

/// As many problems as a person reads, and how many more there are.
fn first_of(mut problems: Vec<String>) -> Vec<String> {
    const MOST: usize = 12;
    let more = problems.len().saturating_sub(MOST);
    if more > 0 {
        problems.truncate(MOST);
        problems.push(format!("{more} more of the link could not be used"));
    }
    problems
}

/// The arrangement that a link asks for, or a sentence if the network does not offer it.
fn drawing(scenario: &Scenario, id: &str) -> Result<Arrangement, String> {
    let topology = topology::from_spec(&scenario.network).map_err(|error| error.to_string())?;
    let offered = topology.arrangements();
    let known = offered.iter().copied().find(|offer| offer.id() == id);
    known.ok_or_else(|| {
        let ids: Vec<_> = offered.iter().map(|offer| offer.id()).collect();
        format!(
            "draw={}: drawing must be {} in {}, not {}; using {}",
            quoted(id),
            one_of(&ids),
            topology.spec(),
            quoted(id),
            ids[0]
        )
    })
}

/// The two nodes that a link writes as `0,0>3,3`.
fn pair(scenario: &Scenario, text: &str) -> Result<(NodeId, NodeId), String> {
    let topology = topology::from_spec(&scenario.network).map_err(|error| error.to_string())?;
    let (from, to) = text.split_once('>').unwrap_or((text, ""));
    let node = |text| {
        topology
            .node("pair", text)
            .map_err(|error| error.to_string())
    };
    match (node(from)?, node(to)?) {
        (from, to) if from == to => Err("pair must be two different nodes".to_owned()),
        both => Ok(both),
    }
}

/// A query without what it selects, `sel=n2,3`, and that: the same key, with a word, says which
/// of several channels a header takes, which belongs to the scenario.
fn without_selected(query: &str) -> (String, Vec<String>) {
    let is_thing = |text: &str| {
        let number = text.strip_prefix(['n', 'm']);
        number.is_some_and(|number| number.starts_with(|first: char| first.is_ascii_digit()))
    };
    let chosen = |pair: &&str| pair.strip_prefix("sel=").is_some_and(is_thing);
    let (things, others): (Vec<_>, Vec<_>) = query.split('&').partition(chosen);
    let things = things.iter().map(|pair| {
        let text = pair.trim_start_matches("sel=");
        // Some programs escape the comma of an address.
        text.replace("%2C", ",")
    });
    (others.join("&"), things.collect())
}

/// The node (`n2,3`) or message (`m12`) that a link selects.
fn selected(scenario: &Scenario, text: &str) -> Result<Thing, String> {
    let topology = topology::from_spec(&scenario.network).map_err(|error| error.to_string())?;
    let wrong = || {
        let given = quoted(text);
        format!(
            "sel={given}: selection must be a node such as n0 or a message such as m12, not \
             {given}; selecting nothing"
        )
    };
    match text.split_at_checked(1) {
        Some(("n", label)) => topology
            .parse_label(label)
            .map(Thing::Node)
            .ok_or_else(wrong),
        Some(("m", number)) => number
            .parse()
            .map(|n| Thing::Worm(MessageId(n)))
            .map_err(|_| wrong()),
        _ => Err(wrong()),
    }
}

/// What there is to say of the picture, as a link has it.
fn looks(lab: Lab, kept: &Kept) -> String {
    let theme = lab.look.theme.get_untracked();
    let theme = if kept.has_theme {
        format!("&theme={theme}")
    } else {
        String::new()
    };
    let heat = if lab.look.heat.get_untracked() {
        "&heat=1"
    } else {
        ""
    };
    let matrix = lab.look.matrix.get_untracked();
    let matrix = matrix.map_or(String::new(), |shown| {
        format!("&matrix={}", u8::from(shown))
    });
    let selected = match lab.focus.read_untracked().selected {
        Some(Thing::Node(node)) => {
            format!("&sel=n{}", lab.study.read_untracked().topology.label(node))
        }
        Some(Thing::Worm(message)) => format!("&sel=m{}", message.0),
        _ => String::new(),
    };
    format!("{theme}{heat}{matrix}{selected}")
}

/// Writes the state into the address, without a new entry in the browser's history; but not in
/// the laboratory, to which the address belongs, nor where a paper has yet to choose what is
/// shown, nor over an address that was entered a moment ago and has yet to be followed.
pub fn write(lab: Lab) {
    let hash = hash();
    let room = lab.room.get_untracked();
    if Room::of(&hash) != room || *lab.query.read_value() != whole_query(&hash) {
        return;
    }
    let path = match room {
        Room::Lab => "#/lab",
        // Whoever opens a paper finds its own network on the stage.
        Room::Papers => match hash.split_once('?') {
            Some((path, query)) if names_network(query) => path,
            _ => return,
        },
        Room::Laboratory => return,
    };
    let hash = hash_of(lab, path);
    let history = window().history().expect("pages have a history");
    // Refused only when called too often; the next call brings it up to date.
    let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&hash));
    note(lab);
}

/// Takes note of the address, as the browser spells it, as one that is written or followed.
pub fn note(lab: Lab) {
    lab.query.set_value(whole_query(&hash()).to_owned());
}

/// The address of what is shown, in a room.
pub fn hash_of(lab: Lab, path: &str) -> String {
    let kept = lab.kept.read_value();
    let unknown = kept.unknown.iter().map(|(key, value)| {
        let value = js_sys::encode_uri_component(value);
        format!("&{key}={value}")
    });
    let view = lab.shown.get_untracked().name();
    let view = view.map_or(String::new(), |name| format!("&view={name}"));
    let beside = lab.beside.read_untracked().join(";");
    let side = if beside.is_empty() {
        String::new()
    } else {
        format!("&side={beside}")
    };
    let arrangement = lab.arrangement.get_untracked();
    let drawing = if arrangement == Arrangement::default() {
        String::new()
    } else {
        format!("&draw={}", arrangement.id())
    };
    let over = lab.over;
    let subject = match over.subject.get_untracked().name() {
        "" => String::new(),
        name => format!("&show={name}"),
    };
    let ends = over
        .ends
        .get_untracked()
        .map_or(String::new(), |(from, to)| {
            let study = lab.study.read_untracked();
            let label = |node| study.topology.label(node);
            format!("&pair={}>{}", label(from), label(to))
        });
    let apart = if over.is_apart.get_untracked() {
        "&apart=1"
    } else {
        ""
    };
    let followed = lab.followed.get_untracked();
    let followed = followed.map_or(String::new(), |f| format!("&follow={}", f.message.0));
    let workers = kept
        .workers
        .map_or(String::new(), |number| format!("&workers={number}"));
    let looks = looks(lab, &kept);
    format!(
        "{path}?{}{}{view}{side}{subject}{ends}{apart}{looks}{drawing}{followed}{workers}&c={}",
        lab.scenario.read_untracked().to_link(),
        unknown.collect::<String>(),
        lab.player.cycle.get_untracked(),
    )
}

/// Keeps address and state in step, both ways; while worms move, once a second.
pub fn keep_in_step(lab: Lab) {
    const REST: Duration = Duration::from_millis(150);
    let pending = StoredValue::new(None::<TimeoutHandle>);
    Effect::new(move |_| {
        lab.scenario.track();
        lab.shown.track();
        lab.beside.track();
        lab.over.subject.track();
        lab.over.ends.track();
        lab.over.is_apart.track();
        lab.arrangement.track();
        lab.look.heat.track();
        lab.look.matrix.track();
        lab.look.theme.track();
        lab.focus.read();
        lab.followed.track();
        let moving = lab.player.playing.get() || lab.player.goal.get().is_some();
        if !moving {
            lab.player.cycle.track();
        }
        if let Some(handle) = pending.get_value() {
            handle.clear();
        }
        let handle = set_timeout_with_handle(move || write(lab), REST).ok();
        pending.set_value(handle);
    });
    let listener = programs::listen(ev::hashchange, move |_| lab.follow_address());
    // A reload must not lose the place by more than a second.
    let clock = set_interval_with_handle(
        move || {
            if lab.player.playing.get_untracked() {
                write(lab);
            }
        },
        Duration::from_secs(1),
    );
    on_cleanup(move || {
        listener.remove();
        if let Ok(clock) = clock {
            clock.clear();
        }
    });
}
