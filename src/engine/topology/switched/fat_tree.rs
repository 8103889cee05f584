//! Fat trees and trees: terminals at the bottom, and levels of switches above them.
//!
//! Every switch has k links down and, below the top, u links up. Level l, from 1 to n, has
//! kⁿ⁻ˡ·uˡ⁻¹ switches: u^(l−1) copies above each block of kˡ terminals. Copy c of a block is linked
//! to the copies c·u to c·u + u − 1 of the block around it. With u = k this is the k-ary n-tree, with
//! u = 1 a tree (an extended generalized fat tree XGFT(n; k, …, k; 1, u, …, u), Öhring et al. 1995).

use super::digits::in_digits;
use super::levels::{Levels, first_of_levels};
use super::{check_nodes, check_ports};
use crate::catalog::{BuildError, Control, Entry, Family, Integer, Param};
use crate::topology::geometry::{Arrangement, Half, Hops, Point, ShortestPaths};
use crate::topology::{Build, NodeId, Port, TEXTS, Topology, TopologyFamily, mean_over_pairs};

pub(in crate::topology) const FAT_TREE: TopologyFamily = Family {
    entry: Entry::new(
        TEXTS,
        "fat-tree",
        &[
            Param::Integer(RADIX),
            Param::Integer(LEVELS),
            Param::Integer(TAPER),
        ],
    ),
    build: Build::new(|settings| {
        let radix = settings.integer(&RADIX)?;
        let levels = settings.integer(&LEVELS)?;
        let taper = settings.integer(&TAPER)?;
        if !radix.is_multiple_of(taper) {
            return Err(BuildError::rejected(
                "Taper",
                format!("a divisor of k = {radix}"),
                taper.to_string(),
            ));
        }
        let sizes = match taper {
            1 => format!("{radix},{levels}"),
            _ => format!("{radix},{levels},{taper}"),
        };
        build(FAT_TREE.entry.id, &sizes, radix, levels, radix / taper)
    }),
};

pub(in crate::topology) const TREE: TopologyFamily = Family {
    entry: Entry::new(
        TEXTS,
        "tree",
        &[Param::Integer(RADIX), Param::Integer(LEVELS)],
    ),
    build: Build::new(|settings| {
        let radix = settings.integer(&RADIX)?;
        let levels = settings.integer(&LEVELS)?;
        let sizes = format!("{radix},{levels}");
        build(TREE.entry.id, &sizes, radix, levels, 1)
    }),
};

const RADIX: Integer = Control::new("k", "k", "Radix")
    .unit("links")
    .default("2")
    .help("Links of a switch downwards.")
    .integer(2, 127);

const LEVELS: Integer = Control::new("n", "n", "Levels")
    .default("3")
    .help("Levels of switches.")
    .integer(1, 15);

const TAPER: Integer = Control::new("taper", "", "Taper")
    .default("1")
    .help("Links of a switch downwards per link upwards.")
    .integer(1, 127);

fn build(
    id: &str,
    sizes: &str,
    radix: u32,
    levels: u32,
    up: u32,
) -> Result<Box<dyn Topology>, BuildError> {
    let first = first_of_levels(radix, levels, up);
    check_nodes(
        id,
        first.as_ref().and_then(|first| first.last().copied()),
        sizes,
    )?;
    check_ports(id, radix + up, sizes)?;
    let levels = Levels::new(radix, up, first.unwrap_or_default());
    Ok(Box::new(FatTree::new(format!("{id}:{sizes}"), levels)))
}

#[derive(Debug)]
pub struct FatTree {
    spec: String,
    levels: Levels,
    /// Distances from and to switches, which are on no path between other nodes.
    hops: Hops,
}

impl FatTree {
    fn new(spec: String, levels: Levels) -> Self {
        let mut tree = Self {
            spec,
            levels,
            hops: Hops::over(Vec::new()),
        };
        tree.hops = Hops::of(&tree);
        tree
    }

    pub fn levels(&self) -> &Levels {
        &self.levels
    }
}

impl Topology for FatTree {
    fn nodes(&self) -> u32 {
        self.levels.first.last().copied().unwrap_or(0)
    }

    fn degree(&self) -> u8 {
        (self.levels.radix + self.levels.up) as u8
    }

    fn neighbor(&self, node: NodeId, port: Port) -> Option<NodeId> {
        self.levels.neighbor(node, port)
    }

    fn is_switch(&self, node: NodeId) -> bool {
        node.0 >= self.levels.first[1]
    }

