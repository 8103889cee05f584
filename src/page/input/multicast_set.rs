//! The source and destinations of a multicast, as chosen in the picture.

use engine::topology::{NodeId, Point};
use picture::scene::{Layout, NODE_RADIUS};

/// The source and destinations of a multicast.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MulticastSet {
    pub from: NodeId,
    /// The destinations, in the order in which they were chosen.
    pub to: Vec<NodeId>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Grip {
    Source,
    Destination(NodeId),
    /// A region whose nodes become destinations, from this corner on.
    Region(Point),
}

impl MulticastSet {
    /// Returns the thing that a drag from a node moves: the source or destination at that node, or else a new
    /// region.
    pub fn grip(&self, node: NodeId, at: Point) -> Grip {
        if node == self.from {
            Grip::Source
        } else if self.to.contains(&node) {
            Grip::Destination(node)
        } else {
            Grip::Region(at)
        }
    }

    /// Adds or removes a node as a destination; returns `None` for the source.
    #[must_use]
    pub fn toggled(&self, node: NodeId) -> Option<Self> {
        if node == self.from {
            return None;
        }
        let mut set = self.clone();
        match set.to.iter().position(|&known| known == node) {
            Some(place) => {
                set.to.remove(place);
            }
            None => set.to.push(node),
        }
        Some(set)
    }

    /// Returns the set while a thing is dragged to a position, possibly over a node; `None` to keep the set
    /// shown now.
    #[must_use]
    pub fn dragged(
        &self,
        grip: Grip,
        over: Option<NodeId>,
        at: Point,
        layout: &Layout,
    ) -> Option<Self> {
        match grip {
            Grip::Region(corner) => Some(self.with_region(corner, at, layout)),
            Grip::Source | Grip::Destination(_) => over.map(|node| self.moved(grip, node)),
        }
    }

    /// Moves the source or a destination to another node. If that node is already in the set, source and
    /// destination swap, and two destinations become one; a destination does not move to the source.
    #[must_use]
    pub fn moved(&self, grip: Grip, node: NodeId) -> Self {
        let mut set = self.clone();
        match grip {
            Grip::Source => {
                if let Some(other) = set.to.iter_mut().find(|other| **other == node) {
                    *other = set.from;
                }
                set.from = node;
            }
            Grip::Destination(old) if node != set.from => {
                set.to.retain(|&other| other == old || other != node);
                if let Some(own) = set.to.iter_mut().find(|other| **other == old) {
                    *own = node;
                }
            }
            Grip::Destination(_) | Grip::Region(_) => {}
        }
        set
    }

    /// Adds all nodes of a region as destinations; a node counts if any part of it is inside.
    fn with_region(&self, corner: Point, at: Point, layout: &Layout) -> Self {
        let within =
            |a: f32, b: f32, x: f32| a.min(b) - NODE_RADIUS <= x && x <= a.max(b) + NODE_RADIUS;
        let inside = layout
            .nodes()
            .filter(|(_, p)| within(corner.x, at.x, p.x) && within(corner.y, at.y, p.y));
        let is_new = |node: &NodeId| *node != self.from && !self.to.contains(node);
        let mut set = self.clone();
        set.to.extend(inside.map(|(node, _)| node).filter(is_new));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::topology::{self, Arrangement, Network};

    fn set(from: u32, to: &[u32]) -> MulticastSet {
        MulticastSet {
            from: NodeId(from),
            to: to.iter().map(|&node| NodeId(node)).collect(),
        }
    }

    #[test]
    fn a_click_toggles_a_destination_but_not_the_source() {
        let three = set(0, &[1, 2]);
        assert_eq!(three.toggled(NodeId(3)), Some(set(0, &[1, 2, 3])));
        assert_eq!(three.toggled(NodeId(1)), Some(set(0, &[2])));
        assert_eq!(three.toggled(NodeId(0)), None);
    }

    #[test]
    fn a_drag_onto_a_member_swaps_or_merges() {
        let three = set(0, &[1, 2]);
        assert_eq!(three.moved(Grip::Source, NodeId(9)), set(9, &[1, 2]));
        assert_eq!(three.moved(Grip::Source, NodeId(2)), set(2, &[1, 0]));
        let one = Grip::Destination(NodeId(1));
        assert_eq!(three.moved(one, NodeId(9)), set(0, &[9, 2]));
        assert_eq!(three.moved(one, NodeId(2)), set(0, &[2]));
        assert_eq!(three.moved(one, NodeId(0)), three);
    }

    #[test]
    fn a_drag_from_a_free_node_adds_a_region() {
        let mesh = topology::from_spec("mesh:4x4").expect("a network in range");
        let layout = Layout::new(&*mesh, &Network::new(&*mesh), 1, Arrangement::Plain);
        let five = set(0, &[5]);
        let [from, to] = [NodeId(1), NodeId(6)].map(|node| layout.node(node));
        let grip = five.grip(NodeId(1), from);
        assert_eq!(grip, Grip::Region(from));
        let dragged = five.dragged(grip, None, to, &layout).expect("a region");
        let mut nodes = dragged.to;
        nodes.sort_unstable();
        assert_eq!(nodes, [1, 2, 5, 6].map(NodeId));
        assert_eq!(five.grip(NodeId(0), from), Grip::Source);
        assert_eq!(five.grip(NodeId(5), from), Grip::Destination(NodeId(5)));
        assert_eq!(five.dragged(Grip::Source, None, to, &layout), None);
    }
}
