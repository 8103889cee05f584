//! Dependencies among blocked worms, as arrows from waiting headers to the channels that they wait
//! for.

use super::sight::Sight;
use super::static_layer::{Lanes, bed, grooves};
use super::worms;
use super::{course, headers};
use crate::scene::draw::{Bounds, Curve, Ink, NUMBERED_FROM, Shape, Stroke};
use crate::scene::explain::{Chain, ChainEnd, MessageNames, wait_chain};
use crate::scene::layout::{Layout, NODE_RADIUS, Thing};
use engine::routing::VcSet;
use engine::sim::MessageId;
use engine::topology::Point;

/// The waits that are drawn as arrows.
pub(super) struct WaitingArrows {
    /// The worms that stay clear while others fade; empty for all.
    pub traced: Vec<MessageId>,
    pub names: MessageNames,
    chains: Vec<Chain>,
    emphasis: Emphasis,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Emphasis {
    /// Thin arrows, as secondary information.
    Slight,
    /// The chain of the selected message; messages have their numbers beside them, since those on
    /// headers are small, and a header that arrives is not visible.
    Chain,
    /// A cycle of messages that wait for each other forever, with large names beside them.
    Deadlock,
}

impl WaitingArrows {
    pub(super) fn of(sight: Sight) -> Self {
        /// The most waits drawn without a selection; more would hide each other.
        const MOST_UNSELECTED: usize = 24;
        let Sight {
            snapshot,
            network,
            focus,
            ..
        } = sight;
        let names = MessageNames::of(snapshot, network);
        if let Some(Thing::Worm(message)) = focus.selected
            && snapshot.worm(message).is_some()
        {
            let chain = wait_chain::chain(snapshot, network, message);
            let mut traced = chain.messages();
            traced.push(message);
            return Self {
                traced,
                names,
                chains: vec![chain],
                emphasis: Emphasis::Chain,
            };
        }
        if let Some(stalls) = wait_chain::ring(snapshot, network) {
            let end = ChainEnd::Cycle(0);
            return Self {
                traced: Vec::new(),
                names,
                chains: vec![Chain { stalls, end }],
                emphasis: Emphasis::Deadlock,
            };
        }
        let waits = if snapshot.blocked() <= MOST_UNSELECTED {
            let worms = snapshot.worms.iter();
            let stalls = worms.filter_map(|worm| wait_chain::stall(snapshot, network, worm));
            stalls.collect()
        } else {
            Vec::new()
        };
        Self {
            traced: Vec::new(),
            names,
            chains: vec![Chain {
                stalls: waits,
                end: ChainEnd::Soon,
            }],
            emphasis: Emphasis::Slight,
        }
    }

    /// Draws a broad pale band under the stretches held by the worms of the deadlock's cycle.
    pub(super) fn outline(&self, sight: Sight) -> Vec<Shape> {
        if self.emphasis != Emphasis::Deadlock {
            return Vec::new();
        }
        let Sight { layout, moment, .. } = sight;
        // As wide as the nodes, which the band passes under the worms.
        let width = 2.0 * NODE_RADIUS * 0.85;
        let stalls = self.chains.iter().flat_map(|chain| &chain.stalls);
        let worms = stalls.filter_map(|stall| sight.snapshot.worm(stall.message));
        let channels = worms.clone().flat_map(course::lanes);
        let channels: Vec<_> = channels.map(|(lane, _)| lane.channel).collect();
        let held = worms.flat_map(|worm| course::held(layout, worm, moment));
        let asked = self.ways(sight).map(|(_, way)| way);
        let lines = held.chain(asked).map(|curve| Shape::Line {
            curve,
            width,
            ink: Ink::Alarm,
            stroke: Stroke::Flat,
        });
        let mut shapes: Vec<_> = lines.collect();
        // The band lies under the channels.
        shapes.extend(channels.iter().map(|&channel| bed(layout, channel, 0)));
        let lanes = Lanes {
            vcs: layout.vcs(),
            escapes: VcSet(0),
            buffer: moment.buffer,
        };
        shapes.extend(grooves(layout, lanes, &channels, sight.pitch));
        shapes
    }

    /// Draws an arrow from every header concerned to the channel that it waits for, and the names of
    /// the messages in a chain or cycle.
    pub(super) fn arrows(&self, sight: Sight) -> Vec<Shape> {
        /// Widths of arrows \[pixels\], and the share of a lane that they take at least.
        const SLIGHT: f32 = 1.8;
        const STRONG: f32 = 2.2;
        const SHARE: f32 = 0.12;
        let pixels = match self.emphasis {
            Emphasis::Slight => SLIGHT,
            Emphasis::Chain | Emphasis::Deadlock => STRONG,
        };
        let width = (pixels / sight.pitch).max(SHARE * sight.layout.lane_width());
        let arrows = self.ways(sight).map(|(_, curve)| Shape::Arrow {
            curve,
            width,
            ink: Ink::Blocked,
            stroke: Stroke::Dashed,
        });
        let mut arrows: Vec<_> = arrows.collect();
        arrows.extend(self.badges(sight));
        arrows
    }

