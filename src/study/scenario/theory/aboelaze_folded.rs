//! Packets in folded hypercubes (Aboelaze & Houstis).

use super::Correspondence;
use super::assumptions::uniform;
use super::packets::{self, ABOELAZE, packets};
use engine::catalog::Settings;
use engine::topology::FoldedHypercube;

const ID: &str = "aboelaze-folded";

pub(super) const CORRESPONDENCE: Correspondence = Correspondence {
    models: &[ID],
    of_waiting: "treats every link as an independent M/M/1 queue",
    theories: |subject| {
        // The equations include the complementary links, so the model describes no other network.
        let cube = subject.built.topology.as_a::<FoldedHypercube>();
        let cube = cube.map(FoldedHypercube::dimension);
        let (dimension, mu) = packets(subject, cube, "folded hypercubes")?;
        uniform(ABOELAZE, 1, subject)?;
        let settings = Settings::default().with("n", dimension).with("mu", mu);
        let of = |variant: &str| {
            let settings = settings.clone().with("variant", variant);
            let mut theory = packets::theory(subject, ID, settings);
            if dimension % 2 == 1 {
                let tie = dimension.div_ceil(2);
                theory.differences.push(format!(
                    "the model sends messages over {tie} hops without the complementary link, but \
                     here they take it as often as any other shortest path"
                ));
            }
            theory
        };
        Ok(vec![of("exact"), of("printed")])
    },
    scenario: |parameters| {
        Ok(packets::scenario(
            parameters,
            "folded-hypercube",
            "folded",
            "uniform",
        ))
    },
};
