//! What papers conclude from figures whose curves are algorithms, and what our simulation says of
//! it.
//!
//! Apart from the figures themselves ([`COMPARISONS`](crate::paper::COMPARISONS)), since the page leaves
//! these texts to the program that draws charts.

/// A conclusion, and what our simulation says of it.
#[derive(Debug)]
pub struct Claim {
    /// The conclusion, in a few words.
    pub says: &'static str,
    /// Whether our simulation bears it out.
    pub holds: Holds,
    /// What was measured, and where the conclusion fails, why; sentences.
    pub found: &'static str,
}

/// Whether a conclusion holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// It does.
    Yes,
    /// Under a condition that the text names.
    Partly,
    /// It does not.
    No,
}

impl Holds {
    /// In a word or two.
    pub fn word(self) -> &'static str {
        match self {
            Self::Yes => "holds",
            Self::Partly => "holds in part",
            Self::No => "does not hold",
        }
    }
}
