//! Numbers as pages and tables write them.

/// Significant digits.
const DIGITS: i32 = 4;

/// A number to four significant digits: `0.001234`, `52.34`, `1.234×10⁻⁵`.
pub fn written(value: f64) -> String {
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
    fn four_digits_are_written_of_any_number() {
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
            assert_eq!(written(value), expected);
        }
    }
}
