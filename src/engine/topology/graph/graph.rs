//! User-defined networks as topologies.

use std::sync::OnceLock;

use super::layout;
use super::sketch::Sketch;
use super::{short_name, spec_of};
use crate::catalog::BuildError;
use crate::topology::geometry::{Arrangement, Half, Hops, Point};
use crate::topology::sorted::{ascending, order_of};
use crate::topology::{NodeId, Port, Topology, mean_over_pairs};

/// The topology of a complete user-defined network.
#[derive(Debug)]
pub struct Graph {
    sketch: Sketch,
    degree: u8,
    hops: Hops,
    /// Largest and mean distance between terminals.
    distances: OnceLock<(u32, f64)>,
    places: OnceLock<Vec<Point>>,
}

impl Graph {
    /// Builds the topology of a sketch that is known to be complete.
    pub(super) fn of(sketch: Sketch) -> Self {
        let mut next = vec![Vec::new(); sketch.nodes().len()];
        for (from, to) in sketch.channels() {
            next[from].push(to as u32);
        }
        let degree = next.iter().map(Vec::len).max().unwrap_or(0);
        Self {
            hops: Hops::over(next),
            degree: degree as u8,
            distances: OnceLock::new(),
            places: OnceLock::new(),
            sketch,
        }
    }

    /// The sketch from which the topology was built.
    pub fn sketch(&self) -> &Sketch {
        &self.sketch
    }

    /// Positions of all nodes in a drawing.
    pub fn places(&self) -> &[Point] {
        self.places.get_or_init(|| layout::places(&self.sketch))
    }

    /// The sketch with every node fixed at its position in the drawing, rounded to hundredths, so
    /// that moving one node leaves the others in place.
    pub fn placed(&self) -> Sketch {
        let hundredths = |x: f32| (x * 100.0).round() / 100.0;
        let mut sketch = self.sketch.clone();
        for (node, at) in self.places().iter().enumerate() {
            let at = Point::new(hundredths(at.x), hundredths(at.y));
            let is_placed = sketch.place(node, Some(at));
            debug_assert!(
                is_placed.is_ok(),
                "a drawing is within the bounds of positions"
            );
        }
        sketch
    }

    /// Largest and mean distance between terminals \[hops\].
    fn distances(&self) -> (u32, f64) {
        *self.distances.get_or_init(|| {
            let terminals = || (0..self.nodes()).filter(|&node| !self.is_switch(NodeId(node)));
            let (mut largest, mut total) = (0, 0_u64);
            for from in terminals() {
                let hops = self.hops.search(from);
                for to in terminals() {
                    let hops = hops[to as usize];
                    largest = largest.max(hops);
                    total += u64::from(hops);
                }
            }
            let mean = mean_over_pairs(total as f64, terminals().count() as u32);
            (u32::from(largest), mean)
        })
    }

    /// The first half of the terminals in an order, and the switches among them.
    fn first_half(&self, across: &str, order: impl Iterator<Item = usize>) -> Half {
        let order: Vec<_> = order.map(|node| NodeId(node as u32)).collect();
        let terminals = order.iter().filter(|&&node| !self.is_switch(node)).count();
        let mut left = terminals / 2;
        let mut is_inside = vec![false; order.len()];
        for node in order {
            let counts = !self.is_switch(node);
            if left == 0 {
                break;
            }
            is_inside[node.0 as usize] = true;
            left -= usize::from(counts);
        }
        Half {
            across: across.to_owned(),
            is_inside,
        }
    }
}

impl Sketch {
    /// Builds the topology. The network must have at least two terminals, a path from every node to
    /// every other, and positions that a drawing can show.
    pub fn build(self) -> Result<Graph, BuildError> {
        let terminals = self.nodes().iter().filter(|node| !node.is_switch).count();
        if terminals < 2 {
            let switches = self.nodes().len() - terminals;
            let there = match terminals {
                0 => "are none",
                _ => "is one",
            };
            return Err(BuildError::unfit(format!(
                "the network needs two nodes that are not switches, or more; there {there}{}",
                beside_switches(switches)
            )));
        }
        if let Some(reason) = self.unconnected() {
            return Err(BuildError::unfit(reason));
        }
        self.check_places()?;
        Ok(Graph::of(self))
    }

