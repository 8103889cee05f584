//! What the picture is about, and what stands in the dock below it.

/// What is laid over the network, and what the inspector is about.
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
        (Self::Traffic, "Inspect", ""),
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

/// What stands in the dock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dock {
    /// The cycles so far, and when what happened.
    #[default]
    TimeLine,
    /// The space-time diagram of one message.
    SpaceTime,
    /// The same message alone in the network, in every switching mode.
    Switching,
    /// Latency against load.
    Curve,
    /// A routing function of one's own.
    Script,
    /// A network of one's own.
    Network,
}

impl Dock {
    /// In the order of the tabs: its name, and its id in links.
    pub const ALL: [(Self, &'static str, &'static str); 6] = [
        (Self::TimeLine, "Time line", ""),
        (Self::SpaceTime, "Space-time", "spacetime"),
        (Self::Switching, "Switching modes", "modes"),
        (Self::Curve, "Latency curve", "curve"),
        (Self::Script, "Own routing function", "script"),
        (Self::Network, "Own network", "network"),
    ];

    /// The part that a link names.
    pub fn from_id(id: &str) -> Option<Self> {
        let known = Self::ALL[1..].iter().find(|(.., known)| *known == id);
        known.map(|(dock, ..)| *dock)
    }

    /// Its id in links; `None` for the time line.
    pub fn id(self) -> Option<&'static str> {
        Some(Self::ALL[self as usize].2).filter(|id| !id.is_empty())
    }

    /// What is made, not watched: one's own function, one's own network. They share a tab.
    pub fn is_own(self) -> bool {
        matches!(self, Self::Script | Self::Network)
    }

    /// Whether it shows one message.
    pub fn is_of_one_message(self) -> bool {
        matches!(self, Self::SpaceTime | Self::Switching)
    }
}
