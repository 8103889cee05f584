//! The legend of a picture: the marks that are in it, each as a small drawing with a name.

use super::sight::Sight;
use super::static_layer::datelines;
use crate::scene::draw::{Anchor, Chart, Curve, FlitPart, Glyph, Ink, Shape, Stroke, heat};
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
    let mut add = |width: f32, name, draw: &dyn Fn(&mut Chart)| {
        let mut chart = Chart::new(width, HEIGHT, 13.0);
        draw(&mut chart);
        marks.push((chart.on_page(), name));
    };
    if !snapshot.worms.is_empty() {
        add(22.0, "header", &|chart| {
            chart.shapes.push(flit(10.0, FlitPart::Header));
        });
        add(18.0, "body", &|chart| {
            chart.shapes.push(flit(9.0, FlitPart::Body));
        });
        add(18.0, "tail", &|chart| {
            chart.shapes.push(flit(10.0, FlitPart::Tail));
            chart.line((4.0, 2.5), (4.0, 13.5), (2.2, Ink::Text, Stroke::Flat));
        });
        add(22.0, "held", &|chart| {
            chart.line(
                (1.0, MIDDLE),
                (21.0, MIDDLE),
                (8.0, Ink::Held(0), Stroke::Flat),
            );
        });
    }
    let is_blocked = |header: &HeaderState| matches!(header, HeaderState::Blocked { .. });
    if snapshot.worms.iter().any(|worm| is_blocked(&worm.header)) {
        add(27.0, "waits for", &|chart| {
            chart.line((2.0, 3.0), (2.0, 13.0), (3.0, Ink::Blocked, Stroke::Flat));
            chart.shapes.push(Shape::Arrow {
                curve: Curve::straight(Point::new(5.0, MIDDLE), Point::new(24.0, MIDDLE)),
                width: 2.2,
                ink: Ink::Blocked,
                stroke: Stroke::Dashed,
            });
        });
    }
    if snapshot.queued.iter().any(|&queued| queued > 0) {
        add(18.0, "queued", &|chart| {
            chart.caption((9.0, MIDDLE), "+2", (Ink::Text, Anchor::Middle));
        });
    }
    if snapshot.worms.iter().any(|worm| worm.destinations > 1) {
        let look = (Glyph::Diamond, Ink::Message(0), Ink::Outline);
        add(18.0, "destination ahead", &|chart| {
            chart.mark((9.0, MIDDLE), 5.0, look);
        });
    }
    if sight.utilization.is_some() {
        let steps = || {
            (0..heat::LEVELS).map(|level| Shape::Cell {
                at: Point::new(12.0 * f32::from(level), 3.0),
                width: 12.0,
                height: 10.0,
                ink: Ink::Heat(level),
            })
        };
        add(60.0, "used 0–60 %", &|chart| chart.shapes.extend(steps()));
    }
    if datelines(layout).next().is_some() {
        add(22.0, "dateline: opposite edges are joined", &|chart| {
            chart.line(
                (1.0, MIDDLE),
                (21.0, MIDDLE),
                (1.6, Ink::Dateline, Stroke::Dotted),
            );
        });
    }
    let mut nodes = (0..sight.topology.nodes()).map(NodeId);
    if nodes.any(|node| sight.topology.is_switch(node)) {
        for (glyph, name) in [(Glyph::Square, "router"), (Glyph::Disc, "terminal")] {
            let look = (glyph, Ink::Node, Ink::NodeEdge);
            add(16.0, name, &|chart| chart.mark((8.0, MIDDLE), 6.0, look));
        }
    }
    if !sight.faults.is_empty() {
        let look = (Glyph::Cross, Ink::Blocked, Ink::Blocked);
        add(16.0, "failed", &|chart| {
            chart.mark((8.0, MIDDLE), 5.0, look);
        });
    }
    marks
}

/// A flit around a point of the middle line.
fn flit(at: f32, part: FlitPart) -> Shape {
    Shape::Flit {
        at: Point::new(at, MIDDLE),
        heading: Point::new(1.0, 0.0),
        size: [12.0, 8.0],
        bend: 0.0,
        part,
        ink: Ink::Message(0),
        blocked: false,
    }
}