    /// The terminals below a link of the top.
    fn group_size(&self) -> Option<u32> {
        Some(self.levels.first[1] / self.levels.radix)
    }

    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        if self.is_switch(from) || self.is_switch(to) {
            return self.hops.between(from.0, to.0);
        }
        let mut blocks = [from.0, to.0];
        let mut level = 0;
        while blocks[0] != blocks[1] {
            blocks = blocks.map(|block| block / self.levels.radix);
            level += 1;
        }
        2 * level
    }

    fn diameter(&self) -> u32 {
        2 * self.levels.top()
    }

    /// Of the other terminals, kˡ − kˡ⁻¹ are 2l hops away.
    fn mean_distance(&self) -> f64 {
        let terminals = self.levels.first[1];
        let at = |level: u32| {
            let within = |level: u32| f64::from(self.levels.radix.pow(level));
            f64::from(2 * level) * (within(level) - within(level - 1))
        };
        let total: f64 = (1..=self.levels.top()).map(at).sum();
        mean_over_pairs(total * f64::from(terminals), terminals)
    }

    fn label(&self, node: NodeId) -> String {
        match self.levels.level(node) {
            0 => node.0.to_string(),
            level => format!("s{level}.{}", node.0 - self.levels.first[level as usize]),
        }
    }

    fn address(&self, node: NodeId) -> String {
        if self.is_switch(node) {
            return self.label(node);
        }
        in_digits(node.0, self.levels.radix, self.levels.top())
    }

    fn longest_address(&self) -> NodeId {
        let letters = |node: &NodeId| self.address(*node).len();
        let last = |next: &u32| NodeId(next - 1);
        let ends = self.levels.first[1..].iter().map(last);
        ends.max_by_key(letters).unwrap_or(NodeId(0))
    }

    fn parse_label(&self, text: &str) -> Option<NodeId> {
        let text = text.trim();
        let Some(switch) = text.strip_prefix('s') else {
            let number = text.parse().ok();
            return number
                .filter(|&number| number < self.levels.first[1])
                .map(NodeId);
        };
        let (level, index) = switch.split_once('.')?;
        let level: usize = level.parse().ok()?;
        let index: u32 = index.parse().ok()?;
        let bounds = self
            .levels
            .first
            .get(level..=level + 1)
            .filter(|_| level > 0)?;
        let node = bounds[0].checked_add(index)?;
        (node < bounds[1]).then_some(NodeId(node))
    }

    fn labels_allowed(&self) -> String {
        let last = NodeId(self.nodes() - 1);
        format!(
            "a terminal from 0 to {}, or a switch from s1.0 to {},",
            self.levels.first[1] - 1,
            self.label(last)
        )
    }

    fn port_name(&self, port: Port) -> String {
        match u32::from(port.0).checked_sub(self.levels.radix) {
            Some(nth) => format!("up {nth}"),
            None => format!("down {}", port.0),
        }
    }

    fn dimension(&self, port: Port) -> u8 {
        u8::from(u32::from(port.0) >= self.levels.radix)
    }

    fn shortest_paths(&self) -> ShortestPaths {
        ShortestPaths::by_distance(self)
    }

    /// Every shortest path goes up and then down.
    fn are_shortest_paths_free(&self) -> Option<bool> {
        Some(true)
    }

    /// Half of the terminals of a tree that is not tapered: any two halves can exchange messages over
    /// paths that share no channel (Leiserson 1985), and no more than their own channels cross.
    fn known_bisection(&self) -> Option<u32> {
        let terminals = self.levels.first[1];
        (self.levels.up == self.levels.radix).then_some(terminals / 2)
    }

    /// Between the blocks below the top, with half of the switches at the top.
    fn natural_cuts(&self) -> Vec<Half> {
        let top = self.levels.top();
        let inside = |node| {
            let level = self.levels.level(node);
            let (block, copy) = self.levels.place(node, level);
            if level == top {
                copy < self.levels.copies(top) / 2
            } else {
                block / self.levels.radix.pow(top - 1 - level) < self.levels.radix / 2
            }
        };
        vec![Half::by("the top".to_owned(), self.nodes(), inside)]
    }

    /// From the bottom to the top.
    fn position(&self, node: NodeId, _: Arrangement) -> Point {
        /// Height of a level in a drawing, relative to the width of all levels.
        const SLOPE: f32 = 0.4;
        /// Height of the lowest links [grid units].
        const LEAST: f32 = 1.5;
        let level = self.levels.level(node);
        let (block, copy) = self.levels.place(node, level);
        let [copies, within] =
            [self.levels.copies(level), self.levels.radix.pow(level)].map(|n| n as f32);
        // Of a tapered tree, too: a level never has more switches than terminals.
        let along = (copy as f32 + 0.5) / copies;
        let height = (SLOPE * self.levels.first[1] as f32 / self.levels.top() as f32).max(LEAST);
        Point::new(
            (block as f32 + along) * within - 0.5,
            (self.levels.top() - level) as f32 * height,
        )
    }

    fn spec(&self) -> String {
        self.spec.clone()
    }
}
