//! The short label of a scenario's message length.

use study::scenario::Scenario;

/// Labels the message length: `16 flits`, `exp 16 flits` for exponential lengths.
pub fn length(scenario: &Scenario) -> String {
    let text = scenario.get("length");
    let unit = if text == "1" { "flit" } else { "flits" };
    format!("{} {unit}", text.replace(':', " "))
}

#[cfg(test)]
mod tests {
    use super::*;

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
