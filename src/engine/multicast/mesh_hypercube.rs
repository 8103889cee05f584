//! Four-way multicast in the mesh-hypercube (Al-Mahadeen & Omari).
//!
//! The source sends up to four messages: CU to the destinations of its own cube with higher labels,
//! CD to those with lower ones, MU along the mesh to higher levels and MD to lower ones. On a mesh
//! path, the first node whose level contains destinations receives the message, whether it is a
//! destination or not, and sends up to three: CU and CD in its cube, and one further along the
//! mesh. It is a *relay*, which receives the whole message before it sends it again.
//!
//! In a cube a worm visits labels in ascending or descending order. Between two labels it takes the
//! first neighbor on a shortest path that does not pass the next label, in the order in which
//! mesh-first routing offers them.

use super::{MulticastAlgorithm, MulticastFamily, Plan, PlannedWorm, Route, TEXTS};
use crate::catalog::{Entry, Family};
use crate::topology::sorted::order_of;
use crate::topology::{MeshHypercube, NodeId};

pub(super) const FAMILY: MulticastFamily = Family {
    entry: Entry::new(TEXTS, "mesh-hypercube", &[]),
    build: |topology, _| match topology.as_a::<MeshHypercube>() {
        Some(levels) => Ok(Box::new(FourWay {
            labels: (0..1 << levels.bits())
                .map(|address| levels.label_of(address))
                .collect(),
            bits: levels.bits(),
        })),
        None => topology.refuse("four-way multicast", "choose a mesh-hypercube"),
    },
};

#[derive(Debug)]
struct FourWay {
    /// The label of every address within a cube.
    labels: Vec<u32>,
    /// The number k of address bits within a cube.
    bits: u32,
}

impl FourWay {
    fn level(&self, node: NodeId) -> u32 {
        node.0 >> self.bits
    }

    fn label(&self, node: NodeId) -> u32 {
        self.labels[node.0 as usize & (self.labels.len() - 1)]
    }

    /// The node of another level with the same address within its cube.
    fn across(&self, node: NodeId, level: u32) -> NodeId {
        NodeId(node.0 & ((1 << self.bits) - 1) | level << self.bits)
    }

    /// Adds CU and CD: worms from a node to others of its cube, given by ascending label.
    fn in_cube(&self, from: NodeId, to: &[NodeId], after: Option<usize>, plan: &mut Plan) {
        let split = to.partition_point(|&node| self.label(node) < self.label(from));
        // The node itself may be a destination, but already has the message.
        let above = &to[split..];
        let above = above.strip_prefix(&[from]).unwrap_or(above).to_vec();
        let below = to[..split].iter().rev().copied().collect();
        for deliver in [above, below] {
            let deliver: Vec<NodeId> = deliver;
            if deliver.is_empty() {
                continue;
            }
            let mut path = vec![from];
            let mut here = from;
            for &to in &deliver {
                while here != to {
                    here = self.next(here, to);
                    path.push(here);
                }
            }
            plan.worms.push(PlannedWorm {
                from,
                after,
                route: Route::Path(path),
                deliver,
            });
        }
    }

    /// The neighbor over the lowest differing bit whose label is between those of two nodes of a
    /// cube.
    fn next(&self, here: NodeId, to: NodeId) -> NodeId {
        let (own, end) = (self.label(here), self.label(to));
        let mut neighbors = (0..self.bits)
            .filter(|bit| (here.0 ^ to.0) >> bit & 1 == 1)
            .map(|bit| NodeId(here.0 ^ 1 << bit));
        let next = neighbors.find(|&node| {
            let label = self.label(node);
            if own < end {
                (own + 1..=end).contains(&label)
            } else {
                (end..own).contains(&label)
            }
        });
        next.expect("labels rise or fall along some shortest path")
    }

    /// Adds MU or MD: a chain of worms along the mesh and the worms within each cube. `levels`
    /// contains the destinations by level, nearest first.
    fn along_mesh(&self, from: NodeId, levels: &[&[NodeId]], plan: &mut Plan) {
        let mut relay = from;
        let mut after = None;
        for &to in levels {
            let here = self.across(relay, self.level(to[0]));
            let (start, end) = (self.level(relay), self.level(here));
            let path: Vec<_> = if start < end {
                (start..=end)
                    .map(|level| self.across(relay, level))
                    .collect()
            } else {
                let down = (end..=start).rev();
                down.map(|level| self.across(relay, level)).collect()
            };
            plan.worms.push(PlannedWorm {
                from: relay,
                after,
                route: Route::Path(path),
                deliver: vec![here],
            });
            if !to.contains(&here) {
                let place = plan.relays.partition_point(|&relay| relay < here);
                plan.relays.insert(place, here);
            }
            after = Some(plan.worms.len() - 1);
            self.in_cube(here, to, after, plan);
            relay = here;
        }
    }
}

impl MulticastAlgorithm for FourWay {
    fn plan(&self, from: NodeId, to: &[NodeId], _nth: u64) -> Plan {
        let key = |node: &NodeId| u64::from(self.level(*node)) << 32 | u64::from(self.label(*node));
        let sorted: Vec<_> = order_of(to.iter().map(key))
            .map(|place| to[place])
            .collect();
        let own = self.level(from);
        let lower = sorted.partition_point(|&node| self.level(node) < own);
        let higher = sorted.partition_point(|&node| self.level(node) <= own);
        let by_level = |nodes| <[NodeId]>::chunk_by(nodes, |&a, &b| self.level(a) == self.level(b));
        let up: Vec<_> = by_level(&sorted[higher..]).collect();
        let mut down: Vec<_> = by_level(&sorted[..lower]).collect();
        down.reverse();
        let mut plan = Plan::default();
        self.in_cube(from, &sorted[lower..higher], None, &mut plan);
        self.along_mesh(from, &up, &mut plan);
        self.along_mesh(from, &down, &mut plan);
        plan
    }

    fn base(&self) -> Option<&'static str> {
        Some("mh-mesh-first")
    }

    fn forks(&self) -> bool {
        true
    }
}
