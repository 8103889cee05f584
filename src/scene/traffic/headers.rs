//! Where headers are drawn, and what is written on them and beside them.

use super::buffers::{Slots, flit_size};
use super::sight::Moment;
use crate::scene::draw::{Ink, Shape};
use crate::scene::layout::Layout;
use crate::sim::{Place, Segment, WormView};
use crate::topology::Point;

/// Where the header of a worm is drawn, of a tree its first; none while it is in a processor.
pub(super) fn header(layout: &Layout, worm: &WormView, moment: Moment) -> Option<(Point, Point)> {
    headers(layout, worm, moment).next()
}

/// Where headers of a worm are drawn.
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
    let Place::Channel(lane) = segment.place else {
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

/// The number of a message on its headers; how many copies are left to make, on those of a
/// worm with several destinations.
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
        // The tip has no room for letters, so they stand behind the middle.
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

/// How many destinations the header of a worm with several has ahead of it: one less after
/// every node at which it leaves a copy.
fn destinations_ahead(worm: &WormView) -> Option<String> {
    let ahead = worm.left().count();
    (worm.destinations > 1 && ahead > 0).then(|| format!("×{ahead}"))
}

/// The same beside a header that has no room for it.
pub(super) fn count_beside(
    layout: &Layout,
    worm: &WormView,
    moment: Moment,
    pitch: f32,
) -> Option<Shape> {
    /// Height of the letters \[pixels\].
    const LETTERS: f32 = 10.0;
    /// Beside headers of this size \[pixels\].
    const FROM: f32 = 6.0;
    let text = destinations_ahead(worm)?;
    let flit = flit_size(layout);
    let mut headers = headers(layout, worm, moment).filter(|_| flit * pitch >= FROM);
    let (at, heading) = headers.next()?;
    let aside = 0.5 * flit + LETTERS / pitch;
    Some(Shape::Badge {
        at: Point::new(at.x - heading.y * aside, at.y + heading.x * aside),
        size: LETTERS / pitch,
        text,
        fill: Ink::Text,
    })
}