    /// The ways from waiting headers onto the channels that they wait for.
    fn ways<'a>(&'a self, sight: Sight<'a>) -> impl Iterator<Item = (MessageId, Curve)> + 'a {
        let waits = self.chains.iter().flat_map(|chain| &chain.stalls);
        let waits = waits.filter_map(move |wait| Some((wait, sight.snapshot.worm(wait.message)?)));
        waits.flat_map(move |(wait, worm)| {
            // An adaptive header may take one of several channels.
            let channels = wait.wants.chunk_by(|a, b| a.channel == b.channel);
            channels.map(move |lanes| {
                // In a tree the channel may belong to another header than the one recorded in the
                // stall.
                let here = sight.network.from(lanes[0].channel);
                // A header in its queue is not drawn, so its arrow starts at the center of the
                // node.
                let inside = (sight.layout.node(here), Point::default());
                let leaving = worms::exit(sight, worm, here).unwrap_or(inside);
                let wanted = sight.layout.lane(lanes[0]);
                (
                    wait.message,
                    Curve::joining(leaving, wanted.at(reach(&wanted))),
                )
            })
        })
    }

    /// The names of the messages in a chain or cycle.
    fn badges(&self, sight: Sight) -> Vec<Shape> {
        /// Font size [grid units], and the least one \[pixels\].
        const FONT_SIZE: f32 = 0.16;
        const LEAST: f32 = 10.0;
        // Headers on wide lanes carry their names.
        let are_named = sight.layout.lane_width() * sight.pitch >= NUMBERED_FROM;
        let messages: Vec<_> = match self.emphasis {
            _ if are_named => Vec::new(),
            Emphasis::Slight => Vec::new(),
            Emphasis::Chain => self.chains.iter().flat_map(Chain::messages).collect(),
            Emphasis::Deadlock => {
                let stalls = self.chains.iter().flat_map(|chain| &chain.stalls);
                stalls.map(|stall| stall.message).collect()
            }
        };
        let places = messages.into_iter().filter_map(|message| {
            let worm = sight.snapshot.worm(message)?;
            let inside = || {
                let node = wait_chain::header_at(worm, sight.network);
                (sight.layout.node(node), Point::default())
            };
            let header = headers::header(sight.layout, worm, sight.moment);
            Some((message, worm.color, header.unwrap_or_else(inside)))
        });
        let places: Vec<_> = places.collect();
        let points: Vec<_> = places.iter().map(|(.., (at, _))| *at).collect();
        let middle = Bounds::of(&points).center();
        let called = places.into_iter().map(|(message, color, (at, heading))| {
            let text = self.names.short(message);
            let size = match self.emphasis {
                Emphasis::Deadlock => 1.25 * FONT_SIZE,
                Emphasis::Chain | Emphasis::Slight => FONT_SIZE,
            };
            let size = size.max(LEAST / sight.pitch);
            let aside = 0.75 * size + 0.12;
            // The side of the worm that is farther from the other messages.
            let right = Point::new(-heading.y, heading.x);
            let outwards = right.x * (at.x - middle.x) + right.y * (at.y - middle.y);
            let outside = if outwards < 0.0 { -aside } else { aside };
            let beside = |by: f32| Point::new(at.x + right.x * by, at.y + right.y * by);
            let at = if heading == Point::default() {
                Point::new(at.x - NODE_RADIUS, at.y + NODE_RADIUS)
            } else if is_whole(sight.layout, beside(outside), size) {
                beside(outside)
            } else {
                beside(-outside)
            };
            Shape::Badge {
                at,
                size,
                text,
                fill: Ink::Message(color),
            }
        });
        called.collect()
    }
}

/// The parameter of a lane at which an arrow to it ends: past the node, where the lane is seen.
fn reach(lane: &Curve) -> f32 {
    /// [grid units]
    const FAR: f32 = 0.3;
    (FAR / lane.length().max(f32::EPSILON)).clamp(0.05, 0.35)
}

/// Whether a character of a size at a point is within the drawing.
fn is_whole(layout: &Layout, at: Point, size: f32) -> bool {
    let (half, bounds) = (size / 2.0, layout.bounds());
    (bounds.min.x + half..=bounds.max.x - half).contains(&at.x)
        && (bounds.min.y + half..=bounds.max.y - half).contains(&at.y)
}
