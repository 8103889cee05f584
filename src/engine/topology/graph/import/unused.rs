//! Attributes of nodes, links and the file itself that a network does not use.
//!
//! All links are alike here, and so are all nodes but switches. A user whose file gives a capacity or a
//! latency is informed that results do not depend on it.

use std::collections::BTreeMap;

use crate::catalog::quoted;

/// The owner of an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Owner {
    Link,
    Node,
    File,
}

#[derive(Debug)]
struct Found {
    owner: Owner,
    name: String,
    count: u32,
    first: String,
    /// The least and the greatest value, while all are numbers.
    range: Option<[f64; 2]>,
    /// The first value that differs from the first one.
    other: Option<String>,
}

/// All attributes that are not used, in the order in which they were found.
#[derive(Debug, Default)]
pub(super) struct Unused {
    found: Vec<Found>,
    places: BTreeMap<(Owner, String), usize>,
}

/// The most attributes that get a sentence each.
const MOST_NAMED: usize = 12;

impl Unused {
    /// Records an attribute, unless its value is empty.
    pub(super) fn add(&mut self, owner: Owner, name: &str, value: &str) {
        let (name, value) = (name.trim(), value.trim());
        if value.is_empty() {
            return;
        }
        let number = value.parse().ok().filter(|number: &f64| number.is_finite());
        let place = *self
            .places
            .entry((owner, name.to_owned()))
            .or_insert_with(|| {
                self.found.push(Found {
                    owner,
                    name: name.to_owned(),
                    count: 0,
                    first: value.to_owned(),
                    range: number.map(|number| [number; 2]),
                    other: None,
                });
                self.found.len() - 1
            });
        let found = &mut self.found[place];
        found.count += 1;
        found.range = found
            .range
            .zip(number)
            .map(|([least, most], number)| [least.min(number), most.max(number)]);
        if found.other.is_none() && value != found.first {
            found.other = Some(value.to_owned());
        }
    }

    /// Whole sentences, those about links first, because results depend on links most.
    pub(super) fn notes(&self) -> Vec<String> {
        let of = |owner: Owner| self.found.iter().filter(move |found| found.owner == owner);
        let single: Vec<_> = of(Owner::Link).chain(of(Owner::Node)).collect();
        let (told, others) = single.split_at(single.len().min(MOST_NAMED));
        let mut notes: Vec<_> = told.iter().map(|found| found.sentence()).collect();
        if !others.is_empty() {
            let is = if others.len() == 1 { "is" } else { "are" };
            notes.push(format!(
                "{} of nodes and links {is} not used either.",
                named(others)
            ));
        }
        let of_file: Vec<_> = of(Owner::File).collect();
        if !of_file.is_empty() {
            let is = if of_file.len() == 1 { "is" } else { "are" };
            notes.push(format!(
                "{} of the file as a whole {is} not used, and without effect on the results.",
                named(&of_file)
            ));
        }
        notes
    }
}

/// `The attribute a`, or `The attributes a, b and 3 more`.
fn named(found: &[&Found]) -> String {
    let names: Vec<_> = found.iter().map(|found| &*found.name).collect();
    let s = if names.len() == 1 { "" } else { "s" };
    format!("The attribute{s} {}", crate::catalog::first_of(8, &names))
}

/// The meaning of an attribute of a link, as far as its name tells.
enum Kind {
    Capacity,
    Latency,
    Weight,
    Label,
    Other,
}

impl Kind {
    fn of(name: &str) -> Self {
        let name: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
        let name = name.to_ascii_lowercase();
        let has = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
        if has(&["error", "loss"]) {
            Self::Other
        } else if has(&[
            "capacity",
            "bandwidth",
            "speed",
            "rate",
            "throughput",
            "width",
            "lanes",
            "gbps",
            "mbps",
            "gbit",
            "bw",
        ]) {
            Self::Capacity
        } else if has(&[
            "latency", "delay", "distance", "length", "dist", "time", "cycles",
        ]) {
            Self::Latency
        } else if has(&["weight", "cost", "metric"]) {
            Self::Weight
        } else if has(&["label", "name"]) {
            Self::Label
        } else {
            Self::Other
        }
    }

    /// The reason why the attribute does not count, as a clause.
    fn instead(&self) -> &'static str {
        match self {
            Self::Capacity => {
                "every link carries one flit per cycle in each direction, so loads, bounds and \
                 throughput are those of equal links"
            }
            Self::Latency => {
                "a flit crosses every link in one cycle, so latencies are those of equal links"
            }
            Self::Weight => {
                "shortest paths are those with the fewest links, and all links are equal"
            }
            Self::Label => "links have no names, so that results are the same without",
            Self::Other => {
                "all links are equal: each carries one flit per cycle in each direction, and a \
                 flit crosses it in one cycle"
            }
        }
    }
}

impl Found {
    fn sentence(&self) -> String {
        let Self { name, count, .. } = self;
        let (what, instead) = match self.owner {
            Owner::Link => ("link", Kind::of(name).instead()),
            _ => (
                "node",
                "all nodes are equal but for switches, so results are the same without",
            ),
        };
        let s = if *count == 1 { "" } else { "s" };
        let values = match (&self.other, self.range) {
            (None, _) if *count == 1 => format!(", {},", quoted(&self.first)),
            (None, _) => format!(", always {},", quoted(&self.first)),
            (Some(_), Some([least, most])) => format!(", from {least} to {most},"),
            (Some(other), None) => {
                format!(", such as {} and {},", quoted(&self.first), quoted(other))
            }
        };
        let name = quoted(name);
        format!("The attribute {name} of {count} {what}{s}{values} is not used: {instead}.")
    }
}
