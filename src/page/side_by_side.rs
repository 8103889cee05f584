//! The multicast algorithms shown side by side.

use engine::catalog::quoted;
use engine::multicast;
use engine::topology;
use study::scenario::Scenario;

/// The most panes that remain legible.
pub const MOST_PANES: usize = 4;

/// Parses the algorithms of the panes in a link, separated by semicolons.
pub fn parse_panes(scenario: &Scenario, text: &str) -> Result<Vec<String>, String> {
    if !scenario.sends_to_several() {
        return Err("side must go with messages to several nodes, but there are none".to_owned());
    }
    let specs: Vec<_> = text.split(';').map(str::to_owned).collect();
    if !(2..=MOST_PANES).contains(&specs.len()) {
        let given = quoted(text);
        return Err(format!(
            "side must be two to four algorithms joined by semicolons, not {given}"
        ));
    }
    let topology = topology::from_spec(&scenario.network).map_err(|error| error.to_string())?;
    for spec in &specs {
        multicast::from_spec("side", spec, &*topology).map_err(|error| error.to_string())?;
    }
    Ok(specs)
}

/// Returns the algorithms of `panes` panes, or fewer if there are not that many algorithms: first those
/// already shown, then the scenario's own, then those that follow it in the register, which wraps around.
pub fn split_into(
    panes: usize,
    shown: &[String],
    own: Option<&str>,
    known: &[&str],
) -> Vec<String> {
    let own_place = known.iter().position(|&id| own.map(id_of) == Some(id));
    let (before, after) = known.split_at(own_place.map_or(0, |at| at + 1));
    let others = after.iter().chain(before).copied();
    let mut specs: Vec<String> = Vec::new();
    for spec in shown.iter().map(|spec| &**spec).chain(own).chain(others) {
        let is_shown = specs.iter().any(|other| id_of(other) == id_of(spec));
        if specs.len() < panes && !is_shown {
            specs.push(spec.to_owned());
        }
    }
    specs
}

/// The id in a specification such as `qualified-groups:2`.
pub fn id_of(spec: &str) -> &str {
    spec.split_once(':').map_or(spec, |(id, _)| id)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [&str; 4] = ["separate", "dual-path", "multi-path", "column-path"];

    #[test]
    fn panes_keep_shown_algorithms_then_add_the_scenarios_own_and_its_successors() {
        let split = |panes, shown: &[&str], own| {
            let shown: Vec<_> = shown.iter().map(|&spec| spec.to_owned()).collect();
            split_into(panes, &shown, own, &KNOWN)
        };
        assert_eq!(
            split(2, &[], Some("dual-path")),
            ["dual-path", "multi-path"]
        );
        assert_eq!(
            split(4, &["column-path:1", "separate"], Some("dual-path")),
            ["column-path:1", "separate", "dual-path", "multi-path"]
        );
        assert_eq!(split(2, &[], None), ["separate", "dual-path"]);
        assert_eq!(split(9, &[], None), KNOWN);
    }

    #[test]
    fn panes_need_multicasts_and_two_to_four_known_algorithms() {
        let several = Scenario::from_link("t=mesh:4x4&msg=0:0,0>1,1+2,2").scenario;
        assert_eq!(
            parse_panes(&several, "dual-path;multi-path"),
            Ok(vec!["dual-path".to_owned(), "multi-path".to_owned()])
        );
        let refused = |scenario, text| parse_panes(scenario, text).expect_err("is refused");
        assert!(refused(&several, "dual-path").contains("two to four"));
        assert!(refused(&several, "dual-path;no-path").contains("no-path"));
        let none = Scenario::on("mesh:4x4");
        assert!(refused(&none, "dual-path;multi-path").contains("but there are none"));
    }
}
