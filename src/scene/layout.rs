//! Where everything of a network stands: nodes, channel lines, lanes and slots.

use super::Curve;
use crate::topology::{ChannelId, Network, NodeId, Point, Topology};

/// Radius of a node's disc [grid units].
pub const NODE_RADIUS: f32 = 0.2;

/// Distance of a channel's line from the middle between nodes [grid units].
pub(super) const SIDE: f32 = 0.1;

/// The corners of a drawing [grid units].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// Upper left.
    pub min: Point,
    /// Lower right.
    pub max: Point,
}

/// Positions of nodes and lines of channels.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    nodes: Vec<Point>,
    curves: Vec<Curve>,
    vcs: u8,
}

impl Layout {
    /// Lays out a network whose channels have `vcs` lanes.
    pub fn new(topology: &dyn Topology, network: &Network, vcs: u8) -> Self {
        let nodes: Vec<_> = topology
            .node_ids()
            .map(|n| topology.position(n, crate::topology::Arrangement::Plain))
            .collect();
        let lines = Lines::new(&nodes);
        let curves = network.channel_ids().map(|channel| {
            let ends = [network.from(channel), network.to(channel)].map(|n| n.0 as usize);
            let [from, to] = ends.map(|node| nodes[node]);
            let bow = if lines.adjoin(ends) {
                0.0
            } else {
                bow(from, to)
            };
            Curve::new(from, to, bow, NODE_RADIUS)
        });
        Self {
            curves: curves.collect(),
            nodes,
            vcs,
        }
    }

    /// Where a node stands.
    pub fn node(&self, node: NodeId) -> Point {
        self.nodes[node.0 as usize]
    }

    /// The line of a channel, in the middle between its two directions.
    pub fn curve(&self, channel: ChannelId) -> &Curve {
        &self.curves[channel.0 as usize]
    }

    /// The lines of all channels.
    pub fn curves(&self) -> impl Iterator<Item = (ChannelId, &Curve)> {
        (0..).map(ChannelId).zip(&self.curves)
    }

    /// How far to the right of its channel's middle line a virtual channel runs.
    pub fn lane_offset(&self, vc: u8) -> f32 {
        SIDE + (f32::from(vc) - f32::from(self.vcs - 1) / 2.0) * self.lane_width()
    }

    /// Width of a lane [grid units].
    pub fn lane_width(&self) -> f32 {
        0.18 / f32::from(self.vcs.max(1))
    }

    /// The corners of the drawing, curves and discs included.
    pub fn bounds(&self) -> Bounds {
        const MARGIN: f32 = 0.45;
        let mut bounds = Bounds {
            min: Point::new(f32::INFINITY, f32::INFINITY),
            max: Point::new(f32::NEG_INFINITY, f32::NEG_INFINITY),
        };
        let tops = self.curves.iter().map(|curve| curve.at(0.5).0);
        for point in self.nodes.iter().copied().chain(tops) {
            bounds.min.x = bounds.min.x.min(point.x - MARGIN);
            bounds.min.y = bounds.min.y.min(point.y - MARGIN);
            bounds.max.x = bounds.max.x.max(point.x + MARGIN);
            bounds.max.y = bounds.max.y.max(point.y + MARGIN);
        }
        bounds
    }

    /// The node whose disc holds a point, or nearly.
    pub fn node_at(&self, point: Point) -> Option<NodeId> {
        const REACH: f32 = NODE_RADIUS * 1.25;
        let far = |at: &Point| (at.x - point.x).hypot(at.y - point.y);
        let nodes = (0..).map(NodeId).zip(&self.nodes);
        nodes
            .map(|(node, at)| (node, far(at)))
            .filter(|(_, distance)| *distance <= REACH)
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(node, _)| node)
    }

    /// The channel whose line, on its side of the link, passes nearest to a point.
    pub fn channel_at(&self, point: Point) -> Option<ChannelId> {
        const REACH: f32 = 0.14;
        let near = self
            .curves()
            .filter(|(_, curve)| curve.may_be_near(point, REACH));
        near.map(|(channel, curve)| (channel, curve.beside(SIDE).distance(point)))
            .filter(|(_, distance)| *distance <= REACH)
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(channel, _)| channel)
    }

    /// The nearest node in a direction (a unit vector along an axis) from another one.
    pub fn node_towards(&self, from: NodeId, direction: Point) -> Option<NodeId> {
        let start = self.node(from);
        let nodes = (0..).map(NodeId).zip(&self.nodes);
        let ahead = nodes.filter_map(|(node, at)| {
            let (dx, dy) = (at.x - start.x, at.y - start.y);
            let along = dx * direction.x + dy * direction.y;
            let aside = (dx * direction.y - dy * direction.x).abs();
            (along > 0.01 && aside <= along).then_some((node, along + 2.0 * aside))
        });
        ahead
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(node, _)| node)
    }
}

