//! The three-stage Clos network: r input switches with n terminals each, m middle switches, and r
//! output switches.
//!
//! Every input switch has one link to every middle switch, and every middle switch one to every
//! output switch.

use super::stages::{Plan, Stage, Stages, Tag};
use super::{MOST_PORTS, check_nodes};
use crate::catalog::{Control, Entry, Family, Integer, Param};
use crate::topology::TopologyFamily;
use crate::topology::{Build, TEXTS};

pub(in crate::topology) const FAMILY: TopologyFamily = Family {
    entry: Entry::new(
        TEXTS,
        "clos",
        &[
            Param::Integer(MIDDLE),
            Param::Integer(TERMINALS),
            Param::Integer(INPUT),
        ],
    ),
    build: Build::new(|settings| {
        let middle = settings.integer(&MIDDLE)?;
        let each = settings.integer(&TERMINALS)?;
        let inputs = settings.integer(&INPUT)?;
        let sizes = format!("{middle},{each},{inputs}");
        let terminals = each * inputs;
        if terminals < 2 {
            return Err(crate::catalog::BuildError::rejected(
                "n × r",
                "at least 2 terminals",
                format!("{each} × {inputs}"),
            ));
        }
        let id = FAMILY.entry.id;
        check_nodes(id, Some(terminals + 2 * inputs + middle), &sizes)?;
        Ok(Box::new(Stages::new(Plan {
            spec: format!("{id}:{sizes}"),
            terminals,
            stages: vec![
                Stage {
                    outputs: middle,
                    next: (0..inputs).flat_map(|_| 0..middle).collect(),
                    tag: Tag::Any,
                },
                Stage {
                    outputs: inputs,
                    next: (0..middle).flat_map(|_| 0..inputs).collect(),
                    tag: Tag::Digit {
                        weight: each,
                        radix: inputs,
                    },
                },
                Stage {
                    outputs: each,
                    next: (0..terminals).collect(),
                    tag: Tag::Digit {
                        weight: 1,
                        radix: each,
                    },
                },
            ],
            entries: (0..terminals).map(|terminal| terminal / each).collect(),
            digits: None,
        })))
    }),
};

const MIDDLE: Integer = Control::new("m", "m", "Middle switches")
    .unit("switches")
    .default("3")
    .help("Switches of the middle stage.")
    .integer(1, MOST_PORTS);

const TERMINALS: Integer = Control::new("n", "n", "Terminals")
    .unit("terminals")
    .default("3")
    .help("Terminals of each input switch, and of each output switch.")
    .integer(1, MOST_PORTS);

const INPUT: Integer = Control::new("r", "r", "Input switches")
    .unit("switches")
    .default("4")
    .help("Switches of the first stage, and of the last.")
    .integer(1, MOST_PORTS);
