//! The address of the page in the browser.

use flitscope::page::{Address, Entries, names_network};
use leptos::prelude::*;

/// Returns the fragment of the address, including `#`.
pub fn hash() -> String {
    window().location().hash().unwrap_or_default()
}

/// Returns the query part of a fragment of any place: the text after the question mark.
pub fn whole_query(hash: &str) -> &str {
    hash.split_once('?').map_or("", |(_, query)| query)
}

/// The address, and what the page knows of it; copies share state.
#[derive(Clone, Copy)]
pub struct AddressBar {
    /// The fragment of the address when it was last written or followed.
    pub hash: StoredValue<String>,
    /// Whether it names a network.
    pub has_network: RwSignal<bool>,
    /// The newest entry of the browser's history.
    pub entries: StoredValue<Entries>,
    /// The number of addresses opened so far.
    pub opened: StoredValue<u32>,
    /// The number of the address that waits for its script to be compiled before it can be shown, if one does.
    pub awaited: StoredValue<Option<u32>>,
    /// Whether the user entered the address that waits.
    pub is_entered: StoredValue<bool>,
    /// The speed that the user chose, while Home has its own \[cycles/s\].
    pub usual_speed: StoredValue<f64>,
}

impl AddressBar {
    /// The state before an address is read.
    pub fn new(speed: f64) -> Self {
        Self {
            hash: StoredValue::default(),
            has_network: RwSignal::new(names_network(whole_query(&hash()))),
            entries: StoredValue::default(),
            opened: StoredValue::new(0),
            awaited: StoredValue::new(None),
            is_entered: StoredValue::new(false),
            usual_speed: StoredValue::new(speed),
        }
    }

    /// Counts an address that is opened, in place of one that waits; returns its number.
    pub fn count_opened(self) -> u32 {
        let number = self.opened.get_value() + 1;
        self.opened.set_value(number);
        self.end_wait();
        number
    }

    /// Notes that no address waits any more.
    pub fn end_wait(self) {
        self.awaited.set_value(None);
        self.is_entered.set_value(false);
    }

    /// Notes that the newest entry has this content.
    pub fn is_at(self, address: &Address) {
        self.entries.update_value(|entries| entries.are_at(address));
    }

    /// Returns whether the address that was last written or followed names a network.
    pub fn names_network(self) -> bool {
        names_network(whole_query(&self.hash.read_value()))
    }

    /// Records the address, as the browser spells it, as the one last written or followed.
    pub fn note(self) {
        self.hash.set_value(hash());
        let is_named = self.names_network();
        self.has_network.maybe_update(|known| {
            let is_other = *known != is_named;
            *known = is_named;
            is_other
        });
    }
}
