//! Stored points, so that nothing has to be simulated twice.
//!
//! The key of a point is its input: the whole scenario with its load, its seed and the length of
//! its run, and the version of the format. Points of one *subject*, the scenario without load and
//! length, form a curve. A store has a [`KeptIndex`], which lists the oldest point first and evicts
//! the oldest points that exceed its bound.

use xxhash_rust::xxh3::xxh3_64;

use super::Report;
use crate::scenario::{Run, Scenario};

/// Version of reports and their meaning; points of another version are not found.
pub const POINT_FORMAT: u32 = 2;

/// The largest number of stored points, of about two kilobytes each.
pub const MOST_KEPT: usize = 600;

/// The input from which a point was simulated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PointKey {
    /// Hash of the scenario without its load, its listed messages and the length of its run.
    pub subject: String,
    /// Hash of the whole scenario.
    pub point: String,
}

impl PointKey {
    /// The key of a scenario that is simulated exactly as given.
    pub fn of(scenario: &Scenario) -> Self {
        Self {
            subject: subject_of(scenario),
            point: hash(&scenario.to_link()),
        }
    }

    /// The hash of a text that is not a scenario.
    pub fn of_text(text: &str) -> String {
        hash(text)
    }
}

/// Hash of a scenario without its load, its listed messages and the length of its run.
pub fn subject_of(scenario: &Scenario) -> String {
    let mut subject = scenario.clone();
    subject.traffic.rate = 0.0;
    subject.messages.clear();
    subject.run = Run::default();
    hash(&subject.to_link())
}

fn hash(link: &str) -> String {
    let text = format!("{POINT_FORMAT} {link}");
    format!("{:016x}", xxh3_64(text.as_bytes()))
}

/// A stored point in the index.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    key: PointKey,
    /// Requested cycles, over all replications: the more, the better.
    cycles: u64,
}

/// The index of stored points, the oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KeptIndex {
    entries: Vec<Entry>,
}

impl KeptIndex {
    /// Adds the point of a scenario as the newest. Returns the hashes of the points to delete, so
    /// that at most `most` are left.
    pub fn put(&mut self, scenario: &Scenario, most: usize) -> Vec<String> {
        let key = PointKey::of(scenario);
        self.entries.retain(|entry| entry.key.point != key.point);
        let cycles = scenario
            .run
            .cycles
            .saturating_mul(scenario.run.replications);
        self.entries.push(Entry {
            key,
            cycles: cycles.max(0).cast_unsigned(),
        });
        self.shrink(most)
    }

    /// Keeps the newest `most` points and returns the hashes of the points to delete.
    pub fn shrink(&mut self, most: usize) -> Vec<String> {
        let surplus = self.entries.len().saturating_sub(most);
        let gone = self.entries.drain(..surplus);
        gone.map(|entry| entry.key.point).collect()
    }

    /// Removes the points of a subject and returns their hashes.
    pub fn forget(&mut self, subject: &str) -> Vec<String> {
        let is_its = |entry: &Entry| entry.key.subject == subject;
        let gone = self.entries.iter().filter(|entry| is_its(entry));
        let gone = gone.map(|entry| entry.key.point.clone()).collect();
        self.entries.retain(|entry| !is_its(entry));
        gone
    }

    /// The hashes of the points of a subject, those of the longest runs first.
    pub fn of_subject(&self, subject: &str) -> Vec<&str> {
        let ours = self.entries.iter();
        let ours = ours.filter(|entry| entry.key.subject == subject);
        let mut ours: Vec<_> = ours.collect();
        ours.sort_by_key(|entry| std::cmp::Reverse(entry.cycles));
        ours.into_iter().map(|entry| &*entry.key.point).collect()
    }

    /// Whether the point of a scenario is stored.
    pub fn has(&self, scenario: &Scenario) -> bool {
        let point = PointKey::of(scenario).point;
        self.entries.iter().any(|entry| entry.key.point == point)
    }

    /// The number of stored points.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no points are stored.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The text form, one line per point.
    pub fn to_text(&self) -> String {
        let lines = self.entries.iter().map(|entry| {
            let PointKey { subject, point } = &entry.key;
            format!("{point} {subject} {}\n", entry.cycles)
        });
        lines.collect()
    }

    /// Parses the output of [`KeptIndex::to_text`] and ignores all other lines.
    pub fn from_text(text: &str) -> Self {
        let entries = text.lines().filter_map(|line| {
            let mut words = line.split(' ');
            let (point, subject, cycles) = (words.next()?, words.next()?, words.next()?);
            let is_hash =
                |word: &str| word.len() == 16 && word.bytes().all(|b| b.is_ascii_hexdigit());
            (is_hash(point) && is_hash(subject)).then_some(())?;
            Some(Entry {
                key: PointKey {
                    subject: subject.to_owned(),
                    point: point.to_owned(),
                },
                cycles: cycles.parse().ok()?,
            })
        });
        Self {
            entries: entries.collect(),
        }
    }
}

