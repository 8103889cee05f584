//! The legend of a picture: the marks that are in it, each as a small drawing with a name.

use super::sight::Sight;
use super::static_layer::datelines;
use crate::scene::draw::{Curve, FlitPart, Glyph, Ink, Shape, Stroke, Weight, heat, icon};
use engine::sim::HeaderState;
use engine::topology::{NodeId, Point};

/// Height of the drawings \[pixels\]; the unit of their coordinates is a pixel.
const HEIGHT: f32 = 16.0;
const MIDDLE: f32 = HEIGHT / 2.0;

/// The marks that are in the picture of a `sight`, each as SVG in the colors of the page, and its
/// name.
pub fn legend(sight: Sight) -> Vec<(String, &'static str)> {
    let Sight {
        snapshot, layout, ..
    } = sight;
    let mut marks = Vec::new();
    let mut add = |shapes: Vec<Shape>, width: f32, name| {
        marks.push((icon(&shapes, width, HEIGHT), name));
    };
    if !snapshot.worms.is_empty() {
        add(vec![flit(10.0, FlitPart::Header, false)], 22.0, "header");
        add(vec![flit(9.0, FlitPart::Body, false)], 18.0, "body");
        let bar = line([4.0, 2.5], [4.0, 13.5], 2.2, (Ink::Text, Stroke::Flat));
        add(vec![flit(10.0, FlitPart::Tail, false), bar], 18.0, "tail");
        let held = line(
            [1.0, MIDDLE],
            [21.0, MIDDLE],
            8.0,
            (Ink::Held(0), Stroke::Flat),
        );
        add(vec![held], 22.0, "held");
    }
    let is_blocked = |header: &HeaderState| matches!(header, HeaderState::Blocked { .. });
    if snapshot.worms.iter().any(|worm| is_blocked(&worm.header)) {
        let bar = line([2.0, 3.0], [2.0, 13.0], 3.0, (Ink::Blocked, Stroke::Flat));
        let arrow = Shape::Arrow {
            curve: Curve::straight(Point::new(5.0, MIDDLE), Point::new(24.0, MIDDLE)),
            width: 2.2,
            ink: Ink::Blocked,
            stroke: Stroke::Dashed,
        };
        add(vec![bar, arrow], 27.0, "waits for");
    }
    if snapshot.queued.iter().any(|&queued| queued > 0) {
        let number = Shape::Label {
            at: Point::new(9.0, MIDDLE),
            size: 13.0,
            text: "+2".to_owned(),
            ink: Ink::Text,
            weight: Weight::Regular,
        };
        add(vec![number], 18.0, "queued");
    }
    if snapshot.worms.iter().any(|worm| worm.destinations > 1) {
        let diamond = mark(9.0, 5.0, Glyph::Diamond, [Ink::Message(0), Ink::Outline]);
        add(vec![diamond], 18.0, "destination ahead");
    }
    if sight.utilization.is_some() {
        let steps = (0..heat::LEVELS).map(|level| Shape::Cell {
            at: Point::new(12.0 * f32::from(level), 3.0),
            width: 12.0,
            height: 10.0,
            ink: Ink::Heat(level),
        });
        add(steps.collect(), 60.0, "used 0–60 %");
    }
    if datelines(layout).next().is_some() {
        let edge = line(
            [1.0, MIDDLE],
            [21.0, MIDDLE],
            1.6,
            (Ink::Dateline, Stroke::Dotted),
        );
        add(vec![edge], 22.0, "dateline: opposite edges are joined");
    }
    let mut nodes = (0..sight.topology.nodes()).map(NodeId);
    if nodes.any(|node| sight.topology.is_switch(node)) {
        let look = [Ink::Node, Ink::NodeEdge];
        add(vec![mark(8.0, 6.0, Glyph::Square, look)], 16.0, "router");
        add(vec![mark(8.0, 6.0, Glyph::Disc, look)], 16.0, "terminal");
    }
    if !sight.faults.is_empty() {
        let cross = mark(8.0, 5.0, Glyph::Cross, [Ink::Blocked; 2]);
        add(vec![cross], 16.0, "failed");
    }
    marks
}

/// A flit around a point of the middle line.
fn flit(at: f32, part: FlitPart, blocked: bool) -> Shape {
    Shape::Flit {
        at: Point::new(at, MIDDLE),
        heading: Point::new(1.0, 0.0),
        size: [12.0, 8.0],
        bend: 0.0,
        part,
        ink: Ink::Message(0),
        blocked,
    }
}

fn line(from: [f32; 2], to: [f32; 2], width: f32, (ink, stroke): (Ink, Stroke)) -> Shape {
    let [from, to] = [from, to].map(|[x, y]| Point::new(x, y));
    Shape::Line {
        curve: Curve::straight(from, to),
        width,
        ink,
        stroke,
    }
}

fn mark(at: f32, radius: f32, glyph: Glyph, [fill, edge]: [Ink; 2]) -> Shape {
    Shape::Mark {
        at: Point::new(at, MIDDLE),
        radius,
        glyph,
        fill,
        edge,
    }
}
