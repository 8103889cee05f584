//! Counts from the runs of the [page of results](crate::paper::results), so that the list of papers
//! shows the agreement of tables and figures before anything is simulated.
//!
//! They are in `recorded.csv`, which a test compares with the page and with the rows of the papers.
//! After either has changed, this writes it again:
//!
//! ```sh
//! FREEZE=1 cargo test --test published recorded
//! ```

use super::AgreementCount;

/// A line for each table and figure, in the order of the papers.
const RECORDED: &str = include_str!("recorded.csv");

/// The recorded counts of a table or figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recorded {
    /// The id of the paper.
    pub paper: &'static str,
    /// The id of the table or figure.
    pub item: &'static str,
    /// The number of simulated rows and their agreement with closed forms.
    pub count: AgreementCount,
    /// The number of rows reproduced as printed, and the number of rows with a printed value that is
    /// computed again.
    pub as_printed: [usize; 2],
}

impl Recorded {
    /// Parses a line; `None` for the first one.
    fn parse(line: &'static str) -> Option<Self> {
        let mut cells = line.split(',');
        let (paper, item) = (cells.next()?, cells.next()?);
        let mut number = || cells.next()?.parse().ok();
        Some(Self {
            paper,
            item,
            count: AgreementCount {
                simulated: number()?,
                compared: number()?,
                close: number()?,
            },
            as_printed: [number()?, number()?],
        })
    }

    /// Finds the counts of a paper, or of one table or figure of it.
    pub fn of(paper: &str, item: Option<&str>) -> impl Iterator<Item = Self> {
        let is_it = move |of: &Self| of.paper == paper && item.is_none_or(|item| of.item == item);
        RECORDED.lines().filter_map(Self::parse).filter(is_it)
    }

    /// Writes short labels, `within 5 %: 6 of 14` and `as printed: 3 of 4`, with the sums over the
    /// given tables; a label is absent if there is nothing to compare.
    pub fn labels(of: impl Iterator<Item = Self>) -> Vec<String> {
        let none = (AgreementCount::default(), [0, 0]);
        let (count, [same, all]) = of.fold(none, |(count, [same, all]), of| {
            let [more_same, more] = of.as_printed;
            (count.and(of.count), [same + more_same, all + more])
        });
        let printed = (all > 0).then(|| format!("as printed: {same} of {all}"));
        count.closeness().into_iter().chain(printed).collect()
    }
}