    /// Rejects positions that no drawing could show together.
    fn check_places(&self) -> Result<(), BuildError> {
        /// Largest ratio of the extent of a drawing to the distance of its nearest two nodes.
        const MOST_TIMES: f64 = 10_000.0;
        let placed = self.nodes().iter().enumerate();
        let placed = placed.filter_map(|(node, named)| Some((node, named.at?)));
        let placed: Vec<_> = placed
            .map(|(node, at)| (node, [f64::from(at.x), f64::from(at.y)]))
            .collect();
        let places: Vec<_> = placed.iter().map(|&(_, place)| place).collect();
        let Some((apart, ends)) = layout::nearest(&places) else {
            return Ok(());
        };
        let [one, other] = ends.map(|end| &*self.nodes()[placed[end].0].name);
        if apart == 0.0 {
            return Err(BuildError::unfit(format!(
                "nodes {one} and {other} have the same position; every node needs one of its own"
            )));
        }
        if layout::extent(&places) > MOST_TIMES * apart {
            return Err(BuildError::unfit(format!(
                "nodes {one} and {other} are too close to be distinguished: the drawing is more \
                 than {MOST_TIMES} times as wide as the {apart} between them"
            )));
        }
        Ok(())
    }
}

/// `, and 1 switch` or `, and 3 switches`; ` yet` without switches.
fn beside_switches(count: usize) -> String {
    match count {
        0 => " yet".to_owned(),
        1 => ", and 1 switch".to_owned(),
        more => format!(", and {more} switches"),
    }
}

impl Topology for Graph {
    fn nodes(&self) -> u32 {
        self.hops.next().len() as u32
    }

    fn degree(&self) -> u8 {
        self.degree
    }

    fn neighbor(&self, node: NodeId, port: Port) -> Option<NodeId> {
        let next = self.hops.next()[node.0 as usize].get(usize::from(port.0));
        next.copied().map(NodeId)
    }

    fn is_switch(&self, node: NodeId) -> bool {
        self.sketch.nodes()[node.0 as usize].is_switch
    }

    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        self.hops.between(from.0, to.0)
    }

    fn diameter(&self) -> u32 {
        self.distances().0
    }

    fn mean_distance(&self) -> f64 {
        self.distances().1
    }

    fn label(&self, node: NodeId) -> String {
        self.sketch.nodes()[node.0 as usize].name.clone()
    }

    fn longest_address(&self) -> NodeId {
        let nodes = (0..self.nodes()).map(NodeId);
        let longest = nodes.max_by_key(|&node| self.address(node).chars().count());
        longest.unwrap_or(NodeId(0))
    }

    fn parse_label(&self, text: &str) -> Option<NodeId> {
        let number = self.sketch.number(text);
        number.map(|number| NodeId(number as u32))
    }

    fn labels_allowed(&self) -> String {
        /// Largest number of nodes whose names are all listed.
        const MOST_LISTED: usize = 8;
        let names = self.sketch.nodes().iter().map(|node| &*node.name);
        let names: Vec<_> = names.take(MOST_LISTED + 1).collect();
        match &*names {
            [first, second, .., _] if names.len() > MOST_LISTED => {
                format!("the name of a node, such as {first} or {second},")
            }
            _ => crate::catalog::one_of(&names),
        }
    }

    fn port_name(&self, port: Port) -> String {
        format!("link {}", port.0)
    }

    /// All links share one dimension, since none precedes another.
    fn dimension(&self, _: Port) -> u8 {
        0
    }

    /// Bisections of the drawing from left to right and from top to bottom, and of the numbers.
    fn natural_cuts(&self) -> Vec<Half> {
        let across =
            |key: fn(&Point) -> f32| order_of(self.places().iter().map(key).map(ascending));
        vec![
            self.first_half("the middle, from left to right", across(|at| at.x)),
            self.first_half("the middle, from top to bottom", across(|at| at.y)),
            self.first_half("the middle of the numbers", 0..self.hops.next().len()),
        ]
    }

    fn position(&self, node: NodeId, _: Arrangement) -> Point {
        self.places()[node.0 as usize]
    }

    fn is_user_defined(&self) -> bool {
        true
    }

    fn spec(&self) -> String {
        spec_of(&self.sketch.text())
    }

    fn short_name(&self) -> String {
        short_name(self.hops.next().len())
    }
}
