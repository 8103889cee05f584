//! The k-ary n-fly: kⁿ terminals, and n stages of kⁿ⁻¹ switches with k inputs and outputs.
//!
//! Between stages, kⁿ wires lie in rows 0 to kⁿ − 1. A switch joins the k rows that differ in one
//! digit, from the most significant in the first stage to the least significant in the last. The
//! extra stages come before the first and permute the digits below it in ascending order, so that
//! n − 1 of them make a Beneš network: digits 0, 1, …, n − 1, …, 1, 0.

use super::stages::{Plan, Stage, Stages, Tag};
use super::{check_nodes, check_ports};
use crate::catalog::{BuildError, Control, Entry, Family, Integer, Param};
use crate::topology::TopologyFamily;
use crate::topology::{Build, TEXTS};

pub(in crate::topology) const FAMILY: TopologyFamily = Family {
    entry: Entry::new(
        TEXTS,
        "butterfly",
        &[
            Param::Integer(RADIX),
            Param::Integer(STAGES),
            Param::Integer(EXTRA),
        ],
    ),
    build: Build::new(|settings| {
        let radix = settings.integer(&RADIX)?;
        let digits = settings.integer(&STAGES)?;
        let extra = settings.integer(&EXTRA)?;
        if extra >= digits {
            return Err(BuildError::rejected(
                "Extra stages x",
                format!("at most n − 1 = {}", digits - 1),
                extra.to_string(),
            ));
        }
        let sizes = match extra {
            0 => format!("{radix},{digits}"),
            _ => format!("{radix},{digits},{extra}"),
        };
        let id = FAMILY.entry.id;
        let terminals = radix.checked_pow(digits);
        let stages = digits + extra;
        let switches = terminals.and_then(|rows| (rows / radix).checked_mul(stages));
        let nodes = switches.zip(terminals).and_then(|(a, b)| a.checked_add(b));
        check_nodes(id, nodes, &sizes)?;
        check_ports(id, radix, &sizes)?;
        let spec = format!("{id}:{sizes}");
        Ok(Box::new(Stages::new(plan(spec, radix, digits, extra))))
    }),
};

const RADIX: Integer = Control::new("k", "k", "Radix")
    .default("2")
    .help("Inputs and outputs of a switch.")
    .integer(2, 128);

const STAGES: Integer = Control::new("n", "n", "Stages")
    .default("3")
    .help("Stages of the butterfly, without extra ones.")
    .integer(1, 14);

const EXTRA: Integer = Control::new("extra", "x", "Extra stages")
    .default("0")
    .help("Stages before the butterfly; n − 1 make a Beneš network.")
    .integer(0, 13);

fn plan(spec: String, radix: u32, digits: u32, extra: u32) -> Plan {
    let terminals = radix.pow(digits);
    let added = digits - 1 - extra..digits - 1;
    let order: Vec<_> = added.chain((0..digits).rev()).collect();
    // A switch has the number of its rows without the digit in which they differ.
    let switch_of = |row: u32, digit: u32| {
        let weight = radix.pow(digit);
        row / weight / radix * weight + row % weight
    };
    let row_of = |switch: u32, digit: u32, output: u32| {
        let weight = radix.pow(digit);
        (switch / weight * radix + output) * weight + switch % weight
    };
    let stage = |(nth, &digit): (usize, &u32)| {
        let behind = |row| match order.get(nth + 1) {
            Some(&next) => switch_of(row, next),
            None => row,
        };
        let switches = 0..terminals / radix;
        let next = switches.flat_map(|switch| (0..radix).map(move |output| (switch, output)));
        let next = next.map(|(switch, output)| behind(row_of(switch, digit, output)));
        Stage {
            outputs: radix,
            next: next.collect(),
            tag: if nth < extra as usize {
                Tag::Any
            } else {
                let weight = radix.pow(digit);
                Tag::Digit { weight, radix }
            },
        }
    };
    Plan {
        spec,
        terminals,
        stages: order.iter().enumerate().map(stage).collect(),
        entries: (0..terminals).map(|row| switch_of(row, order[0])).collect(),
        digits: Some((radix, digits)),
    }
}
