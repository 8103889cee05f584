//! Callouts for first-time readers of a picture: a header, a body flit, a tail, a buffer with flits
//! in it, and a blocked header, each with a word beside it.
//!
//! A callout keeps its subject as long as that exists, and its word keeps its position as long as
//! that is near the subject and free, so that words can be read while flits move.

use super::course::Track;
use super::sight::Moment;
use crate::scene::draw::{Bounds, length};
use crate::scene::layout::{Layout, NODE_RADIUS};
use engine::routing::VirtualChannel;
use engine::sim::{HeaderState, Location, MessageId, Segment, Snapshot, WormView};
use engine::topology::{Point, sorted::order_of};

/// The kind of a callout's subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CalloutKind {
    /// A header that is not blocked.
    Header,
    /// A flit between header and tail.
    Body,
    /// The last flit of a message.
    Tail,
    /// A buffer with flits in it.
    Buffer,
    BlockedHeader,
}

impl CalloutKind {
    /// All kinds, in the order in which their words are placed.
    pub const ALL: [Self; 5] = [
        Self::BlockedHeader,
        Self::Header,
        Self::Tail,
        Self::Body,
        Self::Buffer,
    ];

    pub fn word(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Body => "body",
            Self::Tail => "tail",
            Self::Buffer => "buffer",
            Self::BlockedHeader => "blocked header",
        }
    }
}

/// A word and the part that it refers to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Callout {
    pub part: CalloutKind,
    /// The message that the part belongs to.
    pub message: MessageId,
    /// The index of the flit in the message, counted from the header; for a buffer, that of its
    /// foremost flit.
    pub flit: u32,
    /// The lane of the flit.
    pub lane: VirtualChannel,
    /// The position of the flit.
    pub at: Point,
    /// The center of the word.
    pub label: Point,
}

/// A flit in a channel.
#[derive(Debug, Clone, Copy)]
struct VisibleFlit<'a> {
    worm: &'a WormView,
    segment: &'a Segment,
    lane: VirtualChannel,
    /// Its index in the lane, counted from the node at the lane's end.
    place: u32,
    at: Point,
}

impl VisibleFlit<'_> {
    fn flit(&self) -> u32 {
        self.segment.gone + self.place
    }

    /// Whether the flit is an example of a part.
    fn is(&self, part: CalloutKind) -> bool {
        let is_blocked = matches!(self.worm.header, HeaderState::Blocked { .. });
        let (flit, length) = (self.flit(), self.worm.length);
        match part {
            CalloutKind::Header => flit == 0 && !is_blocked,
            CalloutKind::BlockedHeader => flit == 0 && is_blocked,
            CalloutKind::Tail => flit > 0 && flit + 1 == length,
            CalloutKind::Body => flit > 0 && flit + 1 < length,
            CalloutKind::Buffer => self.place == 0 && !self.segment.entered,
        }
    }
}

/// The callouts for a snapshot. `size` returns the size of a part's word [grid units]; `before`
/// contains the callouts of the previous moment, if there were any.
pub fn callouts(
    layout: &Layout,
    snapshot: &Snapshot,
    moment: Moment,
    before: &[Callout],
    size: impl Fn(CalloutKind) -> Point,
) -> Vec<Callout> {
    let flits = flits(layout, snapshot, moment);
    let mut chosen: Vec<(CalloutKind, VisibleFlit)> = Vec::new();
    for part in CalloutKind::ALL {
        let known = before.iter().find(|callout| callout.part == part);
        let taken = |seen: &&VisibleFlit| chosen.iter().all(|(_, other)| !is_same(seen, other));
        let fit = || flits.iter().filter(|seen| seen.is(part));
        let again = known.and_then(|known| fit().find(|seen| is_continuation(known, seen)));
        let found = again.or_else(|| best(part, fit().filter(taken), &chosen));
        chosen.extend(found.map(|seen| (part, *seen)));
    }
    let things: Vec<Point> = chosen.iter().map(|(_, seen)| seen.at).collect();
    let mut placed: Vec<Callout> = Vec::new();
    let mut taken: Vec<Bounds> = Vec::new();
    // Words that can keep their positions are placed first.
    let known = |part| {
        before
            .iter()
            .find(|callout: &&Callout| callout.part == part)
    };
    let (staying, moving): (Vec<_>, Vec<_>) = chosen.iter().copied().partition(|(part, seen)| {
        known(*part).is_some_and(|known| distance(known.label, seen.at) <= FARTHEST)
    });
    for (part, seen) in staying.into_iter().chain(moving) {
        let size = size(part);
        let scene = Surroundings {
            layout,
            things: &things,
            flits: &flits,
            taken: &taken,
        };
        let old = known(part).map(|known| known.label);
        let old = old.filter(|&label| {
            distance(label, seen.at) <= FARTHEST && scene.is_free(rectangle(label, size))
        });
        let Some(label) = old.or_else(|| scene.place(seen.at, size)) else {
            continue;
        };
        taken.push(rectangle(label, size));
        placed.push(Callout {
            part,
            message: seen.worm.message,
            flit: seen.flit(),
            lane: seen.lane,
            at: seen.at,
            label,
        });
    }
    let order = |callout: &Callout| {
        CalloutKind::ALL
            .iter()
            .position(|part| *part == callout.part)
    };
    let order = order_of(
        placed
            .iter()
            .map(|callout| order(callout).unwrap_or(0) as u64),
    );
    order.map(|place| placed[place]).collect()
}

