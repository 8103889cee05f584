//! Lists of links as many programs write them: edge lists (`a b`, as NetworkX, SNAP and the graphs of
//! Graph Golf have them), CSV (`source,target,capacity`, with or without a header), and adjacency
//! lists (`a b c`: links from a to b and to c).
//!
//! A list does not say whether its links lead both ways; as in most programs they do, unless a column
//! named `type` or `directed` says otherwise.

use std::collections::{BTreeMap, BTreeSet};

use super::Imported;
use super::counted;
use super::reader::Reader;
use super::rows::{Row, Rows, without_comment};
use super::unused::Owner;
use crate::catalog::{BuildError, quoted};
use crate::topology::graph::line::{Line, masked};
use crate::topology::graph::text::in_line;

/// Whether a file is a list and not lines of our own form. In our own form, some line has an arrow, a
/// position or a switch.
pub(super) fn is_one(file: &str) -> bool {
    let mut has_list = false;
    for text in file.lines().map(without_comment) {
        let mask = masked(text);
        let line = Line::of(text, &mask);
        if line.is_of_a_network() {
            return false;
        }
        if !line.has_words() {
            return false;
        }
        has_list |= line.has_several_fields();
    }
    has_list
}

pub(super) fn read(file: &str) -> Result<Imported, BuildError> {
    let mut rows = Rows::of(file);
    let separator = rows.separator;
    let mut reader = Reader::default();
    if let Some(sizes) = leading_sizes(&rows.all) {
        reader.notes.push(sizes);
        rows.all.remove(0);
    }
    if let Some(lists) = Adjacency::of(&rows) {
        lists.read(&mut reader)?;
        return reader.finish("adjacency list");
    }
    if is_matrix(&rows.all) || is_named_matrix(&rows.all) {
        let given = format!("a matrix of {} lines", rows.all.len());
        let allowed = "a list of links, a line such as a b for each";
        return Err(BuildError::rejected("the file", allowed, given));
    }
    let header = Header::of(&rows.all);
    let links = &rows.all[usize::from(header.is_given)..];
    let fields = rows.all.first().map_or(0, |row| row.fields.len());
    let mut ways = BTreeMap::new();
    for row in links {
        let read = header.read_link(row, fields, &mut reader, &mut ways);
        read.map_err(in_line(row.line))?;
    }
    link_all(&ways, &mut reader)?;
    if !header.is_known && header.is_given {
        let [one, other] = [header.source, header.target].map(|column| header.name(column));
        let note = format!("The columns {one} and {other} are read as the ends of links.");
        reader.notes.push(note);
    }
    reader.finish(match separator {
        ' ' => "edge list",
        _ => "CSV",
    })
}

/// A note on the first line, if it only has the number of nodes and that of links, as in many
/// collections of graphs.
fn leading_sizes(rows: &[Row]) -> Option<String> {
    let (first, rest) = rows.split_first()?;
    let number = |text: &String| text.parse::<usize>().ok();
    let [nodes, links] = *first.fields.iter().filter_map(number).collect::<Vec<_>>() else {
        return None;
    };
    let ends: Option<BTreeSet<_>> = rest
        .iter()
        .flat_map(|row| row.fields.iter().take(2))
        .map(number)
        .collect();
    let ends = ends?;
    // A shorter list could be one of links by accident.
    let is_it = first.fields.len() == 2
        && links >= 3
        && rest.len() == links
        && ends.len() <= nodes
        && ends.last() <= Some(&nodes);
    is_it.then(|| {
        format!("The first line, {nodes} {links}, is read as the numbers of nodes and links.")
    })
}

/// Whether all lines have as many numbers as there are lines, and 0 for a link of a node to itself.
fn is_matrix(rows: &[Row]) -> bool {
    let is_number = |text: &String| text.parse::<f64>().is_ok();
    rows.len() >= 3
        && rows.iter().enumerate().all(|(nth, row)| {
            let fields = &row.fields;
            fields.len() == rows.len() && fields.iter().all(is_number) && fields[nth] == "0"
        })
}

/// Whether the first line names the columns of a square matrix, and each further line begins with the name of its row.
fn is_named_matrix(rows: &[Row]) -> bool {
    let Some((head, rest)) = rows.split_first() else {
        return false;
    };
    let names = rest.iter().map(|row| row.fields.first());
    let is_square = rest.iter().all(|row| row.fields.len() == rest.len() + 1);
    let columns = head.fields.iter().rev().take(rest.len()).rev();
    rest.len() >= 2 && is_square && head.fields.len() >= rest.len() && columns.map(Some).eq(names)
}

