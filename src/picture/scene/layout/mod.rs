//! The positions of everything in a network: nodes, channel lines, lanes and slots.

mod dragonfly;
mod edge_bend;
mod ellipse;
mod finding;
pub(in crate::scene) mod hit_test;
mod level_of_detail;
mod names;
mod placement;
mod plate;
mod regions;
mod spatial_index;

pub use hit_test::{Focus, Thing, thing_at, worm_at};
pub use level_of_detail::{Detail, Labels};
pub use names::{Names, Naming};
pub use placement::USUAL_ROOM;

pub(in crate::scene) use names::short_address;
pub(in crate::scene) use regions::Region;

use std::sync::OnceLock;

use super::draw::{Bounds, Curve, length};
use super::layout::{edge_bend::Bends, placement::Placement, spatial_index::Buckets};
use engine::routing::VirtualChannel;
use engine::topology::{Arrangement, ChannelId, Network, NodeId, Point, Topology};

/// Radius of a node's disc, and half the edge of its square [grid units].
pub const NODE_RADIUS: f32 = 0.235;

/// Distance between the two directions of a link [grid units].
const BETWEEN_DIRECTIONS: f32 = 0.065;

/// Width of all lanes of a channel, with a gap beside each [grid units].
const ALL_LANES: f32 = 0.212;

/// The share of that width which is gaps.
const GAPS: f32 = 0.25;

/// Width of a lane that is alone [grid units].
const ONLY_LANE: f32 = 0.13;

/// Space around nodes for their names, the numbers of their queues, and clocks [grid units].
const MARGIN: f32 = 0.55;

/// Distance from its line within which a channel is painted and reacts to the pointer [grid units].
const CHANNEL_REACH: f32 = 0.14;

/// Networks with more nodes show only short links when idle.
pub(super) const MOST_LINKS_SHOWN: u32 = 256;

/// Positions of nodes and lines of channels.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    nodes: Vec<Point>,
    /// The nodes that are drawn a second time, ascending, where channels to them end.
    receiving: Vec<(NodeId, Point)>,
    curves: Vec<Curve>,
    /// By channel: the nodes at its ends.
    ends: Vec<[NodeId; 2]>,
    /// By channel: whether it is drawn only on demand.
    on_demand: Vec<bool>,
    /// By channel: whether no channel leads back.
    one_way: Vec<bool>,
    /// By node: whether it is a disc.
    round: Vec<bool>,
    /// Whether the nodes form a ring, so that their names stand outside it.
    is_ring: bool,
    /// Whether all lines run in rows and columns, so that there is room beside nodes.
    is_grid: bool,
    /// Areas under the nodes of groups and levels.
    regions: Vec<Region>,
    /// Edges at which links leave the drawing and come in at the opposite one.
    edges: Vec<Bounds>,
    bounds: Bounds,
    /// The nodes, and then those drawn a second time.
    nodes_by_place: Buckets,
    /// Built lazily, since it takes a while in a large network.
    channels_by_place: OnceLock<Buckets>,
    vcs: u8,
}

impl Layout {
    /// Lays out a network whose channels have `vcs` lanes, in a room of the usual shape.
    pub fn new(
        topology: &dyn Topology,
        network: &Network,
        vcs: u8,
        arrangement: Arrangement,
    ) -> Self {
        Self::in_room(topology, network, vcs, arrangement, USUAL_ROOM)
    }

