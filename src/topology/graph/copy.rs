//! Any network as one of somebody's own, to go on from.

use super::sketch::Sketch;
use crate::catalog::BuildError;
use crate::topology::{Arrangement, Point, Topology};

impl Sketch {
    /// The nodes and links of a network, placed as it is drawn, to hundredths. Nodes have the same
    /// numbers, and are called as scenarios call them. Where several channels lead from a node to
    /// another, as in a torus two nodes across, one of them is taken.
    pub fn of(topology: &dyn Topology, arrangement: Arrangement) -> Result<Self, BuildError> {
        let hundredths = |x: f32| (x * 100.0).round() / 100.0;
        let mut sketch = Self::default();
        for node in topology.node_ids() {
            let number = sketch.add(&topology.label(node))?;
            debug_assert_eq!(number, node.0 as usize, "labels are names, all different");
            let at = topology.position(node, arrangement);
            sketch.place(number, Some(Point::new(hundredths(at.x), hundredths(at.y))))?;
            sketch.set_switch(number, topology.is_switch(node));
        }
        for node in topology.node_ids() {
            let from = node.0 as usize;
            for port in topology.ports() {
                let to = topology.neighbor(node, port).map(|to| to.0 as usize);
                if let Some(to) = to.filter(|&to| to != from && !sketch.has_channel(from, to)) {
                    sketch.connect(from, to)?;
                }
            }
        }
        Ok(sketch)
    }
}
