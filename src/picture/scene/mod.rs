//! Drawings of the network: a list of shapes, computed from a snapshot and a time.
//!
//! Pure: no browser, no pixels. Coordinates are grid units of
//! [`Topology::position`](engine::topology::Topology::position), colors are [`Ink`]s, to which a
//! [`Palette`] assigns values. The same list is painted on a canvas, written as [`svg`] and tested;
//! [`draw`] lowers it to pen strokes for all of them.
//!
//! Traffic keeps to the right: the two channels of a link are drawn side by side, each with its
//! virtual channels as lanes, and with its buffers as slots in front of the node they belong to.

mod draw;
mod explain;
mod layout;
mod matrix;
mod overlay;
mod sketch;
mod spacetime;
mod traffic;
#[cfg(test)]
mod trial;

pub use draw::{
    Anchor, Bounds, Camera, Chart, Curve, Dash, FILE_FONT, FlitPart, Frame, Glyph, HUES, Ink,
    Insets, LARGE_TEXT, Palette, Pen, Scale, Shape, Stroke, Texture, View, Weight, draw, heat,
    made_with, signed_png, signed_svg, svg,
};
pub use explain::{
    Ask, Bill, Chain, ChainEnd, Change, Granted, Line, MessageNames, NotStarted, Phase, Readying,
    Stage, Teller, Telling, Work, asks, chain, changes, fate_in_words, header_at, narrate,
    not_started, readying, time_after, way_ahead,
};
pub use layout::{
    Detail, Focus, Labels, Layout, NODE_RADIUS, Names, Naming, Thing, USUAL_ROOM, thing_at, worm_at,
};
pub use matrix::{MATRIX_TEXT, Matrix, Pixels, Squares, frames};
pub use overlay::{
    Dependencies, Digit, DigitState, LostWay, Offer, PlanAnswer, PlanView, Pointed, Proof,
    RouteAnswer, RouteView, Step, directions, letter, lit, marks, numeral, predicted, style,
};
pub use sketch::sketch_of;
pub use spacetime::{
    ACCOUNT, Area, ArrivalChart, Arrivals, Journey, MARKS_WIDTH, Row, Sheet, ShownJourney,
    Timeline, Wait, WaitKind, account, arrivals_csv, arrivals_json, arrivals_key, event_marks,
    mark, space_time, space_time_csv, space_time_json, space_time_key,
};
pub use traffic::{
    Callout, CalloutKind, HeatStrips, Lanes, Moment, Picture, PictureBeside, Sight, busiest_hidden,
    callouts, figure, figure_in, figures, frame_of, legend, network, waiting_at,
};
