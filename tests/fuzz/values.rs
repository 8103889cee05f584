//! Texts for a field: valid, at the limits of ranges, and garbled.

use flitscope::catalog::{Family, Settings};
use flitscope::scenario::Scenario;
use flitscope::{multicast, routing, sim, topology, traffic};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::common::networks;

/// Networks that are drawn rarely, because building them takes long.
const LARGE: &[&str] = &[
    "mesh:64x64",
    "hypercube:12",
    "mesh:65536",
    "torus:2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2",
    "torus-uni:4097",
];

const WRONG_NETWORKS: &[&str] = &[
    "",
    "mesh",
    "mesh:",
    "mesh:0x4",
    "mesh:1",
    "mesh:4x",
    "mesh:65537",
    "mesh:300x300",
    "mesh:4294967296x4294967296",
    "mesh:2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2",
    "hypercube:0",
    "hypercube:17",
    "hypercube:4:4",
    "folded-hypercube:99",
    "mesh-hypercube:4",
    "star:8",
];

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "4",
    "16",
    "17",
    "32",
    "64",
    "255",
    "256",
    "1000",
    "99999",
    "100000",
    "100001",
    "1000000000",
    "1000000001",
    "5000000000",
    "10000000000",
    "-1",
    "-0",
    "0.5",
    "0.01",
    "1.5",
    "1e3",
    "1e-3",
    "1e15",
    "1e19",
    "1e300",
    "5e-324",
    "1e999",
    "-1e300",
    "NaN",
    "inf",
    "-inf",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "auto",
    "on",
    "off",
    "true",
    "null",
    "١٢",
    "0x10",
    "1_000",
    " 7 ",
];

const SMALL_NUMBERS: &[&str] = &["0", "1", "2", "3", "4", "0.1", "0.01", "0.5", "1"];

const GARBAGE: &[&str] = &[
    "",
    " ",
    "\n",
    "\u{0}",
    "\u{1b}[31mred\u{1b}[0m",
    "\u{202e}evil",
    "\u{2028}",
    "é\u{301}\u{301}",
    "%",
    "%00",
    "%F0%9F",
    "😀",
    "<script>alert(1)</script>",
    "\"",
    "\\",
    "`",
    "'",
    "{}",
    "[]",
    "&",
    "=",
    "a,b",
    "../../etc/passwd",
    "0,0",
    "3,3",
    "4,4",
    "-1,0",
    "0,0>1,0",
    "9,9>0,0",
];

/// A text for a field, mostly valid, by the path of the field in the JSON form.
pub fn value_of(path: &'static str) -> BoxedStrategy<String> {
    let fitting = match path {
        "network" => prop_oneof![
            150 => small_network(),
            50 => usual_network(),
            1 => one_of(LARGE),
            40 => one_of(WRONG_NETWORKS),
        ]
        .boxed(),
        "routing" => id_of(routing::FAMILIES),
        "switching" => id_of(sim::switching::FAMILIES),
        "selection" => id_of(sim::selection::FAMILIES),
        "traffic.pattern" => id_of(traffic::FAMILIES),
        "traffic.multicast.algorithm" => spec_of(multicast::FAMILIES),
        "packet.lengths" => one_of(&["kept", "redrawn"]).boxed(),
        "length" => prop_oneof![
            one_of(SMALL_NUMBERS),
            one_of(NUMBERS).prop_map(|n| format!("exp:{n}"))
        ]
        .boxed(),
        "messages" => messages().boxed(),
        "faults" => faults().boxed(),
        _ => one_of(SMALL_NUMBERS).boxed(),
    };
    prop_oneof![
        12 => fitting.clone(),
        2 => one_of(NUMBERS),
        2 => one_of(GARBAGE),
        1 => any_text(),
        2 => (fitting, any::<Index>(), any::<char>()).prop_map(|(text, at, with)| garbled(&text, at, with)),
    ]
    .boxed()
}

/// Small networks, one of them with spaces, which have no meaning.
fn small_network() -> impl Strategy<Value = String> + Clone {
    let specs = networks::up_to(64).chain([" mesh: 4 × 4 "]);
    select(specs.collect::<Vec<_>>()).prop_map(str::to_owned)
}

/// The default network of every family.
fn usual_network() -> impl Strategy<Value = String> + Clone {
    let families = topology::FAMILIES.iter();
    let specs = families.map(|family| topology::write_spec(family, &Settings::default()));
    select(specs.collect::<Vec<_>>())
}

/// A field by its key in links, its path in the JSON form, and a text for it.
pub fn any_field() -> impl Strategy<Value = (&'static str, &'static str, String)> {
    let fields: Vec<_> = Scenario::fields().collect();
    let any = select(fields).prop_flat_map(|(key, path)| (Just(key), Just(path), value_of(path)));
    any.boxed()
}

/// Any text, some of it long.
pub fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => ".{0,12}",
        2 => prop::collection::vec(any::<char>(), 0..20).prop_map(String::from_iter),
        1 => (any::<char>(), 1_usize..6_000).prop_map(|(c, times)| String::from(c).repeat(times)),
    ]
}

pub fn one_of(texts: &'static [&'static str]) -> impl Strategy<Value = String> + Clone {
    select(texts).prop_map(str::to_owned)
}

/// A text with one character replaced, removed or duplicated.
pub fn garbled(text: &str, at: Index, with: char) -> String {
    let mut characters: Vec<_> = text.chars().collect();
    if characters.is_empty() {
        return with.to_string();
    }
    let at = at.index(characters.len());
    match with as u32 % 3 {
        0 => characters[at] = with,
        1 => drop(characters.remove(at)),
        _ => characters.insert(at, characters[at]),
    }
    characters.into_iter().collect()
}

fn id_of<Build>(families: &[Family<Build>]) -> BoxedStrategy<String> {
    let ids = families.iter().map(|family| family.entry.id.to_owned());
    select(ids.collect::<Vec<_>>()).boxed()
}

fn spec_of<Build>(families: &[Family<Build>]) -> BoxedStrategy<String> {
    let specs = families.iter();
    let specs = specs.flat_map(|family| [family.entry.id.to_owned(), family.entry.spec()]);
    select(specs.collect::<Vec<_>>()).boxed()
}

pub fn any_node() -> impl Strategy<Value = String> + Clone {
    one_of(&[
        "0", "1", "2", "3", "0,0", "1,0", "2,1", "3,3", "0,0,0", "1,2,1", "4,4", "-1", "n",
    ])
}

fn messages() -> impl Strategy<Value = String> + Clone {
    let to = prop::collection::vec(any_node(), 1..4);
    let message = (
        one_of(SMALL_NUMBERS),
        any_node(),
        to,
        prop::option::of(one_of(NUMBERS)),
    );
    let message = message.prop_map(|(at, from, to, length)| {
        let length = length.map_or_else(String::new, |length| format!(":{length}"));
        format!("{at}:{from}>{}{length}", to.join("+"))
    });
    prop::collection::vec(message, 1..4).prop_map(|messages| messages.join(";"))
}

fn faults() -> impl Strategy<Value = String> + Clone {
    let link = (any_node(), any_node()).prop_map(|(one, other)| format!("{one}>{other}"));
    prop::collection::vec(link, 0..3).prop_map(|links| links.join(";"))
}
