//! How two scenarios differ, in a few words.

use super::fields::FIELDS;
use crate::catalog::quoted;
use crate::scenario::Scenario;

impl Scenario {
    /// How another scenario differs, in a few words: `buffer B 2 → 4`.
    pub fn difference(&self, other: &Self) -> String {
        let (mut ours, mut theirs) = (self.clone(), other.clone());
        let messages = |scenario: &Self| scenario.messages.len().to_string();
        let faults = |scenario: &Self| scenario.faults.len().to_string();
        let mut changes = FIELDS.iter().filter_map(|field| {
            let (from, to) = (field.text(&mut ours), field.text(&mut theirs));
            let (from, to) = match field.key {
                _ if from == to => return None,
                // Lists are too long to be shown.
                "msg" => (messages(self), messages(other)),
                "fail" => (faults(self), faults(other)),
                _ => (quoted(&from), quoted(&to)),
            };
            Some(format!("{} {from} → {to}", field.name))
        });
        let first = changes.next().unwrap_or_default();
        match changes.count() {
            0 => first,
            more => format!("{first} and {more} more"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_told_in_a_few_words() {
        let mesh = Scenario::from_link("t=mesh:4x4&msg=0:0,0>3,3").scenario;
        for (link, told) in [
            ("t=mesh:4x4&msg=0:0,0>3,3", ""),
            ("t=mesh:4x4", "messages sent by hand 1 → 0"),
            (
                "t=torus:4x4&msg=0:0,0>3,3&pe=2",
                "network mesh:4x4 → torus:4x4 and 1 more",
            ),
            (
                "t=mesh:4x4&msg=0:0,0>3,3&pe=2",
                "ejection ports nothing → 2",
            ),
        ] {
            let other = Scenario::from_link(link).scenario;
            assert_eq!(mesh.difference(&other), told);
        }
    }
}
