//! The network and its worms as shapes: the static part, the moving part, and the utilization of
//! channels.

mod allocation_arrows;
mod buffers;
mod callouts;
mod course;
mod export;
mod headers;
mod heat_bands;
mod legend;
mod moving_layer;
mod sight;
mod startup;
mod static_layer;
mod tags;
mod waiting_arrows;
mod waiting_marks;
mod worms;

pub use callouts::{Callout, CalloutKind, callouts};
pub use export::{PictureBeside, figure, figure_in, figures, frame_of};
pub use heat_bands::{HeatStrips, busiest_hidden};
pub use legend::legend;
pub use moving_layer::Picture;
pub use sight::{Moment, Sight};
pub use static_layer::{Lanes, network};
pub use waiting_marks::waiting_at;
