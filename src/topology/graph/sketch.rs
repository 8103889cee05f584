//! A network as somebody writes or draws it: names, links, switches and places, perhaps not all of
//! them yet.
//!
//! A sketch can be changed step by step, and has its [text](super::text) at any time; only
//! [`Sketch::build`] asks whether it is a whole network. Nodes are numbered in the order in which
//! they were added.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalog::{BuildError, quoted};
use crate::topology::Point;

/// The largest network of this kind \[nodes\].
pub const MOST_NODES: usize = 4096;

/// The most channels that leave a node.
pub const MOST_PORTS: usize = u8::MAX as usize;

/// Letters of the longest name.
const MOST_LETTERS: usize = 24;

/// How far from the origin a node may be placed \[grid units\].
pub(super) const FARTHEST: f32 = 100_000.0;

/// What names are made of, as the end of "must be …".
pub(super) const NAME_ALLOWED: &str =
    "1 to 24 letters and digits, with _ . or , between them, such as a, sw1 or 3,2";

/// A node of a sketch.
#[derive(Debug, Clone, PartialEq)]
pub struct SketchNode {
    /// Its name, which no other node has.
    pub name: String,
    /// Whether it only routes, and neither sends nor receives.
    pub is_switch: bool,
    /// Where it is drawn, if somebody has said so [grid units].
    pub at: Option<Point>,
}

/// A network that may not be complete yet.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sketch {
    nodes: Vec<SketchNode>,
    numbers: BTreeMap<String, usize>,
    /// From and to.
    channels: BTreeSet<(usize, usize)>,
    /// Channels that leave each node.
    leaving: Vec<usize>,
}

/// Whether a node may be called so.
pub fn is_name(text: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let is_inside = |c: char| is_letter(c) || matches!(c, '.' | ',');
    text != "switch"
        && text.chars().count() <= MOST_LETTERS
        && text.starts_with(is_letter)
        && text.ends_with(is_letter)
        && text.chars().all(is_inside)
}

impl Sketch {
    /// All nodes, in the order of their numbers.
    pub fn nodes(&self) -> &[SketchNode] {
        &self.nodes
    }

    /// The number of the node of a name.
    pub fn number(&self, name: &str) -> Option<usize> {
        self.numbers.get(name.trim()).copied()
    }

    /// All channels, by the numbers of the nodes from and to which they lead, ascending.
    pub fn channels(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.channels.iter().copied()
    }

    /// Whether a channel leads from one node to another.
    pub fn has_channel(&self, from: usize, to: usize) -> bool {
        self.channels.contains(&(from, to))
    }

    /// Adds a node, or finds the one of this name: its number.
    pub fn add(&mut self, name: &str) -> Result<usize, BuildError> {
        let name = name.trim();
        if let Some(number) = self.number(name) {
            return Ok(number);
        }
        if !is_name(name) {
            return Err(BuildError::rejected(
                "the name of a node",
                NAME_ALLOWED,
                quoted(name),
            ));
        }
        if self.nodes.len() == MOST_NODES {
            return Err(BuildError::unfit(format!(
                "the network has too many nodes: at most {MOST_NODES} are possible"
            )));
        }
        self.nodes.push(SketchNode {
            name: name.to_owned(),
            is_switch: false,
            at: None,
        });
        self.leaving.push(0);
        self.numbers.insert(name.to_owned(), self.nodes.len() - 1);
        Ok(self.nodes.len() - 1)
    }

    /// Adds a node with a name that is still free: the lowest number, behind `s` for a switch.
    pub fn add_new(&mut self, is_switch: bool, at: Point) -> Result<usize, BuildError> {
        let prefix = if is_switch { "s" } else { "" };
        let mut names = (0..=MOST_NODES).map(|number| format!("{prefix}{number}"));
        let free = names.find(|name| self.number(name).is_none());
        let number = self.add(&free.unwrap_or_default())?;
        self.nodes[number].is_switch = is_switch;
        self.place(number, Some(at))?;
        Ok(number)
    }

    /// Adds a channel from one node to another.
    pub fn connect(&mut self, from: usize, to: usize) -> Result<(), BuildError> {
        let name = |node: usize| &*self.nodes[node].name;
        if from == to {
            let reason = format!("node {} is linked with itself", name(from));
            return Err(BuildError::unfit(reason));
        }
        if self.has_channel(from, to) {
            return Err(BuildError::unfit(format!(
                "there is a link from {} to {} already",
                name(from),
                name(to)
            )));
        }
        if self.leaving[from] == MOST_PORTS {
            return Err(BuildError::unfit(format!(
                "node {} has too many links: at most {MOST_PORTS} may lead from a node",
                name(from)
            )));
        }
        self.channels.insert((from, to));
        self.leaving[from] += 1;
        Ok(())
    }

    /// Adds a link: a channel each way.
    pub fn link(&mut self, one: usize, other: usize) -> Result<(), BuildError> {
        self.connect(one, other)?;
        self.connect(other, one).inspect_err(|_| {
            self.disconnect(one, other);
        })
    }

    /// Removes the channel from one node to another; whether there was one.
    pub fn disconnect(&mut self, from: usize, to: usize) -> bool {
        let was_there = self.channels.remove(&(from, to));
        if was_there {
            self.leaving[from] -= 1;
        }
        was_there
    }

    /// Removes a node with all its channels; those behind it move up by one number.
    pub fn remove(&mut self, node: usize) {
        self.nodes.remove(node);
        let moved = |other: usize| other - usize::from(other > node);
        let channels = std::mem::take(&mut self.channels);
        let channels = channels.into_iter();
        let left = channels.filter(|&(from, to)| from != node && to != node);
        self.channels = left.map(|(from, to)| (moved(from), moved(to))).collect();
        self.leaving = vec![0; self.nodes.len()];
        for &(from, _) in &self.channels {
            self.leaving[from] += 1;
        }
        let names = self.nodes.iter().map(|node| node.name.clone());
        self.numbers = names.zip(0..).collect();
    }

    /// Gives a node another name, which none has yet.
    pub fn rename(&mut self, node: usize, name: &str) -> Result<(), BuildError> {
        let name = name.trim();
        match self.number(name) {
            Some(same) if same == node => return Ok(()),
            Some(_) => {
                let reason = format!("there is a node called {} already", quoted(name));
                return Err(BuildError::unfit(reason));
            }
            None if !is_name(name) => {
                return Err(BuildError::rejected(
                    "the name of a node",
                    NAME_ALLOWED,
                    quoted(name),
                ));
            }
            None => {}
        }
        self.numbers.remove(&self.nodes[node].name);
        self.numbers.insert(name.to_owned(), node);
        name.clone_into(&mut self.nodes[node].name);
        Ok(())
    }

    /// Says where a node is drawn, or leaves that to the layout.
    pub fn place(&mut self, node: usize, at: Option<Point>) -> Result<(), BuildError> {
        let is_near = |x: f32| x.abs() <= FARTHEST;
        if let Some(Point { x, y }) = at
            && !(is_near(x) && is_near(y))
        {
            return Err(BuildError::rejected(
                "the place of a node",
                format!("two numbers from -{FARTHEST} to {FARTHEST}"),
                format!("{x} {y}"),
            ));
        }
        // Zero has no sign, so that its text is one.
        self.nodes[node].at = at.map(|at| Point::new(at.x + 0.0, at.y + 0.0));
        Ok(())
    }

    /// Says whether a node is a switch.
    pub fn set_switch(&mut self, node: usize, is_switch: bool) {
        self.nodes[node].is_switch = is_switch;
    }
}
