//! Messages that have not started, as marks beside their nodes: a number in the color of the
//! message; of more than three the first two, and the number of the rest.

use super::tags::{tag_at, tags};
use crate::scene::draw::{Bounds, Curve, Ink, Shape, Stroke};
use crate::scene::explain::NotStarted;
use crate::scene::layout::{Focus, Layout, NODE_RADIUS, Thing};
use crate::scene::overlay::marks;
use engine::sim::{MessageId, Snapshot};
use engine::topology::{NodeId, Point};

/// The mark of a message that has not started, or of several.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct WaitingMark {
    node: NodeId,
    /// The message; `None` if its number is not known yet or there are several.
    message: Option<MessageId>,
    area: Bounds,
    size: f32,
    text: String,
    fill: Ink,
}

/// Font size [grid units], and the least one \[pixels\].
const FONT_SIZE: f32 = 0.14;
const LEAST: f32 = 9.5;

/// The marks of messages, node by node; none if one of them would be so wide that it hid links,
/// since a picture with numbers at some nodes only would mislead.
pub(super) fn waiting_marks(
    layout: &Layout,
    snapshot: &Snapshot,
    messages: &[NotStarted],
    pitch: f32,
) -> Vec<WaitingMark> {
    /// The largest width of a mark [grid units].
    const WIDEST: f32 = 0.37;
    /// Messages that are told apart by number.
    const FEW: u64 = 26;
    let size = FONT_SIZE.max(LEAST / pitch);
    let is_wide = |message: &NotStarted| width(&message.mark(), size) > WIDEST;
    // Of many messages only the lengths of queues are of interest.
    let is_late = |message: &NotStarted| message.message.is_some_and(|it| it.0 >= FEW);
    if messages
        .iter()
        .any(|message| is_wide(message) || is_late(message))
    {
        return Vec::new();
    }
    let mut nodes: Vec<NodeId> = Vec::new();
    for message in messages {
        if !nodes.contains(&message.from) {
            nodes.push(message.from);
        }
    }
    let marks = nodes.into_iter().flat_map(|node| {
        let here: Vec<_> = messages.iter().filter(|m| m.from == node).collect();
        let listed = here.iter().filter(|m| m.is_queued()).count();
        let queued = snapshot.queued.get(node.0 as usize).copied().unwrap_or(0) as usize;
        // A snapshot lists only the first messages of a queue.
        row(layout, node, &here, queued.saturating_sub(listed), size)
    });
    marks.collect()
}

/// The marks beside one node, of the messages known and `more` others.
fn row(
    layout: &Layout,
    node: NodeId,
    here: &[&NotStarted],
    more: usize,
    size: f32,
) -> Vec<WaitingMark> {
    /// The most marks of a node, and their largest total width [grid units].
    const MOST: usize = 3;
    const WIDEST: f32 = 0.62;
    let texts: Vec<_> = here.iter().map(|message| message.mark()).collect();
    let rest = |shown: usize| match here.len() - shown + more {
        0 => None,
        rest => Some(format!("+{rest}")),
    };
    let width_of = |shown: usize| -> f32 {
        let texts = texts[..shown].iter().map(|text| width(text, size));
        texts.sum::<f32>() + rest(shown).map_or(0.0, |rest| width(&rest, size))
    };
    let fits = |shown: &usize| {
        let marks = shown + usize::from(rest(*shown).is_some());
        marks <= MOST && width_of(*shown) <= WIDEST
    };
    let most = here.len().min(MOST);
    let shown = (1..=most).rev().find(fits).unwrap_or(1);
    let (wide, high) = (width_of(shown), height(size));
    let corner = free_corner(layout, node, wide, high);
    let known = here[..shown].iter().zip(&texts).map(|(message, text)| {
        let fill = message.color.map_or(Ink::Muted, Ink::Message);
        (message.message, text.clone(), fill)
    });
    let rest = rest(shown).map(|rest| (None, rest, Ink::Text));
    let mut left = corner.x;
    let marks = known.chain(rest).map(|(message, text, fill)| {
        let min = Point::new(left, corner.y);
        left += width(&text, size);
        WaitingMark {
            node,
            message,
            area: Bounds {
                min,
                max: Point::new(left, corner.y + high),
            },
            size,
            text,
            fill,
        }
    });
    marks.collect()
}

