//! The canonical [text](super::text) of a network.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::sketch::{Sketch, is_plain};
use crate::topology::{Point, sorted::order_of};

impl Sketch {
    /// The canonical text of the network: links in the order of their nodes' numbers, then switches
    /// and positions. A node has a line of its own only where its number requires it.
    pub fn text(&self) -> String {
        self.written(" ")
    }

    /// The canonical text without optional spaces.
    pub fn compact_text(&self) -> String {
        self.written("")
    }

    fn written(&self, space: &str) -> String {
        let mut writer = Writer {
            sketch: self,
            named: 0,
            text: String::new(),
        };
        let pairs = self.channels().filter_map(|(from, to)| {
            let both = self.has_channel(to, from);
            (!both || from < to).then_some((from, to, both))
        });
        let pairs: Vec<_> = pairs.collect();
        // By the higher number, so that nodes are first named in the order of their numbers.
        let key = |&(from, to, _): &(usize, usize, bool)| {
            (from.max(to) as u64) << 32 | from.min(to) as u64
        };
        for place in order_of(pairs.iter().map(key)) {
            let (from, to, both) = pairs[place];
            let arrow = if both { "-" } else { "->" };
            writer.name(from, to);
            let [from, to] = [from, to].map(|node| written(&self.nodes()[node].name));
            let _ = writeln!(writer.text, "{from}{space}{arrow}{space}{to}");
        }
        writer.name_up_to(self.nodes().len());
        for node in self.nodes().iter().filter(|node| node.is_switch) {
            let _ = writeln!(writer.text, "switch {}", written(&node.name));
        }
        for node in self.nodes() {
            if let Some(Point { x, y }) = node.at {
                let name = written(&node.name);
                let _ = writeln!(writer.text, "{name}{space}@{space}{x} {y}");
            }
        }
        writer.text.truncate(writer.text.trim_end().len());
        writer.text
    }
}

/// A name as in the text of a network: in quotes if it needs them.
fn written(name: &str) -> Cow<'_, str> {
    if is_plain(name) {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(format!("\"{name}\""))
    }
}

/// Writer of lines that first name nodes in the order of their numbers.
struct Writer<'a> {
    sketch: &'a Sketch,
    /// Number of nodes named so far.
    named: usize,
    text: String,
}

impl Writer<'_> {
    /// Prepares for a line that names two nodes: names the unnamed nodes with lower numbers.
    fn name(&mut self, first: usize, second: usize) {
        let mut named = self.named;
        named += usize::from(first == named);
        named += usize::from(second == named);
        let highest = first.max(second);
        if highest < named {
            self.named = named;
        } else {
            self.name_up_to(highest);
            self.named = highest + 1;
        }
    }

    /// Names nodes on lines of their own, up to but not including number `end`.
    fn name_up_to(&mut self, end: usize) {
        for node in &self.sketch.nodes()[self.named.min(end)..end] {
            let _ = writeln!(self.text, "{}", written(&node.name));
        }
        self.named = self.named.max(end);
    }
}
