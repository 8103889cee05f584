//! Routing functions by their ids in scenarios: building them, and their titles.

use super::function::{FAMILIES, RoutingFamily};
use super::{RoutingFunction, Scripts, Vcs, written};
use crate::catalog::{self, BuildError, Settings};
use crate::topology::Topology;

/// Builds the routing function with the given id, or that of a script, which `scripts` must know or
/// compile.
pub fn from_id_with(
    id: &str,
    topology: &dyn Topology,
    vcs: impl Into<Vcs>,
    scripts: &Scripts,
) -> Result<Box<dyn RoutingFunction>, BuildError> {
    match written::script_of(id) {
        Some(script) => scripts.function(script, topology, vcs.into().count),
        None => from_id(id, topology, vcs),
    }
}

/// Builds the registered routing function with the given id, such as `dimension-order` or, with a
/// parameter, `up-down:3`.
pub fn from_id(
    id: &str,
    topology: &dyn Topology,
    vcs: impl Into<Vcs>,
) -> Result<Box<dyn RoutingFunction>, BuildError> {
    let (family, settings) = catalog::find_with_settings(FAMILIES, "routing", id)?;
    family
        .build(topology, vcs.into(), &settings)
        .map_err(|error| match error {
            BuildError::Unsupported {
                what,
                place,
                instead,
            } => {
                // A function that is made of others is refused by its own name.
                let asked = family.entry.id;
                let is_named = what.to_ascii_lowercase().contains(asked);
                let what = if is_named {
                    what
                } else {
                    format!("{asked} routing")
                };
                let is_irregular =
                    topology.is_user_defined() || usual(topology) != "dimension-order";
                let instead = if is_irregular {
                    let here: Vec<_> = defined_on(topology).map(|family| family.entry.id).collect();
                    format!("{instead}, or here {}", catalog::one_of(&here))
                } else {
                    instead
                };
                BuildError::Unsupported {
                    what,
                    place,
                    instead,
                }
            }
            other => other,
        })
}

/// The registered family of a routing function, with whatever settings its id has; `None` for a
/// user-written or unknown one.
pub fn family_of(id: &str) -> Option<&'static RoutingFamily> {
    let found = catalog::find_with_settings(FAMILIES, "routing", id);
    found.ok().map(|(family, _)| family)
}

/// A routing function within a sentence, by its id in a scenario: its title in quotes, or `your
/// routing function`.
pub fn name_in_a_sentence(id: &str) -> String {
    match written::script_of(id) {
        Some(_) => written::in_words(id).to_owned(),
        None => format!("“{}”", title_of(id)),
    }
}

/// The title of a routing function, by its id in a scenario.
pub fn title_of(id: &str) -> String {
    if written::script_of(id).is_some() {
        return "Your routing function".to_owned();
    }
    let Some(family) = family_of(id) else {
        return id.to_owned();
    };
    let name = family.entry.name();
    match id.split_once(':') {
        Some((_, settings)) if !settings.is_empty() => [name, " (", settings, ")"].concat(),
        _ => name.to_owned(),
    }
}

/// The default routing function of a network: dimension order or, in networks without dimensions,
/// one that is defined there.
pub fn usual(topology: &dyn Topology) -> &'static str {
    let ids = [
        "dimension-order",
        "destination-tag",
        "fat-tree-random",
        "dragonfly-minimal",
        "up-down",
        "shortest",
    ];
    let mut ids = ids.into_iter();
    let is_defined = |id: &&str| {
        let mut families = FAMILIES.iter();
        let family = families.find(|family| family.entry.id == *id);
        family.is_some_and(|family| is_defined_on(family, topology))
    };
    ids.find(is_defined).unwrap_or("dimension-order")
}

/// The routing functions that are defined on a topology, in menu order.
pub fn defined_on(topology: &dyn Topology) -> impl Iterator<Item = &'static RoutingFamily> {
    let families = FAMILIES.iter();
    families.filter(move |family| is_defined_on(family, topology))
}

fn is_defined_on(family: &RoutingFamily, topology: &dyn Topology) -> bool {
    family
        .build(topology, 1.into(), &Settings::default())
        .is_ok()
}
