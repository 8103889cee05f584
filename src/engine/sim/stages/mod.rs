//! The stages of a cycle in order, each an `impl Simulator`: inject, route, arbitrate, move; and
//! deadlock detection.

#![expect(
    clippy::inline_always,
    reason = "as calls, the steps of each header and lane take a tenth of the time of short messages"
)]

mod advance;
mod arbitrate;
mod buffered;
mod by_channel;
mod deadlock;
mod deliver;
mod inject;
mod lines;
mod reply;
mod start;
mod streaming;
mod uncontended;
mod vc_allocation;
