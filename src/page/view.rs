//! What the picture is about, and what is shown of one message beside it.

/// What is laid over the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Overlay {
    /// Nothing: the picture is about what moves.
    #[default]
    Traffic,
    /// The paths that are allowed between two nodes.
    Routes,
    /// The plan of one multicast.
    Multicast,
    /// The channel dependency graph, or a cycle of it.
    Deadlock,
}

impl Overlay {
    /// In the order of the tabs: its name, and its id in links.
    pub const ALL: [(Self, &'static str, &'static str); 4] = [
        (Self::Traffic, "Traffic", ""),
        (Self::Routes, "Routes", "routes"),
        (Self::Multicast, "Multicast", "multicast"),
        (Self::Deadlock, "Deadlock analysis", "deadlock"),
    ];

    /// The overlay that a link names.
    pub fn from_id(id: &str) -> Option<Self> {
        let known = Self::ALL.iter().find(|(.., known)| *known == id);
        known.map(|(overlay, ..)| *overlay)
    }

    /// Its id in links; empty for traffic.
    pub fn id(self) -> &'static str {
        Self::ALL[self as usize].2
    }
}

/// What is shown of one message beside the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MessageView {
    /// Nothing.
    #[default]
    None,
    /// Its space-time diagram.
    SpaceTime,
    /// The same message alone in the network, in every switching mode.
    Modes,
}

impl MessageView {
    const IDS: [(&str, Self); 2] = [("spacetime", Self::SpaceTime), ("modes", Self::Modes)];

    /// The view that a link names.
    pub fn from_id(id: &str) -> Option<Self> {
        let known = Self::IDS.iter().find(|(known, _)| *known == id);
        known.map(|(_, view)| *view)
    }

    /// Its id in links; `None` if nothing is shown.
    pub fn id(self) -> Option<&'static str> {
        let known = Self::IDS.iter().find(|(_, view)| *view == self);
        known.map(|(id, _)| *id)
    }
}