/// Adds links, each with whether it leads one way, and notes in which directions they are listed.
fn link_all(ways: &BTreeMap<(usize, usize), bool>, reader: &mut Reader) -> Result<(), BuildError> {
    let is_both = |ends: &(usize, usize)| ways.get(ends) == Some(&false);
    for (&(from, to), is_directed) in ways {
        let is_listed_before = !is_directed && from > to && is_both(&(to, from));
        if !is_listed_before {
            reader.link(from, to, !is_directed)?;
        }
    }
    let both: Vec<_> = ways.keys().filter(|ends| is_both(ends)).collect();
    let is_reversed = |&&&(from, to): &&&(usize, usize)| is_both(&(to, from));
    let twice = both.iter().filter(is_reversed).count() / 2;
    match (both.len() - 2 * twice, twice) {
        (0, _) => {}
        (once, 0) => {
            let links = counted(once, "link is", "links are");
            reader
                .notes
                .push(format!("{links} read as leading both ways."));
        }
        (once, twice) => {
            let links = counted(twice, "link is", "links are");
            reader.notes.push(format!(
                "{links} listed in both directions, and {once} in one only; all are read as leading \
                 both ways."
            ));
        }
    }
    Ok(())
}

/// The columns of a list of links.
struct Header {
    names: Vec<String>,
    /// Whether the first line names the columns.
    is_given: bool,
    /// Whether the names tell which columns are the ends.
    is_known: bool,
    source: usize,
    target: usize,
    /// The column that says whether a link leads one way.
    direction: Option<usize>,
}

/// Names of the columns of both ends, in lower case and without other characters than letters and
/// digits.
const ENDS: [(&str, &str); 22] = [
    ("source", "target"),
    ("source", "destination"),
    ("source", "dest"),
    ("src", "dst"),
    ("src", "dest"),
    ("from", "to"),
    ("fromnode", "tonode"),
    ("fromnodeid", "tonodeid"),
    ("node1", "node2"),
    ("nodea", "nodeb"),
    ("nodefrom", "nodeto"),
    ("sourceid", "targetid"),
    ("sourcenode", "targetnode"),
    ("end1", "end2"),
    ("enda", "endb"),
    ("endpoint1", "endpoint2"),
    ("device1", "device2"),
    ("devicea", "deviceb"),
    ("head", "tail"),
    ("u", "v"),
    ("i", "j"),
    ("start", "end"),
];

impl Header {
    fn of(rows: &[Row]) -> Self {
        let mut header = Self {
            names: Vec::new(),
            is_given: false,
            is_known: false,
            source: 0,
            target: 1,
            direction: None,
        };
        let Some((first, rest)) = rows.split_first() else {
            return header;
        };
        let plain = |name: &String| {
            let name = name.chars().filter(|c| c.is_alphanumeric());
            name.collect::<String>().to_ascii_lowercase()
        };
        let names: Vec<_> = first.fields.iter().map(plain).collect();
        let place = |name: &str| names.iter().position(|given| given == name);
        let ends = ENDS
            .iter()
            .find_map(|(one, other)| Some((place(one)?, place(other)?)));
        let is_number = |text: &String| text.parse::<f64>().is_ok();
        // Names above numbers.
        let is_above_numbers = |column: usize| {
            let below = || rest.iter().filter_map(|row| row.fields.get(column));
            !is_number(&first.fields[column]) && below().count() > 0 && below().all(is_number)
        };
        let is_above = (0..first.fields.len()).any(is_above_numbers);
        if let Some((source, target)) = ends.filter(|_| !rest.is_empty()) {
            (header.source, header.target) = (source, target);
            header.is_known = true;
        }
        header.is_given = header.is_known || is_above;
        if header.is_given {
            header.direction = place("directed").or_else(|| place("type"));
            header.names.clone_from(&first.fields);
        }
        header
    }

    fn name(&self, column: usize) -> String {
        let name = self.names.get(column).filter(|name| !name.is_empty());
        name.map_or_else(|| format!("column {}", column + 1), |name| quoted(name))
    }

