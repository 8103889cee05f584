//! The network and the worms in it as shapes: what rests, what moves, and how busy channels are.

mod allocation_arrows;
mod buffers;
mod callouts;
mod export;
mod headers;
mod heat_bands;
mod moving_layer;
mod sight;
mod startup;
mod static_layer;
mod waiting_arrows;
mod worms;

pub use callouts::{Callout, Part, callouts};
pub use export::figure;
pub use heat_bands::{HeatStrips, busiest_hidden};
pub use moving_layer::Picture;
pub use sight::{Moment, Sight};
pub use static_layer::{Lanes, network};
