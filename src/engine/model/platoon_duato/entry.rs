//! Register entries of the model: parameters and sources.

use super::{AdaptiveCube, PlatoonDuato, Total};
use crate::catalog::{BuildError, Control, Entry, Family, Integer, Param, Real, Settings, Source};
use crate::model::{Build, LatencyKind, Load, Model, ModelFamily, TEXTS};

pub(in crate::model) const FAMILY: ModelFamily = Family {
    entry: Entry::new(TEXTS, "platoon-duato", PARAMS),
    build: Build {
        make: |settings| make(settings, Total::Unicast),
        predicts: LatencyKind::Unicast,
        load: Load::PER_CYCLE,
    },
};

pub(in crate::model) const BROADCAST: ModelFamily = Family {
    entry: Entry::new(TEXTS, "platoon-broadcast", PARAMS),
    build: Build {
        make: |settings| make(settings, Total::Broadcast),
        predicts: LatencyKind::Multicast,
        load: Load::PER_CYCLE,
    },
};

const PARAMS: &[Param] = &[
    Param::Integer(DIMENSION),
    Param::Integer(LENGTH),
    Param::Integer(VCS),
    Param::Real(BETA),
    Param::Integer(STARTUP),
];

const DIMENSION: Integer = Integer {
    control: Control {
        id: "n",
        symbol: "n",
        label: "Dimension",
        unit: "",
        help: "Address bits; the network has 2ⁿ nodes with n injection ports each.",
        default: "6",
    },
    min: 1,
    max: AdaptiveCube::MOST_DIMENSIONS,
};

const LENGTH: Integer = Integer {
    control: Control {
        id: "length",
        symbol: "M",
        label: "Message length",
        unit: "flits",
        help: "Messages should be longer than paths.",
        default: "32",
    },
    min: AdaptiveCube::LEAST_LENGTH,
    max: 1_000_000,
};

const VCS: Integer = Integer {
    control: Control {
        id: "vcs",
        symbol: "V",
        label: "Virtual channels",
        unit: "",
        help: "Per physical channel, one of them for escape.",
        default: "4",
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

const STARTUP: Integer = Integer {
    control: Control {
        id: "startup",
        symbol: "",
        label: "Start-up",
        unit: "cycles",
        help: "Before every step of a broadcast.",
        default: "1",
    },
    min: 0,
    max: 100_000,
};

fn make(settings: &Settings, total: Total) -> Result<Box<dyn Model>, BuildError> {
    let system = AdaptiveCube {
        dimension: settings.integer(&DIMENSION)?,
        length: settings.integer(&LENGTH)?,
        vcs: settings.integer(&VCS)?,
        broadcasts: settings.real(&BETA)?,
        startup: settings.integer(&STARTUP)?,
    };
    Ok(Box::new(PlatoonDuato::new(system, total)))
}
