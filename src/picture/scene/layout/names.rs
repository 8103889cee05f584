//! The names on nodes: addresses, numbers or labels, as far as there is room.

use super::level_of_detail::{Detail, Labels, label_size};
use super::{Layout, NODE_RADIUS};
use crate::scene::draw::{Bounds, Ink, Shape, Weight};
use engine::topology::{NodeId, Point, Topology};

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

    pub fn name(&self, node: NodeId) -> Option<String> {
        match (self.naming, &self.labels) {
            (Naming::None, _) => None,
            (Naming::Number, _) => Some(node.0.to_string()),
            (Naming::Hamiltonian, Some(labels)) => Some(labels[node.0 as usize].to_string()),
            _ => Some(short_address(self.topology, node)),
        }
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

    /// The number of characters of the longest name: numbers and labels are longest at the first or
    /// last node.
    fn longest(&self) -> usize {
        let letters = |node| self.name(node).map_or(0, |name| name.chars().count());
        let last = NodeId(self.topology.nodes() - 1);
        let nodes = [NodeId(0), last, self.topology.longest_address()];
        nodes.into_iter().map(letters).max().unwrap_or(0)
    }

    /// The names of all nodes, or of so few that they do not collide. They stand beside nodes, since
    /// worms pass over these; on dots they stand on a background. Switches have none where terminals
    /// have, and neither has where groups or levels are named and nodes are small.
    pub(in crate::scene) fn beside(
        &self,
        layout: &Layout,
        pitch: f32,
        within: Bounds,
    ) -> Vec<Shape> {
        let is_grouped = !layout.regions().is_empty();
        if self.naming == Naming::None || is_grouped && pitch < Labels::EVERY_FROM {
            return Vec::new();
        }
        let terminals = self.longest_of_terminals();
        let is_named = |node| terminals.is_none() || !self.topology.is_switch(node);
        let letters = terminals.unwrap_or_else(|| self.longest());
        let labels = Labels::at(layout, letters, pitch, is_named);
        let places = labels.nodes.into_iter().flat_map(|node| {
            let both = [Some(layout.node(node)), layout.second(node)];
            both.into_iter().flatten().map(move |at| (node, at))
        });
        let seen = places.filter(|(_, at)| within.meets(Bounds::of(&[*at])));
        let is_dot = Detail::of(pitch) < Detail::Routers;
        let mut taken = Vec::new();
        let named = seen.flat_map(|(node, at)| {
            if is_dot {
                return self.on_dot(layout, node, pitch);
            }
            let look = (Ink::Muted, Weight::Light);
            let name = self.beside_at(layout, (node, at), pitch, look, &taken);
            taken.extend(name.as_ref().map(area_of));
            [None, name]
        });
        named.flatten().collect()
    }

    /// The name of a node that stands out, where [`Names::beside`] has it.
    pub(in crate::scene) fn strong(&self, layout: &Layout, node: NodeId, pitch: f32) -> Vec<Shape> {
        /// In larger networks names do not avoid each other.
        const MOST: usize = 256;
        let look = (Ink::Text, Weight::Strong);
        let places = [Some(layout.node(node)), layout.second(node)];
        let places = places.into_iter().flatten();
        let alone = || {
            let names = places.map(|at| self.beside_at(layout, (node, at), pitch, look, &[]));
            names.flatten().collect()
        };
        if layout.is_grid() || layout.nodes().count() > MOST {
            return alone();
        }
        let name = self.name(node);
        let all = self.beside(layout, pitch, layout.bounds());
        let same = all.into_iter().filter_map(|shape| match shape {
            Shape::Label { at, size, text, .. } if name.as_ref() == Some(&text) => {
                let (ink, weight) = look;
                Some(Shape::Label {
                    at,
                    size,
                    text,
                    ink,
                    weight,
                })
            }
            _ => None,
        });
        let same: Vec<_> = same.collect();
        if same.is_empty() { alone() } else { same }
    }

    fn beside_at(
        &self,
        layout: &Layout,
        (node, at): (NodeId, Point),
        pitch: f32,
        (ink, weight): (Ink, Weight),
        taken: &[Bounds],
    ) -> Option<Shape> {
        let text = self.name(node)?;
        let size = Labels::font_size(layout, pitch) / pitch;
        let half = text_width(&text, size) / 2.0;
        let at = beside(layout, at, [half, 0.5 * size], pitch, taken);
        Some(Shape::Label {
            at,
            size,
            text,
            ink,
            weight,
        })
    }

    /// The name of a node that is a dot, on a background that covers links.
    fn on_dot(&self, layout: &Layout, node: NodeId, pitch: f32) -> [Option<Shape>; 2] {
        let Some(text) = self.name(node) else {
            return [None, None];
        };
        let size = Labels::font_size(layout, pitch) / pitch;
        let (half, high) = (0.5 * text_width(&text, size) + 0.1 * size, 0.55 * size);
        let at = inside(layout, layout.node(node), [half, high]);
        let background = Shape::Cell {
            at: Point::new(at.x - half, at.y - high),
            width: 2.0 * half,
            height: 2.0 * high,
            ink: Ink::Paper,
        };
        let name = Shape::Label {
            at,
            size,
            text,
            ink: Ink::Muted,
            weight: Weight::Light,
        };
        [Some(background), Some(name)]
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
            weight: Weight::Regular,
        })
    }
}

