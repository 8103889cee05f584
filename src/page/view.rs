//! The overlay of the picture and the content of the dock below it.

/// An overlay above the network, which also selects the subject of the inspector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Overlay {
    /// No overlay: the picture shows the traffic.
    #[default]
    Traffic,
    /// The paths allowed between two nodes.
    Routes,
    /// The plan of one multicast.
    Multicast,
    /// The channel dependency graph, or a cycle of it.
    Deadlock,
}

impl Overlay {
    /// All overlays in the order of the tabs: name, and id in links.
    pub const ALL: [(Self, &'static str, &'static str); 4] = [
        (Self::Traffic, "Inspect", ""),
        (Self::Routes, "Routes", "routes"),
        (Self::Multicast, "Multicast", "multicast"),
        (Self::Deadlock, "Deadlock analysis", "deadlock"),
    ];

    /// Finds an overlay by its id in links.
    pub fn from_id(id: &str) -> Option<Self> {
        let known = Self::ALL.iter().find(|(.., known)| *known == id);
        known.map(|(overlay, ..)| *overlay)
    }

    /// The id in links; empty for traffic.
    pub fn id(self) -> &'static str {
        Self::ALL[self as usize].2
    }
}

/// The content of the dock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dock {
    /// The cycles so far, with their events.
    #[default]
    TimeLine,
    /// The space-time diagram of one message.
    SpaceTime,
    /// The same message alone in the network, in every switching mode.
    Switching,
    /// Latency against load.
    Curve,
    /// The editor of a user-written routing function.
    Script,
    /// The editor of a user-defined network.
    Network,
}

impl Dock {
    /// All contents in the order of the tabs: name, and id in links.
    pub const ALL: [(Self, &'static str, &'static str); 6] = [
        (Self::TimeLine, "Time line", ""),
        (Self::SpaceTime, "Space-time", "spacetime"),
        (Self::Switching, "Switching modes", "modes"),
        (Self::Curve, "Latency curve", "curve"),
        (Self::Script, "Own routing function", "script"),
        (Self::Network, "Own network", "network"),
    ];

    /// Finds a content by its id in links.
    pub fn from_id(id: &str) -> Option<Self> {
        let known = Self::ALL[1..].iter().find(|(.., known)| *known == id);
        known.map(|(dock, ..)| *dock)
    }

    /// The id in links; `None` for the time line.
    pub fn id(self) -> Option<&'static str> {
        Some(Self::ALL[self as usize].2).filter(|id| !id.is_empty())
    }

    /// Returns whether it is an editor, of a routing function or a network. The editors share a tab.
    pub fn is_own(self) -> bool {
        matches!(self, Self::Script | Self::Network)
    }

    /// Returns whether it shows a single message.
    pub fn is_of_one_message(self) -> bool {
        matches!(self, Self::SpaceTime | Self::Switching)
    }
}
