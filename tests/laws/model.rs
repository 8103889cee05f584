//! Laws that every registered model obeys, at its default settings and around them.

use std::collections::BTreeSet;

use flitscope::catalog::{BuildError, Param, Settings};
use flitscope::model::{self, FAMILIES, Latency, Load, Model, ModelFamily, Prediction};

use crate::common::effort::quick_or;

/// Relative distance from saturation at which a model is evaluated; iterated models converge no
/// closer.
const NEAR: f64 = 1e-6;

#[test]
fn latency_at_vanishing_load_is_that_of_a_lone_message() {
    for (name, model) in every_model() {
        let vanishing = latency(&*model, model.saturation_rate() * 1e-11).total;
        let alone = model.zero_load();
        assert!(
            (vanishing / alone - 1.0).abs() < 1e-6,
            "{name}: {vanishing}, alone {alone}"
        );
    }
}

#[test]
fn latency_grows_with_load() {
    for (name, model) in every_model() {
        let limit = model.saturation_rate() * (1.0 - NEAR);
        let steps = quick_or(40, 200);
        let curve: Vec<_> = (0..=steps)
            .map(|step| latency(&*model, limit * f64::from(step) / f64::from(steps)).total)
            .collect();
        // Where messages never meet, as between two nodes, latency is constant.
        let falls = curve
            .windows(2)
            .find(|two| two[1] < two[0] * (1.0 - rounding(&name)));
        assert_eq!(falls, None, "{name}: {curve:?}");
        let waits = curve.last() > curve.first();
        assert_eq!(waits, !name.starts_with("ciciani-hypercube n=1 "), "{name}");
    }
}

/// By convexity no point lies above the line between its neighbors: the queue in front of every
/// server grows ever faster. Where virtual channels share a channel, the first one to share it adds
/// most.
#[test]
fn latency_grows_ever_faster_where_nothing_is_shared() {
    let models = every_model().into_iter();
    let shared = ["shahrabi", "platoon-"];
    for (name, model) in models.filter(|(name, _)| !shared.iter().any(|id| name.starts_with(id))) {
        let limit = model.saturation_rate() * (1.0 - NEAR);
        let steps = quick_or(25, 100);
        let curve: Vec<_> = (0..=steps)
            .map(|step| latency(&*model, limit * f64::from(step) / f64::from(steps)).total)
            .collect();
        for three in curve.windows(3) {
            let between = f64::midpoint(three[0], three[2]);
            assert!(three[1] <= between * (1.0 + 1e-9), "{name}: {three:?}");
        }
    }
}

#[test]
fn saturation_separates_loads_with_a_steady_state_from_those_without() {
    for (name, model) in every_model() {
        let limit = model.saturation_rate();
        assert!(limit.is_finite() && limit > 0.0, "{name}");
        let below = model.predict(limit * (1.0 - NEAR));
        assert!(below.latency().is_some(), "{name}");
        for factor in [1.0 + NEAR, 1.1, 2.0, 1e3] {
            let beyond = model.predict(limit * factor);
            assert!(beyond.latency().is_none(), "{name}: {factor}");
        }
    }
}

/// Below saturation no server is busy all the time; beyond it the model names the one that is, or
/// the equation that has no solution.
#[test]
fn saturation_is_justified_by_what_the_model_reports() {
    for (name, model) in every_model() {
        let limit = model.saturation_rate();
        let before = latency(&*model, limit * (1.0 - NEAR));
        for part in before
            .parts
            .iter()
            .filter(|part| part.symbol.starts_with('ρ'))
        {
            assert!((0.0..1.0).contains(&part.value), "{name}: {part:?}");
        }
        match model.predict(limit * (1.0 + NEAR)) {
            Prediction::Saturated {
                reason,
                utilization,
            } => {
                assert!(reason.contains(' '), "{name}: {reason}");
                let is_full = utilization.is_some_and(|utilization| utilization >= 1.0);
                let has_no_solution = ["no real value", "no service time"];
                let has_no_solution = has_no_solution.iter().any(|words| reason.contains(words));
                assert!(
                    is_full || has_no_solution,
                    "{name}: {reason}, {utilization:?}"
                );
            }
            Prediction::Steady(_) => panic!("{name} is steady beyond its saturation"),
        }
    }
}

