//! The moving part of the picture, composed from a snapshot: the shapes under the worms, the worms
//! out of focus, and the shapes in focus.

use super::course;
use super::sight::Sight;
use super::static_layer::{Lanes, bed, plates};
use super::waiting_arrows::WaitingArrows;
use super::waiting_marks::{WaitingMark, destinations_asked, waiting_marks};
use super::worms::{self, WormLook};
use super::{allocation_arrows, heat_bands::heat_bands, startup, tags};
use crate::scene::draw::{Glyph, Ink, Shape, Stroke, Weight};
use crate::scene::explain::MessageNames;
use crate::scene::layout::{Layout, NODE_RADIUS, Names, Thing, hit_test};
use crate::scene::overlay::{heads, marks};
use engine::routing::{VcSet, VirtualChannel};
use engine::sim::{Snapshot, WormView};
use engine::topology::{NodeId, Point};

/// The shapes of a picture in three layers, from bottom to top.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Picture {
    /// Bands and overlays below the worms.
    pub under: Vec<Shape>,
    /// Worms that are not in focus while others are.
    pub faded: Vec<Shape>,
    pub clear: Vec<Shape>,
}

/// Networks with more nodes do not draw them again above tinted channels, which are narrow there.
const MOST_DRAWN_AGAIN: u32 = 512;

/// The opacity of worms out of focus.
const FADED: f32 = 0.5;

impl Picture {
    /// Composes the picture of a `sight`.
    pub fn of(sight: Sight) -> Self {
        // Flits move in the last phase of a cycle; until then the state before it is shown.
        let sight = Sight {
            snapshot: sight.within.map_or(sight.snapshot, |(before, ..)| before),
            ..sight
        };
        let Sight {
            layout,
            snapshot,
            moment,
            pitch,
            ..
        } = sight;
        let names = Names::new(sight.topology, sight.naming);
        let waiting = WaitingArrows::of(sight);
        let under = beneath(sight, &waiting, &names);
        if !sight.over.is_empty() {
            let mut clear = sight.over.to_vec();
            clear.extend(hit_test::rings(layout, &names, sight.focus, pitch));
            let plain = WormLook {
                moment,
                pitch,
                names: &MessageNames::default(),
            };
            return Self {
                under,
                faded: worms::worms(layout, snapshot.worms.iter(), plain),
                clear,
            };
        }
        let look = WormLook {
            moment,
            pitch,
            names: &waiting.names,
        };
        let is_traced =
            |worm: &&WormView| waiting.traced.is_empty() || waiting.traced.contains(&worm.message);
        let worms = snapshot.worms.iter();
        let others = worms.clone().filter(|worm| !is_traced(worm));
        let faded = worms::worms(layout, others, look);
        let marks = waiting_marks(layout, snapshot, sight.not_started, pitch);
        let tags = tags::tags(layout, snapshot, sight.not_started, pitch);
        let counts = if !tags.is_empty() {
            tags::shapes(sight, &tags, &waiting.names, &names)
        } else if marks.is_empty() {
            queue_counts(layout, snapshot, pitch)
        } else {
            marks.iter().map(WaitingMark::shape).collect()
        };
        let selected = selected(sight);
        let is_selected = |worm: &&WormView| selected.is_some_and(|it| it.message == worm.message);
        let traced = worms.clone().filter(is_traced);
        let mut clear = worms::worms(layout, traced.filter(|worm| !is_selected(worm)), look);
        if let Some(worm) = selected {
            clear.extend(worms::rim(layout, worm, look));
            clear.extend(worms::worms(layout, [worm].into_iter(), look));
            clear.extend(ends_of(worm, &names, sight));
        }
        if sight.way.is_empty() {
            clear.extend(destinations_asked(layout, sight.not_started, sight.focus));
        }
        clear.extend(counts);
        clear.extend(worms::destinations(layout, worms, pitch));
        clear.extend(startup::relays(layout, snapshot, pitch));
        clear.extend(startup::clocks(layout, snapshot, moment, pitch));
        clear.extend(worms::arrivals(layout, snapshot));
        clear.extend(hit_test::rings(layout, &names, sight.focus, pitch));
        match sight.within {
            Some((_, asks, phase)) => clear.extend(allocation_arrows::arrows(sight, asks, phase)),
            None => clear.extend(waiting.arrows(sight)),
        }
        Self {
            under,
            faded,
            clear,
        }
    }

    /// The layers with their opacities.
    pub fn layers(&self) -> [(&[Shape], f32); 3] {
        [(&self.under, 1.0), (&self.faded, FADED), (&self.clear, 1.0)]
    }
}

/// The shapes under the worms: marks, tints, plates of nodes and names.
fn beneath(sight: Sight, waiting: &WaitingArrows, names: &Names) -> Vec<Shape> {
    let Sight {
        layout,
        moment,
        pitch,
        ..
    } = sight;
    let mut under = hit_test::halo(layout, sight.focus);
    let asked = [sight.focus.pointed, sight.focus.selected].into_iter();
    let asked = asked.flatten().filter_map(Thing::channel);
    under.extend(heads(layout, asked, Ink::Chosen));
    // A mark wider than any band of utilization lies under the bands, and is seen beside them.
    let is_beneath = |shape: &&Shape| sight.utilization.is_some() && is_wide_line(shape);
    let (beneath, above): (Vec<_>, Vec<_>) = sight.ground.iter().partition(is_beneath);
    under.extend(beneath.into_iter().cloned());
    if let Some(utilization) = sight.utilization {
        let lanes = Lanes {
            vcs: layout.vcs(),
            escapes: VcSet(0),
            buffer: moment.buffer,
        };
        under.extend(heat_bands(layout, utilization, lanes, pitch));
    }
    if sight.over.is_empty() {
        under.extend(waiting.outline(sight));
    }
    // Tinted beds and the band of a deadlock lie under the nodes, and under names among links.
    if !under.is_empty() && sight.network.nodes() <= MOST_DRAWN_AGAIN {
        under.extend(plates(layout, pitch, layout.bounds()));
        if sight.utilization.is_some() && !layout.is_grid() && !layout.is_ring() {
            under.extend(names.beside(layout, pitch, layout.bounds()));
        }
    }
    under.extend(on_demand(sight));
    let places = sight.pointed.into_iter();
    under.extend(places.flat_map(|p| p.shapes(sight.topology, sight.network, layout, names)));
    under.extend(above.into_iter().cloned());
    under.extend(group(sight));
    under.extend(
        sight
            .faults
            .iter()
            .map(|&channel| marks::on_channel(layout, channel, Glyph::Cross, Ink::Blocked)),
    );
    under
}