/// The upper left corner of a row of marks beside a node: on the first side on which it covers no
/// node and no link and is within the drawing.
fn free_corner(layout: &Layout, node: NodeId, wide: f32, high: f32) -> Point {
    /// Distances of the nearest corner of the row from the center of its node.
    const ASIDE: f32 = 0.85 * NODE_RADIUS;
    const UP: f32 = 0.9 * NODE_RADIUS;
    let at = layout.node(node);
    let inside = layout.bounds();
    let [left, right] = [at.x - ASIDE - wide, at.x + ASIDE];
    let [above, below] = [at.y - UP - high, at.y + UP];
    let corners = [(left, above), (right, above), (left, below), (right, below)];
    let corners = corners.map(|(x, y)| {
        // The least font size may exceed the margin of the drawing.
        let y = y.clamp(inside.min.y, (inside.max.y - high).max(inside.min.y));
        Point::new(x, y)
    });
    let hidden = |corner: &Point| {
        let area = Bounds {
            min: *corner,
            max: Point::new(corner.x + wide, corner.y + high),
        };
        let others = layout.nodes_within(area).filter(|&other| other != node);
        let is_outside = area.min.x < inside.min.x || area.max.x > inside.max.x;
        let middle = corner.y + high / 2.0;
        let along = [0.15, 0.5, 0.85].map(|share| Point::new(corner.x + share * wide, middle));
        let links = along.iter().filter(|&&at| layout.channel_at(at).is_some());
        100 * usize::from(is_outside) + 10 * others.count() + links.count()
    };
    let least = corners.iter().min_by_key(|corner| hidden(corner));
    least.copied().unwrap_or(at)
}

/// The width and height of a badge.
fn width(text: &str, size: f32) -> f32 {
    2.0 * size * (0.32 * text.chars().count() as f32 + 0.25).max(0.6)
}

fn height(size: f32) -> f32 {
    1.36 * size
}

impl WaitingMark {
    pub(super) fn shape(&self) -> Shape {
        Shape::Badge {
            at: self.area.center(),
            size: self.size,
            text: self.text.clone(),
            fill: self.fill,
        }
    }

    fn holds(&self, point: Point) -> bool {
        self.area.meets(Bounds::of(&[point]))
    }
}

/// The message whose mark is at a point; for the mark of several messages, their node.
pub fn waiting_at(
    layout: &Layout,
    snapshot: &Snapshot,
    messages: &[NotStarted],
    point: Point,
    pitch: f32,
) -> Option<Thing> {
    let tags = tags(layout, snapshot, messages, pitch);
    if !tags.is_empty() {
        return tag_at(layout, &tags, point, pitch).map(Thing::Worm);
    }
    let marks = waiting_marks(layout, snapshot, messages, pitch);
    let found = marks.iter().find(|mark| mark.holds(point))?;
    Some(match found.message {
        Some(message) => Thing::Worm(message),
        None => Thing::Node(found.node),
    })
}

/// The ways of the messages asked about: the message that is pointed at or selected, or all those
/// of a node.
pub(super) fn destinations_asked(
    layout: &Layout,
    messages: &[NotStarted],
    focus: &Focus,
) -> Vec<Shape> {
    /// The most messages of a node whose destinations are distinguishable.
    const MOST: usize = 6;
    let things = [focus.pointed, focus.selected].into_iter().flatten();
    let mut asked: Vec<&NotStarted> = Vec::new();
    for thing in things {
        let is_asked = |message: &&NotStarted| match thing {
            Thing::Node(node) => message.from == node,
            Thing::Worm(number) => message.message == Some(number),
            Thing::Channel(_) | Thing::Lane(_) => false,
        };
        for message in messages.iter().filter(is_asked).take(MOST) {
            if !asked.contains(&message) {
                asked.push(message);
            }
        }
    }
    let mut shapes = Vec::new();
    for message in asked {
        let ink = message.color.map_or(Ink::Muted, Ink::Message);
        if let [to] = *message.to {
            let (from, to) = (layout.node(message.from), layout.end(to));
            shapes.push(Shape::Arrow {
                // Bowed, so that it passes beside nodes and links between its ends.
                curve: Curve::new(from, to, 0.3, [NODE_RADIUS; 2]),
                width: 0.035,
                ink,
                stroke: Stroke::Dashed,
            });
            continue;
        }
        let hue = message.color.unwrap_or_default();
        let destinations = message.to.iter();
        shapes.extend(destinations.map(|&node| marks::destination(layout, node, hue)));
    }
    shapes
}