    /// As [`Layout::new`], in a room of a ratio of width to height.
    pub fn in_room(
        topology: &dyn Topology,
        network: &Network,
        vcs: u8,
        arrangement: Arrangement,
        room: f32,
    ) -> Self {
        let placement = Placement::new(topology, arrangement, room);
        let Placement {
            nodes, receiving, ..
        } = &placement;
        let ends = receiving.iter().map(|(_, end)| *end);
        let places: Vec<_> = nodes.iter().copied().chain(ends).collect();
        let place_of_end = |node: NodeId| {
            let found = receiving.binary_search_by_key(&node, |(node, _)| *node);
            found.map_or(node.0 as usize, |nth| nodes.len() + nth)
        };
        let is_switched = topology.node_ids().any(|node| topology.is_switch(node));
        let is_ring = placement.is_ring();
        let round = topology.node_ids();
        let round = round.map(|node| placement::is_round(topology, node, is_ring, is_switched));
        let round: Vec<_> = round.collect();
        let nodes_by_place = edge_bend::around(&places, Bounds::of(&places));
        let bends = Bends::new(&places, &nodes_by_place, arrangement, &round);
        let (mut curves, mut on_demand) = (Vec::new(), Vec::new());
        for channel in network.channel_ids() {
            let from = network.from(channel).0 as usize;
            let ends = [from, place_of_end(network.to(channel))];
            let is_fold = topology.is_hidden_at_rest(network.port(channel));
            let ruled = placement.line(topology, network, channel);
            let curve = ruled.unwrap_or_else(|| {
                let line = if is_fold {
                    bends.straight(ends)
                } else {
                    bends.line(ends)
                };
                // An oblique view spreads the planes apart; its straight links show the structure,
                // however long they are.
                let is_spread = arrangement == Arrangement::Oblique && line.is_straight();
                let points = ends.map(|end| places[end]);
                let is_near = placement::are_near(points, placement.spread);
                line.of_neighbors(is_spread || is_near)
            });
            let is_far = !curve.is_short() && topology.nodes() > MOST_LINKS_SHOWN;
            on_demand.push(is_far || is_fold);
            curves.push(curve);
        }
        let leads_back = |channel| network.between(network.to(channel), network.from(channel));
        let one_way = network
            .channel_ids()
            .map(|channel| leads_back(channel).is_none());
        let places_of_all = network_places(nodes, receiving);
        let regions = match placement.groups() {
            Some(groups) => groups.regions(),
            None => regions::levels(topology, &places_of_all),
        };
        let edges = placement.edges(topology);
        let bounds = bounds(&places, &curves, &regions, &edges);
        let ends = network.channel_ids();
        let ends = ends.map(|channel| [network.from(channel), network.to(channel)]);
        Self {
            ends: ends.collect(),
            is_grid: is_grid(&curves),
            curves,
            on_demand,
            one_way: one_way.collect(),
            round,
            is_ring,
            regions,
            edges,
            bounds,
            nodes_by_place,
            channels_by_place: OnceLock::new(),
            vcs,
            nodes: placement.nodes,
            receiving: placement.receiving,
        }
    }

    fn channels_by_place(&self) -> &Buckets {
        self.channels_by_place.get_or_init(|| {
            let channels = self.curves.len() as u32;
            Buckets::new(self.bounds, channels, |channel, found| {
                let line = self.middle(ChannelId(channel));
                line.each_part(|part| found(part.grown(CHANNEL_REACH)));
            })
        })
    }

    /// The position of a node.
    pub fn node(&self, node: NodeId) -> Point {
        self.nodes[node.0 as usize]
    }

    /// The position at which channels to a node end.
    pub fn end(&self, node: NodeId) -> Point {
        self.second(node).unwrap_or_else(|| self.node(node))
    }

    /// The second position of a node that is drawn twice.
    pub fn second(&self, node: NodeId) -> Option<Point> {
        let found = self
            .receiving
            .binary_search_by_key(&node, |(node, _)| *node);
        found.ok().map(|nth| self.receiving[nth].1)
    }

    /// The node at an index of [`nodes_by_place`](Self::nodes_by_place), and its position.
    fn at_place(&self, place: u32) -> (NodeId, Point) {
        let nodes = self.nodes.len();
        match (place as usize).checked_sub(nodes) {
            Some(nth) => self.receiving[nth],
            None => (NodeId(place), self.nodes[place as usize]),
        }
    }

    /// Whether the numbers of nodes and channels match those of a network.
    pub fn fits(&self, network: &Network) -> bool {
        let (nodes, curves) = (self.nodes.len(), self.curves.len());
        (nodes, curves) == (network.nodes() as usize, network.channels() as usize)
    }

