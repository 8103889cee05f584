//! Positions of nodes in the drawing of a network, the part of the plane shown, and hit testing.

use std::collections::BTreeMap;

use super::draft::Element;
use engine::topology::Point;
use engine::topology::graph::Sketch;

/// Previous positions of nodes, by name.
pub(super) type Known = BTreeMap<String, Point>;

/// Returns the positions of all nodes: those in the text if complete, or else the layout of a complete
/// network. In an incomplete network, nodes keep their previous positions and new ones are placed below.
pub(super) fn places(sketch: &Sketch, before: &Known) -> Vec<Point> {
    let nodes = sketch.nodes();
    let given: Option<Vec<Point>> = nodes.iter().map(|node| node.at).collect();
    if let Some(given) = given {
        return given;
    }
    if let Ok(graph) = sketch.clone().build() {
        return graph.places().to_vec();
    }
    let stands = |name: &String, at: Option<Point>| at.or_else(|| before.get(name).copied());
    let stands: Vec<_> = nodes
        .iter()
        .map(|node| stands(&node.name, node.at))
        .collect();
    if stands.iter().all(Option::is_none) {
        return (0..nodes.len())
            .map(|node| on_circle(node, nodes.len()))
            .collect();
    }
    below(&stands)
}

fn on_circle(node: usize, nodes: usize) -> Point {
    let turn = std::f64::consts::TAU / nodes as f64;
    // Neighbors on the circle are about 1.25 units apart.
    let radius = (1.25 / turn).max(0.75);
    let angle = turn * node as f64;
    Point::new(
        (radius * (1.0 + libm::sin(angle))) as f32,
        (radius * (1.0 - libm::cos(angle))) as f32,
    )
}

/// Places nodes without a position in rows below the others.
fn below(stands: &[Option<Point>]) -> Vec<Point> {
    const IN_A_ROW: usize = 8;
    let known = || stands.iter().flatten();
    let left = known().map(|at| at.x).fold(f32::INFINITY, f32::min);
    let bottom = known().map(|at| at.y).fold(f32::NEG_INFINITY, f32::max);
    let mut new = 0;
    let place = |at: &Option<Point>| {
        at.unwrap_or_else(|| {
            let (row, column) = (new / IN_A_ROW, new % IN_A_ROW);
            new += 1;
            Point::new(left + column as f32, bottom + 1.0 + row as f32)
        })
    };
    stands.iter().map(place).collect()
}

/// Returns the unit in which nodes are drawn, from the smallest distance of two nodes [grid units].
pub(super) fn unit_of(places: &[Point]) -> f32 {
    let mut nearest = f32::INFINITY;
    for (i, one) in places.iter().enumerate() {
        for other in &places[..i] {
            let apart = (one.x - other.x).hypot(one.y - other.y);
            if apart > 0.0 {
                nearest = nearest.min(apart);
            }
        }
    }
    match nearest {
        near if near < 0.6 => near / 0.75,
        far if far > 6.0 && far.is_finite() => far / 2.0,
        _ => 1.0,
    }
}

/// The part of the plane that a drawing shows [grid units].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    left: f32,
    top: f32,
    width: f32,
    height: f32,
    unit: f32,
}

/// Half the width of a node \[units\].
pub(super) const RADIUS: f32 = 0.28;

impl Frame {
    /// The least width and height \[units\].
    const LEAST: [f32; 2] = [7.0, 4.5];

    /// The margin on all sides \[units\].
    const MARGIN: f32 = 1.0;

    /// Creates a frame around positions, drawn in a unit.
    pub(super) fn around(places: &[Point], unit: f32) -> Self {
        let range = |key: fn(&Point) -> f32| {
            let all = || places.iter().map(key);
            let low = all().fold(f32::INFINITY, f32::min);
            let high = all().fold(f32::NEG_INFINITY, f32::max);
            if low <= high { (low, high) } else { (0.0, 0.0) }
        };
        let fitted = |(low, high): (f32, f32), least: f32| {
            let size = (high - low + 2.0 * Self::MARGIN * unit).max(least * unit);
            (f32::midpoint(low, high) - size / 2.0, size)
        };
        let (left, width) = fitted(range(|at| at.x), Self::LEAST[0]);
        let (top, height) = fitted(range(|at| at.y), Self::LEAST[1]);
        Self {
            left,
            top,
            width,
            height,
            unit,
        }
    }

