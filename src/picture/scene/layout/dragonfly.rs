//! The groups of a dragonfly on an ellipse, each a row of routers with its terminals outside it.

use super::NODE_RADIUS;
use super::ellipse::Ellipse;
use super::regions::{Beside, Region};
use crate::scene::draw::Curve;
use engine::topology::{NodeId, Point, Topology};

/// A dragonfly laid out for a room.
pub(super) struct Groups {
    /// Terminals of a router, and routers of a group.
    each: u32,
    routers: u32,
    /// The middle of each group and the direction of its row.
    places: Vec<(Point, Point)>,
    step: f32,
}

/// Space between the routers at the ends of a group and its edge [grid units].
const ASIDE: f32 = 0.75;
/// Distances of the terminals and the edges of a group from its routers [grid units].
const TERMINALS: f32 = 0.85;
const OUTER: f32 = 1.3;
const INNER: f32 = 1.1;
/// Room for the name of a group beside its edge [grid units].
const NAME: Point = Point { x: 1.7, y: 0.7 };

impl Groups {
    /// Lays out a network if it is a dragonfly.
    pub(super) fn of(topology: &dyn Topology, room: f32) -> Option<Self> {
        const STEP: f32 = 1.3;
        const BETWEEN_TERMINALS: f32 = 0.55;
        const BETWEEN_GROUPS: f32 = 1.2;
        let spec = topology.spec();
        let sizes = spec.strip_prefix("dragonfly:")?.split(',');
        let sizes: Vec<u32> = sizes.map_while(|size| size.parse().ok()).collect();
        let [each, routers, ..] = *sizes else {
            return None;
        };
        let count = topology.nodes() / (routers * (each + 1));
        let step = STEP.max(each as f32 * BETWEEN_TERMINALS);
        let wide = step * (routers - 1) as f32 + 2.0 * ASIDE + BETWEEN_GROUPS;
        let margin = Point::new(OUTER + NAME.x, OUTER + NAME.y);
        let ellipse = Ellipse::filling(room, wide * count as f32, margin);
        let places = (0..count).map(|group| ellipse.at(group as f32 / count as f32));
        Some(Self {
            each,
            routers,
            places: places.collect(),
            step,
        })
    }

    /// The point of a group at a distance along its row and inwards from it.
    fn put(&self, group: u32, along: f32, inwards: f32) -> Point {
        let (middle, row) = self.places[group as usize];
        Point::new(
            middle.x + row.x * along - row.y * inwards,
            middle.y + row.y * along + row.x * inwards,
        )
    }

    fn along(&self, router: u32) -> f32 {
        let last = (self.routers - 1) as f32;
        ((router % self.routers) as f32 - last / 2.0) * self.step
    }

    fn terminals(&self) -> u32 {
        self.each * self.routers * self.places.len() as u32
    }

    /// The router of a node among routers, if it is one.
    fn router(&self, node: NodeId) -> Option<u32> {
        node.0.checked_sub(self.terminals())
    }

    pub(super) fn position(&self, node: NodeId) -> Point {
        if let Some(router) = self.router(node) {
            return self.put(router / self.routers, self.along(router), 0.0);
        }
        let (router, nth) = (node.0 / self.each, node.0 % self.each);
        let apart = 0.92 * self.step / self.each as f32;
        let aside = (nth as f32 - (self.each - 1) as f32 / 2.0) * apart;
        self.put(
            router / self.routers,
            self.along(router) + aside,
            -TERMINALS,
        )
    }

    /// The line of a channel: links of terminals are straight, local ones pass beside the routers
    /// between their ends, and global ones are drawn towards the center.
    pub(super) fn line(&self, ends: [NodeId; 2]) -> Option<Curve> {
        let [from, to] = [self.router(ends[0])?, self.router(ends[1])?];
        let [a, b] = ends.map(|node| self.position(node));
        let groups = [from, to].map(|router| router / self.routers);
        let pull = if groups[0] == groups[1] {
            let apart = from.abs_diff(to);
            if apart == 1 {
                return None;
            }
            let middle = f32::midpoint(self.along(from), self.along(to));
            self.put(groups[0], middle, 0.55 * apart as f32)
        } else {
            const PULL: f32 = 0.3;
            // The center of the ellipse is the origin.
            Point::new(
                f32::midpoint(a.x, b.x) * (1.0 - PULL),
                f32::midpoint(a.y, b.y) * (1.0 - PULL),
            )
        };
        let line = Curve::towards(a, pull, b);
        Some(line.trimmed([NODE_RADIUS; 2]))
    }

    /// The areas of the groups.
    pub(super) fn regions(&self) -> Vec<Region> {
        let half = self.step * (self.routers - 1) as f32 / 2.0 + ASIDE;
        let groups = 0..self.places.len() as u32;
        let regions = groups.map(|group| {
            let corner = |along, inwards| self.put(group, along, inwards);
            let (_, row) = self.places[group as usize];
            Region {
                corners: [
                    corner(-half, -OUTER),
                    corner(half, -OUTER),
                    corner(half, INNER),
                    corner(-half, INNER),
                ]
                .to_vec(),
                round: 0.4,
                name: format!("group {group}"),
                at: corner(0.0, -OUTER),
                beside: Beside::Outside(Point::new(row.y, -row.x)),
            }
        });
        regions.collect()
    }
}
