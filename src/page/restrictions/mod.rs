//! Restrictions of a link: whether it shows the page without its bar, which parts it hides, what it locks, and which
//! page may send messages to the embedded one.
//!
//! Restrictions help a lecturer to hand on a picture; they protect nothing, since an address can be edited. They stay
//! in force until another address that names any of them is followed, or the page is loaded without them.

mod origin;

use engine::catalog::{one_of, quoted};

pub use origin::{Origin, accepts};

/// The parts of the page that a link can hide: the name in links, and the name in menus.
const PARTS: [(&str, &str); 11] = [
    ("bar", "Bar at the top"),
    ("places", "Links to other places"),
    ("settings", "Settings"),
    ("examples", "Examples"),
    ("undo", "Undo and redo"),
    ("tools", "Tools of the picture"),
    ("summary", "Summary of the picture"),
    ("time", "Play and steps"),
    ("dock", "Views below the picture"),
    ("overlays", "Overlays"),
    ("inspector", "Inspector"),
];

/// The locks that a link can set: the name in links, the name in sentences, and the fields of the scenario, as beginnings of
/// their paths.
const LOCKS: [(&str, &str, &[&str]); 13] = [
    ("network", "the network", &["network"]),
    ("routing", "the routing function", &["routing"]),
    ("switching", "switching", &["switching"]),
    ("vcs", "the virtual channels", &["vcs", "dateline"]),
    ("buffer", "the buffers", &["buffer"]),
    ("length", "the length of messages", &["length"]),
    ("traffic", "the traffic", &["traffic.", "packet."]),
    ("messages", "the messages sent by hand", &["messages"]),
    ("faults", "the failed links", &["faults"]),
    (
        "others",
        "the other settings",
        &["selection", "timing.", "ports.", "seed", "run."],
    ),
    ("view", "the view", &[]),
    ("time", "the time shown", &[]),
    ("place", "the place", &[]),
];

/// The number of locks of the scenario, the first of [`LOCKS`].
const OF_SCENARIO: usize = 10;

/// Names that stand for several locks, the longest first.
const GROUPS: [(&str, u16); 2] = [
    ("all", (1 << LOCKS.len()) - 1),
    ("settings", (1 << OF_SCENARIO) - 1),
];

/// The keys of links that name restrictions.
const KEYS: [&str; 4] = ["ui", "hide", "lock", "host"];

/// A set of parts of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hidden(u16);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Locked(u16);

/// How much of the page is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Frame {
    #[default]
    Full,
    /// The page without its bar, as in a frame of another page.
    Embed,
    /// Only the picture, for an audience, as long as the user does not leave that.
    Present,
}

impl Frame {
    /// All of them, with their names in links.
    pub const ALL: [(Self, &'static str); 3] = [
        (Self::Full, "full"),
        (Self::Embed, "embed"),
        (Self::Present, "present"),
    ];

    /// Finds a frame by its name in links.
    pub fn from_id(id: &str) -> Option<Self> {
        let known = Self::ALL.iter().find(|(_, known)| *known == id);
        known.map(|(frame, _)| *frame)
    }

    pub fn id(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// The restrictions of a link.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Restrictions {
    /// How much of the page is shown.
    pub frame: Frame,
    /// The parts that are not shown.
    pub hidden: Hidden,
    /// Settings that may not be changed.
    pub locked: Locked,
    /// The origin of the page with which an embedded page exchanges messages; `None` for its own origin.
    pub host: Option<Origin>,
}

impl Restrictions {
    /// Returns whether the page is shown without its bar, as in a frame of another page.
    pub fn is_embedded(&self) -> bool {
        self.frame == Frame::Embed
    }

    /// The keys that the restrictions need in a link, with their values.
    pub fn pairs(&self) -> Vec<String> {
        let usual = ["ui=full", "hide=", "lock="];
        let mut pairs = self.all_pairs();
        pairs.retain(|pair| !usual.contains(&&**pair));
        pairs
    }

    /// The query string that names all restrictions, also none, so that it replaces those in force.
    pub fn write(&self) -> String {
        self.all_pairs().join("&")
    }

    fn all_pairs(&self) -> Vec<String> {
        let (hidden, locked) = (self.hidden.names(), self.locked.names());
        let mut pairs = vec![
            format!("ui={}", self.frame.id()),
            format!("hide={}", hidden.join(",")),
            format!("lock={}", locked.join(",")),
        ];
        let host = self.host.as_ref();
        pairs.extend(host.map(|host| format!("host={}", host.as_str())));
        pairs
    }
}

impl Hidden {
    /// All parts that can be hidden: the name in links, and the name in menus.
    pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
        PARTS.into_iter()
    }

    /// Hides a part; returns whether there is one with that name.
    pub fn add(&mut self, name: &str) -> bool {
        self.set(name, true)
    }

    /// Hides a part or shows it; returns whether there is one with that name.
    pub fn set(&mut self, name: &str, is_hidden: bool) -> bool {
        let place = PARTS.iter().position(|(known, _)| *known == name);
        set(&mut self.0, place.map_or(0, |place| 1 << place), is_hidden)
    }

    /// Returns whether a part is hidden.
    pub fn has(self, name: &str) -> bool {
        self.names().contains(&name)
    }

    /// The names of the hidden parts.
    pub fn names(self) -> Vec<&'static str> {
        members(self.0).map(|place| PARTS[place].0).collect()
    }
}

