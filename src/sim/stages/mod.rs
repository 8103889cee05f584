//! The stages of a cycle, in their order, each an `impl Simulator`: inject, route, arbitrate,
//! move; and the watch for a deadlock.

mod advance;
mod deadlock;
mod deliver;
mod inject;
mod streaming;
mod uncontended;
mod vc_allocation;
