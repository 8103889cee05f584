//! The path and blocking of each message, recorded from cycle to cycle.

use std::collections::BTreeMap;

use engine::sim::{HeaderState, Location, MessageId, Snapshot, WormView};
use engine::topology::ChannelId;

/// The journeys of all messages so far.
#[derive(Debug, Default)]
pub(crate) struct Journeys(BTreeMap<MessageId, Journey>);

/// The journey of a message.
#[derive(Debug, Default, Clone)]
pub(crate) struct Journey {
    /// The channels allocated to the header, in order.
    pub(crate) channels: Vec<ChannelId>,
    /// The cycle since which the header is blocked, if it is.
    pub(crate) blocked_since: Option<u64>,
    /// The total number of cycles for which the header was blocked.
    pub(crate) blocked_for: u64,
}

impl Journeys {
    /// Records a cycle. Every cycle must be recorded once and in order.
    pub(super) fn observe(&mut self, snapshot: &Snapshot) {
        for worm in &snapshot.worms {
            self.0
                .entry(worm.message)
                .or_default()
                .extend(worm, snapshot.cycle.saturating_sub(1));
        }
    }

    /// Returns the journey of a message; an empty one if none is recorded.
    pub(crate) fn of(&self, message: MessageId) -> Journey {
        self.0.get(&message).cloned().unwrap_or_default()
    }
}

impl Journey {
    /// Records the state of its worm at the end of a cycle.
    fn extend(&mut self, worm: &WormView, cycle: u64) {
        if worm.hops as usize > self.channels.len()
            && let Some(segment) = worm.segments.first()
        {
            // At the destination the first segment is the ejection port; the channel is in the next one.
            let places = std::iter::once(segment).chain(worm.segments.get(1));
            let channel = places.into_iter().find_map(|segment| match segment.place {
                Location::Channel(lane) => Some(lane.channel),
                _ => None,
            });
            self.channels.extend(channel);
        }
        if matches!(worm.header, HeaderState::Blocked { .. }) {
            self.blocked_since.get_or_insert(cycle);
            self.blocked_for += 1;
        } else {
            self.blocked_since = None;
        }
    }
}