impl Locked {
    /// The names of all locks and groups of locks, the groups last.
    pub fn all_names() -> Vec<&'static str> {
        let groups = GROUPS.iter().rev().map(|(name, _)| *name);
        LOCKS.iter().map(|(name, ..)| *name).chain(groups).collect()
    }

    /// All locks: the name in links, and the name in sentences.
    pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
        LOCKS.into_iter().map(|(name, words, _)| (name, words))
    }

    /// Locks something; returns whether there is a lock or a group of locks with that name.
    pub fn add(&mut self, name: &str) -> bool {
        self.set(name, true)
    }

    /// Locks or releases something; returns whether there is a lock or a group of locks with that name.
    pub fn set(&mut self, name: &str, is_locked: bool) -> bool {
        set(&mut self.0, bits(name), is_locked)
    }

    /// The shortest list of names.
    pub fn names(self) -> Vec<&'static str> {
        let mut names = Vec::new();
        let mut left = self.0;
        for (name, group) in GROUPS {
            if left & group == group {
                names.push(name);
                left &= !group;
            }
        }
        names.extend(members(left).map(|place| LOCKS[place].0));
        names
    }

    /// Returns whether nothing is locked.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether any of what a name stands for is locked.
    pub fn has(self, name: &str) -> bool {
        self.0 & bits(name) != 0
    }

    /// Returns whether a control is locked, by the name that lessons use for it.
    pub fn has_control(self, control: &str) -> bool {
        self.has(match control {
            "rate" | "multicast" => "traffic",
            "send" => "messages",
            "fail" => "faults",
            "script" => "routing",
            // Changes to several settings at once.
            "all" | "deadlock" => "settings",
            "space-time" | "modes" | "curve" => "view",
            "play" => "time",
            control => control,
        })
    }

    /// Returns whether the field at a path of the JSON form of a scenario is locked.
    pub fn has_field(self, path: &str) -> bool {
        lock_of(path).is_some_and(|lock| self.0 & (1 << lock) != 0)
    }

    /// The names in sentences, as a list.
    pub fn in_words(self) -> String {
        let names: Vec<_> = members(self.0).map(|place| LOCKS[place].1).collect();
        match names.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
            None => String::new(),
        }
    }

    /// Returns the first lock for whose name in links `is_so` holds, by its name in sentences.
    pub(super) fn find(self, is_so: impl Fn(&str) -> bool) -> Option<&'static str> {
        let mut locks = members(self.0).map(|lock| LOCKS[lock]);
        locks
            .find(|(name, ..)| is_so(name))
            .map(|(_, words, _)| words)
    }
}

/// Returns whether a key and its value restrict the page, rather than hide part of a curve of Experiment.
pub(super) fn is_restricting(pair: &str) -> bool {
    let key = pair.split('=').next();
    let is_of_curve = ["hide=lines", "hide=points"].contains(&pair);
    !is_of_curve && key.is_some_and(|key| KEYS.contains(&key))
}

/// Adds the names of a list, given in the field `field`.
///
/// # Errors
///
/// A sentence that names the field, the `known` names and the first one that is unknown. The others are added.
pub(super) fn add_all(
    field: &str,
    text: &str,
    known: &[&'static str],
    mut add: impl FnMut(&str) -> bool,
) -> Result<(), String> {
    // Some programs escape the comma in an address.
    let names = text.split(',').flat_map(|name| name.split("%2C"));
    let names = names.filter(|name| !name.is_empty());
    // All are added, also after an unknown one.
    let unknown: Vec<_> = names.filter(|name| !add(name)).collect();
    let Some(unknown) = unknown.first() else {
        return Ok(());
    };
    let (known, unknown) = (one_of(known), quoted(unknown));
    Err(format!("{field} must be a list of {known}, not {unknown}"))
}

/// The places of the members of a set.
fn members(bits: u16) -> impl Iterator<Item = usize> {
    (0..16).filter(move |place| bits & (1 << place) != 0)
}

/// Sets or clears bits of a set; returns whether there are any.
fn set(all: &mut u16, bits: u16, is_in: bool) -> bool {
    *all = if is_in { *all | bits } else { *all & !bits };
    bits != 0
}

fn bits(name: &str) -> u16 {
    let group = GROUPS.iter().find(|(known, _)| *known == name);
    let lock = || LOCKS.iter().position(|(known, ..)| *known == name);
    group.map_or_else(|| lock().map_or(0, |lock| 1 << lock), |(_, bits)| *bits)
}

/// The lock of a field, of which every field has one.
fn lock_of(path: &str) -> Option<usize> {
    LOCKS.iter().position(|(_, _, fields)| {
        let mut fields = fields.iter();
        fields.any(|field| *field == path || field.ends_with('.') && path.starts_with(field))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use study::scenario::Scenario;

    #[test]
    fn every_field_of_a_scenario_has_a_lock() {
        for (_, path) in Scenario::fields() {
            assert!(
                lock_of(path).is_some_and(|lock| lock < OF_SCENARIO),
                "{path}"
            );
        }
    }

    #[test]
    fn groups_stand_for_their_locks_and_are_written_in_their_place() {
        let locked = |names: &[&str]| {
            let mut locked = Locked::default();
            assert!(names.iter().all(|name| locked.add(name)));
            locked
        };
        assert_eq!(locked(&["time", "settings"]).names(), ["settings", "time"]);
        assert_eq!(
            locked(&["settings", "view", "time", "place"]).names(),
            ["all"]
        );
        assert_eq!(locked(&["vcs", "network"]).names(), ["network", "vcs"]);
        assert!(locked(&["settings"]).has_field("run.cycles"));
        assert!(locked(&["vcs"]).has_field("dateline") && !locked(&["vcs"]).has_field("buffer"));
        // A button that changes several settings is locked with any of them.
        assert!(locked(&["vcs"]).has_control("all") && !locked(&["time"]).has_control("all"));
        assert!(!Locked::default().add("nothing"));
    }
}
