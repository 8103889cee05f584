//! The positions of nodes in a room: those of the topology, spread until the drawing fills it.
//!
//! The size of nodes and lanes in grid units is fixed. Few nodes in a room of the usual size would
//! be huge, so these stand farther apart: nodes grow only with the square root of the space that
//! each of them has.

use super::dragonfly::Groups;
use super::ellipse::Ellipse;
use super::{MARGIN, NODE_RADIUS};
use crate::scene::draw::{Bounds, Curve, length};
use engine::topology::{Arrangement, ChannelId, Network, NodeId, Point, Topology};

/// The ratio of width to height of a room that is not known.
pub const USUAL_ROOM: f32 = 1.5;

/// The area of a room of the usual size \[square pixels\].
const AREA: f32 = 860.0 * 600.0;

/// The distance of neighbors at which nodes and lanes have their usual size \[pixels\].
const USUAL_PITCH: f32 = 77.0;

/// The positions of nodes, and how the lines between them are drawn.
pub(super) struct Placement {
    pub nodes: Vec<Point>,
    /// The nodes that are drawn a second time, ascending, where channels to them end.
    pub receiving: Vec<(NodeId, Point)>,
    /// The factors by which the drawing of the topology was spread.
    pub spread: Point,
    form: Form,
}

enum Form {
    /// Straight lines, bent where they would cross a node.
    Free,
    Ring(Ellipse),
    /// A torus whose wrap-around links leave at one edge and come in at the opposite one, with the
    /// distance of the edges from the outermost nodes.
    Wrapped(Point),
    Dragonfly(Groups),
}

impl Placement {
    /// Places the nodes of a network in a room of a ratio of width to height.
    pub(super) fn new(topology: &dyn Topology, arrangement: Arrangement, room: f32) -> Self {
        let nodes = topology.node_ids();
        let mut nodes: Vec<_> = nodes.map(|n| topology.position(n, arrangement)).collect();
        let receiving = topology.node_ids().filter_map(|node| {
            let end = topology.receiving_end(node, arrangement)?;
            Some((node, end))
        });
        let mut receiving: Vec<_> = receiving.collect();
        let one = Point::new(1.0, 1.0);
        if is_ring(topology, arrangement) {
            let count = nodes.len() as f32;
            let ellipse = Ellipse::filling(room, count, Point::new(MARGIN, MARGIN));
            let size = Point::new(2.0 * ellipse.axes.x, 2.0 * ellipse.axes.y);
            let ellipse = ellipse.times(apart(size, room));
            for (index, node) in nodes.iter_mut().enumerate() {
                *node = ellipse.at(index as f32 / count).0;
            }
            let form = Form::Ring(ellipse);
            return Self {
                nodes,
                receiving,
                spread: one,
                form,
            };
        }
        if let Some(groups) = Groups::of(topology, room) {
            let nodes = topology
                .node_ids()
                .map(|node| groups.position(node))
                .collect();
            let form = Form::Dragonfly(groups);
            return Self {
                nodes,
                receiving,
                spread: one,
                form,
            };
        }
        let ends = receiving.iter().map(|(_, end)| *end);
        let all: Vec<_> = nodes.iter().copied().chain(ends).collect();
        let Bounds { min, max } = Bounds::of(&all);
        let size = Point::new(max.x - min.x, max.y - min.y);
        let most = if topology.lattice().is_some() {
            Point::new(1.5, 4.0 / 3.0)
        } else {
            Point::new(1.9, 1.9)
        };
        let spread = if arrangement == Arrangement::Oblique {
            one
        } else {
            stretched(size, most, room)
        };
        let apart = apart(Point::new(size.x * spread.x, size.y * spread.y), room);
        let spread = Point::new(spread.x * apart, spread.y * apart);
        let ends = receiving.iter_mut().map(|(_, end)| end);
        for at in nodes.iter_mut().chain(ends) {
            *at = Point::new(at.x * spread.x, at.y * spread.y);
        }
        let form = if is_wrapped(topology, arrangement) {
            const OUT: f32 = 0.6;
            const MOST: f32 = 0.75;
            let out = |spread: f32| (0.5 * spread).clamp(OUT, MOST);
            Form::Wrapped(Point::new(out(spread.x), out(spread.y)))
        } else {
            Form::Free
        };
        Self {
            nodes,
            receiving,
            spread,
            form,
        }
    }

