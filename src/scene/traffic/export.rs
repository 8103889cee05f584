//! Export of the whole picture as a file, whatever part of it is visible on the screen.

use super::moving_layer::Picture;
use super::sight::Sight;
use super::static_layer::{Lanes, network};
use crate::scene::draw::{Camera, Frame, Palette, View, svg};
use crate::scene::explain::Teller;
use crate::sim::Design;

/// Writes the picture of a `sight` as an SVG file of a width in pixels. The pitch is such that
/// everything is visible.
pub fn figure(sight: Sight, design: &Design, width: f32, palette: &Palette) -> String {
    let bounds = sight.layout.bounds();
    let shape = (bounds.max.y - bounds.min.y) / (bounds.max.x - bounds.min.x);
    let frame = Frame {
        width,
        height: (width * shape).clamp(0.2 * width, 2.0 * width).round(),
        headroom: 0.0,
        footroom: 0.0,
    };
    let view = View::of(bounds, frame, Camera::default());
    let lanes = Lanes::of(design);
    let seen = view.visible(frame);
    let (topology, layout) = (sight.topology, sight.layout);
    let resting = network(topology, layout, lanes, sight.naming, view.pitch, seen);
    let picture = Picture::of(Sight {
        pitch: view.pitch,
        ..sight
    });
    let teller = Teller {
        topology,
        design,
        snapshot: sight.snapshot,
    };
    let mut layers = vec![(&*resting, 1.0)];
    layers.extend(picture.layers());
    svg(&layers, view, frame, palette, &teller.summary())
}