fn area_of(name: &Shape) -> Bounds {
    let Shape::Label { at, size, text, .. } = name else {
        return Bounds::of(&[]);
    };
    let (half, high) = (0.5 * text_width(text, *size) + 0.2 * size, 0.5 * size);
    Bounds {
        min: Point::new(at.x - half, at.y - high),
        max: Point::new(at.x + half, at.y + high),
    }
}

/// The approximate width of text of a font size.
fn text_width(text: &str, size: f32) -> f32 {
    // A comma or a point is half as wide as a digit.
    let width = |letter: char| if ",.:".contains(letter) { 0.3 } else { 0.59 };
    size * text.chars().map(width).sum::<f32>()
}

/// The center of a text beside a node: outside a ring, otherwise above right or, where a link or
/// node is in the way, at the corner or side where fewest are. `half` is half the width and height.
fn beside(
    layout: &Layout,
    at: Point,
    [half, high]: [f32; 2],
    pitch: f32,
    taken: &[Bounds],
) -> Point {
    /// Space between node and text \[pixels\].
    const GAP: f32 = 3.0;
    let gap = GAP / pitch;
    if layout.is_ring() {
        let Point { x, y } = Layout::outwards_at(at);
        let out = |half: f32| NODE_RADIUS + 2.0 * gap + half;
        return inside(
            layout,
            Point::new(at.x + x * out(half), at.y + y * out(high)),
            [half, high],
        );
    }
    let (x, y) = (NODE_RADIUS + gap + half, NODE_RADIUS + gap + 0.8 * high);
    // The length of a queue stands below left.
    let places = [
        (x, -y),
        (-x, -y),
        (x, y),
        (0.0, -y - gap),
        (0.0, y + gap),
        (x + gap, 0.0),
        (-x - gap, 0.0),
        (-x, y),
    ];
    if layout.is_grid() {
        let (x, y) = places[0];
        return inside(layout, Point::new(at.x + x, at.y + y), [half, high]);
    }
    // Names of a level stand in a row.
    let places = if layout.regions().is_empty() {
        places
    } else {
        [4, 3, 5, 6, 0, 1, 2, 7].map(|place: usize| places[place])
    };
    let places = places.map(|(x, y)| inside(layout, Point::new(at.x + x, at.y + y), [half, high]));
    let hidden = |place: &Point| {
        let area = Bounds {
            min: Point::new(place.x - half, place.y - 0.7 * high),
            max: Point::new(place.x + half, place.y + 0.7 * high),
        };
        let nodes = layout.nodes_within(area).count();
        let samples = [-0.85, -0.3, 0.3, 0.85].map(|share| share * half);
        let links = samples.iter().flat_map(|along| {
            [-0.5, 0.5].map(|up| Point::new(place.x + along, place.y + up * high))
        });
        let links = links.filter(|&at| layout.channel_at(at).is_some()).count();
        let names = taken.iter().filter(|other| other.meets(area)).count();
        10 * nodes + 20 * names + links
    };
    let least = places.iter().map(|place| (hidden(place), *place));
    // The first of those that hide least; usually the very first hides nothing.
    let mut best = (usize::MAX, places[0]);
    for found in least {
        if found.0 < best.0 {
            best = found;
        }
        if best.0 == 0 {
            break;
        }
    }
    best.1
}

/// The center of a text moved into the drawing, since its size on the screen is fixed, unlike the
/// margin of the drawing.
fn inside(layout: &Layout, at: Point, [half, high]: [f32; 2]) -> Point {
    let Bounds { min, max } = layout.bounds();
    Point::new(
        clamped(at.x, [min.x + half, max.x - half]),
        clamped(at.y, [min.y + high, max.y - high]),
    )
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
