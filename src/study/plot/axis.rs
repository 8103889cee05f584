//! Axes: the positions of values, and the ticks.
//!
//! A position is a share of the axis' length, from 0 at its start to 1 at its end.

/// The range and scale of an axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Axis {
    /// Lowest value; positive if the axis is logarithmic.
    pub start: f64,
    pub end: f64,
    /// Whether the axis is logarithmic.
    pub is_log: bool,
}

/// A marked value of an axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Tick {
    pub value: f64,
    /// The label; empty for values that are marked without one.
    pub label: String,
}

/// The largest absolute value of an end; steps of this size and of its inverse are still normal
/// numbers.
const MOST: f64 = 1e300;

/// The least relative difference of two ends; the ticks between them are distinguishable with
/// twelve digits.
const APART: f64 = 1e-12;

impl Axis {
    /// Creates an axis from `start` to `end`. The ends of a logarithmic axis are positive, and no
    /// axis has length zero.
    ///
    /// All numbers are accepted: ends beyond 10³⁰⁰ are clamped, and indistinguishable ends are
    /// moved apart.
    pub fn new(start: f64, end: f64, is_log: bool) -> Self {
        let least = if is_log { 1.0 / MOST } else { -MOST };
        let end = match end {
            end if end > 0.0 || !is_log => end.clamp(least, MOST),
            _ => 1.0,
        };
        let start = match start {
            start if start > 0.0 || !is_log => start.clamp(least, MOST),
            _ => (end / 1000.0).max(least),
        };
        let length = end - start;
        let is_long = is_log || length > 1.0 / MOST;
        // Comparisons with NaN are false, so NaN ends are replaced as well.
        let is_apart = is_long && length > APART * start.abs().max(end.abs());
        let (start, end) = if is_apart {
            (start, end)
        } else {
            around(start, is_log)
        };
        Self { start, end, is_log }
    }

    /// The position of a value; `None` for values that are not positive on a logarithmic axis.
    pub fn place(&self, value: f64) -> Option<f64> {
        if !self.is_log {
            return Some((value - self.start) / (self.end - self.start));
        }
        let decades = libm::log10(self.end) - libm::log10(self.start);
        (value > 0.0).then(|| (libm::log10(value) - libm::log10(self.start)) / decades)
    }

    /// The value at a position.
    pub fn value(&self, place: f64) -> f64 {
        if !self.is_log {
            return self.start + place * (self.end - self.start);
        }
        let (low, high) = (libm::log10(self.start), libm::log10(self.end));
        libm::exp10(low + place * (high - low))
    }

    /// Whether a value is between the ends, inclusive.
    pub fn holds(&self, value: f64) -> bool {
        (self.start..=self.end).contains(&value)
    }

    /// Returns ticks at round values, up to about `most` of which have a label.
    pub fn ticks(&self, most: usize) -> Vec<Tick> {
        let most = most.max(2);
        let decades = self.decades();
        if self.is_log && decades >= 1.0 {
            self.by_factors(most, decades)
        } else {
            self.by_steps(most)
        }
    }

    /// The number of decades between the ends of a logarithmic axis.
    fn decades(&self) -> f64 {
        match self.end / self.start {
            ratio if ratio.is_finite() => libm::log10(ratio),
            _ => libm::log10(self.end) - libm::log10(self.start),
        }
    }

    fn by_steps(&self, most: usize) -> Vec<Tick> {
        let least = (self.end - self.start) / most as f64;
        let power = libm::exp10(libm::floor(libm::log10(least)));
        let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
        let step = steps.into_iter().find(|&step| step >= least * 0.999);
        let step = step.unwrap_or(10.0 * power);
        let digits = (-libm::floor(libm::log10(step) + 1e-9)).clamp(0.0, 12.0) as usize;
        let first = libm::ceil(self.start / step - 1e-9) as i64;
        let last = libm::floor(self.end / step + 1e-9) as i64;
        let ticks = (first..=last).map(|index| {
            let value = index as f64 * step;
            let label = if step < 1e-5 || self.end.abs() >= 1e7 {
                with_power(value)
            } else {
                plain(value, digits)
            };
            Tick { value, label }
        });
        ticks.collect()
    }

    fn by_factors(&self, most: usize, decades: f64) -> Vec<Tick> {
        let first = libm::floor(libm::log10(self.start) + 1e-9) as i32;
        let last = libm::ceil(libm::log10(self.end) - 1e-9) as i32;
        // The labeled values of a decade, and the step between labeled decades.
        let per_decade = most as f64 / decades;
        let (written, every): (&[i32], i32) = match per_decade {
            room if room >= 3.2 => (&[1, 2, 5], 1),
            room if room >= 2.2 => (&[1, 3], 1),
            room => (&[1], libm::ceil(1.0 / room.max(1e-3)) as i32),
        };
        let mut ticks = Vec::new();
        // Over this many decades, only labeled values are marked.
        let is_crowded = decades > 20.0;
        for power in first..=last {
            for factor in 1..10 {
                let value = f64::from(factor) * libm::exp10(f64::from(power));
                // The tolerance keeps an end that is a power of ten despite rounding.
                if value < self.start * (1.0 - 1e-9) || value > self.end * (1.0 + 1e-9) {
                    continue;
                }
                let is_written = written.contains(&factor) && (power - first) % every == 0;
                if is_crowded && !is_written {
                    continue;
                }
                let label = match is_written {
                    false => String::new(),
                    true if (-4..7).contains(&power) => plain(value, (-power).max(0) as usize),
                    true => with_power(value),
                };
                ticks.push(Tick { value, label });
            }
        }
        ticks
    }
}

