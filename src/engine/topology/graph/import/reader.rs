//! Common parts of all formats: names, repeated links, and what is not used.

use std::collections::{BTreeMap, BTreeSet};

use super::Imported;
use super::attributes::Attributes;
use super::unused::{Owner, Unused};
use super::{counted, places};
use crate::catalog::{BuildError, first_of, quoted};
use crate::topology::graph::sketch::{MOST_CHARACTERS, Sketch, is_in_names, is_name};

/// A network that is being read.
#[derive(Default)]
pub(super) struct Reader {
    sketch: Sketch,
    /// Numbers of nodes by their ids in the file.
    numbers: BTreeMap<String, usize>,
    places: BTreeMap<usize, [f64; 2]>,
    /// By node that may be a switch: the attribute that says so, and its value.
    kinds: BTreeMap<usize, (String, String)>,
    /// `n0 is North Hub`, for nodes that are called by their labels.
    labeled: Vec<String>,
    /// `a:b is a_b`, for nodes whose names are not possible here.
    renamed: Vec<String>,
    repeated: u32,
    to_itself: u32,
    /// Attributes in the file that the network does not use.
    pub(super) unused: Unused,
    pub(super) notes: Vec<String>,
}

impl Reader {
    /// The node with this id in the file, which is added if it is new.
    pub(super) fn node(&mut self, id: &str) -> Result<usize, BuildError> {
        if let Some(&number) = self.numbers.get(id) {
            return Ok(number);
        }
        self.add(id, id)
    }

    /// Adds a node with its attributes, called by its label if it has one; the file must not have had
    /// another with this id.
    pub(super) fn describe(&mut self, id: &str, given: Attributes) -> Result<(), BuildError> {
        if self.known(id).is_some() {
            return Err(BuildError::unfit(format!(
                "there are two nodes whose id is {}; every node needs one of its own",
                quoted(id)
            )));
        }
        let node = self.add(id, given.label.as_deref().unwrap_or(id))?;
        self.take(node, given);
        Ok(())
    }

    /// Takes the attributes of a node, except its label.
    pub(super) fn take(&mut self, node: usize, given: Attributes) {
        if let Some(at) = given.place() {
            self.places.insert(node, at);
        }
        if given.is_switch {
            self.sketch.set_switch(node, true);
        }
        if let Some(kind) = given.kind {
            self.kinds.insert(node, kind);
        }
        for (name, value) in given.others {
            self.unused.add(Owner::Node, &name, &value);
        }
    }

    /// Adds a node that has an id, and is called by a name as far as that is possible.
    fn add(&mut self, id: &str, called: &str) -> Result<usize, BuildError> {
        let name = self.free_name(called);
        if name != called {
            self.renamed.push(format!("{name} for {}", quoted(called)));
        } else if name != id {
            self.labeled.push(format!("{name} for {}", quoted(id)));
        }
        let number = self.sketch.add(&name)?;
        self.numbers.insert(id.to_owned(), number);
        Ok(number)
    }

    /// The node with this id in the file; `None` if there is none yet.
    pub(super) fn known(&self, id: &str) -> Option<usize> {
        self.numbers.get(id).copied()
    }

    /// A valid name that no node has yet: the given one, or one derived from it.
    fn free_name(&self, name: &str) -> String {
        if is_name(name) && self.sketch.number(name).is_none() {
            return name.to_owned();
        }
        let plain = |c: char| match c {
            c if c.is_whitespace() => ' ',
            c if is_in_names(c) => c,
            _ => '_',
        };
        let words: String = name.chars().map(plain).collect();
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        // Leaves room for a number after the name.
        let valid: String = words.chars().take(MOST_CHARACTERS - 6).collect();
        let valid = valid.trim();
        let valid = if is_name(valid) { valid } else { "node" };
        let mut names = std::iter::once(valid.to_owned())
            .chain((2..).map(|number: u32| format!("{valid}_{number}")));
        let free = names.find(|name| self.sketch.number(name).is_none());
        free.unwrap_or_default()
    }

