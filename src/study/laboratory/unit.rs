//! The unit of the load: conversion of a diagram over λ.

use super::evaluate::scenario_of;
use super::experiment::{Curve, Experiment, Found, Subject, Varied};
use super::findings::{Findings, Note};
use crate::scenario::{self, BoundKind, Bounds, MOST_NODES_IN_PAGE};
use crate::sweep::{LoadUnit, capacity};
use engine::model::LatencyKind;

/// The largest network whose bounds are computed \[nodes\], which must not delay the plot.
const MOST_NODES: u32 = 1024;

/// The factors of a curve.
#[derive(Debug, Clone, Copy)]
struct Factors {
    load: f64,
    /// From flits/node/cycle to the unit.
    throughput: f64,
}

impl Experiment {
    /// Converts loads, and accepted throughput, from λ and flits to the unit of the experiment.
    pub(super) fn convert(&self, findings: &mut Findings) {
        let is_accepted = self.y.of == Found::Accepted;
        if self.x.of != Varied::Load || self.unit == LoadUnit::Messages && !is_accepted {
            return;
        }
        let factors: Vec<_> = self
            .curves
            .iter()
            .map(|curve| self.factors(curve))
            .collect();
        let traces = findings.diagram.traces.iter_mut().zip(&findings.origins);
        for (index, (trace, &origin)) in traces.enumerate() {
            let factors = match &factors[origin] {
                Ok(factors) => *factors,
                Err(reason) => {
                    findings.notes.push(Note {
                        trace: index,
                        text: format!("not shown in this unit of the load: {reason}"),
                    });
                    (trace.marks, trace.beyond) = (Vec::new(), Vec::new());
                    trace.saturation = None;
                    continue;
                }
            };
            for mark in &mut trace.marks {
                mark.x *= factors.load;
                if is_accepted {
                    mark.y *= factors.throughput;
                }
            }
            for load in trace.beyond.iter_mut().chain(&mut trace.saturation) {
                *load *= factors.load;
            }
        }
        let all = factors.iter().flatten().map(|factors| factors.load);
        let factor = all.fold(0.0, f64::max);
        if factor > 0.0 {
            findings.range = (findings.range.0 * factor, findings.range.1 * factor);
        }
    }

    /// The factors of a curve, or the reason why its load has no such unit.
    fn factors(&self, curve: &Curve) -> Result<Factors, String> {
        let scenario = scenario_of(&curve.subject).map_err(|_| "it has no scenario")?;
        let built = scenario.build_within(MOST_NODES_IN_PAGE);
        let built = built.map_err(|error| error.reason())?;
        if built.packet.is_some() {
            return Err("packets have no flits".to_owned());
        }
        let length = built.design.length.mean();
        let load = match self.unit {
            LoadUnit::Capacity => 100.0 / capacity(&built),
            LoadUnit::Messages => 1.0,
            LoadUnit::Flits => length,
            LoadUnit::Bound if built.topology.nodes() > MOST_NODES => {
                return Err(format!(
                    "bounds are computed here for at most {MOST_NODES} nodes"
                ));
            }
            LoadUnit::Bound => {
                let bounds = Bounds::of(&scenario, &built)?;
                let mut all = bounds.all.iter();
                let lowest = all.find(|bound| bound.kind != BoundKind::ChannelLoad);
                let lowest = lowest.ok_or("nothing bounds the load")?;
                1.0 / lowest.rate
            }
        };
        Ok(Factors {
            load,
            throughput: load / length,
        })
    }

    /// Whether the points of a curve are of the same kind of latency as its line, so that they can be compared.
    pub(super) fn is_alike(&self, curve: &Curve) -> bool {
        let Subject::Scenario(scenario) = &curve.subject else {
            return true;
        };
        if self.y.of != Found::Latency {
            return true;
        }
        let built = scenario.build_within(MOST_NODES_IN_PAGE).ok();
        let theory = built.and_then(|built| scenario::theory(scenario, &built).ok());
        theory.is_none_or(|theory| theory.predicts != LatencyKind::Network)
    }
}