fn selected(sight: Sight<'_>) -> Option<&WormView> {
    match sight.focus.selected {
        Some(Thing::Worm(message)) => sight.snapshot.worm(message),
        _ => None,
    }
}

/// The rest of the way of a worm, dotted.
fn way_ahead(worm: &WormView, layout: &Layout, way: &[VirtualChannel], pitch: f32) -> Vec<Shape> {
    /// \[pixels\]
    const WIDTH: f32 = 2.6;
    let front = course::lanes(worm).next().map(|(lane, _)| lane);
    let all: Vec<_> = front.into_iter().chain(way.iter().copied()).collect();
    let through = all.windows(2);
    let through = through.map(|pair| course::through(layout, pair[0], pair[1]));
    let lanes = way.iter().map(|&lane| layout.lane(lane));
    let last = way.last().map(|&lane| course::into_node(layout, lane));
    let curves = lanes.chain(through).chain(last);
    let lines = curves.map(|curve| Shape::Line {
        curve,
        width: WIDTH / pitch,
        ink: Ink::Text,
        stroke: Stroke::Dotted,
    });
    lines.collect()
}

/// The dotted way to the destination of the selected worm, a ring there, and the names of both its ends.
fn ends_of(worm: &WormView, names: &Names, sight: Sight) -> Vec<Shape> {
    let Sight {
        layout, pitch, way, ..
    } = sight;
    let ring = worms::goal(layout, worm.to, worm.color);
    let ends = [worm.from, worm.to].into_iter();
    let named = ends.flat_map(|node| names.strong(layout, node, pitch));
    let way = way_ahead(worm, layout, way, pitch);
    way.into_iter().chain([ring]).chain(named).collect()
}

/// The links that are hidden when idle and belong to a focused node or channel.
fn on_demand(sight: Sight) -> Vec<Shape> {
    let Sight {
        layout,
        network,
        focus,
        ..
    } = sight;
    let of_node = |node: NodeId| {
        let channels = network.channel_ids();
        channels.filter(move |&c| network.from(c) == node || network.to(c) == node)
    };
    let things = [focus.pointed, focus.selected].into_iter().flatten();
    let mut channels = Vec::new();
    for thing in things {
        match thing {
            Thing::Node(node) => channels.extend(of_node(node)),
            thing => channels.extend(thing.channel()),
        }
    }
    let hidden = channels
        .into_iter()
        .filter(|&channel| layout.is_on_demand(channel));
    hidden.map(|channel| bed(layout, channel, 2)).collect()
}

/// Whether a shape is a line at least as wide as a channel.
fn is_wide_line(shape: &Shape) -> bool {
    const WIDE: f32 = 0.18;
    matches!(shape, Shape::Line { width, .. } if *width >= WIDE)
}

/// An area around the destinations that the selected multicast has not reached yet.
fn group(sight: Sight) -> Option<Shape> {
    let Some(Thing::Worm(message)) = sight.focus.selected else {
        return None;
    };
    let selected = sight.snapshot.worm(message)?;
    let multicast = selected.multicast?;
    let worms = sight.snapshot.worms.iter();
    let worms = worms.filter(|worm| worm.multicast == Some(multicast));
    let nodes: Vec<_> = worms
        .flat_map(|w| w.copies.iter().chain([&w.to]))
        .copied()
        .collect();
    marks::hull(sight.layout, &nodes, Ink::Message(selected.color))
}

/// The number of messages in each queue, below left of its node.
fn queue_counts(layout: &Layout, snapshot: &Snapshot, pitch: f32) -> Vec<Shape> {
    /// Font size and distance from the node \[pixels\].
    const FONT_SIZE: f32 = 13.0;
    const GAP: f32 = 3.0;
    /// The pitch from which there is room for numbers \[pixels\].
    const FROM: f32 = 28.0;
    if pitch < FROM {
        return Vec::new();
    }
    let (size, gap) = (FONT_SIZE / pitch, GAP / pitch);
    let inside = layout.bounds();
    let waiting = (0..).map(NodeId).zip(&snapshot.queued);
    let counts = waiting
        .filter(|(_, queued)| **queued > 0)
        .map(|(node, queued)| {
            let text = format!("+{queued}");
            let half = 0.3 * size * text.len() as f32;
            let at = layout.node(node);
            let left = at.x - NODE_RADIUS - gap - half;
            let below = if layout.regions().is_empty() {
                at.y + NODE_RADIUS + gap + 0.4 * size
            } else {
                // The names of a level are below its nodes.
                at.y
            };
            Shape::Label {
                at: Point::new(
                    left.max(inside.min.x + half),
                    below.min(inside.max.y - 0.5 * size),
                ),
                size,
                text,
                ink: Ink::Text,
                weight: Weight::Regular,
            }
        });
    counts.collect()
}
