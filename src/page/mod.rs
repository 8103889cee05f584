//! The page without a browser: what its address says, what a gesture, a click or a key means,
//! which settings apply, what undo does, and when a cycle is due.
//!
//! [`PageState`] is everything that an address says. The program in the browser copies it into
//! its signals and back, and does what the functions here decide; so all of it is tested without
//! one.

mod address;
mod clock;
pub mod drawing;
mod entries;
pub mod figure;
mod home;
mod input;
pub mod labels;
mod lesson;
mod place;
mod selection;
mod settings;
mod side_by_side;
mod theme;
mod undo;
mod view;

pub use address::{
    Awaited, LAST_CYCLE, MOST_WORKERS, Opened, PageState, SPEEDS, names_network, query_of,
};
pub use clock::{Clock, Then};
pub use entries::Entries;
pub use home::HOME;
pub use input::{
    Act, Chord, Click, ClickChanges, Finger, Gestures, Grip, Holder, MulticastSet, TextChange,
    click, is_heard, on_enter, on_shift_tab, on_tab, place_of,
};
pub use lesson::{FROM_FILE, LessonPlace, OnTo, StepPhase, what_hinders};
pub use place::Place;
pub use selection::{Found, find, next_blocked};
pub use settings::{Action, Setting};
pub use side_by_side::{MOST_PANES, id_of, parse_panes, split_into};
pub use theme::{AUTO, known_theme, next_theme};
pub use undo::{UndoHistory, UndoPoint};
pub use view::{Dock, Overlay};
