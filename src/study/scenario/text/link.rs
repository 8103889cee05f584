//! Scenario ↔ the query of a link: `t=mesh:8x8&lam=0.01&M=16`.
//!
//! Only values that differ from the default are written, under short keys; the paths of the JSON
//! form are accepted, too. Reading never fails: an invalid value is reported and leaves the
//! default in place, and unknown keys are kept for the page.

use std::fmt;

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

use super::fields::{FIELDS, Field, ROUTING, settle};
use super::packed;
use crate::scenario::Scenario;
use crate::scenario::error::{ScenarioError, refuse};
use engine::catalog::quoted;
use engine::routing::Scripts;

/// The contents of a link.
#[derive(Debug, Clone, PartialEq)]
pub struct Opened {
    /// A scenario that can be built.
    pub scenario: Scenario,
    pub problems: Vec<LinkProblem>,
    /// Keys that are not fields of a scenario, with their values, in the order of the link.
    pub others: Vec<(String, String)>,
}

/// An invalid value in a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkProblem {
    /// The key, as written in the link.
    pub key: String,
    /// Its value in the link.
    pub given: String,
    /// The reason why the value is invalid.
    pub error: ScenarioError,
    /// The value that the scenario has instead; empty if it has none.
    pub kept: String,
}

impl fmt::Display for LinkProblem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let given = quoted(&self.given);
        write!(out, "{}={given}: {}; ", self.key, self.error)?;
        match &*self.kept {
            "" => out.write_str("ignored"),
            kept => write!(out, "using {}", quoted(kept)),
        }
    }
}

impl Opened {
    /// Returns the contents if all values are valid, and the first invalid value otherwise.
    pub fn whole(mut self) -> Result<Self, Box<LinkProblem>> {
        if self.problems.is_empty() {
            return Ok(self);
        }
        Err(Box::new(self.problems.swap_remove(0)))
    }
}

/// Characters that would end a value, or that browsers escape in a fragment anyway.
const ESCAPED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'&')
    .add(b'+')
    .add(b'<')
    .add(b'=')
    .add(b'`');

/// The key of the network.
const NETWORK: &str = "t";

impl Scenario {
    /// The query of a link: the values that differ from the default scenario.
    pub fn to_link(&self) -> String {
        let (mut ours, mut default) = (self.clone(), Self::default());
        let pairs = FIELDS.iter().filter_map(|field| {
            let text = field.text(&mut ours);
            // Every link names its network, even the default one.
            if text == field.text(&mut default) && field.key != NETWORK {
                return None;
            }
            let text = match field.key {
                NETWORK => packed::of_network(&text),
                _ => text,
            };
            let text = utf8_percent_encode(&text, ESCAPED);
            Some(format!("{}={text}", field.key))
        });
        pairs.collect::<Vec<_>>().join("&")
    }

    /// Parses a query and keeps every valid part of it. A script is not valid, because it is not
    /// compiled; see [`Scenario::from_link_with`].
    pub fn from_link(query: &str) -> Opened {
        Self::from_link_with(query, &Scripts::default())
    }

    /// Same as [`Scenario::from_link`], for a scenario that is built with `scripts`.
    pub fn from_link_with(query: &str, scripts: &Scripts) -> Opened {
        let pairs: Vec<_> = pairs_of(query).collect();
        // Nearly every link is valid as a whole, and then the network is built only once.
        let names_routing = pairs.iter().any(|(key, _)| is_of(routing_field(), key));
        let mut opened = read_pairs(&pairs, Field::read, !names_routing, scripts);
        if settle(&mut opened.scenario).is_err() {
            // Building after each field finds the invalid ones.
            opened = read_pairs(&pairs, Field::set, true, scripts);
        }
        opened
    }
}

/// The keys and values of a query.
fn pairs_of(query: &str) -> impl Iterator<Item = (String, String)> {
    let pairs = query.trim_start_matches('?').split('&');
    pairs.filter(|pair| !pair.is_empty()).map(|pair| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        (decode(key), decode(value))
    })
}

/// Reads the pairs of a link, each with `set`. If `finds_routing`, the network gets a routing function
/// that is defined on it, which a later field of the link may replace.
fn read_pairs(
    pairs: &[(String, String)],
    set: fn(&Field, &mut Scenario, &str) -> Result<(), ScenarioError>,
    finds_routing: bool,
    scripts: &Scripts,
) -> Opened {
    let mut scenario = Scenario::default().with_scripts(scripts);
    let mut problems = Vec::new();
    for field in in_order() {
        let mut given = pairs.iter().filter(|(key, _)| is_of(field, key));
        let (Some((key, text)), more) = (given.next(), given.count()) else {
            continue;
        };
        let wrong = match more {
            0 if field.key == NETWORK => packed::network_of(text)
                .or_else(|allowed| refuse(field.path, allowed, quoted(text)))
                .and_then(|spec| {
                    let mut changed = scenario.clone();
                    if finds_routing {
                        changed.take_usual_routing(&spec);
                    }
                    set(field, &mut changed, &spec)?;
                    scenario = changed;
                    Ok(())
                }),
            0 => set(field, &mut scenario, text),
            _ => refuse(field.path, "given once", format!("{} times", more + 1)),
        };
        if let Err(error) = wrong {
            problems.push(LinkProblem {
                key: key.clone(),
                given: text.clone(),
                error,
                kept: field.text(&mut scenario),
            });
        }
    }
    let is_known = |key: &str| FIELDS.iter().any(|field| is_of(field, key));
    let others = pairs.iter().filter(|(key, _)| !is_known(key));
    Opened {
        scenario,
        problems,
        others: others.cloned().collect(),
    }
}

