//! State tables of a network in operation: lanes, worms, multicasts, queues and timing wheels.

mod channel;
mod collections;
mod flits;
mod lanes;
mod multicast;
mod offers;
mod release_plan;
mod replies;
mod routers;
mod sources;
mod streaming;
mod trees;
mod worm;
mod worms;

pub(in crate::sim) use collections::{
    IndexSet, LaneIndex, LineIndex, MulticastIndex, MulticastWormIndex, NEVER, Picked,
    PlannedIndex, Position, QueueIndex, TableIndex, TimingWheel, TreeIndex, WormIndex,
};
pub(in crate::sim) use flits::{Passages, stamp_of};
pub(in crate::sim) use lanes::{Lanes, Owner};
pub(in crate::sim) use multicast::{CopyInProgress, MulticastRole, MulticastTable, Release};
pub(in crate::sim) use offers::OnlyOffers;
pub(in crate::sim) use release_plan::ReleasePlan;
pub(in crate::sim) use replies::{Replies, Served};
pub(in crate::sim) use routers::{Line, Routers};
pub(in crate::sim) use sources::{Generator, Prepared, Queued, Sources};
pub(in crate::sim) use streaming::Streaming;
pub(in crate::sim) use trees::Trees;
pub(in crate::sim) use worm::{Header, Motion, Worm};
pub(in crate::sim) use worms::{BITS, FirstCell, UNKNOWN, Worms};
