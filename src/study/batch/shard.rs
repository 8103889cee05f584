//! Shards: parts of many lines, to divide the work among machines.

use engine::catalog::quoted;

/// The `i`-th of `n` parts: the lines i, n + i, 2n + i, …, counted from 1.
///
/// Successive lines of a grid are similar, also in their running times, so interleaving balances
/// the parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    part: usize,
    of: usize,
}

impl Default for Shard {
    fn default() -> Self {
        Self { part: 1, of: 1 }
    }
}

impl Shard {
    /// Parses `i/n`.
    ///
    /// # Errors
    /// Returns a message unless i is from 1 to n.
    pub fn read(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(part, of)| {
            let [part, of] = [part, of].map(|word| word.trim().parse().ok());
            Some((part?, of?))
        });
        match numbers {
            Some((part, of)) if (1..=of).contains(&part) => Ok(Self { part, of }),
            _ => Err(format!(
                "shard must be i/n with i from 1 to n, 2/8 for the second of eight parts, not {}",
                quoted(text)
            )),
        }
    }

    /// Whether a line, counted from 1, is in this part.
    pub fn has(self, line: usize) -> bool {
        line % self.of == self.part % self.of
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_in_exactly_one_part() {
        for of in 1..=7 {
            let parts: Vec<_> = (1..=of).map(|part| Shard { part, of }).collect();
            for line in 1..=50 {
                let containing = parts.iter().filter(|part| part.has(line)).count();
                assert_eq!(containing, 1, "line {line} of {of} parts");
            }
            let sizes = parts
                .iter()
                .map(|part| (1..=50).filter(|&line| part.has(line)).count());
            let (least, most) = (sizes.clone().min(), sizes.max());
            assert!(most <= least.map(|least| least + 1), "{of} parts");
        }
    }

    #[test]
    fn an_invalid_part_is_rejected_with_a_message() {
        assert_eq!(Shard::read("2/8"), Ok(Shard { part: 2, of: 8 }));
        for text in ["", "0/8", "9/8", "1", "1/0", "-1/2", "a/b", "1/2/3"] {
            let refused = Shard::read(text).expect_err(text);
            assert!(
                refused.starts_with("shard must be i/n"),
                "{text}: {refused}"
            );
        }
    }
}
