//! Which curve is lowest where, of figures that have nothing but simulations to compare.

use crate::paper::Judged;

/// The series with the least mean at every place that all were simulated at, in a sentence; none
/// where there is but one series.
pub(super) fn best_series(judged: &[Judged]) -> Option<String> {
    let mut labels: Vec<&str> = Vec::new();
    let mut series: Vec<&str> = Vec::new();
    for of in judged {
        for (name, all) in [
            (&*of.row.label, &mut labels),
            (&*of.row.series, &mut series),
        ] {
            if !all.contains(&name) {
                all.push(name);
            }
        }
    }
    if series.len() < 2 || judged.iter().any(|of| !of.row.computed.is_empty()) {
        return None;
    }
    // Where each of them is lowest, in the order in which they come to be.
    let mut firsts: Vec<(&str, Vec<&str>)> = Vec::new();
    for label in labels {
        let here = judged.iter().filter(|of| of.row.label == label);
        let found: Option<Vec<_>> = here.map(|of| Some((of, of.simulated?))).collect();
        let steady = found?.into_iter().filter(|(_, found)| found.is_steady);
        let means = steady.filter_map(|(of, found)| Some((&*of.row.series, found.mean?)));
        let Some((first, _)) = means.min_by(|a, b| a.1.total_cmp(&b.1)) else {
            continue;
        };
        match firsts.iter_mut().find(|(name, _)| *name == first) {
            Some((_, places)) => places.push(label),
            None => firsts.push((first, vec![label])),
        }
    }
    let clauses = firsts
        .iter()
        .map(|(name, places)| format!("{name} at {}", list(places)));
    let clauses: Vec<_> = clauses.collect();
    (!clauses.is_empty()).then(|| format!("Lowest is {}.", clauses.join("; ")))
}

/// `a`, `a and b`, `a, b and c`.
fn list(words: &[&str]) -> String {
    match words {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        _ => words.join(""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::{Brief, Row, Simulated};

    fn judged(series: &str, label: &str, mean: Option<f64>) -> Judged {
        let row = Row {
            series: series.to_owned(),
            label: label.to_owned(),
            x: None,
            printed: Vec::new(),
            computed: Vec::new(),
            task: None,
        };
        let simulated = Simulated {
            mean,
            half_width: None,
            is_steady: mean.is_some(),
            can_tell: true,
            is_trusted: true,
        };
        Judged {
            row,
            simulated: Some(simulated),
            differences: Vec::new(),
            verdict: String::new(),
            brief: Brief::default(),
        }
    }

    #[test]
    fn the_lowest_curve_is_told_for_every_place() {
        let all = [
            judged("a", "1", Some(10.0)),
            judged("a", "2", Some(20.0)),
            judged("a", "3", None),
            judged("b", "1", Some(11.0)),
            judged("b", "2", Some(21.0)),
            judged("b", "3", Some(31.0)),
        ];
        assert_eq!(
            best_series(&all).as_deref(),
            Some("Lowest is a at 1 and 2; b at 3.")
        );
        assert_eq!(best_series(&all[..3]), None);
    }

    #[test]
    fn nothing_is_told_before_everything_is_simulated() {
        let mut all = [judged("a", "1", Some(10.0)), judged("b", "1", None)];
        all[1].simulated = None;
        assert_eq!(best_series(&all), None);
    }
}
