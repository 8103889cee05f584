//! Short labels for the parts of a scenario in the settings line.

use study::scenario::Scenario;

/// Labels the message length: `16 flits`, `exp 16 flits` for exponential lengths.
pub fn length(scenario: &Scenario) -> String {
    let text = scenario.get("length");
    let unit = if text == "1" { "flit" } else { "flits" };
    format!("{} {unit}", text.replace(':', " "))
}

/// Labels the number of virtual channels: `1 virtual channel`.
pub fn vcs(count: i64) -> String {
    let unit = if count == 1 { "channel" } else { "channels" };
    format!("{count} virtual {unit}")
}

/// Labels the buffer size: `buffer 2 flits`.
pub fn buffer(flits: i64) -> String {
    let unit = if flits == 1 { "flit" } else { "flits" };
    format!("buffer {flits} {unit}")
}

/// Formats an injection rate with three significant digits.
pub fn rate(rate: f64) -> String {
    if rate == 0.0 {
        return "0".to_owned();
    }
    let text = format!("{rate:.2e}").parse::<f64>().unwrap_or(rate);
    text.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_have_three_significant_digits() {
        assert_eq!(rate(0.0), "0");
        assert_eq!(rate(0.011), "0.011");
        assert_eq!(rate(0.012_345), "0.0123");
        assert_eq!(rate(1.5e-5), "0.000015");
    }

    #[test]
    fn numbers_of_one_letter_are_put_into_words() {
        assert_eq!(
            [vcs(1), vcs(2)],
            ["1 virtual channel", "2 virtual channels"]
        );
        assert_eq!(
            [buffer(1), buffer(16)],
            ["buffer 1 flit", "buffer 16 flits"]
        );
    }

    #[test]
    fn lengths_have_a_unit() {
        let length_of = |text: &str| {
            let mut scenario = Scenario::on("mesh:4x4");
            scenario.set("length", text).expect("a valid length");
            length(&scenario)
        };
        assert_eq!(length_of("16"), "16 flits");
        assert_eq!(length_of("1"), "1 flit");
        assert_eq!(length_of("exp:16"), "exp 16 flits");
    }
}