/// At every combination of parameter limits, from an idle network to unlimited load.
#[test]
fn a_steady_latency_is_finite_and_rises_with_load_until_it_saturates_for_good() {
    for (name, model) in every_corner() {
        let limit = model.saturation_rate();
        assert!(limit.is_finite() && limit > 0.0, "{name}");
        let steps = quick_or(12, 64);
        let below = (0..=steps).map(|step| f64::from(step) / f64::from(steps));
        let near = [1.0 - NEAR, 1.0 + NEAR, 1.01, 1.5, 10.0, 1e6, 1e300];
        let shares = [1e-300, 1e-12, 1e-6].into_iter().chain(below).chain(near);
        let mut loads: Vec<_> = shares.map(|share| share * limit).collect();
        loads.extend([5e-324, 1e-3, 0.05, 1.0, 1e3, f64::MAX, f64::INFINITY]);
        loads.sort_by(f64::total_cmp);
        let mut before = Some(0.0);
        for load in loads {
            let prediction = model.predict(load);
            let Some(latency) = prediction.latency() else {
                before = None;
                continue;
            };
            let found = latency.total;
            let least = before.unwrap_or_else(|| panic!("{name} at {load}: steady again"));
            assert!(found.is_finite(), "{name} at {load}: {found}");
            // Rounding can decrease a sum of terms that hardly grow.
            assert!(
                found >= least * (1.0 - rounding(&name).max(1e-12)),
                "{name} at {load}: {found} after {least}"
            );
            before = Some(found);
            assert_is_not_overfull(&name, load, latency);
        }
        assert_eq!(before, None, "{name} has no limit");
    }
}

/// By what share a latency that grows may fall from one load to the next: the distributions of one model
/// are on a grid of time that changes with the load.
fn rounding(name: &str) -> f64 {
    if name.starts_with("platoon-broadcast") {
        0.01
    } else {
        0.0
    }
}

/// Asserts that no server is busy and no channel is held all the time.
fn assert_is_not_overfull(name: &str, load: f64, latency: &Latency) {
    for part in &latency.parts {
        let is_finite = part.value.is_finite() && part.value >= 0.0;
        assert!(is_finite, "{name} at {load}: {part:?}");
        let is_share = part.symbol.starts_with('ρ') || part.symbol.starts_with("P_");
        assert!(!is_share || part.value <= 1.0, "{name} at {load}: {part:?}");
    }
    let setting = |key: &str| {
        let start = name.find(&format!(" {key}="));
        let start = start.expect("it is a parameter") + key.len() + 2;
        name[start..].split(' ').next().unwrap_or_default()
    };
    let number = |key: &str| setting(key).parse::<f64>().expect("it is a number");
    if name.starts_with("ciciani-torus-uni") {
        for (j, radix) in setting("k").split('x').enumerate() {
            let left = latency.part(&format!("T_{j}")).expect("it is reported");
            let radix: f64 = radix.parse().expect("it is a number");
            let held = load * (radix - 1.0) / 2.0 * left;
            assert!(
                held < 1.0 + 1e-9,
                "{name} at {load}: {held} in dimension {j}"
            );
        }
    } else if name.starts_with("ciciani-torus-bi") {
        // The paper's own limit is higher in rings of five to nine nodes.
        let left = latency.part("T_0").expect("it is reported");
        let held = load * number("k") / 8.0 * left;
        assert!(held < 3.2, "{name} at {load}: {held}");
        assert!(held < 1.0 || number("k") > 4.0, "{name} at {load}: {held}");
    } else if name.starts_with("ciciani-hypercube") {
        let held = load / 2.0 * (latency.total - number("n") / 2.0);
        assert!(held < 1.0 + 1e-9, "{name} at {load}: {held}");
    }
}

