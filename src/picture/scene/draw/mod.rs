//! Shapes, colors, a camera and a pen: the elements of a drawing and its rendering as strokes.

mod bounds;
mod brush;
mod camera;
mod chart;
mod curve;
mod hatch;
pub mod heat;
mod palette;
mod pen;
mod render;
mod shape;
mod signature;
mod svg;

pub use bounds::Bounds;
pub use camera::{Camera, Frame, Insets, View};
pub use chart::Chart;
pub use curve::Curve;
pub use palette::{HUES, Ink, LARGE_TEXT, Palette};
pub use pen::{Dash, Pen, Scale};
pub use render::draw;
pub use shape::{Anchor, FlitPart, Glyph, Shape, Stroke, Texture, Weight};
pub use signature::{made_with, signed_png, signed_svg};
pub use svg::FILE_FONT;
pub use svg::svg;

pub(in crate::scene) use brush::NUMBERED_FROM;
pub(in crate::scene) use curve::{distance_to_piece, length};
