//! Hypercubes under e-cube routing (Ciciani et al. 1998, section 5).

use super::Correspondence;
use super::assumptions::{assume, hypercube, is_of};
use super::dimension_order::{CICIANI, ROUTING, theory};
use super::parameters::wormhole;
use engine::catalog::Settings;

const ID: &str = "ciciani-hypercube";

pub(super) const CORRESPONDENCE: Correspondence = Correspondence {
    models: &[ID],
    of_waiting: "has a header wait for the remainder of at most one other message at a channel",
    theories: |subject| {
        let dimension = hypercube(subject);
        assume(CICIANI, 0, dimension.is_some(), || {
            is_of(subject, "hypercubes")
        })?;
        let settings = Settings::default().with("n", dimension.unwrap_or_default());
        theory(subject, ID, settings, Vec::new())
    },
    scenario: |parameters| {
        let network = format!("hypercube:{}", parameters.text("n"));
        Ok(wormhole(&network, ROUTING, 1))
    },
};