/// Whether a key of a link denotes the field.
fn is_of(field: &Field, key: &str) -> bool {
    key == field.key || key == field.path
}

fn routing_field() -> &'static Field {
    let mut fields = FIELDS.iter();
    let found = fields.find(|field| field.key == ROUTING);
    found.expect("every scenario has a routing function")
}

/// The fields in the order of checking. The network comes first, because valid messages depend on
/// it, and routing after the virtual channels for which a script is compiled.
fn in_order() -> impl Iterator<Item = &'static Field> {
    let others = FIELDS.iter().filter(|field| field.key != ROUTING);
    others.flat_map(|field| {
        let next = (field.key == "dl").then(routing_field);
        std::iter::once(field).chain(next)
    })
}

fn decode(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_short_and_readable() {
        let mut scenario = Scenario::on("torus:8x8");
        scenario.traffic.rate = 0.004;
        scenario.vcs = 3;
        assert_eq!(scenario.to_link(), "t=torus:8x8&vc=3&lam=0.004");
    }

    #[test]
    fn paths_of_the_json_form_are_accepted_as_keys() {
        let opened = Scenario::from_link("network=hypercube:4&traffic.rate=0.01&vcs=3");
        assert_eq!(opened.problems, []);
        assert_eq!(opened.scenario.network, "hypercube:4");
        assert_eq!(opened.scenario.vcs, 3);
    }

    #[test]
    fn invalid_values_are_reported_and_the_rest_is_kept() {
        let opened = Scenario::from_link("t=mesh:4x4&vc=99&lam=NaN&theme=dark&M=0");
        assert_eq!(opened.scenario, Scenario::on("mesh:4x4"));
        assert_eq!(opened.others, [("theme".to_owned(), "dark".to_owned())]);
        assert_eq!(
            opened
                .problems
                .iter()
                .map(LinkProblem::to_string)
                .collect::<Vec<_>>(),
            [
                "vc=99: vcs must be a whole number from 1 to 16, not 99; using 2",
                "M=0: length.fixed must be a whole number from 1 to 100000, not 0; using 32",
                "lam=NaN: traffic.rate must be a number, not NaN; using 0",
            ]
        );
    }

    #[test]
    fn duplicate_keys_are_reported() {
        let opened = Scenario::from_link("t=mesh:4x4&vc=3&lam=0.1&vcs=4&vc=5");
        assert_eq!(opened.scenario.vcs, 2);
        assert_eq!(opened.problems.len(), 1);
        assert_eq!(
            opened.problems[0].to_string(),
            "vc=3: vcs must be given once, not 3 times; using 2"
        );
    }

    /// Settings that depend on each other.
    const SETTINGS: &[&str] = &[
        "r=duato",
        "r=up-down",
        "r=odd-even",
        "r=ecube",
        "sw=vct",
        "sw=store-and-forward",
        "sel=random",
        "vc=1",
        "vc=3",
        "vc=16",
        "dl=0",
        "buf=1",
        "buf=64",
        "M=1",
        "M=100000",
        "tr=transpose",
        "tr=bit-reverse",
        "tr=nowhere",
        "mu=2",
        "len=fixed",
        "lam=0",
        "lam=0.01",
        "lam=1",
        "lam=7",
        "beta=0.5",
        "mc=dual-path",
        "mc=u-torus",
        "mc=binomial-broadcast",
        "md=3",
        "md=15",
        "mr=1",
        "mf=0.5",
        "ti=1",
        "tp=auto",
        "tp=5",
        "pi=2",
        "pe=1",
        "rep=3",
        "prec=0.1",
        "prec=7",
        "fail=0>1",
        "fail=0,0>0,1",
        "msg=0:0>1",
        "msg=0:0,0>0,1%2B1,1",
        "seed=x",
        "vc=1&vc=2",
    ];

    #[test]
    fn building_once_gives_the_same_as_building_after_each_field() {
        let own = "t=graph:a-b,b-c,c-a";
        for network in ["", "t=torus:4x4", "t=hypercube:3", "t=star:8", own] {
            for (at, one) in SETTINGS.iter().enumerate() {
                for other in &SETTINGS[at..] {
                    let link = format!("{network}&{one}&{other}");
                    let pairs: Vec<_> = pairs_of(&link).collect();
                    let each = read_pairs(&pairs, Field::set, true, &Scripts::default());
                    assert_eq!(Scenario::from_link(&link), each, "{link}");
                }
            }
        }
    }
}
