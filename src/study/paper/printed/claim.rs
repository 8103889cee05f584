//! Conclusions of papers from figures whose curves are algorithms, with the findings of our
//! simulation.
//!
//! They are separate from the figures ([`COMPARISONS`](crate::paper::COMPARISONS)), because only the
//! part of the page that draws charts contains these texts, and its start does not.

/// A conclusion of a paper, with the findings of our simulation.
#[derive(Debug)]
pub struct Claim {
    /// The conclusion, in a few words.
    pub says: &'static str,
    /// Whether our simulation confirms it.
    pub holds: Holds,
    /// The measurements and, where the conclusion fails, the reason, in sentences.
    pub found: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    Yes,
    /// It holds under a condition that the text names.
    Partly,
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
