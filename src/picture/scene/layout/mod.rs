//! The positions of everything in a network: nodes, channel lines, lanes and slots.

mod dragonfly;
mod edge_bend;
mod ellipse;
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

    /// The node whose disc contains a point, or nearly so.
    pub fn node_at(&self, point: Point) -> Option<NodeId> {
        const REACH: f32 = NODE_RADIUS * 1.25;
        let distance = |at: Point| length(at.x - point.x, at.y - point.y);
        let places = self.nodes_by_place.near(point).iter();
        let nodes = places.map(|&place| self.at_place(place));
        let nodes = nodes.map(|(node, at)| (node, distance(at)));
        nearest_within(REACH, nodes)
    }

    /// The channel whose line, on its side of the link, is nearest to a point, if it is within
    /// reach.
    pub fn channel_at(&self, point: Point) -> Option<ChannelId> {
        self.channel_among(point, |_| true)
    }

    /// The nearest of those channels for which `is_drawn` holds, if it is within reach.
    pub fn channel_among(
        &self,
        point: Point,
        is_drawn: impl Fn(ChannelId) -> bool,
    ) -> Option<ChannelId> {
        let channels = self.channels_by_place().near(point).iter();
        let channels = channels.copied().map(ChannelId).filter(|&c| is_drawn(c));
        let channels = channels.map(|channel| (channel, self.middle(channel).distance(point)));
        nearest_within(CHANNEL_REACH, channels)
    }

    /// The nodes that overlap a rectangle, in ascending order.
    pub fn nodes_within(&self, bounds: Bounds) -> impl Iterator<Item = NodeId> {
        let reach = bounds.grown(NODE_RADIUS);
        let places = self.nodes_by_place.within(bounds).into_iter();
        let nodes = places.map(|place| self.at_place(place));
        let nodes = nodes.filter(|(_, at)| reach.meets(Bounds::of(&[*at])));
        let mut nodes: Vec<_> = nodes.map(|(node, _)| node).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes.into_iter()
    }

    /// The channels that overlap a rectangle, in ascending order, and possibly some that pass close
    /// to it.
    pub fn channels_within(&self, bounds: Bounds) -> impl Iterator<Item = ChannelId> {
        // A drawing that just fits is within the rectangle despite its margin, and needs no index.
        let found = if bounds.grown(CHANNEL_REACH).holds(self.bounds) {
            (0..self.curves.len() as u32).collect()
        } else {
            self.channels_by_place().within(bounds)
        };
        found.into_iter().map(ChannelId)
    }

    /// The nearest node from another one in a direction, which is a unit vector along an axis.
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

