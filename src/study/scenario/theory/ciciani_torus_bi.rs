//! Tori of bidirectional rings of one length (Ciciani et al. 1998, section 4).

use super::Correspondence;
use super::assumptions::{assume, is_of, torus};
use super::dimension_order::{CICIANI, ROUTING, theory};
use super::parameters::wormhole;
use engine::catalog::Settings;
use engine::topology::{Direction, Lattice};

const ID: &str = "ciciani-torus-bi";

pub(super) const CORRESPONDENCE: Correspondence = Correspondence {
    models: &[ID],
    of_waiting: "has a header wait for the remainder of at most one other message at a channel",
    theories: |subject| {
        let torus = torus(subject, Direction::Both);
        assume(CICIANI, 0, torus.is_some(), || {
            is_of(subject, "tori of bidirectional rings")
        })?;
        let radices = torus.map_or(&[][..], Lattice::radices);
        let radix = radices.first().copied().unwrap_or_default();
        let is_symmetric = radices.iter().all(|&k| k == radix);
        assume(CICIANI, 1, is_symmetric, || {
            is_of(subject, "tori with rings of one length")
        })?;
        let settings = Settings::default()
            .with("k", radix)
            .with("n", radices.len());
        let mut differences = Vec::new();
        if radices.len() != 3 {
            differences.push(format!(
                "the paper covers three dimensions; for {} the model is our extension",
                radices.len()
            ));
        }
        if radix == 2 {
            differences.push(
                "the model has two directions around a ring, but a ring of two nodes has only one"
                    .to_owned(),
            );
        }
        theory(subject, ID, settings, differences)
    },
    scenario: |parameters| {
        let radices = vec![parameters.text("k"); parameters.whole("n") as usize];
        let network = format!("torus:{}", radices.join("x"));
        Ok(wormhole(&network, ROUTING, 2))
    },
};
