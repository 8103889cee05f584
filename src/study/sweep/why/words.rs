//! Numbers in sentences.

/// A share in per cent, with one digit more below a tenth.
pub(super) fn percent(share: f64) -> String {
    let digits = usize::from(share < 0.1);
    format!("{:.digits$} %", 100.0 * share)
}

/// A number with four significant digits.
pub(super) fn four_digits(value: f64) -> String {
    let rounded = format!("{value:.3e}").parse::<f64>();
    rounded.unwrap_or(value).to_string()
}