    /// The positions of all nodes.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, Point)> {
        (0..).map(NodeId).zip(self.nodes.iter().copied())
    }

    /// The line of a channel's link, in the middle between its two directions.
    pub fn curve(&self, channel: ChannelId) -> &Curve {
        &self.curves[channel.0 as usize]
    }

    /// The lines of all channels' links.
    pub fn curves(&self) -> impl ExactSizeIterator<Item = (ChannelId, &Curve)> {
        let curves = self.curves.iter().enumerate();
        curves.map(|(channel, curve)| (ChannelId(channel as u32), curve))
    }

    /// The node at which a channel begins.
    pub(super) fn from(&self, channel: ChannelId) -> NodeId {
        self.ends[channel.0 as usize][0]
    }

    /// The node at which a channel ends.
    pub(super) fn to(&self, channel: ChannelId) -> NodeId {
        self.ends[channel.0 as usize][1]
    }

    /// The line in the middle of a channel's lanes.
    pub fn middle(&self, channel: ChannelId) -> Curve {
        let side = self.side(channel);
        if side == 0.0 {
            return *self.curve(channel);
        }
        self.curve(channel).beside(side)
    }

    /// The distance of the middle of a channel's lanes to the right of the middle of its link: zero
    /// if no channel leads back.
    fn side(&self, channel: ChannelId) -> f32 {
        if self.is_one_way(channel) {
            0.0
        } else {
            f32::midpoint(BETWEEN_DIRECTIONS, self.bed_width())
        }
    }

    /// The line of a virtual channel.
    pub fn lane(&self, lane: VirtualChannel) -> Curve {
        let offset = self.lane_offset(lane);
        self.curve(lane.channel).beside(offset)
    }

    /// The number of virtual channels per channel, V.
    pub fn vcs(&self) -> u8 {
        self.vcs
    }

    /// The offset of a virtual channel to the right of its link's middle line [grid units].
    pub fn lane_offset(&self, lane: VirtualChannel) -> f32 {
        let from_middle = f32::from(lane.vc) - f32::from(self.vcs - 1) / 2.0;
        self.side(lane.channel) + from_middle * ALL_LANES / f32::from(self.vcs.max(1))
    }

    /// Width of a lane [grid units].
    pub fn lane_width(&self) -> f32 {
        match self.vcs {
            0 | 1 => ONLY_LANE,
            several => ALL_LANES * (1.0 - GAPS) / f32::from(several),
        }
    }

    /// Width of all lanes of a channel [grid units].
    pub fn bed_width(&self) -> f32 {
        match self.vcs {
            0 | 1 => ONLY_LANE,
            several => ALL_LANES * (1.0 - GAPS / f32::from(several)),
        }
    }

    /// Whether a node is drawn as a disc rather than a square.
    pub fn is_round(&self, node: NodeId) -> bool {
        self.round[node.0 as usize]
    }

    /// The direction from the middle of a ring through a node; `None` in other networks.
    pub(super) fn outwards(&self, node: NodeId) -> Option<Point> {
        self.is_ring.then(|| Self::outwards_at(self.node(node)))
    }

    /// As [`Layout::outwards`], at a point; the middle is the origin.
    fn outwards_at(at: Point) -> Point {
        let far = length(at.x, at.y).max(f32::EPSILON);
        Point::new(at.x / far, at.y / far)
    }

    /// Whether the nodes form a ring, so that their names stand outside it.
    pub(super) fn is_ring(&self) -> bool {
        self.is_ring
    }

    /// Whether all lines run in rows and columns, so that there is room beside nodes.
    pub(super) fn is_grid(&self) -> bool {
        self.is_grid
    }

    /// Areas under the nodes of groups and levels.
    pub(super) fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// The edges at which links leave the drawing and come in at the opposite one.
    pub(super) fn edges(&self) -> &[Bounds] {
        &self.edges
    }

    /// Whether a channel is drawn only on demand: when a worm uses it, or when its node is
    /// selected.
    ///
    /// This applies to the complement links of folded hypercubes from four dimensions on and, in
    /// networks of more than 256 nodes, to all links that do not connect neighbors in the drawing.
    pub fn is_on_demand(&self, channel: ChannelId) -> bool {
        self.on_demand[channel.0 as usize]
    }

    /// Whether no channel leads back between the nodes of a channel.
    pub fn is_one_way(&self, channel: ChannelId) -> bool {
        self.one_way[channel.0 as usize]
    }

    /// The bounding rectangle of the drawing, including curves and discs.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// The rectangle around the middles of the nodes.
    pub fn outermost(&self) -> Bounds {
        Bounds::of(&self.nodes)
    }
}

fn is_grid(curves: &[Curve]) -> bool {
    let is_ruled = |curve: &Curve| {
        let [from, .., to] = curve.points;
        let is_axial = (from.x - to.x).abs() < 0.01 || (from.y - to.y).abs() < 0.01;
        curve.is_split() || curve.is_straight() && is_axial
    };
    curves.iter().all(is_ruled)
}

fn network_places(nodes: &[Point], receiving: &[(NodeId, Point)]) -> Vec<(NodeId, Point)> {
    let nodes = (0..).map(NodeId).zip(nodes.iter().copied());
    nodes.chain(receiving.iter().copied()).collect()
}

fn bounds(nodes: &[Point], curves: &[Curve], regions: &[Region], edges: &[Bounds]) -> Bounds {
    /// Space beside the middle of a link for its lanes and the edges of flits.
    const BESIDE_LINE: f32 = BETWEEN_DIRECTIONS + ALL_LANES + 0.1;
    /// Space beside an edge for its line.
    const BESIDE_EDGE: f32 = 0.13;
    let nodes = Bounds::of(nodes).grown(MARGIN);
    // Straight curves lie between nodes, and split ones within the edges.
    let bent = curves
        .iter()
        .filter(|curve| !curve.is_straight() && !curve.is_split());
    let outermost = bent.map(|curve| curve.bounds().grown(BESIDE_LINE));
    let all = outermost.fold(nodes, Bounds::with);
    let all = edges
        .iter()
        .map(|edge| edge.grown(BESIDE_EDGE))
        .fold(all, Bounds::with);
    let extent = (all.max.x - all.min.x).max(all.max.y - all.min.y);
    let regions = regions.iter().map(|region| region.bounds(extent));
    regions.fold(all, Bounds::with)
}

#[cfg(test)]
mod tests;
