//! The positions of headers, and the labels on and beside them.

use super::buffers::{Place, Slots};
use super::course::{Track, room};
use super::sight::Moment;
use crate::scene::draw::{Ink, Shape, Weight};
use crate::scene::explain::MessageNames;
use crate::scene::layout::Layout;
use engine::sim::{Location, Segment, WormView};
use engine::topology::Point;

/// The position and direction of a worm's header, or of the first one of a tree; `None` while it is
/// in an injection or ejection port.
pub(super) fn header(layout: &Layout, worm: &WormView, moment: Moment) -> Option<(Point, Point)> {
    headers(layout, worm, moment)
        .next()
        .map(|place| (place.at, place.heading))
}

/// The places of a worm's headers.
pub(super) fn headers(
    layout: &Layout,
    worm: &WormView,
    moment: Moment,
) -> impl Iterator<Item = Place> {
    let fronts = worm.fronts();
    fronts.filter_map(move |segment| header_in(layout, worm, segment, moment))
}

fn header_in(layout: &Layout, worm: &WormView, segment: &Segment, moment: Moment) -> Option<Place> {
    let Location::Channel(lane) = segment.place else {
        return None;
    };
    if segment.gone == 0 && segment.flits > 0 {
        let index = worm.segments.iter().position(|other| other == segment)?;
        return Some(Track::new(layout, worm, (lane, index), moment).flit(layout, worm, 0, moment));
    }
    let curve = layout.lane(lane);
    let slots = Slots::new(&curve, layout.lane_width(), room(worm, moment));
    Some(slots.place(&curve, slots.at(0)))
}

/// Labels on the headers of a worm: the name of its message or, with several destinations, the
/// number of copies yet to make.
pub(super) fn named(
    layout: &Layout,
    worm: &WormView,
    moment: Moment,
    names: &MessageNames,
) -> impl Iterator<Item = Shape> {
    let text = destinations_ahead(worm).unwrap_or_else(|| names.short(worm.message));
    let wide = layout.lane_width();
    let letters = text.chars().count() as f32;
    let ink = Ink::OnHue(worm.color);
    headers(layout, worm, moment).map(move |place| {
        let Place {
            at,
            heading,
            length,
            ..
        } = place;
        // The tip is too narrow for text, so the label is behind the middle.
        let back = 0.15 * wide;
        Shape::Label {
            at: Point::new(at.x - heading.x * back, at.y - heading.y * back),
            size: (1.35 * (length - 0.5 * wide).max(0.5 * wide) / letters).min(0.95 * wide),
            text: text.clone(),
            ink,
            weight: Weight::Strong,
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
    const FONT_SIZE: f32 = 11.0;
    /// Width of a lane from which headers have a number beside them \[pixels\].
    const FROM: f32 = 4.0;
    let text = destinations_ahead(worm)?;
    let wide = layout.lane_width();
    let mut headers = headers(layout, worm, moment).filter(|_| wide * pitch >= FROM);
    let Place { at, heading, .. } = headers.next()?;
    let aside = 0.5 * wide + FONT_SIZE / pitch;
    Some(Shape::Badge {
        at: Point::new(at.x - heading.y * aside, at.y + heading.x * aside),
        size: FONT_SIZE / pitch,
        text,
        fill: Ink::Text,
    })
}