/// The ends of an axis around a value, or around 1 if it is NaN.
fn around(value: f64, is_log: bool) -> (f64, f64) {
    let value = if value.is_nan() { 1.0 } else { value };
    match value.abs() / 2.0 {
        half if is_log => (half, value * 2.0),
        half if half <= 1.0 / MOST => (0.0, 1.0),
        half => (value - half, value + half),
    }
}

/// Formats a number with four significant digits, for the reader of a chart.
pub fn readable(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let power = libm::floor(libm::log10(value.abs())) as i32;
    if !(-5..7).contains(&power) {
        return with_power(value);
    }
    plain(value, (3 - power).max(0) as usize)
}

/// Formats a number with at most `digits` decimals.
fn plain(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    let text = if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        &text
    };
    // The minus sign (U+2212) is as wide as a plus sign.
    text.replace('-', "−")
        .replace("−0", if value < 0.0 { "−0" } else { "0" })
}

/// Formats a number in scientific notation: `2·10⁻⁵`.
fn with_power(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let text = format!("{value:.2e}");
    let (mantissa, power) = text.split_once('e').unwrap_or((&text, "0"));
    let mantissa = mantissa.trim_end_matches('0').trim_end_matches('.');
    let raised: String = power.chars().map(raised).collect();
    match mantissa {
        "1" => format!("10{raised}"),
        mantissa => format!("{mantissa}·10{raised}"),
    }
}

fn raised(digit: char) -> char {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digit = digit.to_digit(10);
    digit.map_or('⁻', |digit| RAISED[digit as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis, most: usize) -> Vec<String> {
        let ticks = axis.ticks(most).into_iter().map(|tick| tick.label);
        ticks.filter(|label| !label.is_empty()).collect()
    }

    #[test]
    fn value_is_the_inverse_of_place() {
        for is_log in [false, true] {
            let axis = Axis::new(0.002, 30.0, is_log);
            for value in [0.002, 0.1, 7.0, 30.0] {
                let place = axis.place(value).expect("it is above 0");
                assert!((axis.value(place) / value - 1.0).abs() < 1e-12);
            }
        }
        assert_eq!(Axis::new(1.0, 10.0, true).place(0.0), None);
    }

    #[test]
    fn ticks_are_round_and_as_many_as_fit() {
        let axis = Axis::new(0.0, 0.0042, false);
        assert_eq!(labels(&axis, 5), ["0", "0.001", "0.002", "0.003", "0.004"]);
        let axis = Axis::new(-12.0, 12.0, false);
        assert_eq!(labels(&axis, 5), ["−10", "−5", "0", "5", "10"]);
        let axis = Axis::new(8.0, 128.0, true);
        assert_eq!(labels(&axis, 6), ["10", "20", "50", "100"]);
        let axis = Axis::new(1e-9, 1.0, true);
        assert_eq!(labels(&axis, 4), ["10⁻⁹", "10⁻⁶", "0.001", "1"]);
        assert_eq!(labels(&Axis::new(0.0, 4e-7, false), 2)[1], "2·10⁻⁷");
    }

    #[test]
    fn an_axis_always_has_a_length() {
        for (start, end) in [(3.0, 3.0), (0.0, 0.0), (f64::NAN, 1.0), (5.0, 2.0)] {
            for is_log in [false, true] {
                let axis = Axis::new(start, end, is_log);
                assert!(axis.end > axis.start, "{axis:?}");
                assert!(!axis.ticks(5).is_empty(), "{axis:?}");
            }
        }
    }

    #[test]
    fn any_ends_give_a_valid_axis_with_few_ticks() {
        let sizes = [5e-324, 1e-310, 1e-300, 1e-12, 1.0, 1e9, 1e300, 1e308];
        let positive = sizes.into_iter().chain([f64::MAX, f64::INFINITY, f64::NAN]);
        let close = [1.0 + f64::EPSILON, 1.0 + 1e-13, 1.0 + 1e-9, 1e9 + 1.0];
        let all = positive.chain(close).chain([0.0]);
        let all: Vec<_> = all.flat_map(|size| [size, -size]).collect();
        for &start in &all {
            for &end in &all {
                for is_log in [false, true] {
                    let axis = Axis::new(start, end, is_log);
                    assert!(axis.end > axis.start, "{start} {end}: {axis:?}");
                    assert!(axis.start > 0.0 || !is_log, "{start} {end}: {axis:?}");
                    for value in [axis.start, axis.end, axis.value(0.5)] {
                        let place = axis.place(value).expect("it is on the axis");
                        assert!((-1e-9..1.0 + 1e-9).contains(&place), "{axis:?} {value}");
                    }
                    for most in [0, 2, 5, 12] {
                        let labels = labels(&axis, most).len();
                        assert!(labels <= most.max(2) + 3, "{axis:?}: {labels}");
                        let ticks = axis.ticks(most);
                        assert!(ticks.len() < 200 && ticks.is_sorted_by(|a, b| a.value < b.value));
                    }
                }
            }
        }
    }

    #[test]
    fn readable_numbers_have_four_digits() {
        let texts = [0.0, 0.002_345_6, 123.456, 12_345.6, -2.0, 1e-7].map(readable);
        assert_eq!(texts, ["0", "0.002346", "123.5", "12346", "−2", "10⁻⁷"]);
    }
}
