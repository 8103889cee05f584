//! An axis: where a value stands on it, and which of its values are worth writing down.
//!
//! A place is a share of the axis' length, 0 at its start and 1 at its end.

/// What an axis spans.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Axis {
    /// Lowest value; above 0 where equal factors are equally far apart.
    pub start: f64,
    /// Highest value.
    pub end: f64,
    /// Whether equal factors are equally far apart.
    pub is_log: bool,
}

/// A value that is marked.
#[derive(Debug, Clone, PartialEq)]
pub struct Tick {
    /// The value.
    pub value: f64,
    /// As it is written; empty: marked, but not written down.
    pub label: String,
}

impl Axis {
    /// An axis from one value to another; on a logarithmic one, as far as they are above 0, and
    /// never without length.
    pub fn new(start: f64, end: f64, is_log: bool) -> Self {
        let mut axis = Self { start, end, is_log };
        if is_log {
            let end = if end > 0.0 { end } else { 1.0 };
            axis.end = end;
            axis.start = if start > 0.0 { start } else { end / 1000.0 };
        }
        let ends = (axis.start, axis.end);
        if !ends.0.is_finite() || !ends.1.is_finite() || ends.1 <= ends.0 {
            let at = if axis.start.is_finite() {
                axis.start
            } else {
                1.0
            };
            (axis.start, axis.end) = match () {
                () if is_log => (at / 2.0, at * 2.0),
                () if at == 0.0 => (0.0, 1.0),
                () => (at - at.abs() / 2.0, at + at.abs() / 2.0),
            };
        }
        axis
    }

    /// The place of a value; none for values that a logarithmic axis has no place for.
    pub fn place(&self, value: f64) -> Option<f64> {
        if !self.is_log {
            return Some((value - self.start) / (self.end - self.start));
        }
        let decades = libm::log10(self.end) - libm::log10(self.start);
        (value > 0.0).then(|| (libm::log10(value) - libm::log10(self.start)) / decades)
    }

    /// The value at a place.
    pub fn value(&self, place: f64) -> f64 {
        if !self.is_log {
            return self.start + place * (self.end - self.start);
        }
        let (low, high) = (libm::log10(self.start), libm::log10(self.end));
        libm::exp10(low + place * (high - low))
    }

    /// Whether a value lies between the ends.
    pub fn holds(&self, value: f64) -> bool {
        (self.start..=self.end).contains(&value)
    }

    /// Round values, at most `most` of them written down.
    pub fn ticks(&self, most: usize) -> Vec<Tick> {
        let most = most.max(2);
        let decades = libm::log10(self.end / self.start);
        if self.is_log && decades >= 1.0 {
            self.by_factors(most, decades)
        } else {
            self.by_steps(most)
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
        // As many values of a decade as there is room for, and every how many decades.
        let per_decade = most as f64 / decades;
        let (written, every): (&[i32], i32) = match per_decade {
            room if room >= 3.2 => (&[1, 2, 5], 1),
            room if room >= 2.2 => (&[1, 3], 1),
            room => (&[1], libm::ceil(1.0 / room.max(1e-3)) as i32),
        };
        let mut ticks = Vec::new();
        for power in first..=last {
            for factor in 1..10 {
                let value = f64::from(factor) * libm::exp10(f64::from(power));
                // A bound that is a power of ten itself is not lost to rounding.
                if value < self.start * (1.0 - 1e-9) || value > self.end * (1.0 + 1e-9) {
                    continue;
                }
                let is_written = written.contains(&factor) && (power - first) % every == 0;
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

/// A number in so few digits that a reader of a chart takes it in: four of them.
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

/// A number with at most so many decimals.
fn plain(value: f64, digits: usize) -> String {
    let text = super::short(value, digits);
    // A minus that is as long as a plus.
    text.replace('-', "−")
        .replace("−0", if value < 0.0 { "−0" } else { "0" })
}

/// `2·10⁻⁵`.
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
    fn a_value_and_its_place_are_the_same_on_every_axis() {
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
    fn ticks_are_round_and_no_more_than_there_is_room_for() {
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
    fn a_reading_has_four_digits() {
        let texts = [0.0, 0.002_345_6, 123.456, 12_345.6, -2.0, 1e-7].map(readable);
        assert_eq!(texts, ["0", "0.002346", "123.5", "12346", "−2", "10⁻⁷"]);
    }
}
