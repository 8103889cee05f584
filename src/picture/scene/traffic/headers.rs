//! The positions of headers, and the labels on and beside them.

use super::buffers::{Slots, flit_size};
use super::sight::Moment;
use crate::scene::draw::{Ink, Shape};
use crate::scene::layout::Layout;
use engine::sim::{Location, Segment, WormView};
use engine::topology::Point;

/// The position and direction of a worm's header, or of the first one of a tree; `None` while it is
/// in an injection or ejection port.
pub(super) fn header(layout: &Layout, worm: &WormView, moment: Moment) -> Option<(Point, Point)> {
    headers(layout, worm, moment).next()
}

/// The positions and directions of a worm's headers.
pub(super) fn headers(
    layout: &Layout,
    worm: &WormView,
    moment: Moment,
) -> impl Iterator<Item = (Point, Point)> {
    let fronts = worm.fronts();
    fronts.filter_map(move |segment| header_in(layout, worm, segment, moment))
}

fn header_in(
    layout: &Layout,
    worm: &WormView,
    segment: &Segment,
    moment: Moment,
) -> Option<(Point, Point)> {
    let Location::Channel(lane) = segment.place else {
        return None;
    };
    let curve = layout.lane(lane);
    let slots = Slots::new(
        curve.length(),
        flit_size(layout),
        moment.buffer.unwrap_or(worm.length),
    );
    let u = if segment.entered && segment.gone == 0 && segment.flits == 1 {
        slots.at(0) * moment.share
    } else {
        slots.at(0)
    };
    Some(curve.at(u))
}

/// Labels on the headers of a worm: the number of its message or, with several destinations, the
/// number of copies yet to make.
pub(super) fn numbered(
    layout: &Layout,
    worm: &WormView,
    moment: Moment,
) -> impl Iterator<Item = Shape> {
    let text = destinations_ahead(worm).unwrap_or_else(|| worm.message.0.to_string());
    let size = flit_size(layout);
    let letters = text.chars().count().max(2) as f32;
    let ink = Ink::OnHue(worm.color);
    headers(layout, worm, moment).map(move |(at, heading)| {
        // The tip is too narrow for text, so the label is behind the middle.
        let (x, y) = (
            at.x - heading.x * 0.02 * size,
            at.y - heading.y * 0.02 * size,
        );
        Shape::Label {
            at: Point::new(x, y),
            size: (1.45 * size / letters).min(0.62 * size),
            text: text.clone(),
            ink,
        }
    })
}

/// The number of destinations ahead of the header of a worm with several: one less after every node
/// at which it leaves a copy.
fn destinations_ahead(worm: &WormView) -> Option<String> {
    let ahead = worm.left().count();
    (worm.destinations > 1 && ahead > 0).then(|| format!("×{ahead}"))
}

/// The number of destinations ahead, beside a header that has no room for it.
pub(super) fn count_beside(
    layout: &Layout,
    worm: &WormView,
    moment: Moment,
    pitch: f32,
) -> Option<Shape> {
    /// Font size \[pixels\].
    const FONT_SIZE: f32 = 10.0;
    /// Size from which headers have a number beside them \[pixels\].
    const FROM: f32 = 6.0;
    let text = destinations_ahead(worm)?;
    let flit = flit_size(layout);
    let mut headers = headers(layout, worm, moment).filter(|_| flit * pitch >= FROM);
    let (at, heading) = headers.next()?;
    let aside = 0.5 * flit + FONT_SIZE / pitch;
    Some(Shape::Badge {
        at: Point::new(at.x - heading.y * aside, at.y + heading.x * aside),
        size: FONT_SIZE / pitch,
        text,
        fill: Ink::Text,
    })
}
