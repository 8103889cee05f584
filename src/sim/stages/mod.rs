//! The stages of a cycle in order, each an `impl Simulator`: inject, route, arbitrate, move; and
//! deadlock detection.

mod advance;
mod arbitrate;
mod buffered;
mod by_channel;
mod deadlock;
mod deliver;
mod inject;
mod lines;
mod streaming;
mod uncontended;
mod vc_allocation;
