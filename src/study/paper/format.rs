//! Number formats of pages and tables: percentages, intervals, and values rounded to their
//! meaningful digits.

/// Formats the absolute value of a relative difference in percent, with one decimal below 10 %.
pub(super) fn percent(share: f64) -> String {
    let percent = 100.0 * share.abs();
    let digits = usize::from(percent < 9.95);
    format!("{percent:.digits$} %")
}

/// Formats a relative difference as `2.1 % above` or `0.3 % below`.
pub(super) fn above_or_below(share: f64) -> String {
    let side = if share < 0.0 { "below" } else { "above" };
    format!("{} {side}", percent(share))
}

/// Formats a relative difference in percent with its sign, for a table column; `0.0 %` has no sign.
pub fn signed(share: f64) -> String {
    let text = percent(share);
    match share {
        _ if text == percent(0.0) => text,
        _ if share < 0.0 => format!("−{text}"),
        _ => format!("+{text}"),
    }
}

/// Formats a value with four significant digits, or with all digits of its integer part if there
/// are more; whole numbers have no decimals.
pub fn number(value: f64) -> String {
    let is_whole = value.fract() == 0.0;
    let digits = if is_whole { 0 } else { decimals_of(value, 4) };
    format!("{value:.digits$}")
}

/// Formats a mean and half-width, both rounded to two significant digits of the half-width.
pub fn interval(mean: f64, half_width: Option<f64>) -> String {
    let Some(half_width) = half_width.filter(|&half_width| half_width > 0.0) else {
        return number(mean);
    };
    let digits = decimals_of(half_width, 2).min(8);
    format!("{mean:.digits$} ± {half_width:.digits$}")
}

/// The number of decimals that gives a value the requested number of significant digits.
fn decimals_of(value: f64, significant: i32) -> usize {
    if value == 0.0 || !value.is_finite() {
        return 0;
    }
    let before = libm::floor(libm::log10(value.abs())) as i32 + 1;
    (significant - before).max(0) as usize
}

/// The number of decimals of a printed number, without trailing zeros, which an `f64` does not keep.
pub(super) fn decimals(printed: f64) -> usize {
    let text = printed.to_string();
    text.split_once('.')
        .map_or(0, |(_, decimals)| decimals.len())
}

/// The number of significant digits of [`significant`].
const DIGITS: i32 = 4;

/// Formats a number with four significant digits: `0.001234`, `52.34`, `1.234×10⁻⁶`.
pub fn significant(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return value.to_string().replace("inf", "∞");
    }
    let scientific = format!("{:.*e}", DIGITS as usize - 1, value);
    let (mantissa, exponent) = scientific.split_once('e').expect("an e in {:e}");
    let exponent: i32 = exponent.parse().expect("a whole exponent");
    let text = if (-5..7).contains(&exponent) {
        let decimals = (DIGITS - 1 - exponent).max(0) as usize;
        without_zeros(&format!("{value:.decimals$}")).to_owned()
    } else {
        let raised: String = exponent.to_string().chars().map(superscript).collect();
        format!("{}×10{raised}", without_zeros(mantissa))
    };
    text.replace('-', "−")
}

fn without_zeros(text: &str) -> &str {
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        text
    }
}

fn superscript(digit: char) -> char {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    match digit.to_digit(10) {
        Some(digit) => RAISED[digit as usize],
        None => '⁻',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_differences_are_formatted_in_percent() {
        assert_eq!(above_or_below(0.0312), "3.1 % above");
        assert_eq!(signed(-0.151), "−15 %");
        assert_eq!(signed(0.0996), "+10 %");
        assert_eq!(signed(-0.0004), "0.0 %");
    }

    #[test]
    fn a_mean_is_rounded_to_the_digits_of_its_interval() {
        assert_eq!(interval(251.237, Some(3.21)), "251.2 ± 3.2");
        assert_eq!(
            interval(0.005_912_3, Some(0.000_012)),
            "0.005912 ± 0.000012"
        );
        assert_eq!(interval(51.5, None), "51.50");
        assert_eq!(number(1150.4), "1150");
    }

    #[test]
    fn any_number_is_formatted_with_four_digits() {
        for (value, expected) in [
            (0.0, "0"),
            (1.0, "1"),
            (-2.5, "−2.5"),
            (52.346, "52.35"),
            (99.999, "100"),
            (4095.7, "4096"),
            (123_456.0, "123456"),
            (0.001_234_6, "0.001235"),
            (0.000_05, "0.00005"),
            (1.2346e-7, "1.235×10⁻⁷"),
            (3e12, "3×10¹²"),
            (f64::INFINITY, "∞"),
        ] {
            assert_eq!(significant(value), expected);
        }
    }
}
