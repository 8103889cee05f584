//! Laws that every registered model obeys at its default settings.

#![cfg(not(target_arch = "wasm32"))]

use std::collections::BTreeSet;

use flitscope::catalog::{BuildError, Settings};
use flitscope::model::{self, FAMILIES, Model, ModelFamily, Prediction};

/// How near to its saturation a model is asked; iterated ones settle no more sharply.
const NEAR: f64 = 1e-6;

#[test]
fn latency_tends_to_that_of_a_message_alone() {
    for (family, model) in every_model() {
        let vanishing = latency(&*model, model.saturation_rate() * 1e-9);
        let alone = model.zero_load();
        assert!(
            (vanishing / alone - 1.0).abs() < 1e-6,
            "{}: {vanishing}, alone {alone}",
            family.entry.id
        );
    }
}

#[test]
fn latency_grows_with_load() {
    for (family, model) in every_model() {
        let limit = model.saturation_rate() * (1.0 - NEAR);
        let curve: Vec<_> = (0..=200)
            .map(|step| latency(&*model, limit * f64::from(step) / 200.0))
            .collect();
        assert!(
            curve.is_sorted_by(|lower, higher| lower < higher),
            "{}: {curve:?}",
            family.entry.id
        );
    }
}

#[test]
fn saturation_parts_loads_with_a_steady_state_from_those_without() {
    for (family, model) in every_model() {
        let limit = model.saturation_rate();
        assert!(limit.is_finite() && limit > 0.0, "{}", family.entry.id);
        let below = model.predict(limit * (1.0 - NEAR));
        assert!(below.latency().is_some(), "{}", family.entry.id);
        for factor in [1.0 + NEAR, 1.1, 2.0, 1e3] {
            let beyond = model.predict(limit * factor);
            assert!(beyond.latency().is_none(), "{}: {factor}", family.entry.id);
        }
    }
}

#[test]
fn every_finite_load_has_an_answer_of_finite_numbers() {
    for (family, model) in every_model() {
        for exponent in -300..=308 {
            let rate = format!("1e{exponent}").parse().expect("a number");
            let finite = match model.predict(rate) {
                Prediction::Steady(latency) => {
                    let parts = latency.parts.iter().map(|part| part.value);
                    parts.chain([latency.total]).all(f64::is_finite)
                }
                Prediction::Saturated { utilization, .. } => utilization.is_none_or(f64::is_finite),
            };
            assert!(finite, "{} at {rate}", family.entry.id);
        }
    }
}

#[test]
fn parts_are_told_apart_by_their_symbols() {
    for (family, model) in every_model() {
        let prediction = model.predict(model.saturation_rate() / 2.0);
        let parts = &prediction.latency().expect("half of saturation").parts;
        let symbols: BTreeSet<_> = parts.iter().map(|part| &part.symbol).collect();
        assert_eq!(symbols.len(), parts.len(), "{}", family.entry.id);
    }
}

#[test]
fn models_say_where_they_come_from_and_refuse_what_they_do_not_know() {
    let ids: BTreeSet<_> = FAMILIES.iter().map(|family| family.entry.id).collect();
    assert_eq!(ids.len(), FAMILIES.len());
    for family in FAMILIES {
        assert!(!family.entry.sources.is_empty(), "{}", family.entry.id);
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
        assert!(family.model(&unknown).is_err(), "{}", family.entry.id);
    }
}

fn every_model() -> impl Iterator<Item = (&'static ModelFamily, Box<dyn Model>)> {
    FAMILIES.iter().map(|family| {
        let model = family.model(&Settings::default());
        (family, model.expect("defaults are in range"))
    })
}

fn latency(model: &dyn Model, rate: f64) -> f64 {
    let prediction = model.predict(rate);
    prediction.latency().expect("below saturation").total
}
