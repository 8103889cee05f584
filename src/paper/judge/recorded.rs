//! Counts from the runs of the [page of results](crate::paper::results), so that the list of papers
//! shows the agreement of tables and figures before anything is simulated.

use super::AgreementCount;

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
    const fn new(
        paper: &'static str,
        item: &'static str,
        [simulated, compared, close]: [usize; 3],
        as_printed: [usize; 2],
    ) -> Self {
        Self {
            paper,
            item,
            count: AgreementCount {
                simulated,
                compared,
                close,
            },
            as_printed,
        }
    }

    /// Finds the counts of a paper, or of one table or figure of it.
    pub fn of(paper: &str, item: Option<&str>) -> impl Iterator<Item = &'static Self> {
        let is_it = move |of: &&Self| of.paper == paper && item.is_none_or(|item| of.item == item);
        RECORDED.iter().filter(is_it)
    }

    /// Writes short labels, `within 5 %: 6 of 14` and `as printed: 3 of 4`, with the sums over the
    /// given tables; a label is absent if there is nothing to compare.
    pub fn labels(of: impl Iterator<Item = &'static Self>) -> Vec<String> {
        let none = (AgreementCount::default(), [0, 0]);
        let (count, [same, all]) = of.fold(none, |(count, [same, all]), of| {
            let [more_same, more] = of.as_printed;
            (count.and(of.count), [same + more_same, all + more])
        });
        let printed = (all > 0).then(|| format!("as printed: {same} of {all}"));
        count.closeness().into_iter().chain(printed).collect()
    }
}

/// The counts of all tables and figures, in the order of the papers.
pub const RECORDED: &[Recorded] = &[
    Recorded::new("shahrabi", "figure-1", [4, 4, 2], [0, 0]),
    Recorded::new("shahrabi", "figure-1-n6-v2", [27, 27, 10], [0, 0]),
    Recorded::new("shahrabi", "figure-1-n6-v4", [27, 27, 14], [0, 0]),
    Recorded::new("shahrabi", "figure-1-n7-v2", [27, 27, 12], [0, 0]),
    Recorded::new("shahrabi", "figure-1-n7-v4", [27, 27, 14], [0, 0]),
    Recorded::new("shahrabi", "figure-1-n8-v2", [27, 27, 12], [0, 0]),
    Recorded::new("shahrabi", "figure-1-n8-v4", [27, 27, 14], [0, 0]),
    Recorded::new("shahrabi", "equation-11", [8, 8, 8], [0, 0]),
    Recorded::new("ciciani", "table-2", [24, 22, 15], [24, 24]),
    Recorded::new("ciciani", "table-3", [14, 14, 8], [6, 14]),
    Recorded::new("ciciani", "table-4", [14, 14, 4], [14, 14]),
    Recorded::new("ciciani", "figure-6", [16, 16, 7], [0, 0]),
    Recorded::new("ciciani", "figure-6-saturation", [0, 0, 0], [0, 0]),
    Recorded::new("ciciani", "figure-7", [12, 12, 6], [0, 0]),
    Recorded::new("ciciani", "figure-8", [6, 6, 3], [0, 0]),
    Recorded::new("ciciani", "figure-9", [30, 29, 25], [0, 0]),
    Recorded::new("ciciani", "figure-10", [12, 9, 4], [0, 0]),
    Recorded::new("qualified-groups", "figure-3", [20, 0, 0], [0, 0]),
    Recorded::new("qualified-groups", "figure-4", [20, 0, 0], [0, 0]),
    Recorded::new("qualified-groups", "figure-5", [20, 0, 0], [0, 0]),
    Recorded::new("qualified-groups", "figure-6", [20, 0, 0], [0, 0]),
    Recorded::new("qualified-groups", "conclusions", [87, 0, 0], [0, 0]),
    Recorded::new("qualified-groups", "example", [0, 0, 0], [3, 3]),
    Recorded::new("qualified-groups", "theorem-1", [0, 0, 0], [1, 2]),
    Recorded::new("mesh-hypercube", "figure-1", [0, 0, 0], [2, 2]),
    Recorded::new("mesh-hypercube", "figure-2", [0, 0, 0], [5, 6]),
    Recorded::new("mesh-hypercube", "figure-3", [0, 0, 0], [0, 0]),
    Recorded::new("mesh-hypercube", "figure-4", [0, 0, 0], [1, 2]),
    Recorded::new("mesh-hypercube", "figure-5", [0, 0, 0], [7, 7]),
    Recorded::new("mesh-hypercube", "network", [0, 0, 0], [8, 8]),
    Recorded::new("mesh-hypercube", "unicast", [0, 0, 0], [12, 12]),
    Recorded::new("mesh-hypercube", "deadlock", [0, 0, 0], [3, 3]),
    Recorded::new("mesh-hypercube", "multicast", [0, 0, 0], [4, 12]),
    Recorded::new("aboelaze", "table-1", [45, 45, 45], [27, 27]),
    Recorded::new("aboelaze", "figure-2", [28, 28, 28], [0, 0]),
    Recorded::new("aboelaze", "figure-3", [32, 30, 30], [0, 0]),
];
