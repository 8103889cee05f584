//! A path on which a message does not arrive: its hops in order, and its last node.

use super::marks::{self, path_ends};
use crate::scene::draw::{Ink, Shape, Stroke};
use crate::scene::layout::{Layout, Names};
use engine::topology::{Network, NodeId};

/// A path that does not reach its destination.
#[derive(Debug, Clone, Copy)]
pub struct LostWay<'a> {
    /// The nodes, starting with the source.
    pub way: &'a [NodeId],
    pub to: NodeId,
}

impl LostWay<'_> {
    /// Draws numbered arrows along the hops, and source and destination.
    pub fn shapes(&self, layout: &Layout, network: &Network, names: &Names) -> Vec<Shape> {
        let hops = self.way.windows(2);
        let channels = hops.filter_map(|hop| network.between(hop[0], hop[1]));
        let mut shapes: Vec<_> = channels
            .map(|channel| Shape::Arrow {
                curve: layout.middle(channel),
                width: 0.06,
                ink: Ink::Blocked,
                stroke: Stroke::Solid,
            })
            .collect();
        if let Some(&from) = self.way.first() {
            shapes.extend(path_ends(layout, names, (from, self.to)));
        }
        let later = self.way.iter().enumerate().skip(1);
        let last = self.way.len().saturating_sub(1);
        for (hop, &node) in later.filter(|(_, node)| **node != self.way[0]) {
            let fill = if hop == last {
                Ink::Blocked
            } else {
                Ink::Chosen
            };
            shapes.push(marks::badge(layout, node, hop.to_string(), fill));
        }
        shapes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::layout::Naming;
    use engine::topology::{self, Arrangement};

    #[test]
    fn every_hop_has_an_arrow_and_a_number() {
        let topology = topology::from_spec("mesh:3x3").expect("a network");
        let network = Network::new(&*topology);
        let layout = Layout::new(&*topology, &network, 1, Arrangement::default());
        let names = Names::new(&*topology, Naming::default());
        let way = [0, 1, 4].map(NodeId);
        let to = NodeId(8);
        let shapes = LostWay { way: &way, to }.shapes(&layout, &network, &names);
        let arrows = shapes
            .iter()
            .filter(|shape| matches!(shape, Shape::Arrow { .. }));
        assert_eq!(arrows.count(), 2);
        let badges = shapes.iter().filter_map(|shape| match shape {
            Shape::Badge { text, .. } => Some(&**text),
            _ => None,
        });
        assert!(badges.eq(["from", "to", "1", "2"]));
    }
}
