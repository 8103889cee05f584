//! Verdicts: a sentence on a row, a few sentences on a whole table or figure, and counts of rows
//! by agreement.

mod agreement_count;
mod best_series;
mod brief;
mod compare;
mod recorded;
mod summary;
mod verdict;

pub use agreement_count::AgreementCount;
pub use brief::{Brief, Tone, as_printed};
pub use compare::CLOSE;
pub use recorded::Recorded;
pub use verdict::Judged;
pub(super) use verdict::{names, printed_columns};
