//! Text format of user-defined networks, line by line.
//!
//! | line | meaning |
//! |---|---|
//! | `a - b` | a link between a and b, a channel in each direction |
//! | `a -> b` | one channel, from a to b |
//! | `a - b -> c` | several links in a row |
//! | `a @ 1.5 -2` | a is drawn at x = 1.5, to the right, and y = −2, which grows downwards |
//! | `switch s` | s routes, and neither sends nor receives messages of its own |
//! | `a` | a node |
//! | `# …` | a comment, to the end of the line |
//! | `"leaf 1" - "a#2"` | names in quotes, which may contain blanks and `#` |
//!
//! Nodes are numbered in the order in which they are first named. At most one link leads from a
//! node to another, and none from a node to itself. The unit of positions is the distance between
//! neighbors in a grid.
//!
//! A `-` between blanks separates names, and others are then part of names: `leaf-1 - spine-2` is one
//! link. In a line without blanks, `a-b`, the only `-` separates. A line such as `leaf-1-spine-2` could
//! mean several things and is refused.
//!
//! Names contain none of `:`, `>`, `+`, `;` and `@`, which separate nodes in links and on the command
//! line. Names with other characters than letters, digits, `_`, `.` and `,` are written in quotes.

use super::line::{Line, masked};
use super::sketch::{FARTHEST, NAME_ALLOWED, Sketch, is_name};
use crate::catalog::{BuildError, quoted};
use crate::topology::Point;

/// Description of valid lines, phrased to follow "must be …".
const LINE_ALLOWED: &str = "a - b, a -> b, a @ x y, switch s or the name of a node";

/// Description of lines without blanks that contain several `-`, phrased to follow "must …".
const APART: &str = "written with blanks around the - of every link, as in leaf-1 - spine-2, \
                     because names may contain -";

impl Sketch {
    /// Parses a network text; an error names its line.
    pub fn parse(text: &str) -> Result<Self, BuildError> {
        Self::parse_lines(text).map_err(|(line, error)| in_line(line)(error))
    }

    /// Parses a network text; an error comes with the number of its line, from 1.
    pub fn parse_lines(text: &str) -> Result<Self, (u32, BuildError)> {
        let mut sketch = Self::default();
        let text = text.trim_start_matches('\u{feff}');
        let masks: Vec<_> = text.lines().map(masked).collect();
        let lines = text.lines().zip(&masks);
        let lines = lines.map(|(text, masked)| Line::of(text, masked));
        let names_hyphens = lines.clone().any(Line::names_a_hyphen);
        for (line, number) in lines.zip(1_u32..) {
            if !line.text.is_empty() {
                let read = sketch.read_line(line, names_hyphens);
                read.map_err(|error| (number, error))?;
            }
        }
        Ok(sketch)
    }

    fn read_line(&mut self, line: Line, names_hyphens: bool) -> Result<(), BuildError> {
        if let Some((name, place)) = line.placed() {
            let node = self.named(name, line)?;
            return self.read_place(node, place);
        }
        if let Some(name) = line.switch() {
            let node = self.named(name, line)?;
            self.set_switch(node, true);
            return Ok(());
        }
        let arrows = line.arrows();
        let is_tight = !line.masked.contains(char::is_whitespace);
        if is_tight && !arrows.is_empty() {
            if names_hyphens && self.number(line.text).is_some() {
                return Ok(());
            }
            let is_chain = arrows.len() > 1 && !line.masked.contains("--");
            let is_one_way = line.masked.contains("->");
            if is_chain || names_hyphens && !is_one_way {
                return Err(BuildError::rejected("", APART, quoted(line.text)));
            }
        }
        let mut before: Option<(usize, bool)> = None;
        let mut begin = 0;
        let ends = arrows
            .iter()
            .map(|&(at, length)| (at, at + length, length > 1));
        for (end, next, is_one_way) in ends.chain([(line.text.len(), 0, false)]) {
            let node = self.named(line.part(begin..end), line)?;
            match before {
                Some((from, true)) => self.connect(from, node)?,
                Some((one, false)) => self.link(one, node)?,
                None => {}
            }
            before = Some((node, is_one_way));
            begin = next;
        }
        Ok(())
    }