/// The largest distance of a word from its subject; beyond it, the word is moved [grid units].
const FARTHEST: f32 = 2.3;

/// All flits in channels, the oldest message first.
fn flits<'a>(layout: &Layout, snapshot: &'a Snapshot, moment: Moment) -> Vec<VisibleFlit<'a>> {
    let worms = snapshot.worms.iter().filter(|worm| !worm.is_tree);
    let in_lane = |worm: &'a WormView, index: usize, segment: &'a Segment| {
        let lane = match segment.place {
            Location::Channel(lane) => Some(lane),
            Location::Injection(..) | Location::Ejection(..) => None,
        };
        let flits = lane.into_iter();
        flits.flat_map(move |lane| {
            (0..segment.flits).map(move |place| VisibleFlit {
                worm,
                segment,
                lane,
                place,
                at: Track::new(layout, worm, (lane, index), moment)
                    .flit(layout, worm, place, moment)
                    .at,
            })
        })
    };
    let all = worms.flat_map(|worm| {
        let segments = worm.segments.iter().enumerate();
        segments.flat_map(move |(index, segment)| in_lane(worm, index, segment))
    });
    all.collect()
}

fn is_same(a: &VisibleFlit, b: &VisibleFlit) -> bool {
    (a.worm.message, a.flit()) == (b.worm.message, b.flit())
}

/// Whether a flit is the subject of a previous callout; a buffer is identified by its lane,
/// whichever flits are in it.
fn is_continuation(known: &Callout, seen: &VisibleFlit) -> bool {
    if known.part == CalloutKind::Buffer {
        return known.lane == seen.lane;
    }
    (known.message, known.flit) == (seen.worm.message, seen.flit())
}

/// The best of some flits to point out: preferably of the message that is already pointed out, then
/// the one that will stay longest.
fn best<'a, 'b>(
    part: CalloutKind,
    fit: impl Iterator<Item = &'a VisibleFlit<'b>>,
    chosen: &[(CalloutKind, VisibleFlit)],
) -> Option<&'a VisibleFlit<'b>>
where
    'b: 'a,
{
    let is_known = |seen: &VisibleFlit| {
        let parts = chosen
            .iter()
            .filter(|(part, _)| *part == CalloutKind::Header);
        parts
            .into_iter()
            .any(|(_, header)| header.worm.message == seen.worm.message)
    };
    fit.min_by_key(|seen| {
        let worm = seen.worm;
        let middle = seen.flit().abs_diff(worm.length / 2);
        let rank = match part {
            CalloutKind::Header | CalloutKind::Tail => worm.hops,
            CalloutKind::Body => middle,
            CalloutKind::Buffer => u32::MAX - seen.segment.flits,
            CalloutKind::BlockedHeader => 0,
        };
        (
            part != CalloutKind::Buffer && !is_known(seen),
            rank,
            worm.message,
        )
    })
}

/// The shapes that a word must not cover.
struct Surroundings<'a> {
    layout: &'a Layout,
    things: &'a [Point],
    flits: &'a [VisibleFlit<'a>],
    taken: &'a [Bounds],
}

impl Surroundings<'_> {
    /// Whether a word is inside the drawing and covers no node, no other word and no subject of a
    /// callout.
    fn is_free(&self, word: Bounds) -> bool {
        const GAP: f32 = 0.04;
        let inside = self.layout.bounds();
        let is_inside = word.min.x >= inside.min.x
            && word.min.y >= inside.min.y
            && word.max.x <= inside.max.x
            && word.max.y <= inside.max.y;
        let apart = word.grown(GAP);
        let covers = |point: &Point| apart.meets(Bounds::of(&[*point]).grown(0.1));
        is_inside
            && !self.taken.iter().any(|other| apart.meets(*other))
            && !self.things.iter().any(covers)
            && self.layout.nodes_within(apart).all(|node| {
                let at = self.layout.node(node);
                let nearest = Point::new(
                    at.x.clamp(word.min.x, word.max.x),
                    at.y.clamp(word.min.y, word.max.y),
                );
                distance(nearest, at) > NODE_RADIUS + GAP
            })
    }

    /// The center of a free position near a thing at which a word covers the fewest flits.
    fn place(&self, thing: Point, size: Point) -> Option<Point> {
        const STEP: f32 = 0.125;
        /// The distance that costs as much as one covered flit [grid units].
        const FLIT: f32 = 0.25;
        let steps = (FARTHEST / STEP) as i16;
        let offsets = (-steps..=steps).flat_map(|y| (-steps..=steps).map(move |x| (x, y)));
        let places = offsets
            .map(|(x, y)| Point::new(thing.x + f32::from(x) * STEP, thing.y + f32::from(y) * STEP));
        let free = places
            .filter(|&at| distance(at, thing) < FARTHEST && self.is_free(rectangle(at, size)));
        let cost = |&at: &Point| {
            let word = rectangle(at, size);
            let covered = self.flits.iter();
            let covered = covered.filter(|seen| word.meets(Bounds::of(&[seen.at])));
            distance(at, thing) + FLIT * covered.count() as f32
        };
        free.min_by(|a, b| cost(a).total_cmp(&cost(b)))
    }
}

fn distance(a: Point, b: Point) -> f32 {
    length(a.x - b.x, a.y - b.y)
}

fn rectangle(middle: Point, size: Point) -> Bounds {
    let (x, y) = (size.x / 2.0, size.y / 2.0);
    Bounds {
        min: Point::new(middle.x - x, middle.y - y),
        max: Point::new(middle.x + x, middle.y + y),
    }
}