    /// Adds a channel, or one in each direction, except those that exist and those from a node to
    /// itself.
    pub(super) fn link(&mut self, from: usize, to: usize, both: bool) -> Result<(), BuildError> {
        if from == to {
            self.to_itself += 1;
            return Ok(());
        }
        let channels = [(from, to), (to, from)];
        let channels = &channels[..=usize::from(both)];
        let mut is_new = false;
        for &(from, to) in channels {
            if !self.sketch.has_channel(from, to) {
                self.sketch.connect(from, to)?;
                is_new = true;
            }
        }
        self.repeated += u32::from(!is_new);
        Ok(())
    }

    /// Counts a link that repeats another one.
    pub(super) fn add_repeated(&mut self) {
        self.repeated += 1;
    }

    pub(super) fn set_switch(&mut self, node: usize) {
        self.sketch.set_switch(node, true);
    }

    /// The network that has been read, with its notes.
    pub(super) fn finish(mut self, format: &'static str) -> Result<Imported, BuildError> {
        self.set_switches();
        self.notes
            .extend(places::set(&mut self.sketch, &self.places)?);
        let listed = |names: &[String]| {
            let shown = names[..names.len().min(3)].join(", ");
            match names.len().saturating_sub(3) {
                0 => shown,
                more => format!("{shown} and {more} more"),
            }
        };
        if !self.labeled.is_empty() {
            let count = counted(self.labeled.len(), "node is", "nodes are");
            let listed = listed(&self.labeled);
            self.notes
                .push(format!("{count} called by a label in the file: {listed}."));
        }
        if !self.renamed.is_empty() {
            let count = counted(self.renamed.len(), "node has", "nodes have");
            let listed = listed(&self.renamed);
            self.notes.push(format!(
                "{count} another name here, because names are different, have at most \
                 {MOST_CHARACTERS} characters, and contain no separators: {listed}."
            ));
        }
        if self.repeated > 0 {
            let count = counted(self.repeated as usize, "link is", "links are");
            self.notes.push(format!(
                "{count} not used, because the file has another one between the same nodes: parallel \
                 links count once, and carry one flit per cycle in each direction."
            ));
        }
        if self.to_itself > 0 {
            let (is, it) = match self.to_itself {
                1 => ("link from a node to itself is", "it"),
                _ => ("links from nodes to themselves are", "them"),
            };
            let count = self.to_itself;
            self.notes
                .push(format!("{count} {is} not used: no message takes {it}."));
        }
        self.notes.extend(self.unused.notes());
        Ok(Imported {
            sketch: self.sketch,
            format,
            notes: self.notes,
        })
    }

    /// Makes nodes switches whose type or role says so, if enough others send and receive.
    fn set_switches(&mut self) {
        let says_switch = |value: &str| {
            let value = value.trim().to_ascii_lowercase();
            matches!(&*value, "switch" | "router" | "sw")
        };
        let kinds = std::mem::take(&mut self.kinds);
        let named = kinds.iter().filter(|(_, (_, value))| says_switch(value));
        let named: BTreeSet<_> = named.map(|(&node, _)| node).collect();
        let nodes = self.sketch.nodes().iter().enumerate();
        let others = nodes.filter(|(node, named_)| !named_.is_switch && !named.contains(node));
        let is_used = !named.is_empty() && others.count() >= 2;
        let mut read_from: BTreeSet<&str> = BTreeSet::new();
        for (node, (attribute, value)) in &kinds {
            if is_used && named.contains(node) {
                self.sketch.set_switch(*node, true);
                read_from.insert(attribute);
            } else if !is_used {
                self.unused.add(Owner::Node, attribute, value);
            }
        }
        if is_used {
            let attributes: Vec<_> = read_from.into_iter().collect();
            let count = counted(named.len(), "node is a switch", "nodes are switches");
            self.notes.push(format!(
                "{count} by the attribute {}: only the other nodes send and receive messages.",
                first_of(4, &attributes)
            ));
        }
    }
}
