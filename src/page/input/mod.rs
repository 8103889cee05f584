//! Input: gestures on the picture of a network, shortcut keys, editing of code, and the choice of nodes of
//! a multicast.

mod code;
mod gesture;
mod keys;
mod multicast_set;

pub use code::{TextChange, on_enter, on_shift_tab, on_tab, place_of};
pub use gesture::{Act, Click, ClickChanges, Finger, Gestures, click};
pub use keys::{Chord, Holder, is_heard};
pub use multicast_set::{Grip, MulticastSet};
