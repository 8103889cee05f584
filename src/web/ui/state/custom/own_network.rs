//! The user-drawn network, kept while the dock shows another view.

use flitscope::page::drawing::NetworkDrawing;
use leptos::prelude::*;

/// The user-drawn network; copies share state.
#[derive(Clone, Copy)]
pub struct OwnNetwork {
    /// The drawing, with its undo history.
    pub kept: StoredValue<Option<NetworkDrawing>>,
    /// The text of the network in the picture when the drawing last followed it.
    pub seen: StoredValue<Option<String>>,
}

impl OwnNetwork {
    /// The initial state, without a drawing.
    pub fn new() -> Self {
        Self {
            kept: StoredValue::new(None),
            seen: StoredValue::new(None),
        }
    }
}
