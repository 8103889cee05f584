//! Judgements: the comparisons of a row, with a verdict in a few words and in a sentence; a few
//! sentences on a whole table or figure; and counts of rows by agreement.

mod agreement_count;
mod best_series;
mod compare;
mod judgement;
mod recorded;
mod summary;

pub use agreement_count::{AgreementCount, as_printed};
pub use compare::CLOSE;
pub use judgement::{Brief, Difference, Judged, Tone};
pub use recorded::Recorded;
