//! How many rows have been simulated, and how many of them a closed form comes close to.

use super::compare::CLOSE;
use crate::paper::Judged;

/// A count of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AgreementCount {
    /// Those with a simulation.
    pub simulated: usize,
    /// Those of them that a closed form has a value for.
    pub compared: usize,
    /// Those of these in which some closed form is within [`CLOSE`] of the simulation.
    pub close: usize,
}

impl AgreementCount {
    /// Of these rows.
    pub fn of(rows: &[Judged]) -> Self {
        let mut count = Self::default();
        for judged in rows.iter().filter(|judged| judged.simulated.is_some()) {
            let known = judged.differences.iter().flatten();
            let nearest = known.map(|share| share.abs()).min_by(f64::total_cmp);
            count.simulated += 1;
            count.compared += usize::from(nearest.is_some());
            count.close += usize::from(nearest.is_some_and(|share| share <= CLOSE));
        }
        count
    }

    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            simulated: self.simulated + other.simulated,
            compared: self.compared + other.compared,
            close: self.close + other.close,
        }
    }

    /// How many are close, as on a label: `within 5 %: 6 of 14`; nothing where none is compared.
    pub fn closeness(self) -> Option<String> {
        let Self {
            compared, close, ..
        } = self;
        (compared > 0).then(|| format!("within 5 %: {close} of {compared}"))
    }

    /// In words; nothing where nothing was simulated.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::{Brief, Row, Simulated};

    fn row(differences: Vec<Option<f64>>, is_simulated: bool) -> Judged {
        let simulated = Simulated {
            mean: Some(1.0),
            half_width: None,
            is_steady: true,
            can_tell: true,
            is_trusted: true,
        };
        Judged {
            row: Row {
                series: String::new(),
                label: String::new(),
                x: None,
                printed: Vec::new(),
                computed: Vec::new(),
                task: None,
            },
            simulated: is_simulated.then_some(simulated),
            differences,
            verdict: String::new(),
            brief: Brief::default(),
        }
    }

    #[test]
    fn the_nearest_of_several_models_counts() {
        let rows = [
            row(vec![Some(-0.3), Some(0.04)], true),
            row(vec![Some(-0.3), None], true),
            row(vec![None], true),
            row(vec![Some(0.0)], false),
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
