//! Scenario ↔ the query of a link: `t=mesh:8x8&lam=0.01&M=16`.
//!
//! Only what differs from the default is written, under a short key; the names of the JSON
//! form are accepted too. Reading never fails: what cannot be used is reported and leaves
//! its default in place, what is not known is kept for the page.

use std::fmt;

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

use super::fields::{FIELDS, Field, ROUTING};
use super::packed;
use crate::catalog::quoted;
use crate::routing;
use crate::scenario::Scenario;
use crate::scenario::error::{ScenarioError, refuse};
use crate::topology::{self, graph};

/// What was found in a link.
#[derive(Debug, Clone, PartialEq)]
pub struct Opened {
    /// A scenario that can be built.
    pub scenario: Scenario,
    /// Every value that could not be used.
    pub problems: Vec<LinkProblem>,
    /// Keys that no scenario has, as they came.
    pub others: Vec<(String, String)>,
}

/// A value of a link that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkProblem {
    /// The key, as it stands in the link.
    pub key: String,
    /// Its value there.
    pub given: String,
    /// What is wrong with it.
    pub error: ScenarioError,
    /// The value that the scenario has instead; empty where it has none.
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
    /// The same, or the first value that could not be used.
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

/// How links call the network.
const NETWORK: &str = "t";

impl Scenario {
    /// The query of a link: what differs from the default scenario.
    pub fn to_link(&self) -> String {
        let (mut ours, mut default) = (self.clone(), Self::default());
        let pairs = FIELDS.iter().filter_map(|field| {
            let text = field.text(&mut ours);
            // A link without a network would not say what it is about.
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

    /// Reads a query, keeping every part of it that can be used.
    pub fn from_link(query: &str) -> Opened {
        let mut opened = Opened {
            scenario: Self::default(),
            problems: Vec::new(),
            others: Vec::new(),
        };
        let pairs: Vec<(String, String)> = query
            .trim_start_matches('?')
            .split('&')
            .filter(|pair| !pair.is_empty())
            .map(|pair| {
                let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
                (decode(key), decode(value))
            })
            .collect();
        let is_of =
            |field: &Field, pair: &(String, String)| pair.0 == field.key || pair.0 == field.path;
        for field in in_order() {
            let mut given = pairs.iter().filter(|pair| is_of(field, pair));
            let (Some((key, text)), more) = (given.next(), given.count()) else {
                continue;
            };
            let wrong = match more {
                0 if field.key == NETWORK => match packed::network_of(text) {
                    Ok(spec) => set_network(&mut opened.scenario, field, &spec),
                    Err(allowed) => refuse(field.path, allowed, quoted(text)),
                },
                0 => field.set(&mut opened.scenario, text),
                _ => refuse(field.path, "given once", format!("{} times", more + 1)),
            };
            if let Err(error) = wrong {
                opened.problems.push(LinkProblem {
                    key: key.clone(),
                    given: text.clone(),
                    error,
                    kept: field.text(&mut opened.scenario),
                });
            }
        }
        opened.others = pairs
            .into_iter()
            .filter(|pair| !FIELDS.iter().any(|field| is_of(field, pair)))
            .collect();
        opened
    }
}

/// The fields in the order of checking. The network comes first, because what messages may say depends
/// on it, and routing after the virtual channels for which a script is compiled.
fn in_order() -> impl Iterator<Item = &'static Field> {
    let is_routing = |field: &&Field| field.key == ROUTING;
    let after = |field: &&Field| field.key == "dl";
    let routing = FIELDS.iter().find(is_routing);
    let others = FIELDS.iter().filter(move |field| !is_routing(field));
    others.flat_map(move |field| {
        let next = routing.filter(|_| after(&field));
        std::iter::once(field).chain(next)
    })
}

/// Sets the network of a scenario that has nothing else yet, with a routing function that is defined
/// there until the link says which one it means.
fn set_network(scenario: &mut Scenario, field: &Field, spec: &str) -> Result<(), ScenarioError> {
    let mut changed = scenario.clone();
    if graph::text_of(spec).is_some()
        && let Ok(topology) = topology::from_spec(spec)
    {
        routing::usual(&*topology).clone_into(&mut changed.routing);
    }
    field.set(&mut changed, spec)?;
    *scenario = changed;
    Ok(())
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
    fn the_names_of_the_json_form_are_accepted() {
        let opened = Scenario::from_link("network=hypercube:4&traffic.rate=0.01&vcs=3");
        assert_eq!(opened.problems, []);
        assert_eq!(opened.scenario.network, "hypercube:4");
        assert_eq!(opened.scenario.vcs, 3);
    }

    #[test]
    fn what_cannot_be_used_is_told_and_the_rest_kept() {
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
    fn a_key_stands_once() {
        let opened = Scenario::from_link("t=mesh:4x4&vc=3&lam=0.1&vcs=4&vc=5");
        assert_eq!(opened.scenario.vcs, 2);
        assert_eq!(opened.problems.len(), 1);
        assert_eq!(
            opened.problems[0].to_string(),
            "vc=3: vcs must be given once, not 3 times; using 2"
        );
    }
}
