//! How often terminals send to each other under a traffic pattern, as whole numbers.
//!
//! Whole numbers keep equal flows exactly equal, so that ports can be told to be alike. Where a pattern
//! gives every destination a whole weight, as uniform traffic and permutations do, they are exact;
//! elsewhere they are rounded to 2⁻⁴⁰ of what a source sends.

use crate::topology::{NodeId, Terminals};
use crate::traffic::Pattern;

/// Messages between terminals, per `unit` messages of a source.
#[derive(Debug)]
pub(in crate::model::platoon) struct Rates {
    /// Messages of every source that sends.
    pub(in crate::model::platoon) unit: u64,
    /// The number of terminals.
    terminals: usize,
    /// Row by row, the messages of a source to each terminal.
    sent: Vec<u64>,
}

/// The unit where weights are not whole numbers.
const FINE: u64 = 1 << 40;

/// The largest unit of whole weights.
const MOST: u64 = 1 << 20;

impl Rates {
    pub(in crate::model::platoon) fn of(terminals: &Terminals, pattern: &dyn Pattern) -> Self {
        let weight = |from: NodeId, to: NodeId| {
            if from == to {
                0.0
            } else {
                pattern.weight(from, to)
            }
        };
        let mut weights = Vec::new();
        for from in terminals.iter() {
            weights.extend(terminals.iter().map(|to| weight(from, to)));
        }
        let terminals = terminals.count() as usize;
        let rows = weights.chunks(terminals);
        let unit = unit_of_whole(rows.clone()).unwrap_or(FINE);
        let mut sent = Vec::with_capacity(weights.len());
        for row in rows {
            let all: f64 = row.iter().sum();
            let part = if all > 0.0 { unit as f64 / all } else { 0.0 };
            sent.extend(row.iter().map(|weight| (weight * part).round() as u64));
        }
        Self {
            unit,
            terminals,
            sent,
        }
    }

    /// The messages of a source to a destination, both given by their indices among the terminals.
    pub(in crate::model::platoon) fn between(&self, from: usize, to: usize) -> u64 {
        self.sent[from * self.terminals + to]
    }

    /// The messages of a source.
    pub(in crate::model::platoon) fn from(&self, source: usize) -> u64 {
        let row = &self.sent[source * self.terminals..][..self.terminals];
        row.iter().sum()
    }
}

/// The least common multiple of the sums of rows, if all weights are whole numbers and it is not large.
fn unit_of_whole<'a>(rows: impl Iterator<Item = &'a [f64]>) -> Option<u64> {
    let mut unit = 1;
    for row in rows {
        let is_whole = row.iter().all(|weight| weight.fract() == 0.0);
        let all: f64 = row.iter().sum();
        if !is_whole || all > MOST as f64 {
            return None;
        }
        if all > 0.0 {
            let all = all as u64;
            unit *= all / common_divisor(unit, all);
        }
        if unit > MOST {
            return None;
        }
    }
    Some(unit)
}

fn common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{topology, traffic};

    #[test]
    fn whole_weights_are_kept_and_others_add_up() {
        for (network, pattern, unit) in [
            ("mesh:3x3", "uniform", 8),
            ("mesh:3x3", "transpose", 1),
            ("mesh:3x3", "neighbor", 12),
            ("hypercube:4", "hotspot", FINE),
            ("mesh:5x4", "clustered", FINE),
        ] {
            let topology = topology::from_spec(network).expect(network);
            let terminals = Terminals::of(&*topology);
            let pattern = traffic::from_id(pattern, &*topology, 1).expect(pattern);
            let rates = Rates::of(&terminals, &*pattern);
            assert_eq!(rates.unit, unit, "{network}");
            for source in 0..terminals.count() as usize {
                let sent = rates.from(source);
                // A node on the diagonal sends nothing.
                let off = sent.abs_diff(unit);
                assert!(sent == 0 || off <= 32, "{network}: {sent} of {unit}");
            }
        }
    }
}
