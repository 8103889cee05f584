//! Register entries of the model: parameters, sources, errata.

use super::{Shahrabi, System, Total, Variant};
use crate::catalog::{
    BuildError, Choice, Control, Entry, Family, Integer, Param, Real, Settings, Source,
};
use crate::model::{Build, Erratum, LatencyKind, Load, Model, ModelFamily, TEXTS};

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

impl Shahrabi {
    /// The paper that publishes the model.
    pub const SOURCE: Source = Source {
        cite: "Shahrabi, Ould-Khaoua & Mackenzie 2001",
        work: "Unicast-based broadcast: an analysis for the hypercube with adaptive routing, SAC",
    };
}

const PARAMS: &[Param] = &[
    Param::Integer(DIMENSION),
    Param::Integer(LENGTH),
    Param::Integer(VCS),
    Param::Real(BETA),
    Param::Integer(DELTA),
    Param::Choice(VARIANT),
];

const DIMENSION: Integer = Integer {
    control: Control {
        id: "n",
        symbol: "n",
        label: "Dimension",
        unit: "",
        help: "Address bits; the network has 2ⁿ nodes. The paper's figure has 6, 7 and 8.",
        default: "6",
    },
    min: 1,
    max: 20,
};

const LENGTH: Integer = Integer {
    control: Control {
        id: "length",
        symbol: "M",
        label: "Message length",
        unit: "flits",
        help: "The paper's figure has 32, 64 and 128.",
        default: "32",
    },
    min: 1,
    max: 1_000_000,
};

const VCS: Integer = Integer {
    control: Control {
        id: "vcs",
        symbol: "V",
        label: "Virtual channels",
        unit: "",
        help: "Per physical channel, one of them for escape. The paper's figure has 2 and 4.",
        default: "2",
    },
    min: 2,
    max: 16,
};

const BETA: Real = Real {
    control: Control {
        id: "beta",
        symbol: "β",
        label: "Broadcasts",
        unit: "",
        help: "Fraction of messages that are broadcasts; the others go to one node each, chosen \
               uniformly.",
        default: "0.01",
    },
    min: 0.0,
    max: 1.0,
};

const DELTA: Integer = Integer {
    control: Control {
        id: "delta",
        symbol: "Δ",
        label: "Start-up",
        unit: "cycles",
        help: "Before every step of a broadcast.",
        default: "1",
    },
    min: 0,
    max: 100_000,
};

const VARIANT: Choice = Choice {
    control: Control {
        id: "variant",
        symbol: "",
        label: "Forwarded copies",
        unit: "",
        help: "How copies are counted: as printed in eq 11, or all copies that a broadcast sends.",
        default: "flow-conserving",
    },
    options: &["printed", "flow-conserving"],
};

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