    /// The number of a node named in a line, which is added if it is new.
    fn named(&mut self, name: Line, line: Line) -> Result<usize, BuildError> {
        let is_quoted = name.masked.starts_with('"');
        let inside = || name.text.strip_prefix('"')?.strip_suffix('"');
        let given = match inside() {
            Some(inside) if is_quoted && !inside.contains('"') => inside.trim(),
            _ => name.text,
        };
        if name.text.is_empty()
            || name.text == "switch"
            || !is_quoted && name.masked.contains(char::is_whitespace)
        {
            return Err(BuildError::rejected("", LINE_ALLOWED, quoted(line.text)));
        }
        if !is_name(given) {
            return Err(BuildError::rejected(
                "the name of a node",
                NAME_ALLOWED,
                quoted(given),
            ));
        }
        self.add(given)
    }

    fn read_place(&mut self, node: usize, text: &str) -> Result<(), BuildError> {
        let name = &self.nodes()[node].name;
        if self.nodes()[node].at.is_some() {
            return Err(BuildError::unfit(format!(
                "node {name} already has a position"
            )));
        }
        let numbers: Vec<Option<f32>> = text
            .split_whitespace()
            .map(|number| number.parse().ok())
            .collect();
        match *numbers {
            [Some(x), Some(y)] if x.abs() <= FARTHEST && y.abs() <= FARTHEST => {
                self.place(node, Some(Point::new(x, y)))
            }
            _ => Err(BuildError::rejected(
                "the position of a node",
                format!("two numbers x and y from -{FARTHEST} to {FARTHEST}"),
                quoted(text.trim()),
            )),
        }
    }
}

