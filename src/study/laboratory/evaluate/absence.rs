//! Reasons for gaps in curves.

use crate::plot::readable;

/// The reason why a model has no value at a point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::laboratory) enum Absence {
    /// It has no steady state, for this reason.
    Saturated(String),
    /// It has no value, for this reason.
    Other(String),
}

impl Absence {
    pub(in crate::laboratory) fn other(reason: impl Into<String>) -> Self {
        Self::Other(reason.into())
    }

    fn words(&self) -> String {
        match self {
            Self::Saturated(reason) => format!("saturated: {reason}"),
            Self::Other(reason) => reason.clone(),
        }
    }

    fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Saturated(_), Self::Saturated(_)) => true,
            (one, other) => one == other,
        }
    }
}

/// Writes a sentence on each of the first intervals without values on the axis named `axis`, or only
/// the reason if it applies to the whole axis.
pub(in crate::laboratory) fn sentences(
    axis: &str,
    asked: &[(f64, Option<Absence>)],
) -> Vec<String> {
    const MOST: usize = 3;
    let mut stretches: Vec<(f64, f64, &Absence, usize)> = Vec::new();
    for (index, (x, absence)) in asked.iter().enumerate() {
        let Some(absence) = absence else {
            continue;
        };
        match stretches.last_mut() {
            Some((_, to, before, last)) if *last + 1 == index && before.is_like(absence) => {
                (*to, *last) = (*x, index);
            }
            _ => stretches.push((*x, *x, absence, index)),
        }
    }
    if let [(from, to, absence, _)] = &*stretches
        && asked.first().is_some_and(|first| first.0 >= *from)
        && asked.last().is_some_and(|last| last.0 <= *to)
    {
        return vec![absence.words()];
    }
    let end = asked.last().map_or(f64::NAN, |last| last.0);
    let shown = stretches.iter().take(MOST).map(|&(from, to, absence, _)| {
        let (first, last) = (readable(from), readable(to));
        let place = match () {
            () if to >= end => format!("from {first} on"),
            () if from.total_cmp(&to).is_eq() => format!("at {first}"),
            () => format!("from {first} to {last}"),
        };
        [axis, " ", &place, ": ", &absence.words()].concat()
    });
    shown.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consecutive_points_without_a_value_share_a_sentence() {
        let small = || Some(Absence::other("n must be 2 or more"));
        let full = |reason: &str| Some(Absence::Saturated(reason.to_owned()));
        let asked = [
            (0.0, small()),
            (1.0, small()),
            (2.0, None),
            (3.0, full("ρ = 1.1")),
            (4.0, full("ρ = 1.3")),
        ];
        assert_eq!(
            sentences("n", &asked),
            [
                "n from 0 to 1: n must be 2 or more",
                "n from 3 on: saturated: ρ = 1.1"
            ]
        );
        assert_eq!(sentences("n", &asked[..2]), ["n must be 2 or more"]);
        assert_eq!(sentences("n", &asked[2..3]), [""; 0]);
    }
}
