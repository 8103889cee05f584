//! Register entries of the model: parameters, sources, errata.

use super::{Shahrabi, System, Total, Variant};
use crate::catalog::{
    BuildError, Choice, Control, Entry, Family, Integer, Param, Real, Settings, Source,
};
use crate::model::{Build, Erratum, LatencyKind, Load, Model, ModelFamily};

pub(in crate::model) const FAMILY: ModelFamily = Family {
    entry: Entry {
        id: "shahrabi-broadcast",
        name: "Broadcast in the hypercube (Shahrabi et al.)",
        summary: "latency of binomial-tree broadcasts among unicasts, Duato's routing",
        help: "Broadcasts follow a binomial tree whose base dimension changes, and unicasts take \
               any shortest path; both wait for virtual channels held by others. Blocking and the \
               wait at the source depend on each other and are found by iteration. The rate of \
               forwarded copies is as printed, or includes all copies sent.",
        sources: SOURCES,
        params: PARAMS,
    },
    build: Build {
        make: |settings| make(settings, Total::Broadcast),
        predicts: LatencyKind::Multicast,
        load: Load::PER_CYCLE,
        errata: ERRATA,
    },
};

pub(in crate::model) const UNICAST: ModelFamily = Family {
    entry: Entry {
        id: "shahrabi-unicast",
        name: "Unicasts among broadcasts (Shahrabi et al.)",
        summary: "latency of the unicasts in the broadcast model, Duato's routing",
        help: "The prediction of the broadcast model for messages to one node, source queue \
               included. With β = 0 it models adaptive routing under uniform traffic.",
        sources: SOURCES,
        params: PARAMS,
    },
    build: Build {
        make: |settings| make(settings, Total::Unicast),
        predicts: LatencyKind::Unicast,
        load: Load::PER_CYCLE,
        errata: ERRATA,
    },
};

impl Shahrabi {
    /// The paper that publishes the model.
    pub const SOURCE: Source = Source {
        cite: "Shahrabi, Ould-Khaoua & Mackenzie 2001",
        work: "Unicast-based broadcast: an analysis for the hypercube with adaptive routing, SAC",
    };
}

const SOURCES: &[Source] = &[
    Shahrabi::SOURCE,
    Source {
        cite: "Abraham & Padmanabhan 1989",
        work: "Performance of the direct binary n-cube network for multiprocessors, IEEE ToC 38(7)",
    },
    Source {
        cite: "Draper & Ghosh 1994",
        work: "A comprehensive analytical model for wormhole routing in multicomputer systems, \
               J. Parallel and Distributed Computing 32",
    },
    Source {
        cite: "Dally 1992",
        work: "Virtual-channel flow control, IEEE TPDS 3(2)",
    },
];

const ERRATA: &[Erratum] = &[
    Erratum {
        place: "eqs 3 and 11",
        printed: "λ_cr = (ω̄/n)·(2ⁿ⁻¹ − 1)·β·λ_g",
        used: "λ_cr = (2ⁿ − 1 − n)·β·λ_g/n in the flow-conserving variant, the default",
        why: "a broadcast consists of 2ⁿ − 1 messages over one channel each, n of them from its \
              source. The printed rate omits the nodes that forward nothing and also averages \
              their zeros into ω̄, so about half of the copies are missing; the measured channel \
              rate settles it",
    },
    Erratum {
        place: "eqs 26 and 27",
        printed: "λ_sr = (2ⁿ⁻¹ − 1)·β·λ_g in the rate and in the weights of S̄_s",
        used: "(2ⁿ − 1 − n)·β·λ_g/n per injection channel, with unicasts divided by n as well, in \
               the flow-conserving variant",
        why: "the error of eq 11 again; in addition, eq 27 weighs all unicasts of a node against \
              the copies on one channel",
    },
    Erratum {
        place: "eqs 5 and 9",
        printed: "C(n,i)/2ⁿ − 1 and 2ⁿ⁻ⁱ⁻¹/2ⁿ − 1",
        used: "C(n,i)/(2ⁿ − 1) and 2ⁿ⁻ⁱ⁻¹/(2ⁿ − 1)",
        why: "they are probabilities and must add up to 1",
    },
    Erratum {
        place: "text above eq 20 and before eq 25",
        printed: "0 ≤ i ≤ n − 1 hops; (n−1)(i−j) adaptive virtual channels",
        used: "1 ≤ i ≤ n hops; (V−1)(i−j)",
        why: "eq 20 sums from 1 to n, and a channel has V − 1 adaptive virtual channels",
    },
];

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
