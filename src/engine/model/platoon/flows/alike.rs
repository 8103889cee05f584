//! Ports that are alike: color refinement.
//!
//! Ports of equal load in one dimension have equal colors at first. Then ports are told apart whenever equally large
//! flows connect them with ports of different colors, until nothing changes. Ports of one color then
//! have the same equations, so they have the same solution, and one of them stands for all. In a
//! hypercube under e-cube routing, one lane of each dimension is left.

use std::collections::BTreeMap;

use super::counted::{Counted, Flow};

/// The class of each port, numbered in the order of their first members.
pub(super) fn classes(counted: &Counted) -> Vec<usize> {
    let ports = counted.count.len();
    let mut class = vec![0; ports];
    let mut found = 0;
    loop {
        let mut number = BTreeMap::new();
        let signatures = (0..ports).map(|port| signature(counted, &class, port));
        let next: Vec<_> = signatures
            .map(|signature| {
                let fresh = number.len();
                *number.entry(signature).or_insert(fresh)
            })
            .collect();
        class = next;
        if number.len() == found {
            return class;
        }
        found = number.len();
    }
}

/// The features of a port by which colors are refined: its own color and dimension, and the flows to and
/// from ports of each color.
fn signature(counted: &Counted, class: &[usize], port: usize) -> Vec<u64> {
    let other = counted.other[port].map_or(u64::MAX, |other| class[other] as u64);
    let radix = counted.rings[port].radix as u64;
    let dimension = u64::from(counted.dimension[port]);
    let mut signature = vec![
        class[port] as u64,
        counted.count[port],
        other,
        dimension,
        radix,
    ];
    for flows in [&counted.inputs[port], &counted.outputs[port]] {
        let colored = |flow: &Flow| (class[flow.port] as u64, flow.count, flow.met);
        let mut colored: Vec<_> = flows.iter().map(colored).collect();
        colored.sort_unstable();
        signature.push(colored.len() as u64);
        for (class, count, met) in colored {
            signature.extend([class, count, met]);
        }
    }
    signature
}
