//! Editable, possibly incomplete networks: names, links, switches and positions.
//!
//! A sketch can be changed step by step, and written as [text](super::text) at any time; only
//! [`Sketch::build`] checks that the network is complete. Nodes are numbered in the order in which
//! they were added.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalog::{BuildError, quoted};
use crate::topology::Point;

/// Largest number of nodes of a user-defined network.
pub(super) const MOST_DRAWN: usize = 4096;

/// Largest number of channels that leave a node.
const MOST_PORTS: usize = u8::MAX as usize;

/// Length of the longest name \[characters\].
pub(super) const MOST_CHARACTERS: usize = 64;

/// Characters that names do not contain, because they separate names in links, on the command line
/// and in the text of a network.
const SEPARATORS: [char; 9] = ['"', ':', '<', '>', '+', ';', '@', '`', '\\'];

/// Largest absolute value of a coordinate \[grid units\].
pub(super) const FARTHEST: f32 = 100_000.0;

/// Description of valid names, phrased to follow "must be …".
pub(super) const NAME_ALLOWED: &str =
    "1 to 64 characters without \" : < > + ; @ ` and \\, such as a, sw-1 or 3,2";

#[derive(Debug, Clone, PartialEq)]
pub struct SketchNode {
    /// The name, unique in the sketch.
    pub name: String,
    /// Whether the node only routes, and neither sends nor receives messages.
    pub is_switch: bool,
    /// Position in a drawing [grid units]; `None` leaves it to the layout.
    pub at: Option<Point>,
}

/// An editable, possibly incomplete network.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sketch {
    nodes: Vec<SketchNode>,
    numbers: BTreeMap<String, usize>,
    /// Source and destination of every channel.
    channels: BTreeSet<(usize, usize)>,
    /// By node: number of channels that leave it.
    leaving: Vec<usize>,
}

/// Whether a text is a valid name of a node.
pub fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.chars().count() <= MOST_CHARACTERS
        && text.trim() == text
        && !text.contains("  ")
        && text.chars().all(is_in_names)
}

/// Whether a character may occur in a name: any that is visible and separates nothing, and the
/// blank.
pub(super) fn is_in_names(c: char) -> bool {
    // After another character, so that combining accents are not escaped.
    let is_visible = || c == '\'' || String::from_iter(['a', c]).escape_debug().count() == 2;
    c == ' ' || !c.is_whitespace() && !SEPARATORS.contains(&c) && is_visible()
}

/// Whether a name needs no quotes in the text of a network.
pub(super) fn is_plain(name: &str) -> bool {
    let is_outer = |c: char| c.is_alphanumeric() || c == '_';
    let is_inner = |c: char| is_outer(c) || matches!(c, '.' | ',');
    name != "switch"
        && name.starts_with(is_outer)
        && name.ends_with(is_outer)
        && name.chars().all(is_inner)
}

impl Sketch {
    /// All nodes, in the order of their numbers.
    pub fn nodes(&self) -> &[SketchNode] {
        &self.nodes
    }

    /// The number of the node with a name; `None` if there is none.
    pub fn number(&self, name: &str) -> Option<usize> {
        self.numbers.get(name.trim()).copied()
    }

    /// All channels as pairs of source and destination, in ascending order.
    pub fn channels(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.channels.iter().copied()
    }

    /// Whether a channel leads from one node to another.
    pub fn has_channel(&self, from: usize, to: usize) -> bool {
        self.channels.contains(&(from, to))
    }

    /// Adds a node, or finds the one with this name; returns its number.
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
        if self.nodes.len() == MOST_DRAWN {
            return Err(BuildError::unfit(format!(
                "the network has too many nodes: at most {MOST_DRAWN} are possible"
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

    /// Adds a node and returns its number. Its name continues those of its kind, letters or a word
    /// with numbers; otherwise it is the lowest unused number, after `s` for a switch.
    pub fn add_new(&mut self, is_switch: bool, at: Point) -> Result<usize, BuildError> {
        let others = self.nodes.iter().filter(|node| node.is_switch == is_switch);
        let others: Vec<_> = others.map(|node| &*node.name).collect();
        let usual = if is_switch { "s" } else { "" };
        let common = common_word(&others);
        let prefix = common.unwrap_or(usual);
        // Names that are numbered from 1 go on after the last of them.
        let number = |name: &&str| name.strip_prefix(common?)?.parse::<u32>().ok();
        let first = others.iter().filter_map(number).min().unwrap_or(0);
        let first = u64::from(first);
        let numbers = (first..).take(MOST_DRAWN + 1);
        let numbers = numbers.map(|number| format!("{prefix}{number}"));
        let letters = letters_like(&others).map(|letter| letter.to_string());
        let mut names = letters.chain(numbers);
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
            let reason = format!("node {} is linked to itself", name(from));
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

    /// Adds a link: a channel in each direction.
    pub fn link(&mut self, one: usize, other: usize) -> Result<(), BuildError> {
        self.connect(one, other)?;
        self.connect(other, one).inspect_err(|_| {
            self.disconnect(one, other);
        })
    }

    /// Removes the channel from one node to another; returns whether there was one.
    pub fn disconnect(&mut self, from: usize, to: usize) -> bool {
        let was_there = self.channels.remove(&(from, to));
        if was_there {
            self.leaving[from] -= 1;
        }
        was_there
    }

    /// Removes a node with all its channels; the numbers of later nodes decrease by one.
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

    /// Renames a node; no other node may have the new name.
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

    /// Sets the position of a node in a drawing; `None` leaves it to the layout.
    pub fn place(&mut self, node: usize, at: Option<Point>) -> Result<(), BuildError> {
        let is_near = |x: f32| x.abs() <= FARTHEST;
        if let Some(Point { x, y }) = at
            && !(is_near(x) && is_near(y))
        {
            return Err(BuildError::rejected(
                "the position of a node",
                format!("two numbers from -{FARTHEST} to {FARTHEST}"),
                format!("{x} {y}"),
            ));
        }
        // Adding 0.0 turns −0 into 0, which has only one text.
        self.nodes[node].at = at.map(|at| Point::new(at.x + 0.0, at.y + 0.0));
        Ok(())
    }

    /// Sets whether a node is a switch.
    pub fn set_switch(&mut self, node: usize, is_switch: bool) {
        self.nodes[node].is_switch = is_switch;
    }
}

/// The alphabet that names continue if each is a single letter of it; nothing otherwise.
fn letters_like(names: &[&str]) -> std::ops::RangeInclusive<char> {
    let are_all = |alphabet: &std::ops::RangeInclusive<char>| {
        let is_one = |name: &&str| matches!(name.as_bytes(), [letter] if alphabet.contains(&char::from(*letter)));
        !names.is_empty() && names.iter().all(is_one)
    };
    let alphabets = ['a'..='z', 'A'..='Z'];
    // An empty range.
    alphabets.into_iter().find(are_all).unwrap_or('b'..='a')
}

/// The word before the number in all names, if there are names and each has the same.
fn common_word<'a>(names: &[&'a str]) -> Option<&'a str> {
    let word = |name: &&'a str| {
        let word = name.trim_end_matches(|c: char| c.is_ascii_digit());
        (word.len() < name.len()).then_some(word)
    };
    let first = word(names.first()?)?;
    let is_common = names.iter().all(|name| word(name) == Some(first));
    is_common.then_some(first)
}
