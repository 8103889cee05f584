//! Short descriptions of how two scenarios differ.

use super::fields::FIELDS;
use crate::scenario::Scenario;
use engine::catalog::quoted;
use engine::topology::short_name_of;

impl Scenario {
    /// A short description of how `other` differs: `buffer B 2 → 4`.
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
                "t" => {
                    let [from, to] = [&from, &to].map(|network| short_name_of(network));
                    if from == to {
                        (from, "another".to_owned())
                    } else {
                        (quoted(&from), quoted(&to))
                    }
                }
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

    /// The number of differences: each setting, each message and each failed link counts once.
    pub fn changes(&self, other: &Self) -> usize {
        let (mut ours, mut theirs) = (self.clone(), other.clone());
        let settings = FIELDS
            .iter()
            .filter(|field| !["msg", "fail"].contains(&field.key));
        let settings = settings.filter(|field| field.text(&mut ours) != field.text(&mut theirs));
        settings.count()
            + differing_items(&self.messages, &other.messages)
            + differing_items(&self.faults, &other.faults)
    }
}

/// The number of items that only one of two lists contains. An item that was replaced by another
/// counts once.
fn differing_items<T: PartialEq>(ours: &[T], theirs: &[T]) -> usize {
    let more = |list: &[T], than: &[T]| {
        let mut rest: Vec<_> = than.iter().collect();
        let alone = list.iter().filter(|item| {
            let same = rest.iter().position(|other| other == item);
            same.map(|place| rest.swap_remove(place)).is_none()
        });
        alone.count()
    };
    more(ours, theirs).max(more(theirs, ours))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_counted_one_by_one() {
        let of = |link: &str| Scenario::from_link(link).scenario;
        let scene = of("t=mesh:4x4&msg=0:0,0>3,3;4:1,0>3,3");
        for (link, count) in [
            ("t=mesh:4x4&msg=0:0,0>3,3;4:1,0>3,3", 0),
            ("t=mesh:4x4&vc=3&msg=0:0,0>3,3;4:1,0>3,3", 1),
            ("t=torus:4x4&vc=3&msg=0:0,0>3,3;4:1,0>3,3", 2),
            ("t=mesh:4x4&msg=0:0,0>3,3;4:1,0>3,3;5:0,1>3,1", 1),
            ("t=mesh:4x4&msg=0:0,0>3,3;5:1,0>3,3", 1),
            ("t=mesh:4x4&fail=0,0>1,0&msg=0:0,0>3,3", 2),
        ] {
            assert_eq!(of(link).changes(&scene), count, "{link}");
        }
    }

    #[test]
    fn a_difference_has_a_short_description() {
        let mesh = Scenario::from_link("t=mesh:4x4&msg=0:0,0>3,3").scenario;
        for (link, description) in [
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
            assert_eq!(mesh.difference(&other), description);
        }
    }
}
