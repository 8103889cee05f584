//! Observation of a run: snapshots of a cycle, events, trends, and access to earlier cycles.

mod channel_load;
mod coloring;
mod event_log;
mod fate;
mod fingerprint;
mod history;
mod memory;
mod message_log;
mod segments;
mod snapshot;
mod tree_view;
mod trend;

pub use channel_load::{Carried, ChannelLoad};
pub use event_log::Firsts;
pub use fate::Fate;
pub use history::{History, Search};
pub use snapshot::{
    FIRST_QUEUED, HeaderState, Location, MOST_WITH_QUEUES, Preparation, QueuedMessage, Segment,
    Snapshot, WormView,
};
pub use trend::Trend;

pub(in crate::sim) use coloring::Coloring;
