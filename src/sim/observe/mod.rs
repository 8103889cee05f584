//! What can be seen of a run: a cycle, what happened in it, and any cycle before it.

mod channel_load;
mod coloring;
mod event_log;
mod history;
mod memory;
mod snapshot;
mod tree_view;
mod trend;

pub use channel_load::{Carried, ChannelLoad};
pub use event_log::Firsts;
pub use history::{History, Search};
pub use snapshot::{HeaderState, Place, Preparation, Segment, Snapshot, WormView};
pub use trend::Trend;

pub(in crate::sim) use coloring::Coloring;
