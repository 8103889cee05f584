//! Comparison of curves by simulations alone: the lowest curve at each x, and the curves that are
//! statistically indistinguishable.

use super::Judged;
use super::compare::is_apart;
use crate::paper::Simulated;

/// Writes a sentence on the series with the lowest mean at each label, and one on pairs of
/// neighbors in the order of means whose intervals overlap.
///
/// Returns `None` if there is only one series, if rows are not points of curves, or if a row is not
/// simulated yet. A series is called lowest where its interval lies below that of the next, and
/// nowhere if one of the runs there is too short to tell whether its network settles.
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
    let are_points = |of: &Judged| of.row.x.is_some() && of.row.computed.is_empty();
    if series.len() < 2 || !judged.iter().all(are_points) {
        return None;
    }
    let mut firsts = Places::default();
    let mut pairs = Places::default();
    for label in labels {
        let here = judged.iter().filter(|of| of.row.label == label);
        let found: Option<Vec<_>> = here.map(|of| Some((of, of.simulated?))).collect();
        let found = found?;
        let order = in_order(&found);
        let is_apart = |pair: &[(&str, Simulated)]| is_apart(&pair[0].1, &pair[1].1);
        let all_settle = found.iter().all(|(_, found)| found.can_tell);
        if let Some((first, _)) = order.first().filter(|_| all_settle)
            && order.windows(2).next().is_none_or(is_apart)
        {
            firsts.add((*first).to_owned(), label);
        }
        for pair in order.windows(2).filter(|pair| !is_apart(pair)) {
            pairs.add(format!("{} and {}", pair[0].0, pair[1].0), label);
        }
    }
    let lowest = firsts
        .in_words()
        .map(|firsts| format!("The lowest is {firsts}."));
    let alike = pairs
        .in_words()
        .map(|pairs| format!("These runs cannot distinguish {pairs}."));
    let sentences: Vec<_> = lowest.into_iter().chain(alike).collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// The steady series in ascending order of their means.
fn in_order<'a>(found: &[(&'a Judged, Simulated)]) -> Vec<(&'a str, Simulated)> {
    let steady = found.iter().filter(|(_, found)| found.is_steady);
    let means = steady.filter_map(|(of, found)| Some((found.mean?, &*of.row.series, *found)));
    let mut means: Vec<_> = means.collect();
    means.sort_by(|a, b| a.0.total_cmp(&b.0));
    means
        .into_iter()
        .map(|(_, name, found)| (name, found))
        .collect()
}

/// Labels grouped by the name that holds at them, in order of first appearance.
#[derive(Default)]
struct Places<'a>(Vec<(String, Vec<&'a str>)>);

impl<'a> Places<'a> {
    fn add(&mut self, name: String, place: &'a str) {
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, places)) => places.push(place),
            None => self.0.push((name, vec![place])),
        }
    }

    /// The groups in words, `A at 1 and 2; B at 3`; `None` if there are none.
    fn in_words(&self) -> Option<String> {
        let clauses = self.0.iter();
        let clauses = clauses.map(|(name, places)| format!("{name} at {}", list(places)));
        let clauses: Vec<_> = clauses.collect();
        (!clauses.is_empty()).then(|| clauses.join("; "))
    }
}

/// Joins words as `a`, `a and b`, or `a, b and c`.
fn list(words: &[&str]) -> String {
    match words {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        _ => words.join(""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::Row;

    fn judged(series: &str, label: &str, mean: Option<f64>) -> Judged {
        let row = Row {
            series: series.to_owned(),
            label: label.to_owned(),
            x: label.parse().ok(),
            ..Row::default()
        };
        let simulated = Simulated {
            mean,
            half_width: mean.map(|_| 0.4),
            is_steady: mean.is_some(),
            can_tell: true,
            is_trusted: true,
        };
        Judged {
            row,
            simulated: Some(simulated),
            prints: Vec::new(),
            differences: Vec::new(),
            other: None,
        }
    }

    /// The sentence on two curves at one label, after a change to the run of the upper one.
    fn sentence_on(upper: f64, change: impl Fn(&mut Simulated)) -> String {
        let mut all = [judged("a", "1", Some(10.0)), judged("b", "1", Some(upper))];
        change(all[1].simulated.as_mut().expect("it is simulated"));
        best_series(&all).unwrap_or_default()
    }

    #[test]
    fn the_lowest_curve_is_named_at_every_label() {
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
            Some("The lowest is a at 1 and 2; b at 3.")
        );
        assert_eq!(best_series(&all[..3]), None);
    }

    #[test]
    fn curves_with_overlapping_intervals_are_not_ordered() {
        let all = [
            judged("a", "1", Some(10.0)),
            judged("a", "2", Some(20.0)),
            judged("b", "1", Some(10.7)),
            judged("b", "2", Some(22.0)),
            judged("c", "1", Some(12.0)),
            judged("c", "2", Some(22.7)),
        ];
        assert_eq!(
            best_series(&all).as_deref(),
            Some("The lowest is a at 2. These runs cannot distinguish a and b at 1; b and c at 2.")
        );
    }

    #[test]
    fn unreliable_runs_are_not_ordered() {
        let alike = "These runs cannot distinguish a and b at 1.";
        assert_eq!(sentence_on(15.0, |_| ()), "The lowest is a at 1.");
        assert_eq!(sentence_on(15.0, |run| run.is_trusted = false), alike);
        assert_eq!(sentence_on(15.0, |run| run.half_width = None), alike);
        assert_eq!(sentence_on(15.0, |run| run.half_width = Some(6.0)), alike);
        let unsettled = |run: &mut Simulated| (run.is_steady, run.can_tell) = (false, false);
        assert_eq!(sentence_on(15.0, unsettled), "");
    }

    #[test]
    fn nothing_is_reported_before_all_rows_are_simulated() {
        let mut all = [judged("a", "1", Some(10.0)), judged("b", "1", None)];
        all[1].simulated = None;
        assert_eq!(best_series(&all), None);
    }

    #[test]
    fn statements_are_not_curves() {
        let all = [
            judged("a", "scatter", Some(10.0)),
            judged("b", "scatter", Some(11.0)),
        ];
        assert_eq!(best_series(&all), None);
    }
}
