//! Sparklines: curves the size of a word.

use std::fmt::Write;

/// The SVG path of values at equal distances, with the last one at the right end, from 0 at the
/// bottom to the largest value at the top. Missing values leave gaps.
pub fn sparkline(values: &[Option<f64>], width: f64, height: f64) -> String {
    /// Number of positions, however few values there are.
    const PLACES: usize = 64;
    /// Half the width of the line \[pixels\].
    const MARGIN: f64 = 1.0;
    let highest = values.iter().flatten().fold(0.0_f64, |a, &b| a.max(b));
    let first = PLACES.saturating_sub(values.len());
    let mut path = String::new();
    let mut is_joined = false;
    for (place, value) in (first..).zip(values) {
        let Some(value) = value else {
            is_joined = false;
            continue;
        };
        let share = if highest > 0.0 { value / highest } else { 0.0 };
        let x = MARGIN + (width - 2.0 * MARGIN) * place as f64 / (PLACES - 1) as f64;
        let y = height - MARGIN - (height - 2.0 * MARGIN) * share;
        // Writing to a string cannot fail.
        let _ = write!(path, "{}{x:.1} {y:.1}", if is_joined { 'L' } else { 'M' });
        is_joined = true;
    }
    path
}

#[cfg(test)]
mod tests {
    use super::sparkline;

    #[test]
    fn values_fill_the_height_and_end_at_the_right() {
        let values: Vec<_> = (1..=64).map(|value| Some(f64::from(value))).collect();
        let path = sparkline(&values, 64.0, 18.0);
        assert!(path.starts_with("M1.0 "), "{path}");
        assert!(path.ends_with("L63.0 1.0"), "{path}");
    }

    #[test]
    fn missing_values_leave_gaps_and_no_values_no_line() {
        let path = sparkline(&[Some(1.0), None, Some(1.0)], 64.0, 18.0);
        assert_eq!(path.matches('M').count(), 2);
        assert_eq!(sparkline(&[None, None], 64.0, 18.0), "");
        assert_eq!(sparkline(&[], 64.0, 18.0), "");
    }
}
