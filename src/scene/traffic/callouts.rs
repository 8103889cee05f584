//! What a picture points out to those who see one for the first time: a header, a flit of a body,
//! a tail, a buffer with flits in it, and a header that is blocked, each with a word beside it.
//!
//! What was pointed out before is pointed out again as long as it is there, and its word stays
//! where it is as long as that is near and free: so words can be read while flits move.

use super::buffers::flit_place;
use super::sight::Moment;
use crate::routing::VirtualChannel;
use crate::scene::draw::{Bounds, length};
use crate::scene::layout::{Layout, NODE_RADIUS};
use crate::sim::{HeaderState, MessageId, Place, Segment, Snapshot, WormView};
use crate::topology::{Point, sorted::order_of};

/// What is pointed out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A header that is not blocked.
    Header,
    /// A flit between header and tail.
    Body,
    /// The last flit of a message.
    Tail,
    /// A buffer with flits in it.
    Buffer,
    /// A header that waits.
    BlockedHeader,
}

impl Part {
    /// In the order in which they look for a place for their word.
    pub const ALL: [Self; 5] = [
        Self::BlockedHeader,
        Self::Header,
        Self::Tail,
        Self::Body,
        Self::Buffer,
    ];

    /// What it is called.
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

/// A word and what it belongs to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Callout {
    /// What it is.
    pub part: Part,
    /// Of which message.
    pub message: MessageId,
    /// Which flit of it, from the header; of a buffer, its foremost one.
    pub flit: u32,
    /// The lane that it is in.
    pub lane: VirtualChannel,
    /// Where that is.
    pub at: Point,
    /// The middle of the word.
    pub label: Point,
}

/// A flit in a channel.
#[derive(Debug, Clone, Copy)]
struct Seen<'a> {
    worm: &'a WormView,
    segment: &'a Segment,
    lane: VirtualChannel,
    /// Its place in the lane, from the node at its end.
    place: u32,
    at: Point,
}

impl Seen<'_> {
    fn flit(&self) -> u32 {
        self.segment.gone + self.place
    }

    /// Whether it can stand for something.
    fn is(&self, part: Part) -> bool {
        let is_blocked = matches!(self.worm.header, HeaderState::Blocked { .. });
        let (flit, length) = (self.flit(), self.worm.length);
        match part {
            Part::Header => flit == 0 && !is_blocked,
            Part::BlockedHeader => flit == 0 && is_blocked,
            Part::Tail => flit > 0 && flit + 1 == length,
            Part::Body => flit > 0 && flit + 1 < length,
            Part::Buffer => self.place == 0 && !self.segment.entered,
        }
    }
}

/// What to point out in a snapshot, and where to put its words, which are so large [grid units];
/// `before` is the answer for the moment before, as far as there was one.
pub fn callouts(
    layout: &Layout,
    snapshot: &Snapshot,
    moment: Moment,
    before: &[Callout],
    size: impl Fn(Part) -> Point,
) -> Vec<Callout> {
    let flits = flits(layout, snapshot, moment);
    let mut chosen: Vec<(Part, Seen)> = Vec::new();
    for part in Part::ALL {
        let known = before.iter().find(|callout| callout.part == part);
        let taken = |seen: &&Seen| chosen.iter().all(|(_, other)| !is_same(seen, other));
        let fit = || flits.iter().filter(|seen| seen.is(part));
        let again = known.and_then(|known| fit().find(|seen| goes_on(known, seen)));
        let found = again.or_else(|| best(part, fit().filter(taken), &chosen));
        chosen.extend(found.map(|seen| (part, *seen)));
    }
    let things: Vec<Point> = chosen.iter().map(|(_, seen)| seen.at).collect();
    let mut placed: Vec<Callout> = Vec::new();
    let mut taken: Vec<Bounds> = Vec::new();
    // Words that can stay do so before others look for a place.
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
    let order = |callout: &Callout| Part::ALL.iter().position(|part| *part == callout.part);
    let order = order_of(
        placed
            .iter()
            .map(|callout| order(callout).unwrap_or(0) as u64),
    );
    order.map(|place| placed[place]).collect()
}

/// A word farther from its thing than this looks for another place [grid units].
const FARTHEST: f32 = 1.7;

/// All flits in channels, the oldest message first.
fn flits<'a>(layout: &Layout, snapshot: &'a Snapshot, moment: Moment) -> Vec<Seen<'a>> {
    let worms = snapshot.worms.iter().filter(|worm| !worm.is_tree);
    let in_lane = |worm: &'a WormView, segment: &'a Segment| {
        let lane = match segment.place {
            Place::Channel(lane) => Some(lane),
            Place::Injection(..) | Place::Ejection(..) => None,
        };
        let flits = lane.into_iter();
        flits.flat_map(move |lane| {
            (0..segment.flits).map(move |place| Seen {
                worm,
                segment,
                lane,
                place,
                at: flit_place(layout, worm, segment, lane, place, moment).0,
            })
        })
    };
    let all = worms.flat_map(|worm| {
        let segments = worm.segments.iter();
        segments.flat_map(move |segment| in_lane(worm, segment))
    });
    all.collect()
}

fn is_same(a: &Seen, b: &Seen) -> bool {
    (a.worm.message, a.flit()) == (b.worm.message, b.flit())
}

/// Whether a flit is what was pointed out before; a buffer is, whichever flit is in it.
fn goes_on(known: &Callout, seen: &Seen) -> bool {
    if known.part == Part::Buffer {
        return known.lane == seen.lane;
    }
    (known.message, known.flit) == (seen.worm.message, seen.flit())
}

/// The best of some flits to point out: of the worm that has been pointed out already, and then
/// what will be there for longest.
fn best<'a, 'b>(
    part: Part,
    fit: impl Iterator<Item = &'a Seen<'b>>,
    chosen: &[(Part, Seen)],
) -> Option<&'a Seen<'b>>
where
    'b: 'a,
{
    let is_known = |seen: &Seen| {
        let parts = chosen.iter().filter(|(part, _)| *part == Part::Header);
        parts
            .into_iter()
            .any(|(_, header)| header.worm.message == seen.worm.message)
    };
    fit.min_by_key(|seen| {
        let worm = seen.worm;
        let middle = seen.flit().abs_diff(worm.length / 2);
        let rank = match part {
            Part::Header | Part::Tail => worm.hops,
            Part::Body => middle,
            Part::Buffer => u32::MAX - seen.segment.flits,
            Part::BlockedHeader => 0,
        };
        (part != Part::Buffer && !is_known(seen), rank, worm.message)
    })
}

/// What a word has to keep clear of.
struct Surroundings<'a> {
    layout: &'a Layout,
    things: &'a [Point],
    flits: &'a [Seen<'a>],
    taken: &'a [Bounds],
}

impl Surroundings<'_> {
    /// Whether a word covers no node, no other word and nothing that is pointed out, and lies
    /// inside the drawing.
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

    /// The middle of a free word near a thing that covers the fewest flits.
    fn place(&self, thing: Point, size: Point) -> Option<Point> {
        const STEP: f32 = 0.125;
        /// Distance that is as bad as a flit that is covered [grid units].
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
