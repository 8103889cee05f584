//! A guard against events that arrive after their part of the page has been removed.
//!
//! The signals of a part are disposed with it, and reading them then panics. However, text fields
//! receive `blur` events while they are being removed, and timers and animation frames fire even
//! later.

use leptos::prelude::*;

/// A handle that tells whether the part of the page that created it still exists; copies share it.
#[derive(Debug, Clone, Copy)]
pub struct Alive(StoredValue<()>);

impl Alive {
    /// Creates a handle that lives as long as the current reactive owner.
    #[expect(
        clippy::new_without_default,
        reason = "it belongs to the part that calls it"
    )]
    pub fn new() -> Self {
        Self(StoredValue::new(()))
    }

    /// Whether the part of the page still exists.
    pub fn is_alive(self) -> bool {
        !self.0.is_disposed()
    }

    /// Wraps an event handler so that it ignores events once the part of the page is removed.
    pub fn guarded<E>(self, mut act: impl FnMut(E)) -> impl FnMut(E) {
        move |event| {
            if self.is_alive() {
                act(event);
            }
        }
    }
}
