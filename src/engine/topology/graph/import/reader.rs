//! Common parts of all formats: invalid names, repeated links, and positions in other units.

use std::collections::BTreeMap;

use super::Imported;
use crate::catalog::BuildError;
use crate::topology::Point;
use crate::topology::graph::sketch::{Sketch, is_name};

/// A network that is being read.
#[derive(Default)]
pub(super) struct Reader {
    sketch: Sketch,
    /// Numbers of nodes by their names in the file.
    numbers: BTreeMap<String, usize>,
    places: Vec<(usize, [f64; 2])>,
    renamed: u32,
    repeated: u32,
    to_itself: u32,
    /// Further notes.
    pub(super) notes: Vec<String>,
}

impl Reader {
    /// The node with this name in the file, which is added if it is new.
    pub(super) fn node(&mut self, name: &str) -> Result<usize, BuildError> {
        if let Some(&number) = self.numbers.get(name) {
            return Ok(number);
        }
        let valid = self.free_name(name);
        self.renamed += u32::from(valid != name);
        let number = self.sketch.add(&valid)?;
        self.numbers.insert(name.to_owned(), number);
        Ok(number)
    }

    /// The node with this name in the file; `None` if there is none yet.
    pub(super) fn known(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    /// A valid name that no node has yet: the name in the file, or one derived from it.
    fn free_name(&self, name: &str) -> String {
        /// Length that leaves room for a number after the name \[characters\].
        const MOST_CHARACTERS: usize = 18;
        let plain = |c: char| {
            if c.is_alphanumeric() || matches!(c, '_' | '.' | ',') {
                c
            } else {
                '_'
            }
        };
        if is_name(name) && self.sketch.number(name).is_none() {
            return name.to_owned();
        }
        let valid: String = name
            .trim()
            .chars()
            .map(plain)
            .take(MOST_CHARACTERS)
            .collect();
        let valid = valid.trim_matches(['.', ',']);
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

    pub(super) fn place(&mut self, node: usize, at: [f64; 2]) {
        if at.iter().all(|x| x.is_finite()) {
            self.places.push((node, at));
        }
    }

    pub(super) fn set_switch(&mut self, node: usize) {
        self.sketch.set_switch(node, true);
    }

    /// The network that has been read, with its notes.
    pub(super) fn finish(mut self, format: &'static str) -> Result<Imported, BuildError> {
        self.set_positions()?;
        let mut note = |count: u32, one: &str, several: &str| match count {
            0 => {}
            1 => self.notes.push(format!("{one}.")),
            more => self.notes.push(format!("{more} {several}.")),
        };
        note(
            self.renamed,
            "A node was renamed, because its name has characters that are not allowed",
            "nodes were renamed, because their names have characters that are not allowed",
        );
        note(
            self.repeated,
            "A repeated link between the same nodes is ignored",
            "repeated links between the same nodes are ignored",
        );
        note(
            self.to_itself,
            "A link from a node to itself is ignored",
            "links from nodes to themselves are ignored",
        );
        Ok(Imported {
            sketch: self.sketch,
            format,
            notes: self.notes,
        })
    }

    /// Places nodes as in the file, scaled so that links are a little longer than those between
    /// neighbors in a grid and no two nodes overlap. Positions for which this is impossible are
    /// ignored.
    fn set_positions(&mut self) -> Result<(), BuildError> {
        /// Mean length of a link [grid units].
        const LINK: f64 = 1.5;
        /// Smallest distance between two nodes [grid units].
        const NEAREST: f64 = 0.75;
        /// Mean length of links in the largest drawing that is useful [grid units].
        const LONGEST: f64 = 30.0;
        let at: BTreeMap<_, _> = self.places.iter().copied().collect();
        let between = |one: [f64; 2], other: [f64; 2]| {
            let [x, y] = [0, 1].map(|axis| one[axis] - other[axis]);
            (x * x + y * y).sqrt()
        };
        let ends = |(from, to)| Some((*at.get(&from)?, *at.get(&to)?));
        let lengths = self.sketch.channels().filter_map(ends);
        let lengths: Vec<_> = lengths.map(|(one, other)| between(one, other)).collect();
        let mean = lengths.iter().sum::<f64>() / lengths.len().max(1) as f64;
        let mut nearest = f64::INFINITY;
        let all: Vec<_> = at.values().copied().collect();
        for (i, &one) in all.iter().enumerate() {
            for &other in &all[..i] {
                nearest = nearest.min(between(one, other));
            }
        }
        if !(nearest.is_finite() && mean > 0.0) {
            return Ok(());
        }
        let factor = (LINK / mean).max(NEAREST / nearest);
        let is_useful = factor * mean <= LONGEST && factor.is_finite();
        if !is_useful {
            let note = "Positions are ignored: some nodes are too close to each other.";
            self.notes.push(note.to_owned());
            return Ok(());
        }
        let least = |axis: usize| all.iter().map(|at| at[axis]).fold(f64::INFINITY, f64::min);
        let origin = [least(0), least(1)];
        // Hundredths are finer than visible.
        let hundredths = |x: f64| ((x * 100.0).round() / 100.0) as f32;
        for (node, at) in at {
            let [x, y] = [0, 1].map(|axis| hundredths((at[axis] - origin[axis]) * factor));
            self.sketch.place(node, Some(Point::new(x, y)))?;
        }
        Ok(())
    }
}