    /// Enlarges the frame as far as needed to show all positions; otherwise keeps it, so that the drawing does
    /// not move under the pointer.
    pub(super) fn kept(self, places: &[Point]) -> Self {
        let edge = RADIUS * self.unit;
        let all = || {
            let seen = [
                Point::new(self.left + edge, self.top + edge),
                Point::new(self.left + self.width - edge, self.top + self.height - edge),
            ];
            seen.into_iter().chain(places.iter().copied())
        };
        let range = |key: fn(Point) -> f32| {
            let low = all().map(key).fold(f32::INFINITY, f32::min);
            let high = all().map(key).fold(f32::NEG_INFINITY, f32::max);
            (low - edge, high - low + 2.0 * edge)
        };
        let shows = |at: &Point| {
            let [x, y] = [at.x - self.left, at.y - self.top];
            x >= edge && x <= self.width - edge && y >= edge && y <= self.height - edge
        };
        if places.iter().all(shows) {
            return self;
        }
        let (left, width) = range(|at| at.x);
        let (top, height) = range(|at| at.y);
        Self {
            left,
            top,
            width,
            height,
            unit: self.unit,
        }
    }

    /// Returns whether the drawing would be tiny in the frame.
    pub(super) fn is_far_too_large_for(self, places: &[Point]) -> bool {
        const FAR_TOO_LARGE: f32 = 2.0;
        let fresh = Self::around(places, self.unit);
        self.width.max(self.height) > FAR_TOO_LARGE * fresh.width.max(fresh.height)
    }

    /// Extends the frame to the aspect ratio of a drawing, without moving its content.
    pub(super) fn filling(self, size: [f32; 2]) -> Self {
        let scale = self.scale(size);
        let [width, height] = size.map(|pixels| pixels / scale);
        let middle = self.middle();
        Self {
            left: middle.x - width / 2.0,
            top: middle.y - height / 2.0,
            width,
            height,
            unit: self.unit,
        }
    }

    /// The unit of the drawing [grid units].
    pub fn unit(self) -> f32 {
        self.unit
    }

    /// The center [grid units].
    pub(super) fn middle(self) -> Point {
        Point::new(self.left + self.width / 2.0, self.top + self.height / 2.0)
    }

    /// Returns the pixels per grid unit in a drawing of a size.
    fn scale(self, size: [f32; 2]) -> f32 {
        (size[0] / self.width).min(size[1] / self.height)
    }

    /// Returns the position under a pixel of a drawing of a size, in which the frame is centered.
    pub fn grid(self, size: [f32; 2], pixel: [f32; 2]) -> Point {
        let scale = self.scale(size);
        let middle = self.middle();
        Point::new(
            middle.x + (pixel[0] - size[0] / 2.0) / scale,
            middle.y + (pixel[1] - size[1] / 2.0) / scale,
        )
    }

    /// Converts a position to drawing units.
    pub fn drawn(self, at: Point) -> Point {
        Point::new(at.x / self.unit, at.y / self.unit)
    }

    /// Returns the `viewBox` of the SVG element: left, top, width and height \[units\].
    pub fn view_box(self) -> String {
        let parts = [self.left, self.top, self.width, self.height];
        parts.map(|part| (part / self.unit).to_string()).join(" ")
    }

    /// Returns the part at a position; a node takes precedence over a link.
    pub(super) fn under(
        self,
        sketch: &Sketch,
        places: &[Point],
        size: [f32; 2],
        at: Point,
    ) -> Option<Element> {
        /// Half the minimum target size \[pixels\].
        const REACH: f32 = 12.0;
        let pixels = REACH / self.scale(size);
        let nearest = |found: &mut dyn Iterator<Item = (f32, Element)>, reach: f32| {
            let near = found.filter(|(apart, _)| *apart <= reach.max(pixels));
            near.min_by(|(one, _), (other, _)| one.total_cmp(other))
                .map(|(_, part)| part)
        };
        let nodes = places.iter().enumerate();
        let mut nodes = nodes.map(|(node, place)| {
            let apart = (place.x - at.x).hypot(place.y - at.y);
            (apart, Element::Node(node))
        });
        if let Some(node) = nearest(&mut nodes, 1.2 * RADIUS * self.unit) {
            return Some(node);
        }
        let mut links = links(sketch).map(|(one, other)| {
            let apart = from_segment(at, places[one], places[other]);
            (apart, Element::Link(one, other))
        });
        nearest(&mut links, 0.1 * self.unit)
    }
}

/// Returns all links, by the numbers of their ends, the lower one first.
pub(super) fn links(sketch: &Sketch) -> impl Iterator<Item = (usize, usize)> + '_ {
    let channels = sketch.channels();
    channels.filter_map(|(from, to)| {
        let is_second = from > to && sketch.has_channel(to, from);
        (!is_second).then_some((from.min(to), from.max(to)))
    })
}

fn from_segment(at: Point, one: Point, other: Point) -> f32 {
    let [dx, dy] = [other.x - one.x, other.y - one.y];
    let square = dx * dx + dy * dy;
    let along = if square > 0.0 {
        (((at.x - one.x) * dx + (at.y - one.y) * dy) / square).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (one.x + along * dx - at.x).hypot(one.y + along * dy - at.y)
}
