//! Kinds of event, and sets of them.

/// A kind of event that people look for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventKind {
    /// A header got its first channel: a message left its queue.
    Injected,
    /// A header asked in vain for the first time, or for something else than before.
    Blocked,
    /// A message or a copy of it arrived whole.
    Delivered,
    /// The first deadlock formed.
    Deadlocked,
}

impl EventKind {
    /// All kinds, in the order in which they are shown.
    pub const ALL: [Self; 4] = [
        Self::Injected,
        Self::Blocked,
        Self::Delivered,
        Self::Deadlocked,
    ];

    /// What happens, in a word.
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
    /// No kind.
    pub const NONE: Self = Self(0);
    /// Every kind.
    pub const ALL: Self = Self((1 << EventKind::ALL.len()) - 1);

    /// One kind, or none if it did not happen.
    #[inline]
    pub fn when(kind: EventKind, happened: bool) -> Self {
        Self(u8::from(happened) << kind as u8)
    }

    /// Whether a kind is among them.
    #[inline]
    pub fn has(self, kind: EventKind) -> bool {
        self.meets(Self::when(kind, true))
    }

    /// Whether some kind is in both.
    #[inline]
    pub fn meets(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    /// With others.
    #[inline]
    #[must_use]
    pub fn with(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Without a kind that was among them, or with one that was not.
    #[must_use]
    pub fn toggled(self, kind: EventKind) -> Self {
        Self(self.0 ^ 1 << kind as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_taken_back_by_making_it_again() {
        for kind in EventKind::ALL {
            let without = Events::ALL.toggled(kind);
            assert!(!without.has(kind));
            assert_eq!(without.toggled(kind), Events::ALL);
        }
    }
}
