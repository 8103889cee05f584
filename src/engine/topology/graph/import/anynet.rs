//! `anynet` files of BookSim (Jiang et al. 2013): `router 0 node 0 router 1 15 router 2`.
//!
//! A line begins with a router or a node, followed by those linked to it; links are bidirectional. A
//! number after one of them is the latency of the link in cycles, which is not used: every channel
//! takes one cycle here. Routers become switches, and nodes terminals; if every router has one node,
//! the two are merged into one node, since every node has a router here.

use std::collections::{BTreeMap, BTreeSet};

use super::Imported;
use super::reader::Reader;
use super::unused::Owner;
use crate::catalog::{BuildError, quoted};
use crate::topology::graph::text::in_line;

/// Description of valid lines, phrased to follow "must be …".
const ALLOWED: &str = "router and a number, followed by node or router and a number each, \
                       optionally with a latency";

/// Whether a file begins like an `anynet` file.
pub(super) fn is_one(text: &str) -> bool {
    let mut lines = text.lines().map(|line| line.split_whitespace());
    let first = lines.find_map(|mut words| {
        let first = words.next()?;
        (!is_comment(first)).then_some([Some(first), words.next()])
    });
    matches!(first, Some([Some("router" | "node"), Some(second)]) if second.parse::<u32>().is_ok())
}

fn is_comment(word: &str) -> bool {
    word.starts_with("//") || word.starts_with('#')
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Thing {
    Node(u32),
    Router(u32),
}

/// The links in a file.
#[derive(Default)]
struct Links {
    at: BTreeMap<u32, u32>,
    routers: BTreeSet<u32>,
    /// Links between routers, the lower number first.
    between: BTreeSet<(u32, u32)>,
    /// By link, the lower end first: its latency, if it has one. Most files have every link twice.
    latencies: BTreeMap<(Thing, Thing), String>,
}

pub(super) fn read(file: &str) -> Result<Imported, BuildError> {
    let mut links = Links::default();
    for (line, number) in file.lines().zip(1_u32..) {
        let words = line.split_whitespace();
        let words: Vec<_> = words.take_while(|word| !is_comment(word)).collect();
        if !words.is_empty() {
            links.read_line(&words).map_err(in_line(number))?;
        }
    }
    links.into_network()
}

impl Links {
    fn read_line(&mut self, words: &[&str]) -> Result<(), BuildError> {
        let wrong = || BuildError::rejected("", ALLOWED, quoted(&words.join(" ")));
        let mut words = words.iter().peekable();
        let mut head = None;
        while let Some(&kind) = words.next() {
            let number = words.next().and_then(|number| number.parse().ok());
            let thing = match (kind, number) {
                ("router", Some(number)) => Thing::Router(number),
                ("node", Some(number)) => Thing::Node(number),
                _ => return Err(wrong()),
            };
            if let Thing::Router(router) = thing {
                self.routers.insert(router);
            }
            let Some(head) = head else {
                head = Some(thing);
                continue;
            };
            self.add(head, thing)?;
            if let Some(latency) = words.next_if(|word| word.parse::<f64>().is_ok()) {
                let ends = (head.min(thing), head.max(thing));
                self.latencies.insert(ends, (*latency).to_owned());
            }
        }
        Ok(())
    }

    fn add(&mut self, one: Thing, other: Thing) -> Result<(), BuildError> {
        match (one, other) {
            (Thing::Router(one), Thing::Router(other)) if one == other => {
                let reason = format!("router {one} is linked to itself");
                Err(BuildError::unfit(reason))
            }
            (Thing::Router(one), Thing::Router(other)) => {
                self.between.insert((one.min(other), one.max(other)));
                Ok(())
            }
            (Thing::Router(router), Thing::Node(node))
            | (Thing::Node(node), Thing::Router(router)) => {
                let before = *self.at.entry(node).or_insert(router);
                if before == router {
                    return Ok(());
                }
                Err(BuildError::unfit(format!(
                    "node {node} is linked to router {router}, and to router {before} already; a \
                     node has one router"
                )))
            }
            (Thing::Node(one), Thing::Node(other)) => Err(BuildError::unfit(format!(
                "node {one} is linked with node {other}; a node is linked with its router only"
            ))),
        }
    }

    fn into_network(self) -> Result<Imported, BuildError> {
        let mut reader = Reader::default();
        let with_nodes: BTreeSet<_> = self.at.values().copied().collect();
        let is_direct = self.at.len() == with_nodes.len() && with_nodes == self.routers;
        let mut names = BTreeMap::new();
        for (&node, &router) in &self.at {
            let name = node.to_string();
            reader.node(&name)?;
            if is_direct {
                names.insert(router, name);
            }
        }
        if !is_direct {
            for &router in &self.routers {
                let name = format!("r{router}");
                let number = reader.node(&name)?;
                reader.set_switch(number);
                names.insert(router, name);
            }
            for (node, router) in &self.at {
                let [node, router] =
                    [&node.to_string(), &names[router]].map(|name| reader.node(name));
                reader.link(node?, router?, true)?;
            }
        }
        for (one, other) in &self.between {
            let [one, other] = [one, other].map(|router| reader.node(&names[router]));
            reader.link(one?, other?, true)?;
        }
        for latency in self.latencies.values() {
            reader.unused.add(Owner::Link, "latency", latency);
        }
        reader.finish("anynet")
    }
}
