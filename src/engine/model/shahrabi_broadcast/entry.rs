//! Register entries of the model: parameters, sources, errata.

use super::{Shahrabi, System, Total, Variant};
use crate::catalog::{BuildError, Choice, Control, Entry, Family, Integer, Param, Real, Settings};
use crate::model::{Build, LatencyKind, Load, Model, ModelFamily, TEXTS};

pub(in crate::model) const FAMILY: ModelFamily = Family {
    entry: Entry::new(TEXTS, "shahrabi-broadcast", PARAMS),
    build: Build {
        make: |settings| make(settings, Total::Broadcast),
        predicts: LatencyKind::Multicast,
        load: Load::PER_CYCLE,
    },
};

pub(in crate::model) const UNICAST: ModelFamily = Family {
    entry: Entry::new(TEXTS, "shahrabi-unicast", PARAMS),
    build: Build {
        make: |settings| make(settings, Total::Unicast),
        predicts: LatencyKind::Unicast,
        load: Load::PER_CYCLE,
    },
};

const PARAMS: &[Param] = &[
    Param::Integer(DIMENSION),
    Param::Integer(LENGTH),
    Param::Integer(VCS),
    Param::Real(BETA),
    Param::Integer(DELTA),
    Param::Choice(VARIANT),
];

const DIMENSION: Integer = Control::new("n", "n", "Dimension")
    .default("6")
    .help("Address bits; the network has 2ⁿ nodes. The paper's figure has 6, 7 and 8.")
    .integer(1, 20);

const LENGTH: Integer = Control::new("length", "M", "Message length")
    .unit("flits")
    .default("32")
    .help("The paper's figure has 32, 64 and 128.")
    .integer(1, 1_000_000);

const VCS: Integer = Control::new("vcs", "V", "Virtual channels")
    .default("2")
    .help("Per physical channel, one of them for escape. The paper's figure has 2 and 4.")
    .integer(2, 16);

pub(in crate::model) const BETA: Real = Control::new("beta", "β", "Broadcasts")
    .default("0.01")
    .help(
        "Fraction of messages that are broadcasts; the others go to one node each, chosen \
         uniformly.",
    )
    .real(0.0, 1.0);

const DELTA: Integer = Control::new("delta", "Δ", "Start-up")
    .unit("cycles")
    .default("1")
    .help("Before every step of a broadcast.")
    .integer(0, 100_000);

const VARIANT: Choice = Control::new("variant", "", "Forwarded copies")
    .default("flow-conserving")
    .help("How copies are counted: as printed in eq 11, or all copies that a broadcast sends.")
    .choice(&["printed", "flow-conserving"]);

fn make(settings: &Settings, total: Total) -> Result<Box<dyn Model>, BuildError> {
    let system = System {
        dimension: settings.integer(&DIMENSION)?,
        length: settings.integer(&LENGTH)?,
        vcs: settings.integer(&VCS)?,
        broadcasts: settings.real(&BETA)?,
        startup: settings.integer(&DELTA)?,
        variant: match settings.choice(&VARIANT)? {
            "printed" => Variant::Printed,
            _ => Variant::FlowConserving,
        },
    };
    Ok(Box::new(Shahrabi::with(system, total)))
}
