#![doc = include_str!("ARCHITECTURE.md")]

#[doc(inline)]
pub use engine::{catalog, model, multicast, routing, sim, topology, traffic};
#[doc(inline)]
pub use lesson;
#[doc(inline)]
pub use page;
#[doc(inline)]
pub use picture::{film, scene};
#[doc(inline)]
pub use study::{batch, custom, laboratory, paper, plot, scenario, script, sweep, version, wire};

#[cfg(doc)]
#[doc = include_str!("GUIDE.md")]
pub mod guide {}
