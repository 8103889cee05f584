//! What must not happen any more once a part of the page is gone.
//!
//! The signals of a part end with it, and asking them then is a panic. But its boxes are told
//! that they lose the focus while they are taken away, and timers and frames come later still.

use leptos::prelude::*;

/// Whether the part of the page in which it was made is still there; copies share it.
#[derive(Debug, Clone, Copy)]
pub struct Alive(StoredValue<()>);

impl Alive {
    /// As long as the part that is being made.
    #[expect(
        clippy::new_without_default,
        reason = "it belongs to the part that calls it"
    )]
    pub fn new() -> Self {
        Self(StoredValue::new(()))
    }

    /// Whether it is.
    pub fn is_so(self) -> bool {
        !self.0.is_disposed()
    }

    /// Does something about an event only if it is.
    pub fn hears<E>(self, mut act: impl FnMut(E)) -> impl FnMut(E) {
        move |event| {
            if self.is_so() {
                act(event);
            }
        }
    }
}
