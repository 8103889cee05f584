//! The messages of a small scene at their sources, each as a tag with its name and destination.

use super::sight::Sight;
use crate::scene::draw::{Bounds, Ink, Shape, Weight};
use crate::scene::explain::{MessageNames, NotStarted, Stage};
use crate::scene::layout::{Layout, NODE_RADIUS, Names};
use engine::sim::{MessageId, Snapshot};
use engine::topology::{NodeId, Point};

/// A message at its source.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Tag {
    pub message: MessageId,
    color: u8,
    from: NodeId,
    to: NodeId,
}

/// Font size \[pixels\].
const FONT_SIZE: f32 = 14.0;

/// The tags of a small scene: few messages, at most one at each node, in a network with room beside
/// its nodes. Empty for any other.
pub(super) fn tags(
    layout: &Layout,
    snapshot: &Snapshot,
    messages: &[NotStarted],
    pitch: f32,
) -> Vec<Tag> {
    const MOST_MESSAGES: usize = 8;
    const MOST_NODES: usize = 16;
    /// Messages that are told apart by number.
    const FEW: u64 = 26;
    /// [pixels/grid unit]
    const ROOMY: f32 = 95.0;
    if pitch < ROOMY || layout.nodes().count() > MOST_NODES {
        return Vec::new();
    }
    let under_way = snapshot.worms.iter().map(|worm| {
        let is_single = worm.destinations == 1;
        is_single.then_some(Tag {
            message: worm.message,
            color: worm.color,
            from: worm.from,
            to: worm.to,
        })
    });
    // A message in the port of its source is a worm.
    let waiting = messages.iter().filter(|it| it.stage != Stage::Port);
    let waiting = waiting.map(|it| {
        let [to] = *it.to else { return None };
        Some(Tag {
            message: it.message?,
            color: it.color?,
            from: it.from,
            to,
        })
    });
    let all: Option<Vec<_>> = under_way.chain(waiting).collect();
    let Some(all) = all else {
        return Vec::new();
    };
    let mut sources: Vec<_> = all.iter().map(|tag| tag.from).collect();
    sources.sort_unstable();
    sources.dedup();
    let is_small = all.len() <= MOST_MESSAGES && sources.len() == all.len();
    if is_small && all.iter().all(|tag| tag.message.0 < FEW) {
        all
    } else {
        Vec::new()
    }
}

/// The middle of a tag of a width and height: inside a ring, otherwise below right of its source.
fn place(layout: &Layout, node: NodeId, [wide, high]: [f32; 2], pitch: f32) -> Point {
    let at = layout.node(node);
    let gap = 6.0 / pitch;
    if let Some(out) = layout.outwards(node) {
        let far = |half: f32| NODE_RADIUS + gap + half;
        return Point::new(
            at.x - out.x * far(wide / 2.0),
            at.y - out.y * far(high / 2.0),
        );
    }
    let Bounds { max, .. } = layout.bounds();
    let (x, y) = (
        at.x + NODE_RADIUS + gap + wide / 2.0,
        at.y + NODE_RADIUS + gap + high / 2.0,
    );
    Point::new(x.min(max.x - wide / 2.0), y.min(max.y - high / 2.0))
}

/// Draws the tags: a name on the color of the message, and its destination.
pub(super) fn shapes(
    sight: Sight,
    tags: &[Tag],
    called: &MessageNames,
    names: &Names,
) -> Vec<Shape> {
    let size = FONT_SIZE / sight.pitch;
    let high = 1.5 * size;
    let shapes = tags.iter().flat_map(|tag| {
        let name = called.short(tag.message);
        let badge = size * (0.64 * name.chars().count() as f32 + 0.5).max(1.2);
        let text = names.name(tag.to).map(|to| format!("to {to}"));
        let long = text.as_ref().map_or(0, |text| text.chars().count());
        let gap = 0.35 * size;
        let wide = badge + gap + 0.54 * size * long as f32;
        let at = place(sight.layout, tag.from, [wide, high], sight.pitch);
        let left = at.x - wide / 2.0;
        let name = Shape::Badge {
            at: Point::new(left + badge / 2.0, at.y),
            size,
            text: name,
            fill: Ink::Message(tag.color),
        };
        let goal = text.map(|text| Shape::Label {
            at: Point::new((left + badge + gap + at.x + wide / 2.0) / 2.0, at.y),
            size,
            text,
            ink: Ink::Text,
            weight: Weight::Regular,
        });
        [Some(name), goal]
    });
    shapes.flatten().collect()
}

pub(super) fn tag_at(layout: &Layout, tags: &[Tag], point: Point, pitch: f32) -> Option<MessageId> {
    // The width of its text depends on names; that of most is near this.
    let size = FONT_SIZE / pitch;
    let [wide, high] = [3.6 * size, 1.6 * size];
    let found = tags.iter().find(|tag| {
        let at = place(layout, tag.from, [wide, high], pitch);
        (point.x - at.x).abs() <= wide / 2.0 && (point.y - at.y).abs() <= high / 2.0
    });
    found.map(|tag| tag.message)
}
