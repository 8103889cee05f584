//! Numbers in words: percentages, and values with as many digits as are worth reading.

/// A difference as a share, in percent, without its sign: one decimal below ten percent.
pub(super) fn percent(share: f64) -> String {
    let percent = 100.0 * share.abs();
    let digits = usize::from(percent < 9.95);
    format!("{percent:.digits$} %")
}

/// `2.1 % above` or `0.3 % below`.
pub(super) fn above_or_below(share: f64) -> String {
    let side = if share < 0.0 { "below" } else { "above" };
    format!("{} {side}", percent(share))
}

/// A difference as a share, in percent with its sign, as it stands in a column.
pub fn signed(share: f64) -> String {
    let text = percent(share);
    match share {
        _ if text == percent(0.0) => text,
        _ if share < 0.0 => format!("−{text}"),
        _ => format!("+{text}"),
    }
}

/// A value with four significant digits, or more if it has more before the point; none after the
/// point if it is whole.
pub fn number(value: f64) -> String {
    let is_whole = value.fract() == 0.0;
    let digits = if is_whole { 0 } else { decimals_of(value, 4) };
    format!("{value:.digits$}")
}

/// A mean and half-width, both to the digit that the half-width reaches.
pub fn interval(mean: f64, half_width: Option<f64>) -> String {
    let Some(half_width) = half_width.filter(|&half_width| half_width > 0.0) else {
        return number(mean);
    };
    let digits = decimals_of(half_width, 2).min(8);
    format!("{mean:.digits$} ± {half_width:.digits$}")
}

/// Decimals with which a value has so many significant digits.
fn decimals_of(value: f64, significant: i32) -> usize {
    if value == 0.0 || !value.is_finite() {
        return 0;
    }
    let before = libm::floor(libm::log10(value.abs())) as i32 + 1;
    (significant - before).max(0) as usize
}

/// Decimals that a printed number has, as far as it shows.
pub(super) fn decimals(printed: f64) -> usize {
    let text = printed.to_string();
    text.split_once('.')
        .map_or(0, |(_, decimals)| decimals.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_told_in_percent() {
        assert_eq!(above_or_below(0.0312), "3.1 % above");
        assert_eq!(signed(-0.151), "−15 %");
        assert_eq!(signed(0.0996), "+10 %");
        assert_eq!(signed(-0.0004), "0.0 %");
    }

    #[test]
    fn a_mean_has_the_digits_of_its_interval() {
        assert_eq!(interval(251.237, Some(3.21)), "251.2 ± 3.2");
        assert_eq!(
            interval(0.005_912_3, Some(0.000_012)),
            "0.005912 ± 0.000012"
        );
        assert_eq!(interval(51.5, None), "51.50");
        assert_eq!(number(1150.4), "1150");
    }
}
