//! The state of the page as signals: the scenario, its run, the selection and the overlays.

pub mod address;
pub mod address_bar;
pub mod custom;
pub mod edit;
pub mod fetched;
pub mod lesson;
pub mod made;
pub mod overlay;
pub mod page;
pub mod player;
pub mod run;
pub mod select;
pub mod simulations;
pub mod storage;
pub mod theme;
pub mod trace;
pub mod utilization;
pub mod view_options;
mod warnings;
