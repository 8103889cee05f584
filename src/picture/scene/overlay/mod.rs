//! Overlays of the network: routes, plans of multicasts, qualified groups, dependencies, and the
//! things that a text beside the picture mentions.

mod dependencies;
mod directions;
mod groups;
mod highlight;
mod lost_way;
mod marked;
pub mod marks;
mod plan;
mod proof;
mod route_choices;
mod routes;
mod worm_style;

pub use dependencies::Dependencies;
pub use directions::directions;
pub(in crate::scene) use directions::heads;
pub use highlight::Pointed;
pub use lost_way::LostWay;
pub use marked::{lit, predicted};
pub use plan::{PlanAnswer, PlanView};
pub use proof::Proof;
pub use route_choices::{Digit, DigitState, Offer, Step};
pub use routes::{RouteAnswer, RouteView};
pub use worm_style::{letter, numeral, style};
