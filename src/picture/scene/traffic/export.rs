//! Export of the whole picture as a file, whatever part of it is visible on the screen.

use std::fmt::Write;

use super::moving_layer::Picture;
use super::sight::Sight;
use super::static_layer::{Lanes, network};
use crate::scene::draw::{Camera, FILE_FONT, Frame, Ink, Palette, View, svg};
use crate::scene::explain::Teller;
use crate::scene::layout::Layout;
use engine::catalog::escaped;
use engine::sim::Design;

/// Writes the picture of a `sight` as an SVG file of a width in pixels, and a height that suits the
/// network. The pitch is such that everything is visible.
pub fn figure(sight: Sight, design: &Design, width: f32, palette: &Palette) -> String {
    figure_in(sight, design, frame_of(sight.layout, width), palette)
}

/// As [`figure`], within a given frame.
pub fn figure_in(sight: Sight, design: &Design, frame: Frame, palette: &Palette) -> String {
    let bounds = sight.layout.bounds();
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

/// The frame of a figure of a width.
pub fn frame_of(layout: &Layout, width: f32) -> Frame {
    let bounds = layout.bounds();
    let shape = (bounds.max.y - bounds.min.y) / (bounds.max.x - bounds.min.x);
    Frame::new(
        width,
        (width * shape).clamp(0.2 * width, 2.0 * width).round(),
    )
}

/// One of several pictures of a network with the same positions of nodes.
#[derive(Debug)]
pub struct PictureBeside<'a> {
    pub name: String,
    pub told: String,
    /// The visible part of the run, with its options.
    pub sight: Sight<'a>,
    pub design: &'a Design,
}

/// Writes several pictures as one SVG file, two in a row, each with its name above and a line below.
/// `width` is that of one picture in pixels.
pub fn figures(pictures: &[PictureBeside], width: f32, palette: &Palette) -> String {
    /// Space around pictures, and the height of a line of text \[pixels\].
    const GAP: f32 = 16.0;
    const LINE: f32 = 30.0;
    /// Font sizes \[pixels\].
    const NAME: f32 = 22.0;
    const TOLD: f32 = 15.0;
    let frames = pictures
        .iter()
        .map(|picture| frame_of(picture.sight.layout, width));
    let high = frames.map(|frame| frame.height).fold(0.0, f32::max);
    let rows = pictures.len().div_ceil(2).max(1);
    let (cell_width, cell_height) = (width + GAP, 2.0 * LINE + high + GAP);
    let [all_width, all_height] = [
        GAP + 2.0 * cell_width,
        GAP + cell_height * f32::from(rows as u16),
    ];
    let names: Vec<_> = pictures.iter().map(|picture| &*picture.name).collect();
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {all_width} {all_height}\" \
         width=\"{all_width}\" height=\"{all_height}\" role=\"img\" \
         font-family=\"{FILE_FONT}\"><title>{}</title><path fill=\"{}\" \
         d=\"M0 0h{all_width}v{all_height}H0z\"/>\n",
        escaped(&names.join(", ")),
        palette.color(Ink::Paper)
    );
    let ink = palette.color(Ink::Text);
    for (place, picture) in pictures.iter().enumerate() {
        let x = GAP + cell_width * f32::from((place % 2) as u16);
        let y = GAP + cell_height * f32::from((place / 2) as u16);
        let (name, told) = (escaped(&picture.name), escaped(&picture.told));
        let middle = x + width / 2.0;
        let (above, below) = (y + 0.7 * LINE, y + LINE + high + 0.7 * LINE);
        let inner = figure(picture.sight, picture.design, width, palette);
        let inner = inner.replacen("<svg ", &format!("<svg x=\"{x}\" y=\"{}\" ", y + LINE), 1);
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "<g fill=\"{ink}\" text-anchor=\"middle\">\
             <text x=\"{middle}\" y=\"{above}\" font-size=\"{NAME}\" font-weight=\"600\">{name}</text>\
             <text x=\"{middle}\" y=\"{below}\" font-size=\"{TOLD}\">{told}</text></g>\n{inner}"
        );
    }
    out + "</svg>\n"
}