/// Adds the number of a line to an error.
pub(super) fn in_line(line: u32) -> impl Fn(BuildError) -> BuildError {
    move |error| match error {
        BuildError::Rejected {
            field,
            allowed,
            given,
        } => {
            let field = match &*field {
                "" => format!("line {line}"),
                field => format!("line {line}: {field}"),
            };
            BuildError::Rejected {
                field,
                allowed,
                given,
            }
        }
        BuildError::Unfit { place, reason } => BuildError::Unfit {
            place: format!("line {line}: {place}"),
            reason,
        },
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(text: &str) -> String {
        Sketch::parse(text).expect("a network").text()
    }

    fn refusal(text: &str) -> String {
        let network = Sketch::parse(text).and_then(Sketch::build);
        network.expect_err("no network").to_string()
    }

    #[test]
    fn every_network_has_one_canonical_text() {
        for (text, written) in [
            ("a-b\n\n# all\nb -c # and back", "a - b\nb - c"),
            ("b - a\na - c", "b - a\na - c"),
            ("a -> b -> c -> a", "a -> b\nc -> a\nb -> c"),
            ("x -> y\ny -> x", "x - y"),
            ("c\na - b\nb - c", "c\na\nc - b\na - b"),
            (
                "a - s - b\ns @ +1.50 -0\nswitch s",
                "a - s\ns - b\nswitch s\ns @ 1.5 0",
            ),
            ("a\nb\nc", "a\nb\nc"),
            ("3,2 - 4,2", "3,2 - 4,2"),
            ("3,2-4,2", "3,2 - 4,2"),
            // A hyphen between blanks separates names; others are part of them.
            ("leaf-1 - spine-2", "\"leaf-1\" - \"spine-2\""),
            (
                "leaf-1 -> b\nb->a\na -> leaf-1",
                "\"leaf-1\" -> b\na -> \"leaf-1\"\nb -> a",
            ),
            (
                "switch sw-1\nsw-1 @ 1 -2\nsw-1 - a\nsw-1",
                "\"sw-1\" - a\nswitch \"sw-1\"\n\"sw-1\" @ 1 -2",
            ),
            (
                "\"GPU 0\" - \"a # b\" # rest\n\"a # b\"-c",
                "\"GPU 0\" - \"a # b\"\n\"a # b\" - c",
            ),
            ("\"switch\" - \"plain\"", "\"switch\" - plain"),
            ("\u{feff}a - b", "a - b"),
            ("Köln - Bonn", "Köln - Bonn"),
        ] {
            assert_eq!(canonical(text), written, "{text}");
            assert_eq!(canonical(written), written);
            let compact = Sketch::parse(text).expect("a network").compact_text();
            assert_eq!(canonical(&compact), written, "{compact}");
        }
    }

    #[test]
    fn errors_name_their_line() {
        const LINE: &str = "must be a - b, a -> b, a @ x y, switch s or the name of a node, not ";
        for (text, message) in [
            ("a - b\nb c", format!("line 2 {LINE}b c")),
            ("a -", format!("line 1 {LINE}a -")),
            ("- a", format!("line 1 {LINE}- a")),
            ("a -- b", format!("line 1 {LINE}a -- b")),
            ("a <- b", format!("line 1 {LINE}a <- b")),
            ("switch", format!("line 1 {LINE}switch")),
            ("switch a b", format!("line 1 {LINE}switch a b")),
            (
                "\n\na:1 - b",
                "line 3: the name of a node must be 1 to 64 characters without \" : < > + ; @ ` and \\, \
                 such as a, sw-1 or 3,2, not a:1"
                    .to_owned(),
            ),
            (
                "leaf-1-spine-2",
                "line 1 must be written with blanks around the - of every link, as in leaf-1 - \
                 spine-2, because names may contain -, not leaf-1-spine-2"
                    .to_owned(),
            ),
            (
                "leaf-1 - b\nleaf-b",
                "line 2 must be written with blanks around the - of every link, as in leaf-1 - \
                 spine-2, because names may contain -, not leaf-b"
                    .to_owned(),
            ),
            ("a b - c", format!("line 1 {LINE}a b - c")),
            (
                "\"a - b",
                "line 1: the name of a node must be 1 to 64 characters without \" : < > + ; @ ` and \
                 \\, such as a, sw-1 or 3,2, not \"a - b"
                    .to_owned(),
            ),
            (
                "a - b - a",
                "line 1: there is a link from b to a already".to_owned(),
            ),
            (
                "a - b\na -> b",
                "line 2: there is a link from a to b already".to_owned(),
            ),
            (
                "a - a",
                "line 1: node a is linked to itself".to_owned(),
            ),
            (
                "a @ 1",
                "line 1: the position of a node must be two numbers x and y from -100000 to 100000, \
                 not 1"
                    .to_owned(),
            ),
            (
                "a @ 1 NaN",
                "line 1: the position of a node must be two numbers x and y from -100000 to 100000, \
                 not 1 NaN"
                    .to_owned(),
            ),
            (
                "a @ 1 1\na @ 1 1",
                "line 2: node a already has a position".to_owned(),
            ),
            (
                "a - b\na @ 1 1\nb @ 1 1",
                "nodes a and b have the same position; every node needs one of its own".to_owned(),
            ),
            (
                "a - b\na - c\na @ 0 0\nb @ 1 0\nc @ 99999 0",
                "nodes a and b are too close to be distinguished: the drawing is more than 10000 \
                 times as wide as the 1 between them"
                    .to_owned(),
            ),
            (
                "",
                "the network needs two nodes that are not switches, or more; there are none yet"
                    .to_owned(),
            ),
            (
                "a - s\nswitch s",
                "the network needs two nodes that are not switches, or more; there is one, and 1 \
                 switch"
                    .to_owned(),
            ),
            (
                "a - b\nc - d",
                "the network is not connected: every node must reach every other, and there is no \
                 path from a to c; it consists of the 2 nodes a and b, and the 2 nodes c and d"
                    .to_owned(),
            ),
            (
                "a - b -> c",
                "the network is not connected: every node must reach every other, and there is no \
                 path from c to a; it consists of the 2 nodes a and b, and the node c, because some \
                 links lead one way only: if all led both ways, it would be connected"
                    .to_owned(),
            ),
        ] {
            assert_eq!(refusal(text), message, "{text}");
        }
    }

    #[test]
    fn a_node_has_at_most_255_ports_and_a_network_4096_nodes() {
        use std::fmt::Write as _;
        let star = |leaves: u32| {
            (0..leaves).fold(String::new(), |mut text, leaf| {
                let _ = writeln!(text, "hub - {leaf}");
                text
            })
        };
        assert!(Sketch::parse(&star(255)).is_ok());
        assert_eq!(
            refusal(&star(256)),
            "line 256: node hub has too many links: at most 255 may lead from a node"
        );
        let line = |nodes: u32| {
            let names: Vec<_> = (0..nodes).map(|node| node.to_string()).collect();
            names.join(" - ")
        };
        assert!(Sketch::parse(&line(4096)).and_then(Sketch::build).is_ok());
        assert_eq!(
            refusal(&line(4097)),
            "line 1: the network has too many nodes: at most 4096 are possible"
        );
    }
}
