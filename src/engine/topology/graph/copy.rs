//! Conversion of any network to an editable sketch.

use super::sketch::Sketch;
use crate::catalog::BuildError;
use crate::topology::{Arrangement, Point, Topology};

impl Sketch {
    /// Copies the nodes and links of a network, with positions as drawn, rounded to hundredths.
    /// Nodes keep their numbers and are named by their labels. Of several channels from one node to
    /// another, only one is copied.
    pub fn of(topology: &dyn Topology, arrangement: Arrangement) -> Result<Self, BuildError> {
        let hundredths = |x: f32| (x * 100.0).round() / 100.0;
        let mut sketch = Self::default();
        for node in topology.node_ids() {
            let number = sketch.add(&topology.label(node))?;
            debug_assert_eq!(number, node.0 as usize, "labels are unique names");
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
