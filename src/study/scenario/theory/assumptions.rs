//! Assumptions that models make about scenarios, each worded as the end of "the model …".

use crate::scenario::{Scenario, build::BuiltScenario};
use engine::routing::written;
use engine::topology::{Direction, Lattice};
use engine::traffic::Length;

/// A scenario and its built form.
pub(super) struct Subject<'a> {
    pub(super) scenario: &'a Scenario,
    pub(super) built: &'a BuiltScenario,
}

/// An assumption that does not hold.
pub(super) struct Failure {
    /// The number of assumptions that held before: the more, the nearer the model.
    pub(super) after: u32,
    /// The assumption of the model and the actual setting of the scenario, phrased to follow "the model …".
    pub(super) words: String,
    /// Authors of the model, to distinguish several.
    pub(super) of: &'static str,
}

/// Returns a [`Failure`] unless an assumption holds.
pub(super) fn assume(
    of: &'static str,
    after: u32,
    holds: bool,
    words: impl FnOnce() -> String,
) -> Result<(), Failure> {
    if holds {
        return Ok(());
    }
    Err(Failure {
        after,
        words: words(),
        of,
    })
}

/// The torus, if the scenario sends flits through one with rings of this direction.
pub(super) fn torus<'a>(subject: &'a Subject, rings: Direction) -> Option<&'a Lattice> {
    let lattice = subject.built.topology.lattice();
    let torus = lattice.filter(|lattice| lattice.rings() == Some(rings));
    torus.filter(|_| subject.built.packet.is_none())
}

/// n, if the scenario sends flits through a hypercube.
pub(super) fn hypercube(subject: &Subject) -> Option<u32> {
    let cube = subject.built.topology.cube_dimension();
    cube.filter(|_| subject.built.packet.is_none())
}

/// The wording for a network that the model does not describe.
pub(super) fn is_of(subject: &Subject, networks: &str) -> String {
    let packets = if subject.built.packet.is_some() {
        " with packets"
    } else {
        ""
    };
    format!(
        "is for flits in {networks}, but the network is {}{packets}",
        subject.scenario.network
    )
}

pub(super) fn routed(
    of: &'static str,
    subject: &Subject,
    id: &str,
    name: &str,
) -> Result<(), Failure> {
    let routing = &subject.scenario.routing;
    assume(of, 2, routing == id, || {
        let routing = written::in_words(routing);
        format!("assumes {name}, but here it is {routing}")
    })
}

pub(super) fn uniform(of: &'static str, after: u32, subject: &Subject) -> Result<(), Failure> {
    let pattern = &subject.scenario.traffic.pattern;
    assume(of, after, pattern == "uniform", || {
        format!("assumes uniform traffic, but here it is {pattern}")
    })
}

pub(super) fn to_one_node(of: &'static str, subject: &Subject) -> Result<(), Failure> {
    let traffic = &subject.scenario.traffic;
    let several = traffic
        .multicast
        .destinations
        .is_some_and(|nodes| nodes > 1);
    assume(of, 4, traffic.broadcast == 0.0 && !several, || {
        "assumes messages to one node only, but here some go to several".to_owned()
    })
}

/// M, if all messages have the same length.
pub(super) fn one_length(of: &'static str, subject: &Subject) -> Result<u32, Failure> {
    match subject.built.design.length {
        Length::Fixed(flits) => Ok(flits),
        Length::Exponential(mean) => Err(Failure {
            after: 5,
            words: format!(
                "assumes one message length, but here lengths vary, with a mean of {mean} flits"
            ),
            of,
        }),
    }
}
