//! Messages through lanes by the port before and the lane after them, a dependence that the model neglects
//! by giving every lane one delay beyond it.

use std::collections::BTreeMap;

/// Messages through each lane, by the port before it and the lane after it.
#[derive(Debug, Default)]
pub(super) struct Passages {
    through: Vec<BTreeMap<(usize, Option<usize>), u64>>,
}

impl Passages {
    /// Adds messages that come from a port, cross a lane and go to another one, or to their destination.
    pub(super) fn add(&mut self, from: usize, lane: usize, to: Option<usize>, count: u64) {
        if self.through.len() <= lane {
            self.through.resize_with(lane + 1, BTreeMap::new);
        }
        *self.through[lane].entry((from, to)).or_default() += count;
    }

    /// The share of passages through lanes that depend on where the message came from: what would have
    /// to go elsewhere for the messages of all inputs of a lane to be split alike. 0 for uniform traffic
    /// under dimension-order routing.
    pub(super) fn remembered(&self) -> f64 {
        let [mut all, mut off] = [0.0; 2];
        for passages in &self.through {
            let (mut into, mut onto) = (BTreeMap::new(), BTreeMap::new());
            for (&(from, to), &count) in passages {
                *into.entry(from).or_insert(0) += count;
                *onto.entry(to).or_insert(0) += count;
            }
            let through: u64 = into.values().sum();
            all += through as f64;
            for (&from, &entering) in &into {
                for (&to, &leaving) in &onto {
                    let count = passages.get(&(from, to)).copied().unwrap_or(0);
                    let alike = entering as f64 * leaving as f64 / through as f64;
                    off += (count as f64 - alike).abs() / 2.0;
                }
            }
        }
        if all > 0.0 { off / all } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::Passages;

    #[test]
    fn messages_that_are_split_alike_remember_nothing() {
        let mut passages = Passages::default();
        for (from, to, count) in [(0, Some(3), 2), (0, None, 1), (1, Some(3), 4), (1, None, 2)] {
            passages.add(from, 2, to, count);
        }
        assert!(passages.remembered() < 1e-12);
        // Half of the messages would have to go elsewhere.
        let mut passages = Passages::default();
        passages.add(0, 2, Some(3), 5);
        passages.add(1, 2, None, 5);
        assert!((passages.remembered() - 0.5).abs() < 1e-12);
    }
}
