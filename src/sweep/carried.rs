//! Tables of scripts on the way to programs that cannot compile them: they stand before the text
//! that needs them, `with 1234 <table>of=3&loads=…`.

use std::borrow::Cow;

use crate::routing::written;
use crate::scenario::Scenario;
use crate::topology;

/// How a text begins before which a table stands.
const WITH: &str = "with ";

/// A text about a scenario, with the table of its routing function if somebody wrote that.
pub fn carrying<'a>(scenario: &Scenario, text: impl Into<Cow<'a, str>>) -> String {
    let text = text.into().into_owned();
    match carried(scenario) {
        Some(table) => format!("{WITH}{} {table}{text}", table.len()),
        None => text,
    }
}

fn carried(scenario: &Scenario) -> Option<String> {
    let script = written::script_of(&scenario.routing)?;
    let topology = topology::from_spec(&scenario.network).ok()?;
    written::carried(script, &*topology, u8::try_from(scenario.vcs).ok()?)
}

/// Keeps the table that stands before a text, and gives the text.
pub fn unloaded(text: &str) -> &str {
    let Some(rest) = text.strip_prefix(WITH) else {
        return text;
    };
    let parts = rest.split_once(' ').and_then(|(length, rest)| {
        let length = length.parse().ok()?;
        Some((rest.get(..length)?, rest.get(length..)?))
    });
    match parts {
        Some((table, text)) => {
            // Without it, the text says that its script has not been compiled.
            let _ = written::take(table);
            text
        }
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_without_a_script_is_as_it_was() {
        let scenario = Scenario::on("mesh:4x4");
        assert_eq!(carrying(&scenario, "of=3"), "of=3");
        assert_eq!(unloaded("of=3"), "of=3");
    }

    #[test]
    fn a_text_whose_table_cannot_be_cut_off_is_left_as_it_is() {
        for damaged in [
            "with ",
            "with 7 abc",
            "with 1 λ",
            "with x y",
            "with 99999999999999999999 ",
        ] {
            assert_eq!(unloaded(damaged), damaged);
        }
        // A table is cut off even if nothing can be made of it.
        assert_eq!(unloaded("with 3 ???of=3"), "of=3");
    }
}