/// Sorts reports by load. Of several at one load, the first remains; if the reports come in the order of
/// [`KeptIndex::of_subject`], it is that of the longest run.
pub fn by_load(reports: Vec<Report>) -> Vec<Report> {
    let mut kept: Vec<Report> = Vec::new();
    for report in reports {
        if !kept
            .iter()
            .any(|other| other.load.total_cmp(&report.load).is_eq())
        {
            kept.push(report);
        }
    }
    kept.sort_by(|a, b| a.load.total_cmp(&b.load));
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::{Point, as_measured, at_load, simulate};

    fn scenario(link: &str) -> Scenario {
        Scenario::from_link(link).scenario
    }

    #[test]
    fn keys_differ_exactly_if_the_simulations_do() {
        let base = scenario("t=torus:4x4&lam=0.01");
        let key = PointKey::of(&base);
        assert_eq!(PointKey::of(&base), key);
        for (other, is_same_subject) in [
            ("t=torus:4x4&lam=0.02", true),
            ("t=torus:4x4&lam=0.01&run=3000", true),
            ("t=torus:4x4&lam=0.01&rep=3", true),
            ("t=torus:4x4&lam=0.01&seed=2", false),
            ("t=torus:4x4&lam=0.01&vc=3", false),
            ("t=mesh:4x4&lam=0.01", false),
        ] {
            let other_key = PointKey::of(&scenario(other));
            assert_ne!(other_key.point, key.point, "{other}");
            assert_eq!(other_key.subject == key.subject, is_same_subject, "{other}");
        }
    }

    #[test]
    fn the_oldest_points_are_evicted_and_a_repeated_point_is_new() {
        let mut index = KeptIndex::default();
        let at = |load: u32| scenario(&format!("t=mesh:4x4&lam=0.0{load}"));
        for load in 1..=3 {
            assert_eq!(index.put(&at(load), 3), [""; 0]);
        }
        index.put(&at(1), 3);
        let gone = index.put(&at(4), 3);
        assert_eq!(gone, [PointKey::of(&at(2)).point]);
        assert!(index.has(&at(1)) && index.has(&at(3)) && index.has(&at(4)));
        assert_eq!(index.len(), 3);
        let subject = subject_of(&at(1));
        assert_eq!(index.forget(&subject).len(), 3);
        assert!(index.is_empty());
    }

    #[test]
    fn the_index_survives_storage_and_ignores_damaged_lines() {
        let mut index = KeptIndex::default();
        index.put(&scenario("t=mesh:4x4&lam=0.01"), 9);
        index.put(&scenario("t=mesh:4x4&lam=0.01&run=900000"), 9);
        let text = index.to_text();
        assert_eq!(KeptIndex::from_text(&text), index);
        let damaged = format!("nonsense\n{text}0123 4 5\n");
        assert_eq!(KeptIndex::from_text(&damaged), index);
        let subject = subject_of(&scenario("t=mesh:4x4"));
        let longest = index.of_subject(&subject)[0];
        let long = PointKey::of(&scenario("t=mesh:4x4&lam=0.01&run=900000"));
        assert_eq!(longest, long.point);
    }

    /// Otherwise a stored point could replace a different simulation.
    #[test]
    fn equal_keys_give_equal_points_and_other_lengths_have_other_keys() {
        let mut keys = Vec::new();
        for link in [
            "t=torus:4x4&M=8",
            "t=torus:4x4&M=8&run=6000",
            "t=torus:4x4&M=8&run=9000",
            "t=torus:4x4&M=8&warm=auto&prec=0.2",
        ] {
            let scenario = scenario(link);
            let measured = || {
                let at_load = at_load(&scenario, 0.03).expect("a valid load");
                let point = Point::new(&at_load).expect("a valid scenario");
                point.on_curve().simulate(|_| ())
            };
            assert_eq!(measured(), measured(), "{link}");
            let built = scenario.build().expect("a valid scenario");
            let key = PointKey::of(&as_measured(&scenario, &built, 0.03));
            assert!(!keys.contains(&key), "{link}");
            keys.push(key);
        }
    }

    /// The page builds a network once and then measures it in longer runs.
    #[test]
    fn a_longer_run_of_the_same_network_has_its_own_key() {
        let short = scenario("t=hypercube:3&M=16&run=400");
        let built = short.build().expect("a valid scenario");
        let mut long = short.clone();
        long.run.cycles = 1600;
        let measured = |scenario| as_measured(scenario, &built, 0.03);
        assert_eq!(measured(&long).run.cycles, 1600);
        assert_ne!(
            PointKey::of(&measured(&long)),
            PointKey::of(&measured(&short))
        );
    }

    #[test]
    fn the_first_of_two_points_at_one_load_remains() {
        let report = simulate(&scenario("t=mesh:4&run=100"), |_| ()).expect("a valid scenario");
        let at = |load, verdict: &str| Report {
            load,
            verdict: verdict.to_owned(),
            ..report.clone()
        };
        let reports = vec![at(0.2, "long"), at(0.1, "low"), at(0.2, "short")];
        let verdicts: Vec<_> = by_load(reports).into_iter().map(|r| r.verdict).collect();
        assert_eq!(verdicts, ["low", "long"]);
    }
}
