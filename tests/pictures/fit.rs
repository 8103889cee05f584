//! Everything drawn at rest fits inside the frame.

use std::sync::Arc;

use crate::common::networks;
use flitscope::routing;
use flitscope::scene::{
    self, Camera, Frame, Insets, Lanes, Layout, Naming, NotStarted, Palette, Picture, Shape, Sight,
    Stage, View,
};
use flitscope::sim::{Design, MessageId, Simulator};
use flitscope::topology::{Network, NodeId, Point};

/// The corners of the area of a shape, in grid units; `pixel` is the size of a pixel.
fn extent(shape: &Shape, pixel: f32) -> Vec<Point> {
    let around =
        |at: Point, x: f32, y: f32| [(-x, -y), (x, y)].map(|(x, y)| Point::new(at.x + x, at.y + y));
    match shape {
        Shape::Line { curve, width, .. } | Shape::Arrow { curve, width, .. } => {
            let half = (width / 2.0).max(0.4 * pixel);
            let points = (0..=40_u8).map(|step| curve.at(f32::from(step) / 40.0).0);
            points.flat_map(|at| around(at, half, half)).collect()
        }
        &Shape::Mark { at, radius, .. } => around(at, radius, radius).to_vec(),
        &Shape::Slot { at, size, .. } | &Shape::Flit { at, size, .. } => {
            let half = size[0].max(size[1]) / 2.0;
            around(at, half, half).to_vec()
        }
        Shape::Label { at, size, text, .. } => {
            let width = |letter: char| if ",.".contains(letter) { 0.3 } else { 0.59 };
            let half = 0.5 * size * text.chars().map(width).sum::<f32>();
            around(*at, half, 0.5 * size).to_vec()
        }
        Shape::Badge { at, size, text, .. } => {
            let characters = text.chars().count() as f32;
            around(*at, size * (0.32 * characters + 0.25), 0.68 * size).to_vec()
        }
        Shape::Hull { corners, .. } | Shape::Area { corners, .. } => corners.clone(),
        &Shape::Cell {
            at, width, height, ..
        } => vec![at, Point::new(at.x + width, at.y + height)],
        &Shape::Bar { at, size, .. } => vec![at, Point::new(at.x + size[0], at.y + size[1])],
        &Shape::Caption { at, .. } => vec![at],
    }
}

#[test]
fn in_every_network_and_arrangement_nothing_is_cut_off() {
    let frames = [
        (1000.0, 700.0, 40.0),
        (358.0, 420.0, 60.0),
        (1900.0, 300.0, 0.0),
    ];
    let mut cut = Vec::new();
    for spec in networks::ALL
        .iter()
        .chain(&["torus:6x6x6", "hypercube:6", "torus:16x16"])
    {
        let topology = networks::build(spec);
        let network = Network::new(&*topology);
        for &arrangement in topology.arrangements() {
            for (width, height, margin) in frames {
                let vcs = 2;
                let layout = Layout::new(&*topology, &network, vcs, arrangement);
                let insets = Insets {
                    top: margin,
                    bottom: margin / 2.0,
                    ..Insets::default()
                };
                let frame = Frame {
                    insets,
                    ..Frame::new(width, height)
                };
                let view = View::of(layout.bounds(), frame, Camera::default());
                let routing = routing::defined_on(&*topology)
                    .next()
                    .expect("one is defined");
                let routing = routing::from_id(routing.entry.id, &*topology, vcs);
                let Ok(routing) = routing else { continue };
                let design = Arc::new(Design {
                    vcs,
                    ..Design::idle(Network::new(&*topology), routing)
                });
                let within = view.visible(frame);
                let naming = Naming::Address;
                let lanes = Lanes::of(&design);
                let mut shapes =
                    scene::network(&*topology, &layout, lanes, naming, view.pitch, within);
                let mut snapshot = Simulator::new(design.clone()).snapshot();
                snapshot.queued.fill(1234);
                let waiting = |(from, message)| NotStarted {
                    message: Some(MessageId(message)),
                    color: Some(0),
                    from,
                    to: vec![NodeId(0)],
                    length: 1,
                    stage: Stage::Queue,
                };
                let several = topology.node_ids().flat_map(|node| [(node, 7), (node, 12)]);
                let not_started: Vec<_> = several.map(waiting).collect();
                let picture = Picture::of(Sight {
                    not_started: &not_started,
                    naming,
                    pitch: view.pitch,
                    ..Sight::of(&*topology, &design, &layout, &snapshot)
                });
                shapes.extend(picture.clear);
                let is_outside = |at: &Point| {
                    let (x, y) = view.pixel(*at);
                    x < -0.5
                        || x > width + 0.5
                        || y < frame.insets.top - 0.5
                        || y > height - frame.insets.bottom + 0.5
                };
                let outside = shapes
                    .iter()
                    .find(|shape| extent(shape, 1.0 / view.pitch).iter().any(is_outside));
                if let Some(shape) = outside {
                    cut.push(format!("{spec} {arrangement:?} {width}: {shape:?}"));
                }
            }
        }
    }
    assert!(cut.is_empty(), "{} {cut:#?}", cut.len());
}

#[test]
fn a_figure_is_as_large_as_its_contents() {
    let topology = networks::build("mesh:4x4");
    let network = Network::new(&*topology);
    let routing = routing::from_id("dimension-order", &*topology, 1).expect("defined there");
    let design = Arc::new(Design::idle(Network::new(&*topology), routing));
    let layout = Layout::new(&*topology, &network, 1, topology.arrangements()[0]);
    let snapshot = Simulator::new(design.clone()).snapshot();
    let sight = Sight::of(&*topology, &design, &layout, &snapshot);
    let svg = scene::figure(sight, &design, 800.0, &Palette::LIGHT);
    let (min, max) = (layout.bounds().min, layout.bounds().max);
    let height = (800.0 * (max.y - min.y) / (max.x - min.x)).round();
    assert!(height < 700.0, "it has the shape of a screen");
    let frame = format!("viewBox=\"0 0 800 {height}\"");
    assert!(svg.contains(&frame), "{}", &svg[..200]);
}