/// The nearest thing within reach; the first of several equally near ones.
fn nearest_within<T>(reach: f32, things: impl Iterator<Item = (T, f32)>) -> Option<T> {
    let reached = things.filter(|(_, distance)| *distance <= reach);
    let nearest = reached.min_by(|a, b| a.1.total_cmp(&b.1));
    nearest.map(|(thing, _)| thing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::topology;

    fn layout(spec: &str) -> (Box<dyn Topology>, Network, Layout) {
        arranged(spec, Arrangement::Plain)
    }

    fn arranged(spec: &str, arrangement: Arrangement) -> (Box<dyn Topology>, Network, Layout) {
        let topology = topology::from_spec(spec).expect("a valid network");
        let network = Network::new(&*topology);
        let layout = Layout::new(&*topology, &network, 2, arrangement);
        (topology, network, layout)
    }

    /// Networks of about 64 nodes in all their arrangements.
    fn drawings() -> impl Iterator<Item = (String, Box<dyn Topology>, Network, Layout)> {
        const SPECS: [&str; 24] = [
            "ring:64",
            "chordal-ring:16x4",
            "chordal-ring:24x2",
            "chordal-ring:64x8",
            "chordal-ring:96x12",
            "complete:8",
            "complete:20",
            "mesh:8x8",
            "mesh:40",
            "mesh:4x4x4",
            "mesh:3x3x2x3",
            "torus:8x8",
            "torus:7x5",
            "torus:64",
            "torus:77",
            "torus:4x4x4",
            "mesh:5x3x6",
            "torus-uni:9x7",
            "hypercube:3",
            "hypercube:4",
            "hypercube:6",
            "folded-hypercube:3",
            "mesh-hypercube:3x8",
            "mesh-hypercube:5x16",
        ];
        SPECS.iter().flat_map(|spec| {
            let offered = topology::from_spec(spec).expect("valid").arrangements();
            offered.iter().map(move |&arrangement| {
                let (topology, network, layout) = arranged(spec, arrangement);
                let name = format!("{spec} {}", arrangement.id());
                (name, topology, network, layout)
            })
        })
    }

    #[test]
    fn no_channel_of_a_small_network_runs_through_a_third_node() {
        let mut passed = Vec::new();
        for (name, topology, network, layout) in drawings() {
            for (channel, curve) in layout.curves() {
                // Between slices with nodes in quincunx there is no room for all links.
                if name == "torus:4x4x4 folded" && !curve.is_short() {
                    continue;
                }
                let ends = [network.from(channel), network.to(channel)];
                for node in topology.node_ids().filter(|node| !ends.contains(node)) {
                    let distance = curve.distance(layout.node(node));
                    if distance <= NODE_RADIUS {
                        passed.push(format!("{name}: {ends:?} passes {node:?} {distance}"));
                    }
                }
            }
        }
        assert!(passed.is_empty(), "{} {passed:#?}", passed.len());
    }

    #[test]
    fn only_complement_links_of_a_small_network_are_on_demand() {
        for (name, _, network, layout) in drawings() {
            let hidden = network.channel_ids().find(|&c| layout.is_on_demand(c));
            assert_eq!(hidden, None, "{name}");
        }
        let (_, network, layout) = layout("folded-hypercube:4");
        for channel in network.channel_ids() {
            let is_complement = network.port(channel).0 == 4;
            assert_eq!(layout.is_on_demand(channel), is_complement, "{channel:?}");
        }
    }

    #[test]
    fn a_large_network_shows_only_links_between_neighbors() {
        let shown = |spec, arrangement| {
            let (_, network, layout) = arranged(spec, arrangement);
            let shown = network.channel_ids().filter(|&c| !layout.is_on_demand(c));
            (shown.count(), network.channels() as usize)
        };
        let (torus, all) = shown("torus:32x32", Arrangement::Plain);
        assert_eq!(torus, all, "wrap-around links end at the edges");
        let (cube, all) = shown("hypercube:10", Arrangement::Plain);
        assert!(cube < all / 2, "{cube} of {all}");
        let (folded, all) = shown("torus:32x32", Arrangement::Folded);
        assert_eq!(folded, all, "no link is long");
    }

    /// Points spread over a drawing and slightly beyond it.
    fn points(layout: &Layout) -> impl Iterator<Item = Point> {
        let Bounds { min, max } = layout.bounds().grown(0.3);
        let steps = || (0_u16..30).map(|i| f32::from(i) / 29.0);
        steps().flat_map(move |u| {
            steps()
                .map(move |v| Point::new(min.x + u * (max.x - min.x), min.y + v * (max.y - min.y)))
        })
    }

    #[test]
    fn buckets_find_the_same_as_an_exhaustive_search() {
        for (name, _, network, layout) in drawings() {
            for point in points(&layout) {
                let channels = network.channel_ids();
                let channels = channels.map(|c| (c, layout.middle(c).distance(point)));
                let found = nearest_within(CHANNEL_REACH, channels);
                assert_eq!(layout.channel_at(point), found, "{name} {point:?}");
                let distance = |at: &Point| length(at.x - point.x, at.y - point.y);
                let nodes = (0..).map(NodeId).zip(layout.nodes.iter().map(distance));
                let found = nearest_within(NODE_RADIUS * 1.25, nodes);
                assert_eq!(layout.node_at(point), found, "{name} {point:?}");
            }
        }
    }

    #[test]
    fn everything_that_overlaps_a_part_is_found_in_it() {
        for (name, topology, network, layout) in drawings() {
            let Bounds { min, max } = layout.bounds();
            let part = Bounds {
                min: Point::new(min.x + 0.3 * (max.x - min.x), min.y + 0.1 * (max.y - min.y)),
                max: Point::new(min.x + 0.6 * (max.x - min.x), min.y + 0.5 * (max.y - min.y)),
            };
            let holds = |point| part.meets(Bounds::of(&[point]));
            let channels: Vec<_> = layout.channels_within(part).collect();
            for channel in network.channel_ids() {
                let line = layout.middle(channel);
                let is_inside = line.points_along(100).any(holds);
                assert!(!is_inside || channels.contains(&channel), "{name}");
            }
            let nodes: Vec<_> = layout.nodes_within(part).collect();
            for node in topology.node_ids().filter(|&node| holds(layout.node(node))) {
                assert!(nodes.contains(&node), "{name}: {node:?}");
            }
            let all = layout.nodes_within(layout.bounds()).count();
            assert_eq!(all, topology.nodes() as usize, "{name}");
            assert_eq!(
                layout.channels_within(layout.bounds()).count(),
                network.channels() as usize,
                "{name}"
            );
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
    fn node_towards_returns_the_neighbor_on_that_side() {
        let (_, _, layout) = layout("mesh:3x3");
        let right = layout.node_towards(NodeId(4), Point::new(1.0, 0.0));
        let up = layout.node_towards(NodeId(4), Point::new(0.0, -1.0));
        assert_eq!((right, up), (Some(NodeId(5)), Some(NodeId(7))));
        assert_eq!(layout.node_towards(NodeId(5), Point::new(1.0, 0.0)), None);
    }
}
