//! Kinds of event and sets of kinds.

/// A searchable kind of event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventKind {
    /// A header was granted its first channel: a message left its queue.
    Injected,
    /// A header was refused for the first time, or for the first time since its request changed.
    Blocked,
    /// A message or a copy of it arrived completely.
    Delivered,
    Deadlocked,
}

impl EventKind {
    /// All kinds, in display order.
    pub const ALL: [Self; 4] = [
        Self::Injected,
        Self::Blocked,
        Self::Delivered,
        Self::Deadlocked,
    ];

    /// One-word name of the event.
    pub fn name(self) -> &'static str {
        match self {
            Self::Injected => "injected",
            Self::Blocked => "blocked",
            Self::Delivered => "delivered",
            Self::Deadlocked => "deadlock",
        }
    }
}

/// A set of kinds of event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Events(u8);

impl Events {
    pub const NONE: Self = Self(0);
    /// The set of all kinds.
    pub const ALL: Self = Self((1 << EventKind::ALL.len()) - 1);

    /// The set of one kind, or the empty set if it did not happen.
    #[inline]
    pub fn when(kind: EventKind, happened: bool) -> Self {
        Self(u8::from(happened) << kind as u8)
    }

    /// Whether the set contains a kind.
    #[inline]
    pub fn has(self, kind: EventKind) -> bool {
        self.meets(Self::when(kind, true))
    }

    /// Whether the sets have a kind in common.
    #[inline]
    pub fn meets(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    #[inline]
    #[must_use]
    pub fn with(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// The set with a kind removed if present, added otherwise.
    #[must_use]
    pub fn toggled(self, kind: EventKind) -> Self {
        Self(self.0 ^ 1 << kind as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toggling_twice_restores_the_set() {
        for kind in EventKind::ALL {
            let without = Events::ALL.toggled(kind);
            assert!(!without.has(kind));
            assert_eq!(without.toggled(kind), Events::ALL);
        }
    }
}
