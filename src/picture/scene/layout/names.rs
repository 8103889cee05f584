//! The names on nodes: addresses, numbers or labels, as far as there is room.

use super::level_of_detail::{Detail, Labels, label_size};
use super::{Layout, NODE_RADIUS};
use crate::scene::draw::{Bounds, Ink, Shape};
use engine::topology::{NodeId, Point, Topology};

/// The smallest legible font size \[pixels\].
const LEAST: f32 = 8.0;

/// The kind of names on nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Naming {
    /// The address, in the notation of the literature: `0110`, `3,2`.
    #[default]
    Address,
    /// The number of the node, from 0.
    Number,
    /// The number along a Hamiltonian path, of the whole network or of a level.
    Hamiltonian,
    /// No name.
    None,
}

impl Naming {
    /// The kinds that differ in a network, each with its title there, in the order in which a key
    /// cycles through them.
    pub fn offered(topology: &dyn Topology) -> Vec<(Self, &'static str)> {
        let last = NodeId(topology.nodes() - 1);
        let address = short_address(topology, last);
        let is_binary = address.len() > 1 && address.chars().all(|digit| digit == '1');
        let addresses = if is_binary {
            "binary addresses"
        } else {
            "addresses"
        };
        let mut offered = vec![(Self::Address, addresses)];
        if address != last.0.to_string() {
            offered.push((Self::Number, "numbers"));
        }
        if topology.path_labels().is_some() {
            offered.push((Self::Hamiltonian, "Hamiltonian labels"));
        }
        offered.push((Self::None, "no labels"));
        offered
    }
}

/// The names on the nodes of a network.
#[derive(Debug)]
pub struct Names<'a> {
    topology: &'a dyn Topology,
    naming: Naming,
    /// By node, if the network has labels.
    labels: Option<Vec<u32>>,
}

impl<'a> Names<'a> {
    /// Creates the names of a network's nodes; addresses replace labels if it has none.
    pub fn new(topology: &'a dyn Topology, naming: Naming) -> Self {
        let wants_labels = naming == Naming::Hamiltonian;
        Self {
            topology,
            naming,
            labels: wants_labels.then(|| labels(topology)).flatten(),
        }
    }

    /// The name of a node.
    pub fn name(&self, node: NodeId) -> Option<String> {
        match (self.naming, &self.labels) {
            (Naming::None, _) => None,
            (Naming::Number, _) => Some(node.0.to_string()),
            (Naming::Hamiltonian, Some(labels)) => Some(labels[node.0 as usize].to_string()),
            _ => Some(short_address(self.topology, node)),
        }
    }

    /// Whether every node's name is legible on its disc.
    pub(in crate::scene) fn fit(&self, pitch: f32) -> bool {
        pitch >= self.least_pitch()
    }

    /// The nodes whose names are legible on their discs: all, only the terminals among switches with
    /// longer names, or none.
    pub(in crate::scene) fn on_discs(&self, pitch: f32) -> impl Fn(NodeId) -> bool {
        let all = self.fit(pitch);
        let terminals = !all && self.fit_terminals(pitch);
        move |node| all || terminals && !self.topology.is_switch(node)
    }

    fn fit_terminals(&self, pitch: f32) -> bool {
        let letters = self.longest_of_terminals();
        letters.is_some_and(|letters| pitch >= LEAST / label_size(letters))
    }

    /// The number of characters of the longest name of a terminal, in a network with switches.
    fn longest_of_terminals(&self) -> Option<usize> {
        let mut nodes = self.topology.node_ids();
        let first_switch = nodes.find(|&node| self.topology.is_switch(node));
        // Terminals come first, so that the last of them has the longest name.
        let last = first_switch.and_then(|switch| switch.0.checked_sub(1));
        let name = last.and_then(|last| self.name(NodeId(last)));
        name.map(|name| name.chars().count())
    }

    /// The pitch from which every node's name is legible on its disc \[pixels/grid unit\]; 0 without names.
    pub fn least_pitch(&self) -> f32 {
        match self.naming {
            Naming::None => 0.0,
            _ => LEAST / label_size(self.longest()),
        }
    }

    /// The number of characters of the longest name: numbers and labels are longest at the first or
    /// last node.
    fn longest(&self) -> usize {
        let letters = |node| self.name(node).map_or(0, |name| name.chars().count());
        let last = NodeId(self.topology.nodes() - 1);
        let nodes = [NodeId(0), last, self.topology.longest_address()];
        nodes.into_iter().map(letters).max().unwrap_or(0)
    }