#[test]
fn every_finite_load_has_an_answer_of_finite_numbers() {
    for (name, model) in every_model() {
        for exponent in (-300..=308).step_by(4) {
            let rate = format!("1e{exponent}").parse().expect("a number");
            let finite = match model.predict(rate) {
                Prediction::Steady(latency) => {
                    let parts = latency.parts.iter().map(|part| part.value);
                    parts.chain([latency.total]).all(f64::is_finite)
                }
                Prediction::Saturated { utilization, .. } => utilization.is_none_or(f64::is_finite),
            };
            assert!(finite, "{name} at {rate}");
        }
    }
}

#[test]
fn parts_have_distinct_symbols_and_a_meaning_in_words() {
    for (name, model) in every_model() {
        let parts = latency(&*model, model.saturation_rate() / 2.0).parts;
        let symbols: BTreeSet<_> = parts.iter().map(|part| &part.symbol).collect();
        assert_eq!(symbols.len(), parts.len(), "{name}");
        assert!(parts.iter().all(|part| !part.meaning.is_empty()), "{name}");
    }
}

/// Iterated models report their number of iterations, which is small even where the solution is
/// about to vanish; closed forms take none.
#[test]
fn iterations_are_reported_and_few() {
    for (name, model) in every_model() {
        let limit = model.saturation_rate();
        let is_damped = name.starts_with("platoon");
        let is_iterated = is_damped || name.starts_with("shahrabi");
        for share in [1e-9, 0.1, 0.5, 0.9, 0.999, 1.0 - NEAR] {
            let steps = latency(&*model, limit * share).iterations;
            assert_eq!(steps > 0, is_iterated, "{name} at {share}");
            // Damped steps approach a solution that is about to vanish ever more slowly.
            let most = if is_damped { 2000 } else { 60 };
            assert!(steps < most, "{name} at {share}: {steps}");
        }
    }
}

#[test]
fn models_cite_sources_and_refuse_unknown_settings() {
    let ids: BTreeSet<_> = FAMILIES.iter().map(|family| family.entry.id).collect();
    assert_eq!(ids.len(), FAMILIES.len());
    for family in FAMILIES {
        assert!(family.entry.sources().count() > 0, "{}", family.entry.id);
        for param in family.entry.params {
            let settings = Settings::default().with(param.control().id, "nonsense");
            let refused = model::from_id(family.entry.id, &settings);
            assert!(
                matches!(refused, Err(BuildError::Rejected { .. })),
                "{}",
                family.entry.id
            );
        }
        let unknown = Settings::default().with("no such key", 1);
        assert!(
            model::build(family, &unknown).is_err(),
            "{}",
            family.entry.id
        );
    }
}

/// Every deviation from a paper has a reason; the queue and our own models have no paper.
#[test]
fn errata_state_what_is_printed_what_is_used_and_why() {
    for family in FAMILIES {
        let id = family.entry.id;
        let has_paper = id != "queue" && !id.starts_with("platoon");
        assert_eq!(!family.errata().is_empty(), has_paper, "{id}");
        for erratum in family.errata() {
            let all = [erratum.place, erratum.printed, erratum.used, erratum.why];
            assert!(all.iter().all(|text| !text.is_empty()), "{id}: {erratum:?}");
            assert_ne!(erratum.printed, erratum.used, "{id}");
        }
    }
}

/// Messages of twice the length saturate at half the rate, since channels move flits.
#[test]
fn longer_messages_saturate_sooner_in_proportion() {
    for family in FAMILIES {
        let id = family.entry.id;
        let key = if id == "queue" { "service" } else { "length" };
        if family.build.load == Load::PER_UNIT_OF_TIME {
            continue;
        }
        let rate = |length: u32| {
            let model = model::build(family, &Settings::default().with(key, length));
            model.expect("a usual length").saturation_rate() * f64::from(length)
        };
        // Hops take a cycle whatever the length, and weigh less in longer messages.
        let [short, long] = [rate(1000), rate(2000)];
        assert!((short / long - 1.0).abs() < 0.01, "{id}: {short} {long}");
    }
}

