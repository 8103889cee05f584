//! Areas under the nodes of a group or level, each with a name outside it.

use crate::scene::draw::{Bounds, Ink, Shape, Weight};
use engine::topology::{NodeId, Point, Topology};

/// An area under some nodes.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::scene) struct Region {
    /// Corners of a convex polygon, in order around it.
    pub corners: Vec<Point>,
    /// Radius of the corners [grid units].
    pub round: f32,
    /// The name of the group or level.
    pub name: String,
    /// The point of its edge beside which the name stands.
    pub at: Point,
    /// The side on which the name stands.
    pub beside: Beside,
}

/// Where the name of a region stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::scene) enum Beside {
    /// At the left of a point of the edge.
    Left,
    /// In this direction from a point of the edge.
    Outside(Point),
}

/// Font size of names \[pixels\].
const FONT_SIZE: f32 = 13.0;

impl Region {
    pub(in crate::scene) fn area(&self) -> Shape {
        Shape::Area {
            corners: self.corners.clone(),
            round: self.round,
        }
    }

    /// The name, at a pitch in pixels per grid unit, within the bounds of the drawing.
    pub(in crate::scene) fn label(&self, pitch: f32, within: Option<Bounds>) -> Shape {
        let size = FONT_SIZE / pitch;
        let half = 0.3 * size * self.name.chars().count() as f32;
        let gap = 0.6 * size;
        let at = match self.beside {
            Beside::Left => Point::new(self.at.x - gap - half, self.at.y),
            // A name beside an area needs more room than one above it.
            Beside::Outside(to) => Point::new(
                self.at.x + to.x * (gap + half),
                self.at.y + to.y * (gap + 0.4 * size),
            ),
        };
        let at = within.map_or(at, |Bounds { min, max }| {
            let fit = |at: f32, least: f32, most: f32| at.min(most).max(least);
            Point::new(
                fit(at.x, min.x + half, max.x - half),
                fit(at.y, min.y + 0.5 * size, max.y - 0.5 * size),
            )
        });
        Shape::Label {
            at,
            size,
            text: self.name.clone(),
            ink: Ink::Text,
            weight: Weight::Strong,
        }
    }

    /// The rectangle around the area and its name in a drawing of an extent.
    pub(super) fn bounds(&self, extent: f32) -> Bounds {
        /// A drawing is at least this large on a screen \[pixels\].
        const SMALL: f32 = 640.0;
        let area = Bounds::of(&self.corners);
        let pitch = SMALL / extent;
        let Shape::Label { at, size, text, .. } = self.label(pitch, None) else {
            return area;
        };
        let half = 0.3 * size * text.chars().count() as f32;
        area.with(Bounds {
            min: Point::new(at.x - half, at.y - 0.6 * size),
            max: Point::new(at.x + half, at.y + 0.6 * size),
        })
    }
}

/// The levels of a fat tree or the stages of a multistage network.
pub(super) fn levels(topology: &dyn Topology, places: &[(NodeId, Point)]) -> Vec<Region> {
    /// Space between nodes and the edge of their area [grid units].
    const AROUND: Point = Point::new(0.5, 0.42);
    /// Further space below, where names of nodes stand.
    const BELOW: f32 = 0.2;
    let spec = topology.spec();
    let family = spec.split(':').next().unwrap_or_default();
    let is_tree = family == "fat-tree";
    if !is_tree && !["butterfly", "clos"].contains(&family) {
        return Vec::new();
    }
    let across = |at: &Point| if is_tree { at.y } else { at.x };
    let mut levels: Vec<f32> = places.iter().map(|(_, at)| across(at)).collect();
    levels.sort_unstable_by(f32::total_cmp);
    levels.dedup_by(|a, b| (*a - *b).abs() < 0.01);
    let last = levels.len() - 1;
    let all = Bounds::of(&places.iter().map(|(_, at)| *at).collect::<Vec<_>>());
    let regions = levels.iter().enumerate().map(|(nth, &level)| {
        let (min, max) = if is_tree {
            (Point::new(all.min.x, level), Point::new(all.max.x, level))
        } else {
            (Point::new(level, all.min.y), Point::new(level, all.max.y))
        };
        let name = match (is_tree, nth) {
            (true, nth) if nth == last => "terminals".to_owned(),
            (true, nth) => format!("level {}", last - nth),
            (false, 0) => "from".to_owned(),
            (false, nth) if nth == last => "to".to_owned(),
            (false, nth) => format!("stage {}", nth - 1),
        };
        let (left, right) = (min.x - AROUND.x, max.x + AROUND.x);
        let (top, bottom) = (min.y - AROUND.y, max.y + AROUND.y + BELOW);
        Region {
            corners: [(left, top), (right, top), (right, bottom), (left, bottom)]
                .map(|(x, y)| Point::new(x, y))
                .to_vec(),
            round: 0.25,
            name,
            at: if is_tree {
                Point::new(left, min.y)
            } else {
                Point::new(min.x, top)
            },
            beside: if is_tree {
                Beside::Left
            } else {
                Beside::Outside(Point::new(0.0, -1.0))
            },
        }
    });
    regions.collect()
}
