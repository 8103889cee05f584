//! How each message went, from cycle to cycle.

use std::collections::BTreeMap;

use crate::sim::{HeaderState, MessageId, Place, Snapshot, WormView};
use crate::topology::ChannelId;

/// The journeys of all messages so far.
#[derive(Debug, Default)]
pub(in crate::lesson) struct Journeys(BTreeMap<MessageId, Journey>);

/// How a message went.
#[derive(Debug, Default, Clone)]
pub(in crate::lesson) struct Journey {
    /// The channels that its header was given, in order.
    pub(in crate::lesson) channels: Vec<ChannelId>,
    /// The cycle from which on its header is blocked.
    pub(in crate::lesson) blocked_since: Option<u64>,
    /// For how many cycles its header was blocked in all.
    pub(in crate::lesson) blocked_for: u64,
}

impl Journeys {
    /// Takes note of a cycle, each once and in order.
    pub(super) fn observe(&mut self, snapshot: &Snapshot) {
        for worm in &snapshot.worms {
            self.0
                .entry(worm.message)
                .or_default()
                .go_on(worm, snapshot.cycle);
        }
    }

    /// The journey of a message; that of one that has not left, if there is none.
    pub(in crate::lesson) fn of(&self, message: MessageId) -> Journey {
        self.0.get(&message).cloned().unwrap_or_default()
    }
}

impl Journey {
    fn go_on(&mut self, worm: &WormView, cycle: u64) {
        if worm.hops as usize > self.channels.len()
            && let Some(segment) = worm.segments.first()
        {
            // The header has come to its processor, which the channel before it led to.
            let places = std::iter::once(segment).chain(worm.segments.get(1));
            let channel = places.into_iter().find_map(|segment| match segment.place {
                Place::Channel(lane) => Some(lane.channel),
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
