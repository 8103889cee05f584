//! Arrangements of nodes in a drawing.

/// A rule by which a drawing places nodes. Every topology offers [`Arrangement::Plain`], and
/// others where they show more of its structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Arrangement {
    /// Coordinates in ascending order, layers of three dimensions side by side.
    #[default]
    Plain,
    /// Rings flattened, 0, k−1, 1, k−2, …, as hardware folds them so that no wire is long.
    Folded,
    /// Three dimensions in one oblique projection.
    Oblique,
}

impl Arrangement {
    /// Every arrangement, in the order of a menu.
    pub const ALL: &'static [Self] = &[Self::Plain, Self::Folded, Self::Oblique];

    /// Identifier in URLs; never renamed.
    pub fn id(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Folded => "folded",
            Self::Oblique => "oblique",
        }
    }

    /// The arrangement with this identifier.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|known| known.id() == id)
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "Natural",
            Self::Folded => "Folded",
            Self::Oblique => "Oblique",
        }
    }

    /// One-line summary without a full stop.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Plain => "coordinates in order; layers of a third dimension side by side",
            Self::Folded => "rings flattened as hardware folds them: no link is long",
            Self::Oblique => "all three dimensions in one oblique view",
        }
    }
}
