//! Verdicts on rows: on one in a sentence, on a whole table or figure in a few, on several as a
//! count.

mod agreement_count;
mod best_series;
mod brief;
mod recorded;
mod summary;
mod verdict;

pub use agreement_count::{AgreementCount, CLOSE};
pub use brief::{Brief, Tone, as_printed};
pub use recorded::{RECORDED, Recorded};
pub use verdict::Judged;
pub(super) use verdict::{names, printed_columns};
