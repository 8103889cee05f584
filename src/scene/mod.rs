//! What a drawing of the network consists of: a list of shapes, from a snapshot and a time.
//!
//! Pure: no browser, no pixels. Coordinates are grid units of
//! [`Topology::position`](crate::topology::Topology::position), colors are [`Ink`]s that a
//! [`Palette`] gives a value. The same list is painted on a canvas, written as [`svg`] and
//! tested; [`draw`] lowers it to pen strokes for all of them.
//!
//! Traffic keeps to the right: the two channels of a link are drawn side by side, each with
//! its virtual channels as lanes, and buffers as slots before the node they belong to.

mod account;
mod arrivals;
mod asking;
mod bend;
mod bounds;
mod brush;
mod buckets;
mod changes;
mod curve;
mod detail;
mod event_marks;
mod figure;
mod focus;
mod group_view;
mod hatch;
pub mod heat;
mod ink;
mod layout;
mod locked;
mod locks;
pub mod marks;
mod matrix;
mod pen;
mod phase;
mod picture;
mod plan_view;
mod pointing;
mod rest;
mod route_view;
mod shape;
mod spacetime;
mod squares;
mod startup;
mod svg;
mod tally;
mod telling;
mod timeline;
mod view;
mod waits;
mod ways;
mod worms;

pub use account::{ACCOUNT, account};
pub use arrivals::{Arrivals, Timeline};
pub use bounds::Bounds;
pub use changes::{Change, changes, narrate};
pub use curve::Curve;
pub use detail::{Detail, Labels};
pub use event_marks::{MARKS_WIDTH, mark, marks as event_marks};
pub use figure::figure;
pub use focus::{Focus, Thing, thing_at, worm_at};
pub use ink::{HUES, Ink, Palette};
pub use layout::{Layout, NODE_RADIUS};
pub use locks::Dependencies;
pub use matrix::{Cell, Matrix};
pub use pen::{Pen, Scale, draw};
pub use phase::{Answer, Ask, Phase, asks};
pub use picture::{Picture, Sight};
pub use plan_view::{PlanAnswer, PlanView, letter, numeral, style};
pub use pointing::Pointed;
pub use rest::{Lanes, Names, Naming, network};
pub use route_view::{RouteAnswer, RouteView};
pub use shape::{FlitPart, Glyph, Shape, Stroke};
pub use spacetime::{Journey, Row, Wait, WaitKind};
pub use squares::squares;
pub use startup::{Readying, Work, readying};
pub use svg::svg;
pub use tally::Bill;
pub use telling::{Line, Teller, Telling};
pub use timeline::{Caption, Diagram, Foot, Kind, Outline, Sheet};
pub use view::{Camera, Frame, View};
pub use waits::{Chain, ChainEnd, chain, header_at};
pub use ways::{Digit, DigitState, Offer, Step};
pub use worms::{Moment, hue};
