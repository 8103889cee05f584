//! Reads and writes scenarios: as JSON, as links, field by field.

mod curve_names;
mod cycles;
mod difference;
mod document;
mod fields;
mod json;
mod link;
pub(in crate::scenario) mod network;
mod packed;
mod ranges;
pub(in crate::scenario) mod routing;
mod typed;
mod unused;
mod values;

pub use curve_names::{common_settings, curve_names};
pub use cycles::CyclesOrAuto;
pub use json::object_of;
pub use link::{LinkProblem, Opened};
pub use packed::{pack, unpack};
pub use ranges::{MOST_REPLICATIONS, check_rate};
pub use routing::{routing_in_link, script_of_link};
pub use unused::{unused_fields, unused_fields_at_loads};

pub(in crate::scenario) use ranges::{numbers, whole};
