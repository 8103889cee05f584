//! The logic of the page without a browser: addresses, gestures, clicks and keys, applicable settings,
//! undo, and the clock that plays cycles.
//!
//! [`PageState`] is the state of the page, which only [`transition`] changes, and [`Address`] the part of it
//! that a link contains. The program in the browser applies what is decided here, which is therefore tested
//! without a browser.

mod address;
mod clock;
mod curves;
pub mod drawing;
mod entries;
mod escaped;
pub mod experiment;
pub mod figure;
pub mod handout;
mod home;
pub mod host;
mod input;
pub mod labels;
mod lesson;
mod made;
mod margins;
pub mod measure;
mod place;
mod playback;
mod points_link;
mod restrictions;
pub mod script;
mod search;
mod selection;
mod settings;
mod side_by_side;
mod state;
mod theme;
mod undo;
mod view;

pub use address::{
    Address, Awaited, LAST_CYCLE, MOST_WORKERS, Opened, SPEEDS, names_network, query_of,
    restrictions_of, theme_of,
};
pub use clock::{Clock, GLIDE, Then};
pub use curves::{LinkedPoints, in_experiment, newcomer, subject};
pub use entries::Entries;
pub use home::HOME;
pub use input::{
    Act, Chord, Click, ClickChanges, Finger, Gestures, Grip, Holder, MulticastSet, TextChange,
    click, is_heard, on_enter, on_shift_tab, on_tab, place_of,
};
pub use lesson::drawn_curve;
pub use lesson::link::{LessonKeys, LessonView, OpenLink};
pub use lesson::shelf::{Kept, Shelf};
pub use lesson::{LessonPlace, StepPhase, run_speed, what_hinders};
pub use made::Made;
pub use margins::{Ground, NARROW};
pub use place::Place;
pub use playback::{Playback, share_of};
pub use restrictions::{Frame, Hidden, Locked, Origin, Restrictions, accepts};
pub use search::Fit;
pub use selection::{Found, find, has_blocked, next_blocked};
pub use settings::{Setting, ThingAction};
pub use side_by_side::{MOST_PANES, id_of, parse_panes, split_into};
#[cfg(feature = "store")]
pub use state::PageStateStoreFields;
pub use state::{
    Action, Asked, Continuation, Moment, PageState, Panel, Refusal, Shown, Transition, transition,
};
pub use theme::{AUTO, known_theme, next_theme};
pub use undo::{UndoHistory, UndoPoint};
#[cfg(feature = "store")]
pub use view::ViewStoreFields;
pub use view::{Dock, Followed, NodeClick, Overlay, OverlayFacts, View};