    /// The line of a channel, where it follows from the form of the network.
    pub(super) fn line(
        &self,
        topology: &dyn Topology,
        network: &Network,
        channel: ChannelId,
    ) -> Option<Curve> {
        let ends = [network.from(channel), network.to(channel)];
        match &self.form {
            Form::Free => None,
            Form::Ring(ellipse) => {
                let count = self.nodes.len() as u32;
                let is_clockwise = (ends[0].0 + 1) % count == ends[1].0;
                let ends = ends.map(|node| {
                    let (at, tangent) = ellipse.at(node.0 as f32 / count as f32);
                    let sign = if is_clockwise { 1.0 } else { -1.0 };
                    (at, Point::new(sign * tangent.x, sign * tangent.y))
                });
                let line = Curve::rounded(ends[0], ends[1]);
                Some(line.trimmed([NODE_RADIUS; 2]))
            }
            Form::Wrapped(out) => {
                let lattice = topology.lattice()?;
                let dimension = network.dimension(channel);
                if dimension > 1 {
                    return None;
                }
                let last = lattice.radix(dimension) - 1;
                let places = ends.map(|node| lattice.coordinate(node, dimension));
                let [a, b] = ends.map(|node| self.nodes[node.0 as usize]);
                // Upwards in dimension 1 is upwards on the screen.
                let (up, out) = if dimension == 0 {
                    (Point::new(1.0, 0.0), out.x)
                } else {
                    (Point::new(0.0, -1.0), out.y)
                };
                let sign = match places {
                    [from, 0] if from == last => 1.0,
                    [0, to] if to == last => -1.0,
                    _ => return None,
                };
                let moved = |at: Point, by: f32| {
                    Point::new(at.x + up.x * sign * by, at.y + up.y * sign * by)
                };
                Some(Curve::split(
                    [moved(a, NODE_RADIUS), moved(a, out)],
                    [moved(b, -out), moved(b, -NODE_RADIUS)],
                ))
            }
            Form::Dragonfly(groups) => groups.line(ends),
        }
    }

    /// The groups, if the network is a dragonfly.
    pub(super) fn groups(&self) -> Option<&Groups> {
        match &self.form {
            Form::Dragonfly(groups) => Some(groups),
            _ => None,
        }
    }

    /// The middle of a ring.
    pub(super) fn is_ring(&self) -> bool {
        matches!(self.form, Form::Ring(_))
    }

    /// The edges of a wrapped torus, a rectangle for each of its planes.
    pub(super) fn edges(&self, topology: &dyn Topology) -> Vec<Bounds> {
        let (Form::Wrapped(out), Some(lattice)) = (&self.form, topology.lattice()) else {
            return Vec::new();
        };
        let plane = (lattice.radix(0) * lattice.radix(1)) as usize;
        let planes = self.nodes.chunks(plane).map(|nodes| {
            let Bounds { min, max } = Bounds::of(nodes);
            Bounds {
                min: Point::new(min.x - out.x, min.y - out.y),
                max: Point::new(max.x + out.x, max.y + out.y),
            }
        });
        planes.collect()
    }
}

/// The factors, at most `most`, that give a drawing of a size the shape of a room.
fn stretched(size: Point, most: Point, room: f32) -> Point {
    const AROUND: f32 = 2.0 * MARGIN;
    let Point {
        x: width,
        y: height,
    } = size;
    if width + AROUND < room * (height + AROUND) {
        let wanted = (room * (height + AROUND) - AROUND) / width.max(f32::EPSILON);
        Point::new(wanted.clamp(1.0, most.x), 1.0)
    } else {
        let wanted = ((width + AROUND) / room - AROUND) / height.max(f32::EPSILON);
        Point::new(1.0, wanted.clamp(1.0, most.y))
    }
}

/// The factor by which nodes of a drawing are moved apart, so that few nodes are not huge.
fn apart(size: Point, room: f32) -> f32 {
    const MOST: f32 = 2.2;
    const AROUND: f32 = 2.0 * MARGIN;
    let (width, height) = ((AREA * room).sqrt(), (AREA / room).sqrt());
    let pitch = (width / (size.x + AROUND)).min(height / (size.y + AROUND));
    (pitch / USUAL_PITCH).sqrt().clamp(1.0, MOST)
}

fn is_ring(topology: &dyn Topology, arrangement: Arrangement) -> bool {
    let lattice = topology.lattice();
    let is_ring = |lattice: &engine::topology::Lattice| {
        lattice.rings().is_some() && lattice.dimensions() == 1 && lattice.radix(0) > 2
    };
    arrangement != Arrangement::Folded && lattice.is_some_and(is_ring)
}

fn is_wrapped(topology: &dyn Topology, arrangement: Arrangement) -> bool {
    let lattice = topology.lattice();
    let is_torus = |lattice: &engine::topology::Lattice| {
        let planes = lattice.radices().iter().take(2);
        lattice.rings().is_some() && lattice.dimensions() > 1 && planes.clone().all(|&k| k > 2)
    };
    arrangement == Arrangement::Plain && lattice.is_some_and(is_torus)
}

/// Whether nodes are drawn as discs: terminals, and nodes whose links lead in all directions.
pub(super) fn is_round(
    topology: &dyn Topology,
    node: NodeId,
    is_ring: bool,
    is_switched: bool,
) -> bool {
    if is_switched {
        return !topology.is_switch(node);
    }
    let spec = topology.spec();
    let family = spec.split(':').next().unwrap_or_default();
    is_ring || topology.is_user_defined() || ["complete", "chordal-ring"].contains(&family)
}

/// Whether two points of the drawing of a topology count as neighbors.
pub(super) fn are_near(ends: [Point; 2], spread: Point) -> bool {
    /// [grid units of the topology]
    const NEAR: f32 = 2.6;
    let [a, b] = ends;
    length((b.x - a.x) / spread.x, (b.y - a.y) / spread.y) < NEAR
}
