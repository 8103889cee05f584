//! The curves of a comparison of several routing functions or of several multicast algorithms.
//!
//! A curve has a label, a word in requests and points. The label of a routing function is
//! `routing:ID`, and that of a multicast algorithm is its specification, such as `dual-path`; a
//! single curve has an empty label. The scenario's own function is always `routing:own`, so that
//! only the scenario contains the script of a user-written one.

use crate::multicast;
use crate::routing::{family_of, written};
use crate::scenario::Scenario;

/// The label of the scenario's own routing function.
pub const OWN_ROUTING: &str = "routing:own";

/// The prefix of the id of a routing function in a label.
const ROUTING: &str = "routing:";

/// Replaces the id of the scenario's own function in reports and labels.
const OWN: &str = "own";

/// The label of a registered routing function.
pub fn routing_label(id: &str) -> String {
    [ROUTING, id].concat()
}

/// Returns the scenario of a curve.
#[must_use]
pub fn on_curve(scenario: &Scenario, label: &str) -> Scenario {
    let scenario = scenario.clone();
    match label.strip_prefix(ROUTING) {
        Some(OWN) => scenario,
        Some(id) => Scenario {
            routing: id.to_owned(),
            ..scenario
        },
        None if label.is_empty() => scenario,
        None => scenario.planned_by(label),
    }
}

/// The display name of a curve; empty for a single curve.
pub fn curve_name(label: &str, scenario: &Scenario) -> String {
    match routing_of(label, scenario) {
        Some(routing) => routing_name(&routing),
        None if label.is_empty() => String::new(),
        None => multicast::name_of(label),
    }
}

/// The routing function of a curve in its reports, if routing functions are compared: its id, or
/// `own` for a user-written one.
pub fn routing_of(label: &str, scenario: &Scenario) -> Option<String> {
    let id = label.strip_prefix(ROUTING)?;
    let is_own = id == OWN && written::script_of(&scenario.routing).is_none();
    Some(if is_own { &scenario.routing } else { id }.to_owned())
}

/// The display name of a routing function, given its name in reports.
pub fn routing_name(routing: &str) -> String {
    if routing == OWN {
        return "Your routing function".to_owned();
    }
    let Some(family) = family_of(routing) else {
        return routing.to_owned();
    };
    let name = family.entry.name;
    match routing.split_once(':') {
        Some((_, settings)) if !settings.is_empty() => [name, " (", settings, ")"].concat(),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routing::FAMILIES;

    fn scenario(link: &str) -> Scenario {
        Scenario::from_link(link).scenario
    }

    #[test]
    fn a_label_determines_a_scenario_and_a_name() {
        let own = scenario("t=mesh:4x4&r=west-first&md=3");
        for (label, routing, name) in [
            ("", "west-first", ""),
            ("routing:own", "west-first", "West first"),
            ("routing:duato", "duato", "Duato, fully adaptive"),
            ("routing:unheard-of", "unheard-of", "unheard-of"),
            ("dual-path", "west-first", "Dual path"),
        ] {
            assert_eq!(on_curve(&own, label).routing, routing, "{label}");
            assert_eq!(curve_name(label, &own), name);
            assert!(!label.contains([' ', ';', '&']));
        }
        assert_eq!(on_curve(&own, ""), own);
        assert_eq!(on_curve(&own, OWN_ROUTING), own);
        assert_eq!(on_curve(&own, "dual-path"), own.planned_by("dual-path"));
        assert_eq!(routing_label("duato"), "routing:duato");
    }

    #[test]
    fn the_name_of_a_user_written_function_omits_its_script() {
        let script = written::id_of("fn route(net, here, to) { net.toward(to) }");
        let own = Scenario {
            routing: script.clone(),
            ..Scenario::on("mesh:4x4")
        };
        assert_eq!(on_curve(&own, OWN_ROUTING).routing, script);
        assert_eq!(routing_of(OWN_ROUTING, &own).as_deref(), Some("own"));
        assert_eq!(curve_name(OWN_ROUTING, &own), "Your routing function");
        assert_eq!(curve_name("routing:duato", &own), "Duato, fully adaptive");
    }

    #[test]
    fn every_registered_function_has_a_name_of_its_own() {
        let mut names: Vec<_> = FAMILIES.iter().map(|f| routing_name(f.entry.id)).collect();
        assert_eq!(routing_name("up-down:0,3"), "Up*/down* (0,3)");
        names.sort();
        names.dedup();
        assert_eq!(names.len(), FAMILIES.len());
        assert!(FAMILIES.iter().all(|family| family.entry.id != OWN));
    }
}
