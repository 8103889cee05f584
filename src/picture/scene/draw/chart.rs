//! Drawings other than that of the network, such as a chart over time.

use super::curve::Curve;
use super::palette::Ink;
use super::shape::{Anchor, Glyph, Shape, Stroke, Texture};
use engine::topology::Point;

/// A list of shapes whose unit of coordinates is a pixel of the page.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    pub shapes: Vec<Shape>,
    pub width: f32,
    pub height: f32,
    /// Font size of captions.
    pub text: f32,
    /// Pixels of a file for each pixel of the page.
    pub scale: f32,
}

impl Chart {
    pub fn new(width: f32, height: f32, text: f32) -> Self {
        Self {
            shapes: Vec::new(),
            width,
            height,
            text,
            scale: 1.0,
        }
    }

    pub fn line(&mut self, from: (f32, f32), to: (f32, f32), look: (f32, Ink, Stroke)) {
        let [from, to] = [from, to].map(|(x, y)| Point::new(x, y));
        let (width, ink, stroke) = look;
        self.shapes.push(Shape::Line {
            curve: Curve::straight(from, to),
            width,
            ink,
            stroke,
        });
    }

    /// Adds a text whose anchor is at `x`, and the middle of whose letters is at `y`.
    pub fn caption(&mut self, (x, y): (f32, f32), text: &str, look: (Ink, Anchor)) {
        let (ink, anchor) = look;
        self.shapes.push(Shape::Caption {
            at: Point::new(x, y),
            size: self.text,
            text: text.to_owned(),
            ink,
            anchor,
        });
    }

    /// Adds a bar with its upper left corner at a position.
    pub fn bar(&mut self, (x, y): (f32, f32), size: [f32; 2], look: (Ink, Texture)) {
        let (ink, texture) = look;
        self.shapes.push(Shape::Bar {
            at: Point::new(x, y),
            size,
            ink,
            texture,
        });
    }

    pub fn mark(&mut self, (x, y): (f32, f32), radius: f32, look: (Glyph, Ink, Ink)) {
        let (glyph, fill, edge) = look;
        self.shapes.push(Shape::Mark {
            at: Point::new(x, y),
            radius,
            glyph,
            fill,
            edge,
        });
    }
}
