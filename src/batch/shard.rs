//! A part of many lines, so that several machines share them.

use crate::catalog::quoted;

/// The `i`-th of `n` parts: of lines that are counted from 1, those with i, n + i, 2n + i, …
///
/// Neighbors of a grid differ least, also in how long they take, so each part gets some of all.
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
    /// Reads `i/n`.
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

    /// Whether a line is in this part; the first has number 1.
    pub fn has(self, line: usize) -> bool {
        line % self.of == self.part % self.of
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_share_all_lines_and_no_line_twice() {
        for of in 1..=7 {
            let parts: Vec<_> = (1..=of).map(|part| Shard { part, of }).collect();
            for line in 1..=50 {
                let takers = parts.iter().filter(|part| part.has(line)).count();
                assert_eq!(takers, 1, "line {line} of {of} parts");
            }
            let sizes = parts
                .iter()
                .map(|part| (1..=50).filter(|&line| part.has(line)).count());
            let (least, most) = (sizes.clone().min(), sizes.max());
            assert!(most <= least.map(|least| least + 1), "{of} parts");
        }
    }

    #[test]
    fn a_part_that_is_none_is_refused_in_a_sentence() {
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
