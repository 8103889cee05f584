//! Entries in the browser's history: *Back* undoes actions of the user, and nothing that changed by itself.

use super::Address;

/// Keys of an address that change while the user only looks; they update the newest entry.
const PASSING: [&str; 6] = ["c", "sel", "follow", "theme", "workers", "v"];

/// The content of the newest entry.
#[derive(Debug, Clone, Default)]
pub struct Entries {
    newest: Vec<(String, String)>,
    /// The key of the number being changed, and the time of its last change \[ms\].
    editing: Option<(String, f64)>,
}

impl Entries {
    /// Changes of one number within this time of each other \[ms\] are one action: a slider being dragged.
    const MOMENT: f64 = 1500.0;

    /// Sets the newest entry, after the page was opened at a state or navigated to it.
    pub fn are_at(&mut self, state: &Address) {
        *self = Self {
            newest: lasting(state),
            editing: None,
        };
    }

    /// Records a state and returns whether it needs a new entry; otherwise it replaces the newest one. `time` is
    /// in ms.
    pub fn take(&mut self, state: &Address, time: f64) -> bool {
        let now = lasting(state);
        let changed = changed_keys(&self.newest, &now);
        if changed.is_empty() {
            return false;
        }
        let number = match &*changed {
            [key] if is_number(&self.newest, key) && is_number(&now, key) => Some(key.clone()),
            _ => None,
        };
        let editing = self.editing.take();
        let continues =
            editing.is_some_and(|(key, at)| Some(key) == number && time - at <= Self::MOMENT);
        self.editing = number.map(|key| (key, time));
        self.newest = now;
        !continues
    }
}

/// Returns the keys and values of an address without [`PASSING`] ones.
fn lasting(state: &Address) -> Vec<(String, String)> {
    let query = state.write();
    let pairs = query.split('&').map(|pair| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        (key.to_owned(), value.to_owned())
    });
    pairs
        .filter(|(key, _)| !PASSING.contains(&&**key))
        .collect()
}

fn changed_keys(before: &[(String, String)], after: &[(String, String)]) -> Vec<String> {
    let missing = |from: &[(String, String)], pair: &&(String, String)| !from.contains(pair);
    let gone = before.iter().filter(|pair| missing(after, pair));
    let come = after.iter().filter(|pair| missing(before, pair));
    let mut keys = Vec::new();
    for (key, _) in gone.chain(come) {
        if !keys.contains(key) {
            keys.push(key.clone());
        }
    }
    keys
}

/// Returns whether a key is absent, which means its default, or a number.
fn is_number(pairs: &[(String, String)], key: &str) -> bool {
    let value = pairs.iter().find(|(known, _)| known == key);
    value.is_none_or(|(_, value)| value.parse::<f64>().is_ok()) && !["msg", "heat"].contains(&key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::routing::Scripts;

    /// Returns which of these addresses, visited at these times, make a new entry.
    fn entries(of: &[(&str, f64)]) -> Vec<bool> {
        let mut entries = Entries::default();
        let state = |link| Address::read(link, &Scripts::default()).address;
        entries.are_at(&state(of[0].0));
        let later = of[1..].iter();
        later
            .map(|&(link, time)| entries.take(&state(link), time))
            .collect()
    }

    #[test]
    fn actions_make_entries_and_passing_time_does_not() {
        assert_eq!(
            entries(&[
                ("t=mesh:4x4&c=0", 0.0),
                ("t=mesh:4x4&c=9", 1.0),
                ("t=mesh:4x4&c=9&sel=n0,0", 2.0),
                ("t=mesh:4x4&show=routes&c=9", 3.0),
                ("t=mesh:4x4&show=routes&heat=1&c=9", 4.0),
                ("t=mesh:4x4&show=routes&view=modes&heat=1&c=9", 5.0),
                ("t=torus:4x4&show=routes&view=modes&heat=1&c=0", 6.0),
            ]),
            [false, false, true, true, true, true]
        );
    }

    #[test]
    fn dragging_a_slider_makes_one_entry() {
        assert_eq!(
            entries(&[
                ("t=mesh:4x4", 0.0),
                ("t=mesh:4x4&lam=0.01", 1_000.0),
                ("t=mesh:4x4&lam=0.02", 2_000.0),
                ("t=mesh:4x4&lam=0.03", 3_000.0),
                ("t=mesh:4x4&buf=2&lam=0.03", 3_100.0),
                ("t=mesh:4x4&buf=2&lam=0.04", 3_200.0),
                ("t=mesh:4x4&buf=2&lam=0.05", 9_000.0),
            ]),
            [true, false, false, true, true, true]
        );
    }

    #[test]
    fn every_message_sent_makes_an_entry() {
        assert_eq!(
            entries(&[
                ("t=mesh:4x4", 0.0),
                ("t=mesh:4x4&msg=0:0,0>1,1", 10.0),
                ("t=mesh:4x4&msg=0:0,0>1,1;0:1,1>2,2", 20.0),
            ]),
            [true, true]
        );
    }

    #[test]
    fn going_back_makes_no_entry() {
        let mut entries = Entries::default();
        let [first, second] = ["t=mesh:4x4&c=3", "t=mesh:4x4&vc=3&c=3"]
            .map(|link| Address::read(link, &Scripts::default()).address);
        entries.are_at(&first);
        assert!(entries.take(&second, 0.0));
        entries.are_at(&first);
        assert!(!entries.take(&first, 1.0));
    }
}