    /// Reads a line into `ways`, by both ends whether the link leads one way.
    fn read_link(
        &self,
        row: &Row,
        fields: usize,
        reader: &mut Reader,
        ways: &mut BTreeMap<(usize, usize), bool>,
    ) -> Result<(), BuildError> {
        let given = || quoted(&row.fields.join(" "));
        if row.fields.len() != fields {
            let allowed = format!(
                "{fields} fields, as in the first line, or a: b c for links from a to b and to c"
            );
            return Err(BuildError::rejected("", allowed, given()));
        }
        let end = |column: usize| row.fields.get(column).filter(|name| !name.is_empty());
        let (Some(from), Some(to)) = (end(self.source), end(self.target)) else {
            return Err(BuildError::rejected("", "the two ends of a link", given()));
        };
        let (from, to) = (reader.node(&id_of(from))?, reader.node(&id_of(to))?);
        let direction = self.direction.and_then(|column| row.fields.get(column));
        let is_directed = direction.and_then(|text| match &*text.to_ascii_lowercase() {
            "directed" | "true" | "1" | "yes" => Some(true),
            "undirected" | "false" | "0" | "no" => Some(false),
            _ => None,
        });
        if ways.insert((from, to), is_directed == Some(true)).is_some() {
            reader.add_repeated();
        }
        for (column, value) in row.fields.iter().enumerate() {
            let is_end = [self.source, self.target].contains(&column);
            let is_read = self.direction == Some(column) && is_directed.is_some();
            if is_end || is_read {
                continue;
            }
            match dictionary(value) {
                Some(entries) => {
                    for (name, value) in entries {
                        reader.unused.add(Owner::Link, name, value);
                    }
                }
                None => reader.unused.add(Owner::Link, &self.name(column), value),
            }
        }
        Ok(())
    }
}

/// The id of a node: that of a tuple of Python, `(0, 1)`, without brackets and blanks.
fn id_of(field: &str) -> String {
    let inside = field
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    let Some(inside) = inside else {
        return field.to_owned();
    };
    let parts = inside.split(',').map(|part| part.trim_matches(['\'', ' ']));
    parts.collect::<Vec<_>>().join(",")
}

/// The entries of a dictionary of Python, `{'weight': 3}`, as NetworkX writes it behind each link.
fn dictionary(text: &str) -> Option<Vec<(&str, &str)>> {
    let inside = text.strip_prefix('{')?.strip_suffix('}')?;
    let entries = inside.split(',').filter_map(|entry| entry.split_once(':'));
    let entries = entries.map(|(name, value)| {
        let quotes = ['\'', '"', ' '];
        (name.trim_matches(quotes), value.trim_matches(quotes))
    });
    Some(entries.collect())
}

/// Adjacency lists: by node the nodes that it is linked with.
struct Adjacency<'a> {
    rows: Vec<(u32, &'a str, Vec<&'a str>)>,
}

impl<'a> Adjacency<'a> {
    /// The lists in a file, if it has some: lines of different lengths with a different node first in
    /// each, or with a colon after the first.
    fn of(rows: &'a Rows) -> Option<Self> {
        let lists = rows.all.iter().map(|row| {
            let (first, rest) = row.fields.split_first()?;
            let rest: Vec<_> = rest.iter().map(|field| &**field).collect();
            match (first.strip_suffix(':'), &*rest) {
                (Some(node), rest) => Some((row.line, node, rest.to_vec(), true)),
                (None, [":", rest @ ..]) => Some((row.line, &**first, rest.to_vec(), true)),
                (None, rest) => Some((row.line, &**first, rest.to_vec(), false)),
            }
        });
        let lists: Vec<_> = lists.collect::<Option<_>>()?;
        let first = lists.first()?;
        let firsts: BTreeSet<_> = lists.iter().map(|(_, first, ..)| *first).collect();
        let has_colons = lists.iter().all(|(.., has_colon)| *has_colon);
        if !has_colons {
            let is_different = firsts.len() == lists.len();
            let length = |(_, _, rest, _): &(u32, &str, Vec<&str>, bool)| rest.len();
            let mut lengths = lists.iter().map(length);
            let is_even = lengths.all(|fields| fields == length(first));
            let others = || lists.iter().flat_map(|(_, _, rest, _)| rest);
            let are_listed = || others().all(|name| firsts.contains(name));
            let is_it = !(is_even && length(first) <= 1) && are_listed();
            if !(is_different && is_it) {
                return None;
            }
        }
        let rows = lists.into_iter();
        let rows = rows.map(|(line, first, rest, _)| (line, first, rest));
        Some(Self {
            rows: rows.collect(),
        })
    }

    fn read(&self, reader: &mut Reader) -> Result<(), BuildError> {
        let mut ways = BTreeMap::new();
        for (line, first, rest) in &self.rows {
            let at_line = in_line(*line);
            let from = reader.node(&id_of(first)).map_err(&at_line)?;
            for other in rest.iter().filter(|other| !other.is_empty()) {
                let to = reader.node(&id_of(other)).map_err(&at_line)?;
                if ways.insert((from, to), false).is_some() {
                    reader.add_repeated();
                }
            }
        }
        link_all(&ways, reader)
    }
}