impl Curve {
    /// A quick test that leaves out most curves.
    fn may_be_near(&self, point: Point, reach: f32) -> bool {
        let reach = reach + SIDE;
        let xs = self.points.map(|p| p.x);
        let ys = self.points.map(|p| p.y);
        let within = |values: [f32; 4], value: f32| {
            let low = values.into_iter().fold(f32::INFINITY, f32::min);
            let high = values.into_iter().fold(f32::NEG_INFINITY, f32::max);
            (low - reach..=high + reach).contains(&value)
        };
        within(xs, point.x) && within(ys, point.y)
    }
}

/// Which nodes stand next to each other in a row or column of the drawing.
struct Lines {
    /// Place of every node when sorted by row, and by column.
    ranks: [Vec<usize>; 2],
}

impl Lines {
    fn new(nodes: &[Point]) -> Self {
        let rank_by = |key: fn(&Point) -> (f32, f32)| {
            let mut order: Vec<usize> = (0..nodes.len()).collect();
            let key = |&node: &usize| key(&nodes[node]);
            order.sort_by(|a, b| {
                let ((line_a, place_a), (line_b, place_b)) = (key(a), key(b));
                line_a.total_cmp(&line_b).then(place_a.total_cmp(&place_b))
            });
            let mut ranks = vec![0; nodes.len()];
            for (rank, node) in order.into_iter().enumerate() {
                ranks[node] = rank;
            }
            ranks
        };
        Self {
            ranks: [rank_by(|p| (p.y, p.x)), rank_by(|p| (p.x, p.y))],
        }
    }

    /// Whether no node stands between two that share a row or column.
    fn adjoin(&self, [a, b]: [usize; 2]) -> bool {
        self.ranks
            .iter()
            .any(|ranks| ranks[a].abs_diff(ranks[b]) == 1)
    }
}

/// How far a link between two points bends to its left, so that it passes beside the nodes
/// between them: not at all for slanting links, more the longer it is.
///
/// Both directions of a link bend to the same side of the picture: rows upwards, columns
/// to the right.
fn bow(from: Point, to: Point) -> f32 {
    const LEVEL: f32 = 0.05;
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let is_row = dy.abs() < LEVEL;
    let is_column = dx.abs() < LEVEL;
    if !(is_row || is_column) {
        return 0.0;
    }
    let height = 0.30 + 0.16 * (1.0 - 1.6 / dx.hypot(dy).max(1.6));
    // Left of "rightwards" and of "downwards" is up and right on a screen.
    let forward = if is_row { dx > 0.0 } else { dy > 0.0 };
    if forward { height } else { -height }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology;

    fn layout(spec: &str) -> (Box<dyn Topology>, Network, Layout) {
        let topology = topology::from_spec(spec).expect("a valid network");
        let network = Network::new(&*topology);
        let layout = Layout::new(&*topology, &network, 2);
        (topology, network, layout)
    }

    #[test]
    fn no_channel_of_a_64_node_network_runs_through_a_third_node() {
        for spec in ["mesh:8x8", "torus:8x8", "hypercube:6", "torus:64"] {
            let (topology, network, layout) = layout(spec);
            for (channel, curve) in layout.curves() {
                let ends = [network.from(channel), network.to(channel)];
                for node in topology.node_ids().filter(|node| !ends.contains(node)) {
                    let distance = curve.distance(layout.node(node));
                    assert!(
                        distance > NODE_RADIUS,
                        "{spec}: {channel:?} passes {node:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn pointing_finds_nodes_and_both_directions_of_a_link() {
        let (_, network, layout) = layout("mesh:3x3");
        let at = layout.node(NodeId(4));
        assert_eq!(layout.node_at(at), Some(NodeId(4)));
        let east = network.between(NodeId(3), NodeId(4)).expect("neighbors");
        let west = network.between(NodeId(4), NodeId(3)).expect("neighbors");
        assert_eq!(
            layout.channel_at(Point::new(at.x - 0.5, at.y + 0.1)),
            Some(east)
        );
        assert_eq!(
            layout.channel_at(Point::new(at.x - 0.5, at.y - 0.1)),
            Some(west)
        );
    }

    #[test]
    fn arrow_keys_lead_to_the_neighbor_on_that_side() {
        let (_, _, layout) = layout("mesh:3x3");
        let right = layout.node_towards(NodeId(4), Point::new(1.0, 0.0));
        let up = layout.node_towards(NodeId(4), Point::new(0.0, -1.0));
        assert_eq!((right, up), (Some(NodeId(5)), Some(NodeId(7))));
        assert_eq!(layout.node_towards(NodeId(5), Point::new(1.0, 0.0)), None);
    }
}
