//! Tori of unidirectional rings (Ciciani et al. 1998, section 3).

use super::Correspondence;
use super::assumptions::{assume, is_of, torus};
use super::dimension_order::{CICIANI, ROUTING, theory};
use super::parameters::wormhole;
use engine::catalog::Settings;
use engine::topology::{Direction, Lattice};

const ID: &str = "ciciani-torus-uni";

pub(super) const CORRESPONDENCE: Correspondence = Correspondence {
    models: &[ID],
    of_waiting: "has a header wait for the remainder of at most one other message at a channel",
    theories: |subject| {
        let torus = torus(subject, Direction::Up);
        assume(CICIANI, 0, torus.is_some(), || {
            is_of(subject, "tori of unidirectional rings")
        })?;
        let radices = torus.map_or(&[][..], Lattice::radices).iter();
        let radices: Vec<_> = radices.map(u32::to_string).collect();
        let settings = Settings::default().with("k", radices.join("x"));
        theory(subject, ID, settings, Vec::new())
    },
    scenario: |parameters| {
        let radices = parameters.text("k").replace('×', "x").replace(' ', "");
        Ok(wormhole(&format!("torus-uni:{radices}"), ROUTING, 2))
    },
};
