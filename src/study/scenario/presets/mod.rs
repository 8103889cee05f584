//! Examples: named scenarios, grouped by the question that they answer.

mod list;

use super::Scenario;

pub use list::{PRESETS, RING_DEADLOCK};

#[derive(Debug)]
pub struct Preset {
    /// Id, which files contain; never renamed.
    pub id: &'static str,
    /// The question that it answers.
    pub group: Group,
    pub name: &'static str,
    /// One short sentence about what it shows.
    pub summary: &'static str,
    /// The query of its link.
    pub link: &'static str,
    /// The views shown next to the network or over it, as the rest of that query.
    pub shows: &'static str,
    /// The cycle at which playback starts, chosen so that something moves at once.
    pub start: u64,
    /// Playback speed \[cycles/s\].
    pub speed: f64,
}

/// A question that examples answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// One message, alone or blocked by another.
    Message,
    Network,
    Routing,
    /// Deadlocks, and how they are prevented.
    Deadlock,
    OneToMany,
    Load,
    Papers,
}

impl Group {
    /// Every group, in the order of the gallery.
    pub const ALL: &'static [Self] = &[
        Self::Message,
        Self::Network,
        Self::Routing,
        Self::Deadlock,
        Self::OneToMany,
        Self::Load,
        Self::Papers,
    ];

    /// The question, in the words of a newcomer.
    pub fn question(self) -> &'static str {
        match self {
            Self::Message => "How does a message travel?",
            Self::Network => "How are nodes connected?",
            Self::Routing => "Which path does a message take?",
            Self::Deadlock => "What is a deadlock, and how is it avoided?",
            Self::OneToMany => "How does one node reach many?",
            Self::Load => "What happens under load?",
            Self::Papers => "What do the papers simulate?",
        }
    }

    /// Its examples, in the order of the gallery.
    pub fn presets(self) -> impl Iterator<Item = &'static Preset> {
        PRESETS.iter().filter(move |preset| preset.group == self)
    }
}

/// Former names of examples, with their ids.
const FORMER_NAMES: &[(&str, &str)] = &[
    (
        "Blocked: a worm stays spread",
        "blocked-worm-holds-channels",
    ),
    (
        "Blocked: a worm holds its channels",
        "blocked-worm-holds-channels",
    ),
    ("Four worms lock a ring", RING_DEADLOCK),
    ("Four worms deadlock in a ring", RING_DEADLOCK),
    (
        "The same with two virtual channels",
        "the-same-ring-with-v-2",
    ),
    (
        "Unrestricted adaptive: locks",
        "unrestricted-adaptive-deadlock",
    ),
    (
        "Fully adaptive, unrestricted: deadlocks",
        "unrestricted-adaptive-deadlock",
    ),
    ("Duato: the escape, counted", "duato-escape-use"),
    (
        "Replicated broadcasts lock",
        "replicated-broadcasts-deadlock",
    ),
    ("The torus paper's 10-cube", "ciciani-et-al-table-4"),
    ("The torus paper's 16-ary 3-cube", "ciciani-et-al-table-2"),
];

impl Preset {
    /// Finds an example by its id, its name or a former name.
    pub fn named(text: &str) -> Option<&'static Self> {
        let mut all = PRESETS.iter();
        let found = all.find(|preset| preset.id == text || preset.name == text);
        found.or_else(|| {
            let (_, id) = FORMER_NAMES.iter().find(|(name, _)| *name == text)?;
            PRESETS.iter().find(|preset| preset.id == *id)
        })
    }

    pub fn scenario(&self) -> Scenario {
        Scenario::from_link(self.link).scenario
    }

    /// The complete query of its link: scenario, views, first cycle and speed of playback.
    pub fn query(&self) -> String {
        let Self { start, speed, .. } = self;
        let time = format!("play={speed}&c={start}");
        let parts = [self.link, self.shows, &time];
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join("&")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::sim::{HeaderState, Simulator};

    #[test]
    fn every_preset_is_valid_and_its_link_is_the_shortest() {
        for preset in PRESETS {
            let opened = Scenario::from_link(preset.link);
            assert_eq!(opened.problems, [], "{}", preset.name);
            assert_eq!(opened.scenario.to_link(), preset.link);
            let same = PRESETS.iter().filter(|other| other.id == preset.id);
            assert_eq!(same.count(), 1, "{}", preset.id);
        }
    }

    #[test]
    fn every_preset_moves_as_soon_as_it_is_played() {
        /// Cycles played within a second.
        const SOON: u64 = 6;
        const PATIENCE: u64 = 2000;
        let mut still = Vec::new();
        for preset in PRESETS {
            let built = preset.scenario().build().expect("presets are usable");
            if built.packet.is_some() {
                // It shows a curve: the picture does not show packets.
                continue;
            }
            let mut simulator = Simulator::new(built.design);
            let crossed = |simulator: &Simulator| simulator.crossings().iter().sum::<u64>();
            for _ in 0..preset.start {
                simulator.step();
            }
            let before = crossed(&simulator);
            while crossed(&simulator) == before && simulator.cycle() < preset.start + PATIENCE {
                simulator.step();
            }
            if simulator.cycle() > preset.start + SOON {
                still.push((preset.id, preset.start, simulator.cycle()));
            }
        }
        assert_eq!(still, [], "nothing moves from the start to the cycle given");
    }

    #[test]
    fn every_group_has_a_question_and_a_few_short_examples() {
        for group in Group::ALL {
            assert!(group.question().ends_with('?'));
            assert!((2..=9).contains(&group.presets().count()), "{group:?}");
        }
        let grouped = Group::ALL.iter().map(|group| group.presets().count());
        assert_eq!(grouped.sum::<usize>(), PRESETS.len());
        for preset in PRESETS {
            let Preset { name, summary, .. } = preset;
            assert!(name.chars().count() <= 44, "{name}");
            assert!(summary.chars().count() <= 110, "{summary}");
            assert_eq!(summary.matches(". ").count(), 0, "{summary}");
            assert!(summary.ends_with('.'), "{summary}");
        }
    }

    #[test]
    fn former_names_find_the_same_examples() {
        for preset in PRESETS {
            for text in [preset.id, preset.name] {
                let found = Preset::named(text).expect("it is listed");
                assert_eq!(found.id, preset.id);
            }
        }
        for (name, id) in FORMER_NAMES {
            assert_eq!(Preset::named(name).map(|preset| preset.id), Some(*id));
        }
        assert!(Preset::named("no example").is_none());
    }

    #[test]
    fn the_ring_fills_up_message_by_message_until_the_cycle_closes() {
        let preset = Preset::named(RING_DEADLOCK).expect("it is listed");
        let built = preset.scenario().build().expect("presets are usable");
        let mut simulator = Simulator::new(built.design);
        let mut blocked = Vec::new();
        while simulator.deadlock().is_none() {
            simulator.step();
            let worms = simulator.snapshot().worms;
            let is_blocked = |header: &HeaderState| matches!(header, HeaderState::Blocked { .. });
            let waiting = worms.iter().filter(|worm| is_blocked(&worm.header));
            blocked.push(waiting.count());
            assert!(simulator.cycle() <= 20, "{blocked:?}");
        }
        assert!(simulator.cycle() >= 10, "{blocked:?}");
        for count in 0..=4 {
            assert!(blocked.contains(&count), "{count} of {blocked:?}");
        }
    }
}
