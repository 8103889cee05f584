//! Tables, sets, lists and queues, and the timing wheel.

mod index;
mod index_set;
mod pages;
mod picked;
mod queue;
mod table;
mod timing_wheel;

pub(in crate::sim) use index::{
    LaneIndex, LineIndex, MulticastIndex, MulticastWormIndex, NEVER, PlannedIndex, Position,
    QueueIndex, TableIndex, TreeIndex, WormIndex,
};
pub(in crate::sim) use index_set::IndexSet;
pub(in crate::sim) use pages::Pages;
pub(in crate::sim) use picked::Picked;
pub(in crate::sim) use queue::Queue;
pub(in crate::sim) use table::Table;
pub(in crate::sim) use timing_wheel::TimingWheel;