/// Every model at its defaults, and with one parameter at a time changed: to its limits, to twice
/// its default, to every other option.
fn every_model() -> Vec<(String, Box<dyn Model>)> {
    let mut models = Vec::new();
    for family in FAMILIES {
        let mut all = vec![Settings::default()];
        for param in family.entry.params {
            let id = param.control().id;
            all.extend(
                values(param)
                    .into_iter()
                    .map(|v| Settings::default().with(id, v)),
            );
        }
        for settings in all {
            // Some combinations are refused, such as too many nodes in total.
            if let Ok(model) = model::build(family, &settings) {
                models.push((named(family, &settings), model));
            }
        }
        let default = model::build(family, &Settings::default());
        default.expect("defaults are in range");
    }
    models
}

/// Every model with each of its parameters at both limits, in between and at its default, in all
/// combinations.
fn every_corner() -> Vec<(String, Box<dyn Model>)> {
    let mut models = Vec::new();
    for family in FAMILIES {
        let mut all = vec![Settings::default()];
        for param in family.entry.params {
            let id = param.control().id;
            let values = corners(param);
            let with = |settings: &Settings| {
                let settings = settings.clone();
                let with = move |value: &String| settings.clone().with(id, value);
                values.iter().map(with).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(with).collect();
        }
        for settings in all {
            // Some combinations are refused, such as too many nodes in total.
            if let Ok(model) = model::build(family, &settings) {
                models.push((named(family, &settings), model));
            }
        }
    }
    models
}

fn corners(param: &Param) -> Vec<String> {
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    let default = param.control().default;
    let of = match param {
        // Small rings, and the first that the paper's equations limit.
        Param::Integer(_) if param.control().id == "k" => {
            words(&["2", "3", "4", "5", "6", "65536"])
        }
        Param::Integer(integer) => {
            words(&[default, &integer.min.to_string(), &integer.max.to_string()])
        }
        Param::Real(real) => words(&[default, &real.min.to_string(), &real.max.to_string()]),
        Param::Radices(_) => vec![
            "2".to_owned(),
            "2x2".to_owned(),
            ["2"; 6].join("x"),
            ["2"; 8].join("x"),
            ["2"; 20].join("x"),
            ["3"; 12].join("x"),
            ["4"; 10].join("x"),
            "3x2x4x2x5".to_owned(),
            "2x2x2x2x100".to_owned(),
            "100x2x2x2x2".to_owned(),
            "16x16x16".to_owned(),
            "65536".to_owned(),
        ],
        Param::Choice(choice) => words(choice.options),
        Param::Text(_) => words(&[default]),
    };
    let mut distinct: Vec<String> = Vec::new();
    for value in of {
        if !distinct.contains(&value) {
            distinct.push(value);
        }
    }
    distinct
}

fn values(param: &Param) -> Vec<String> {
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    match param {
        Param::Integer(integer) => {
            let default: u32 = param.control().default.parse().expect("a whole number");
            let values = [integer.min, integer.min + 1, 2 * default, integer.max];
            values
                .map(|value| value.min(integer.max).to_string())
                .into()
        }
        Param::Real(real) => {
            let middle = f64::midpoint(real.min, real.max);
            [real.min, middle, real.max]
                .map(|value| value.to_string())
                .into()
        }
        Param::Radices(_) => words(&["2", "3", "2x2x2", "5x10x20", "20x10x5", "64x4", "65536"]),
        Param::Choice(choice) => words(choice.options),
        Param::Text(text) if text.control.id == "pattern" => {
            words(&["transpose", "bit-complement", "hotspot"])
        }
        Param::Text(text) => words(&[text.control.default]),
    }
}

/// `ciciani-hypercube n=1 length=200 `.
fn named(family: &ModelFamily, settings: &Settings) -> String {
    let params = family.entry.params.iter().map(Param::control);
    let params = params.map(|control| {
        let value = settings.get(control.id).unwrap_or(control.default);
        format!("{}={value} ", control.id)
    });
    format!("{} {}", family.entry.id, params.collect::<String>())
}

fn latency(model: &dyn Model, rate: f64) -> Latency {
    match model.predict(rate) {
        Prediction::Steady(latency) => latency,
        Prediction::Saturated { .. } => panic!("{model:?} is saturated at {rate}"),
    }
}
