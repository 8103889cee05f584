//! Packets in hypercubes, uniform or clustered (Aboelaze & Houstis).

use super::Correspondence;
use super::assumptions::assume;
use super::packets::{self, ABOELAZE, packets};
use engine::catalog::Settings;

const ID: &str = "aboelaze-ncube";

pub(super) const CORRESPONDENCE: Correspondence = Correspondence {
    models: &[ID],
    of_waiting: "treats every link as an independent M/M/1 queue",
    theories: |subject| {
        let cube = subject.built.topology.cube_dimension();
        let (dimension, mu) = packets(subject, cube, "hypercubes")?;
        let pattern = &*subject.scenario.traffic.pattern;
        let is_known = ["uniform", "clustered"].contains(&pattern);
        assume(ABOELAZE, 1, is_known, || {
            format!("assumes uniform or clustered traffic, but here it is {pattern}")
        })?;
        let settings = Settings::default()
            .with("n", dimension)
            .with("mu", mu)
            .with("traffic", pattern);
        Ok(vec![packets::theory(subject, ID, settings)])
    },
    scenario: |parameters| {
        let pattern = parameters.text("traffic");
        Ok(packets::scenario(
            parameters,
            "hypercube",
            "dimension-order",
            pattern,
        ))
    },
};
