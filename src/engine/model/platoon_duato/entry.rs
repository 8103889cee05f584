//! Register entries of the model: parameters and sources.

use super::{AdaptiveCube, PlatoonDuato, Total};
use crate::catalog::{BuildError, Control, Entry, Family, Integer, Param, Real, Settings, Source};
use crate::model::{Build, LatencyKind, Load, Model, ModelFamily};

pub(in crate::model) const FAMILY: ModelFamily = Family {
    entry: Entry {
        id: "platoon-duato",
        name: "Adaptive hypercube, channels shared",
        summary: "latency of unicasts under Duato's routing, alone or among broadcasts",
        help: "Worms on the virtual channels of a channel share its cycles, and a message is as slow \
               as the slowest of its channels. One constant is fitted to simulations: κ = 0.7, for \
               n = 6, V = 4, M = 32. With V = 2 a simulated network can collapse at loads that the \
               model takes for steady.",
        sources: SOURCES,
        params: PARAMS,
    },
    build: Build {
        make: |settings| make(settings, Total::Unicast),
        predicts: LatencyKind::Unicast,
        load: Load::PER_CYCLE,
        errata: &[],
    },
};

pub(in crate::model) const BROADCAST: ModelFamily = Family {
    entry: Entry {
        id: "platoon-broadcast",
        name: "Broadcast in the adaptive hypercube",
        summary: "latency of binomial-tree broadcasts among unicasts, the last copy included",
        help: "The model of the adaptive hypercube, with the distribution of the time at which the \
               last copy of a broadcast has arrived, which is later than n mean steps. One constant \
               is fitted to simulations of unicasts: κ = 0.7. The steps of a broadcast are taken to \
               be independent.",
        sources: SOURCES,
        params: PARAMS,
    },
    build: Build {
        make: |settings| make(settings, Total::Broadcast),
        predicts: LatencyKind::Multicast,
        load: Load::PER_CYCLE,
        errata: &[],
    },
};

const SOURCES: &[Source] = &[
    Source {
        cite: "Duato 1993",
        work: "A new theory of deadlock-free adaptive routing in wormhole networks, IEEE TPDS 4(12)",
    },
    Source {
        cite: "Shahrabi, Ould-Khaoua & Mackenzie 2001",
        work: "Unicast-based broadcast: an analysis for the hypercube with adaptive routing, SAC",
    },
];

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
