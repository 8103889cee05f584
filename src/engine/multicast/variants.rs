//! The algorithms to compare on a topology, with each option of their choices.

use super::{FAMILIES, MulticastFamily};
use crate::catalog::{self, Param, Settings};
use crate::topology::Topology;

/// The specifications, as parsed by [`from_spec`](super::from_spec), of the algorithms that are
/// defined on a topology, in menu order: one for each option of their choices, with numeric
/// parameters at their defaults, which are those of the literature.
pub fn variants(topology: &dyn Topology) -> Vec<String> {
    let defined =
        |family: &&MulticastFamily| (family.build)(topology, &Settings::default()).is_ok();
    let families = FAMILIES.iter().filter(defined);
    families.flat_map(of_family).collect()
}

fn of_family(family: &MulticastFamily) -> Vec<String> {
    let params = family.entry.params;
    let defaults = || params.iter().map(|param| param.control().default);
    let plain = vec![family.entry.id.to_owned()];
    let with = |at: usize, option: &&str| {
        let words = defaults().enumerate();
        let words = words.map(|(i, default)| if i == at { option } else { default });
        let words: Vec<_> = [family.entry.id].into_iter().chain(words).collect();
        words.join(":")
    };
    let choices = params.iter().enumerate();
    choices.fold(plain, |mut specs, (at, param)| {
        if let Param::Choice(choice) = param {
            let default = choice.control.default;
            let others = choice.options.iter().filter(|option| **option != default);
            specs.extend(others.map(|option| with(at, option)));
        }
        specs
    })
}

/// The display name of an algorithm: its name, its chosen options and the numbers that differ from
/// their defaults.
pub fn name_of(spec: &str) -> String {
    let Ok((family, settings)) = catalog::parse_spec(FAMILIES, "algorithm", spec) else {
        return spec.to_owned();
    };
    let words = family.entry.params.iter().filter_map(|param| {
        let control = param.control();
        let value = settings.get(control.id).unwrap_or(control.default);
        let is_shown = matches!(param, Param::Choice(_)) || value != control.default;
        is_shown.then_some(value)
    });
    let words: Vec<_> = words.collect();
    match &*words {
        [] => family.entry.name().to_owned(),
        words => format!("{} ({})", family.entry.name(), words.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::multicast::from_spec;
    use crate::topology;

    #[test]
    fn every_variant_can_be_built_and_has_a_unique_name() {
        for family in topology::FAMILIES {
            let spec = topology::write_spec(family, &Settings::default());
            let topology = topology::from_spec(&spec).expect("defaults are valid");
            let offered = variants(&*topology);
            assert!(!offered.is_empty(), "{spec}");
            let mut names: Vec<_> = offered.iter().map(|spec| name_of(spec)).collect();
            for variant in &offered {
                assert!(
                    from_spec("algorithm", variant, &*topology).is_ok(),
                    "{variant}"
                );
            }
            names.sort();
            names.dedup();
            assert_eq!(names.len(), offered.len(), "{names:?}");
        }
    }

    #[test]
    fn the_binomial_tree_is_offered_with_each_base() {
        let cube = topology::from_spec("hypercube:3").expect("a valid one");
        let offered = variants(&*cube);
        for base in ["", ":fixed", ":random"] {
            assert!(
                offered.contains(&format!("binomial-broadcast{base}")),
                "{offered:?}"
            );
        }
        assert_eq!(name_of("binomial-broadcast"), "Binomial tree (round-robin)");
        assert_eq!(
            name_of("qualified-groups:0.25"),
            "Qualified groups (0.25, label)"
        );
        assert_eq!(name_of("dual-path"), "Dual path");
    }
}
