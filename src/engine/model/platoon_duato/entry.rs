//! Register entries of the model: parameters and sources.

use super::{AdaptiveCube, PlatoonDuato, Total};
use crate::catalog::{BuildError, Control, Entry, Family, Integer, Param, Settings};
use crate::model::shahrabi_broadcast::BETA;
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

const DIMENSION: Integer = Control::new("n", "n", "Dimension")
    .default("6")
    .help("Address bits; the network has 2ⁿ nodes with n injection ports each.")
    .integer(1, AdaptiveCube::MOST_DIMENSIONS);

const LENGTH: Integer = Control::new("length", "M", "Message length")
    .unit("flits")
    .default("32")
    .help("Messages should be longer than paths.")
    .integer(AdaptiveCube::LEAST_LENGTH, 1_000_000);

const VCS: Integer = Control::new("vcs", "V", "Virtual channels")
    .default("4")
    .help("Per physical channel, one of them for escape.")
    .integer(2, 16);

const STARTUP: Integer = Control::new("startup", "", "Start-up")
    .unit("cycles")
    .default("1")
    .help("Before every step of a broadcast.")
    .integer(0, 100_000);

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
