//! A network of somebody's own, while another part of the dock is shown.

use flitscope::page::drawing::NetworkDrawing;
use leptos::prelude::*;

/// What is kept of it; copies share it.
#[derive(Clone, Copy)]
pub struct OwnNetwork {
    /// What was drawn, with all that can be undone.
    pub kept: StoredValue<Option<NetworkDrawing>>,
    /// The text of the network that the picture had when the drawing last followed it.
    pub seen: StoredValue<Option<String>>,
}

impl OwnNetwork {
    /// Nothing drawn yet.
    pub fn new() -> Self {
        Self {
            kept: StoredValue::new(None),
            seen: StoredValue::new(None),
        }
    }
}