    /// The names of so few nodes that they are legible, on a background that covers links: on dots,
    /// and below or beside discs, which a name would cover. Switches have none, as in
    /// [`Names::on_discs`].
    pub(in crate::scene) fn some(&self, layout: &Layout, pitch: f32, within: Bounds) -> Vec<Shape> {
        let terminals = self.longest_of_terminals();
        let is_named = |node| terminals.is_none() || !self.topology.is_switch(node);
        let letters = terminals.unwrap_or_else(|| self.longest());
        let labels = Labels::at(layout, letters, pitch, is_named);
        let near = labels
            .nodes
            .into_iter()
            .map(|node| (node, layout.node(node)));
        let near = near.filter(|(_, at)| within.meets(Bounds::of(&[*at])));
        let size = labels.size;
        let inside = layout.bounds();
        let high = 0.55 * size;
        let label = |(node, at): (NodeId, Point)| {
            let text = self.name(node)?;
            let half = 0.33 * size * text.chars().count() as f32;
            // The text has a fixed size on the screen, unlike the margin of the drawing, so it is
            // moved inside.
            let area = |x: f32, y: f32| {
                let x = clamped(at.x + x, [inside.min.x + half, inside.max.x - half]);
                let y = clamped(at.y + y, [inside.min.y + high, inside.max.y - high]);
                Bounds {
                    min: Point::new(x - half, y - high),
                    max: Point::new(x + half, y + high),
                }
            };
            // If nodes are more than dots, names are placed below or beside them, where no node is.
            let area = if Detail::of(pitch) >= Detail::Routers {
                let is_free = |area: &Bounds| layout.nodes_within(*area).next().is_none();
                let below = area(0.0, NODE_RADIUS + 1.2 * high);
                let beside = area(1.1 * NODE_RADIUS + half, 0.0);
                [below, beside].into_iter().find(is_free)?
            } else {
                area(0.0, 0.0)
            };
            let at = area.center();
            let background = Shape::Cell {
                at: area.min,
                width: 2.0 * half,
                height: 2.0 * high,
                ink: Ink::Paper,
            };
            let ink = Ink::Muted;
            Some([
                background,
                Shape::Label {
                    at,
                    size,
                    text,
                    ink,
                },
            ])
        };
        near.filter_map(label).flatten().collect()
    }

    /// The name of a node as a shape on its disc.
    pub fn label(&self, layout: &Layout, node: NodeId, ink: Ink) -> Option<Shape> {
        self.label_at(layout.node(node), node, ink)
    }

    /// The name of a node as a shape at a position.
    pub(in crate::scene) fn label_at(&self, at: Point, node: NodeId, ink: Ink) -> Option<Shape> {
        let text = self.name(node)?;
        Some(Shape::Label {
            at,
            size: label_size(text.chars().count()),
            text,
            ink,
        })
    }
}

/// The labels that label-based routing follows: along a Hamiltonian path, or, in a mesh-hypercube,
/// within each level.
fn labels(topology: &dyn Topology) -> Option<Vec<u32>> {
    let labels = topology.path_labels()?;
    Some(labels.of_nodes().to_vec())
}

/// Clamps a coordinate to a range, unless the range is empty.
fn clamped(at: f32, [least, most]: [f32; 2]) -> f32 {
    if least > most {
        at
    } else {
        at.clamp(least, most)
    }
}

/// The address of a node, without parentheses.
pub(in crate::scene) fn short_address(topology: &dyn Topology, node: NodeId) -> String {
    let address = topology.address(node);
    address.trim_matches(['(', ')']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::topology;

    #[test]
    fn a_network_offers_the_names_that_differ_in_it() {
        let offered = |spec: &str| -> Vec<&str> {
            let topology = topology::from_spec(spec).expect("a valid network");
            let offered = Naming::offered(&*topology).into_iter();
            offered.map(|(_, name)| name).collect()
        };
        let cube = offered("hypercube:6");
        assert_eq!(cube[..2], ["binary addresses", "numbers"]);
        assert_eq!(offered("torus:8x8")[0], "addresses");
        assert!(!offered("ring:8").contains(&"numbers"), "addresses are");
    }

    #[test]
    fn addresses_of_a_hypercube_have_one_bit_per_dimension() {
        let topology = topology::from_spec("hypercube:6").expect("a valid network");
        let names = Names::new(&*topology, Naming::Address);
        assert_eq!(names.name(NodeId(22)), Some("010110".to_owned()));
    }
}
