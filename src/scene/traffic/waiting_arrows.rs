//! Who waits for whom, as arrows from waiting headers to the channels that they wait for.

use super::headers;
use super::sight::Sight;
use super::worms;
use crate::scene::draw::{Bounds, Curve, Ink, Shape, Stroke};
use crate::scene::explain::{Chain, ChainEnd, MessageNames, wait_chain};
use crate::scene::layout::{Layout, NODE_RADIUS, Thing};
use crate::sim::{MessageId, Place};
use crate::topology::Point;

/// The waits that are drawn as arrows.
pub(super) struct WaitingArrows {
    /// Worms that stay clear while others fade; none: all.
    pub traced: Vec<MessageId>,
    /// What messages are called.
    pub names: MessageNames,
    chains: Vec<Chain>,
    emphasis: Emphasis,
}

/// How much arrows stand out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Emphasis {
    /// Thin: some of what goes on.
    Slight,
    /// The chain that somebody asked for, whose messages have their numbers beside them.
    Chain,
    /// A cycle of messages that wait for each other forever, named by letters.
    Deadlock,
}

impl WaitingArrows {
    pub(super) fn of(sight: Sight) -> Self {
        /// So few are not in each other's way.
        const MOST_UNASKED: usize = 8;
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
        let waits = if snapshot.blocked() <= MOST_UNASKED {
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

    /// A band under every virtual channel that a worm of a deadlock's cycle holds.
    pub(super) fn outline(&self, sight: Sight) -> Vec<Shape> {
        /// Worms take half of their lane.
        const SHARE: f32 = 0.85;
        let stalls = self.chains.iter().flat_map(|chain| &chain.stalls);
        let worms = stalls.filter_map(|stall| sight.snapshot.worm(stall.message));
        let held = worms
            .filter(|_| self.emphasis == Emphasis::Deadlock)
            .flat_map(|worm| &worm.segments);
        let lanes = held.filter_map(|segment| match segment.place {
            Place::Channel(lane) => Some(lane),
            Place::Injection(..) | Place::Ejection(..) => None,
        });
        let lines = lanes.map(|lane| Shape::Line {
            curve: sight.layout.lane(lane),
            width: sight.layout.lane_width() * SHARE,
            ink: Ink::Blocked,
            stroke: Stroke::Solid,
        });
        lines.collect()
    }

    /// An arrow from every header in question to the channel that it waits for, and beside each
    /// what its message is called, where the header has no room for that.
    pub(super) fn arrows(&self, sight: Sight) -> Vec<Shape> {
        let waits = self.chains.iter().flat_map(|chain| &chain.stalls);
        let (width, ink, stroke) = match self.emphasis {
            Emphasis::Slight => (0.018, Ink::Blocked, Stroke::Dashed),
            Emphasis::Chain => (0.03, Ink::Blocked, Stroke::Dashed),
            // Bands of that color lie below.
            Emphasis::Deadlock => (0.035, Ink::Text, Stroke::Solid),
        };
        let mut arrows = Vec::new();
        for wait in waits {
            let Some(worm) = sight.snapshot.worm(wait.message) else {
                continue;
            };
            // An adaptive header may take one of several channels.
            let channels = wait.wants.chunk_by(|a, b| a.channel == b.channel);
            arrows.extend(channels.map(|lanes| {
                // Another header of the same tree may want it than the one that stands here.
                let here = sight.network.from(lanes[0].channel);
                // In its queue a header has not been drawn: it waits inside the node.
                let inside = (sight.layout.node(here), Point::default());
                let leaving = worms::way_out(sight, worm, here).unwrap_or(inside);
                Shape::Arrow {
                    curve: Curve::joining(leaving, sight.layout.lane(lanes[0]).at(0.5)),
                    width,
                    ink,
                    stroke,
                }
            }));
        }
        arrows.extend(self.badges(sight));
        arrows
    }

    /// What messages are called whose order of waiting is shown.
    fn badges(&self, sight: Sight) -> Vec<Shape> {
        /// Height of the letters [grid units], and at least \[pixels\].
        const LETTERS: f32 = 0.16;
        const LEAST: f32 = 10.0;
        let messages: Vec<_> = match self.emphasis {
            Emphasis::Slight => Vec::new(),
            Emphasis::Chain => self.chains.iter().flat_map(Chain::messages).collect(),
            Emphasis::Deadlock => {
                let stalls = self.chains.iter().flat_map(|chain| &chain.stalls);
                stalls.map(|stall| stall.message).collect()
            }
        };
        let is_numbered = worms::are_numbered(sight.layout, sight.pitch);
        let places = messages.into_iter().filter_map(|message| {
            let worm = sight.snapshot.worm(message)?;
            let inside = || {
                let node = wait_chain::header_at(worm, sight.network);
                (sight.layout.node(node), Point::default())
            };
            let header = headers::header(sight.layout, worm, sight.moment);
            Some((message, header.unwrap_or_else(inside)))
        });
        let places: Vec<_> = places.collect();
        let points: Vec<_> = places.iter().map(|(_, (at, _))| *at).collect();
        let middle = Bounds::of(&points).center();
        let called = places.into_iter().filter_map(|(message, (at, heading))| {
            let letter = self.names.letter(message);
            let (text, size) = match letter {
                Some(letter) => (letter, 1.25 * LETTERS),
                None if is_numbered => return None,
                None => (message.0.to_string(), LETTERS),
            };
            let size = size.max(LEAST / sight.pitch);
            let aside = 0.75 * size + 0.12;
            // On the side of the worm that is farther from the others.
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
            Some(Shape::Badge {
                at,
                size,
                text,
                fill: Ink::Blocked,
            })
        });
        called.collect()
    }
}
/// Whether letters of a size at a point are within the drawing.
fn is_whole(layout: &Layout, at: Point, size: f32) -> bool {
    let (half, bounds) = (size / 2.0, layout.bounds());
    (bounds.min.x + half..=bounds.max.x - half).contains(&at.x)
        && (bounds.min.y + half..=bounds.max.y - half).contains(&at.y)
}
