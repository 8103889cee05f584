//! Counts of simulated rows, and of those that agree with a closed form or with the print.

use super::Judged;

/// A count of simulated rows by agreement with closed forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AgreementCount {
    pub simulated: usize,
    /// Simulated rows for which a closed form has a value.
    pub compared: usize,
    /// Compared rows in which some closed form is within `CLOSE` of the simulation.
    pub close: usize,
}

impl AgreementCount {
    pub fn of(rows: &[Judged]) -> Self {
        let mut count = Self::default();
        for judged in rows.iter().filter(|judged| judged.simulated.is_some()) {
            let mut known = judged.differences.iter().flatten().peekable();
            count.simulated += 1;
            count.compared += usize::from(known.peek().is_some());
            count.close += usize::from(known.any(|of| of.is_close()));
        }
        count
    }

    /// The sum of two counts.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            simulated: self.simulated + other.simulated,
            compared: self.compared + other.compared,
            close: self.close + other.close,
        }
    }

    /// A label with the number of close rows, `within 5 %: 6 of 14`; `None` if none is compared.
    pub fn closeness(self) -> Option<String> {
        let Self {
            compared, close, ..
        } = self;
        (compared > 0).then(|| format!("within 5 %: {close} of {compared}"))
    }

    /// The counts in words; empty if nothing was simulated.
    pub fn in_words(self) -> String {
        let Self {
            simulated,
            compared,
            close,
        } = self;
        match (simulated, compared) {
            (0, _) => String::new(),
            (_, 0) => format!("{simulated} simulated"),
            _ => format!("{simulated} simulated, {close} of {compared} within 5 % of a model"),
        }
    }
}

/// Returns the number of rows of a table that are reproduced as printed, and the number of rows with
/// a printed value that is computed again.
pub fn as_printed(judged: &[Judged]) -> [usize; 2] {
    // Rows that differ only in their simulation count once.
    let mut known: Vec<(&str, &str, Option<f64>)> = Vec::new();
    let (mut same, mut all) = (0, 0);
    for of in judged {
        let row = &of.row;
        let Some((_, print)) = of.nearest_print() else {
            continue;
        };
        let printed = row.computed.iter().find_map(|of| row.print_of(of.name));
        let key = (&*row.series, &*row.label, printed);
        if row.task.is_some() && known.contains(&key) {
            continue;
        }
        known.push(key);
        all += 1;
        same += usize::from(print.is_same);
    }
    [same, all]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::{Difference, Row, Simulated};

    fn row(differences: &[Option<f64>], is_simulated: bool) -> Judged {
        let simulated = Simulated {
            mean: Some(1.0),
            half_width: None,
            is_steady: true,
            can_tell: true,
            is_trusted: true,
        };
        let difference = |share| Difference {
            share,
            is_same: false,
            is_truncated: false,
        };
        Judged {
            row: Row::default(),
            simulated: is_simulated.then_some(simulated),
            prints: Vec::new(),
            differences: differences.iter().map(|of| of.map(difference)).collect(),
            other: None,
        }
    }

    #[test]
    fn the_closest_of_several_models_counts() {
        let rows = [
            row(&[Some(-0.3), Some(0.04)], true),
            row(&[Some(-0.3), None], true),
            row(&[None], true),
            row(&[Some(0.0)], false),
        ];
        let count = AgreementCount::of(&rows);
        assert_eq!(
            count.in_words(),
            "3 simulated, 1 of 2 within 5 % of a model"
        );
        assert_eq!(count.closeness().as_deref(), Some("within 5 %: 1 of 2"));
        assert_eq!(AgreementCount::of(&rows[3..]).in_words(), "");
        assert_eq!(AgreementCount::of(&rows[3..]).closeness(), None);
    }
}
