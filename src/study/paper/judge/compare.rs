//! Criteria for the agreement of two values.

use crate::paper::format::decimals;
use crate::paper::{Row, Simulated};

/// The maximum difference that counts as close, relative to the simulation.
pub const CLOSE: f64 = 0.05;

/// Whether a difference is within the half-width of a reliable interval.
pub(super) fn is_within(difference: f64, found: &Simulated) -> bool {
    let half_width = found.half_width.filter(|_| found.is_trusted);
    half_width.is_some_and(|half_width| difference.abs() <= half_width)
}

/// Whether the intervals of two simulations are reliable and do not overlap.
pub(super) fn is_apart(one: &Simulated, other: &Simulated) -> bool {
    let of =
        |found: &Simulated| Some((found.mean?, found.half_width.filter(|_| found.is_trusted)?));
    let (Some((a, of_a)), Some((b, of_b))) = (of(one), of(other)) else {
        return false;
    };
    (a - b).abs() > of_a + of_b
}

/// The value of the last printed digit of a column.
pub(super) fn last_digit(name: &str, rows: &[Row]) -> f64 {
    let digits = rows
        .iter()
        .filter_map(|row| row.print_of(name))
        .map(decimals);
    digits
        .max()
        .map_or(1.0, |digits| (0..digits).fold(1.0, |digit, _| digit / 10.0))
}

/// Whether a value is printed as `printed`, rounded or truncated to the last digit.
pub(super) fn is_print_of(value: f64, printed: f64, digit: f64) -> bool {
    let over = value - printed;
    is_rounded_to(value, printed, digit) || (0.0..digit).contains(&over)
}

pub(super) fn is_rounded_to(value: f64, printed: f64, digit: f64) -> bool {
    let slack = 1e-9 * value.abs();
    (value - printed).abs() <= 0.5 * digit + slack
}
